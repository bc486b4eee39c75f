"""The parts of a fleet: a host has nothing done by the scheduler, and nothing at all by another host."""

from __future__ import annotations

import asyncio
import contextlib
import os
import pickle
import socket
import ssl
import struct
import threading
from collections.abc import Callable, Coroutine, Iterator
from pathlib import Path
from typing import Any

import msgpack  # type: ignore[import-untyped]
import pytest
from attacks.lying_scheduler import by_dask, by_pickle, frames_of, greeting, pickled, sent_as

from hosts.hosts import wait_until
from iotrial.hosts.identity import DESK, HOST, SCHEDULER, PartIdentity, identities

pytest.importorskip("distributed")

PARTS = identities([DESK, SCHEDULER, HOST + "web1", HOST + "web2"])


class Harm:
    """A pickle that leaves a file where it is read."""

    def __init__(self, place: Path) -> None:
        self.place = place

    def __reduce__(self) -> Any:
        return (os.mkdir, (str(self.place),))


class Part:
    """A part that runs in a thread of this process."""

    def __init__(self, server: Any, loop: asyncio.AbstractEventLoop) -> None:
        self.server, self.loop = server, loop
        self.port = int(server.address.rpartition(":")[2])

    def done(self, work: Coroutine[Any, Any, Any]) -> Any:
        return asyncio.run_coroutine_threadsafe(work, self.loop).result(30)


@contextlib.contextmanager
def part(name: str, folder: Path) -> Iterator[Part]:
    from iotrial.hosts.guarded import backends_of, started_scheduler, started_worker
    from iotrial.hosts.plain_comm import plain_connections

    loop = asyncio.new_event_loop()
    thread = threading.Thread(target=loop.run_forever, daemon=True)
    thread.start()
    with plain_connections(lambda: backends_of(name)):
        if name == SCHEDULER:
            start = started_scheduler("127.0.0.1", PARTS[name], str(folder))
        else:
            start = started_worker("web1", "127.0.0.1", "tls://127.0.0.1:9", PARTS[name], {}, str(folder))
        one = Part(asyncio.run_coroutine_threadsafe(start, loop).result(30), loop)
        try:
            yield one
        finally:
            one.done(one.server.close())
    loop.call_soon_threadsafe(loop.stop)
    thread.join()
    loop.close()


@pytest.fixture(scope="module")
def scheduler(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Part]:
    with part(SCHEDULER, tmp_path_factory.mktemp("scheduler")) as one:
        yield one


class Talk:
    """A connection of somebody to a part, by the byte."""

    def __init__(self, port: int, own: PartIdentity | None) -> None:
        self._plain = socket.create_connection(("127.0.0.1", port), timeout=10)
        self._socket = self._plain
        if own is not None:
            self._socket = own._context(ssl.Purpose.SERVER_AUTH).wrap_socket(self._plain)
        self.say(greeting())
        self.greeted = self.hear()

    def say(self, message: object) -> None:
        with contextlib.suppress(OSError):
            self._socket.sendall(sent_as(frames_of(message)))

    def hear(self) -> Any:
        """What comes; None if the connection ends."""
        try:
            (length,) = struct.unpack("Q", self._exactly(8))
            body = self._exactly(length)
        except OSError:
            return None
        (count,) = struct.unpack_from("Q", body)
        (first,) = struct.unpack_from("Q", body, 8)
        begin = 8 * (1 + count)
        return msgpack.unpackb(body[begin : begin + first], raw=False, strict_map_key=False)

    def _exactly(self, length: int) -> bytes:
        data = b""
        while len(data) < length:
            piece = self._socket.recv(length - len(data))
            if not piece:
                raise ConnectionError("it ended")
            data += piece
        return data

    def close(self) -> None:
        self._socket.close()


@contextlib.contextmanager
def talk(one: Part, own: PartIdentity | None) -> Iterator[Talk]:
    with contextlib.closing(Talk(one.port, own)) as made:
        yield made


METRICS = {
    **{name: 0 for name in ("cpu", "memory", "time", "event_loop_interval", "managed_bytes", "executing")},
    "bandwidth": {"total": 1, "workers": {}, "types": {}},
    "digests_total_since_heartbeat": {},
    "spilled_bytes": {"memory": 0, "disk": 0},
    "task_counts": {},
    "transfer": {"incoming_bytes": 0, "incoming_count": 0, "outgoing_bytes": 0, "outgoing_count": 0},
}


def registers(name: str, **more: object) -> dict[str, object]:
    said = {"op": "register-worker", "reply": False, "address": f"tls://127.0.0.1:{len(name)}", "status": "running"}
    said |= {"nthreads": 1, "name": name, "now": 0.0, "resources": {}, "memory_limit": 0, "local_directory": "/x"}
    said |= {"services": {}, "nanny": None, "pid": 1, "versions": {}, "metrics": METRICS}
    return {**said, "extra": {}, "stimulus_id": "s", "server_id": name, **more}


