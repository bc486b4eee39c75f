"""The client of servers: when requests were due, what its log says, and what it does if a server fails."""

from __future__ import annotations

import contextlib
import socket
import threading
import time
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import client
import pytest
from client import Plan, load
from processes import Cpu
from slow_clients import SlowClients

from iotrial.workers.build import which_of
from iotrial.workers.moments import moments_of

needs_h2load = pytest.mark.skipif(which_of(("h2load",)) is None, reason="h2load is not installed")

BODY = b"0123456789" * 10


class Stack:
    """Stands for servers that nobody had to start."""

    def __init__(self) -> None:
        self.used = iter((Cpu(1000, 3, 5), Cpu(5000, 6, 6)))
        self.held = iter((None, 42))

    def cpu(self) -> Cpu:
        return next(self.used)

    def held_ns(self) -> int | None:
        return next(self.held)

    def complaint(self) -> str:
        return ": this was in its log"

    to_client_cpu = None


@contextlib.contextmanager
def serving(*failing: int, status: int = 503) -> Iterator[str]:
    """The address of a server that answers with BODY, and with another status to requests of these numbers."""
    numbers = iter(range(1 << 20))
    lock = threading.Lock()

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_GET(self) -> None:
            with lock:
                number = next(numbers)
            self.send_response(status if number in failing else 200)
            self.send_header("Content-Length", str(len(BODY)))
            if self.headers.get("Connection") == "close":  # the client goes by what is said to it
                self.send_header("Connection", "close")
            self.end_headers()
            self.wfile.write(BODY)

        def log_message(self, *_: Any) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        server.daemon_threads = True
        thread = threading.Thread(target=server.serve_forever, daemon=True)
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}/file?signature=x"
        server.shutdown()


def loaded(url: str, requests: int, plan: Plan) -> client.Load:
    return load(url, requests, plan, Stack())  # type: ignore[arg-type]


@needs_h2load
def test_a_part_of_a_file_is_not_the_file() -> None:
    told = r"^1 of 20 requests had the status 206, not 200: this was in its log$"
    with serving(7, status=206) as url, pytest.raises(RuntimeError, match=told):
        loaded(url, 20, Plan(2))


def test_without_a_rate_each_request_is_due_when_it_begins() -> None:
    assert Plan(2).due_us([5, 7, 7, 9]) == [5, 7, 7, 9]


def test_at_a_rate_all_clients_are_due_together_and_a_late_one_was_due_before_it_began() -> None:
    plan = Plan(2, per_second=100)  # two requests each 20 ms
    assert plan.due_us([1000, 1010, 21_000, 21_500, 90_000, 91_000]) == [1000, 1000, 21_000, 21_000, 41_000, 41_000]


def test_a_request_that_began_before_it_was_due_was_due_then() -> None:
    assert Plan(1, per_second=10).due_us([1000, 100_900]) == [1000, 100_900]


def test_the_words_for_h2load_say_what_is_planned() -> None:
    assert Plan(8).options() == Plan(8, protocol="https").options() == ["--h1"]
    assert Plan(8, keeps_connections=False).options() == ["--h1", "-H", "connection: close"]
    assert Plan(8, per_second=20, protocol="h2").options() == ["--rps=2.5"]


@pytest.fixture
def clocks(monkeypatch: pytest.MonkeyPatch) -> None:
    """The clock of moments is 5 s ahead of that of the log."""
    monkeypatch.setattr(time, "monotonic_ns", lambda: 10_000_000_000)
    monkeypatch.setattr(time, "time_ns", lambda: 5_000_000_000)


@pytest.mark.usefixtures("clocks")
def test_moments_are_those_of_the_log_in_the_order_of_their_beginnings() -> None:
    lines = [b"2000\t200\t700\t0\t1", b"1000\t200\t50\t0\t1", b"3000\t200\t-1\t0\t1"]
    apart = 5_000_000_000
    assert client._moments(lines, Plan(2)).tolist() == [
        *(apart + 1_000_000, apart + 1_050_000),
        *(apart + 2_000_000, apart + 2_700_000),
        *(apart + 3_000_000, apart + 3_000_000),  # a clock that was set back tells no time below 0
    ]
    late = client._moments([b"1000 200 50", b"9000 200 50"], Plan(1, per_second=1000)).tolist()
    assert late[2:] == [apart + 2_000_000, apart + 9_050_000]  # it was due 1 ms after the first


