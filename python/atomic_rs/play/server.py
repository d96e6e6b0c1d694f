"""The server of the page: plain HTTP, from this machine and for this machine.

It gives out the few files of `page.py` and answers requests about one `Table`. Requests must name
this machine as their host, and must not come from another site's page; the files are looked up in
a table, so that no path leads anywhere else; requests are small, and so is their number at a time.
"""

from __future__ import annotations

import ipaddress
import json
import re
import socket
import socketserver
import threading
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import TYPE_CHECKING, Any, Final, Self
from urllib.parse import parse_qs

from atomic_rs.play.page import assets
from atomic_rs.play.request import BadRequestError, Request, setting_of
from atomic_rs.play.table import RefusedError, StaleError

if TYPE_CHECKING:
    from collections.abc import Callable

    from atomic_rs.play.table import Table
    from atomic_rs.play.view import View

LONGEST_BODY: Final = 8192
MOST_CONNECTIONS: Final = 64
SECONDS_TO_SPEAK: Final = 15
LOOPBACK: Final = frozenset({"localhost", "127.0.0.1", "[::1]"})
HEADERS: Final = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; "
        "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    ),
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Cache-Control": "no-store",
}


class PlayServer(ThreadingHTTPServer):
    """Serves one table; `port` 0 takes any free one.

    >>> from atomic_rs.play.table import Table
    >>> with PlayServer(Table()) as server:
    ...     server.url.startswith("http://127.0.0.1:")
    True
    """

    daemon_threads = True
    request_queue_size = 32

    def __init__(self, table: Table, host: str = "127.0.0.1", port: int = 0) -> None:
        self.table = table
        self.assets = assets()
        self._host = host
        self._places = threading.BoundedSemaphore(MOST_CONNECTIONS)
        self._thread: threading.Thread | None = None
        if ":" in host:
            self.address_family = socket.AF_INET6
        super().__init__((host, port), Handler)

    @property
    def url(self) -> str:
        """Where the page is."""
        return f"http://{host_name(self._host)}:{self.server_address[1]}/"

    @property
    def is_local(self) -> bool:
        """Whether only programs on this machine can reach the server."""
        if is_address(self._host):
            return ipaddress.ip_address(self._host).is_loopback
        return self._host == "localhost"

    def knows(self, host: str) -> bool:
        """Whether a `Host` header means this server.

        Another name would be a page elsewhere that has its own name point here. An address is
        always ours, as the request has arrived.
        """
        name = re.sub(r":[0-9]*\Z", "", host.lower())
        if name in LOOPBACK or name == host_name(self._host).lower():
            return True
        return not self.is_local and is_address(name.strip("[]"))

    def server_bind(self) -> None:
        """Take the port, without asking the network for our name, which can take long."""
        socketserver.TCPServer.server_bind(self)
        self.server_name, self.server_port = self._host, self.server_address[1]

    def start(self) -> Self:
        """Serve in a thread of its own."""
        self._thread = threading.Thread(target=self.serve_forever, args=(0.02,), daemon=True)
        self._thread.start()
        return self

    def stop(self) -> None:
        """Stop serving, and free the port."""
        if self._thread is not None:
            self.shutdown()
            self._thread.join()
        self.server_close()

    def process_request(self, request: Any, client_address: Any) -> None:  # noqa: ANN401 - theirs
        """Take a connection if there is a place for it."""
        if not self._places.acquire(blocking=False):
            self.shutdown_request(request)
            return
        try:
            super().process_request(request, client_address)
        except BaseException:
            self._places.release()
            raise

    def process_request_thread(self, request: Any, client_address: Any) -> None:  # noqa: ANN401
        """Serve a connection, and give its place back."""
        try:
            super().process_request_thread(request, client_address)
        finally:
            self._places.release()

    def handle_error(self, request: Any, client_address: Any) -> None:  # noqa: ANN401 - theirs
        """Somebody who hangs up is no error; anything else is reported as usual."""
        import sys  # noqa: PLC0415 - here only

        if not isinstance(sys.exception(), OSError):
            super().handle_error(request, client_address)


def host_name(host: str) -> str:
    """A host as it stands in an address.

    >>> host_name("::1"), host_name("127.0.0.1")
    ('[::1]', '127.0.0.1')
    """
    return f"[{host}]" if ":" in host else host


def is_address(name: str) -> bool:
    """Whether a host is named by a number.

    >>> is_address("192.168.1.7"), is_address("evil.example")
    (True, False)
    """
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True


