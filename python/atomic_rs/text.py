"""Values as messages quote them."""

from __future__ import annotations

LONGEST = 100


def quoted(value: object) -> str:
    """A value on one line, escaped, and cut short if it is long.

    >>> print(quoted("e9"), quoted(64), quoted("x" * 200)[-4:])
    "e9" 64 xxx…
    """
    if isinstance(value, str):
        text = value[: LONGEST + 1].encode("unicode_escape").decode()
        text = f'"{text}"'
    else:
        try:
            text = repr(value)
        except ValueError:  # an int of more digits than Python prints
            return "a huge number"
    return text if len(text) <= LONGEST else text[: LONGEST - 1] + "…"
