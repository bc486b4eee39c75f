"""Remove: a fresh tree for every iteration, of which nothing is left, and what its links lead to is as it was.

No link of a tree leads out of the folder of outputs: a method that follows one finds only what was made for it.
"""

from __future__ import annotations

import errno
import os
import time
from collections.abc import Iterator, Mapping
from pathlib import Path

from iotrial import jobs
from iotrial.jobs import (
    FOLDER_FILES,
    LEAD_IN_SHARE,
    REMOVING,
    Dialogue,
    Message,
    Method,
    NoTrace,
    NumberedOutputs,
    Pairs,
    Received,
    Value,
    WorkerFailed,
    contents_of,
    expected_found,
    fresh_folder,
    grow_tree,
    letters,
    paths_in_tree,
    refused,
    remove_folder,
    scaled,
    spread,
    written_out,
)

#: The name of a check's tree; that of the folder beside it begins with the same.
CHECK, BESIDE = "tree é 1", "tree é 1.0 beside"

#: Folders of a check's tree; in the last but one are more names than a call to the system gives, the last is empty.
CHECK_FOLDERS = ("", "a b/é", "[x]*?{y}", ".hidden/inner", "-rf", "d/e/e/p/e/r/a/n/d/d/e/e/p/e/r", "many", "empty")
MANY = 1_200

#: Links of it: to the folder beside and its file, to folders above and below, to nowhere, and to themselves.
CHECK_LINKS = {
    "a folder beside": f"../{BESIDE}",
    "a b/é/a folder beside": f"../../../{BESIDE}",
    "a file beside": f"../{BESIDE}/kept",
    "a b/up": "..",
    "a b/é/round": ".",
    "to below": "d/e",
    "nowhere": "no such file",
    "itself": "itself",
}

#: What lies beside a check's tree: one of these has another name in the tree, which goes.
KEPT = {"kept": b"as it was\n", ".kept": b"and this", "same as one in the tree": b"two names"}

#: A tree of which some files stay has twice so many, in so many folders: whoever goes on leaves no more than this.
MOST_LEFT, FOLDERS = 15, 5
#: What goes on behind a failure, in threads of its own, removes something within so many moments of so many seconds.
MOMENTS, MOMENT_S = 12, 0.05

#: Names in a tree of a probe.
OF_ANY_NAME = (b"plain", b"caf\xe9.txt", b"d\xe9p\xf4t/inner", b"two\nlines")
#: A path of over 4,096 bytes, of so many folders with names of so many bytes.
DEEP_FOLDERS, DEEP_BYTES = 300, 15


