"""Answers under load are compared byte by byte: a server that begins to lie is found out."""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from client import Plan
from compared import compare
from processes import Cpu

from iotrial.workers.build import which_of

pytestmark = pytest.mark.skipif(
    which_of(("h2load",)) is None or which_of(("curl",)) is None, reason="h2load or curl is not installed"
)

BODY = b"0123456789" * 1000
WRONG = BODY[:500] + b"x" + BODY[501:]


class Stack:
    """Stands for servers that nobody had to start."""

    to_client_cpu = None

    def cpu(self) -> Cpu:
        return Cpu(0, 0, 0)

    def held_ns(self) -> int | None:
        return None

    def complaint(self) -> str:
        return ""


@contextlib.contextmanager
def serving(body_of: Callable[[int], bytes | None], asked: set[str] | None = None) -> Iterator[str]:
    """The address of a server that answers its n-th request with such a body, or with 503; asked: what came."""
    numbers = iter(range(1 << 20))
    lock = threading.Lock()

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_GET(self) -> None:
            with lock:
                body = body_of(next(numbers))
                if asked is not None:
                    asked.add(f"{self.requestline}\n{self.headers}")
            self.send_response(200 if body is not None else 503)
            self.send_header("Content-Length", str(len(body or b"")))
            if self.headers.get("Connection") == "close":  # the client goes by what is said to it
                self.send_header("Connection", "close")
            self.end_headers()
            self.wfile.write(body or b"")

        def log_message(self, *_: Any) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        server.daemon_threads = True
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/file?signature=x"
        server.shutdown()


def compared(body_of: Callable[[int], bytes | None], folder: Path, requests: int = 40) -> tuple[int, int]:
    path = folder / "file"
    path.write_bytes(BODY)
    with serving(body_of) as url:
        return compare(url, path, requests, Plan(2), Stack())  # type: ignore[arg-type]


def test_right_answers_are_right(tmp_path: Path) -> None:
    assert compared(lambda _: BODY, tmp_path) == (5, 0)  # a quarter of what each of two clients sent


@pytest.mark.parametrize("keeps", [True, False])
def test_a_server_cannot_tell_what_is_compared_from_what_is_timed(tmp_path: Path, keeps: bool) -> None:
    (path := tmp_path / "file").write_bytes(BODY)
    asked: set[str] = set()
    with serving(lambda _: BODY, asked) as url:
        assert compare(url, path, 40, Plan(2, keeps), Stack()).differing == 0  # type: ignore[arg-type]
    (request,) = asked
    assert "h2load" in request and ("close" in request) is not keeps


def test_one_answer_at_least_is_compared(tmp_path: Path) -> None:
    assert compared(lambda _: BODY, tmp_path, requests=2) == (1, 0)


@pytest.mark.parametrize("wrong", [WRONG, BODY[:-1] + b"?", BODY + b"!", BODY[:-1]], ids=["a byte", "last", "+1", "-1"])
def test_a_wrong_answer_is_counted(wrong: bytes, tmp_path: Path) -> None:
    count, differing = compared(lambda _: wrong, tmp_path)
    assert count == 5 and differing > 0


def test_a_server_that_lies_from_some_request_on_is_found_out(tmp_path: Path) -> None:
    count, differing = compared(lambda number: WRONG if number > 3 else BODY, tmp_path)
    assert count == 5 and differing > 0


def test_an_answer_that_does_not_come_is_told_of(tmp_path: Path) -> None:
    with pytest.raises(RuntimeError):
        compared(lambda number: None if number > 1 else BODY, tmp_path)
