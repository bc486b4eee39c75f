"""Log: fresh files of lines, one for each message; each line must hold its message, whatever the logger adds to it."""

from __future__ import annotations

import os
import re
import time
from collections.abc import Iterator, Mapping
from pathlib import Path

from iotrial import jobs
from iotrial.jobs import (
    CRASH_UNITS,
    LEAD_IN_SHARE,
    Dialogue,
    Impossible,
    Layout,
    Left,
    Message,
    Method,
    Moments,
    NumberedOutputs,
    Pairs,
    Received,
    Value,
    Window,
    content_of,
    count_records,
    letters,
    log_content,
    lost_in_crash,
    probe_durable,
    remove_log,
    rewrite,
    room_for,
    scaled,
)

#: So many messages are different; then the first comes again.
DIFFERENT = 1000

#: The messages that a probe of the guarantees logs: few enough for any buffer, enough to tell them from none.
PROBE_MESSAGES = 64
PROBE_MESSAGE_BYTES = 16

#: A check logs no more than this many bytes of messages.
MOST_CHECK_BYTES = 1 << 20

#: Several writers log no more than this in a window, a quarter of a second.
MOST_WINDOW_BYTES = 1 << 30

#: A shorter message has no letters that a line cannot have by chance.
LEAST_TOLD_BYTES = 16

#: What tells the level and the time in a line: by the clock, or in seconds (or parts of them) since 1970.
_LEVEL = re.compile(rb'info|"level": ?30\b', re.IGNORECASE)
_CLOCK = re.compile(rb"(?<!\d)\d\d:(\d\d):(\d\d)")
_SINCE_1970 = re.compile(rb"(?<!\d)(\d{10})(?:\d{3}|\d{6}|\d{9})?(?!\d)")

#: Zones differ by multiples of this, and a line may be stamped so long before or after we look at the clock.
ZONE_STEP_S = 900
STAMP_PATIENCE_S = 2.0

#: What a logger adds to a message, about: the time, the level and names.
STAMP_BYTES = 200


class Writers(Window):
    """Several writers of one log; a piece of work is one message."""

    def __init__(self, level: Mapping[str, Value], layout: Layout) -> None:
        super().__init__(int(level["writers"]), piece_work=1, shares_a_file=True)
        self._layout = layout

    def prepare(self, pairs: Pairs, number: int) -> Pairs:
        """Return the request's keys: the file that all writers share, and this writer's number."""
        return {**pairs, "writer": number}

    def make(self, outputs: Path) -> None:
        """Make one empty file."""
        _make(f"{outputs}/log.0")

    def take(self, outputs: Path, moments: Moments) -> Left:
        """Count every message that is in a line of its own, whoever logged it."""
        path = outputs / "log.0"
        content = log_content(path, MOST_WINDOW_BYTES)
        remove_log(path)
        return count_records([messages_of(content, self._layout.record_bytes)], moments, self._layout)


