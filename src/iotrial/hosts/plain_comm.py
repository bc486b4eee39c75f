"""Dask's connections with a reader of our own: what arrives is plain data of a bounded size, and comes in time.

Dask looks up who carries its messages by the beginning of an address; ours stand in for its own as long as they are
wanted, and no other beginning is known meanwhile.
"""

from __future__ import annotations

import asyncio
import contextlib
import ssl
from collections.abc import Callable, Iterator, Mapping
from typing import Any, cast

from distributed.comm import CommClosedError, registry, tcp
from tornado.iostream import StreamClosedError

from iotrial.hosts.identity import PEER, part_in
from iotrial.hosts.plain_messages import MOST_FRAMES, NUMBER, NotPlain, lengths_in, message_in
from iotrial.store.file_names import MOST_BYTES

#: The most bytes of a message: a run, and what goes with it.
MOST_MESSAGE_BYTES = MOST_BYTES + (64 << 20)

#: Before a peer is known, no message has a reason to be longer.
MOST_GREETING_BYTES = 1 << 20

#: Once a message has begun, the next piece of it comes in this time.
PIECE_BYTES, PIECE_S = 1 << 20, 60.0


class PlainTCP(tcp.TCP):  # type: ignore[misc]
    """A connection; from others than `trusts` it takes plain data only."""

    #: Passed on as it is, if it was packed by the sender.
    is_passed_on = False
    stream: Any

    def __init__(self, *given: Any, **named: Any) -> None:
        """Have errors of the other side told as text, which Dask does where nothing is unpickled."""
        super().__init__(*given, **named)
        self._has_greeted = False
        if not self.trusts():
            self.deserialize = False

    @property
    def peer(self) -> str | None:
        """The part that the certificate at the other end was made for; None if there is none of ours."""
        return part_in(cast(Mapping[str, Any] | None, self.extra_info.get("peercert")))

    def trusts(self) -> bool:
        """True if the peer may have things unpickled here."""
        return False

    def require_allowed(self, message: Any) -> None:
        """Raise NotPlain if the peer may not say this."""

    async def read(self, deserializers: Any = None) -> Any:
        """Read a message. CommClosedError if there is none, or if it is more than plain data."""
        if self.trusts():
            return await super().read(deserializers)
        stream = self.stream
        if stream is None:
            raise CommClosedError
        most_bytes = MOST_MESSAGE_BYTES if self._has_greeted else MOST_GREETING_BYTES
        try:
            message = message_in(await _frames(stream, most_bytes), is_passed_on=self.is_passed_on)
            self.require_allowed(message)
        except (StreamClosedError, ssl.SSLError) as error:
            self.stream, self._closed = None, True
            raise CommClosedError(f"the connection ended: {error}") from None
        except (NotPlain, TimeoutError) as error:
            self.abort()
            raise CommClosedError(f"what arrived is refused: {error or 'it is late'}") from None
        except BaseException:
            self.abort()
            raise
        self._has_greeted = True
        return message

    def handshake_info(self) -> dict[str, Any]:
        """Have nothing compressed: a few bytes could be many."""
        return {**super().handshake_info(), "compression": None}


class PlainTLS(PlainTCP, tcp.TLS):  # type: ignore[misc]
    """The same, encrypted."""


async def _frames(stream: Any, most_bytes: int) -> list[bytes]:
    """Read the frames of a message, which may be long in coming; then each piece comes in time."""
    (first_bytes,) = NUMBER.unpack(await stream.read_bytes(NUMBER.size))
    (count,) = NUMBER.unpack(await _piece(stream, NUMBER.size))
    if not 0 < count <= MOST_FRAMES:
        raise NotPlain(f"a message of {count} frames")
    numbers = await _piece(stream, NUMBER.size * count)
    lengths = lengths_in(first_bytes, (count, *(number for (number,) in NUMBER.iter_unpack(numbers))), most_bytes)
    return [await _whole(stream, length) for length in lengths]


async def _whole(stream: Any, length: int) -> bytes:
    """Read a frame: memory is taken as it arrives, not as it is announced."""
    found = bytearray()
    while len(found) < length:
        found += await _piece(stream, min(PIECE_BYTES, length - len(found)))
    return bytes(found)


async def _piece(stream: Any, length: int) -> bytes:
    piece: bytes = await asyncio.wait_for(stream.read_bytes(length), PIECE_S)
    return piece


class _Connects:
    """A connector that checks the certificate at the other end."""

    async def connect(self, address: str, deserialize: bool = True, **given: Any) -> Any:
        comm = await super().connect(address, deserialize, **given)  # type: ignore[misc]
        wanted = (given.get("extra_conn_args") or {}).get(PEER)
        if wanted is not None and (comm.peer is None or not wanted(comm.peer)):
            comm.abort()
            raise tcp.FatalCommClosedError("the certificate there was made for another part of the fleet")
        return comm


def backend_of(connection: type[PlainTCP], listener: type[tcp.BaseTCPListener] | None = None) -> tcp.BaseTCPBackend:
    """Return what carries Dask's messages by a kind of connection. It listens if it is given a listener."""
    of_tls = issubclass(connection, PlainTLS)

    class Connector(_Connects, tcp.TLSConnector if of_tls else tcp.TCPConnector):  # type: ignore[misc]
        comm_class = connection

    class Own(tcp.BaseTCPBackend):  # type: ignore[misc]
        _connector_class = Connector
        _listener_class = listener

        def get_listener(self, *given: Any, **named: Any) -> Any:
            if listener is None:
                raise RuntimeError("nothing listens here")
            return super().get_listener(*given, **named)

    return Own()


@contextlib.contextmanager
def plain_connections(make: Callable[[], Mapping[str, Any]] | None = None) -> Iterator[None]:
    """Have Dask use these in this process, as long as this is open: by default they only connect."""
    ours = make() if make is not None else {"tcp": backend_of(PlainTCP), "tls": backend_of(PlainTLS)}
    before = dict(registry.backends)
    registry.backends.clear()
    registry.backends.update(ours)
    try:
        yield
    finally:
        registry.backends.clear()
        registry.backends.update(before)
