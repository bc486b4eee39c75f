"""Transcripts: dialogues that every kit must pass, and playing them with one worker.

kits/transcripts/README.md explains the lines of a transcript.
"""

from __future__ import annotations

import fcntl
import os
import re
import select
import signal
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Self
from urllib.parse import quote, unquote

#: Characters that stand for themselves in a value.
PLAIN = "-._~/:,+"

#: A worker that has not answered after this long never will.
PATIENCE_S = 20.0

#: The time from {now} to {soon}, and to {later}.
SOON_NS = 50 * 10**6
LATER_NS = 60 * 10**9

#: The most characters of a reply that an error shows.
MOST_SHOWN = 300

#: Bytes at the end of the worker's log in which its last line is looked for.
LOG_TAIL_BYTES = 4096

_JOB = "# job: "
_ALSO = "# also: "
_FILE = "# file: "
_START = re.compile(r"\bstart_ns=([0-9]{1,18})(?: |$)")
_PATTERN = re.compile(r"(\{\.\.\}|\{number\}|\{since_[a-z]+\})")


@dataclass(frozen=True)
class Transcript:
    """One dialogue: its name, the job whose adapter the worker is started with, and its lines."""

    name: str
    job: str
    lines: tuple[str, ...]

    @property
    def also(self) -> str:
        """Name the thing beside the least that a kit must do to be asked this; empty if every kit is asked."""
        return next((line.removeprefix(_ALSO) for line in self.lines[1:] if line.startswith(_ALSO)), "")


@dataclass(frozen=True)
class WrongReply:
    """The first place at which a worker did not do as its transcript says."""

    line: int  # of the transcript, from 1
    expected: str
    came: str

    def sentence(self) -> str:
        """Return the difference in one line."""
        return f"line {self.line}: expected {self.expected}; came {self.came}"


class _Differs(Exception):
    """A difference: the text that was expected, and the one that came."""

    def __init__(self, expected: str, came: str) -> None:
        super().__init__(expected, came)
        self.expected, self.came = expected, came


def transcripts_in(folder: Path) -> list[Transcript]:
    """Return the transcripts of a folder, in the order of their names."""
    found = []
    for path in sorted(folder.glob("*.txt")):
        lines = tuple(path.read_text(encoding="utf-8").splitlines())
        found.append(Transcript(path.stem, lines[0].removeprefix(_JOB), lines))
    return found


def play(
    transcript: Transcript, argv: Sequence[str], folder: Path, patience_s: float = PATIENCE_S
) -> WrongReply | None:
    """Play a transcript with a fresh worker in an empty folder; return the first difference, None if there is none."""
    dialogue = _ScriptedDialogue(folder, patience_s)
    number = 0
    try:
        with _ScriptedWorker(argv, folder / "log of the worker") as worker:
            for number, line in enumerate(transcript.lines, 1):  # noqa: B007 (read below)
                dialogue.step(line, worker)
    except _Differs as differs:
        return WrongReply(number, differs.expected, differs.came)
    return None


class _ScriptedDialogue:
    """The state of one dialogue: the values of placeholders, and the last request."""

    def __init__(self, folder: Path, patience_s: float) -> None:
        self._folder = folder
        self._patience_s = patience_s
        self._paths = _paths(folder)
        self._times: dict[str, int] = {}
        self._start_ns = 0

    def step(self, line: str, worker: _ScriptedWorker) -> None:
        """Do what a line says; _Differs if the worker does not."""
        if line == "> {end}":
            worker.end()
        elif line.startswith(">"):
            self._ask(line[2:], worker)
        elif line == "< {exit 0}":
            said = worker.line(self._patience_s)
            if said is not None:
                raise _Differs("no more replies", repr(said[:MOST_SHOWN]))
            status = worker.exit_status()
            if status != 0:
                raise _Differs("exit status 0", _ending(status))
        elif line.startswith("<"):
            self._read_reply(line[2:], worker)
        elif line.startswith(_FILE):
            self._look_at(*line.removeprefix(_FILE).rsplit(" ", 1))

    def _ask(self, request: str, worker: _ScriptedWorker) -> None:
        now = time.monotonic_ns()
        self._times = {"now": now, "soon": now + SOON_NS, "later": now + LATER_NS}
        request = _filled(request, self._paths)
        request = _filled(request, {f"{{{name}}}": str(moment) for name, moment in self._times.items()})
        start = _START.search(request)
        self._start_ns = int(start[1]) if start else 0
        worker.send(request)

    def _read_reply(self, pattern: str, worker: _ScriptedWorker) -> None:
        pattern = _filled(pattern, self._paths)
        said = worker.line(self._patience_s)
        reply_ns = time.monotonic_ns()
        if said is None:
            raise _Differs(pattern, f"nothing: the worker {_ending(worker.exit_status())}{worker.log_tail()}")
        if not matches(pattern, said, self._times):
            raise _Differs(pattern, said[:MOST_SHOWN])
        if said.startswith("sample ") and reply_ns < self._start_ns:
            raise _Differs("no reply before start_ns", f"one {self._start_ns - reply_ns} ns before it")

    def _look_at(self, name: str, size: str) -> None:
        """Compare the size of a file: the worker's word is no proof."""
        try:
            found = str((self._folder / unquote(name)).stat().st_size)
        except OSError as error:
            raise _Differs(f"a file {name} of {size} bytes", error.strerror or "none") from None
        if found != size:
            raise _Differs(f"a file {name} of {size} bytes", f"{found} bytes")


