"""Walk: a tree; the number of its files and of its folders must come back, and the bytes of the files.

Files are regular ones. Links are left alone, wherever they lead, and so is whatever else there may be.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

from iotrial import jobs
from iotrial.jobs import (
    ASKING,
    FOLDER_FILES,
    LEAD_IN_SHARE,
    OPENING,
    Cold,
    Dialogue,
    Impossible,
    Message,
    Method,
    NoTrace,
    Pairs,
    Received,
    Value,
    Warm,
    WorkerFailed,
    expected_found,
    folder_bytes,
    grow_tree,
    paths_in_tree,
    refused,
    remove_folder,
    scaled,
    written_out,
)

#: Bytes of each file.
FILE_BYTES = 10

#: Folders of a check's tree; in the last but one are more names than a call to the system gives, the last is empty.
CHECK_FOLDERS = ("", "a b/é", "[x]*?{y}", ".hidden/inner", "d/e/e/p/e/r/a/n/d/d/e/e/p/e/r", "many", "empty")
MANY = 1_200

#: Links of it: to folders above, below and around, to a file, to nowhere, and to themselves.
CHECK_LINKS = {
    "a b/up": "..",
    "a b/é/round": ".",
    "to below": "d/e",
    "to a file": "a b/0",
    "nowhere": "no such file",
    "itself": "itself",
}

#: The tree of a probe: files and their bytes by name. The entries that are refused can be found nowhere else.
PROBE = {b"a": 3, b"gone": 5, b"there/b": 7, b"lost/c": 11}
OF_ANY_NAME = {b"plain": 3, b"caf\xe9.txt": 5, b"d\xe9p\xf4t/inner": 7, b"two\nlines": 11}


class Counted(NamedTuple):
    """The answer of a walk."""

    files: int | None
    folders: int | None
    bytes: int | None


class Task(jobs.Task):
    """The job of walking: an iteration walks the tree once."""

    probe_differs_by = ""  # its trees are always the same

    def __init__(self, level: Mapping[str, Value], inputs: Path) -> None:
        self._files, self._depth = int(level["files"]), int(level["depth"])
        self._lead_files = scaled(self._files, LEAD_IN_SHARE)
        self._folders = self.proof = -(-self._files // FOLDER_FILES)
        self.works = (self._files,)
        cache = str(level.get("cache", "warm"))
        self._folder, self._lead_folder = (
            inputs / f"{name}-{files}-{self._depth}-{cache}"
            for name, files in (("walk", self._files), ("walk-lead-in", self._lead_files))
        )
        self._check_tree = dict(_check_tree()) if self._files else {}
        self._check_folder = inputs / f"walk [{len(self._check_tree)}] é"
        if cache == "warm":
            self.warm = Warm()
        else:
            self.cold = Cold((self._folder, self._lead_folder), 0, drops_caches=True)
            if not self._files:
                self.impossible = Impossible("a tree without files is never cold")

    def space_bytes(self, iterations: int) -> int:
        """Return the bytes of the trees, in which each file and folder takes a block."""
        return 4096 * (2 * self.file_count(iterations) + 40)

    def file_count(self, iterations: int) -> int:
        """Count the files and folders of the trees."""
        return 2 * (self._files + self._folders + self._depth) + len(self._check_tree) + 60

    def create(self) -> None:
        """Make the trees that are not there yet; they are then in memory, and written to the device."""
        made = [
            _grow(self._folder, dict(_measured_tree(self._files, self._depth))),
            _grow(self._lead_folder, dict(_measured_tree(self._lead_files, self._depth))),
        ]
        if not self._check_folder.exists():
            _grow(self._check_folder, self._check_tree, is_odd=bool(self._check_tree))
        if any(made):
            written_out(self._folder)  # else the rest would be written while something is timed
        if self.cold is not None:
            self.cold = replace(
                self.cold, read_bytes=sum(folder_bytes(Path(above)) for above, _, _ in os.walk(self._folder))
            )

    def prepare(self, outputs: Path, *, whole_lead_in: bool) -> Pairs:
        """Return the request's keys: the tree and the smaller one for the lead-in."""
        return _pairs(self._folder, self._folder if whole_lead_in else self._lead_folder)

    def prepare_check(self, outputs: Path) -> Pairs:
        """Return the same for a tree with odd names and links in it."""
        return _pairs(self._check_folder, self._check_folder)

    def verify(self, checked: Message, received: Received | None, outputs: Path, method: Method) -> list[str]:
        """Check that files, folders and bytes are those of the check's tree, without hidden ones if it says so."""
        folders = CHECK_FOLDERS if self._check_tree else ()
        found, right = _counted(checked), _right(self._check_tree, method.guarantees, folders)
        if found == right:
            return []
        if found == _right(self._check_tree, {**method.guarantees, "hidden": "no"}, folders):
            return [f"hidden files and folders were left out: {found}, and not {right}"]
        pairs = zip(Counted._fields, found, right, strict=True)
        return [f"{what}: {expected_found(wanted, number)}" for what, number, wanted in pairs if number != wanted]

    def probe(self, dialogue: Dialogue, outputs: Path, method: Method) -> list[str]:
        """Probe what becomes of names that are no UTF-8, folders that may not be read, and entries that vanish."""
        return [
            *_probe_any_name(dialogue, outputs, method),
            *_probe_refused(dialogue, outputs, method),
        ]