class Handler(BaseHTTPRequestHandler):
    """Answers one connection."""

    server: PlayServer
    protocol_version = "HTTP/1.1"
    server_version = "atomic-rs"
    sys_version = ""
    timeout = SECONDS_TO_SPEAK
    error_message_format = "%(code)d %(message)s\n"
    error_content_type = "text/plain; charset=utf-8"

    def do_GET(self) -> None:
        """Give out a file, or the game."""
        if not self._is_ours():
            return
        path, _, query = self.path.partition("?")
        if path == "/api/game":
            self._game(query)
        elif path in self.server.assets:
            self._send(HTTPStatus.OK, *self.server.assets[path])
        else:
            self._fail(HTTPStatus.NOT_FOUND, "there is no such page")

    do_HEAD = do_GET  # noqa: N815 - theirs

    def do_POST(self) -> None:
        """Change the game."""
        if not self._is_ours(changes=True):
            return
        action = ACTIONS.get(self.path)
        if action is None:
            self._fail(HTTPStatus.NOT_FOUND, "there is no such action", close=True)
            return
        try:
            self._json(HTTPStatus.OK, action(self.server.table, Request.read(self._body())))
        except BadRequestError as error:
            self._fail(error.status, str(error), close=True)
        except StaleError as error:
            state = self.server.table.state()
            self._json(HTTPStatus.CONFLICT, {"error": str(error), "state": state})
        except (RefusedError, ValueError, OverflowError) as error:
            self._fail(HTTPStatus.UNPROCESSABLE_ENTITY, str(error))

    def _game(self, query: str) -> None:
        """The game; nothing if the caller has this version of it already."""
        asked = parse_qs(query[:200], max_num_fields=4) if query.count("&") < 4 else {}
        since, ply = asked.get("since"), asked.get("ply")
        if ply is not None and re.fullmatch("[0-9]{1,6}", ply[0], re.ASCII):
            self._json(HTTPStatus.OK, self.server.table.state(int(ply[0])))
        elif since is not None and not self.server.table.is_news(since[0]):
            self._send(HTTPStatus.NO_CONTENT, None, b"")
        else:
            self._json(HTTPStatus.OK, self.server.table.state())

    def _is_ours(self, *, changes: bool = False) -> bool:
        """Whether the request is meant for us, and comes from our own page."""
        hosts = self.headers.get_all("Host") or []
        if len(hosts) != 1 or not self.server.knows(hosts[0]):
            self._fail(HTTPStatus.MISDIRECTED_REQUEST, "this is another host", close=True)
            return False
        if not changes:
            return True
        origin = self.headers.get("Origin")
        site = self.headers.get("Sec-Fetch-Site", "same-origin")
        if (origin is not None and origin != f"http://{hosts[0]}") or site != "same-origin":
            self._fail(HTTPStatus.FORBIDDEN, "this request comes from another site", close=True)
            return False
        return True

    def _body(self) -> bytes:
        """The body of a request, if it is a small piece of JSON."""
        if self.headers.get("Transfer-Encoding") is not None:
            raise BadRequestError(HTTPStatus.LENGTH_REQUIRED, "the request must say its length")
        kind = self.headers.get("Content-Type", "")
        if kind.partition(";")[0].strip().lower() != "application/json":
            raise BadRequestError(HTTPStatus.UNSUPPORTED_MEDIA_TYPE, "the request must be JSON")
        lengths = self.headers.get_all("Content-Length") or []
        if len(lengths) != 1 or not re.fullmatch("[0-9]{1,9}", lengths[0], re.ASCII):
            raise BadRequestError(HTTPStatus.LENGTH_REQUIRED, "the request must say its length")
        if int(lengths[0]) > LONGEST_BODY:
            raise BadRequestError(HTTPStatus.REQUEST_ENTITY_TOO_LARGE, "the request is too large")
        return self.rfile.read(int(lengths[0]))

    def _json(self, status: HTTPStatus, value: object) -> None:
        """Answer with JSON."""
        self._send(status, "application/json", json.dumps(value).encode())

    def _fail(self, status: HTTPStatus, message: str, *, close: bool = False) -> None:
        """Answer with an error; `close` if what else was sent has not been read."""
        self.close_connection = self.close_connection or close
        self._json(status, {"error": message[:500]})

    def _send(self, status: HTTPStatus, kind: str | None, body: bytes) -> None:
        """Answer."""
        self.send_response(status)
        if kind is not None:
            self.send_header("Content-Type", kind)
            self.send_header("Content-Length", str(len(body)))
        if self.close_connection:
            self.send_header("Connection", "close")
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(body)

    def end_headers(self) -> None:
        """Add what tells browsers to keep the page to itself."""
        for name, value in HEADERS.items():
            self.send_header(name, value)
        super().end_headers()

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002, ANN401 - theirs
        """Keep quiet."""


def _explain(table: Table, request: Request) -> View:
    """Why one cannot move from one square to another."""
    squares = request.text("from", 2), request.text("to", 2)
    return {"reason": table.explain(request.version, *squares)}


ACTIONS: Final[dict[str, Callable[[Table, Request], View]]] = {
    "/api/move": lambda table, request: table.move(request.version, request.text("move", 20)),
    "/api/undo": lambda table, request: table.undo(request.version),
    "/api/claim": lambda table, request: table.claim(request.version),
    "/api/new": lambda table, request: table.new(request.version, setting_of(request)),
    "/api/explain": _explain,
}
