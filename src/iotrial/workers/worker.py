"""One worker process: start it, talk to it, find out how it ended."""

from __future__ import annotations

import contextlib
import errno
import fcntl
import os
import select
import signal
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar, Literal

from iotrial.machine.method_sandbox import INFO, PATIENCE_S, PROGRAM, TRIES, Sandbox, process_in
from iotrial.machine.out_of_memory import end_first, out_of_memory_kills
from iotrial.machine.process_clock import OutsideClock
from iotrial.machine.threads import asked_thread, threads_of
from iotrial.workers.complaint import complaint, visible
from iotrial.workers.protocol import PROTOCOL, Message, ProtocolError, accept, decode, encode

#: A longer reply breaks the protocol.
LONGEST_REPLY_BYTES = 1 << 20

#: Only so much of the beginning of a log is read.
MOST_LOG_BYTES = 64 << 10

#: A log that has grown longer is shortened between two samples.
MOST_KEPT_BYTES = 1 << 20

#: A sandbox ends with this and a signal's number if that signal ended its worker.
SIGNALLED = 128

#: A worker that has not read any of its requests after this long never will.
READING_MS = 5000

#: A pause between two looks for the program in a sandbox.
_LOOK_MS = 1

#: Our descriptors lie from here on; those below are left for the worker's own, 0 to 4, and its sandbox's.
FIRST_FREE_DESCRIPTOR = 10


#: The harm that another process may do to a worker that has nothing to do.
Harm = Literal["killed", "stopped"]

#: The errors of a start for which no program is to blame, and what the machine lacks then.
_LACKS = {errno.ENOMEM: "memory", errno.EAGAIN: "processes (ulimit -u)"}


class WorkerFailed(Exception):
    """The worker broke its contract or ended; `alive` tells if it can be asked again."""

    def __init__(self, reason: str, *, alive: bool = False) -> None:
        super().__init__(reason)
        self.alive = alive


class SandboxFailed(WorkerFailed):
    """There was no sandbox for a worker; there may be one the next time."""


@dataclass(frozen=True)
class Command:
    """A command to start: its arguments, its environment, and where its output goes."""

    argv: Sequence[str]
    environment: Mapping[str, str]
    stdout: int | None  # descriptor; None: the log
    log: Path
    stdin: int | None = None  # descriptor; None: the null device
    why_killed: Callable[[], str | None] = lambda: None  # the limit that ended a worker by SIGKILL
    plain: Callable[[str], str] = str  # what makes a text of the worker's one for people
    sandbox: Sandbox | None = None  # where it is started; None: as any program
    join: Callable[[int], None] | None = None  # told of the process at once, before any request
    explained: Callable[[str, str], str] = lambda message, log: message  # an error, with what the log tells of it


