"""Plant faults in the core one at a time, and see whether the differential run catches them.

    python tools/mutants.py --positions 20000

The faults stand in `tools/mutants.toml`. Each is planted in a copy of the tree under a temporary
directory, built there without optimisation, and compared with the reference by `atomic-rs fuzz`.
The copy needs nothing but a Rust toolchain and what this Python already has installed. Exit code 1
when a fault is not caught.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import subprocess
import sys
import sysconfig
import tempfile
import tomllib
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

ROOT: Final = Path(__file__).resolve().parent.parent
MUTANTS: Final = Path(__file__).with_suffix(".toml")
COPIED: Final = ("Cargo.toml", "Cargo.lock", "src", "python", "benches", "tests")
SETTINGS: Final = ("opt-level=0", "debug=false", "debug-assertions=false", "overflow-checks=false")
SLOWEST_RUN: Final = 600.0  # seconds; a fault may make the core run for ever


@dataclass(frozen=True, slots=True)
class Mutant:
    """A fault: the rule that it breaks, and the text that makes it."""

    name: str
    rule: str
    old: str
    new: str

    def place(self, source: Path) -> Path:
        """The file with the text; `ValueError` if it does not stand exactly once."""
        found = [
            (path, number)
            for path in sorted(source.rglob("*.rs"))
            if "python" not in path.parts[len(source.parts) :]
            and (number := path.read_text(encoding="utf-8").count(self.old))
        ]
        if [number for _, number in found] != [1]:
            times = sum(number for _, number in found)
            raise ValueError(f'the text of "{self.name}" stands {times} times in {source}')
        return found[0][0]


def mutants() -> list[Mutant]:
    """All faults."""
    document = tomllib.loads(MUTANTS.read_text(encoding="utf-8"))
    return [Mutant(**table) for table in document["mutant"]]


@dataclass(frozen=True, slots=True)
class Tried:
    """What became of a fault."""

    mutant: Mutant
    verdict: str
    positions: int
    men: int
    what: str
    command: str

    @property
    def is_caught(self) -> bool:
        """Whether the run saw it."""
        return self.verdict == "caught"


class Workshop:
    """A copy of the tree to break."""

    def __init__(self, directory: Path, positions: int, seed: int) -> None:
        self.tree = directory / "tree"
        self.positions, self.seed = positions, seed
        self.tree.mkdir()
        for name in COPIED:
            if (ROOT / name).is_dir():
                shutil.copytree(
                    ROOT / name, self.tree / name, ignore=shutil.ignore_patterns("*.so")
                )
            else:
                shutil.copy(ROOT / name, self.tree / name)
        self._environment = {
            **os.environ,
            "CARGO_TARGET_DIR": str(directory / "target"),
            "CARGO_INCREMENTAL": "1",
            "PYO3_PYTHON": sys.executable,
            "PYTHONPATH": str(self.tree / "python"),
            "PYTHONDONTWRITEBYTECODE": "1",
        }

    def build(self) -> bool:
        """Build the extension module, and put it beside its Python sources."""
        settings = [word for each in SETTINGS for word in ("--config", f"profile.dev.{each}")]
        command = ["cargo", "build", "--quiet", "--lib", "--features", "python", *settings]
        done = subprocess.run(  # noqa: S603 - cargo
            command, cwd=self.tree, env=self._environment, capture_output=True, check=False
        )
        if done.returncode:
            sys.stderr.write(done.stderr.decode("utf-8", "replace"))
            return False
        target = Path(self._environment["CARGO_TARGET_DIR"]) / "debug"
        [library] = [
            path
            for path in target.iterdir()
            if re.fullmatch(r"(lib)?atomic_rs\.(so|dylib|dll)", path.name)
        ]
        suffix = sysconfig.get_config_var("EXT_SUFFIX")
        shutil.copy(library, self.tree / "python" / "atomic_rs" / f"_core{suffix}")
        return True

    def run(self) -> tuple[int, str]:
        """The differential run; its exit code and output."""
        command = [sys.executable, "-m", "atomic_rs", "fuzz", "--rules", "all", "--no-color"]
        command += ["--positions", str(self.positions), "--seed", str(self.seed)]
        try:
            done = subprocess.run(  # noqa: S603 - our own program
                command,
                cwd=self.tree,
                env=self._environment,
                capture_output=True,
                check=False,
                timeout=SLOWEST_RUN,
            )
        except subprocess.TimeoutExpired:
            return 1, f"DIFFERENT 1: no end within {SLOWEST_RUN:.0f} s"
        return done.returncode, (done.stdout + done.stderr).decode("utf-8", "replace")

    def attempt(self, mutant: Mutant) -> Tried:
        """Plant a fault, look for it, and mend it."""
        path = mutant.place(self.tree / "src")
        sound = path.read_text(encoding="utf-8")
        try:
            path.write_text(sound.replace(mutant.old, mutant.new), encoding="utf-8")
            if not self.build():
                return Tried(mutant, "does not build", 0, 0, "", "")
            code, text = self.run()
        finally:
            path.write_text(sound, encoding="utf-8")
        if code == 0:
            return Tried(mutant, "NOT CAUGHT", self.positions, 0, "", "")
        what = re.search(r"DIFFERENT 1: (.*)", text)
        men = re.search(r"\((\d+) men, after", text)
        again = re.search(r"again +(.*)", text)
        seen = re.search(r"([\d,]+) positions of", text)
        return Tried(
            mutant,
            "caught" if what else f"failed with exit code {code}",
            int(seen[1].replace(",", "")) if seen else 0,
            int(men[1]) if men else 0,
            what[1] if what else text.strip()[-200:],
            again[1] if again else "",
        )


def table(tried: Sequence[Tried]) -> Iterator[str]:
    """The verdicts as a table in Markdown."""
    yield "| fault | rule | verdict | after positions | men left | what differs |"
    yield "|---|---|---|---|---|---|"
    for each in tried:
        what = each.what.replace("|", "/")
        yield (
            f"| {each.mutant.name} | {each.mutant.rule} | {each.verdict} | {each.positions:,} "
            f"| {each.men or '-'} | {what} |"
        )


def main(arguments: Sequence[str] | None = None) -> int:
    """Try every fault, or those whose names hold a word."""
    parser = argparse.ArgumentParser(description="Plant faults in the core, and look for them.")
    parser.add_argument("--positions", type=int, default=20_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument(
        "--only", nargs="*", default=[""], help="faults with such texts in their names"
    )
    options = parser.parse_args(arguments)
    start = perf_counter()
    tried: list[Tried] = []
    with tempfile.TemporaryDirectory(prefix="mutants-") as directory:
        workshop = Workshop(Path(directory), options.positions, options.seed)
        if not workshop.build() or workshop.run()[0]:
            print("the sound core does not build, or differs from the reference", file=sys.stderr)
            return 1
        for mutant in mutants():
            if any(text in mutant.name for text in options.only):
                tried.append(workshop.attempt(mutant))
                each = tried[-1]
                print(f"{each.verdict}: {mutant.name}: {each.what} {each.command}", file=sys.stderr)
    print("\n".join(table(tried)))
    caught = sum(each.is_caught for each in tried)
    print(f"\n{caught} of {len(tried)} faults caught in {perf_counter() - start:.0f} s")
    return 0 if caught == len(tried) else 1


if __name__ == "__main__":
    sys.exit(main())
