"""Copy a tree: names and sizes are checked after every sample; bytes, links, permissions and times under `check`.

The tree has links that lead out of it, to a folder beside it that was made with it: nothing else can be reached.
"""

from __future__ import annotations

import errno
import os
import stat
import time
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

from iotrial import jobs
from iotrial.jobs import (
    FOLDER_FILES,
    LEAD_IN_SHARE,
    OPENING,
    Aside,
    Dialogue,
    Message,
    Method,
    NoTrace,
    NumberedOutputs,
    Pairs,
    Received,
    Value,
    WorkerFailed,
    content_of,
    expected_found,
    grow_tree,
    letters,
    paths_in_tree,
    refused,
    remove_folder,
    scaled,
    spread,
    written_out,
)

#: The name of a check's copy; folders of its tree, of which the last is empty.
CHECK = "copy é 1"
CHECK_FOLDERS = ("", "a b/é", "[x]*?{y}", ".hidden/inner", "-rf", "d/e/e/p/e/r/a/n/d/d/e/e/p/e/r", "empty")
#: Sizes of its files in turn.
CHECK_SIZES = (0, 1, 4097, 70_001)

#: Its links, and what the folder has that lies beside it.
CHECK_LINKS = {"a link": "../beside/kept", "a b/folder": "../../beside", "a b/é/here": "0"}
BESIDE = {"kept": b"as it was\n", "inner/too": b"and this"}

#: Permissions that no file and no folder has by itself, and a time that is long ago.
FILE_MODE, FOLDER_MODE, WHEN_NS = 0o662, 0o773, 1_500_000_000_000_000_000
#: Some calls set times in whole milliseconds.
WITHIN_NS = 2_000_000

#: In each folder of a probe's tree is a file that may not be read, between two others.
STUCK, FOLDERS, OTHERS = "stuck", tuple("12345678"), ("a", "z")
OF_ANY_NAME = (b"plain", b"caf\xe9.txt", b"d\xe9p\xf4t/inner", b"two\nlines")
#: What is copied behind a failure comes in so many seconds.
MOMENT_S = 0.05


class Entry(NamedTuple):
    """What a path of a tree is: a folder, a link that leads somewhere, or a file with its content."""

    kind: str
    content: bytes = b""
    mode: int = 0
    mtime_ns: int = 0


