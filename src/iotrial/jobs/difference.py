"""The first byte that is wrong: where it is, what should be there and what is, a few bytes of each."""

from __future__ import annotations

import os

#: Bytes shown on either side, from the first that differs on.
SHOWN_BYTES = 12

#: Bytes are compared in pieces of this size, of which only the first that differ are looked at one by one.
_PIECE_BYTES = 1 << 16


def difference(found: bytes, right: bytes, *, record_bytes: int | None = None) -> str | None:
    """How bytes differ from the right ones; None if they do not.

    record_bytes: the bytes are records of this size, and the first wrong one is named by its number, counted from 0.
    """
    at = first_difference(found, right)
    if at is None:
        return None
    sizes = "the right size" if len(found) == len(right) else f"{len(found)} bytes instead of {len(right)}"
    record = f", in record {at // record_bytes}" if record_bytes else ""
    return f"has {sizes} and differs from byte {at} on{record}: {expected_found(right[at:], found[at:])}"


def first_difference(found: bytes, right: bytes) -> int | None:
    """The offset of the first byte that differs, the end of the shorter one included; None if there is none."""
    if found == right:
        return None
    shorter = min(len(found), len(right))
    for begin in range(0, shorter, _PIECE_BYTES):
        pieces = found[begin : begin + _PIECE_BYTES], right[begin : begin + _PIECE_BYTES]
        if pieces[0] != pieces[1]:
            return next(
                (begin + at for at, (one, other) in enumerate(zip(*pieces, strict=False)) if one != other), shorter
            )
    return shorter


def name_difference(found: list[bytes], right: list[bytes]) -> str | None:
    """How names differ from the right ones in the right order, by the first that does; None if they do not."""
    for at in range(max(len(found), len(right))):
        pair = [names[at] if at < len(names) else None for names in (right, found)]
        if pair[0] != pair[1]:
            texts = ["no more" if name is None else repr(os.fsdecode(name)) for name in pair]
            return f"name {at} is wrong: expected {texts[0]}, found {texts[1]}"
    return None


def expected_found(right: object, found: object) -> str:
    """`expected "a\\n", found "b\\n"`: bytes from their beginning on, escaped; anything else as it is."""
    return f"expected {_shown(right)}, found {_shown(found)}"


def _shown(value: object) -> str:
    if not isinstance(value, bytes):
        return "nothing" if value is None else str(value)
    if not value:
        return "the end"
    text = "".join(_letter(byte) for byte in value[:SHOWN_BYTES])
    return f'"{text}"' + ("…" if len(value) > SHOWN_BYTES else "")


def _letter(byte: int) -> str:
    named = {0x0A: "\\n", 0x0D: "\\r", 0x09: "\\t", 0x22: '\\"', 0x5C: "\\\\"}
    return named.get(byte) or (chr(byte) if 0x20 <= byte < 0x7F else f"\\x{byte:02x}")
