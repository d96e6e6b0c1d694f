"""Write src/polyglot_keys.rs: the 781 numbers of the Polyglot opening book format.

The numbers are part of the format, published by its author; every program that reads such books has
them. This script takes them from the source of the crate `polyglot-book-rs` (MIT OR Apache-2.0),
which `cargo fetch` lays down when the crate is a dependency of any project on this machine:

    python tools/polyglot_keys.py path/to/polyglot-book-rs-0.1.0 > src/polyglot_keys.rs

The key of the start position, 463b96181691fc9c, and eight more that the format's description gives
are tests of src/zobrist.rs and tests/python.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

NUMBERS = 781

HEADER = """\
//! The 781 random numbers of the Polyglot opening book format, written by `tools/polyglot_keys.py`.
//!
//! In order: 768 for a man on a square, 4 for castling rights, 8 for en passant files, \
1 for White to move.

/// The numbers, in the order of the format.
pub(crate) static POLYGLOT_KEYS: [u64; 781] = ["""


def main() -> int:
    """Print the Rust file for the crate source named on the command line."""
    if len(sys.argv) != 2:
        print(__doc__, file=sys.stderr)
        return 2
    source = (Path(sys.argv[1]) / "src" / "polyglot_random.rs").read_text(encoding="utf-8")
    numbers = [int(text, 16) for text in re.findall(r"0x([0-9A-Fa-f]{16})\b", source)]
    if len(numbers) != NUMBERS or len(set(numbers)) != NUMBERS:
        print(f"expected {NUMBERS} different numbers, found {len(numbers)}", file=sys.stderr)
        return 1
    print(HEADER)
    for number in numbers:
        text = f"{number:016x}"
        print("    0x" + "_".join(text[i : i + 4] for i in range(0, 16, 4)) + ",")
    print("];")
    return 0


if __name__ == "__main__":
    sys.exit(main())
