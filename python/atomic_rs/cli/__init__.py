"""The command `atomic-rs`.

Data goes to standard output, errors and progress to standard error. Exit codes: 0 fine, 1 a check
failed, 2 wrong use, 130 stopped with Ctrl-C, 141 the reader of the output went away.
"""

from __future__ import annotations

import argparse
import errno
import os
import sys
from typing import TYPE_CHECKING, Final, NoReturn

from atomic_rs import __version__
from atomic_rs.cli import counts, doctor, fuzz, play, position, suites, uci
from atomic_rs.cli.common import UseError, one_line

if TYPE_CHECKING:
    from collections.abc import Sequence

# What keeps a stream from being written, whose errors name no file.
UNWRITTEN: Final = frozenset((errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO))
STOPPED: Final = 130
READER_GONE: Final = 141

DESCRIPTION: Final = "Fast and exact atomic chess: legal moves, node counts and positions."
EPILOG: Final = """\
examples:
  atomic-rs perft 6                      count the sequences of six moves
  atomic-rs divide 3 --moves "e2e4"      the same for each first move
  atomic-rs suite tests/data/perft/*.epd check counts against files
  atomic-rs moves g1                     where may this knight go
  atomic-rs show --moves "e2e4 d7d5"     draw the board
  atomic-rs fuzz --engine my-engine      find where the rules of an engine are wrong

exit codes: 0 fine, 1 a check failed, 2 wrong use, 130 stopped"""


class Parser(argparse.ArgumentParser):
    """A parser that says in one line what was wrong."""

    def error(self, message: str) -> NoReturn:
        """Print the error and leave with code 2."""
        self.exit(2, f"{self.prog}: {one_line(message)} (see {self.prog} --help)\n")


def parser() -> argparse.ArgumentParser:
    """The parser of the whole command line."""
    top = Parser(
        prog="atomic-rs",
        description=DESCRIPTION,
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    top.add_argument("--version", action="version", version=f"atomic-rs {__version__}")
    commands = top.add_subparsers(title="commands", metavar="COMMAND", required=True)
    for family in (counts, suites, position, play, fuzz, uci, doctor):
        family.add_commands(commands)
    return top


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line and return its exit code; `arguments` default to the program's own."""
    try:
        return run(arguments)
    except KeyboardInterrupt:
        return STOPPED
    except BrokenPipeError:
        # Python flushes standard output once more at exit: give it a place to write to.
        if sys.stdout is not None:
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return READER_GONE


def unwritable(error: UnicodeEncodeError) -> str:
    r"""Why a text cannot be written.

    >>> unwritable(UnicodeEncodeError("ascii", "4½", 1, 2, ""))
    "the output's encoding ascii has no '\\xbd'"
    """
    letter = error.object[error.start]
    if "\ud800" <= letter <= "\udfff":
        return f"{error.object!a} has bytes that are no text"  # Python's way to keep them
    return f"the output's encoding {error.encoding} has no {letter!a}"


def run(arguments: Sequence[str] | None) -> int:
    """Run the command line; errors of use are printed, interruptions are left to the caller."""
    options = parser().parse_args(arguments)
    try:
        code: int = options.command(options)
        if sys.stdout is not None:
            sys.stdout.flush()
    except BrokenPipeError:
        raise
    except UnicodeEncodeError as error:
        message = unwritable(error)
    except (UseError, ValueError, OverflowError, MemoryError) as error:
        message = str(error)
    except OSError as error:
        about = error.filename
        if error.errno in UNWRITTEN:
            about = options.output or "standard output"
        message = f"{about}: {error.strerror}" if about else error.strerror or str(error)
    else:
        return code
    if sys.stderr is not None:
        sys.stderr.write(f"atomic-rs: {one_line(message)}\n")
    return 2
