"""`python -m atomic_rs` is the command `atomic-rs`."""

import sys

from atomic_rs.cli import main

if __name__ == "__main__":
    sys.exit(main())