@pytest.mark.usefixtures("clocks")
def test_the_figure_is_the_time_of_all_and_at_a_rate_that_of_a_usual_one() -> None:
    moments = client._moments([b"1000 200 100", b"1200 200 900", b"3000 200 5"], Plan(2))
    assert client._figure_ns(moments, Plan(2)) == 2_005_000
    assert client._figure_ns(moments, Plan(2, per_second=10)) == 100_000


@needs_h2load
@pytest.mark.parametrize("keeps", [True, False])
def test_every_request_that_is_sent_has_its_moments_and_its_bytes(tmp_path: Path, keeps: bool) -> None:
    with serving() as url:
        found = loaded(url, 7, Plan(3, keeps))
    assert found.body_bytes == 7 * len(BODY) == found.figures["work"]
    found.write_moments(str(tmp_path / "moments"))
    moments = moments_of((tmp_path / "moments").read_bytes(), time.monotonic_ns())
    assert moments.shape == (7, 2) and (moments[:, 1] >= moments[:, 0]).all()
    figures = found.figures
    assert figures["wall_ns"] == moments[:, 1].max() - moments[:, 0].min()
    assert (figures["user_ns"], figures["system_ns"], figures["held_ns"]) == (3000, 1000, 42)
    assert figures["reader_ns"] > 0


@needs_h2load
def test_more_clients_than_requests_are_as_many_as_there_are_requests() -> None:
    with serving() as url:
        assert loaded(url, 2, Plan(8)).body_bytes == 2 * len(BODY)


@needs_h2load
@pytest.mark.parametrize(
    ("failing", "said"),
    [((41,), "1 of 100 requests failed"), (range(100), "100 of 100 requests failed")],
    ids=["one in a hundred", "all"],
)
def test_a_request_that_is_answered_with_an_error_is_told_of(failing: tuple[int, ...], said: str) -> None:
    with serving(*failing) as url, pytest.raises(RuntimeError, match=f"{said}: this was in its log"):
        loaded(url, 100, Plan(4))


@needs_h2load
def test_a_server_that_never_answers_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(client, "SILENCE_S", 1)
    with socket.create_server(("127.0.0.1", 0)) as door:
        url = f"http://127.0.0.1:{door.getsockname()[1]}/"
        with pytest.raises(RuntimeError, match="2 of 2 requests failed"):
            loaded(url, 2, Plan(2))


@needs_h2load
def test_a_server_that_is_not_there_is_told_of() -> None:
    with socket.create_server(("127.0.0.1", 0)) as door:
        url = f"http://127.0.0.1:{door.getsockname()[1]}/"
    with pytest.raises(RuntimeError, match="2 of 2 requests failed"):
        loaded(url, 2, Plan(2))


def test_a_client_that_is_missing_is_named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(RuntimeError, match="h2load is not installed"):
        loaded("http://127.0.0.1:1/", 1, Plan(1))
    slow = SlowClients("http://127.0.0.1:1/", 1, 1, 1, Stack())  # type: ignore[arg-type]
    with pytest.raises(RuntimeError, match="curl is not installed"):
        slow.__enter__()


@pytest.mark.skipif(which_of(("curl",)) is None, reason="curl is not installed")
def test_slow_clients_that_get_nothing_are_told_of() -> None:
    with socket.create_server(("127.0.0.1", 0)) as door:
        url = f"http://127.0.0.1:{door.getsockname()[1]}/?x"
    with (
        pytest.raises(RuntimeError, match="2 slow clients had no download: this was in its log"),
        SlowClients(url, 2, 1000, 60, Stack()),  # type: ignore[arg-type]
    ):
        pass


def test_no_slow_clients_start_nothing(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with SlowClients("http://127.0.0.1:1/", 0, 1, 1, Stack()):  # type: ignore[arg-type]
        pass