class Worker:
    """A started worker. Every method raises WorkerFailed with a reason fit for a report."""

    #: The processes of all workers that were started and have not been seen to end.
    alive: ClassVar[set[int]] = set()

    #: Those that were not told to end yet, by their processes: what ends or stops one that has nothing to do is harm.
    standing: ClassVar[dict[int, Worker]] = {}

    def __init__(self, command: Command) -> None:
        self._log = command.log
        self._log_begins = _size(command.log)  # others may have written there before
        self._name = Path(command.argv[0]).name
        self._why_killed = command.why_killed
        self._plain = command.plain
        self._explained = command.explained
        self._told_to = self._log_begins  # the end of the log when the last error came
        self._buffer = b""
        self._status: int | None = None
        self._gone = ""  # why the worker can be asked no more
        self._killed_for_memory = out_of_memory_kills()
        self.is_killed = False
        #: What was done to it while it had nothing to do; None: nothing that it does not bear.
        self.harm: Harm | None = None
        self._is_sandboxed = command.sandbox is not None
        self._own, info = self._spawn(command)
        self.alive.add(self._own)
        self.standing[self._own] = self
        if command.join is not None:
            command.join(self._own)
        found = process_in(info) if info is not None else self._own
        #: The process that works; the one that we started may only watch over it.
        self.pid = found or self._own
        end_first(self.pid)
        #: Clocks around requests to it, which it cannot bend.
        self.clock = OutsideClock(self.pid)
        self._poll = select.poll()
        self._poll.register(self._replies, select.POLLIN)
        if found is None or (command.sandbox is not None and not self._has_sandbox()):
            self.kill()
            raise SandboxFailed(f"has no sandbox{self._complaint()}")

    def _has_sandbox(self) -> bool:
        """Wait until the program is started in its sandbox; False if that could not be made, as its log says."""
        end = time.monotonic() + PATIENCE_S
        while _program_of(self.pid) == PROGRAM and time.monotonic() < end:
            if self._poll.poll(_LOOK_MS):  # it was asked for nothing: it has ended
                break
        return not self._since_error().startswith(f"{PROGRAM}: ")

    def _spawn(self, command: Command) -> tuple[int, int | None]:
        """Start the process; return it and, in a sandbox, where that says which process works in it."""
        argv = command.sandbox.argv(command.argv) if command.sandbox else list(command.argv)
        requests, self._requests = _pipe()
        self._replies, replies = _pipe()
        for end in (self._requests, self._replies):
            os.set_blocking(end, False)  # a worker may fill its pipes, or read its own replies: we do not wait for it
        kept, given, info = [self._requests, self._replies], {3: requests, 4: replies}, None
        if command.sandbox:
            info, given[INFO] = _pipe()
            kept.append(info)
        try:
            own = os.posix_spawnp(
                argv[0],
                argv,
                dict(command.environment),
                file_actions=[
                    _stdin(command.stdin),
                    (os.POSIX_SPAWN_OPEN, 2, str(command.log), os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600),
                    (os.POSIX_SPAWN_DUP2, 2 if command.stdout is None else command.stdout, 1),
                    *((os.POSIX_SPAWN_DUP2, end, number) for number, end in given.items()),
                ],
                setpgroup=0,
                setsigmask=[],
                setsigdef=[signal.SIGPIPE, signal.SIGINT, signal.SIGTERM],
            )
            return own, info
        except OSError as error:
            for end in kept:
                os.close(end)
            short = f"the machine is short of {_LACKS[error.errno]}: " if error.errno in _LACKS else ""
            raise WorkerFailed(f"{short}cannot start {command.argv[0]}: {error.strerror}") from None
        finally:
            for end in given.values():
                os.close(end)

    def ask(self, verb: str, timeout_s: float, **pairs: str | int | bytes) -> Message:
        """Send a request and return its reply, which the protocol has accepted."""
        self.send(verb, **pairs)
        return self.receive(verb, timeout_s)

    def send(self, verb: str, **pairs: str | int | bytes) -> None:
        """Send a request without waiting."""
        self._require_there()
        if verb == "hello":
            pairs.setdefault("protocol", PROTOCOL)
        try:
            self._write(encode(verb, pairs))
        except BlockingIOError:
            raise self._given_up("does not read its requests") from None
        except OSError:
            raise WorkerFailed(self._ending()) from None

    def _write(self, line: bytes) -> None:
        """Write a request; BlockingIOError if there is no room for it, since the worker reads none."""
        rest = memoryview(line)
        room = select.poll()
        room.register(self._requests, select.POLLOUT)
        while rest:
            try:
                rest = rest[os.write(self._requests, rest) :]
            except BlockingIOError:
                if not room.poll(READING_MS):
                    raise

    def receive(self, verb: str, timeout_s: float) -> Message:
        """Wait for the reply to a request that was sent."""
        line = self._line(timeout_s)
        try:
            message = decode(line)
            if message.verb == "error":
                said = visible(self._plain(self._explained(message.pairs.get("message", ""), self._since_error())))
                raise WorkerFailed(said or "error without a message", alive=True)
            return accept(verb, message)
        except ProtocolError as error:
            raise self._given_up(f"broke the protocol: {visible(str(error))}") from None

    def trim_log(self) -> None:
        """Shorten its log if that is far too long to be read; the beginning stays."""
        if _size(self._log) > self._log_begins + MOST_KEPT_BYTES:
            with contextlib.suppress(OSError):
                os.truncate(self._log, self._log_begins + MOST_LOG_BYTES)
                self._told_to = min(self._told_to, self._log_begins + MOST_LOG_BYTES)

    def has_answered(self, within_s: float) -> bool:
        """True if a reply, or the worker's end, has come within a time."""
        return self.has_ended or b"\n" in self._buffer or bool(self._poll.poll(within_s * 1000))

    def talk(self) -> tuple[set[int], set[int]]:
        """Return the worker's own descriptors for requests and for replies, as far as the system tells, all copies."""
        self._require_there()
        links = _links(self.pid)
        inodes = (os.fstat(end).st_ino for end in (self._requests, self._replies))
        requests, replies = ({one for one, link in links.items() if link == f"pipe:[{inode}]"} for inode in inodes)
        return requests, replies

    def follow_thread(self) -> None:
        """Have the clock follow the thread that waits for requests, while it does, and all others."""
        self.clock.follow(asked_thread(self.pid, self.talk()[0]), threads_of(self.pid))

    def counters(self) -> set[int]:
        """Return the worker's descriptors of files in which the scheduler counts, its own and that of a reader."""
        return {one for one, link in _links(self.pid).items() if link.endswith("/schedstat")}

    @property
    def has_ended(self) -> bool:
        """True if the worker is known to have ended."""
        return self._status is not None

    def dismiss(self) -> None:
        """Tell the worker to end, without waiting for it."""
        self.standing.pop(self._own, None)
        if self._status is None:
            with contextlib.suppress(OSError):
                os.write(self._requests, encode("bye", {}))

    def close(self, timeout_s: float = 10.0) -> None:
        """Ask the worker to end, and kill it if it does not."""
        if self._status is not None:
            return
        self.dismiss()
        if not self._wait(timeout_s):
            self.kill()
        self._forget()

    def kill(self) -> None:
        """End the worker and all it started, now."""
        self._gone = self._gone or "was ended by iotrial"
        if self._status is None:
            self.is_killed = True
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.killpg(self._own, signal.SIGKILL)
            self._reap(os.waitpid(self._own, 0)[1])
        self._forget()

    def harm_done(self) -> Harm | None:
        """Return the harm that was done to a worker since it was last looked at; one that was stopped goes on.

        A limit that ended it, and a machine that ran out of memory, do not count as harm.
        """
        if self._status is not None:
            return None
        try:
            found = os.waitid(os.P_PID, self._own, os.WEXITED | os.WSTOPPED | os.WNOHANG | os.WNOWAIT)
        except ChildProcessError:  # it has ended, and was seen to elsewhere
            return None
        if found is None:
            return None
        if found.si_code == os.CLD_STOPPED:
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.killpg(self._own, signal.SIGCONT)
            return "stopped"
        is_killed = found.si_code == os.CLD_KILLED and found.si_status == signal.SIGKILL
        if not is_killed or self._why_killed() or self._for_memory():
            return None
        self.harm = "killed"
        self._ending()
        return "killed"

    def _require_there(self) -> None:
        """Raise WorkerFailed, with the reason that was found first, if the worker can be asked no more."""
        if self._status is not None and self._requests < 0:
            raise WorkerFailed(self._gone or self._ending())

    def _given_up(self, why: str) -> WorkerFailed:
        """End a worker that cannot be asked again; return why."""
        self._gone = self._gone or f"{why}{self._complaint()}"
        self.kill()
        return WorkerFailed(self._gone)

    def _line(self, timeout_s: float) -> bytes:
        self._require_there()
        end = time.monotonic() + timeout_s
        while b"\n" not in self._buffer:
            remaining_ms = (end - time.monotonic()) * 1000
            if remaining_ms <= 0 or not self._poll.poll(remaining_ms):
                raise self._given_up(f"did not answer within {timeout_s:.0f} s")
            try:
                piece = os.read(self._replies, 1 << 16)
            except BlockingIOError:  # another has read it, which only the worker can
                continue
            if not piece:
                raise WorkerFailed(self._ending())
            self._buffer += piece
            if len(self._buffer) > LONGEST_REPLY_BYTES:
                raise self._given_up("broke the protocol: a reply of over 1 MiB")
        line, _, self._buffer = self._buffer.partition(b"\n")
        if self._buffer:
            raise self._given_up("broke the protocol: spoke without being asked")
        return line

    def _ending(self) -> str:
        """Say how the worker ended, from now on at every request."""
        if not self._wait(1.0):
            return str(self._given_up("closed its replies and went on"))
        self._forget()
        assert self._status is not None
        code = os.waitstatus_to_exitcode(self._status)
        if self._is_sandboxed and code > SIGNALLED:
            code = SIGNALLED - code
        ended = f"was killed by {_signal_name(-code)}" if code < 0 else f"ended with status {code}"
        if code == -signal.SIGKILL:
            ended = self._why_killed() or self._for_memory() or ended
        self._gone = self._gone or f"{ended}{self._complaint()}"
        return self._gone

    def _for_memory(self) -> str | None:
        """Say that the machine ran out of memory, if the system ended processes for that since the worker began."""
        before, now = self._killed_for_memory, out_of_memory_kills()
        if before is None or now is None or now == before:
            return None
        return "was killed by SIGKILL, most likely for want of memory on this machine"

    def _wait(self, timeout_s: float) -> bool:
        end = time.monotonic() + timeout_s
        pause_s = 0.0002
        while self._status is None:
            pid, status = os.waitpid(self._own, os.WNOHANG)
            if pid:
                self._reap(status)
            elif time.monotonic() > end:
                return False
            else:
                time.sleep(pause_s)
                pause_s = min(pause_s * 2, 0.02)
        return True

    def _reap(self, status: int) -> None:
        self._status = status
        self.alive.discard(self._own)
        self.standing.pop(self._own, None)

    def _forget(self) -> None:
        self.clock.close()
        for descriptor in (self._requests, self._replies):
            if descriptor >= 0:
                with contextlib.suppress(OSError):
                    os.close(descriptor)
        self._requests = self._replies = -1

    def _since_error(self) -> str:
        """Read its log since the last error, of a long text the end; "" if it cannot be read."""
        try:
            with self._log.open("rb") as log:
                log.seek(max(self._told_to, _size(self._log) - MOST_LOG_BYTES))
                text = log.read(MOST_LOG_BYTES).decode("utf-8", "surrogateescape")
                self._told_to = log.tell()
                return text
        except OSError:
            return ""

    def _complaint(self) -> str:
        """The first error in the worker's log, to be put after a reason."""
        try:
            with self._log.open("rb") as log:
                log.seek(self._log_begins)
                text = log.read(MOST_LOG_BYTES).decode("utf-8", "surrogateescape")
                found = complaint(self._plain(text), self._name)
        except OSError:
            return ""
        return f": {found}" if found else ""


