"""Deliver a tree: all regular files below a folder must arrive, each whole and once, in any order."""

from __future__ import annotations

import os
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from iotrial import jobs
from iotrial.jobs import (
    LEAD_IN_SHARE,
    Message,
    Method,
    Pairs,
    Received,
    ToSink,
    Value,
    Warm,
    content_of,
    difference,
    expected_found,
    noise,
    reader_of,
    scaled,
    why_no_reader,
    written_out,
)

#: Files of a folder, and folders of a folder above it.
FILES, FOLDERS = 100, 10

#: A check's tree has a few files, of a few sizes beside the level's.
MOST_CHECK_FILES = 40
MOST_CHECK_BYTES = 200_000

#: A check's file begins with its number and length, so that the stream can be cut into files again.
HEAD = "file {number:06} {size:010}\n"
HEAD_BYTES = 23

#: A file of the check that is too small for a head; no head begins with this byte.
TINY = b"\x01"

#: Folders of a check's tree. It also has links that must be left alone: one is a circle, one would double a file.
CHECK_FOLDERS = ("", "a b/é", "[x]*?{y}", ".hidden", "deep/er/and/deeper", "empty folder")
CHECK_LINKS = {"a b/up": "..", "a b/é/round": ".", "again": "a b/é/tiny", "nowhere": "no such file"}

#: The file in an arm's folder that keeps the bytes of a check.
ARRIVED = "arrived"


