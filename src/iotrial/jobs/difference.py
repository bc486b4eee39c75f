"""The first byte that is wrong: its place, and a few bytes from there, expected and found."""

from __future__ import annotations

import os

#: Bytes shown on either side, from the first that differs on.
SHOWN_BYTES = 12

#: Bytes are compared in pieces of this size; only the first that differ are compared byte by byte.
_PIECE_BYTES = 1 << 16


def difference(found: bytes, right: bytes, *, record_bytes: int | None = None) -> str | None:
    """Say how bytes differ from the right ones; None if they do not.

    record_bytes: the bytes are records of this size, and the first wrong one is named by its number, counted from 0.
    """
    at = first_difference(found, right)
    if at is None:
        return None
    sizes = "the right size" if len(found) == len(right) else f"{len(found)} bytes instead of {len(right)}"
    record = f", in record {at // record_bytes}" if record_bytes else ""
    return f"has {sizes} and differs from byte {at} on{record}: {expected_found(right[at:], found[at:])}"


def first_difference(found: bytes, right: bytes) -> int | None:
    """Return the offset of the first byte that differs, or the end of the shorter text; None if both are equal."""
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
    """Say how names differ from the right ones in the right order, by the first that does; None if they do not."""
    for at in range(max(len(found), len(right))):
        pair = [names[at] if at < len(names) else None for names in (right, found)]
        if pair[0] != pair[1]:
            texts = ["no more" if name is None else repr(os.fsdecode(name)) for name in pair]
            return f"name {at} is wrong: expected {texts[0]}, found {texts[1]}"
    return None


def expected_found(right: object, found: object) -> str:
    """Return `expected "a\\n", found "b\\n"`: the first bytes, escaped; anything else as it is."""
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
