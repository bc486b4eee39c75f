"""Blobs: the same items as files, in an SQLite database, in a zip and packed into one file with an index.

Each is opened, read and closed in every iteration. The number of items, their bytes, and the sum over the first and
the last byte of each tell that they were read.
"""

from __future__ import annotations

import random
import sqlite3
import zipfile
from collections.abc import Iterable, Iterator, Mapping
from contextlib import closing
from functools import partial
from pathlib import Path

from iotrial import jobs
from iotrial.jobs import (
    LEAD_IN_SHARE,
    Dialogue,
    Message,
    Method,
    Pairs,
    Received,
    Value,
    Warm,
    WorkerFailed,
    expected_found,
    noise,
    scaled,
    write_once,
    written_out,
)

#: Sizes that a check's items have beside the level's: none, one, and those beside a page and beside usual buffers.
CHECK_SIZES = (0, 1, 4095, 4096, 4097, 65_536, 65_537)

#: A check's items have names that are odd in turn.
CHECK_NAMES = ("{}", ".{}", "a b {} é", "[x]*? {}", "it's {}")

#: So many files are looked after, that they are in memory before each round; it takes long with more.
MOST_HELD = 5_000


class Task(jobs.Task):
    """The job of reading items: an iteration opens what holds them and reads all of them once."""

    probe_differs_by = ""  # its items are always the same

    def __init__(self, level: Mapping[str, Value], inputs: Path) -> None:
        items, item_bytes = int(level["items"]), int(level["item_bytes"])
        self._inputs = inputs
        self._items = {f"{number:06}.bin": item_bytes for number in range(items)}
        self._check = {
            CHECK_NAMES[number % len(CHECK_NAMES)].format(number): (item_bytes, *CHECK_SIZES)[number % 8]
            for number in range(min(items, 24))
        }
        names = list(self._items)
        if level["order"] == "drawn":
            random.Random(f"blobs {items}").shuffle(names)
        self._names, self._lead_names = names, names[: scaled(items, LEAD_IN_SHARE)]
        self.works = (items,)
        self._folder = inputs / f"blobs-{items}-{item_bytes}"
        self._check_folder = inputs / f"blobs [{len(self._check)}-{item_bytes}] é"
        self._list = inputs / f"blobs-names-{items}-{level['order']}"
        self._lead_list = inputs / f"{self._list.name}-lead"
        self._check_list = inputs / f"blobs-names-check-{len(self._check)}-{item_bytes}"
        containers = [self._folder / name for name in ("blobs.db", "blobs.zip", "blobs.pack", "blobs.index")]
        held = [self._folder / "files" / name for name in names if item_bytes and items <= MOST_HELD]
        self.warm = Warm((*containers, *held)) if items else None

    def space_bytes(self, iterations: int) -> int:
        """Return the bytes of the items four times, as files of whole blocks and in containers, and of the lists."""
        sizes = [*self._items.values(), *self._check.values()]
        return 5 * sum(8192 + size for size in sizes) + (4 << 20)

    def file_count(self, iterations: int) -> int:
        """Count the files, the containers, and the lists of names."""
        return len(self._items) + len(self._check) + 24

    def create(self) -> None:
        """Make what is not there yet; it is then in memory, and written to the device."""
        made = _fill(self._folder, self._items)
        _fill(self._check_folder, self._check)
        write_once(self._list, partial(_list, self._names))
        write_once(self._lead_list, partial(_list, self._lead_names))
        write_once(self._check_list, partial(_list, self._check))
        self.proof = _ends(self._items)
        if made:
            written_out(self._folder)  # else the rest would be written while something is timed

    def prepare(self, outputs: Path, *, whole_lead_in: bool) -> Pairs:
        """Return the request's keys: the folder with all of it, and the names; fewer of them for the lead-in."""
        return _pairs(self._folder, self._list, self._list if whole_lead_in else self._lead_list)

    def prepare_check(self, outputs: Path) -> Pairs:
        """Return the same for odd names and items of many sizes."""
        return _pairs(self._check_folder, self._check_list, self._check_list)

    def verify(self, checked: Message, received: Received | None, outputs: Path, method: Method) -> list[str]:
        """Check the number of items, their bytes, and what their ends come to."""
        problems = []
        for what, found, right in (
            ("the number of items", checked.number("work"), len(self._check)),
            ("their bytes", checked.number("bytes"), sum(self._check.values())),
            ("the sum over the first and the last byte of each", checked.number("proof"), _ends(self._check)),
        ):
            if found != right:
                problems.append(f"{what}: {expected_found(right, found)}")
        return problems

    def probe(self, dialogue: Dialogue, outputs: Path, method: Method) -> list[str]:
        """Probe what becomes of an item that is missing: it is an error, not one that is left out or empty."""
        listed = outputs / "names"
        for missing in ("nowhere", "it's nowhere"):
            listed.write_bytes(b"".join(_list([missing])))
            try:
                dialogue.begin("prepare", _pairs(self._check_folder, listed, listed))
                dialogue.end("prepare")
                dialogue.begin("check", {})
                dialogue.end("check")
            except WorkerFailed as failure:
                if not failure.alive:
                    raise
            else:
                return [f"read the item {missing!r}, which is missing, without an error"]
            finally:
                listed.unlink()
        return []


def _pairs(folder: Path, names: Path, lead_names: Path) -> Pairs:
    return {
        "input": str(folder),
        "lead_input": str(folder),
        "names": str(names),
        "lead_names": str(lead_names),
    }


def _list(names: Iterable[str]) -> Iterator[bytes]:
    return (f"{name}\0".encode() for name in names)


def _content(name: str, size: int) -> bytes:
    return b"".join(noise(f"blob {name}", size))


def _ends(items: Mapping[str, int]) -> int:
    """Return the sum over the first and the last byte of each item; an empty one has none."""
    contents = (_content(name, size) for name, size in items.items() if size)
    return sum(content[0] + content[-1] for content in contents)


def _fill(folder: Path, items: Mapping[str, int]) -> bool:
    """Make a folder of files and containers unless it is there, and return if it was made. It gets its name last."""
    if folder.exists():
        return False
    part = folder.with_name(f"{folder.name}.part")
    files = part / "files"
    files.mkdir(parents=True, exist_ok=True)
    at = 0
    with (
        closing(sqlite3.connect(part / "blobs.db")) as database,
        zipfile.ZipFile(part / "blobs.zip", "w", zipfile.ZIP_STORED) as archive,
        (part / "blobs.pack").open("wb") as packed,
        (part / "blobs.index").open("wb") as index,
    ):
        database.execute("CREATE TABLE blobs (name TEXT PRIMARY KEY, content BLOB NOT NULL)")
        for name, size in items.items():
            content = _content(name, size)
            (files / name).write_bytes(content)
            database.execute("INSERT INTO blobs VALUES (?, ?)", (name, content))
            archive.writestr(name, content)
            packed.write(content)
            index.write(f"{at} {size} {name}\n".encode())
            at += size
        database.commit()
    part.rename(folder)
    return True
