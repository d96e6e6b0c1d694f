"""A board to play on: the page of `atomic-rs play`, and what it shares with widget and terminal.

The rules are asked of `Board`, here on the server; the page draws what it is told (`view.py`),
sends what was clicked, and decides nothing. One `Table` holds one game, and every change of it
names the version that it was made for, so that late or repeated requests change nothing.
"""
