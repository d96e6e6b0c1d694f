"""The widget's front end in the browser, with the widget itself on the other side."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from atomic_rs import Board
from atomic_rs.widget import BoardWidget
from browser.hands import click, marked, see, square

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from playwright.sync_api import Browser, Page, Route

PLACE = "http://notebook.test/"
# What a notebook gives a widget: a model that tells Python of changes, and hears of Python's.
NOTEBOOK = """<!doctype html><html lang="en"><title>Notebook</title>
<meta charset="utf-8"><link rel="stylesheet" href="/widget.css">
<main><h1>Notebook</h1><div id="cell"></div></main>
<script type="module">
import widget from "/widget.js";
const listeners = {};
let state = JSON.parse(await python("{}"));
const hear = (news) => {
  const old = state;
  state = JSON.parse(news);
  for (const name of Object.keys(state)) {
    if (JSON.stringify(old[name]) === JSON.stringify(state[name])) continue;
    for (const listener of listeners[`change:${name}`] ?? []) listener();
  }
};
window.refresh = async () => hear(await python("{}"));
const changes = {};
const model = {
  get: (name) => state[name],
  set: (name, value) => { changes[name] = value; },
  save_changes: async () => hear(await python(JSON.stringify({ set: changes }))),
  send: async (message) => hear(await python(JSON.stringify({ message }))),
  on: (name, listener) => { (listeners[name] ??= new Set()).add(listener); },
  off: (name, listener) => { listeners[name]?.delete(listener); },
};
widget.render({ model, el: document.getElementById("cell") });
</script></html>"""


class Notebook:
    """A page with a widget in it."""

    def __init__(self, page: Page, widget: BoardWidget) -> None:
        self.page = page
        self.widget = widget

    def answer(self, text: str) -> str:
        """What the browser asks of Python: a change of traits, or a message."""
        asked: dict[str, Any] = json.loads(text)
        self.widget.set_state(asked.get("set", {}))
        if "message" in asked:
            self.widget._handle_custom_msg(asked["message"], [])  # noqa: SLF001 - ipywidgets' own
        names = ("_view", "orientation", "ply", "fen", "moves")
        return json.dumps({name: getattr(self.widget, name) for name in names})

    def refresh(self) -> None:
        """Let the browser hear what Python has changed."""
        self.page.evaluate("refresh()")


@pytest.fixture
def notebook(browser: Browser) -> Iterator[Notebook]:
    page = browser.new_context(viewport={"width": 700, "height": 640}).new_page()
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    widget = BoardWidget()
    found = Notebook(page, widget)
    files = {
        "": ("text/html", NOTEBOOK),
        "widget.js": ("text/javascript", str(BoardWidget._esm)),  # noqa: SLF001 - anywidget's
        "widget.css": ("text/css", str(BoardWidget._css)),  # noqa: SLF001 - anywidget's
    }

    def serve(route: Route) -> None:
        name = route.request.url.removeprefix(PLACE)
        kind, body = files.get(name, ("text/plain", ""))
        route.fulfill(body=body, content_type=f"{kind}; charset=utf-8")

    page.route("**/*", serve)
    page.expose_function("python", found.answer)
    page.goto(PLACE)
    page.wait_for_selector("[data-man=K]")
    yield found
    page.context.close()
    assert errors == []


def test_a_game_by_clicks_calls_back(notebook: Notebook, shots: Path) -> None:
    page, widget = notebook.page, notebook.widget
    played: list[str] = []
    widget.on_move(lambda move: played.append(move.uci()))
    for origin, target in (("g1", "f3"), ("a7", "a6"), ("f3", "g5"), ("a6", "a5"), ("g5", "f7")):
        click(page, origin, target)
        expect(page.get_by_role("status")).not_to_have_text("")
        see(page, widget.board)
    assert played == widget.moves == ["g1f3", "a7a6", "f3g5", "a6a5", "g5f7"]
    expect(page.get_by_role("status")).to_contain_text("1-0 White wins: the black king exploded.")
    expect(page.locator(".ab-effects > *")).to_have_count(0)
    page.screenshot(path=shots / "widget.png")
    assert Axe().run(page).response["violations"] == []


def test_the_slider_goes_through_the_game(notebook: Notebook) -> None:
    page, widget = notebook.page, notebook.widget
    widget.moves = ["e2e4", "d7d5", "e4d5"]
    notebook.refresh()
    see(page, widget.board)
    slider = page.get_by_role("slider", name="Position in the game")
    slider.focus()
    page.keyboard.press("Home")
    see(page, Board())
    assert (widget.ply, widget.fen) == (0, widget.board.fen())
    assert marked(page, "movable") == set()
    page.keyboard.press("ArrowRight")
    expect(slider).to_have_attribute("aria-valuetext", "after 1 of 3 half-moves")
    expect(square(page, "e4")).to_have_attribute("data-man", "P")
    page.keyboard.press("End")
    see(page, widget.board)


def test_python_turns_and_changes_the_board(notebook: Notebook) -> None:
    notebook.widget.orientation = "black"
    notebook.widget.fen = "4k3/7p/8/8/8/8/8/4K2R w K - 0 1"
    notebook.refresh()
    see(notebook.page, notebook.widget.board)
    assert notebook.page.locator(".ab-square").first.get_attribute("data-square") == "h1"
    click(notebook.page, "e1", "g1")
    see(notebook.page, Board("4k3/7p/8/8/8/8/8/5RK1 b - - 1 1"))
