"""Lines: a text file with all that text files have; how many lines, how long they are, and a sum are known."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache, partial
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

LONG_BYTES = 1 << 20
LONG = b"ab\n" + b"c" * LONG_BYTES + b"\nde\n"
MOST_CHECK_BYTES = 4 << 20


class Task(jobs.Task):
    """One iteration reads all lines of one file."""

    probe_differs_by = ""

    def __init__(self, level: Mapping[str, Value], inputs: Path) -> None:
        self._bytes, self._line_bytes = int(level["file_bytes"]), int(level["line_bytes"])
        self._lead_bytes = scaled(self._bytes, LEAD_IN_SHARE)
        self._encoding = str(level["encoding"])
        self.works = (self._bytes,)
        name = inputs / f"text-{self._line_bytes}-{self._encoding}"
        kept = kept_input(level, name, self._bytes, self._lead_bytes, self._bytes)
        self._input, self._lead_input, self._call_bytes, self.warm, self.cold = kept
        if self.cold is not None and not self._bytes:
            self.impossible = Impossible("an empty file is never cold")
        self._check_bytes = min(self._bytes, MOST_CHECK_BYTES)
        self._check_input = inputs / f"text-{self._check_bytes}-check-é 1"
        self._trap_input = inputs / "trap é 1"

    def space_bytes(self, iterations: int) -> int:
        """Return the bytes of the inputs, and of what the probe reads."""
        return self._bytes + self._lead_bytes + self._check_bytes + HELD_BYTES

    def file_count(self, iterations: int) -> int:
        """Count the three inputs, and that of the probe."""
        return 4

    def create(self) -> None:
        """Make the inputs that are not there yet; the sum is known then."""
        text = partial(text_of_lines, self._line_bytes, self._encoding)
        write_once(self._input, partial(text, self._bytes), call_bytes=self._call_bytes)
        write_once(self._lead_input, partial(text, self._lead_bytes), call_bytes=self._call_bytes)
        write_once(self._check_input, lambda: iter((odd_text(self._check_bytes),)))
        self.proof = _sum_of_text(self._line_bytes, self._encoding, self._bytes)

    def prepare(self, outputs: Path, *, whole_lead_in: bool) -> Pairs:
        """Return the file, and the smaller one for the lead-in."""
        return {"input": str(self._input), "lead_input": str(self._input if whole_lead_in else self._lead_input)}

    def prepare_check(self, outputs: Path) -> Pairs:
        """Return a file with lines of all kinds."""
        return {"input": str(self._check_input), "lead_input": str(self._check_input)}

    def verify(self, checked: Message, received: Received | None, outputs: Path, method: Method) -> list[str]:
        """Check that the three numbers are right, as the method counts."""
        if checked.number("work") != self._check_bytes:
            return [f"says it has read {checked.number('work')} bytes of {self._check_bytes:,}"]
        return _problems("odd lines", odd_text(self._check_bytes), _found(checked), method)

    def probe(self, dialogue: Dialogue, outputs: Path, method: Method) -> list[str]:
        """Test all that the method declares, on files that are wrong in one way each, and on a large one."""
        problems = []
        try:
            for name, content in TEXT_TRAPS.items():
                problems += _problems(name, content, self._ask(dialogue, content), method)
            problems += _problems("bytes that are no UTF-8", NO_UTF_8, self._ask(dialogue, NO_UTF_8), method)
            problems += _of_long_lines(self._ask(dialogue, LONG), method)
            collected = method.language in COLLECTED
            return problems + memory_problems(
                dialogue, {}, self._trap_input, method, is_collected=collected, must_declare=True
            )
        finally:
            self._trap_input.unlink(missing_ok=True)

    def _ask(self, dialogue: Dialogue, content: bytes) -> LineAnswer | str:
        """Return what the method says of a file, or the error that it ends with."""
        self._trap_input.write_bytes(content)
        dialogue.begin("prepare", {"input": str(self._trap_input), "lead_input": str(self._trap_input)})
        dialogue.end("prepare")
        dialogue.begin("check", {})
        try:
            return _found(dialogue.end("check"))
        except WorkerFailed as failure:
            if not failure.alive:
                raise
            return str(failure)


def _found(checked: Message) -> LineAnswer:
    lines, length, total = (checked.number(name) or 0 for name in ("lines", "length", "proof"))
    return lines, length, total


def _right(content: bytes, method: Method) -> list[LineAnswer]:
    return LineRules.of(method, COUNTED.get(method.language, "utf-8")).answers(content)


def _problems(what: str, content: bytes, found: LineAnswer | str, method: Method) -> list[str]:
    """Compare what a method says of a file with what is right by all that it declares."""
    right = _right(content, method)
    if found in right or (not right and isinstance(found, str)):
        return []
    if not right:
        return [f"{what}: declares `decodes: or fails`, and says {_told(found)}"]
    return [f"{what}: says {_told(found)} instead of {_told(right[0])}"]


def _told(found: LineAnswer | str) -> str:
    if isinstance(found, str):
        return f"‘{found}’"
    return "{} lines, {} letters, sum {}".format(*found)


def _of_long_lines(found: LineAnswer | str, method: Method) -> list[str]:
    """See if a line of a mebibyte comes whole, is refused, or comes in pieces."""
    seen = "refused" if isinstance(found, str) else "taken" if found in _right(LONG, method) else "cut"
    if seen == "cut" and isinstance(found, tuple) and found[0] < 3:
        return [f"a line of {LONG_BYTES:,} bytes: says {_told(found)} and no error"]
    declared = method.guarantees["long"]
    return [] if seen == declared else [f"declares `long: {declared}`, and a line of {LONG_BYTES:,} bytes is {seen}"]


@cache
def _sum_of_text(line_bytes: int, encoding: str, byte_count: int) -> int:
    sums: dict[bytes, int] = {}  # most pieces are the same
    total = 0
    for piece in text_of_lines(line_bytes, encoding, byte_count):
        if piece not in sums:
            sums[piece] = sum(line[0] + line[-1] for line in piece.split(b"\n") if line)
        total += sums[piece]
    return total
