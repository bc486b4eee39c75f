"""Replace: a file that is there gets new content; its size is checked after every sample, bytes under `check`."""

from __future__ import annotations

import os
import stat
from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from iotrial import jobs
from iotrial.jobs import (
    Dialogue,
    FoundMeanwhile,
    Message,
    Method,
    NumberedOutputs,
    Pairs,
    Received,
    Value,
    content_of,
    difference,
    found_meanwhile,
    letters,
    probe_durable,
    rewrite,
    room_for,
    size_of,
    written_back,
)

#: What the old content is made of.
BEFORE = b"was here before\n"

#: The file of a check; its name has a space and a letter outside ASCII.
CHECK = "check é 1"

#: Under check the old content is so much longer than the new: what is left of it would be seen.
LONGER_BYTES = 1000

#: The mode of a probe's file, which no new file has by itself, and its owner, if we may give it one.
MODE, NOBODY = 0o750, 65534

#: The old content of a probe is longer than the new.
PROBE_BYTES, PROBE_BEFORE_BYTES = 70_001, 100_000

#: A reader that finds nothing wrong looks so many times more: on a busy machine it may have had no turn.
TRIALS = 4

#: What a reader found, in words.
FOUND = {"missing": "no file", "part": "a part of the new content", "mixed": "a mixture of old and new"}


@dataclass(frozen=True)
class OldFiles(NumberedOutputs):
    """Files whose old content is on the device before a sample begins, as that of a file that has been there long."""

    def make_all(self, folder: Path, iterations: int, lead_in: int, *, whole_lead_in: bool) -> None:
        """Make them, and wait until they are written."""
        super().make_all(folder, iterations, lead_in, whole_lead_in=whole_lead_in)
        counts = zip(self.names, (iterations, lead_in), strict=True)
        written_back([f"{folder}/{name}.{index}" for name, count in counts for index in range(count)])


