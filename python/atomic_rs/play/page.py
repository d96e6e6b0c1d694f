"""The files that the browser gets: they lie in `page/` beside this file, and are used as they are.

`board.js` and `board.css` are the board itself, shared by the page and the notebook widget; the
drawings of the men come from `atomic_rs.drawings`.
"""

from __future__ import annotations

import json
import re
from importlib.resources import files
from typing import Final

from atomic_rs import Piece, svg
from atomic_rs.drawings import DRAWINGS, SIZE, shapes

HTML: Final = "text/html; charset=utf-8"
SCRIPT: Final = "text/javascript; charset=utf-8"
STYLE: Final = "text/css; charset=utf-8"
PICTURE: Final = "image/svg+xml"

FILES: Final = {
    "index.html": HTML,
    "app.js": SCRIPT,
    "board.js": SCRIPT,
    "effects.js": SCRIPT,
    "newgame.js": SCRIPT,
    "app.css": STYLE,
    "board.css": STYLE,
}


def text_of(name: str) -> str:
    """A file of the page, by its name in `FILES` or as `widget.js`."""
    return files("atomic_rs.play").joinpath("page", name).read_text(encoding="utf-8")


def men_script() -> str:
    """The drawings of the men, as a module of JavaScript."""
    men = {letter: shapes(letter) for kind in DRAWINGS for letter in (kind.upper(), kind)}
    return f"export const MEN = {json.dumps({'size': SIZE, 'shapes': men}, indent=1)};\n"


def assets() -> dict[str, tuple[str, bytes]]:
    """Everything that the server gives out, by path: its media type and its bytes.

    >>> sorted(assets())[:4]
    ['/', '/app.css', '/app.js', '/board.css']
    """
    found = {f"/{name}": (kind, text_of(name).encode()) for name, kind in FILES.items()}
    found["/"] = found.pop("/index.html")
    found["/men.js"] = SCRIPT, men_script().encode()
    found["/favicon.svg"] = PICTURE, svg.piece(Piece.from_symbol("N")).encode()
    return found


def widget_script() -> str:
    """The board and the widget as one module, as anywidget wants it.

    >>> "import" in widget_script()
    False
    """
    parts = (men_script(), *map(text_of, ("effects.js", "board.js", "widget.js")))
    return re.sub(r'^import [^;]* from "\./\w+\.js";\n', "", "\n".join(parts), flags=re.MULTILINE)
