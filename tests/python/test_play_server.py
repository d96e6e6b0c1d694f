"""The server of the page: what it answers, and what nobody can make it do."""

from __future__ import annotations

import contextlib
import http.client
import json
import random
import socket
import sys
import threading
from typing import TYPE_CHECKING, Any, Final

import pytest

from atomic_rs import STARTING_FEN
from atomic_rs.play import server as server_module
from atomic_rs.play.opponent import RandomMover
from atomic_rs.play.page import FILES, assets, text_of
from atomic_rs.play.server import HEADERS, PlayServer
from atomic_rs.play.table import Setting, Table

if TYPE_CHECKING:
    from collections.abc import Iterator


JSON: Final = {"Content-Type": "application/json"}
UCI: Final = [sys.executable, "-m", "atomic_rs", "uci"]


class Client:
    """Somebody who talks HTTP to a server."""

    def __init__(self, server: PlayServer) -> None:
        self.port = server.server_address[1]
        self.host = f"127.0.0.1:{self.port}"

    def ask(
        self,
        method: str,
        path: str,
        body: str | bytes | None = None,
        headers: dict[str, str] | None = None,
    ) -> tuple[int, bytes, http.client.HTTPMessage]:
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=10)
        with contextlib.closing(connection):
            connection.request(method, path, body, headers or {})
            response = connection.getresponse()
            return response.status, response.read(), response.headers

    def game(self, query: str = "") -> dict[str, Any]:
        status, body, _ = self.ask("GET", f"/api/game{query}")
        assert status == 200
        return dict(json.loads(body))

    def post(self, action: str, **fields: Any) -> tuple[int, dict[str, Any]]:  # noqa: ANN401
        status, body, _ = self.ask("POST", f"/api/{action}", json.dumps(fields), JSON)
        return status, json.loads(body)

    def do(self, action: str, **fields: Any) -> dict[str, Any]:  # noqa: ANN401 - JSON
        status, answer = self.post(action, version=self.game()["version"], **fields)
        assert status == 200, answer
        return answer

    def raw(self, data: bytes) -> bytes:
        """What comes back when these bytes are sent, until the server hangs up or falls silent."""
        with socket.create_connection(("127.0.0.1", self.port), timeout=10) as connection:
            connection.sendall(data)
            connection.shutdown(socket.SHUT_WR)
            answer = b""
            with contextlib.suppress(ConnectionError):
                while part := connection.recv(65536):
                    answer += part
            return answer


@pytest.fixture
def client() -> Iterator[Client]:
    with Table(Setting(), {"random": RandomMover(1)}) as table:
        server = PlayServer(table).start()
        try:
            yield Client(server)
        finally:
            server.stop()


class TestFiles:
    """What can be fetched."""

    def test_every_file_of_the_page(self, client: Client) -> None:
        for path, (kind, body) in assets().items():
            status, found, headers = client.ask("GET", path)
            assert (status, found, headers["Content-Type"]) == (200, body, kind)
            assert dict(headers).items() >= HEADERS.items()

    def test_the_page_names_nothing_from_elsewhere(self) -> None:
        for name in (*FILES, "widget.js", "widget.css"):
            text = text_of(name).replace("http://www.w3.org/2000/svg", "")
            assert not any(
                word in text for word in ("http:", "https:", "//cdn", "@import", "eval(")
            )
            assert "innerHTML" not in text

    @pytest.mark.parametrize(
        "path",
        [
            "/../server.py",
            "/page/../../svg.py",
            "/%2e%2e/server.py",
            "/..%2fserver.py",
            "//etc/passwd",
            "/etc/passwd",
            "/app.js/",
            "/app.js%00",
            "/index.html",
            "/widget.js",
            "/api/",
            "/" + "a" * 5000,
        ],
    )
    def test_nothing_else(self, client: Client, path: str) -> None:
        status, body, _ = client.ask("GET", path)
        assert status == 404
        assert json.loads(body) == {"error": "there is no such page"}

    def test_other_methods(self, client: Client) -> None:
        for method in ("PUT", "DELETE", "OPTIONS", "TRACE", "BREW"):
            status, _, headers = client.ask(method, "/")
            assert status == 501
            assert headers["X-Frame-Options"] == "DENY"
        status, body, headers = client.ask("HEAD", "/")
        assert (status, body) == (200, b"")
        assert int(headers["Content-Length"]) > 0


