"""The sink of a worker's stdout: a pipe or a socket with a reader, a regular file, or the null device."""

from __future__ import annotations

import contextlib
import errno
import fcntl
import hashlib
import os
import signal
import socket
import stat
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from iotrial.workers.protocol import Message, decode
from iotrial.workers.worker import Command, Worker, WorkerFailed

#: Options of TCP that are on or off.
_SWITCHES = (socket.TCP_NODELAY, getattr(socket, "TCP_CORK", socket.TCP_NODELAY))

_GET_PIPE_SIZE = getattr(fcntl, "F_GETPIPE_SZ", None)
_SET_PIPE_SIZE = getattr(fcntl, "F_SETPIPE_SZ", None)


class SinkShut(Exception):
    """A method has shut the socket that others write to, too."""

    def __init__(self, reason: str = "its output was shut by another method") -> None:
        super().__init__(reason)


class SinkSettings:
    """Flags of an end (as O_NONBLOCK), the size of a pipe, the switches of TCP: as they were when this was made."""

    def __init__(self, end: int) -> None:
        """Note them; `end` is the descriptor whose copies the workers have."""
        self._end = end
        self._flags = fcntl.fcntl(end, fcntl.F_GETFL)
        self._pipe_bytes = self._size()
        self._is_socket = stat.S_ISSOCK(os.fstat(end).st_mode)
        self._switches = self._switched()

    def put_back(self) -> None:
        """Restore them; SinkShut if nothing can be sent any more."""
        if fcntl.fcntl(self._end, fcntl.F_GETFL) != self._flags:
            fcntl.fcntl(self._end, fcntl.F_SETFL, self._flags)
        if self._pipe_bytes is not None and self._size() != self._pipe_bytes:
            fcntl.fcntl(self._end, _SET_PIPE_SIZE or 0, self._pipe_bytes)
        if not self._is_socket:
            return
        if self._switched() != self._switches:
            with self._socket() as one:
                for switch, is_on in self._switches.items():
                    one.setsockopt(socket.IPPROTO_TCP, switch, is_on)
        if self.is_shut:
            raise SinkShut

    @property
    def is_shut(self) -> bool:
        """True if it is a socket through which nothing can be sent any more."""
        if not self._is_socket:
            return False
        with self._socket() as one:
            try:
                one.send(b"", socket.MSG_DONTWAIT | getattr(socket, "MSG_NOSIGNAL", 0))
            except BlockingIOError:
                return False
            except OSError:
                return True
        return False

    def _size(self) -> int | None:
        """The size of a pipe, bytes; None if it is none, or if the system does not tell."""
        if _GET_PIPE_SIZE is not None and stat.S_ISFIFO(os.fstat(self._end).st_mode):
            return fcntl.fcntl(self._end, _GET_PIPE_SIZE)
        return None

    def _switched(self) -> dict[int, int]:
        """Switch of TCP -> if it is on; empty if it is another kind of socket, or none."""
        found: dict[int, int] = {}
        if self._is_socket:
            with self._socket() as one, contextlib.suppress(OSError):
                found = {switch: one.getsockopt(socket.IPPROTO_TCP, switch) for switch in _SWITCHES}
        return found

    def _socket(self) -> socket.socket:
        return socket.socket(fileno=os.dup(self._end))


KINDS = ("pipe", "unix", "tcp", "file", "null")

#: Readers that never rest while there are bytes; sink_reader.py has what each of them does.
NEVER_RESTING = ("bare", "copying")

#: The longest time for bytes that a worker says it sent to arrive.
ARRIVAL_MS = 5000

#: What a method did after which no other can send anything.
SHUT = "shut its output, which other methods write to, too"

_PIECE_BYTES = 1 << 20


@dataclass(frozen=True)
class Received:
    """Bytes that arrived since `begin`, and their SHA-256 if it was asked for. None: not known."""

    byte_count: int | None
    sha256: str | None


class NullSink:
    """The null device: takes everything and reports nothing."""

    pid: int | None = None
    how_shut = SHUT

    def __init__(self) -> None:
        self.stdout = os.open(os.devnull, os.O_WRONLY | os.O_CLOEXEC)
        self._settings = SinkSettings(self.stdout)
        self.is_shut = False

    def begin(self, *, digest: bool = False, keep: Path | None = None) -> None:
        """Restore the settings that a method has changed: there is nothing to count and nothing to copy."""
        self._settings.put_back()

    def blame_stop(self) -> None:
        """Do nothing: it has no reader."""

    def received(self, expected: int) -> Received:
        """Return an empty record: what arrived is not known."""
        return Received(None, None)

    def close(self) -> None:
        """Close the device."""
        os.close(self.stdout)


