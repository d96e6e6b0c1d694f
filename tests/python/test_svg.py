"""Pictures: parsed as XML, and looked at for what is drawn where."""

from __future__ import annotations

import inspect
from typing import TYPE_CHECKING, Any
from xml.etree import ElementTree as ET

import pytest
from hypothesis import given
from hypothesis import strategies as st

from atomic_rs import RULES, SQUARE_NAMES, Board, Move, Piece, SquareSet, svg
from atomic_rs.drawings import SIZE

if TYPE_CHECKING:
    from collections.abc import Iterator

SVG = "{http://www.w3.org/2000/svg}"
MEN = {
    "p": "black pawn",
    "n": "black knight",
    "b": "black bishop",
    "r": "black rook",
    "q": "black queen",
    "k": "black king",
}
MEN |= {letter.upper(): f"white {name.split()[1]}" for letter, name in MEN.items()}
BEFORE = Board("r3k2r/5n1p/4p3/6N1/8/8/8/4K3 w kq - 0 1")
CAPTURE = Move.from_uci("g5f7")


class Seen:
    """A picture, parsed."""

    def __init__(self, picture: str) -> None:
        self.root = ET.fromstring(picture)  # noqa: S314 - made by us, just now

    def with_class(self, *names: str) -> Iterator[ET.Element]:
        """Elements with all of some classes, in the order in which they are painted."""
        for element in self.root.iter():
            if set(names) <= set(element.get("class", "").split()):
                yield element

    def one(self, *names: str) -> ET.Element:
        """The only element with some classes."""
        (found,) = self.with_class(*names)
        return found

    def men(self, kind: str = "piece") -> dict[str, str]:
        """Men by square, or their ghosts."""
        return {
            element.attrib["class"].split()[3]: " ".join(element.attrib["class"].split()[1:3])
            for element in self.with_class(kind)
        }

    def text(self, tag: str) -> str:
        """The text of an element."""
        return self.root.findtext(f"{SVG}{tag}") or ""


def seen(board: Board | None = None, **options: Any) -> Seen:  # noqa: ANN401 - as they come
    return Seen(svg.board(board, **options))


def expected_men(board: Board) -> dict[str, str]:
    return {SQUARE_NAMES[square]: MEN[man.symbol()] for square, man in board.piece_map().items()}


def place(element: ET.Element) -> tuple[float, float]:
    """Where a square or a man is drawn, in squares from the upper left corner."""
    if "transform" in element.attrib:
        x, y = map(float, element.attrib["transform"].removeprefix("translate(")[:-1].split())
    else:
        x, y = float(element.get("x", 0)), float(element.get("y", 0))
    return x / SIZE, y / SIZE


