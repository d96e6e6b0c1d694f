"""An engine that misbehaves: `python bad.py FAULT` does well until it is asked for moves."""

from __future__ import annotations

import os
import sys
import time

GREETING = (
    "id name bad",
    "option name UCI_Variant type combo default atomic var atomic",
    "option name UCI_Chess960 type check default false",
    "uciok",
)
START = [f"{file}2{file}{rank}: 1" for file in "abcdefgh" for rank in "34"]
START += ["b1a3: 1", "b1c3: 1", "g1f3: 1", "g1h3: 1"]


def say(*lines: str) -> None:
    """Say lines at once."""
    sys.stdout.write("".join(f"{line}\n" for line in lines))
    sys.stdout.flush()


def misbehave(fault: str) -> None:  # noqa: C901, PLR0912 - a list of crimes
    """Do what no engine may."""
    if fault == "crash":
        sys.stderr.write("assertion failed: rook\n")
        sys.stderr.flush()
        os._exit(3)
    elif fault == "signal":
        os.abort()
    elif fault == "exit":
        os._exit(0)
    elif fault == "hang":
        time.sleep(600)
    elif fault == "chatter":
        while True:
            say("info string still thinking")
    elif fault == "endless line":
        while True:
            sys.stdout.write("x" * 65536)
    elif fault == "bytes":
        sys.stdout.buffer.write(bytes(range(256)) * 10)
        sys.stdout.buffer.flush()
    elif fault == "wrong sum":
        say("e2e4: 1", "", "Nodes searched: 2")
    elif fault == "twice":
        say("e2e4: 1", "e2e4: 1", "", "Nodes searched: 2")
    elif fault == "best move":
        say("bestmove e2e4")
    elif fault == "close":
        os.close(1)
        time.sleep(600)


def main() -> None:
    """Be good at first."""
    fault, is_first = sys.argv[1], True
    if fault == "never reads":
        time.sleep(600)
    if fault == "crash at start":
        os._exit(1)
    for line in sys.stdin:
        if line == "uci\n":
            say(*GREETING)
        elif line == "isready\n":
            say("readyok")
        elif line.startswith("go perft"):
            if is_first:
                say(*START, "", "Nodes searched: 20")
                is_first = False
            else:
                misbehave(fault)
        elif line == "quit\n":
            return


if __name__ == "__main__":
    main()
