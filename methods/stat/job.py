"""Stat: a folder and a list of names; how many of them exist must come back, with their sizes and the latest time."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping
from functools import partial
from pathlib import Path

from iotrial import jobs
from iotrial.jobs import (
    ASKING,
    LEAD_IN_SHARE,
    Dialogue,
    Message,
    Method,
    NoTrace,
    Pairs,
    Received,
    Value,
    Warm,
    WorkerFailed,
    expected_found,
    refused,
    scaled,
    write_once,
    written_out,
)

#: Names that exist when a check looks, in turn; files of unlike sizes, so that their sum tells which were found.
CHECK_NAMES = ("{}", ".{}", "a b {} é", "[x]*? {}", "{}.with.dots")

#: The files of a check are so old and, one after the other, a day younger; the last is the newest.
FIRST_NS, DAY_NS = 1_000_000_000_123_456_789, 86_400_000_000_000

#: What a worker answers of one name: 1, 0, or that it failed.
FOUND, MISSING, FAILED = "there", "missing", "an error"

#: Names of a probe's folder: a file, a folder, and links.
FILE, FOLDER, TO_FILE, DANGLING, CIRCLE = "file", "folder", "to file", "dangling", "circle"


class Task(jobs.Task):
    """The job of looking up names: an iteration looks up all of them once."""

    probe_differs_by = ""  # its names are always the same
    warm = Warm()

    def __init__(self, level: Mapping[str, Value], inputs: Path) -> None:
        names, there, depth = int(level["names"]), str(level["there"]), int(level["depth"])
        self._names = _names(names, there, is_same=str(level["repeat"]) == "same")
        self._files = sorted({name for name in self._names if name.startswith("file")})
        self._lead_names = self._names[: scaled(names, LEAD_IN_SHARE)]
        self.proof = sum(name.startswith("file") for name in self._names)
        self.works = (self.proof,)
        above = inputs / "/".join(f"stat-{number:02}" for number in range(1, depth))
        self._folder = above / f"stat-{there}-{len(self._files)}"
        self._list, self._lead_list = (
            inputs / f"stat-names-{len(listed)}-{there}-{level['repeat']}" for listed in (self._names, self._lead_names)
        )
        self._check = {
            (name if number % 2 else f"no {name}"): 1 << (number // 2) if number % 2 else None
            for number, name in enumerate(
                CHECK_NAMES[number % len(CHECK_NAMES)].format(number) for number in range(min(names, 24))
            )
        }
        self._check_folder = inputs / f"stat [{len(self._check)}] é"
        self._check_list = inputs / f"stat-names-check-{len(self._check)}"

    def space_bytes(self, iterations: int) -> int:
        """Return the bytes of the files, which are small, and of the lists of names."""
        return 4200 * (len(self._files) + len(self._check) + 8) + 40 * len(self._names)

    def file_count(self, iterations: int) -> int:
        """Count the files, the folders above them, and the lists."""
        return len(self._files) + len(self._check) + 40

    def create(self) -> None:
        """Make the files and lists that are not there yet; they are then in memory, and written to the device."""
        made = _fill(self._folder, dict.fromkeys(self._files, 10), are_dated=False)
        _fill(self._check_folder, self._check)
        write_once(self._list, partial(_list, self._names))
        write_once(self._lead_list, partial(_list, self._lead_names))
        write_once(self._check_list, partial(_list, self._check))
        if made:
            written_out(self._folder)  # else the rest would be written while something is timed

    def prepare(self, outputs: Path, *, whole_lead_in: bool) -> Pairs:
        """Return the request's keys: the folder, and the names; fewer of them for the lead-in."""
        return _pairs(self._folder, self._list, self._list if whole_lead_in else self._lead_list)

    def prepare_check(self, outputs: Path) -> Pairs:
        """Return the same for odd names and other sizes."""
        return _pairs(self._check_folder, self._check_list, self._check_list)

    def verify(self, checked: Message, received: Received | None, outputs: Path, method: Method) -> list[str]:
        """Check the number of names that exist and, as far as the method tells them, their bytes and the newest."""
        sizes = [size for size in self._check.values() if size is not None]
        tells = method.guarantees.get("tells")
        newest = (FIRST_NS + (len(sizes) - 1) * DAY_NS) // 1_000_000_000 if sizes else 0
        problems = []
        for what, found, right in (
            ("names that exist", checked.number("work"), len(sizes)),
            ("their bytes", checked.number("bytes"), 0 if tells == "existence" else sum(sizes)),
            ("the time of the newest", checked.number("newest"), newest if tells == "size and time" else 0),
        ):
            if found != right:
                problems.append(f"{what}: {expected_found(right, found)}")
        return problems

    def probe(self, dialogue: Dialogue, outputs: Path, method: Method) -> list[str]:
        """Probe what the method finds of links, slashes, folders, and names that it may not look up."""
        folder = outputs / "probe"
        _fill_probe(folder)
        asked = partial(_answer, dialogue, outputs, folder)
        promised = method.guarantees.get
        anything, never = promised("finds") == "anything", promised("slashes") == "never there"
        right = {
            FILE: {FOUND},
            FOLDER: {FOUND if anything else MISSING},
            TO_FILE: {FOUND},
            DANGLING: {FOUND if promised("links") == "not followed" else MISSING},
            f"{FILE}/": {FOUND} if promised("slashes") == "dropped" else {MISSING, FAILED},
            f"{FOLDER}/": {FOUND if anything and not never else MISSING},
            # these are nowhere, and some find out that they could not even look
            CIRCLE: {FOUND} if promised("links") == "not followed" else {MISSING, FAILED},
            f"{FILE}/below": {MISSING, FAILED},
            "long" * 100: {MISSING, FAILED},
            # it is nothing, or the folder itself
            "": {FOUND, MISSING},
        }
        problems = []
        for name, answers in right.items():
            found = asked(name)
            if found not in answers:
                problems.append(f"{_shown(name)}: {expected_found(' or '.join(sorted(answers)), found)}")
        problems += _probe_denied(dialogue, outputs, folder, method)
        for path in (*folder.iterdir(),):
            path.rmdir() if path.is_dir() and not path.is_symlink() else path.unlink()
        folder.rmdir()
        return problems