class TestBoard:
    """What is drawn where."""

    def test_every_man_and_square_is_there_once(self) -> None:
        picture = seen(Board())
        assert picture.men() == expected_men(Board())
        assert len(list(picture.with_class("square"))) == 64
        for name in SQUARE_NAMES:
            picture.one("square", name)
        assert picture.root.get("viewBox") == "0 0 390 390"

    @pytest.mark.parametrize(
        ("orientation", "corners"),
        [(True, {"a8": (0, 0), "h1": (7, 7)}), (False, {"h1": (0, 0), "a8": (7, 7)})],
    )
    def test_orientation(self, orientation: bool, corners: dict[str, tuple[float, float]]) -> None:
        picture = seen(Board(), orientation=orientation, coordinates=False)
        assert picture.root.get("viewBox") == "0 0 360 360"
        for name, corner in corners.items():
            assert place(picture.one("square", name)) == corner
            assert place(picture.one("piece", name)) == corner

    def test_a1_is_dark(self) -> None:
        picture = seen()
        assert "dark" in picture.one("square", "a1").attrib["class"]
        assert "light" in picture.one("square", "h1").attrib["class"]
        assert sum(1 for _ in picture.with_class("square", "light")) == 32

    def test_last_move_check_fill_and_crosses(self) -> None:
        board = Board("4k3/8/8/8/7b/8/8/4K3 w - - 0 1")
        move = Move.from_uci("e7h4")
        picture = seen(
            board, lastmove=move, check="e1", fill={0: "#ff0000", 9: "#00ff0080"}, squares=[27]
        )
        marked = {element.attrib["class"].split()[-1] for element in picture.with_class("lastmove")}
        assert marked == {"e7", "h4"}
        assert place(picture.one("check", "e1")) == place(picture.one("square", "e1"))
        assert picture.one("fill", "a1").get("fill") == "#ff0000"
        assert picture.one("fill", "b2").get("fill-opacity") == "0.50"
        picture.one("cross", "d4")
        assert "in check" in picture.text("title")

    def test_squares_as_set_mask_or_names(self) -> None:
        pictures = {svg.board(squares=each) for each in (SquareSet([1, 63]), 2 | 1 << 63, (1, 63))}
        assert len(pictures) == 1

    def test_arrows(self) -> None:
        arrows = [svg.Arrow("e2", "e4"), (6, 21), (8, 8), svg.Arrow("a1", "h8", color="red")]
        picture = seen(Board(), arrows=arrows)
        assert [element.attrib["class"] for element in picture.with_class("arrow")] == [
            "arrow e2e4",
            "arrow g1f3",
            "arrow a1h8",
        ]
        picture.one("circle")
        points = [
            tuple(map(float, point.split(",")))
            for point in picture.one("arrow", "e2e4").attrib["points"].split()
        ]
        # The arrow lies on the e-file, and its tip is on e4.
        assert all(abs(x - (15 + 4.5 * SIZE)) < SIZE / 2 for x, _ in points)
        assert min(y for _, y in points) == pytest.approx(15 + 4.6 * SIZE)
        assert picture.one("arrow", "a1h8").get("fill") == "#882020"

    def test_coordinates_and_borders(self) -> None:
        picture = seen(Board(), borders=True)
        assert picture.root.get("viewBox") == "0 0 394 394"
        names = [element.text for element in picture.with_class("coord")]
        assert sorted(filter(None, names)) == sorted("abcdefgh12345678" * 2)
        assert not list(seen(Board(), coordinates=False).with_class("coord"))
        picture.one("inner", "border")
        picture.one("outer", "border")

    def test_size_colors_and_style(self) -> None:
        picture = seen(
            Board(), size=200, colors={"square light": "white"}, style=".square { stroke: red }"
        )
        assert (picture.root.get("width"), picture.root.get("height")) == ("200", "200")
        assert picture.one("square", "b1").get("fill") == "white"
        assert picture.text("style") == ".square { stroke: red }"

    def test_screen_readers_get_a_title_and_the_men(self) -> None:
        picture = seen(Board("4k3/8/8/8/8/8/4P3/4K3 b - - 0 1"))
        assert picture.root.get("role") == "img"
        assert picture.text("title") == picture.root.get("aria-label")
        assert picture.text("title") == "Chess board; Black to move"
        assert picture.text("desc") == "White: king e1, pawn e2. Black: king e8."

    def test_men_are_painted_over_squares_and_marks(self) -> None:
        kinds = [
            element.attrib["class"].split()[0]
            for element in seen(BEFORE, blast=CAPTURE, check="e1").root
            if "class" in element.attrib
        ]
        last = {kind: len(kinds) - 1 - kinds[::-1].index(kind) for kind in set(kinds)}
        first = min(kinds.index("piece"), kinds.index("ghost"))
        assert all(last[kind] < first for kind in ("square", "check", "blast", "burnt", "ring"))


class TestBlast:
    """Explosions, before and after."""

    def test_before_the_capture(self) -> None:
        picture = seen(BEFORE, blast=CAPTURE)
        lost = {"g5": "white knight", "f7": "black knight", "e8": "black king"}
        assert picture.men("ghost") == lost
        assert picture.men() == {
            name: man for name, man in expected_men(BEFORE).items() if name not in lost
        }
        burnt = {element.attrib["class"].split()[-1] for element in picture.with_class("burnt")}
        assert burnt == lost.keys()
        assert "explosion on f7" in picture.text("title")

    def test_after_the_capture(self) -> None:
        board = BEFORE.copy()
        board.push(CAPTURE)
        picture = seen(board, blast=CAPTURE)
        assert picture.men() == expected_men(board)
        assert picture.men("ghost").keys() == {"g5", "f7", "e8"}

    def test_the_ring_is_around_the_centre_and_inside_the_board(self) -> None:
        ring = seen(BEFORE, blast=CAPTURE, coordinates=False).one("ring")
        assert place(ring) == pytest.approx((4, 0), abs=0.1)
        assert float(ring.attrib["width"]) == pytest.approx(3 * SIZE, abs=4)
        corner = Board("7k/8/8/8/4K3/8/8/r6Q w - - 0 1")
        ring = seen(corner, blast=corner.explosion(Move.from_uci("h1a1"))).one("ring")
        assert float(ring.attrib["width"]) == pytest.approx(2 * SIZE, abs=4)

    def test_pawns_beside_survive_and_en_passant_burns_around_its_goal(self) -> None:
        board = Board("4k3/2p1p3/8/3pP3/8/8/8/4K3 w - d6 0 1")
        picture = seen(board, blast=Move.from_uci("e5d6"))
        assert picture.men("ghost") == {"e5": "white pawn", "d5": "black pawn"}
        assert {"c7", "e7"} <= picture.men().keys()

    def test_quiet_moves_have_none_and_others_are_refused(self) -> None:
        assert not list(seen(Board(), blast=Move.from_uci("e2e4")).with_class("ring"))
        for board in (Board(), None):
            with pytest.raises(ValueError, match="e2e5"):
                svg.board(board, blast=Move.from_uci("e2e5"))

    def test_every_rule_set(self) -> None:
        for rules in RULES:
            board = Board("4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", rules=rules)
            lost = seen(board, blast=Move.from_uci("e4d5")).men("ghost")
            assert lost == {"e4": "white pawn", "d5": "black pawn"}


