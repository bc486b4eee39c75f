"""The work of a job at a level, for plain programs: its inputs, their arguments, and what proves that it was done."""

from __future__ import annotations

import os
import string
import struct
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

#: The article's record: a count, then the integers from 0 on; and its sum, those at odd places counted twice.
INTEGERS = 512
RECORD = struct.pack(f"<{INTEGERS + 1}i", INTEGERS, *range(INTEGERS))
RECORD_SUM = 196_352

Level = Mapping[str, object]


@dataclass(frozen=True)
class Found:
    """What became of the work of a process."""

    work: Sequence[int]  # of each sample, if the program tells
    turns: int  # of a sample
    all_turns: int  # untimed ones too
    arrived_bytes: int | None  # at a reader, if there is one
    outputs: Path


class Work(Protocol):
    """What a plain program is asked to do."""

    #: Factors of the job that it knows; any other one must be at its default.
    factors: tuple[str, ...]
    #: If the programs send what they read through a pipe.
    has_reader: bool
    #: If it reads a file that was written before.
    has_input: bool

    def make(self, folder: Path, piece_bytes: int) -> None:
        """Make the inputs in a folder, written in pieces of so many bytes."""

    def arguments(self, inputs: Path, outputs: Path) -> list[str]:
        """Return the arguments between the method's name and the numbers of turns, by where inputs and outputs lie."""

    def problem(self, found: Found) -> str | None:
        """Return what is wrong with the work of a process, or None."""


class Deliver:
    """Send a file through a pipe."""

    factors: tuple[str, ...] = ("file_bytes", "sink")
    has_reader = True
    has_input = True

    def __init__(self, level: Level) -> None:
        """Take over the size of the file; ValueError for a sink without a plain reader."""
        if level["sink"] != "pipe":
            raise ValueError(f"plain programs know no sink={level['sink']}")
        self._file_bytes = int(str(level["file_bytes"]))
        self._name = f"noise-{self._file_bytes}"

    def make(self, folder: Path, piece_bytes: int) -> None:
        """Make a file of random bytes."""
        _write(folder / self._name, (os.urandom(size) for size in _sizes(self._file_bytes, piece_bytes)))

    def arguments(self, inputs: Path, outputs: Path) -> list[str]:
        """Return the file."""
        return [str(inputs / self._name)]

    def problem(self, found: Found) -> str | None:
        """Compare the bytes that arrived with those of all turns."""
        right = found.all_turns * self._file_bytes
        return None if found.arrived_bytes == right else f"{found.arrived_bytes} bytes arrived instead of {right}"


class Append:
    """Write records to a fresh file in each turn."""

    factors: tuple[str, ...] = ("records", "record_bytes", "ending")
    has_reader = False
    has_input = False

    def __init__(self, level: Level) -> None:
        """Take over the records, which are letters up to the newline, if they have one."""
        self._records = int(str(level["records"]))
        size = int(str(level["record_bytes"]))
        end = "\n" if level["ending"] == "newline" else ""
        letters = string.ascii_lowercase * (size // len(string.ascii_lowercase) + 1)
        self.text = letters[: size - len(end)] + end

    def make(self, folder: Path, piece_bytes: int) -> None:
        """Make nothing: a program makes its logs itself."""

    def arguments(self, inputs: Path, outputs: Path) -> list[str]:
        """Return the folder, the record, and how many of it."""
        return [str(outputs), self.text, str(self._records)]

    def problem(self, found: Found) -> str | None:
        """Compare the number and the sizes of the logs."""
        logs = [path.stat().st_size for path in found.outputs.iterdir()]
        right = self._records * len(self.text)
        if len(logs) != found.all_turns:
            return f"{len(logs)} logs were written instead of {found.all_turns}"
        wrong = [size for size in logs if size != right]
        return f"a log has {wrong[0]} bytes instead of {right}" if wrong else None


class List:
    """List a folder of empty files."""

    factors: tuple[str, ...] = ("entries",)
    has_reader = False
    has_input = False

    def __init__(self, level: Level) -> None:
        """Take over how many."""
        self._entries = int(str(level["entries"]))
        self._name = f"folder-{self._entries}"

    def make(self, folder: Path, piece_bytes: int) -> None:
        """Make a folder of files as the article names them."""
        (folder / self._name).mkdir()
        for number in range(self._entries):
            os.close(os.open(folder / self._name / f"{number}.txt", os.O_WRONLY | os.O_CREAT, 0o600))

    def arguments(self, inputs: Path, outputs: Path) -> list[str]:
        """Return the folder."""
        return [str(inputs / self._name)]

    def problem(self, found: Found) -> str | None:
        """Compare the entries; some methods name the folder itself and the one above it too."""
        right = {found.turns * self._entries, found.turns * (self._entries + 2)}
        wrong = [work for work in found.work if work not in right]
        return f"{wrong[0]} entries were listed instead of {min(right)}" if wrong else None


class Scan:
    """Read a file of integers and sum them."""

    factors: tuple[str, ...] = ("records",)
    has_reader = False
    has_input = True

    def __init__(self, level: Level) -> None:
        """Take over how many records."""
        self._records = int(str(level["records"]))
        self._name = f"integers-{self._records}"

    def make(self, folder: Path, piece_bytes: int) -> None:
        """Make the article's file."""
        piece = max(1, piece_bytes // len(RECORD))
        _write(folder / self._name, (RECORD * count for count in _sizes(self._records, piece)))

    def arguments(self, inputs: Path, outputs: Path) -> list[str]:
        """Return the file."""
        return [str(inputs / self._name)]

    def problem(self, found: Found) -> str | None:
        """Compare the sum."""
        right = found.turns * self._records * RECORD_SUM
        wrong = [work for work in found.work if work != right]
        return f"a sum is {wrong[0]} instead of {right}" if wrong else None


#: Job -> its work.
WORKS: Mapping[str, Callable[[Level], Work]] = {
    "deliver": Deliver,
    "append": Append,
    "list": List,
    "scan": Scan,
}


def _sizes(total: int, piece: int) -> list[int]:
    """Cut a total into pieces."""
    return [min(piece, total - begin) for begin in range(0, total, piece)]


def _write(path: Path, pieces: Iterable[bytes]) -> None:
    """Write a file, a call for each piece, and have the device take it, so that nothing is written back meanwhile."""
    with path.open("wb", buffering=0) as file:
        for piece in pieces:
            file.write(piece)
        os.fsync(file.fileno())
