"""Another host on which some of a level's writers work: how it is reached, what it has, and what its clock says."""

from __future__ import annotations

import contextlib
import json
import os
import select
import shlex
import subprocess
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

from iotrial.ask.catalog import Method
from iotrial.errors import Problem, UsageError
from iotrial.folders.own_note import write_note
from iotrial.folders.sent_tree import Tree, write_tree
from iotrial.machine.other_iotrial import unlike_here
from iotrial.workers.build import Program
from iotrial.workers.complaint import complaint, visible
from iotrial.workers.worker import MOST_LOG_BYTES, WorkerFailed


@dataclass(frozen=True)
class ClockOffset:
    """The time to be added to one of this machine's monotonic clock to have that of another host, ns.

    error_ns: by how much that may be wrong.
    """

    offset_ns: int
    error_ns: int


def reading(exchanges: Sequence[tuple[int, int, int]]) -> ClockOffset:
    """Return what exchanges of time stamps tell: sent (here), stamped (there), received (here), ns each.

    The stamp was made at some moment between the two: in the middle, give or take half of the time between (Cristian,
    Probabilistic clock synchronization, 1989). Of several exchanges the quickest tells the most.
    """
    sent_ns, stamped_ns, received_ns = min(exchanges, key=lambda one: one[2] - one[0])
    return ClockOffset(stamped_ns - (sent_ns + received_ns) // 2, (received_ns - sent_ns + 1) // 2)


def error_between(before: ClockOffset, after: ClockOffset) -> int:
    """Return by how much a moment between two readings may be off if the first was used for it, ns.

    That is what either may be wrong by, and all that the clock moved against this machine's meanwhile.
    """
    return abs(after.offset_ns - before.offset_ns) + before.error_ns + after.error_ns


#: How long a host may take to be reached, and to answer; and to compile a program.
REACH_S, ANSWER_S, BUILD_S = 30.0, 20.0, 300.0

#: Exchanges of time stamps in one reading of a clock: the one that took the least time says the most.
EXCHANGES = 12

#: An answer that is longer is none.
_LONGEST_ANSWER_BYTES = 1 << 16

#: The note by which a host shows that it sees the folder that this one writes to.
_NOTE = "seen-by-hosts"

#: The folders, beside that note, of the methods that `--with` brings.
_TREE = "with-{}"

#: SSH ends with this if it has not reached the host, or was not let in; else as the command did there.
_OF_SSH = 255

#: Requests come on descriptor 3 and replies go to 4; SSH carries what it reads on 0 and writes to 1.
_HERE = 'exec "$@" <&3 >&4 3<&- 4>&-'
_THERE = "exec 3<&0 4>&1 </dev/null >&2; exec "


class HostGone(WorkerFailed):
    """A host does not answer any more."""


@dataclass(frozen=True)
class Way:
    """A host, and the words before a command of the shell that have it done there."""

    name: str
    shell: tuple[str, ...]
    interpreter: str = "python3"


class StartedThere(Protocol):
    """An arm, as far as another host has to know it."""

    arm: str
    method: Method
    program: Program | None


class OtherHost:
    """A host with a station that answers; HostGone from every call if it does not."""

    def __init__(self, way: Way, log: Path) -> None:
        """Start the station there; what it complains of goes to a log here."""
        self.name = way.name
        self.kernel = self.filesystem = ""
        self._way, self._log = way, log
        self._buffer = b""
        self._programs: dict[tuple[object, ...], tuple[str, ...]] = {}
        command = f"{shlex.quote(way.interpreter)} -m iotrial.workers.station"
        with log.open("ab") as complaints:
            self._process = subprocess.Popen(
                [*way.shell, command],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=complaints,
                start_new_session=True,
            )

    def require(self, folder: Path, text: str, trees: Sequence[str] = ()) -> Problem | None:
        """Say why writers cannot work on this host in a folder that has a note with a text; None if they can.

        trees: the names of folders there with methods that it has to know.
        """
        try:
            told = self._ask("look", REACH_S, folder=os.fspath(folder), note=_NOTE, text=text, trees=list(trees))
        except HostGone as gone:
            return Problem(str(gone).removeprefix(f"the host {self.name} "), where=self.name, hint=self._hint())
        except WorkerFailed as failure:
            return Problem(str(failure), where=self.name)
        self.kernel, self.filesystem = visible(str(told.get("kernel"))), visible(str(told.get("filesystem")))
        if unlike := unlike_here(visible(str(told.get("version"))), told.get("rules")):
            return Problem(f"has {unlike}", where=self.name, hint="install the same on both")
        if not told.get("sees"):
            hint = "name a folder of a file system that all hosts have mounted in the same place: --target DIR"
            return Problem(f"does not see what is written to {os.fspath(folder.parent)!r}", where=self.name, hint=hint)
        if not told.get("writes"):
            hint = "log in there as the user who owns the files, and see how it is mounted"
            return Problem(f"may not write to {os.fspath(folder.parent)!r}", where=self.name, hint=hint)
        return None

    def argv(
        self, arm: StartedThere, arguments: Sequence[str], environment: Mapping[str, str], options: Mapping[str, object]
    ) -> list[str]:
        """Return the command that starts a writer of an arm there, made there once; WorkerFailed if it cannot be.

        arguments, environment: what is added to its own. options: those of the level for its runtime.
        """
        key = (arm.arm, *sorted(options.items()))
        if key not in self._programs:
            self._programs[key] = self._program(arm, options)
        settings = [f"{name}={value}" for name, value in environment.items()]
        words = shlex.join(["env", *settings, *self._programs[key], *arguments])
        there = shlex.join(["sh", "-c", _THERE + words])
        return ["sh", "-c", _HERE, "sh", *self._way.shell, there]

    def clock(self) -> ClockOffset:
        """Compare its monotonic clock with this machine's."""
        exchanges = []
        for _ in range(EXCHANGES):
            sent_ns = time.monotonic_ns()
            told = self._ask("now", ANSWER_S)
            received_ns = time.monotonic_ns()
            stamped_ns = told.get("now_ns")
            if not isinstance(stamped_ns, int):
                raise HostGone(f"the host {self.name} tells no time")
            exchanges.append((sent_ns, stamped_ns, received_ns))
        return reading(exchanges)

    def end(self, mark: str) -> set[int]:
        """End what workers with a mark left behind there; return the numbers of their arms."""
        arms = self._ask("end", ANSWER_S, mark=mark).get("arms")
        return {arm for arm in arms if isinstance(arm, int)} if isinstance(arms, list) else set()

    def close(self) -> None:
        """End the station, and with it what is left there."""
        assert self._process.stdin is not None and self._process.stdout is not None
        with contextlib.suppress(OSError):
            self._process.stdin.close()
        try:
            self._process.wait(ANSWER_S)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        self._process.stdout.close()

    def _program(self, arm: StartedThere, options: Mapping[str, object]) -> tuple[str, ...]:
        assert arm.program is not None
        told = self._ask("program", BUILD_S, job=arm.method.job, arm=arm.arm, options=dict(options))
        argv = told.get("argv")
        if not isinstance(argv, list) or not all(isinstance(word, str) for word in argv):
            raise WorkerFailed(f"{self.name} does not say how it is started there")
        if told.get("sha256") != arm.program.sha256:
            compiler = visible(str(told.get("compiler")))
            unlike = f"{compiler} there, {arm.program.compiler} here"
            what = unlike if compiler != arm.program.compiler else "its files or packages differ"
            raise WorkerFailed(f"is another program on {self.name}: {what}")
        return tuple(argv)

    def _ask(self, verb: str, patience_s: float, **pairs: object) -> dict[str, Any]:
        """Ask the station, and return its answer."""
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(json.dumps({"ask": verb, **pairs}).encode() + b"\n")
            self._process.stdin.flush()
        except OSError:
            raise HostGone(self._why_gone()) from None
        try:
            answer = json.loads(self._line(patience_s))
        except ValueError:
            raise HostGone(f"the host {self.name} answers what no station does") from None
        if not isinstance(answer, dict):
            raise HostGone(f"the host {self.name} answers what no station does")
        if "problem" in answer:
            raise WorkerFailed(f"on {self.name}: {visible(str(answer['problem']))}", alive=True)
        return answer

    def _line(self, patience_s: float) -> bytes:
        assert self._process.stdout is not None
        end = time.monotonic() + patience_s
        while b"\n" not in (waiting := self._buffer.lstrip(b"\n")):  # empty lines are signs of life
            self._buffer = waiting
            remaining_s = end - time.monotonic()
            if remaining_s <= 0 or not select.select([self._process.stdout], [], [], remaining_s)[0]:
                self._process.kill()
                raise HostGone(f"the host {self.name} has not answered within {patience_s:.0f} s")
            piece = os.read(self._process.stdout.fileno(), 1 << 16)
            self._buffer += piece
            if not piece or len(self._buffer) > _LONGEST_ANSWER_BYTES:
                raise HostGone(self._why_gone())
        line, _, self._buffer = waiting.partition(b"\n")
        return line

    def _why_gone(self) -> str:
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(1.0)
        with self._log.open("rb") as log:
            said = complaint(log.read(MOST_LOG_BYTES).decode("utf-8", "surrogateescape"))
        return f"the host {self.name} does not answer" + (f": {said}" if said else "")

    def _hint(self) -> str:
        """Return the next step with a host that does not answer: it may have no iotrial, or allow no log-in."""
        if self._process.poll() == _OF_SSH:
            return "connect once by hand, and look at what it says"
        return f"there: {self._way.interpreter} -m pip install iotrial; or name another interpreter"


@contextlib.contextmanager
def reached(ways: Sequence[Way], folder: Path, logs: Path, trees: Sequence[Tree] = ()) -> Iterator[list[OtherHost]]:
    """Start a station on each host, all at once, and end them afterwards; UsageError with all that cannot be used.

    folder: a workplace on the file system that they share, by which they get the methods of `trees`.
    """
    text = f"{os.getpid()} {time.monotonic_ns()}"
    names = [_TREE.format(number) for number in range(len(trees))]
    for name, tree in zip(names, trees, strict=True):
        write_tree(tree, folder / name)
    write_note(folder / _NOTE, text, mode=0o644)
    with contextlib.ExitStack() as open_hosts:
        hosts = []
        for number, way in enumerate(ways):
            hosts.append(OtherHost(way, logs / f"host-{number:02d}.log"))
            open_hosts.callback(hosts[-1].close)
        if problems := [problem for host in hosts if (problem := host.require(folder, text, names)) is not None]:
            raise UsageError(problems)
        yield hosts