class TestText:
    """Whatever comes in, the picture is XML and says nothing else."""

    @given(
        st.text(st.characters(codec="utf-8", exclude_categories=["Cc", "Cs"])),
        st.text(st.characters(codec="utf-8", exclude_categories=["Cc", "Cs"])),
    )
    def test_texts_are_escaped(self, style: str, color: str) -> None:
        if any(char in style + color for char in "\ufffe\uffff"):
            return
        plain = [element.tag for element in seen(Board(), style="", fill={0: "red"}).root.iter()]
        picture = seen(Board(), style=style, fill={0: color}, arrows=[svg.Arrow(0, 1, color=color)])
        tags = [element.tag for element in picture.root.iter()]
        assert [tag for tag in tags if tag != f"{SVG}polygon"] == plain
        assert picture.text("style") == style

    @pytest.mark.parametrize("text", ["\0", "\x1b", "\ud800", "\ufffe"])
    def test_what_xml_cannot_say_is_refused(self, text: str) -> None:
        cases: tuple[dict[str, Any], ...]
        cases = ({"style": text}, {"fill": {0: text}}, {"colors": {"coord": text}})
        for options in cases:
            with pytest.raises(ValueError, match="cannot contain"):
                svg.board(Board(), **options)

    @pytest.mark.parametrize("size", [0, -1, float("nan"), float("inf"), True])
    def test_impossible_sizes_are_refused(self, size: float) -> None:
        with pytest.raises(ValueError, match="size"):
            svg.board(Board(), size=size)

    def test_impossible_squares_are_refused(self) -> None:
        cases: tuple[dict[str, Any], ...]
        cases = ({"check": 64}, {"fill": {-1: "red"}}, {"squares": [99]}, {"check": "i9"})
        for options in cases:
            with pytest.raises(ValueError, match="square"):
                svg.board(Board(), **options)

    def test_no_ids_links_or_scripts(self) -> None:
        picture = svg.board(BEFORE, blast=CAPTURE, arrows=[(0, 8)])
        assert not any(word in picture for word in (" id=", "href", "url(", "<script", "on="))


class TestPieces:
    """`svg.piece` and `Arrow`."""

    @pytest.mark.parametrize(("letter", "name"), MEN.items())
    def test_each_man_has_a_name_and_a_drawing(self, letter: str, name: str) -> None:
        picture = Seen(svg.piece(Piece.from_symbol(letter), size=30))
        assert picture.text("title") == name
        assert picture.root.get("viewBox") == "0 0 45 45"
        assert len(list(picture.root.iter(f"{SVG}path"))) >= 2

    def test_all_drawings_differ(self) -> None:
        assert len({svg.piece(Piece.from_symbol(letter)) for letter in MEN}) == 12

    @pytest.mark.parametrize("pgn", ["Ge2e4", "Ra1", "Yh8a1", "Bc3c4"])
    def test_arrows_go_to_pgn_and_back(self, pgn: str) -> None:
        assert svg.Arrow.from_pgn(pgn).pgn() == pgn

    @pytest.mark.parametrize("pgn", ["", "e2e4", "Xe2e4", "Ge2e9", "Ge2e4e5"])
    def test_other_arrows_are_refused(self, pgn: str) -> None:
        with pytest.raises(ValueError, match="invalid arrow"):
            svg.Arrow.from_pgn(pgn)

    def test_arrows_compare_by_value(self) -> None:
        assert svg.Arrow("e2", "e4") == svg.Arrow(12, 28) != svg.Arrow(12, 28, color="red")
        assert len({svg.Arrow("e2", "e4"), svg.Arrow(12, 28)}) == 1


class TestNotebooks:
    """`_repr_svg_`."""

    def test_boards_show_last_move_and_check(self) -> None:
        board = Board("4k3/8/8/8/8/8/8/R3K3 w - - 0 1")
        board.push_uci("a1a8")
        picture = Seen(board._repr_svg_())
        assert {place(element) for element in picture.with_class("lastmove")} == {
            place(picture.one("square", "a1")),
            place(picture.one("square", "a8")),
        }
        picture.one("check", "e8")
        assert Seen(board.position()._repr_svg_()).men() == expected_men(board)

    def test_sets_of_squares_are_crosses(self) -> None:
        picture = Seen(SquareSet([0, 63])._repr_svg_())
        assert [element.attrib["class"] for element in picture.with_class("cross")] == [
            "cross a1",
            "cross h8",
        ]

    def test_pictures_show_themselves(self) -> None:
        picture = svg.board(Board())
        assert picture._repr_svg_() == picture


def test_the_same_options_as_python_chess() -> None:
    chess_svg = pytest.importorskip("chess.svg")
    theirs = inspect.signature(chess_svg.board).parameters.keys() - {"flipped"}  # deprecated there
    assert theirs <= inspect.signature(svg.board).parameters.keys()
    assert inspect.signature(chess_svg.piece).parameters.keys() == {"piece", "size"}