def _probe_any_name(dialogue: Dialogue, outputs: Path, method: Method) -> list[str]:
    """Names that are no UTF-8, or have two lines, are found if the method declares that; else it fails or miscounts."""
    folder = outputs / "any name"
    try:
        _grow(folder, OF_ANY_NAME)
    except OSError:  # a file system that has no such names
        remove_folder(folder.with_name(f"{folder.name}.part"))
        return []
    try:
        found = _walked(dialogue, folder)
    finally:
        remove_folder(folder)
    declared, right = method.guarantees.get("any_name"), _right(OF_ANY_NAME, method.guarantees)
    if (found == right) == (declared == "yes"):
        return []
    came = "failed" if found is None else "found every name" if found == right else f"counted {found} and not {right}"
    return [f"declares `any_name: {declared}`, and {came}, where some are no UTF-8 or have two lines"]


def _probe_refused(dialogue: Dialogue, outputs: Path, method: Method) -> list[str]:
    """A folder that may not be read, and entries that are gone once they are looked at, do what the method declares.

    Who finds all of it has not asked for these, or not by a call that can be refused: by io_uring, say.
    """
    folder = outputs / "refused"
    problems = []
    _grow(folder, PROBE)
    try:
        for guarantee, names, calls, error in (
            ("unreadable", ("lost",), OPENING, "EACCES"),
            ("vanished", ("lost", "gone"), (*OPENING, *ASKING), "ENOENT"),
        ):
            paths = [path for name in names for path in (f"{folder}/{name}", name)]
            with refused(dialogue, paths, calls, error):
                found = _walked(dialogue, folder)
            if found == _right(PROBE, method.guarantees):
                continue
            came = "error" if found is None else "left out"
            declared = method.guarantees.get(guarantee)
            if came != declared:
                problems.append(f"declares `{guarantee}: {declared}`: {expected_found(declared, came)}")
            # what is in the folder is not found, but the folder itself may be, and a file of which nobody asked more
            elif found is not None and not (found.files in (2, 3) and found.folders in (1, 2)):
                problems.append(f"it went on wrongly behind what is {guarantee}: {found}")
        return problems
    except NoTrace:
        return []
    finally:
        remove_folder(folder)


def _walked(dialogue: Dialogue, folder: Path) -> Counted | None:
    """Have the worker walk a tree and return what it counted; None if it failed."""
    try:
        dialogue.begin("prepare", _pairs(folder, folder))
        dialogue.end("prepare")
        dialogue.begin("check", {})
        return _counted(dialogue.end("check"))
    except WorkerFailed as failure:
        if not failure.alive:
            raise
        return None


def _counted(checked: Message) -> Counted:
    return Counted(checked.number("work"), checked.number("proof"), checked.number("bytes"))


def _pairs(folder: Path, lead_folder: Path) -> Pairs:
    return {"input": str(folder), "lead_input": str(lead_folder)}


def _measured_tree(files: int, depth: int) -> Iterable[tuple[bytes, int]]:
    """Yield paths and sizes of the tree that is measured."""
    return ((path, FILE_BYTES) for path in paths_in_tree(files, depth))


def _check_tree() -> Iterable[tuple[bytes, int]]:
    """Yield paths and sizes of the tree that is checked; no two files are of one size, but for those that are many."""
    for number, folder in enumerate(CHECK_FOLDERS[:-2]):
        for index, name in enumerate(("0", ".1", "2 é", "3")):
            yield f"{folder}/{name}".lstrip("/").encode(), 1 << (4 * number + index)
    for number in range(MANY):
        yield f"many/{number}".encode(), 5


def _right(tree: Mapping[bytes, int], declared: Mapping[str, str], folders: Iterable[str] = ()) -> Counted:
    """Return what a walk of a tree must count, by what a method declares; `folders` may be empty ones."""
    is_found = bool if declared.get("hidden") == "yes" else _is_shown
    paths = [path for path in tree if is_found(path)]
    above = {path.rpartition(b"/")[0] for path in (*tree, *(f"{folder}/".encode() for folder in folders if folder))}
    every = {b"/".join(parts[: n + 1]) for parts in (path.split(b"/") for path in above) for n in range(len(parts))}
    sizes = sum(tree[path] for path in paths) if declared.get("sizes") == "yes" else 0
    return Counted(len(paths), sum(1 for folder in every if folder and is_found(folder)), sizes)


def _is_shown(path: bytes) -> bool:
    return not path.startswith(b".") and b"/." not in path


def _grow(folder: Path, tree: Mapping[bytes, int], *, is_odd: bool = False) -> bool:
    """Make a tree unless it is there, and return if it was made. It gets its name when it is whole.

    is_odd: it has empty folders, links and a named pipe as well.
    """
    if folder.exists():
        return False
    part = folder.with_name(f"{folder.name}.part")
    files = ((path, bytes(size)) for path, size in tree.items())
    if is_odd:
        links = ((name.encode(), target.encode()) for name, target in CHECK_LINKS.items())
        grow_tree(part, files, [name.encode() for name in CHECK_FOLDERS], links)
        os.mkfifo(part / "pipe")
    else:
        grow_tree(part, files)
    part.rename(folder)
    return True
