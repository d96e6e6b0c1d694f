"""`atomic-rs doctor`: what is installed here, and whether it works."""

from __future__ import annotations

import os
import platform
import subprocess
import sys
from importlib import metadata
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from atomic_rs import STARTING_FEN, Board, __version__, _core, perft, reference
from atomic_rs.cli.common import Output, add_command, add_format
from atomic_rs.processes import processors

if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterator

KERNEL: Final = "ATOMIC_RS_KERNEL"
DEPTH: Final = 5
LEAVES: Final = 4_864_979
REFERENCE_DEPTH: Final = 2
# Names of distributions, with what they are good for.
OPTIONAL: Final = {
    "rich": "progress bars",
    "distributed": "counting on many machines (atomic-rs[dask])",
    "anywidget": "boards in notebooks (atomic-rs[widget])",
}
PROGRAM: Final = """
from atomic_rs import Board, _core, perft
print(_core.kernels()[0], perft(Board(), {depth}))
"""
PATIENCE: Final = 120  # seconds for a count that takes hundredths of one


class Check(NamedTuple):
    """Something that was tried, whether it is right, and what came of it."""

    name: str
    ok: bool
    found: str


def add_commands(commands: argparse._SubParsersAction[Any]) -> None:
    """Add the commands of this family."""
    parser = add_command(
        commands,
        "doctor",
        run_doctor,
        "tell versions, processor and optional packages, and check that counts are right",
        ("doctor", "doctor --format json"),
    )
    add_format(parser)


def run_doctor(options: argparse.Namespace) -> int:
    """Tell what is here, then check it."""
    found = facts()
    with Output(options) as output:
        if options.format == "text" and not options.quiet:
            print_facts(output, found)
        checks = []
        for check in examined():
            checks.append(check)
            if options.format == "text" and not (options.quiet and check.ok):
                mark = output.styled("ok  ", "green") if check.ok else output.styled("FAIL", "red")
                output.line(f"{mark} {check.name}: {check.found}")
        if options.format == "json":
            output.json(found | {"checks": [check._asdict() for check in checks]})
        elif options.format == "csv":
            output.csv(Check._fields, (check._asdict() for check in checks))
    return 0 if all(check.ok for check in checks) else 1


def facts() -> dict[str, Any]:
    """Versions, the machine, the kernels, and optional packages with their versions."""
    kernel, available = _core.kernels()
    return {
        "version": __version__,
        "python": f"{platform.python_implementation()} {platform.python_version()}",
        "platform": platform.platform(),
        "machine": platform.machine(),
        "processors": processors(),
        "kernel": kernel,
        "kernels": available,
        "packages": {name: version_of(name) for name in OPTIONAL},
    }


def version_of(name: str) -> str | None:
    """The version of an installed distribution, None if it is not there."""
    try:
        return metadata.version(name)
    except metadata.PackageNotFoundError:
        return None


def print_facts(output: Output, found: dict[str, Any]) -> None:
    """Print what is here."""
    kernels = ", ".join(found["kernels"])
    output.line(f"atomic-rs   {found['version']}")
    output.line(f"Python      {found['python']}")
    output.line(f"platform    {found['platform']}, {found['processors']} processors")
    output.line(f"kernel      {found['kernel']} (this processor has {kernels})")
    for name, version in found["packages"].items():
        output.line(f"{name:<12}{version or 'not installed'}: {OPTIONAL[name]}")
    output.line()


def examined() -> Iterator[Check]:
    """Check counts: by each kernel in a process of its own, and beside the reference."""
    available = _core.kernels()[1]
    wanted = os.environ.get(KERNEL)
    if wanted is not None:
        known = wanted in available
        told = "counts" if known else "this processor has no such kernel, it is ignored"
        yield Check(f"{KERNEL}={wanted}", known, told)
    for kernel in available:
        yield counted_by(kernel)
    core = perft(Board(), REFERENCE_DEPTH)
    model = reference.perft(reference.parse_fen(STARTING_FEN), REFERENCE_DEPTH)
    told = f"perft {REFERENCE_DEPTH} is {core:,}"
    yield Check("reference", core == model, told if core == model else f"{told}, not {model:,}")


def counted_by(kernel: str) -> Check:
    """Count with a kernel, which only a new process can choose."""
    command = [sys.executable or "python3", "-c", PROGRAM.format(depth=DEPTH)]
    name = f"kernel {kernel}"
    try:
        ran = subprocess.run(  # noqa: S603 - this Python with a constant program
            command,
            env={**os.environ, KERNEL: kernel},
            capture_output=True,
            text=True,
            timeout=PATIENCE,
            check=False,
        )
    except (OSError, subprocess.SubprocessError) as error:
        return Check(name, False, str(error))
    said = (ran.stdout if ran.returncode == 0 else ran.stderr).split("\n")
    if ran.returncode != 0:
        last = next((line for line in reversed(said) if line), "")
        return Check(name, False, f"ended with code {ran.returncode} {last}".rstrip())
    used, _, leaves = said[0].partition(" ")
    told = f"perft {DEPTH} is {leaves}"
    if used != kernel:
        return Check(name, False, f"{used} counted")
    return Check(
        name, leaves == str(LEAVES), told if leaves == str(LEAVES) else f"{told}, not {LEAVES}"
    )