class FileSink:
    """A regular file, emptied before each sample. Descriptor and offset are shared with the worker."""

    pid: int | None = None
    how_shut = SHUT

    def __init__(self, path: Path) -> None:
        self._path = path
        self._digest = False
        self._keep: Path | None = None
        self.stdout = os.open(path, os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_NOFOLLOW | os.O_CLOEXEC, 0o600)
        self._settings = SinkSettings(self.stdout)
        self.is_shut = False

    def begin(self, *, digest: bool = False, keep: Path | None = None) -> None:
        """Empty the file; with `keep`, `received` leaves a copy of it at that path."""
        self._settings.put_back()
        self._digest, self._keep = digest, keep
        os.ftruncate(self.stdout, 0)
        os.lseek(self.stdout, 0, os.SEEK_SET)

    def blame_stop(self) -> None:
        """Do nothing: it has no reader."""

    def received(self, expected: int) -> Received:
        """The file's size, and its digest if `begin` asked for it."""
        size = os.fstat(self.stdout).st_size
        if self._keep is not None:
            self._copy_to(self._keep)
        if not self._digest:
            return Received(size, None)
        digest = hashlib.sha256()
        for piece in self._pieces():
            digest.update(piece)
        return Received(size, digest.hexdigest())

    def _pieces(self) -> Iterator[bytes]:
        """The file's bytes, by the descriptor that we have: a method may reach its path."""
        place = 0
        while piece := os.pread(self.stdout, _PIECE_BYTES, place):
            place += len(piece)
            yield piece

    def _copy_to(self, path: Path) -> None:
        """Make a copy; what a method has put at that path is removed, and no link is followed."""
        path.unlink(missing_ok=True)
        flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC
        with os.fdopen(os.open(path, flags, 0o600), "wb") as copy:
            for piece in self._pieces():
                copy.write(piece)

    def close(self) -> None:
        """Close and remove the file."""
        os.close(self.stdout)
        self._path.unlink(missing_ok=True)


class ReaderSink:
    """A pipe or a socket; a process of its own reads all that comes out of it."""

    def __init__(self, kind: str, log: Path, reader: str = "bare") -> None:
        self.stdout, data = _ends(kind)
        argv = [sys.executable, "-I", "-S", str(Path(__file__).with_name("sink_reader.py")), reader]
        try:
            self._process = SinkEnd(argv, data, log)
        finally:
            os.close(data)
        self.pid: int | None = self._process.pid
        self._settings = SinkSettings(self.stdout)

    @property
    def is_shut(self) -> bool:
        """True if nothing can be sent any more, since a method has shut the socket, or done harm to the reader.

        A reader that was stopped and is not waited for has lost nothing, and goes on.
        """
        self._process.harm_done()
        return self._settings.is_shut or self._process.harm is not None

    @property
    def how_shut(self) -> str:
        """The deed after which nothing can be sent any more."""
        harm = self._process.harm
        return SHUT if harm is None else f"{harm} the reader of its output, which other methods write to, too"

    def begin(self, *, digest: bool = False, keep: Path | None = None) -> None:
        """Forget what was counted; with `keep`, all that comes from here on is also written to a file at that path.

        SinkShut if a method has shut it before, or if its reader is gone.
        """
        self._process.harm_done()
        if self._process.has_ended or self._process.harm is not None:
            raise SinkShut("the reader of its output was killed or stopped before")
        self._settings.put_back()
        kept: dict[str, str] = {} if keep is None else {"keep": str(keep)}
        answer = self._process.request("begin", digest=int(digest), **kept)
        if answer.verb == "error":
            raise OSError(answer.number("errno") or errno.EIO, os.strerror(answer.number("errno") or errno.EIO))

    def blame_stop(self) -> None:
        """Count a stop of the reader as harm, since a sample failed meanwhile; it goes on."""
        if self._process.harm_done() == "stopped":
            self._process.harm = "stopped"

    def received(self, expected: int) -> Received:
        """Return what arrived since `begin`, once `expected` bytes are there and no more are waiting."""
        counted = self._process.request("count", bytes=expected, wait_ms=ARRIVAL_MS)
        return Received(counted.number("bytes"), counted.pairs["sha256"] or None)

    def close(self) -> None:
        """Close our end and stop the reader."""
        os.close(self.stdout)
        self._process.kill()


class SinkEnd(Worker):
    """The reader, which is started and talked to as a worker is."""

    def __init__(self, argv: list[str], data: int, log: Path) -> None:
        super().__init__(Command(argv, {"PATH": os.defpath}, stdout=None, log=log, stdin=data))

    def request(self, verb: str, **pairs: int | str) -> Message:
        """Ask the reader; WorkerFailed if it is gone, or does not answer."""
        self.send(verb, **pairs)
        return decode(self._line(ARRIVAL_MS / 1000 + 5))

    def _reap(self, status: int) -> None:
        super()._reap(status)
        is_killed = os.WIFSIGNALED(status) and os.WTERMSIG(status) == signal.SIGKILL and not self.is_killed
        if is_killed and self._for_memory() is None:
            self.harm = "killed"

    def _given_up(self, why: str) -> WorkerFailed:
        self.harm = self.harm or self.harm_done()
        return super()._given_up(f"the reader of its output {why}")


Sink = NullSink | FileSink | ReaderSink


def open_sink(kind: str, folder: Path, log: Path, reader: str = "bare") -> Sink:
    """A sink of a kind; a file sink is made in `folder`, and a pipe or socket has that reader."""
    if kind == "null":
        return NullSink()
    if kind == "file":
        return FileSink(folder / "sink")
    return ReaderSink(kind, log, reader)


def _ends(kind: str) -> tuple[int, int]:
    """The writing and the reading end of a channel."""
    if kind == "pipe":
        reading, writing = os.pipe()
        return writing, reading
    if kind == "unix":
        one, other = socket.socketpair(socket.AF_UNIX, socket.SOCK_STREAM)
        return one.detach(), other.detach()
    if kind == "tcp":
        with socket.create_server(("127.0.0.1", 0)) as server:
            one = socket.create_connection(server.getsockname())
            other, _ = server.accept()
        return one.detach(), other.detach()
    raise ValueError(f"no sink is called {kind!r}")
