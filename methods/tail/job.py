"""Tail: a text file, and how many of its last lines are wanted; these lines are known."""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping
from functools import partial
from pathlib import Path

from iotrial import jobs
from iotrial.jobs import (
    HELD_BYTES,
    LEAD_IN_SHARE,
    NO_UTF_8,
    TEXT_TRAPS,
    Dialogue,
    Impossible,
    LineAnswer,
    LineRules,
    Message,
    Method,
    Pairs,
    Received,
    Value,
    WorkerFailed,
    kept_input,
    memory_problems,
    odd_text,
    scaled,
    text_of_lines,
    write_once,
)

#: What a language counts in text; what is no text, or has another language, is counted in bytes.
COUNTED = {"python": "utf-32-le", "java": "utf-16-le", "javascript": "utf-16-le"}

#: Their runtimes take memory for what is garbage already: how much tells nothing of a method.
COLLECTED = ("java", "javascript")

#: A line that is longer than any piece in which a file is read from its end.
LONG = b"ab\n" + b"c" * (1 << 18) + b"\nde\n" + b"f" * (1 << 17)
MOST_CHECK_BYTES = 4 << 20

#: The least that is read of a file that is not in memory.
PAGE_BYTES = 4096


class Task(jobs.Task):
    """One iteration reads the last lines of one file."""

    probe_differs_by = ""

    def __init__(self, level: Mapping[str, Value], inputs: Path) -> None:
        self._bytes, self._line_bytes = int(level["file_bytes"]), int(level["line_bytes"])
        self._wanted = int(level["lines"])
        lead_bytes = scaled(self._bytes, LEAD_IN_SHARE)
        self._sizes = (self._bytes, lead_bytes)
        least = min(self._bytes, PAGE_BYTES)
        kept = kept_input(level, inputs / f"text-{self._line_bytes}", self._bytes, lead_bytes, least)
        self._input, self._lead_input, self._call_bytes, self.warm, self.cold = kept
        if self.cold is not None and not self._bytes:
            self.impossible = Impossible("an empty file is never cold")
        most_pieces = 2 + self._wanted * self._line_bytes // 500_000  # of a mebibyte each but the last
        pieces = deque(text_of_lines(self._line_bytes, "ascii", self._bytes), most_pieces)
        last = b"".join(pieces).split(b"\n")[:-1][-self._wanted :]
        self.works = (len(last),)
        self.proof = sum(line[0] + line[-1] for line in last if line)
        self._check_bytes = min(self._bytes, MOST_CHECK_BYTES)
        self._check_input = inputs / f"text-{self._check_bytes}-check-é 1"
        self._trap_input = inputs / "trap é 1"

    def space_bytes(self, iterations: int) -> int:
        """Return the bytes of the inputs, and of what the probe reads."""
        return sum(self._sizes) + self._check_bytes + HELD_BYTES

    def file_count(self, iterations: int) -> int:
        """Count the three inputs, and that of the probe."""
        return 4

    def create(self) -> None:
        """Make the inputs that are not there yet."""
        for path, size in zip((self._input, self._lead_input), self._sizes, strict=True):
            write_once(path, partial(text_of_lines, self._line_bytes, "ascii", size), call_bytes=self._call_bytes)
        write_once(self._check_input, lambda: iter((odd_text(self._check_bytes),)))

    def prepare(self, outputs: Path, *, whole_lead_in: bool) -> Pairs:
        """Return the file, the smaller one for the lead-in, and how many lines are wanted."""
        lead_in = self._input if whole_lead_in else self._lead_input
        return {"input": str(self._input), "lead_input": str(lead_in), "wanted": self._wanted}

    def prepare_check(self, outputs: Path) -> Pairs:
        """Return a file with lines of all kinds."""
        return {"input": str(self._check_input), "lead_input": str(self._check_input), "wanted": self._wanted}

    def verify(self, checked: Message, received: Received | None, outputs: Path, method: Method) -> list[str]:
        """Check that the three numbers are right, as the method counts."""
        return _problems("odd lines", odd_text(self._check_bytes), self._wanted, _found(checked), method)

    def probe(self, dialogue: Dialogue, outputs: Path, method: Method) -> list[str]:
        """Test all that the method declares, on files that are wrong in one way each, and on a large one."""
        problems = []
        cases = [(name, content, wanted) for name, content in TEXT_TRAPS.items() for wanted in (2, 10)]
        cases += [("bytes that are no UTF-8", NO_UTF_8, 10), *(("a long line", LONG, wanted) for wanted in (1, 2, 3))]
        try:
            for name, content, wanted in cases:
                problems += _problems(name, content, wanted, self._ask(dialogue, content, wanted), method)
            collected = method.language in COLLECTED
            return problems + memory_problems(
                dialogue, {"wanted": 10}, self._trap_input, method, is_collected=collected, must_declare=False
            )
        finally:
            self._trap_input.unlink(missing_ok=True)

    def _ask(self, dialogue: Dialogue, content: bytes, wanted: int) -> LineAnswer | str:
        """Return what the method says of a file, or the error that it ends with."""
        self._trap_input.write_bytes(content)
        path = str(self._trap_input)
        dialogue.begin("prepare", {"input": path, "lead_input": path, "wanted": wanted})
        dialogue.end("prepare")
        dialogue.begin("check", {})
        try:
            return _found(dialogue.end("check"))
        except WorkerFailed as failure:
            if not failure.alive:
                raise
            return str(failure)


def _found(checked: Message) -> LineAnswer:
    lines, length, total = (checked.number(name) or 0 for name in ("work", "length", "proof"))
    return lines, length, total


def _problems(what: str, content: bytes, wanted: int, found: LineAnswer | str, method: Method) -> list[str]:
    """Compare what a method says of the last lines with what is right by all that it declares."""
    right = LineRules.of(method, COUNTED.get(method.language, "utf-8")).answers(content, wanted)
    if found in right or (not right and isinstance(found, str)):
        return []
    if not right:
        return [f"{what}: declares `decodes: or fails`, and says {_told(found)}"]
    return [f"{what}, the last {wanted}: says {_told(found)} instead of {_told(right[0])}"]


def _told(found: LineAnswer | str) -> str:
    if isinstance(found, str):
        return f"‘{found}’"
    return "{} lines, {} letters, sum {}".format(*found)
