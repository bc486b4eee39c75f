"""Load: a folder of files and a list of their names; what each file holds must come back, in that order."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping
from functools import partial
from pathlib import Path

from iotrial import jobs
from iotrial.jobs import (
    LEAD_IN_SHARE,
    Cold,
    Dialogue,
    Impossible,
    Message,
    Method,
    NotCut,
    Pairs,
    Received,
    Value,
    Warm,
    WorkerFailed,
    content_of,
    cut_while_read,
    difference,
    expected_found,
    noise,
    scaled,
    write_once,
    written_out,
)

#: Sizes that a check's files have beside the level's: none, one, and those beside a page and beside usual buffers.
CHECK_SIZES = (0, 1, 4095, 4096, 4097, 8192, 65_536, 65_537, 131_073)

#: A check's files have names that are odd in turn.
CHECK_NAMES = ("{}", ".{}", "a b {} é", "below/{}", "[x]*? {}")

#: Files of which the system tells another size than they have: 0, or a page.
UNSIZED = ("proc/version", "proc/filesystems", "proc/devices", "sys/kernel/mm/transparent_hugepage/enabled")

#: A file that grows has so many bytes, and then so many.
SMALL_BYTES, GROWN_BYTES = 5_000, 70_000

#: So many files are looked after, that they are in memory before each round; it takes long with more.
MOST_HELD = 5_000

#: The file to which a worker writes what it loaded.
PROOF = "loaded"


class Task(jobs.Task):
    """The job of loading: an iteration loads all files once."""

    probe_differs_by = ""  # its files are always the same

    def __init__(self, level: Mapping[str, Value], inputs: Path) -> None:
        self._files, self._file_bytes = int(level["files"]), int(level["file_bytes"])
        self._lead_files = scaled(self._files, LEAD_IN_SHARE)
        self.works = (self._files,)
        self.proof = self._files * self._file_bytes
        self._folder = self._lead_folder = inputs / f"load-{self._files}-{self._file_bytes}"
        self._names, self._lead_names = (inputs / f"load-names-{files}" for files in (self._files, self._lead_files))
        check_files = min(self._files, 24)
        self._check = {
            CHECK_NAMES[number % len(CHECK_NAMES)].format(number): (self._file_bytes, *CHECK_SIZES)[number % 10]
            for number in range(check_files)
        }
        self._check_folder = inputs / f"load [{check_files}-{self._file_bytes}] é"
        self._check_names = inputs / f"load-names-check-{check_files}-{self._file_bytes}"
        if str(level.get("cache", "warm")) == "warm":
            held = range(self._files if self._file_bytes and self._files <= MOST_HELD else 0)
            self.warm = Warm(tuple(self._folder / _name(number) for number in held))
        else:  # the lead-in has files of its own, since reading them must not warm the others
            self._lead_folder = inputs / f"load-lead-in-{self._lead_files}-{self._file_bytes}"
            self.cold = Cold((self._folder, self._lead_folder), self.proof, drops_caches=True)
            if not self.proof:
                self.impossible = Impossible("files without content are never cold")

    def space_bytes(self, iterations: int) -> int:
        """Return the bytes of the files, each of whole blocks, and of the lists of their names."""
        blocks_bytes = 4096 * (1 + -(-self._file_bytes // 4096))
        return 2 * self._files * (blocks_bytes + 20) + 2 * sum(4096 + size for size in self._check.values()) + (4 << 20)

    def file_count(self, iterations: int) -> int:
        """Count the files, their folders, the lists of names, and what the worker writes."""
        return self._files + self._lead_files + len(self._check) + 10

    def create(self) -> None:
        """Make the files that are not there yet; they are then in memory, and written to the device."""
        names = [_name(number) for number in range(self._files)]
        content = b"".join(noise("load", self._file_bytes))
        made = [
            _fill(self._folder, ((name, content) for name in names)),
            _fill(self._lead_folder, ((name, content) for name in names[: self._lead_files])),
            _fill(self._check_folder, ((name, _check_content(name, size)) for name, size in self._check.items())),
        ]
        write_once(self._names, partial(_list, names))
        write_once(self._lead_names, partial(_list, names[: self._lead_files]))
        write_once(self._check_names, partial(_list, self._check))
        if any(made):
            written_out(self._folder)  # else the rest would be written while something is timed

    def prepare(self, outputs: Path, *, whole_lead_in: bool) -> Pairs:
        """Return the request's keys: the folder, and the names; fewer of them for the lead-in."""
        pairs = _pairs(self._folder, self._names, self._names if whole_lead_in else self._lead_names)
        return pairs if whole_lead_in else {**pairs, "lead_folder": str(self._lead_folder)}

    def prepare_check(self, outputs: Path) -> Pairs:
        """Return the same for files of many sizes and odd names."""
        return _pairs(self._check_folder, self._check_names, self._check_names)

    def check_pairs(self, outputs: Path) -> Pairs:
        """Return the key for the file to which the worker writes what it loaded."""
        return {"proof_file": str(outputs / PROOF)}

    def verify(self, checked: Message, received: Received | None, outputs: Path, method: Method) -> list[str]:
        """Check that each file came back as it is, in the order of the names."""
        found = _loaded(outputs)
        if checked.number("work") != len(found):
            return [f"says it loaded {checked.number('work')} files and handed back {len(found)}"]
        if len(found) != len(self._check):
            return [f"the number of files: {expected_found(len(self._check), len(found))}"]
        for content, (name, size) in zip(found, self._check.items(), strict=True):
            if wrong := difference(content, _check_content(name, size)):
                return [f"the file {name!r} {wrong}"]
        return []

    def probe(self, dialogue: Dialogue, outputs: Path, method: Method) -> list[str]:
        """Probe what becomes of a file that is missing, one that grows, and those whose size is told wrongly."""
        return [
            *_probe_missing(dialogue, outputs),
            *_probe_growing(dialogue, outputs, method),
            *_probe_unsized(dialogue, outputs, method),
        ]