class Task(jobs.Task):
    """The job of removing a tree: an iteration removes one."""

    outputs: NumberedOutputs
    probe_differs_by = ""  # its trees are always the same

    def __init__(self, level: Mapping[str, Value], inputs: Path) -> None:
        self._files, self._depth = int(level["files"]), int(level["depth"])
        self._file_bytes = int(level["file_bytes"])
        self.works = (self._files,)
        self._lead_files = scaled(self._files, LEAD_IN_SHARE)
        self._content = letters(self._file_bytes)
        self._spread: set[Path] = set()
        self.outputs = NumberedOutputs(
            ("tree", "lead"),
            self._files,
            self._lead_files,
            _take,
            fill=self._fill,
            made=written_out if level["data"] == "written" else None,
        )

    def space_bytes(self, iterations: int) -> int:
        """Return the bytes of one arm's trees of a sample and its lead-in, each file and folder of whole blocks."""
        file_bytes = 4096 * (1 + -(-self._file_bytes // 4096))
        folders = (self._files + self._lead_files) // FOLDER_FILES + 2 + 2 * self._depth
        return ((self._files + self._lead_files) * file_bytes + 4096 * folders) * iterations + 4096 * (MANY + 400)

    def file_count(self, iterations: int) -> int:
        """Count files and folders for each iteration and lead-in, and those of a check."""
        files = self._files + self._lead_files
        return (files + files // FOLDER_FILES + 2 + 2 * self._depth) * iterations + MANY + 400

    def prepare(self, outputs: Path, *, whole_lead_in: bool) -> Pairs:
        """Return the request's keys: the places of the trees, and how many files each has."""
        lead_files = self._files if whole_lead_in else self._lead_files
        return {**self.outputs.pairs(outputs), "files": self._files, "lead_files": lead_files}

    def prepare_check(self, outputs: Path) -> Pairs:
        """Return the same for a tree with odd names and links in it, beside a folder that must stay as it is."""
        tree = outputs / f"{CHECK}.0"
        self._fill(str(outputs / BESIDE), 0)
        grow_tree(outputs / BESIDE, ((name.encode(), content) for name, content in KEPT.items()))
        self._fill(str(tree), 0)
        if self._files:
            links = ((name.encode(), target.encode()) for name, target in CHECK_LINKS.items())
            grow_tree(tree, _check_files(), [name.encode() for name in CHECK_FOLDERS], links)
            os.link(outputs / BESIDE / "same as one in the tree", tree / "same as one beside")
            (tree / "a b" / "read only").touch(0o400)
        return {**self.prepare(outputs, whole_lead_in=True), "output": f"{outputs / CHECK}"}

    def verify(self, checked: Message, received: Received | None, outputs: Path, method: Method) -> list[str]:
        """Check that nothing is left of the tree, and that all beside it is as it was."""
        tree, beside = outputs / f"{CHECK}.0", outputs / BESIDE
        problems = []
        if os.path.lexists(tree):
            problems.append(f"of the tree is left: {_left(tree)}")
            _remove(tree)
        if (found := contents_of(beside) if beside.is_dir() else {}) != KEPT:
            problems.append(f"what a link of the tree leads to was changed: {sorted(KEPT)} became {sorted(found)}")
        _remove(beside)
        return problems

    def probe(self, dialogue: Dialogue, outputs: Path, method: Method) -> list[str]:
        """Probe what becomes of a path at which nothing is, of a link, odd names, long paths, and files that stay."""
        found = {
            "missing": _probe_missing(dialogue, outputs),
            "top_link": _probe_link(dialogue, outputs),
            "any_name": _probe_any_name(dialogue, outputs),
            "deep": _probe_deep(dialogue, outputs),
            "refused": _probe_refused(dialogue, outputs),
        }
        return [
            f"declares `{name}: {method.guarantees.get(name)}`: {expected_found(method.guarantees.get(name), came)}"
            for name, came in found.items()
            if came is not None and came != method.guarantees.get(name)
        ]

    def _fill(self, path: str, files: int) -> None:
        """Make a tree, placed anew."""
        folder = Path(path)
        if folder.parent not in self._spread:
            spread(folder.parent)
            self._spread.add(folder.parent)
        fresh_folder(folder)
        grow_tree(folder, ((name, self._content) for name in paths_in_tree(files, self._depth)))


def _take(path: str, files: int) -> str | None:
    """Check that nothing is left of a tree; what is left is removed."""
    if not os.path.lexists(path):
        return None
    left = _left(Path(path))
    _remove(Path(path))
    return f"of a tree of {files} files is left: {left}"


def _probe_missing(dialogue: Dialogue, outputs: Path) -> str:
    return "no error" if _removed(dialogue, outputs / "missing") else "error"


def _probe_link(dialogue: Dialogue, outputs: Path) -> str:
    """Have a path removed that is a link to a folder; return what came of it."""
    folder, link = outputs / "beside a link", outputs / "link.0"
    grow_tree(folder, ((name.encode(), content) for name, content in KEPT.items()))
    link.symlink_to(folder.name)
    try:
        is_done = _removed(dialogue, outputs / "link")
        if not folder.is_dir() or contents_of(folder) != KEPT:
            return "followed"
        if os.path.lexists(link):
            return "silent" if is_done else "error"
        return "link alone" if is_done else "error, and the link is gone"
    finally:
        link.unlink(missing_ok=True)
        _remove(folder)


def _probe_any_name(dialogue: Dialogue, outputs: Path) -> str | None:
    """Have a tree removed in which names are no UTF-8; return if nothing is left of it."""
    folder = outputs / "any name.0"
    try:
        try:
            grow_tree(folder, ((name, b"") for name in OF_ANY_NAME))
        except OSError as error:
            if error.errno != errno.EILSEQ:
                raise
            return None  # a file system that has no such names
        return _gone(_removed(dialogue, outputs / "any name"), folder)
    finally:
        _remove(folder)


def _probe_deep(dialogue: Dialogue, outputs: Path) -> str:
    """Have folders in each other removed, with a path that no call takes; return if nothing is left of them."""
    folder = outputs / "deep.0"
    folder.mkdir()
    try:
        below = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
        for _ in range(DEEP_FOLDERS):
            os.mkdir("d" * DEEP_BYTES, dir_fd=below)
            above, below = below, os.open("d" * DEEP_BYTES, os.O_RDONLY | os.O_DIRECTORY, dir_fd=below)
            os.close(above)
        os.close(below)
        return _gone(_removed(dialogue, outputs / "deep"), folder)
    finally:
        _remove(folder)


def _probe_refused(dialogue: Dialogue, outputs: Path) -> str | None:
    """Have a tree removed of which each third file stays, since the system refuses; return what became of the rest.

    It may be under another name by then, in the same folder.
    """
    room = outputs / "refused"
    room.mkdir()
    grow_tree(room / "tree.0", ((f"{number % FOLDERS}/{number}".encode(), b"") for number in range(MOST_LEFT * 2)))
    try:
        with refused(dialogue, (), REMOVING, "EACCES", "2+3"):
            is_done = _removed(dialogue, room / "tree")
            left = _files_left_at_last(room)
        if is_done:
            return "silent"
        return "stops" if left > MOST_LEFT else "goes on"
    except NoTrace:
        return None
    finally:
        _remove(room)


def _files_left_at_last(folder: Path) -> int:
    """Count the files of a tree once no more of them go, or so many went that whoever removes them goes on."""
    left, still = _files_left(folder), 0
    while left > MOST_LEFT and still < MOMENTS:
        time.sleep(MOMENT_S)
        before, left = left, _files_left(folder)
        still = still + 1 if left == before else 0
    return left


def _files_left(folder: Path) -> int:
    return sum(len(files) for _, _, files in os.walk(folder))


def _removed(dialogue: Dialogue, path: Path) -> bool:
    """Have the worker remove the tree PATH.0; return False if it said that it could not."""
    try:
        dialogue.begin("prepare", {"output": str(path), "lead_output": f"{path}.lead", "files": 1, "lead_files": 1})
        dialogue.end("prepare")
        dialogue.begin("check", {})
        dialogue.end("check")
    except WorkerFailed as failure:
        if not failure.alive:
            raise
        return False
    return True


def _gone(is_done: bool, folder: Path) -> str:
    if is_done and os.path.lexists(folder):
        return "silent, and it is there"
    return "yes" if is_done else "no"


def _left(tree: Path) -> str:
    """Return a few names of what is left of a tree."""
    names = [str(Path(above, name).relative_to(tree)) for above, _, files in os.walk(tree) for name in files]
    return ", ".join(repr(name) for name in names[:3]) or "a folder"


def _remove(path: Path) -> None:
    """Remove a tree of ours, or what a method put in its place; nothing may be there."""
    if path.is_symlink() or (os.path.lexists(path) and not path.is_dir()):
        path.unlink()
    elif path.is_dir():
        remove_folder(path)


def _check_files() -> Iterator[tuple[bytes, bytes]]:
    """Yield paths and contents of the tree that is checked."""
    for folder in CHECK_FOLDERS[:-2]:
        for name in ("0", ".1", "2 é", "~3", "-f"):
            yield f"{folder}/{name}".lstrip("/").encode(), b"content"
    for number in range(MANY):
        yield f"many/{number}".encode(), b""
