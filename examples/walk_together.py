"""Core and reference play the same random games; each position is compared.

python examples/walk_together.py [POSITIONS] [SEED]
"""

from __future__ import annotations

import sys
from time import perf_counter

from atomic_rs.differential import walk


def main() -> int:
    """Walk, and say what was met on the way."""
    positions = int(sys.argv[1]) if len(sys.argv) > 1 else 2000
    seed = int(sys.argv[2]) if len(sys.argv) > 2 else 1
    start = perf_counter()
    tally = walk(positions, seed)
    print(
        f"core and reference: {tally.positions:,} positions of {tally.games:,} random games "
        f"compared in {perf_counter() - start:.1f} s, {len(tally.differences)} differences"
    )
    print("met on the way:", ", ".join(f"{n:,} {event}" for event, n in tally.events.most_common()))
    for difference in tally.differences:
        print(difference)
    return 1 if tally.differences else 0


if __name__ == "__main__":
    sys.exit(main())