def matches(pattern: str, said: str, times: Mapping[str, int]) -> bool:
    """True if a reply has the verb and the pairs that a transcript lists."""
    verb, *words = pattern.split(" ")
    said_verb, *said_words = said.split(" ")
    pairs = dict(word.partition("=")[::2] for word in said_words)
    return (
        verb == said_verb
        and len(pairs) == len(said_words)
        and all(
            _value_matches(pairs.get(key), value, times) for key, _, value in (word.partition("=") for word in words)
        )
    )


def _value_matches(said: str | None, pattern: str, times: Mapping[str, int]) -> bool:
    """True if a value fits its pattern in a transcript; {..}, {number} and {since_…} stand for values."""
    regular = ""
    least = []
    for part in _PATTERN.split(pattern):
        if part == "{..}":
            regular += ".*"
        elif part == "{number}":
            regular += "[0-9]+"
        elif part.startswith("{since_"):
            regular += "([0-9]+)"
            least.append(times[part[7:-1]])
        else:
            regular += re.escape(part)
    match = re.fullmatch(regular, said or "") if said is not None else None
    return match is not None and all(
        int(number) >= moment for number, moment in zip(match.groups(), least, strict=True)
    )


def _filled(text: str, places: Mapping[str, str]) -> str:
    for place, value in places.items():
        text = text.replace(place, value)
    return text


def _paths(folder: Path) -> dict[str, str]:
    """Make the files that a dialogue needs in its folder; return the values of the placeholders of paths."""
    odd = folder / "a b é"
    odd.mkdir()
    for place in (folder, odd):
        for index in range(3):
            for name in ("log", "led"):
                (place / f"{name}.{index}").touch()
            for name in ("new", "led-new"):
                (place / f"{name}.{index}").mkdir()
    paths = {
        "{folder}": folder,
        "{output}": folder / "log",
        "{lead_output}": folder / "led",
        "{new}": folder / "new",
        "{lead_new}": folder / "led-new",
        "{missing}": folder / "no-such-folder" / "log",
    }
    return {name: quote(str(path), safe=PLAIN) for name, path in paths.items()}


def _ending(status: int) -> str:
    return f"was killed by {signal.Signals(-status).name}" if status < 0 else f"ended with status {status}"


class _ScriptedWorker:
    """One worker, spoken to line by line; its replies are judged elsewhere."""

    def __init__(self, argv: Sequence[str], log: Path) -> None:
        self._log = log
        self._buffer = b""
        self._ended: int | None = None
        requests, self._requests = _pipe()
        self._replies, replies = _pipe()
        try:
            self._pid = os.posix_spawnp(
                argv[0], list(argv), dict(os.environ), file_actions=self._files(requests, replies)
            )
        except OSError as error:
            os.close(self._requests)
            os.close(self._replies)
            raise _Differs("a worker", f"{argv[0]}: {error.strerror}") from None
        finally:
            os.close(requests)
            os.close(replies)

    def _files(self, requests: int, replies: int) -> list[tuple[Any, ...]]:
        return [
            (os.POSIX_SPAWN_OPEN, 0, os.devnull, os.O_RDONLY, 0),
            (os.POSIX_SPAWN_OPEN, 1, os.devnull, os.O_WRONLY, 0),
            (os.POSIX_SPAWN_OPEN, 2, str(self._log), os.O_WRONLY | os.O_CREAT, 0o600),
            (os.POSIX_SPAWN_DUP2, requests, 3),
            (os.POSIX_SPAWN_DUP2, replies, 4),
        ]

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.end()
        os.close(self._replies)
        if self._ended is None:
            os.kill(self._pid, signal.SIGKILL)
            os.waitpid(self._pid, 0)

    def send(self, request: str) -> None:
        """Send a line. If it is not read, no reply comes, and that is noticed."""
        try:
            os.write(self._requests, request.encode() + b"\n")
        except BrokenPipeError:
            return

    def end(self) -> None:
        """Close the requests."""
        if self._requests >= 0:
            os.close(self._requests)
            self._requests = -1

    def line(self, patience_s: float) -> str | None:
        """Return the next reply, None if the worker has closed its replies; _Differs if none comes in time."""
        end = time.monotonic() + patience_s
        while b"\n" not in self._buffer:
            left_s = end - time.monotonic()
            if left_s <= 0 or not select.select([self._replies], [], [], left_s)[0]:
                raise _Differs("an answer", f"none within {patience_s:.0f} s")
            piece = os.read(self._replies, 1 << 16)
            if not piece:
                return None
            self._buffer += piece
        line, _, self._buffer = self._buffer.partition(b"\n")
        return line.decode("ascii", "backslashreplace")

    def exit_status(self) -> int:
        """Return the exit status of a worker that has closed its replies; below 0 it is the signal."""
        if self._ended is None:
            self._ended = os.waitstatus_to_exitcode(os.waitpid(self._pid, 0)[1])
        return self._ended

    def log_tail(self) -> str:
        """Return the last line of the worker's log, to be put after a reason."""
        lines = self._log.read_bytes()[-LOG_TAIL_BYTES:].decode("utf-8", "replace").split("\n")
        last = next((line.strip() for line in reversed(lines) if line.strip()), None)
        return f" ({last[:MOST_SHOWN]})" if last else ""


def _pipe() -> tuple[int, int]:
    """Return a pipe whose ends lie above the descriptors that a worker is given."""
    ends = os.pipe()
    read, write = (fcntl.fcntl(end, fcntl.F_DUPFD_CLOEXEC, 10) for end in ends)
    for end in ends:
        os.close(end)
    return read, write
