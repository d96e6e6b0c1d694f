"""Games on the page, played as people play them."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from atomic_rs import Board, Move, square_name
from atomic_rs.play.table import Setting
from browser.hands import begin, click, marked, play, see, square

if TYPE_CHECKING:
    from playwright.sync_api import Page, Route

    from atomic_rs.play.table import Table
    from browser.hands import OpenPage

TO_THE_EXPLOSION = ["g1f3", "a7a6", "f3g5", "a6a5", "g5f7"]
CASTLING = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"


def moves_of(page: Page) -> list[str]:
    """The move list."""
    return page.locator("#moves button").all_inner_texts()


def test_a_game_to_the_explosion(page: Page, table: Table) -> None:
    play(page, *TO_THE_EXPLOSION)
    expect(page.locator("#result")).to_have_text("1-0")
    expect(page.locator("#reason")).to_have_text("White wins: the black king exploded")
    expect(page).to_have_title(re.compile("1-0"))
    see(page, table.board())
    assert marked(page, "scorched") == {"g5", "f7", "e8", "f8", "g8"}
    assert marked(page, "movable") == set()
    assert moves_of(page) == ["Nf3", "a6", "Ng5", "a5", "Nxf7#"]


def test_a_game_to_mate(page: Page, table: Table) -> None:
    play(page, "f2f3", "e7e5", "g2g4", "d8h4")
    expect(page.locator("#reason")).to_have_text("Black wins: checkmate")
    assert marked(page, "check") == {"e1"}
    see(page, table.board())


@pytest.mark.parametrize(("choice", "letter"), [("queen", "Q"), ("knight", "N")])
def test_a_promotion_by_the_menu(page: Page, table: Table, choice: str, letter: str) -> None:
    begin(page, table, Setting("8/1P6/8/8/8/8/k7/7K w - - 0 1"))
    click(page, "b7", "b8")
    menu = page.get_by_role("dialog", name="Promote to")
    expect(menu.get_by_role("button")).to_have_count(4)
    menu.get_by_role("button", name=choice).click()
    expect(square(page, "b8")).to_have_attribute("data-man", letter)
    expect(menu).to_have_count(0)


def test_a_promotion_that_explodes_and_one_that_is_called_off(page: Page, table: Table) -> None:
    begin(page, table, Setting("rk6/1P6/8/8/8/8/8/7K w - - 0 1"))
    click(page, "b7")
    square(page, "a8").hover()
    assert marked(page, "burning") == {"b7", "a8", "b8"}
    click(page, "a8")
    menu = page.get_by_role("dialog", name="Promote to")
    page.keyboard.press("Escape")
    expect(menu).to_have_count(0)
    click(page, "b7", "a8")
    click(page, "h5")  # a click beside the menu
    expect(menu).to_have_count(0)
    assert moves_of(page) == []
    click(page, "b7", "a8")
    menu.get_by_role("button", name="rook").click()
    expect(page.locator("#reason")).to_have_text("White wins: the black king exploded")


def test_castling_both_ways(page: Page, table: Table) -> None:
    begin(page, table, Setting(CASTLING))
    play(page, "e1g1", "e8c8")
    assert moves_of(page) == ["O-O", "O-O-O"]
    see(page, Board("2kr3r/8/8/8/8/8/8/R4RK1 w - - 2 2"))


def test_castling_in_chess960(page: Page, table: Table) -> None:
    fen = "1r1k1r2/1p3p2/8/8/8/8/1P3P2/1R1K1R2 w BFbf - 0 1"
    begin(page, table, Setting(fen, chess960=True))
    click(page, "d1")
    assert {"f1", "g1", "b1"} <= marked(page, "target")
    click(page, "f1")  # the rook, for the king that is held
    expect(page.locator("#moves button")).to_have_count(1)
    play(page, "d8b8")
    assert moves_of(page) == ["O-O", "O-O-O"]
    see(page, Board("2kr1r2/1p3p2/8/8/8/8/1P3P2/1R3RK1 w - - 2 2"))


def test_a_claim(page: Page) -> None:
    expect(page.locator("#claim")).to_be_hidden()
    play(page, *["g1f3", "g8f6", "f3g1", "f6g8"] * 2)
    page.get_by_role("button", name="Claim draw").click()
    expect(page.locator("#result")).to_have_text("1/2-1/2")
    expect(page.locator("#reason")).to_contain_text("occurred three times")


def test_captures_show_what_they_burn(page: Page, table: Table) -> None:
    play(page, *TO_THE_EXPLOSION[:-1])
    board = table.board()
    click(page, "g5")
    legal = [move for move in board.legal_moves if square_name(move.from_square) == "g5"]
    assert marked(page, "target") == {square_name(move.to_square) for move in legal}
    captures = {
        square_name(move.to_square): {square_name(lost) for lost in explosion.squares}
        for move in legal
        if (explosion := board.explosion(move))
    }
    assert marked(page, "capture") == captures.keys()
    assert marked(page, "kindling") == set().union(*captures.values())
    for target, lost in captures.items():
        square(page, target).hover()
        assert marked(page, "burning") == lost
        assert marked(page, "zero") == {target}
    square(page, "e4").hover()
    assert marked(page, "burning") == set()


def test_illegal_clicks_do_nothing(page: Page, table: Table) -> None:
    before = table.state()
    click(page, "e4", "e7", "e2", "e5", "a1", "a5", "e8", "e1", "e2", "e2")
    square(page, "d4").dblclick()
    assert table.state() == before
    assert marked(page, "selected") == set()


def test_a_refused_move_is_explained(page: Page, table: Table) -> None:
    begin(page, table, Setting("4k3/8/8/8/8/8/3p4/3QK3 w - - 0 1"))
    click(page, "d1", "d2")
    expect(page.locator("#status")).to_contain_text("the explosion would destroy the own king")
    assert moves_of(page) == []


def test_dragging(page: Page, table: Table) -> None:
    square(page, "e2").drag_to(square(page, "e4"))
    expect(square(page, "e4")).to_have_attribute("data-man", "P")
    square(page, "e7").drag_to(square(page, "e3"))  # no such move
    square(page, "d7").drag_to(page.locator("#status"))  # off the board
    assert marked(page, "selected") == set()
    assert [move.uci() for move in table.board().move_stack] == ["e2e4"]
    expect(page.locator(".ab-drag")).to_have_count(0)
    square(page, "d7").drag_to(square(page, "d5"))
    expect(square(page, "d5")).to_have_attribute("data-man", "p")


def test_two_tabs_show_one_game(open_page: OpenPage, table: Table) -> None:
    one, other = open_page(), open_page()
    play(one, "e2e4")
    expect(square(other, "e4")).to_have_attribute("data-man", "P")
    play(other, "e7e5")
    expect(square(one, "e5")).to_have_attribute("data-man", "p")
    assert [move.uci() for move in table.board().move_stack] == ["e2e4", "e7e5"]


def test_a_stale_tab_cannot_move(open_page: OpenPage, table: Table) -> None:
    one, stale = open_page(), open_page()

    def hang_up(route: Route) -> None:
        route.abort()

    stale.route("**/api/game*", hang_up)
    play(one, "e2e4", "e7e5")
    click(stale, "d2", "d4")
    expect(stale.locator("#status")).to_contain_text("moved on in another window")
    see(stale, table.board())
    assert moves_of(stale) == ["e4", "e5"]
    stale.unroute("**/api/game*")
    play(stale, "d2d4")
    assert [move.uci() for move in table.board().move_stack] == ["e2e4", "e7e5", "d2d4"]


def test_reload_keeps_the_game(page: Page, table: Table) -> None:
    play(page, *TO_THE_EXPLOSION[:3])
    page.reload()
    expect(page.locator("#moves button")).to_have_count(3)
    see(page, table.board())


def test_double_clicks_make_one_move(page: Page, table: Table) -> None:
    click(page, "e2")
    square(page, "e4").dblclick()
    expect(page.locator("#moves button")).to_have_count(1)
    square(page, "e7").dblclick()
    assert [move.uci() for move in table.board().move_stack] == ["e2e4"]


def test_keys_alone_play_a_game(page: Page, table: Table) -> None:
    square(page, "e2").focus()
    for key in ("Enter", "ArrowUp", "ArrowUp", "Enter"):
        page.keyboard.press(key)
    expect(square(page, "e4")).to_have_attribute("data-man", "P")
    assert square(page, "e4").evaluate("square => square === document.activeElement")
    for key in ("ArrowUp", "ArrowUp", "ArrowUp", "ArrowLeft", "Space"):
        page.keyboard.press(key)
    expect(square(page, "d7")).to_have_attribute("aria-selected", "true")
    for key in ("ArrowDown", "ArrowDown", "Enter"):
        page.keyboard.press(key)
    expect(square(page, "d5")).to_have_attribute("data-man", "p")
    square(page, "e4").focus()
    page.keyboard.press("Enter")
    label = square(page, "d5").get_attribute("aria-label")
    assert label == (
        "d5, black pawn, last move, capture: explosion on d5 destroys white pawn e4, black pawn d5"
    )
    page.keyboard.press("Escape")
    assert marked(page, "selected") == set()
    page.keyboard.press("Home")
    assert table.board().ply() == 2


def test_keys_choose_a_promotion(page: Page, table: Table) -> None:
    begin(page, table, Setting("8/1P6/8/8/8/8/k7/7K w - - 0 1"))
    square(page, "b7").focus()
    for key in ("Enter", "ArrowUp", "Enter", "ArrowDown", "Tab", "Enter"):
        page.keyboard.press(key)
    expect(square(page, "b8")).to_have_attribute("data-man", "R")


def test_typed_moves(page: Page, table: Table) -> None:
    field = page.get_by_label("Type a move")
    for text in ("Nf3", "a7a6"):
        field.fill(text)
        page.keyboard.press("Enter")
        expect(field).to_have_value("")
    field.fill("Ke5")
    page.get_by_role("button", name="Play").click()
    expect(page.locator("#status")).to_contain_text('"Ke5"')
    assert table.board().ply() == 2


def test_hostile_text_stays_text(page: Page) -> None:
    text = "<img src=x onerror=1>"
    page.get_by_label("Type a move").fill(text[:20])
    page.keyboard.press("Enter")
    expect(page.locator("#status")).to_contain_text("<img src=x")
    page.locator("#fen").fill(text)
    page.get_by_role("button", name="Set up").click()
    expect(page.locator("#status")).to_contain_text("onerror")
    assert page.locator("img").count() == 0


def test_undo_flip_and_looking_back(page: Page, table: Table) -> None:
    expect(page.get_by_role("button", name="Undo")).to_be_disabled()
    play(page, *TO_THE_EXPLOSION)
    page.get_by_role("button", name="Undo").click()
    expect(page.locator("#banner")).to_be_hidden()
    see(page, table.board())
    page.get_by_role("button", name="Flip").click()
    assert page.locator(".ab-square").first.get_attribute("data-square") == "h1"
    see(page, table.board())
    page.get_by_role("button", name="One move back").click()
    expect(page.locator("#status")).to_contain_text("move 3 of 4")
    assert marked(page, "movable") == set()
    page.locator("#moves button").first.click()
    expect(page.locator("#status")).to_contain_text("move 1 of 4")
    page.get_by_role("button", name="First position").click()
    see(page, Board())
    page.get_by_role("button", name="Current position").click()
    see(page, table.board())
    play(page, "g5f7")


def test_fen_out_and_in(page: Page, table: Table) -> None:
    play(page, "e2e4")
    assert page.locator("#fen").input_value() == table.board().fen()
    page.locator("#fen").fill(CASTLING)
    page.get_by_role("button", name="Set up").click()
    expect(page.locator("#moves button")).to_have_count(0)
    see(page, Board(CASTLING))
    page.locator("#fen").fill("nonsense")
    page.get_by_role("button", name="Set up").click()
    expect(page.locator("#status")).to_contain_text("nonsense")
    assert table.board().fen() == CASTLING


def test_a_new_game_by_other_rules(page: Page, table: Table) -> None:
    page.get_by_role("button", name="New game").click()
    dialog = page.get_by_role("dialog", name="New game")
    assert dialog.get_by_label("Rules").locator("option").count() == 10
    dialog.get_by_label("Rules").select_option("atomar")
    dialog.get_by_label("Draws").select_option("lichess")
    dialog.get_by_label("Chess960").check()
    dialog.get_by_label("Start position").fill("0")
    dialog.get_by_role("button", name="Start").click()
    expect(dialog).to_be_hidden()
    see(page, Board.from_chess960_pos(0))
    expect(page.locator("#rules")).to_have_text("atomar, Chess960")
    assert table.setting.draws == "lichess"
    page.get_by_role("button", name="New game").click()
    dialog.get_by_label("Position (FEN").fill("<b>")
    dialog.get_by_role("button", name="Start").click()
    expect(dialog.get_by_role("alert")).to_contain_text("<b>")
    page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()
    assert table.setting.rules == "atomar"


def test_against_the_random_mover(page: Page, table: Table) -> None:
    page.get_by_role("button", name="New game").click()
    dialog = page.get_by_role("dialog", name="New game")
    dialog.get_by_label("Opponent").select_option("random")
    dialog.get_by_label("You play").select_option("black")
    dialog.get_by_role("button", name="Start").click()
    expect(page.locator("#moves button")).to_have_count(1)
    assert page.locator(".ab-square").first.get_attribute("data-square") == "h1"
    expect(page.locator("#rules")).to_have_text("atomic, against the random mover")
    click(page, "e7", "e6")
    expect(page.locator("#moves button")).to_have_count(3)
    see(page, table.board())
    page.get_by_role("button", name="Undo").click()
    expect(page.locator("#moves button")).to_have_count(1)


def test_the_explosion_moves_unless_stillness_is_preferred(
    open_page: OpenPage, table: Table
) -> None:
    lively, still = open_page(), open_page(reduced_motion="reduce")
    for page in (lively, still):
        page.locator(".ab-effects").evaluate(
            """layer => {
                layer.dataset.most = "0";
                new MutationObserver(() => {
                    layer.dataset.most = Math.max(layer.dataset.most, layer.children.length);
                }).observe(layer, { childList: true });
            }"""
        )
    play(lively, *TO_THE_EXPLOSION)
    expect(still.locator("#moves button")).to_have_count(5)
    ghosts = len(Board(table.state(4)["fen"]).explosion(Move.from_uci("g5f7")).squares)  # type: ignore[union-attr]
    most = lively.locator(".ab-effects").get_attribute("data-most")
    assert int(most or 0) >= ghosts + 2
    expect(lively.locator(".ab-effects > *")).to_have_count(0)
    assert still.locator(".ab-effects").get_attribute("data-most") == "0"
    assert marked(still, "scorched") == marked(lively, "scorched")


def test_a_server_that_goes_away_is_reported(page: Page) -> None:
    page.route("**/api/**", lambda route: route.abort())
    click(page, "e2", "e4")
    expect(page.locator("#status")).to_contain_text("No connection")
    page.unroute("**/api/**")
    play(page, "e2e4")