class Task(jobs.Task):
    """The job of delivering a tree: an iteration delivers all its files."""

    warm = Warm()

    def __init__(self, level: Mapping[str, Value], inputs: Path) -> None:
        self._files = int(level["files"])
        self._file_bytes = int(level["file_bytes"])
        self.works = (self._files * self._file_bytes,)
        self._lead_files = scaled(self._files, LEAD_IN_SHARE)
        lead_bytes = self._lead_files * self._file_bytes
        self.sink = ToSink(str(level["sink"]), self.works[0], lead_bytes, reader_of(level), kept=ARRIVED)
        self.impossible = why_no_reader(level)
        self._folder = inputs / f"tree-{self._files}-{self._file_bytes}"
        self._lead_folder = inputs / f"tree-{self._lead_files}-{self._file_bytes}"
        check_files = min(self._files, MOST_CHECK_FILES)
        self._check_folder = inputs / f"tree [{check_files}-{self._file_bytes}] é"
        self._check_tree = dict(_check_tree(check_files, self._file_bytes))

    def space_bytes(self, iterations: int) -> int:
        """Return the bytes of the trees, each file of whole blocks, and of the outputs if the sink is a file."""
        blocks_bytes = 4096 * (1 + -(-self._file_bytes // 4096))
        check_bytes = sum(4096 + len(content) for content in self._check_tree.values())
        outputs = self.works[0] * (iterations + 1) if self.sink is not None and self.sink.kind == "file" else 0
        return (self._files + self._lead_files) * blocks_bytes + 2 * check_bytes + outputs

    def file_count(self, iterations: int) -> int:
        """Count the files, folders and links of the three trees, and the sink."""
        files = self._files + self._lead_files
        return files + files // FILES + files // (FILES * FOLDERS) + 2 * (len(self._check_tree) + 20)

    def create(self) -> None:
        """Make the trees that are not there yet; they are then in memory, and written to the device."""
        made = [
            _grow(self._folder, _measured_tree(self._files, self._file_bytes)),
            _grow(self._lead_folder, _measured_tree(self._lead_files, self._file_bytes)),
            _grow(self._check_folder, self._check_tree.items(), CHECK_FOLDERS, CHECK_LINKS.items()),
        ]
        if any(made):
            written_out(self._folder)  # else the rest would be written while something is timed

    def prepare(self, outputs: Path, *, whole_lead_in: bool) -> Pairs:
        """Return the request's keys: the tree and the smaller one for the lead-in."""
        lead_input = self._folder if whole_lead_in else self._lead_folder
        return {"input": str(self._folder), "lead_input": str(lead_input)}

    def prepare_check(self, outputs: Path) -> Pairs:
        """Return the same for a tree with odd names in it and above it."""
        return {"input": str(self._check_folder), "lead_input": str(self._check_folder)}

    def verify(self, checked: Message, received: Received | None, outputs: Path, method: Method) -> list[str]:
        """Check that the tree's files arrived, each whole and once, in any order."""
        path = outputs / ARRIVED
        stream = content_of(path)
        path.unlink()
        tree = self._check_tree
        if method.guarantees.get("hidden") == "no":
            tree = {name: content for name, content in tree.items() if not re.search(r"(^|/)\.", name)}
        problems = []
        sent = checked.number("work")
        if sent != len(stream):
            problems.append(f"says it delivered {sent} bytes, and {len(stream)} arrived")
        return problems + _differences(stream, tree)


def _measured_tree(files: int, file_bytes: int) -> Iterator[tuple[str, bytes]]:
    """Yield paths and contents of the tree that is measured."""
    content = b"".join(noise("tree", file_bytes))
    for number in range(files):
        folder, above = number // FILES % FOLDERS, number // (FILES * FOLDERS)
        yield f"{above:04}/{folder}/{number:07}.bin", content


def _check_tree(files: int, file_bytes: int) -> Iterator[tuple[str, bytes]]:
    """Yield paths and contents of the tree that is checked: other bytes in each file, sizes near the level's."""
    for number in range(files):
        size = min(MOST_CHECK_BYTES, file_bytes + (0, 1, 4097)[number % 3])
        head = HEAD.format(number=number, size=max(HEAD_BYTES, size)).encode()
        folder = CHECK_FOLDERS[number % (len(CHECK_FOLDERS) - 1)]  # the last one stays empty
        name = f".{number}" if number % 7 == 5 else f"{number}.bin" if number % 2 == 0 else f"{number} é"
        yield f"{folder}/{name}".lstrip("/"), head + b"".join(noise(f"check {number}", size - HEAD_BYTES))
    if files > 1:
        yield "a b/empty", b""
        yield "a b/é/tiny", TINY


def _grow(
    folder: Path, files: Iterable[tuple[str, bytes]], folders: Iterable[str] = (), links: Iterable[tuple[str, str]] = ()
) -> bool:
    """Make a tree unless it is there, and return if it was made. It gets its name when it is whole."""
    if folder.exists():
        return False
    part = f"{folder}.part"
    for name in ("", *folders):
        os.makedirs(f"{part}/{name}", exist_ok=True)
    there = ""
    for name, content in files:
        above = os.path.dirname(name)
        if above != there:
            os.makedirs(f"{part}/{above}", exist_ok=True)
            there = above
        with open(f"{part}/{name}", "wb", buffering=0) as file:
            file.write(content)
    for name, target in links:
        os.symlink(target, f"{part}/{name}")
    os.rename(part, folder)
    return True


def _differences(stream: bytes, tree: Mapping[str, bytes]) -> list[str]:
    """Return what is wrong with the bytes that arrived: they must be the tree's files, in any order."""
    right = {content[:HEAD_BYTES]: name for name, content in tree.items() if content}
    found: Counter[str] = Counter()
    at = 0
    while at < len(stream):
        head = TINY if stream.startswith(TINY, at) else stream[at : at + HEAD_BYTES]
        name = right.get(head)
        if name is None:
            found_there = expected_found("the beginning of a file", stream[at:])
            return [f"what arrived cannot be cut into files of the tree from byte {at} on: {found_there}"]
        if not stream.startswith(tree[name], at):
            wrong = difference(stream[at : at + len(tree[name])], tree[name])
            return [f"{name!r} did not arrive as it is, or not together: it {wrong}"]
        found[name] += 1
        at += len(tree[name])
    problems = []
    if missing := sorted(set(right.values()) - set(found)):
        problems.append(f"{len(missing)} of {len(right)} files did not arrive, {missing[0]!r} among them")
    if again := sorted(name for name, times in found.items() if times > 1):
        problems.append(f"{len(again)} files arrived more than once, {again[0]!r} among them")
    return problems
