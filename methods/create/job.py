"""Create: fresh folders of small files; names and sizes are checked after every sample, bytes under `check`."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path

from iotrial import jobs
from iotrial.jobs import (
    LEAD_IN_SHARE,
    Aside,
    Dialogue,
    Message,
    Method,
    NumberedOutputs,
    Pairs,
    Received,
    Value,
    content_of,
    contents_of,
    difference,
    fresh_folder,
    letters,
    probe_durable,
    reading,
    remove_folder,
    rewrite,
    room_for,
    scaled,
    spread,
)

#: The beginnings of names: of measured files, and under check (a hidden file, a space, a letter outside ASCII).
NAME, CHECK_NAME = "file-", ". é "

#: A check writes no more than this many bytes, unless that is less than three files.
MOST_CHECK_BYTES = 4 << 20

#: The files that a probe of the guarantees writes.
PROBE_FILES = 8
PROBE_BYTES = 16
BEFORE = b"was here before\n" * 2


class Task(jobs.Task):
    """The job of creating files: an iteration fills one fresh folder."""

    outputs: NumberedOutputs
    probe_differs_by = ""  # its files are always the same

    def __init__(self, level: Mapping[str, Value], inputs: Path) -> None:
        self._files = int(level["files"])
        self._file_bytes = int(level["file_bytes"])
        self.works = (self._files,)
        self._lead_files = scaled(self._files, LEAD_IN_SHARE)
        self._aside = Aside()
        self._spread: dict[Path, bool] = {}  # folder of outputs -> if its file system spreads new inodes
        self.outputs = NumberedOutputs(("new", "led"), self._files, self._lead_files, self._take, self._make)
        self._check_files = min(self._files, max(3, MOST_CHECK_BYTES // max(1, self._file_bytes)))

    def space_bytes(self, iterations: int) -> int:
        """Return the bytes of one arm's folders of a sample and its lead-in, each file of whole blocks.

        They are removed before the next.
        """
        each_bytes = 4096 * (1 + -(-self._file_bytes // 4096))
        return (self._files + self._lead_files + 1) * iterations * each_bytes

    def file_count(self, iterations: int) -> int:
        """Count folders and files for each iteration and lead-in, and a file beside that takes another's place.

        Folders that are put aside are not counted; that is done only if there is room for them.
        """
        return (self._files + self._lead_files + 4) * iterations

    def prepare(self, outputs: Path, *, whole_lead_in: bool) -> Pairs:
        """Return the request's keys: the folder, the number of files, their bytes, the beginning of their names."""
        return {
            **self.outputs.pairs(outputs),
            "files": self._files,
            "lead_files": self._files if whole_lead_in else self._lead_files,
            "file_bytes": self._file_bytes,
            "name": NAME,
        }

    def prepare_check(self, outputs: Path) -> Pairs:
        """Return the same for odd names, in a folder whose name is odd too."""
        folder = outputs / "check é 1"
        folder.with_name(folder.name + ".0").mkdir()
        pairs = self.prepare(outputs, whole_lead_in=True)
        return {**pairs, "output": str(folder), "files": self._check_files, "name": CHECK_NAME}

    def verify(self, checked: Message, received: Received | None, outputs: Path, method: Method) -> list[str]:
        """Check that the folder holds the files by their names, each with its bytes, and nothing else."""
        folder = outputs / "check é 1.0"
        contents = contents_of(folder, room_for(self._check_files * self._file_bytes))
        remove_folder(folder)
        right = dict.fromkeys(_names(CHECK_NAME, self._check_files), letters(self._file_bytes))
        problems = []
        written = checked.number("work")
        if written != self._check_files:
            problems.append(f"says it wrote {written} files of {self._check_files}")
        sizes, right_sizes = ({name: len(content) for name, content in all_.items()} for all_ in (contents, right))
        if set(sizes) != set(right_sizes):
            return [*problems, _difference(sizes, right_sizes) or ""]
        for name in right:
            if wrong := difference(contents[name], right[name]):
                return [*problems, f"the file {name!r} {wrong}"]
        return problems

    def probe(self, dialogue: Dialogue, outputs: Path, method: Method) -> list[str]:
        """Probe the guarantees durable and atomic, as far as they can be seen."""
        folder = outputs / "probe.0"
        pairs = {
            **self.prepare(outputs, whole_lead_in=True),
            "output": str(outputs / "probe"),
            "files": PROBE_FILES,
            "file_bytes": PROBE_BYTES,
        }
        folder.mkdir()
        try:
            dialogue.begin("prepare", pairs)
            dialogue.end("prepare")
            return probe_durable(dialogue, outputs, method, PROBE_FILES, "file") + _probe_atomic(
                dialogue, folder, method
            )
        finally:
            remove_folder(folder)

    def _make(self, path: str) -> None:
        """Make an empty folder, placed anew."""
        folder = Path(path)
        if folder.parent not in self._spread:
            self._spread[folder.parent] = spread(folder.parent)
        fresh_folder(folder)

    def _take(self, path: str, files: int) -> str | None:
        """Check that a folder holds its files, each of its size, and nothing else; remove it or put it aside."""
        folder = Path(path)
        with os.scandir(folder) as entries:
            sizes = {entry.name: entry.stat(follow_symlinks=False).st_size for entry in entries}
        wrong = _difference(sizes, dict.fromkeys(_names(NAME, files), self._file_bytes))
        if wrong is None:
            self._aside.put(folder, is_spread=self._spread[folder.parent])
        else:  # nobody knows what lies there
            remove_folder(folder)
        return wrong


def _probe_atomic(dialogue: Dialogue, folder: Path, method: Method) -> list[str]:
    """Probe if a file is replaced as a whole: a reader that has the old one open still reads the old one."""
    path = folder / _names(NAME, 1)[0]
    rewrite(path, BEFORE)
    with reading(path) as old:
        dialogue.begin("check", {})
        dialogue.end("check")
        replaced = old.read() == BEFORE
    if wrong := difference(content_of(path), letters(PROBE_BYTES)):
        return [f"a file that was there before {wrong}"]
    if method.guarantees.get("atomic") == "yes" and not replaced:
        return ["declares `atomic: yes` and wrote into a file that was there, which others could see half written"]
    if method.guarantees.get("atomic") == "no" and replaced:
        return ["declares `atomic: no` and put a whole file in the place of the one that was there"]
    return []


def _names(begin: str, files: int) -> list[str]:
    return [f"{begin}{number}" for number in range(files)]


def _difference(sizes: Mapping[str, int], right: Mapping[str, int]) -> str | None:
    """Return how a folder's names and sizes differ from the right ones; None if they do not."""
    if sizes == right:
        return None
    if missing := sorted(set(right) - set(sizes)):
        return f"{len(missing)} of {len(right)} files are missing, {missing[0]!r} among them"
    if more := sorted(set(sizes) - set(right)):
        return f"{len(more)} files are there that should not be, {more[0]!r} among them"
    name = next(name for name, size in right.items() if sizes[name] != size)
    return f"the file {name!r} has {sizes[name]} bytes instead of {right[name]}"
