"""Messages of Dask's protocol as plain data: nothing in them is unpickled, imported, called or unpacked.

Dask's own reader unpickles everything that the sender marks for it, with any deserialisers its user allows; so a sender
can run code where the message is read. Here a message is numbers, texts, bytes and structures of them, and anything
else becomes `NotPlain`, so that a forged message spoils no answer of others.
"""

from __future__ import annotations

import itertools
import struct
from collections.abc import Mapping, Sequence
from typing import Any

import msgpack  # type: ignore[import-untyped]

#: A message begins with the length of its first piece, and the piece with the number of frames and the length of each.
NUMBER = struct.Struct("Q")

#: No message of ours has more frames: each answer takes a header and one frame for each 64 MiB.
MOST_FRAMES = 4096


class NotPlain(TypeError):
    """Something that is more than plain data, or breaks the protocol. Dask's own reader of errors lets it pass."""


def lengths_in(first_bytes: int, prelude: Sequence[int], most_bytes: int) -> Sequence[int]:
    """Return the lengths of a message's frames; NotPlain if they are none, or more than `most_bytes` together.

    first_bytes: what is said of the first piece. prelude: the number of frames, and the length of each.
    """
    count, *lengths = prelude
    ends = itertools.accumulate(lengths, initial=NUMBER.size * (1 + count))
    if count < 1 or len(lengths) != count or first_bytes not in (every := list(ends)):
        raise NotPlain("a message whose lengths contradict each other")
    if every[-1] > most_bytes:
        raise NotPlain(f"a message of {every[-1]} bytes")
    return lengths


def message_in(frames: Sequence[bytes], *, is_passed_on: bool = False) -> Any:
    """Return what a message says; NotPlain if it breaks the protocol.

    is_passed_on: leave what was packed by the sender as it is, for whoever it is sent on to; then a pickle that is for
    whoever reads the message breaks the protocol.
    """

    def inner(found: Mapping[Any, Any]) -> Any:
        if "__Pickled__" in found:
            if is_passed_on:
                raise NotPlain("a pickle")
            return NotPlain("a pickle")
        if "__Serialized__" in found:
            header, packed = _packed(found["__Serialized__"], frames)
            return _passed_on(header, packed) if is_passed_on else _unpacked(header, packed)
        return found

    if not frames:
        raise NotPlain("a message without a frame")
    return _data(frames[0], inner)


def _data(frame: bytes, inner: Any = None) -> Any:
    """Read a frame of plain data."""
    try:
        return msgpack.unpackb(
            frame, object_hook=inner, use_list=False, raw=False, strict_map_key=False, ext_hook=_refused
        )
    except NotPlain:
        raise
    except (ValueError, TypeError, OverflowError, RecursionError, msgpack.UnpackException) as error:
        raise NotPlain(f"a message that cannot be read ({type(error).__name__})") from None


def _refused(code: int, data: bytes) -> Any:
    raise NotPlain("data of a kind of its own")


def _packed(offset: object, frames: Sequence[bytes]) -> tuple[dict[Any, Any], list[bytes]]:
    """Return the header and the frames of something that was packed by its sender."""
    if type(offset) is not int or not 0 < offset < len(frames):
        raise NotPlain("a message that names a frame which is not there")
    header = _data(frames[offset])
    count = header.get("num-sub-frames") if isinstance(header, dict) else None
    if type(count) is not int or not 0 <= count < len(frames) - offset:
        raise NotPlain("a message that names frames which are not there")
    return header, list(frames[offset + 1 : offset + 1 + count])


def _unpacked(header: Mapping[Any, Any], packed: Sequence[bytes]) -> Any:
    """Return what was packed, if it is bytes or plain data; else NotPlain in its place."""
    compressed = header.get("compression", ())
    if not isinstance(compressed, tuple) or any(name is not None for name in compressed):
        return NotPlain("compressed data")
    if header.get("serializer") == "msgpack" and "is-collection" not in header:
        try:
            return _data(b"".join(packed))
        except NotPlain as error:
            return error
    if header.get("serializer") == "dask" and header.get("type") in ("bytes", "builtins.bytes"):
        return b"".join(packed)
    return NotPlain("an object")


def _passed_on(header: dict[Any, Any], packed: list[bytes]) -> Any:
    from distributed.protocol import Serialized

    return Serialized(header, packed)