LIES: dict[str, Callable[[bytes], list[object]]] = {
    "a function": lambda harm: [{"op": "run_function", "function": harm, "args": harm, "kwargs": harm}],
    "a plugin": lambda harm: [{"op": "register_scheduler_plugin", "plugin": harm, "name": "x"}],
    "a client": lambda harm: [{"op": "register-client", "client": "c", "versions": {}}],
    "a pickle": lambda harm: [pickled(harm)],
    "a pickle in a message": lambda harm: [registers("web1", extra=pickled(harm))],
    "a graph after it is a worker": lambda harm: [
        registers("web1"),
        {"op": "update-graph", "expr_ser": by_pickle(harm), "client": "c", "keys": ()},
    ],
    "a pickle after it is a worker": lambda harm: [registers("web1"), {"op": "task-finished", "key": pickled(harm)}],
    "a call of other hosts": lambda harm: [{"op": "broadcast", "msg": {"op": "run", "function": harm}}],
    "a name of another": lambda harm: [registers("web2")],
    "no message": lambda harm: [3],
    "an op that is none": lambda harm: [{"op": ["x"]}],
}


@pytest.mark.parametrize("lie", LIES)
def test_a_host_has_nothing_done_by_the_scheduler(lie: str, scheduler: Part, tmp_path: Path) -> None:
    with talk(scheduler, PARTS[HOST + "web1"]) as own:
        assert own.greeted is not None
        for message in LIES[lie](pickle.dumps(Harm(tmp_path / "harm"))):
            own.say(message)
        while own.hear() is not None:  # until the scheduler ends the connection
            pass
    assert not (tmp_path / "harm").exists()
    assert not any(known.name == "web2" for known in scheduler.server.workers.values())
    wait_until(lambda: not scheduler.server.workers, "the end of a worker that lied")


def test_a_host_is_a_worker_in_its_own_name(scheduler: Part) -> None:
    with talk(scheduler, PARTS[HOST + "web1"]) as own:
        own.say(registers("web1"))
        assert own.hear()["status"] == "OK"
        with talk(scheduler, PARTS[HOST + "web2"]) as other:
            other.say({"op": "unregister", "address": registers("web1")["address"], "stimulus_id": "x"})
            assert other.hear() is None
        assert [known.name for known in scheduler.server.workers.values()] == ["web1"]
        own.say({"op": "task-erred", "key": "x", "exception": by_dask(b""), "stimulus_id": "x"})
    wait_until(lambda: not scheduler.server.workers, "the end of the worker whose connection ended")


def test_the_desk_has_things_done(scheduler: Part, tmp_path: Path) -> None:
    """What a host may not; else the tests above would not tell one from the other."""
    with talk(scheduler, PARTS[DESK]) as own:
        own.say({"op": "echo", "data": pickled(pickle.dumps(Harm(tmp_path / "done")))})
        own.hear()
    assert (tmp_path / "done").is_dir()


@pytest.mark.parametrize("who", ["nobody", "a stranger"])
def test_whoever_has_no_key_of_the_fleet_is_not_spoken_to(who: str, scheduler: Part, tmp_path: Path) -> None:
    own = None if who == "nobody" else identities([DESK])[DESK]
    harm = pickle.dumps(Harm(tmp_path / "harm"))
    with contextlib.suppress(ssl.SSLError), talk(scheduler, own) as stranger:
        stranger.say({"op": "run_function", "function": harm, "args": harm})
        assert stranger.hear() is None
    assert not (tmp_path / "harm").exists()


def test_a_host_says_nothing_to_another_and_takes_nobody_for_its_scheduler(tmp_path: Path) -> None:
    """A worker that connects to one that has no scheduler's key goes away again."""
    from iotrial.hosts.guarded import backends_of
    from iotrial.hosts.identity import is_scheduler
    from iotrial.hosts.plain_comm import plain_connections

    async def other_host() -> bool:
        from distributed.comm import CommClosedError, connect, listen

        own, theirs = PARTS[HOST + "web1"].security(is_scheduler), PARTS[HOST + "web2"].security(is_scheduler)
        came: list[object] = []

        async def come(comm: object) -> None:
            came.append(comm)

        async with listen("tls://127.0.0.1:0", come, **own.get_listen_args("worker")) as listener:
            with pytest.raises((CommClosedError, OSError)):
                await connect(listener.contact_address, timeout=2, **theirs.get_connection_args("worker"))
        return bool(came)

    with plain_connections(lambda: backends_of(HOST + "web1")):
        assert not asyncio.run(other_host())
