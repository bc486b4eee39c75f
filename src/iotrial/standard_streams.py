"""The three streams that every process has: one that was closed before we began is opened to nowhere.

Otherwise the next file that is opened gets its number, and all that is printed goes into that file. If the reader of
a stream goes later, what was begun is not broken off.
"""

from __future__ import annotations

import contextlib
import errno
import os
import sys
from collections.abc import Iterator
from typing import TextIO, cast

_STREAMS = (("stdin", "r"), ("stdout", "w"), ("stderr", "w"))


def open_closed_streams() -> None:
    """Open the null device in place of each stream that is closed."""
    for number, (name, mode) in enumerate(_STREAMS):
        if getattr(sys, name) is not None:
            continue
        descriptor = os.open(os.devnull, os.O_RDWR)
        if descriptor == number:
            os.set_inheritable(number, True)
        else:
            os.dup2(descriptor, number)
            os.close(descriptor)
        setattr(sys, name, os.fdopen(number, mode, closefd=False))


def drop(stream: TextIO) -> None:
    """Let what was printed to a stream and cannot be written any more go nowhere."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, stream.fileno())
    os.close(nowhere)


class LastingStream:
    """A text stream of notes: if its reader or its terminal has gone, they go nowhere, and what was begun is done."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream

    def write(self, text: str) -> int:
        """Write a text; return how many of its characters were written."""
        try:
            return self._stream.write(text)
        except OSError:
            drop(self._stream)
            return len(text)

    def flush(self) -> None:
        """Write what is waiting."""
        try:
            self._stream.flush()
        except OSError:
            drop(self._stream)

    def __getattr__(self, name: str) -> object:
        """Return an attribute of the stream."""
        return getattr(self._stream, name)


class ReadStream:
    """A text stream of answers: a terminal that is closed is a reader that has gone, as that of a pipe."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream

    def write(self, text: str) -> int:
        """Write a text; return how many of its characters were written."""
        with _closed_terminals():
            return self._stream.write(text)

    def flush(self) -> None:
        """Write what is waiting."""
        with _closed_terminals():
            self._stream.flush()

    def __getattr__(self, name: str) -> object:
        """Return an attribute of the stream."""
        return getattr(self._stream, name)


@contextlib.contextmanager
def _closed_terminals() -> Iterator[None]:
    try:
        yield
    except OSError as error:
        if error.errno != errno.EIO:
            raise
        raise BrokenPipeError(errno.EPIPE, "the terminal is closed") from None


@contextlib.contextmanager
def lasting_streams() -> Iterator[None]:
    """Within this context notes never fail, and answers without a reader are a broken pipe."""
    before = sys.stdout, sys.stderr
    sys.stdout, sys.stderr = cast("tuple[TextIO, TextIO]", (ReadStream(sys.stdout), LastingStream(sys.stderr)))
    try:
        yield
    finally:
        sys.stdout, sys.stderr = before