def _probe_missing(dialogue: Dialogue, outputs: Path) -> list[str]:
    """A file that is missing is an error, not one that is left out or empty."""
    (outputs / "there").write_bytes(b"there")
    try:
        _ask(dialogue, outputs, outputs, ["there", "missing", "there"])
    except WorkerFailed as failure:
        if failure.alive:
            return []
        raise
    finally:
        (outputs / "there").unlink()
    return ["loaded a file that is missing, without an error"]


def _probe_growing(dialogue: Dialogue, outputs: Path, method: Method) -> list[str]:
    """What a file held before it grew comes back, with or without the rest, and nothing else behind it.

    It grows when it is about to be read, after its size may have been asked for. Who reads in other threads, or has
    the kernel do it, cannot be stopped there.
    """
    if {"threaded", "uncounted"} & {*method.tags}:
        return []
    before = b"".join(noise("grows", SMALL_BYTES))
    path, names = outputs / "grows", outputs / "names"
    path.write_bytes(before)
    names.write_bytes(b"".join(_list(["grows"])))
    try:
        dialogue.begin("prepare", _pairs(outputs, names, names))
        dialogue.end("prepare")
        try:
            cut_while_read(dialogue, "check", path, GROWN_BYTES, {"proof_file": str(outputs / PROOF)})
        except NotCut as reason:
            if reason.is_asked:
                dialogue.end("check")
            return []
        dialogue.end("check")
        (found,) = _loaded(outputs)
        if len(found) < SMALL_BYTES or (before + bytes(GROWN_BYTES - SMALL_BYTES))[: len(found)] != found:
            return [f"a file of {SMALL_BYTES:,} bytes that grew came back with {len(found):,}, not as it was or is"]
        return []
    finally:
        path.unlink()
        names.unlink()
        (outputs / PROOF).unlink(missing_ok=True)


def _probe_unsized(dialogue: Dialogue, outputs: Path, method: Method) -> list[str]:
    """Files in /proc and /sys come back whole, if the method declares that; an error or an empty one if not."""
    root = Path("/")
    names = [name for name in UNSIZED if os.access(root / name, os.R_OK)]
    right = {name: (root / name).read_bytes() for name in names}
    wrong = []
    for name in names:
        try:
            (found,) = _ask(dialogue, outputs, root, [name])
        except WorkerFailed as failure:
            if not failure.alive:
                raise
            found = b""
        if found != right[name]:
            wrong.append(f"/{name} {difference(found, right[name])}")
    declared = method.guarantees.get("unsized")
    if wrong and declared != "no":
        return [f"declares `unsized: {declared}`, and {wrong[0]}"]
    if names and not wrong and declared == "no":
        return ["declares `unsized: no`, and loaded whole every file of another size than the system tells"]
    return []


def _ask(dialogue: Dialogue, outputs: Path, folder: Path, names: Iterable[str]) -> list[bytes]:
    """Have the worker load some files and return what came back."""
    listed = outputs / "names"
    listed.write_bytes(b"".join(_list(names)))
    try:
        dialogue.begin("prepare", _pairs(folder, listed, listed))
        dialogue.end("prepare")
        dialogue.begin("check", {"proof_file": str(outputs / PROOF)})
        dialogue.end("check")
        return _loaded(outputs)
    finally:
        listed.unlink()
        (outputs / PROOF).unlink(missing_ok=True)


def _loaded(outputs: Path) -> list[bytes]:
    """Return the files that a worker wrote to the proof file, each after its size and a newline; remove it."""
    path = outputs / PROOF
    written = content_of(path)
    path.unlink()
    found, at = [], 0
    while at < len(written):
        begin = written.index(b"\n", at) + 1
        at = begin + int(written[at : begin - 1])
        found.append(written[begin:at])
    return found


def _pairs(folder: Path, names: Path, lead_names: Path) -> Pairs:
    return {
        "folder": str(folder),
        "lead_folder": str(folder),
        "names": str(names),
        "lead_names": str(lead_names),
    }


def _list(names: Iterable[str]) -> Iterator[bytes]:
    return (f"{name}\0".encode() for name in names)


def _name(number: int) -> str:
    return f"{number:06}.bin"


def _check_content(name: str, size: int) -> bytes:
    return b"".join(noise(f"check {name}", size))


def _fill(folder: Path, files: Iterable[tuple[str, bytes]]) -> bool:
    """Make a folder of files unless it is there, and return if it was made. It gets its name when it is whole."""
    if folder.exists():
        return False
    part = folder.with_name(f"{folder.name}.part")
    (part / "below").mkdir(parents=True, exist_ok=True)
    for name, content in files:
        with open(f"{part}/{name}", "wb", buffering=0) as file:
            file.write(content)
    part.rename(folder)
    return True
