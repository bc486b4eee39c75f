"""A scheduler and hosts that lie: nothing that they send runs here, and nobody is spoken to that only a file names."""

from __future__ import annotations

import json
import os
import pickle
import struct
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from attacks.lying_scheduler import (
    HOST,
    LyingScheduler,
    by_dask,
    by_pickle,
    lying_scheduler,
    pickled,
    sent_as,
)

from iotrial.cli import main
from iotrial.errors import UsageError

pytest.importorskip("distributed")


class Harm:
    """A pickle that leaves a file where it is read."""

    def __init__(self, place: Path) -> None:
        self.place = place

    def __reduce__(self) -> Any:
        return (os.mkdir, (str(self.place),))


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr("iotrial.hosts.engine.PATIENCE_S", 2.0)
    monkeypatch.setattr("iotrial.hosts.engine.ANSWER_S", 2.0, raising=False)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))


def fleet_of(folder: Path, scheduler: str) -> Path:
    """The folder of a fleet, as somebody may have sent it."""
    one = {"host": HOST, "study": "s", "session": 1, "due_at": "2026-11-26T00:00:00+00:00", "state": "waiting"}
    record = {"format": 1, "fleet": "abc", "scheduler": scheduler, "options": [], "trees": []}
    record |= {"studies": [{"study": "s", "text": ""}], "assignments": [{**one, "run": None, "reason": None}]}
    folder.mkdir()
    (folder / "fleet.json").write_text(json.dumps(record))
    return folder


def commands(folder: Path, *named: str) -> Iterator[list[str]]:
    yield ["fleet", "status", str(folder), *named]
    yield ["fleet", "collect", str(folder), *named]
    yield ["fleet", "run", "--resume", str(folder), "--wait", "0s", *named]


def with_key(folder: Path) -> None:
    """A key that was sent along, which is not one of this user's own."""
    from iotrial.hosts.identity import DESK, identities

    (folder / ".tls").mkdir(mode=0o700)
    own = identities([DESK])[DESK]
    for name, text in (("certificate.pem", own.certificate), ("key.pem", own.key)):
        (folder / ".tls" / name).write_text(text)


def test_nobody_connects_to_an_address_that_a_folder_names(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with lying_scheduler() as server:
        folder = fleet_of(tmp_path / "sent", server.address)
        with_key(folder)
        for command in commands(folder):
            main(command)
            said = " ".join(capsys.readouterr().err.split())
            assert "which is not asked: the folder may come from anybody" in said and "--scheduler" in said
        assert server.asked == []


LIES: dict[str, Callable[[bytes], tuple[Callable[[str, Any], Any], object]]] = {
    "a pickle instead of every message": lambda harm: (lambda op, message: pickled(harm), None),
    "a pickle in every message": lambda harm: (lambda op, message: _beside(message, pickled(harm)), None),
    "a result by pickle": lambda harm: (lambda op, message: message, by_pickle(harm)),
    "a result marked as a pickle": lambda harm: (lambda op, message: message, pickled(harm)),
    "bytes of a type that is pickled": lambda harm: (lambda op, message: message, _typed(harm)),
    "a pickle where bytes are expected": lambda harm: (lambda op, message: message, by_dask(harm)),
    "an error with a pickled exception": lambda harm: (lambda op, message: _failed(op, message, harm), None),
    "a warning for whoever listens": lambda harm: (lambda op, message: _warned(op, message, harm), None),
}


def _beside(message: Any, lie: object) -> Any:
    return {**message, "more": lie} if isinstance(message, dict) else (*message, {"op": "event", "more": lie})


def _typed(harm: bytes) -> object:
    made = by_dask(b"")
    made.header["type-serialized"] = harm
    return made


def _failed(op: str, message: Any, harm: bytes) -> Any:
    error = {"exception": by_dask(harm), "traceback": by_dask(harm), "exception_text": "x", "traceback_text": ""}
    if op == "broadcast":
        return {address: {"status": "error", **error} for address in message}
    return {"status": "uncaught-error", **error} if op == "gather" else message


def _warned(op: str, message: Any, harm: bytes) -> Any:
    event = {"op": "event", "topic": "warn", "event": (0, {"message": harm, "category": harm})}
    return (*message, event) if op == "register-client" else message


@pytest.mark.parametrize("lie", LIES)
def test_nothing_that_arrives_is_unpickled(lie: str, tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    place = tmp_path / "harm"
    change, result = LIES[lie](pickle.dumps(Harm(place)))
    with lying_scheduler(change, result) as server:
        folder = fleet_of(tmp_path / "sent", server.address)
        for command in [*commands(folder, "--scheduler", server.address)][:2]:
            main(command)
        main(["fleet", "machine", "--scheduler", server.address])
        assert server.asked, "nobody has asked the scheduler"
    assert not place.exists(), "what it sent was run"
    assert "Traceback" not in capfd.readouterr().err


@pytest.mark.parametrize(
    "data",
    [
        struct.pack("Q", 4 << 30),
        struct.pack("QQ", 4 << 30, 1) + struct.pack("Q", (4 << 30) - 16),
        struct.pack("QQ", 1 << 40, 1 << 37),
        struct.pack("QQQ", 16, 1, 1 << 62),
        struct.pack("QQ", 8, 0),
        struct.pack("Q", 0),
    ],
)
def test_what_is_announced_and_too_much_is_refused_and_takes_no_memory(
    data: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    from iotrial.hosts import plain_comm
    from iotrial.hosts.engine import connected

    monkeypatch.setattr(plain_comm, "PIECE_S", 0.2)
    with (
        lying_scheduler(lambda op, message: data) as server,
        pytest.raises(UsageError, match=r"no scheduler answers|is no scheduler"),
        connected(server.address),
    ):
        pass


def test_lengths_are_those_of_a_message_that_one_takes() -> None:
    from iotrial.hosts.plain_messages import NotPlain, lengths_in

    assert lengths_in(34, (2, 3, 7), 1000) == [3, 7]
    assert lengths_in(27, (2, 3, 7), 1000) == [3, 7]
    for first, prelude, most in ((34, (2, 3, 7), 33), (28, (2, 3, 7), 1000), (24, (2, 3), 1000), (8, (0,), 1000)):
        with pytest.raises(NotPlain):
            lengths_in(first, prelude, most)


def test_an_honest_answer_arrives(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    from iotrial.hosts.host_answers import packed
    from iotrial.hosts.on_host import HostState

    answer = by_dask(packed([HostState("s-1", "measuring", "20261121-143055-aaaaaa", 7)]))
    with lying_scheduler(result=answer) as server:
        folder = fleet_of(tmp_path / "own", server.address)
        assert main(["fleet", "status", str(folder), "--scheduler", server.address, "--json"]) == 0
    (one,) = json.loads(capsys.readouterr().out)["assignments"]
    assert (one["state"], one["sweeps"], one["is_there"]) == ("measuring", 7, True)


@pytest.mark.parametrize("address", ["ws://127.0.0.1:1", "inproc://1.2.3.4/1/1", "ucx://127.0.0.1:1"])
def test_no_other_way_of_dasks_is_taken(address: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["fleet", "machine", "--scheduler", address]) == 2
    assert "no scheduler answers at" in capsys.readouterr().err


def test_a_message_is_as_dask_would_write_it() -> None:
    from distributed.protocol import dumps

    message = {"op": "x", "n": (1, 2)}
    frames = [bytes(frame) for frame in dumps(message)]
    assert sent_as(frames).endswith(frames[0]) and LyingScheduler.allow_reuse_address