class TestGame:
    """A game by requests."""

    def test_move_undo_and_look_back(self, client: Client) -> None:
        client.do("move", move="Nf3")
        state = client.do("move", move="a7a6")
        assert state["history"] == ["Nf3", "a6"]
        past = client.game("?ply=1")
        assert (past["ply"], past["moves"], past["turn"]) == (1, [], "black")
        assert client.do("undo")["history"] == ["Nf3"]
        assert client.game()["fen"] == "rnbqkbnr/pppppppp/8/8/8/5N2/PPPPPPPP/RNBQKB1R b KQkq - 1 1"

    def test_news_only_if_there_are(self, client: Client) -> None:
        version = client.game()["version"]
        status, body, _ = client.ask("GET", f"/api/game?since={version}")
        assert (status, body) == (204, b"")
        client.do("move", move="e4")
        assert client.game(f"?since={version}")["history"] == ["e4"]

    def test_a_stale_move_changes_nothing_and_gets_the_news(self, client: Client) -> None:
        version = client.game()["version"]
        assert client.post("move", version=version, move="e4")[0] == 200
        for action, fields in {"move": {"move": "e5"}, "undo": {}, "new": {}, "claim": {}}.items():
            status, answer = client.post(action, version=version, **fields)
            assert status == 409
            assert answer["state"]["history"] == ["e4"]

    def test_many_at_once_make_one_move(self, client: Client) -> None:
        version = client.game()["version"]
        codes: list[int] = []
        threads = [
            threading.Thread(
                target=lambda: codes.append(client.post("move", version=version, move="e4")[0])
            )
            for _ in range(16)
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert sorted(codes) == [200] + [409] * 15
        assert client.game()["history"] == ["e4"]

    def test_illegal_moves_are_refused_with_their_reason(self, client: Client) -> None:
        before = client.game()
        for move in ("e2e5", "Ke5", "0000", "--", "", "e7e5", "x" * 20, "<b>"):
            status, answer = client.post("move", version=before["version"], move=move)
            assert status == 422, move
            assert answer["error"]
        assert client.game() == before

    def test_explain(self, client: Client) -> None:
        state = client.do("new", fen="4k3/8/8/8/8/8/3p4/3QK3 w - - 0 1")
        squares = {"from": "d1", "to": "d2"}
        status, answer = client.post("explain", version=state["version"], **squares)
        assert (status, answer["reason"]) == (200, "the explosion would destroy the own king")
        status, _ = client.post("explain", version=state["version"], **{"from": "x9", "to": "d2"})
        assert status == 422

    def test_rule_sets_and_chess960(self, client: Client) -> None:
        for rules in client.game()["offers"]["rules"]:
            state = client.do("new", rules=rules, draws="lichess")
            assert (state["rules"], len(state["moves"])) == (rules, 20)
        state = client.do("new", chess960=True, number=0)
        assert state["fen"].startswith("bbqnnrkr/")
        assert state["chess960"]
        assert client.do("new", chess960=True)["chess960"]
        assert client.do("new", chess960=True, fen=STARTING_FEN)["fen"] == STARTING_FEN

    @pytest.mark.parametrize(
        ("fields", "status"),
        [
            ({"fen": "nonsense"}, 422),
            ({"fen": "8/8/8/8/8/8/8/8 w - - 0 1"}, 422),
            ({"rules": "chess"}, 422),
            ({"opponent": "engine"}, 422),
            ({"draws": "never"}, 400),
            ({"human": "grey"}, 400),
            ({"number": 960, "chess960": True}, 400),
            ({"number": 1.5, "chess960": True}, 400),
            ({"number": True, "chess960": True}, 400),
            ({"chess960": "yes"}, 400),
            ({"fen": "8" * 201}, 400),
            ({"fen": None}, 400),
        ],
    )
    def test_impossible_games(self, client: Client, fields: dict[str, Any], status: int) -> None:
        before = client.game()
        code, answer = client.post("new", version=before["version"], **fields)
        assert (code, list(answer)) == (status, ["error"])
        assert client.game() == before

    def test_a_claim(self, client: Client) -> None:
        for move in ["Nf3", "Nf6", "Ng1", "Ng8"] * 2:
            state = client.do("move", move=move)
        assert state["claim"]
        state = client.do("claim")
        assert state["outcome"]["result"] == "1/2-1/2"
        assert state["outcome"]["reason"] == "threefold_repetition"
        assert (state["moves"], state["claim"]) == ([], False)
        assert client.post("claim", version=state["version"])[0] == 422
        assert client.post("move", version=state["version"], move="e4")[0] == 422
        assert client.do("undo")["outcome"] is None

    def test_policies_of_draws(self, client: Client) -> None:
        fen = "4k3/8/8/8/8/8/8/4K2Q w - - 99 90"
        assert client.do("new", fen=fen, draws="lichess")["claim"]
        assert client.do("move", move="Qh2")["outcome"]["reason"] == "fifty_moves"
        assert client.do("new", fen=fen, draws="chessplayx")["claim"]
        assert client.do("move", move="Qh2")["outcome"] is None

    def test_a_random_opponent_answers(self, client: Client) -> None:
        state = client.do("new", opponent="random", human="black")
        for _ in range(200):
            if len(client.game()["history"]) == 1:
                break
        state = client.game()
        assert (len(state["history"]), state["turn"], state["undo"]) == (1, "black", False)


class TestStrangers:
    """Requests that are not from our own page."""

    @pytest.mark.parametrize(
        "host", ["evil.example", "evil.example:8960", "127.0.0.1.evil.example", "", "192.168.0.9"]
    )
    def test_other_hosts(self, client: Client, host: str) -> None:
        for method, path in (("GET", "/"), ("GET", "/api/game"), ("POST", "/api/undo")):
            status, _, _ = client.ask(method, path, None, {"Host": host})
            assert status == 421

    @pytest.mark.parametrize("host", ["localhost", "LOCALHOST:99", "127.0.0.1", "[::1]:8960"])
    def test_our_names(self, client: Client, host: str) -> None:
        assert client.ask("GET", "/", None, {"Host": host})[0] == 200

    @pytest.mark.parametrize(
        "headers",
        [
            {"Origin": "http://evil.example"},
            {"Origin": "null"},
            {"Origin": "http://127.0.0.1:1"},
            {"Sec-Fetch-Site": "cross-site"},
            {"Sec-Fetch-Site": "same-site"},
            {"Sec-Fetch-Site": "none"},
        ],
    )
    def test_other_origins_change_nothing(self, client: Client, headers: dict[str, str]) -> None:
        before = client.game()
        body = json.dumps({"version": before["version"], "move": "e4"})
        assert client.ask("POST", "/api/move", body, JSON | headers)[0] == 403
        assert client.game() == before

    def test_our_own_origin(self, client: Client) -> None:
        body = json.dumps({"version": client.game()["version"], "move": "e4"})
        headers = {"Origin": f"http://{client.host}", "Sec-Fetch-Site": "same-origin"}
        assert client.ask("POST", "/api/move", body, JSON | headers)[0] == 200

    def test_forms_cannot_speak_for_the_page(self, client: Client) -> None:
        body = json.dumps({"version": client.game()["version"], "move": "e4"})
        for kind in ("text/plain", "application/x-www-form-urlencoded", "multipart/form-data"):
            assert client.ask("POST", "/api/move", body, {"Content-Type": kind})[0] == 415

    @pytest.mark.parametrize("host", ["127.0.0.1", "127.0.0.2", "localhost", "::1"])
    def test_other_names_of_this_machine(self, host: str) -> None:
        with Table() as table, PlayServer(table, host) as server:
            assert server.is_local
            name = server.url.removeprefix("http://").rstrip("/")
            assert server.knows(name)
            assert not server.knows("192.168.0.9")

    def test_elsewhere_than_loopback_addresses_are_fine_but_names_are_not(self) -> None:
        with Table() as table, PlayServer(table, "0.0.0.0") as server:  # noqa: S104 - the case
            assert not server.is_local
            assert server.knows("192.168.0.9:8960")
            assert not server.knows("evil.example")


class TestGarbage:
    """Requests that make no sense."""

    @pytest.mark.parametrize(
        "body",
        [b"", b"{", b"[]", b"null", b"1", b'"x"', b"\xff\xfe", b"[" * 8000, b"1" * 8000, b"{}"],
    )
    def test_bodies(self, client: Client, body: bytes) -> None:
        before = client.game()
        for action in ("move", "undo", "claim", "new", "explain"):
            assert client.ask("POST", f"/api/{action}", body, JSON)[0] == 400
        assert client.game() == before

    def test_fields_of_other_kinds(self, client: Client) -> None:
        version = client.game()["version"]
        moves: list[Any] = [None, 1, True, [], {}, "x" * 21]
        for move in moves:
            assert client.post("move", version=version, move=move)[0] == 400
        versions: list[Any] = [None, 1, [], "x" * 41]
        for odd in versions:
            assert client.post("move", version=odd, move="e4")[0] == 400

    def test_large_and_endless_bodies(self, client: Client) -> None:
        head = b"POST /api/move HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
        for line, code in {
            b"Content-Length: 99999": b"413",
            b"Content-Length: 999999999999999999": b"411",
            b"Content-Length: -1": b"411",
            b"Content-Length: 1e3": b"411",
            b"Content-Length: 2\r\nContent-Length: 3": b"411",
            b"Transfer-Encoding: chunked": b"411",
            b"X: y": b"411",
        }.items():
            answer = client.raw(head + line + b"\r\n\r\n" + b"{}")
            assert answer.split()[1] == code, line
            assert answer.count(b"HTTP/1.1") == 1
        assert client.game()["history"] == []

    def test_bytes_at_random(self, client: Client) -> None:
        chance = random.Random(7)
        for _ in range(60):
            start = chance.choice([b"GET / HTTP/1.1\r\n", b"POST /api/move HTTP/1.1\r\n", b""])
            client.raw(start + chance.randbytes(chance.randrange(300)))
        assert client.game()["history"] == []

    def test_silent_connections_do_not_keep_others_out(
        self, client: Client, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(server_module.Handler, "timeout", 0.3)
        places = server_module.MOST_CONNECTIONS
        with contextlib.ExitStack() as stack:
            for _ in range(places + 8):
                address = ("127.0.0.1", client.port)
                connection = stack.enter_context(socket.create_connection(address, timeout=5))
                connection.sendall(b"GET / HTTP/1.1\r\n")
            for _ in range(100):
                with contextlib.suppress(OSError, http.client.HTTPException):
                    assert client.game()["history"] == []
                    return
        pytest.fail("no place came free")