class Task(jobs.Task):
    """The job of replacing: an iteration gives one file new content."""

    outputs: OldFiles
    probe_differs_by = ""  # its files are always the same

    def __init__(self, level: Mapping[str, Value], inputs: Path) -> None:
        self._file_bytes = int(level["file_bytes"])
        self.works = (self._file_bytes,)
        make = partial(rewrite, content=_old(self._file_bytes))
        self.outputs = OldFiles(("new", "led"), self._file_bytes, self._file_bytes, _take, make)

    def space_bytes(self, iterations: int) -> int:
        """Return the bytes of the old and the new file of each iteration and lead-in, each of whole blocks."""
        return 4 * iterations * 4096 * (1 + -(-self._file_bytes // 4096))

    def file_count(self, iterations: int) -> int:
        """Count a file for each iteration and lead-in, and one beside it that takes its place."""
        return 4 * iterations

    def prepare(self, outputs: Path, *, whole_lead_in: bool) -> Pairs:
        """Return the request's keys: the file, and the size of its new content."""
        return {**self.outputs.pairs(outputs), "file_bytes": self._file_bytes}

    def prepare_check(self, outputs: Path) -> Pairs:
        """Return the same for a file of an odd name, whose old content is longer than the new."""
        path = outputs / f"{CHECK}.0"
        rewrite(path, _old(self._file_bytes + LONGER_BYTES))
        return {**self.prepare(outputs, whole_lead_in=True), "output": str(outputs / CHECK)}

    def verify(self, checked: Message, received: Received | None, outputs: Path, method: Method) -> list[str]:
        """Check that the file has the new content, and that nothing lies beside it."""
        path = outputs / f"{CHECK}.0"
        if not os.path.lexists(path):
            return ["the file is gone"]
        content = content_of(path, room_for(self._file_bytes + LONGER_BYTES))
        path.unlink()
        problems = []
        if wrong := difference(content, letters(self._file_bytes)):
            problems.append(f"the file {wrong}")
        if beside := sorted(os.listdir(outputs)):
            problems.append(f"left {beside[0]!r} beside the file")
        return problems

    def probe(self, dialogue: Dialogue, outputs: Path, method: Method) -> list[str]:
        """Probe what a reader finds meanwhile, what the file keeps, and if the content is synced."""
        path = outputs / "probe.0"
        pairs = {**self.prepare(outputs, whole_lead_in=True), "file_bytes": PROBE_BYTES}
        try:
            _prepare(dialogue, {**pairs, "output": str(outputs / "probe")})
            rewrite(path, _old(PROBE_BEFORE_BYTES))
            problems = probe_durable(dialogue, outputs, method, 1, "file")
            problems += _probe_atomic(dialogue, path, method)
        finally:
            path.unlink(missing_ok=True)
        return problems + _probe_keeps(dialogue, outputs, pairs, method)


def _probe_atomic(dialogue: Dialogue, path: Path, method: Method) -> list[str]:
    """Probe what a reader finds while the file is replaced."""
    declared = method.guarantees.get("atomic")
    if declared is None:
        return []
    order = ("yes", "with a gap", "no")
    for _ in range(TRIALS):
        rewrite(path, _old(PROBE_BEFORE_BYTES))
        found = found_meanwhile(dialogue, path, _old(PROBE_BEFORE_BYTES), letters(PROBE_BYTES))
        if wrong := difference(content_of(path), letters(PROBE_BYTES)):
            return [f"the file {wrong}"]
        seen = _seen(found)
        if order.index(seen) > order.index(declared):
            return [f"declares `atomic: {declared}`, and {_worst(found)}"]
        if seen == declared or not found.is_held:
            break
    else:
        return [f"declares `atomic: {declared}`, and in {TRIALS} trials a reader found what `{seen}` promises"]
    return []


def _seen(found: FoundMeanwhile) -> str:
    """Return the value of `atomic` that tells what was found."""
    if found.part or found.mixed or found.is_same_file:
        return "no"
    return "with a gap" if found.missing else "yes"


def _worst(found: FoundMeanwhile) -> str:
    for name in ("mixed", "part", "missing"):
        if count := getattr(found, name):
            return f"a reader found {FOUND[name]} ({count} times)"
    return "wrote into the file that was there, which others could read half written"


def _probe_keeps(dialogue: Dialogue, outputs: Path, pairs: Pairs, method: Method) -> list[str]:
    """Probe if a file keeps its permissions and its owner, and if a symbolic link to it stays one."""
    link, real = outputs / "link.0", outputs / "real.0"
    rewrite(real, _old(PROBE_BEFORE_BYTES))
    real.chmod(MODE)
    is_ours = os.geteuid() != 0  # and cannot be another's
    if not is_ours:
        os.chown(real, NOBODY, NOBODY)
    link.symlink_to(real.name)
    try:
        _replace(dialogue, {**pairs, "output": str(outputs / "link")})
        keeps_link = link.is_symlink()
        if wrong := difference(content_of(real if keeps_link else link), letters(PROBE_BYTES)):
            return [f"of a symbolic link, the file {wrong}"]
        if not keeps_link and content_of(real) != _old(PROBE_BEFORE_BYTES):
            return ["changed the file that a symbolic link led to, and replaced the link, too"]
        _replace(dialogue, {**pairs, "output": str(outputs / "real")})
        about = real.lstat()
    finally:
        link.unlink(missing_ok=True)
        real.unlink(missing_ok=True)
    kept = {
        "its permissions": stat.S_IMODE(about.st_mode) == MODE,
        "its owner": is_ours or about.st_uid == NOBODY,
        "a symbolic link to it": keeps_link,
    }
    found = "everything" if all(kept.values()) else "permissions" if kept["its permissions"] else "nothing"
    declared = method.guarantees.get("keeps")
    if declared in (None, found) or (is_ours and (declared, found) == ("permissions", "everything")):
        return []
    order = ("everything", "permissions", "nothing")
    gives_less = order.index(found) > order.index(declared)
    names = " and ".join(name for name, is_kept in kept.items() if is_kept is not gives_less)
    return [f"declares `keeps: {declared}`, and the file {'did not keep' if gives_less else 'kept'} {names}"]


def _replace(dialogue: Dialogue, pairs: Pairs) -> None:
    """Have the worker replace a file."""
    _prepare(dialogue, pairs)
    dialogue.begin("check", {})
    dialogue.end("check")


def _prepare(dialogue: Dialogue, pairs: Pairs) -> None:
    dialogue.begin("prepare", pairs)
    dialogue.end("prepare")


def _old(byte_count: int) -> bytes:
    return (BEFORE * (byte_count // len(BEFORE) + 1))[:byte_count]


def _take(path: str, file_bytes: int) -> str | None:
    """Check that the file has its size, and remove it."""
    size = size_of(path)
    os.unlink(path)
    return None if size == file_bytes else f"a file has {size} bytes instead of {file_bytes}"
