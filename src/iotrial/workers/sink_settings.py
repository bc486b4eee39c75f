"""The settings of a sink's end, which all workers of a round share: what one changes is restored for the others."""

from __future__ import annotations

import contextlib
import fcntl
import os
import socket
import stat

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
