"""Marks of the files that `report` writes, one for each form: such a file may be written over."""

from __future__ import annotations

import struct
import zlib
from collections.abc import Mapping

from iotrial.report import template

#: A comment in what takes comments.
_COMMENT = "<!-- iotrial report -->"

#: The end of the first chunk of a PNG, which has the size of the picture, and a chunk of text that may follow it.
_PNG_HEAD = 8 + 4 + 4 + 13 + 4
_PNG_TEXT = b"Software\0iotrial report"

#: Form -> what stands near the beginning of a file that iotrial wrote.
MARKS: Mapping[str, str] = {
    "html": template.MARK,
    "md": _COMMENT,
    "svg": _COMMENT,
    "png": _PNG_TEXT.decode(),
    "csv": ",runtime_peak_real_bytes,runtime,outcome,cautions\n",
}


def marked(form: str, written: bytes) -> bytes:
    """Return a report with the mark of its form; a page and a table have one by themselves."""
    if form == "md":
        return _COMMENT.encode() + b"\n\n" + written
    if form == "svg":
        tag, end, rest = written.partition(b">")
        return tag + end + _COMMENT.encode() + rest
    if form == "png":
        return written[:_PNG_HEAD] + _chunk(b"tEXt" + _PNG_TEXT) + written[_PNG_HEAD:]
    return written


def _chunk(content: bytes) -> bytes:
    """A chunk of a PNG, of its kind and what is in it."""
    return struct.pack(">I", len(content) - 4) + content + struct.pack(">I", zlib.crc32(content))
