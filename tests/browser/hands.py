"""What a player does with a page, and sees on it."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from playwright.sync_api import expect

from atomic_rs import Board, square_name

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Locator, Page

    from atomic_rs.play.table import Setting, Table

    OpenPage = Callable[..., Page]


def square(page: Page, name: str) -> Locator:
    """A square of the board."""
    return page.locator(f"[data-square={name}]")


def click(page: Page, *names: str) -> None:
    """Click squares, one after the other."""
    for name in names:
        square(page, name).click()


def play(page: Page, *moves: str) -> None:
    """Make moves such as "e2e4" by two clicks each, and see each of them in the list."""
    for move in moves:
        count = page.locator("#moves button").count()
        click(page, move[:2], move[2:])
        expect(page.locator("#moves button")).to_have_count(count + 1)


def marked(page: Page, mark: str) -> set[str]:
    """The squares with a mark."""
    found = page.locator(f".ab-square.{mark}")
    return set(found.evaluate_all("squares => squares.map(square => square.dataset.square)"))


def see(page: Page, board: Board) -> None:
    """See exactly the men of a board, after a while."""
    men = {square_name(square): man.symbol() for square, man in board.piece_map().items()}
    deadline = time.monotonic() + 5
    while (shown := _shown(page)) != men and time.monotonic() < deadline:
        page.wait_for_timeout(50)
    assert shown == men


def _shown(page: Page) -> dict[str, str]:
    """The men that the page shows, each of them drawn."""
    found: dict[str, str] = page.locator(".ab-square:has(> svg)").evaluate_all(
        "all => Object.fromEntries(all.map(each => [each.dataset.square, each.dataset.man]))"
    )
    return found


def begin(page: Page, table: Table, setting: Setting) -> None:
    """Begin another game behind the page's back, and wait until it shows."""
    state = table.new(table.state()["version"], setting)
    expect(page.locator("#fen")).to_have_value(state["fen"])
    expect(page.locator("#moves button")).to_have_count(0)
