"""A headless Chromium, and pages of it that look at a game."""

from __future__ import annotations

import os
import re
import shutil
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import sync_playwright

from atomic_rs.play.opponent import RandomMover
from atomic_rs.play.server import PlayServer
from atomic_rs.play.table import Setting, Table

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser, ConsoleMessage, Page, Request

    from browser.hands import OpenPage

PROGRAMS = ("chromium", "chromium-browser", "google-chrome", "chrome")
MISSING = "NO BROWSER, so nothing was tested: install chromium, or name a browser in CHROMIUM"


def program() -> str | None:
    """Where the browser is."""
    named = os.environ.get("CHROMIUM")
    return named or next(filter(None, map(shutil.which, PROGRAMS)), None)


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """The browser; without one the tests are skipped, in continuous integration they fail."""
    path = program()
    if path is None:
        if os.environ.get("CI"):
            pytest.fail(MISSING)
        pytest.skip(MISSING)
    with sync_playwright() as playwright:
        # Chromium's own sandbox does not run as root, which containers are.
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        yield browser
        browser.close()


@pytest.fixture
def table() -> Iterator[Table]:
    """A table with a new game, and a random mover to play against."""
    with Table(Setting(), {"random": RandomMover(5)}) as table:
        yield table


@pytest.fixture
def server(table: Table) -> Iterator[PlayServer]:
    """A server for the table."""
    server = PlayServer(table).start()
    yield server
    server.stop()


@pytest.fixture
def open_page(browser: Browser, server: PlayServer) -> Iterator[OpenPage]:
    """Opens pages of the game, each in a browser context with its own options.

    A page must make no error and ask nobody but the server for anything.
    """
    pages: list[Page] = []
    troubles: list[str] = []

    def console(message: ConsoleMessage) -> None:
        if message.type in {"error", "warning"}:
            troubles.append(message.text)

    def asked(request: Request) -> None:
        if not request.url.startswith(server.url):
            troubles.append(f"asked {request.url}")

    def open_page(**options: object) -> Page:
        size = {"width": 1200, "height": 820}
        context = browser.new_context(**{"viewport": size, **options})  # type: ignore[arg-type]
        page = context.new_page()
        page.set_default_timeout(10_000)
        page.on("pageerror", lambda error: troubles.append(str(error)))
        page.on("console", console)
        page.on("request", asked)
        page.goto(server.url)
        page.wait_for_selector("[data-man=K]")
        pages.append(page)
        return page

    yield open_page
    for page in pages:
        page.context.close()
    # Chromium reports refusals, which are part of the game, and what a test had it not send.
    answers = re.compile(r"Failed to load resource.*\b(409|422|ERR_FAILED)\b")
    assert [text for text in troubles if not answers.search(text)] == []


@pytest.fixture
def page(open_page: OpenPage) -> Page:
    """One page, as most tests need."""
    return open_page()


@pytest.fixture
def shots(tmp_path: Path) -> Path:
    """Where screenshots go: the folder that SCREENSHOTS names, or one that is thrown away."""
    folder = Path(os.environ.get("SCREENSHOTS") or tmp_path)
    folder.mkdir(parents=True, exist_ok=True)
    return folder
