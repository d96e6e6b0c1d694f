"""Check the shape of the source tree; print each breach and exit 1 if there is one.

The rules it holds the tree to:

- a Rust module uses only modules that stand above it in `src/lib.rs`, and only `src/python/` names
  `pyo3`;
- a Python module of the package imports only what stands before it in `PYTHON_LAYERS`, and the
  reference model nothing but itself and the standard library;
- no product file, Rust or Python, uses a peer that only tests and benches may compare with;
- files stay within their line budgets, and nothing is left to be done later.
"""

from __future__ import annotations

import ast
import re
import sys
import tomllib
from pathlib import Path
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

ROOT: Final = Path(__file__).resolve().parent.parent

FILE_LINES: Final = 700
REFERENCE_LINES: Final = 700  # in all its files together, blank lines apart
GENERATED: Final = frozenset({"src/polyglot_keys.rs"})

PACKAGE: Final = "atomic_rs"
# Each may import what stands before it. `__init__` is what `import atomic_rs` names.
PYTHON_LAYERS: Final = (
    "text",
    "processes",
    "pieces",
    "squares",
    "bitboards",
    "drawings",
    "painter",
    "svg",
    "square_set",
    "outcome",
    "status",
    "_core",
    "explosion",
    "illegality",
    "answers",
    "chess960",
    "epd",
    "pseudo_legal",
    "questions",
    "bridges",
    "board",
    "scale",
    "__init__",
    "reference",
    "starts",
    "corners",
    "themes",
    "engine",
    "differential",
    "shrink",
    "regression",
    "suite",
    "testing",
    "uci",
    "play",
    "widget",
    "cli",
    "__main__",
)
REFERENCE: Final = "reference"
PEERS: Final = frozenset({"chess", "pyffish", "shakmaty", "atomic-movegen", "atomic_movegen"})

LATER: Final = re.compile(r"\bTODO\b|\bFIXME\b|\bunimplemented!|\btodo!")


def rust_code(text: str) -> str:
    """The part of a Rust file that is product code: no comments, no unit tests."""
    return re.sub(r"//.*", "", text.split("#[cfg(test)]", maxsplit=1)[0])


def crate_names(code: str) -> Iterator[str]:
    """The first name of every path that starts at the crate's root."""
    for group, name in re.findall(r"\bcrate::(?:\{([^;]*)\}|(\w+))", code):
        if name:
            yield name
        else:
            yield from re.findall(r"(?:^|,)\s*(\w+)", re.sub(r"\{[^{}]*\}", "", group))


def check_rust(root: Path) -> Iterator[str]:
    """Layer order, and who names pyo3."""
    source = root / "src"
    lib = rust_code((source / "lib.rs").read_text(encoding="utf-8"))
    order = re.findall(r"^(?:pub )?mod (\w+);", lib, re.MULTILINE)
    home = {module: module for module in order}
    for module, names in re.findall(r"\bpub use (\w+)::(\{[^}]*\}|\w+);", lib):
        home |= dict.fromkeys(re.findall(r"\w+", names), module)
    for path in sorted(source.rglob("*.rs")):
        where = path.relative_to(root).as_posix()
        parts = path.relative_to(source).with_suffix("").parts
        code = rust_code(path.read_text(encoding="utf-8"))
        if parts[0] in {"lib", "python"}:
            continue
        if re.search(r"\bpyo3\b", code):
            yield f"{where}: only src/python/ may name pyo3"
        if parts[0] not in order:
            yield f"{where}: no `mod {parts[0]};` in src/lib.rs"
            continue
        above = order[: order.index(parts[0]) + 1]
        for name in sorted(set(crate_names(code))):
            if home.get(name) not in above:
                yield f"{where}: uses crate::{name}, which does not stand above it in src/lib.rs"


def imports(tree: ast.Module, module: tuple[str, ...]) -> Iterator[str]:
    """Full dotted names of what a module imports; `module` is its own name in parts."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = list(module[: -node.level]) if node.level else []
            base += [node.module] if node.module else []
            for alias in node.names:
                yield ".".join([*base, alias.name])


def layer(name: str) -> str | None:
    """The layer that a dotted name belongs to, None when it is not of the package."""
    parts = name.split(".")
    if parts[0] != PACKAGE:
        return None
    if len(parts) > 1 and parts[1] in PYTHON_LAYERS:
        return parts[1]
    return "__init__"


def check_python(root: Path) -> Iterator[str]:
    """Direction of imports, and no peer in the product."""
    package = root / "python" / PACKAGE
    for path in sorted([*package.rglob("*.py"), *package.rglob("*.pyi")]):
        where = path.relative_to(root).as_posix()
        module = path.relative_to(root / "python").with_suffix("").parts
        own = module[1]
        if own not in PYTHON_LAYERS:
            yield f"{where}: {own} has no place in PYTHON_LAYERS of tools/shape.py"
            continue
        below = PYTHON_LAYERS[: PYTHON_LAYERS.index(own) + 1]
        tree = ast.parse(path.read_text(encoding="utf-8"), filename=where)
        for name in sorted(set(imports(tree, module))):
            used = layer(name)
            if name.split(".")[0] in PEERS:
                yield f"{where}: imports {name}, which only tests and benches may"
            elif used is None:
                if own == REFERENCE and name.split(".")[0] not in sys.stdlib_module_names:
                    yield f"{where}: imports {name}; the reference needs the standard library only"
            elif path.suffix == ".pyi" and own != REFERENCE:
                continue  # a stub names the classes of results, which the core imports when asked
            elif used not in below or (own == REFERENCE and used != REFERENCE):
                yield f"{where}: {own} may not import {name}"


def check_manifests(root: Path) -> Iterator[str]:
    """No peer among the dependencies of what is published."""
    cargo = tomllib.loads((root / "Cargo.toml").read_text(encoding="utf-8"))
    python = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))
    for table in ("dependencies", "dev-dependencies", "build-dependencies"):
        for name in sorted(PEERS & cargo.get(table, {}).keys()):
            yield f"Cargo.toml: {name} is a peer, which only benches/peers may use"
    for requirement in python["project"]["dependencies"]:
        name = re.split(r"[^\w-]", requirement)[0]
        if name in PEERS:
            yield f"pyproject.toml: {name} is a peer, which only tests may use"


def check_text(root: Path) -> Iterator[str]:
    """Line budgets, and nothing left to be done later."""
    package = root / "python" / PACKAGE
    reference = 0
    for path in sorted([*(root / "src").rglob("*.rs"), *package.rglob("*.py")]):
        where = path.relative_to(root).as_posix()
        lines = path.read_text(encoding="utf-8").splitlines()
        if where not in GENERATED and len(lines) > FILE_LINES:
            yield f"{where}: {len(lines)} lines, more than {FILE_LINES}"
        if path.is_relative_to(package / REFERENCE):
            reference += sum(map(bool, lines))
        for number, line in enumerate(lines, start=1):
            if LATER.search(line):
                yield f"{where}:{number}: left for later: {line.strip()}"
    if reference > REFERENCE_LINES:
        yield f"the reference has {reference} lines, more than {REFERENCE_LINES}"


def breaches(root: Path) -> list[str]:
    """Every breach under `root`, one line each."""
    checks: Iterable[Iterator[str]] = (
        check_rust(root),
        check_python(root),
        check_manifests(root),
        check_text(root),
    )
    return [breach for check in checks for breach in check]


def main() -> int:
    """Check the tree this script stands in."""
    found = breaches(ROOT)
    for breach in found:
        print(breach, file=sys.stderr)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