def _probe_denied(dialogue: Dialogue, outputs: Path, folder: Path, method: Method) -> list[str]:
    """A name that may not be looked up is an error, or counts as missing, as the method declares.

    Who finds it all the same has not asked the system about it, or not by a call that can be refused.
    """
    name = "denied"
    (folder / name).write_bytes(b"denied")
    try:
        with refused(dialogue, [f"{folder}/{name}", name], ASKING, "EACCES"):
            found = _answer(dialogue, outputs, folder, name)
    except NoTrace:
        return []
    finally:
        (folder / name).unlink()
    declared = method.guarantees.get("denied")
    wanted = FAILED if declared == "error" else MISSING
    if found in (FOUND, wanted) or declared == "varies":
        return []
    return [f"a name that it may not look up: {expected_found(wanted, found)}"]


def _answer(dialogue: Dialogue, outputs: Path, folder: Path, name: str) -> str:
    """Have the worker look up one name, and return what it says of it."""
    listed = outputs / "names"
    listed.write_bytes(b"".join(_list([name])))
    try:
        dialogue.begin("prepare", _pairs(folder, listed, listed))
        dialogue.end("prepare")
        dialogue.begin("check", {})
        return FOUND if dialogue.end("check").number("work") else MISSING
    except WorkerFailed as failure:
        if not failure.alive:
            raise
        return FAILED
    finally:
        listed.unlink()


def _shown(name: str) -> str:
    return f"the name {name!r}" if len(name) < 40 else "a name that is too long"


def _pairs(folder: Path, names: Path, lead_names: Path) -> Pairs:
    return {
        "input": str(folder),
        "lead_input": str(folder),
        "names": str(names),
        "lead_names": str(lead_names),
    }


def _list(names: Iterable[str]) -> Iterator[bytes]:
    return (f"{name}\0".encode() for name in names)


def _names(count: int, there: str, *, is_same: bool) -> list[str]:
    """Return the names that are looked up: files, and others that do not exist."""
    numbers = [0 if is_same else number for number in range(count)]
    is_there = [there == "all" or (there == "half" and place % 2 == 0) for place in range(count)]
    return [f"{'file' if here else 'none'}-{number:06}" for number, here in zip(numbers, is_there, strict=True)]


def _fill(folder: Path, sizes: Mapping[str, int | None], *, are_dated: bool = True) -> bool:
    """Make a folder of files unless it is there, and return if it was made. It gets its name when it is whole.

    are_dated: each is a day younger than the one before.
    """
    if folder.exists():
        return False
    part = folder.with_name(f"{folder.name}.part")
    part.mkdir(parents=True, exist_ok=True)
    when_ns = FIRST_NS
    for name, size in sizes.items():
        if size is not None:
            (part / name).write_bytes(bytes(size))
            if are_dated:
                os.utime(part / name, ns=(when_ns, when_ns))
                when_ns += DAY_NS
    part.rename(folder)
    return True


def _fill_probe(folder: Path) -> None:
    (folder / FOLDER).mkdir(parents=True)
    (folder / FILE).write_bytes(b"file")
    for name, target in ((TO_FILE, FILE), (DANGLING, "nowhere"), (CIRCLE, CIRCLE)):
        (folder / name).symlink_to(target)