def begin(command: Command) -> Worker:
    """Start a worker, again if its sandbox was not there; WorkerFailed if it cannot be started."""
    for _ in range(TRIES - 1):
        with contextlib.suppress(SandboxFailed):
            return Worker(command)
    return Worker(command)


def _program_of(pid: int) -> str:
    """Return the name of the program that a process is; "" if it has ended."""
    try:
        return Path(f"/proc/{pid}/comm").read_text(errors="replace").strip()
    except OSError:
        return ""


def _size(path: Path) -> int:
    try:
        return path.stat().st_size
    except OSError:
        return 0


def _links(pid: int) -> dict[int, str]:
    """Map each descriptor of a process to what it leads to; those that the system does not tell are left out."""
    links: dict[int, str] = {}
    with contextlib.suppress(OSError):
        for path in Path(f"/proc/{pid}/fd").iterdir():
            with contextlib.suppress(OSError):  # it was closed meanwhile
                links[int(path.name)] = str(path.readlink())
    return links


def _signal_name(number: int) -> str:
    try:
        return signal.Signals(number).name
    except ValueError:  # the real-time signals between the first and the last have no name
        return f"signal {number}"


def _stdin(descriptor: int | None) -> tuple[int, int, int] | tuple[int, int, str, int, int]:
    if descriptor is None:
        return (os.POSIX_SPAWN_OPEN, 0, os.devnull, os.O_RDONLY, 0)
    return (os.POSIX_SPAWN_DUP2, descriptor, 0)


def _pipe() -> tuple[int, int]:
    """A pipe whose ends lie above the descriptors that a worker is given."""
    ends = os.pipe()
    try:
        read, write = (fcntl.fcntl(end, fcntl.F_DUPFD_CLOEXEC, FIRST_FREE_DESCRIPTOR) for end in ends)
    finally:
        for end in ends:
            os.close(end)
    return read, write