class Task(jobs.Task):
    """The job of copying a tree: an iteration copies it once.

    Nothing is read from a device but what a file system needs to find a place for new files.
    """

    outputs: NumberedOutputs
    probe_differs_by = ""  # its trees are always the same

    def __init__(self, level: Mapping[str, Value], inputs: Path) -> None:
        self._files, self._depth = int(level["files"]), int(level["depth"])
        self._file_bytes = int(level["file_bytes"])
        self._lead_files = scaled(self._files, LEAD_IN_SHARE)
        self.works = (self._files,)
        self._folder, self._lead_folder = (
            inputs / f"tree-{files}-{self._depth}-{self._file_bytes}" for files in (self._files, self._lead_files)
        )
        self._check_folder = inputs / f"copied [{min(1, self._files)}] é" / "tree é"
        self._aside = Aside()
        self._spread: dict[Path, bool] = {}  # folder of outputs -> if its file system spreads new inodes
        self.outputs = NumberedOutputs(("copy", "lead"), self._files, self._lead_files, self._take, self._make)

    def space_bytes(self, iterations: int) -> int:
        """Return the bytes of the trees and of one arm's copies of a sample and its lead-in."""
        file_bytes = 4096 * (1 + -(-self._file_bytes // 4096))
        return file_bytes * self.file_count(iterations) + 4_000_000

    def file_count(self, iterations: int) -> int:
        """Count the files and folders of the trees, and of the copies."""
        files = self._files + self._lead_files
        return (files + files // FOLDER_FILES + 2 + 2 * self._depth) * (iterations + 1) + 100

    def create(self) -> None:
        """Make the trees that are not there yet; they are then in memory, and written to the device."""
        for folder, files in ((self._folder, self._files), (self._lead_folder, self._lead_files)):
            if not folder.exists():
                content = letters(self._file_bytes)
                grow_tree(folder, ((path, content) for path in paths_in_tree(files, self._depth)))
        if not self._check_folder.exists():
            _grow_check(self._check_folder, is_empty=not self._files)
            written_out(self._folder)  # else the rest would be written while something is timed

    def prepare(self, outputs: Path, *, whole_lead_in: bool) -> Pairs:
        """Return the request's keys: the tree and the smaller one for the lead-in, their files, where copies go."""
        whole = (self._folder, self._files)
        lead_folder, lead_files = whole if whole_lead_in else (self._lead_folder, self._lead_files)
        return {**self.outputs.pairs(outputs), **_pairs(self._folder, self._files, lead_folder, lead_files)}

    def prepare_check(self, outputs: Path) -> Pairs:
        """Return the same for a tree with odd names and links in it, and a copy with an odd name."""
        pairs = _pairs(self._check_folder, self._files, self._check_folder, self._files)
        return {**self.outputs.pairs(outputs), **pairs, "output": str(outputs / CHECK)}

    def verify(self, checked: Message, received: Received | None, outputs: Path, method: Method) -> list[str]:
        """Check that the copy has all files and folders, each with its bytes, and what is declared of the rest."""
        copy = outputs / f"{CHECK}.0"
        if not copy.is_dir():
            return ["the copy is not there"]
        right, found = _entries(self._check_folder), _entries(copy)
        remove_folder(copy)
        links = {name for name, entry in right.items() if entry.kind == "link"}
        problems = _differences(
            {name: entry for name, entry in right.items() if name not in links},
            {name: entry for name, entry in found.items() if not _is_below(name, links)},
        )
        if problems or not self._files:
            return problems
        came = {
            "links": _links_came(self._check_folder, {name: right[name].content for name in links}, found),
            "mode": _kept(right, found, lambda one, other: one.mode == other.mode),
            "times": _kept(right, found, lambda one, other: abs(one.mtime_ns - other.mtime_ns) < WITHIN_NS),
        }
        return _undeclared(came, method)

    def probe(self, dialogue: Dialogue, outputs: Path, method: Method) -> list[str]:
        """Probe what becomes of a copy that is there, of odd names, and of files that may not be read."""
        came = {
            "existing": _probe_existing(dialogue, outputs),
            "any_name": _probe_any_name(dialogue, outputs),
            "unreadable": _probe_unreadable(dialogue, outputs),
        }
        return _undeclared(came, method)

    def _make(self, path: str) -> None:
        """Have what comes there placed anew."""
        above = Path(path).parent
        if above not in self._spread:
            self._spread[above] = spread(above)

    def _take(self, path: str, files: int) -> str | None:
        """Check that a copy holds its files, each of its size, and nothing else; remove it or put it aside."""
        folder = Path(path)
        if not folder.is_dir() or folder.is_symlink():
            return "a copy is not there"
        right = {os.fsdecode(name) for name in paths_in_tree(files, self._depth)}
        wrong = None
        for above, _, names, place in os.fwalk(folder):
            for name in names:
                found = os.path.relpath(f"{above}/{name}", folder)
                size = os.stat(name, dir_fd=place, follow_symlinks=False).st_size
                if found not in right:
                    wrong = wrong or f"{found!r} is there, which should not be"
                elif size != self._file_bytes:
                    wrong = wrong or f"the file {found!r} has {size} bytes instead of {self._file_bytes}"
                right.discard(found)
        if right:
            wrong = wrong or f"{len(right)} of {files} files are missing, {min(right)!r} among them"
        if wrong is None:
            self._aside.put(folder, is_spread=self._spread[folder.parent])
        else:
            remove_folder(folder)
        return wrong


def _grow_check(folder: Path, *, is_empty: bool) -> None:
    """Make the tree that is checked, and the folder beside it that its links lead to."""
    grow_tree(folder.with_name("beside"), ((name.encode(), content) for name, content in BESIDE.items()))
    if is_empty:
        folder.mkdir()
        return
    links = ((name.encode(), target.encode()) for name, target in CHECK_LINKS.items())
    part = folder.with_name("part")
    grow_tree(part, _check_files(), [name.encode() for name in CHECK_FOLDERS], links)
    for above, folders, names in os.walk(part, topdown=False):
        for name in (*names, *folders):
            path = os.path.join(above, name)
            if not os.path.islink(path):
                os.chmod(path, FOLDER_MODE if os.path.isdir(path) else FILE_MODE)
                os.utime(path, ns=(WHEN_NS, WHEN_NS))
    part.rename(folder)
    folder.chmod(FOLDER_MODE)
    os.utime(folder, ns=(WHEN_NS, WHEN_NS))


def _check_files() -> Iterator[tuple[bytes, bytes]]:
    """Yield paths and contents of the tree that is checked; no two files hold the same."""
    for number, folder in enumerate(CHECK_FOLDERS[:-1]):
        for index, name in enumerate(("0", ".1", "2 é", "~3")):
            path = f"{folder}/{name}".lstrip("/").encode()
            yield path, letters(CHECK_SIZES[(number + index) % len(CHECK_SIZES)], path[:1])


def _entries(folder: Path) -> dict[str, Entry]:
    """Read a tree; the folder itself has the name `.`."""
    found = {}
    for above, folders, names in os.walk(folder):
        for name in (*names, *folders, *(["."] if above == os.fspath(folder) else ())):
            path = os.path.join(above, name)
            state = os.lstat(path)
            about = (stat.S_IMODE(state.st_mode), state.st_mtime_ns)
            if stat.S_ISLNK(state.st_mode):
                entry = Entry("link", os.fsencode(os.readlink(path)))
            elif stat.S_ISDIR(state.st_mode):
                entry = Entry("folder", b"", *about)
            else:
                entry = Entry("file", content_of(path), *about)
            found[os.path.relpath(path, folder)] = entry
    return found


def _differences(right: Mapping[str, Entry], found: Mapping[str, Entry]) -> list[str]:
    """Return what is missing of a copy, what it has besides, and what has not its bytes."""
    if missing := sorted(set(right) - set(found)):
        hidden = all(name.startswith(".") or "/." in name for name in missing)
        return [f"{'hidden files and folders' if hidden else repr(missing[0])} are not in the copy"]
    if more := sorted(set(found) - set(right)):
        return [f"{more[0]!r} is in the copy, and not in the tree"]
    wrong = [name for name, entry in right.items() if found[name][:2] != entry[:2]]
    return [f"{name!r} is not as it is in the tree" for name in wrong[:1]]


def _is_below(name: str, links: set[str]) -> bool:
    return any(name == link or name.startswith(f"{link}/") for link in links)


def _links_came(folder: Path, links: Mapping[str, bytes], found: Mapping[str, Entry]) -> str:
    """Return what became of the links of a tree."""
    if not set(links) & set(found):
        return "left out"
    if not set(links) <= set(found):
        return "some left out"
    if all(found[name].kind == "link" for name in links):
        if all(found[name].content == target for name, target in links.items()):
            return "kept"
        real = {name: os.path.normpath(folder / Path(name).parent / os.fsdecode(links[name])) for name in links}
        return "made absolute" if all(os.fsdecode(found[name].content) == real[name] for name in links) else "changed"
    if any(found.get(f"a b/folder/{name}", Entry("")).content != content for name, content in BESIDE.items()):
        return "followed in part"
    if found["a link"].kind == "link":
        return "folders followed"
    return "followed" if found["a link"].content == BESIDE["kept"] else "followed in part"


def _kept(right: Mapping[str, Entry], found: Mapping[str, Entry], is_same: object) -> str:
    """Return if something is the same of all files and folders, of files alone, or not."""
    assert callable(is_same)
    kinds = {
        kind: all(is_same(entry, found[name]) for name, entry in right.items() if entry.kind == kind)
        for kind in ("file", "folder")
    }
    return "kept" if all(kinds.values()) else "of files" if kinds["file"] else "not kept"


def _undeclared(came: Mapping[str, str | None], method: Method) -> list[str]:
    """Return what came otherwise than a method declares."""
    declared = method.guarantees
    return [
        f"declares `{name}: {declared.get(name)}`: {expected_found(declared.get(name), value)}"
        for name, value in came.items()
        if value is not None and value != declared.get(name)
    ]


def _probe_existing(dialogue: Dialogue, outputs: Path) -> str:
    """Have a tree copied to a folder that is there; return what became of what was in it."""
    room = outputs / "existing"
    room.mkdir()
    try:
        grow_tree(room / "from", [(b"both", b"new"), (b"below/new", b"new")])
        grow_tree(room / "to.0", [(b"both", b"older"), (b"other", b"other"), (b"below/old", b"old")])
        if not _copied(dialogue, room / "from", room / "to"):
            return "error"
        found = {name: entry.content for name, entry in _entries(room / "to.0").items() if entry.kind == "file"}
        if found == {"both": b"new", "below/new": b"new", "other": b"other", "below/old": b"old"}:
            return "merged"
        return "old kept" if found.get("both") == b"older" and "other" in found else f"{sorted(found)} were left"
    finally:
        remove_folder(room)


def _probe_any_name(dialogue: Dialogue, outputs: Path) -> str | None:
    """Have a tree copied in which names are no UTF-8; return if all of them are in the copy."""
    room = outputs / "any name"
    room.mkdir()
    try:
        try:
            grow_tree(room / "from", ((name, name) for name in OF_ANY_NAME))
        except OSError as error:
            if error.errno != errno.EILSEQ:
                raise
            return None  # a file system that has no such names
        is_done = _copied(dialogue, room / "from", room / "to")
        files = ((name, entry) for name, entry in _entries(room / "to.0").items() if entry.kind == "file")
        is_whole = {os.fsencode(name): entry.content for name, entry in files} == {name: name for name in OF_ANY_NAME}
        return "yes" if is_done and is_whole else "silent, and not all are there" if is_done else "no"
    finally:
        remove_folder(room)


def _probe_unreadable(dialogue: Dialogue, outputs: Path) -> str | None:
    """Have a tree copied in each folder of which a file may not be read; return what became of the others."""
    room = outputs / "unreadable"
    room.mkdir()
    names = [f"{folder}/{name}".encode() for folder in FOLDERS for name in (*OTHERS, STUCK)]
    paths = [STUCK, *(f"{room}/from/{folder}/{STUCK}" for folder in FOLDERS)]
    try:
        grow_tree(room / "from", ((name, b"content") for name in names))
        with refused(dialogue, paths, OPENING, "EACCES"):
            is_done = _copied(dialogue, room / "from", room / "to")
            there = _others(room / "to.0")
            while there < (there := _later(room / "to.0")):
                pass  # what was begun goes on behind the failure
        if is_done:
            return "silent"
        return "goes on" if there == len(FOLDERS) * len(OTHERS) else "stops"
    except NoTrace:
        return None
    finally:
        remove_folder(room)


def _later(folder: Path) -> int:
    """Return how many of the others are in a copy in a moment."""
    time.sleep(MOMENT_S)
    return _others(folder)


def _others(folder: Path) -> int:
    return sum(name in OTHERS for _, _, names in os.walk(folder) for name in names)


def _copied(dialogue: Dialogue, source: Path, target: Path) -> bool:
    """Have the worker copy a tree to TARGET.0; return False if it said that it could not."""
    try:
        outputs = {"output": str(target), "lead_output": f"{target}.lead"}
        dialogue.begin("prepare", {**outputs, **_pairs(source, 1, source, 1)})
        dialogue.end("prepare")
        dialogue.begin("check", {})
        dialogue.end("check")
    except WorkerFailed as failure:
        if not failure.alive:
            raise
        return False
    return True


def _pairs(folder: Path, files: int, lead_folder: Path, lead_files: int) -> Pairs:
    return {"input": str(folder), "files": files, "lead_input": str(lead_folder), "lead_files": lead_files}
