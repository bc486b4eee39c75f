"""Copy: one file to a fresh name; sizes are checked after every sample; bytes, mode and syncs under `check`."""

from __future__ import annotations

import hashlib
import os
import stat
from collections.abc import Mapping
from functools import cached_property, partial
from pathlib import Path

from iotrial import jobs
from iotrial.jobs import (
    LEAD_IN_SHARE,
    Cold,
    Dialogue,
    Impossible,
    Message,
    Method,
    NumberedOutputs,
    Pairs,
    Received,
    Value,
    Warm,
    noise,
    probe_durable,
    reading,
    scaled,
    size_of,
    tag_problems,
    write_once,
)

#: A check copies fewer bytes than a sample may, but more than any buffer holds, and an odd number of them.
MOST_CHECK_BYTES = 3_000_001

#: The mode of a check's input, which no new file has by itself.
MODE = 0o750

#: The output of a check; its name has a space and a letter outside ASCII.
CHECK = "check é 1"


class Task(jobs.Task):
    """The job of copying: an iteration copies the file to a name that is not there yet."""

    outputs: NumberedOutputs

    def __init__(self, level: Mapping[str, Value], inputs: Path) -> None:
        self._file_bytes = int(level["file_bytes"])
        self.works = (self._file_bytes,)
        lead_bytes = scaled(self._file_bytes, LEAD_IN_SHARE)
        self._sizes = {"measured": self._file_bytes, "lead-in": lead_bytes}
        self._sizes["check"] = min(self._file_bytes, MOST_CHECK_BYTES)
        self._inputs = {name: inputs / f"{name}-{size}" for name, size in self._sizes.items()}
        self._inputs["check"] = inputs / f"check-{self._sizes['check']}-é 1"
        measured = (self._inputs["measured"], self._inputs["lead-in"])
        if level["cache"] == "warm":
            self.warm = Warm(measured)
        else:
            self.cold = Cold(measured, self._file_bytes)
            self.impossible = None if self._file_bytes else Impossible("an empty file is never cold")
        self.outputs = NumberedOutputs(("new", "led"), self._file_bytes, lead_bytes, _take)

    def space_bytes(self, iterations: int) -> int:
        """Return the bytes of the inputs and one arm's copies of a sample and its lead-in.

        The copies are removed before the next.
        """
        return sum(self._sizes.values()) + (self._file_bytes + self._sizes["lead-in"]) * iterations

    def file_count(self, iterations: int) -> int:
        """Count three inputs, and a copy for each iteration and lead-in."""
        return 3 + 2 * iterations

    def create(self) -> None:
        """Make the inputs that are not there yet."""
        for name, size in self._sizes.items():
            write_once(self._inputs[name], partial(noise, name, size))
        self._inputs["check"].chmod(MODE)

    def prepare(self, outputs: Path, *, whole_lead_in: bool) -> Pairs:
        """Return the request's keys: the file, the smaller one for the lead-in, and the place of the copies."""
        lead = "measured" if whole_lead_in else "lead-in"
        return {
            **self.outputs.pairs(outputs),
            "input": str(self._inputs["measured"]),
            "lead_input": str(self._inputs[lead]),
        }

    def prepare_check(self, outputs: Path) -> Pairs:
        """Return the same for a file of other bytes and an odd mode, from an odd name to an odd name."""
        path = str(self._inputs["check"])
        return {"input": path, "lead_input": path, "output": str(outputs / CHECK), "lead_output": str(outputs / "led")}

    def verify(self, checked: Message, received: Received | None, outputs: Path, method: Method) -> list[str]:
        """Check that the copy has the bytes of the file, and its mode if that is declared."""
        path = outputs / f"{CHECK}.0"
        problems = []
        copied = checked.number("work")
        if copied != self._sizes["check"]:
            problems.append(f"says it copied {copied} bytes of {self._sizes['check']}")
        if not os.path.lexists(path):
            return [*problems, "the copy is not there"]
        with reading(path, None) as file:
            state = os.fstat(file.fileno())
            size, mode = state.st_size, stat.S_IMODE(state.st_mode)
            sha256 = hashlib.file_digest(file, "sha256").hexdigest()
        path.unlink()
        if size != self._sizes["check"]:
            problems.append(f"the copy has {size} bytes instead of {self._sizes['check']}")
        elif sha256 != self._right_sha256:
            problems.append("the copy has the right size and wrong bytes")
        declared = method.guarantees.get("mode")
        if declared == "kept" and mode != MODE:
            problems.append(f"declares `mode: kept` and left the copy with {mode:o} instead of {MODE:o}")
        if declared == "not kept" and mode == MODE:
            problems.append("declares `mode: not kept` and kept it")
        return problems

    def probe(self, dialogue: Dialogue, outputs: Path, method: Method) -> list[str]:
        """Probe if the copy is durable and if the bytes go through the method's own memory, as far as can be seen."""
        path = outputs / f"{CHECK}.0"
        pairs = self.prepare_check(outputs)
        try:
            found = tag_problems(dialogue, pairs, self._sizes["check"], method.tags, must_declare=False)
            path.unlink()  # a copy goes to a name that is not there
            return found + probe_durable(dialogue, outputs, method, 1, "file")
        finally:
            path.unlink(missing_ok=True)

    @cached_property
    def _right_sha256(self) -> str:
        digest = hashlib.sha256()
        for piece in noise("check", self._sizes["check"]):
            digest.update(piece)
        return digest.hexdigest()


def _take(path: str, file_bytes: int) -> str | None:
    """Check that the copy has its size, and remove it."""
    try:
        size = size_of(path)
    except FileNotFoundError:
        return "a copy is not there"
    os.unlink(path)
    return None if size == file_bytes else f"a copy has {size} bytes instead of {file_bytes}"
