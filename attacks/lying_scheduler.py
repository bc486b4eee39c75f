"""A scheduler that lies: it speaks Dask's protocol, and changes what it says in any way that one can put into bytes.

It is written down to the byte, and not with Dask, which would not let one say most of it.
"""

from __future__ import annotations

import contextlib
import socket
import socketserver
import struct
import threading
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

import msgpack  # type: ignore[import-untyped]

#: What is sent in place of a value that cannot be told from one.
Frames = list[bytes]

WORKER = "tcp://127.0.0.1:9"
HOST = "web1"


@dataclass(frozen=True)
class Packed:
    """A value that is sent in frames of its own: the header that tells how to read them, and what they hold."""

    header: dict[str, Any]
    content: Frames = field(default_factory=list)
    mark: str = "__Serialized__"


def by_dask(data: bytes) -> Packed:
    """Bytes as a worker of Dask sends them."""
    header = {"serializer": "dask", "type": "builtins.bytes", "type-serialized": b"", "sub-header": {}}
    return Packed({**header, "compression": (None,), "split-num-sub-frames": (1,), "split-offsets": (0,)}, [data])


def pickled(data: bytes) -> Packed:
    """A pickle that every reader of Dask's reads, whatever it was told."""
    return Packed({"pickled-obj": data}, mark="__Pickled__")


def by_pickle(data: bytes) -> Packed:
    """A pickle as workers send what is neither bytes nor an array."""
    return Packed({"serializer": "pickle", "writeable": (), "compression": (None,)}, [data])


def frames_of(message: object) -> Frames:
    """The frames of a message, with the values that have some of their own behind it."""
    frames: Frames = [b""]

    def packed(value: object) -> object:
        if isinstance(value, Packed):
            offset = len(frames)
            header = {"num-sub-frames": len(value.content), **value.header}
            frames.extend([msgpack.packb(header, use_bin_type=True), *value.content])
            return {value.mark: offset}
        return value

    frames[0] = msgpack.packb(message, default=packed, use_bin_type=True)
    return frames


def sent_as(frames: Frames) -> bytes:
    """A message on the wire: the length of all that follows, how many frames there are, how long each is, and they."""
    prelude = struct.pack(f"{1 + len(frames)}Q", len(frames), *map(len, frames))
    return struct.pack("Q", len(prelude) + sum(map(len, frames))) + prelude + b"".join(frames)


#: The messages of a scheduler, by what they answer. `result` is put where a host's own answer goes.
Say = Callable[[str, Mapping[str, Any]], bytes | None]


def greeting() -> dict[str, Any]:
    """The first thing that either side says."""
    return {"compression": None, "python": (3, 11, 7), "pickle-protocol": 5}


def honest(op: str, asked: Mapping[str, Any], result: object) -> Any:
    """What an honest scheduler says to that; None: nothing."""
    if op == "identity":
        worker = {"type": "Worker", "name": HOST, "resources": {"iotrial": 1.0}, "nthreads": 1, "status": "running"}
        return {"type": "Scheduler", "id": "s", "address": "tcp://x", "workers": {WORKER: worker}, "n_workers": 1}
    if op == "register-client":
        return ({"op": "stream-start"},)
    if op == "broadcast":
        return {address: {"status": "OK", "result": result} for address in asked.get("workers", (WORKER,))}
    if op == "update-graph":
        return tuple(
            {"op": "key-in-memory", "key": key, "type": by_dask(b""), "workers": (WORKER,)}
            for key in asked.get("keys", ())
        )
    if op == "gather":
        return {"status": "OK", "data": dict.fromkeys(asked.get("keys", ()), result)}
    return None


class _Handler(socketserver.BaseRequestHandler):
    """One connection."""

    server: LyingScheduler

    def handle(self) -> None:
        with contextlib.suppress(OSError, ValueError, struct.error):
            self.server.asked.append("greeting")
            self._say("greeting", {}, greeting())
            self._read()
            while True:
                said = self._read()
                for asked in said if isinstance(said, list | tuple) else [said]:
                    op = asked.get("op") if isinstance(asked, dict) else None
                    if op is not None:
                        self.server.asked.append(op)
                        result = self.server.result
                        said = result(asked) if callable(result) else result
                        self._say(op, asked, honest(op, asked, said))

    def _say(self, op: str, asked: Mapping[str, Any], message: object) -> None:
        if message is None:
            return
        data = self.server.change(op, message)
        self.request.sendall(sent_as(frames_of(data)) if not isinstance(data, bytes) else data)

    def _read(self) -> Any:
        (length,) = struct.unpack("Q", self._exactly(8))
        body = self._exactly(length)
        (count,) = struct.unpack_from("Q", body)
        lengths = struct.unpack_from(f"{count}Q", body, 8)
        missing = 8 * (1 + count) + sum(lengths) - length
        body += self._exactly(missing) if missing > 0 else b""
        begin = 8 * (1 + count)
        return msgpack.unpackb(body[begin : begin + lengths[0]], raw=False, strict_map_key=False)

    def _exactly(self, length: int) -> bytes:
        data = b""
        while len(data) < length:
            piece = self.request.recv(min(1 << 16, length - len(data)))
            if not piece:
                raise OSError("the other side has left")
            data += piece
        return data


class LyingScheduler(socketserver.ThreadingTCPServer):
    """The scheduler. `change` gets the name of a message and what an honest one would be, and returns what is said."""

    daemon_threads = True
    block_on_close = False
    allow_reuse_address = True

    def __init__(self, change: Callable[[str, Any], Any], result: object = None) -> None:
        """Listen on a port that is free."""
        super().__init__(("127.0.0.1", 0), _Handler)
        self.change, self.result = change, result
        self.asked: list[str] = []

    @property
    def address(self) -> str:
        """Where it is."""
        return f"tcp://127.0.0.1:{self.server_address[1]}"


@contextlib.contextmanager
def lying_scheduler(change: Callable[[str, Any], Any] | None = None, result: object = None) -> Iterator[LyingScheduler]:
    """A scheduler that listens as long as this is open."""
    with LyingScheduler(change or (lambda op, message: message), result) as server:
        thread = threading.Thread(target=server.serve_forever, args=[0.005], daemon=True)
        thread.start()
        try:
            yield server
        finally:
            server.shutdown()
            thread.join()


@contextlib.contextmanager
def mute() -> Iterator[str]:
    """Something that listens and says nothing, with its address."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        yield f"tcp://127.0.0.1:{server.getsockname()[1]}"
