"""Create: fresh folders of small files; names and sizes are looked at after every sample, the bytes under check."""

from __future__ import annotations

import os
import shutil
from collections.abc import Mapping
from pathlib import Path

from iotrial.catalog.model import Method, Value
from iotrial.jobs.difference import difference
from iotrial.jobs.inode_spreading import Aside, fresh_folder, spread
from iotrial.jobs.inputs import scaled
from iotrial.probes.durable import probe_durable
from iotrial.workers import task
from iotrial.workers.protocol import Message
from iotrial.workers.sink import Received
from iotrial.workers.task import LEAD_IN_SHARE, Pairs

#: What names begin with where they are measured, and under check: a space, a letter outside ASCII, a hidden file.
NAME, CHECK_NAME = "file-", ". é "

#: A check writes no more than this many bytes, unless that is less than three files.
MOST_CHECK_BYTES = 4 << 20

#: What a probe of the guarantees writes.
PROBE_FILES = 8
PROBE_BYTES = 16
BEFORE = b"was here before\n" * 2


class Task(task.Task):
    """One iteration fills one fresh folder."""

    def __init__(self, level: Mapping[str, Value], inputs: Path) -> None:
        self._files = int(level["files"])
        self._file_bytes = int(level["file_bytes"])
        self.works = (self._files,)
        self._lead_files = scaled(self._files, LEAD_IN_SHARE)
        self._aside = Aside()
        self._is_spread = False
        self._check_files = min(self._files, max(3, MOST_CHECK_BYTES // max(1, self._file_bytes)))

    def space_bytes(self, iterations: int) -> int:
        """One arm's folders of a sample and its lead-in, each file of whole blocks; they go before the next."""
        each_bytes = 4096 * (1 + -(-self._file_bytes // 4096))
        return (self._files + self._lead_files + 1) * iterations * each_bytes

    def file_count(self, iterations: int) -> int:
        """Folders and files for each iteration and lead-in, and a file beside that takes another's place.

        What is put aside comes on top where there is room for it.
        """
        return (self._files + self._lead_files + 4) * iterations

    def prepare(self, outputs: Path, *, whole_lead_in: bool) -> Pairs:
        """Where to write, how many files, of how many bytes, and what their names begin with."""
        return {
            "job": "create",
            "output": str(outputs / "new"),
            "lead_output": str(outputs / "led"),
            "files": self._files,
            "lead_files": self._files if whole_lead_in else self._lead_files,
            "file_bytes": self._file_bytes,
            "name": NAME,
        }

    def prepare_check(self, outputs: Path) -> Pairs:
        """The same with odd names, in a folder whose name is odd too."""
        folder = outputs / "check é 1"
        folder.with_name(folder.name + ".0").mkdir()
        pairs = self.prepare(outputs, whole_lead_in=True)
        return {**pairs, "output": str(folder), "files": self._check_files, "name": CHECK_NAME}

    def before(self, outputs: Path, iterations: int, lead_in: int) -> None:
        """Empty folders for the work and the lead-in."""
        self._is_spread = spread(outputs)
        for name, count in (("new", iterations), ("led", lead_in)):
            for index in range(count):
                fresh_folder(outputs / f"{name}.{index}")

    def after(self, outputs: Path, iterations: int, lead_in: int, *, whole_lead_in: bool) -> str | None:
        """Every folder holds its files, each of its size, and nothing else; all of them go or are put aside."""
        problem = None
        lead_files = self._files if whole_lead_in else self._lead_files
        for name, count, files in (("new", iterations, self._files), ("led", lead_in, lead_files)):
            right = _names(NAME, files)
            for index in range(count):
                folder = Path(f"{outputs}/{name}.{index}")
                with os.scandir(folder) as entries:
                    sizes = {entry.name: entry.stat(follow_symlinks=False).st_size for entry in entries}
                self._aside.put(folder, is_spread=self._is_spread)
                problem = problem or _difference(sizes, dict.fromkeys(right, self._file_bytes))
        return problem

    def verify(self, checked: Message, received: Received | None, outputs: Path, method: Method) -> list[str]:
        """The folder holds the files by their names, each with its bytes, and nothing else."""
        folder = outputs / "check é 1.0"
        contents = {path.name: path.read_bytes() for path in folder.iterdir()}
        shutil.rmtree(folder)
        right = dict.fromkeys(_names(CHECK_NAME, self._check_files), _content(self._file_bytes))
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

    def probe(self, dialogue: task.Dialogue, outputs: Path, method: Method) -> list[str]:
        """Durable and atomic, as far as they can be seen."""
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
            shutil.rmtree(folder)


def _probe_atomic(dialogue: task.Dialogue, folder: Path, method: Method) -> list[str]:
    """Whether a file that is there is replaced as a whole: who has the old one open still reads the old one."""
    path = folder / _names(NAME, 1)[0]
    path.write_bytes(BEFORE)
    with path.open("rb") as old:
        dialogue.begin("check", {})
        dialogue.end("check")
        replaced = old.read() == BEFORE
    if wrong := difference(path.read_bytes(), _content(PROBE_BYTES)):
        return [f"a file that was there before {wrong}"]
    if method.guarantees.get("atomic") == "yes" and not replaced:
        return ["declares `atomic: yes` and wrote into a file that was there, which others could see half written"]
    if method.guarantees.get("atomic") == "no" and replaced:
        return ["declares `atomic: no` and put a whole file in the place of the one that was there"]
    return []


def _names(begin: str, files: int) -> list[str]:
    return [f"{begin}{number}" for number in range(files)]


def _content(byte_count: int) -> bytes:
    letters = bytes(ord("a") + index % 26 for index in range(26))
    return (letters * (byte_count // 26 + 1))[:byte_count]


def _difference(sizes: Mapping[str, int], right: Mapping[str, int]) -> str | None:
    """How a folder's names and sizes differ from the right ones; None where they do not."""
    if sizes == right:
        return None
    if missing := sorted(set(right) - set(sizes)):
        return f"{len(missing)} of {len(right)} files are missing, {missing[0]!r} among them"
    if more := sorted(set(sizes) - set(right)):
        return f"{len(more)} files are there that should not be, {more[0]!r} among them"
    name = next(name for name, size in right.items() if sizes[name] != size)
    return f"the file {name!r} has {sizes[name]} bytes instead of {right[name]}"
