"""How the page looks: to screen readers, on phones, in the dark."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from atomic_rs.play.table import Setting
from browser.hands import begin, click, play, square

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import Page

    from atomic_rs.play.table import Table
    from browser.hands import OpenPage

DESKTOP: dict[str, Any] = {"viewport": {"width": 1200, "height": 820}}
PHONE: dict[str, Any] = {
    "viewport": {"width": 390, "height": 844},
    "device_scale_factor": 2,
    "has_touch": True,
    "is_mobile": True,
}
TINY: dict[str, Any] = {"viewport": {"width": 320, "height": 568}}
SCREENS = {"desktop": DESKTOP, "phone": PHONE, "tiny": TINY}
BEFORE = ["g1f3", "a7a6", "f3g5", "a6a5"]


def faults(page: Page) -> list[str]:
    """What axe has to say against a page."""
    found = Axe().run(page).response["violations"]
    return [f"{each['id']}: {[node['html'] for node in each['nodes']]}" for each in found]


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("screen", SCREENS)
def test_every_scene(
    open_page: OpenPage, table: Table, shots: Path, screen: str, scheme: str
) -> None:
    page = open_page(**SCREENS[screen], color_scheme=scheme, reduced_motion="reduce")

    def look(scene: str) -> None:
        page.screenshot(path=shots / f"{scene}-{screen}-{scheme}.png", full_page=True)
        assert faults(page) == [], scene
        widths = page.evaluate("[document.documentElement.scrollWidth, innerWidth]")
        assert widths[0] <= widths[1], scene

    look("start")
    play(page, *BEFORE)
    click(page, "g5")
    square(page, "f7").hover()
    look("preview")
    click(page, "f7")
    expect(page.locator("#banner")).to_be_visible()
    look("explosion")
    page.get_by_role("button", name="New game").click()
    look("new-game")
    page.keyboard.press("Escape")
    begin(page, table, Setting("4k3/1P6/8/2q5/8/8/8/4K2R w K - 0 1"))
    click(page, "b7", "b8")
    look("promotion")
    page.keyboard.press("Escape")
    begin(page, table, Setting("4k3/8/8/8/7q/8/8/4K3 w - - 99 80"))
    expect(page.locator("#claim")).to_be_visible()
    look("check-and-claim")


def test_the_board_is_square_and_fits(open_page: OpenPage) -> None:
    for screen, options in SCREENS.items():
        box = open_page(**options).locator(".ab-board").bounding_box()
        assert box is not None
        assert abs(box["width"] - box["height"]) < 1, screen
        assert box["width"] <= options["viewport"]["width"], screen
        assert box["y"] + box["height"] <= options["viewport"]["height"] + 1, screen


def test_a_finger_plays_on_a_phone(open_page: OpenPage) -> None:
    page = open_page(**PHONE)
    for name in ("e2", "e4"):
        square(page, name).tap()
    expect(square(page, "e4")).to_have_attribute("data-man", "P")
    small = page.locator("button:visible, input:visible").evaluate_all(
        "all => all.filter(each => each.getBoundingClientRect().height < 28)"
        ".map(each => each.outerHTML)"
    )
    assert small == []


def test_the_theme_is_remembered(page: Page) -> None:
    def ground() -> object:
        return page.evaluate("getComputedStyle(document.body).backgroundColor")

    light = ground()
    button = page.locator("#theme")
    button.click()
    expect(button).to_have_text("light")
    button.click()
    expect(button).to_have_text("dark")
    assert ground() != light
    page.reload()
    expect(button).to_have_text("dark")
    assert ground() != light


def test_squares_and_news_have_words(page: Page) -> None:
    board = page.get_by_role("grid", name="Chess board")
    assert board.get_by_role("row").count() == 8
    assert board.get_by_role("gridcell").count() == 64
    assert square(page, "g1").get_attribute("aria-label") == "g1, white knight"
    assert square(page, "e4").get_attribute("aria-label") == "e4, empty"
    assert page.locator(".ab-square[tabindex='0']").count() == 1
    play(page, *BEFORE, "g5f7")
    expect(page.locator("#status[role=status]")).to_contain_text(
        "Last move Nxf7#: explosion on f7 destroys white knight g5, black pawn f7, "
        "black king e8, black bishop f8, black knight g8."
    )