class Task(jobs.Task):
    """The job of logging: an iteration is one fresh file of messages; with several writers, one message of theirs."""

    outputs: NumberedOutputs

    crash_differs_by = probe_differs_by = ""  # their messages are always the same

    def __init__(self, level: Mapping[str, Value], inputs: Path) -> None:
        self._level, self._inputs = level, inputs
        self._messages = int(level["messages"])
        self._message_bytes = int(level["message_bytes"])
        self.works = (self._messages,)
        self._lead_messages = scaled(self._messages, LEAD_IN_SHARE)
        self.outputs = NumberedOutputs(("log", "led"), self._messages, self._lead_messages, self._take, _make)
        self._check_messages = min(self._messages, max(3, MOST_CHECK_BYTES // self._message_bytes))
        self._check_began_s = time.time()
        if int(level["writers"]) > 1:
            layout = Layout(self._message_bytes, newline=False)
            self.window = Writers(level, layout)
            if self._message_bytes < layout.least_bytes:
                self.impossible = Impossible(
                    f"message_bytes={self._message_bytes} leaves no room for the tags of messages that are counted one "
                    f"by one, which take {layout.least_bytes} bytes",
                    f"take message_bytes={layout.least_bytes} or more, or one writer",
                )

    def space_bytes(self, iterations: int) -> int:
        """Return the bytes of one arm's files of a sample and its lead-in, if a line is twice as long as its message.

        And has room for a time, a level and more.
        """
        line_bytes = 2 * self._message_bytes + 200
        if self.window is not None:
            return max(2 * self.window.most_left_bytes, self.window.members * self._messages * line_bytes)
        return self._messages * line_bytes * iterations * 11 // 10

    def file_count(self, iterations: int) -> int:
        """Count a file for each iteration and lead-in."""
        return 2 * iterations

    def prepare(self, outputs: Path, *, whole_lead_in: bool) -> Pairs:
        """Return the request's keys: the file to write, the number of messages, and how long they are."""
        return {
            **self.outputs.pairs(outputs),
            "messages": self._messages,
            "lead_messages": self._messages if whole_lead_in else self._lead_messages,
            "message_bytes": self._message_bytes,
        }

    def fewer(self, units: int) -> jobs.Task | None:
        """Return the job with fewer messages; None for several writers, whose messages have tags of their own."""
        return Task({**self._level, "messages": units}, self._inputs) if self.window is None else None

    def prepare_check(self, outputs: Path) -> Pairs:
        """Return the same for a name with a space and a letter outside ASCII."""
        pairs = self.prepare(outputs, whole_lead_in=True)
        path = outputs / "check é 1"
        rewrite(path.with_name(path.name + ".0"))
        self._check_began_s = time.time()
        return {**pairs, "output": str(path), "messages": self._check_messages}

    def verify(self, checked: Message, received: Received | None, outputs: Path, method: Method) -> list[str]:
        """Check that the file holds a line for each message, in order, and nothing else."""
        path = outputs / "check é 1.0"
        content = log_content(path, room_for(self._check_messages * (self._message_bytes + STAMP_BYTES)))
        remove_log(path)
        problems = []
        logged = checked.number("work")
        if logged != self._check_messages:
            problems.append(f"says it logged {logged} messages of {self._check_messages}")
        lines = content.split(b"\n")
        if lines.pop():
            problems.append("the last line of the file does not end")
        if len(lines) != self._check_messages:
            problems.append(f"the file has {len(lines)} lines for {self._check_messages} messages")
        stamps = method.guarantees.get("stamped")
        for number, (line, message) in enumerate(zip(lines, self._different(), strict=False), start=1):
            if message not in line:
                return [*problems, f"line {number} does not hold its message: {_shown(line)}"]
            if stamps not in (None, "no") and (lacks := self._lacks(line)):
                return [*problems, f"declares `stamped: {stamps}` and line {number} has no {lacks}: {_shown(line)}"]
            if stamps == "no" and line != message:
                return [*problems, f"declares `stamped: no` and line {number} is not the message alone: {_shown(line)}"]
        return problems

    def probe(self, dialogue: Dialogue, outputs: Path, method: Method) -> list[str]:
        """Probe the guarantee durable, as far as the system shows it."""
        path = self._prepare_probe(dialogue, outputs, PROBE_MESSAGES)
        try:
            return probe_durable(dialogue, outputs, method, PROBE_MESSAGES, "message")
        finally:
            remove_log(path)

    def crash(self, dialogue: Dialogue, outputs: Path, method: Method) -> list[str]:
        """Probe the guarantee survives: count the messages that are lost if the process dies."""
        if method.guarantees.get("survives") != "kill":
            return []
        path = self._prepare_probe(dialogue, outputs, CRASH_UNITS + 1)

        def kept() -> int:
            return log_content(path).count(letters(PROBE_MESSAGE_BYTES - 4))

        try:
            return lost_in_crash(dialogue, "survives: kill", "messages", kept)
        finally:
            remove_log(path)

    def _prepare_probe(self, dialogue: Dialogue, outputs: Path, messages: int) -> Path:
        """Tell the worker to log some short messages; return the file, which is empty."""
        pairs = {
            **self.prepare(outputs, whole_lead_in=True),
            "output": str(outputs / "probe"),
            "messages": messages,
            "message_bytes": PROBE_MESSAGE_BYTES,
        }
        dialogue.begin("prepare", pairs)
        dialogue.end("prepare")
        path = outputs / "probe.0"
        rewrite(path)
        return path

    def _different(self) -> Iterator[bytes]:
        """All messages, again and again."""
        rest = letters(self._message_bytes)
        while True:
            for number in range(DIFFERENT):
                yield (b"%03d " % number + rest)[: self._message_bytes]

    def _lacks(self, line: bytes) -> str | None:
        """Return what a line lacks beside its message, which has neither: the level, or the time of this check."""
        if not _LEVEL.search(line):
            return "level"
        since = self._check_began_s - STAMP_PATIENCE_S
        until = time.time() + STAMP_PATIENCE_S
        for stamp in _SINCE_1970.finditer(line):
            if since <= int(stamp[1]) <= until:
                return None
        for stamp in _CLOCK.finditer(line):
            late_s = (int(stamp[1]) * 60 + int(stamp[2]) - since) % ZONE_STEP_S
            if late_s <= until - since:
                return None
        return "time of now"

    def _take(self, path: str, messages: int) -> str | None:
        """Check that the file has a line for each message, and the messages in them, and remove it."""
        content = content_of(path)
        lines = content.count(b"\n")
        if lines < messages:  # what a method rotates is looked for if something is missing
            content = log_content(Path(path))
            lines = content.count(b"\n")
            remove_log(Path(path))
        else:
            os.unlink(path)
        if lines != messages:
            return f"a file has {lines} lines for {messages} messages"
        told = content.count(letters(self._message_bytes - 4)) if self._message_bytes >= LEAST_TOLD_BYTES else messages
        return f"a file has {told} messages instead of {messages}" if told != messages else None


def messages_of(content: bytes, message_bytes: int) -> bytes:
    """Return the tagged messages of a log without what the logger added; one that shares its line is broken up."""
    found = []
    for line in content.splitlines():
        begin = line.find(b"#")
        end = begin + message_bytes
        if begin < 0:
            continue
        is_alone = b"#" not in line[begin + 1 :]
        found.append(line[begin:end] if is_alone else line.replace(b"#", b"?"))
    return b"\n".join(found)


def _shown(line: bytes) -> str:
    return repr(line[:100].decode("utf-8", "replace"))


def _make(path: str) -> None:
    """Make an empty file."""
    os.close(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
