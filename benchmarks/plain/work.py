"""The work of a job at a level, for plain programs: its inputs, their arguments, and what proves that it was done."""

from __future__ import annotations

import os
import random
import string
import struct
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from iotrial.jobs import noise, text_of_lines

#: The article's record: a count, then the integers from 0 on; and its sum, those at odd places counted twice.
INTEGERS = 512
RECORD = struct.pack(f"<{INTEGERS + 1}i", INTEGERS, *range(INTEGERS))
RECORD_SUM = 196_352

#: The share of the work that a smaller input has.
SMALLER_SHARE = 0.05

Level = Mapping[str, object]


@dataclass(frozen=True)
class Found:
    """What became of the work of a process."""

    work: Sequence[int]  # of each sample, if the program tells
    turns: int  # of a sample
    all_turns: int  # untimed ones too; of those that left logs, the ones whose log is still there
    smaller_turns: int  # those on the smaller input, likewise
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
    #: Bytes of the files that it writes, of a turn and of one on the smaller input; (): none.
    log_bytes: tuple[int, ...]

    def make(self, folder: Path, piece_bytes: int) -> None:
        """Make the inputs in a folder, written in pieces of so many bytes."""

    def arguments(self, inputs: Path, outputs: Path) -> list[str]:
        """Return the arguments between the method's name and the numbers of turns, by where inputs and outputs lie."""

    def smaller(self, inputs: Path) -> str:
        """Return the last argument, which tells what a smaller input is."""

    def problem(self, found: Found) -> str | None:
        """Return what is wrong with the work of a process, or None."""


class Deliver:
    """Send a file through a pipe."""

    factors: tuple[str, ...] = ("file_bytes", "sink")
    has_reader = True
    has_input = True
    log_bytes: tuple[int, ...] = ()

    def __init__(self, level: Level) -> None:
        """Take over the size of the file; ValueError for a sink without a plain reader."""
        if level["sink"] != "pipe":
            raise ValueError(f"plain programs know no sink={level['sink']}")
        self._file_bytes = int(str(level["file_bytes"]))
        self._smaller_bytes = smaller(self._file_bytes)
        self._name, self._smaller_name = f"noise-{self._file_bytes}", f"smaller-{self._smaller_bytes}"

    def make(self, folder: Path, piece_bytes: int) -> None:
        """Make two files of random bytes."""
        for name, file_bytes in ((self._name, self._file_bytes), (self._smaller_name, self._smaller_bytes)):
            _write(folder / name, (os.urandom(size) for size in _sizes(file_bytes, piece_bytes)))

    def arguments(self, inputs: Path, outputs: Path) -> list[str]:
        """Return the file."""
        return [str(inputs / self._name)]

    def smaller(self, inputs: Path) -> str:
        """Return the smaller file."""
        return str(inputs / self._smaller_name)

    def problem(self, found: Found) -> str | None:
        """Compare the bytes that arrived with those of all turns."""
        right = found.all_turns * self._file_bytes + found.smaller_turns * self._smaller_bytes
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
        self.log_bytes: tuple[int, ...] = (size * self._records, size * smaller(self._records))

    def make(self, folder: Path, piece_bytes: int) -> None:
        """Make nothing: a program makes its logs itself."""

    def arguments(self, inputs: Path, outputs: Path) -> list[str]:
        """Return the folder, the record, and how many of it."""
        return [str(outputs), self.text, str(self._records)]

    def smaller(self, inputs: Path) -> str:
        """Return how many records it is."""
        return str(smaller(self._records))

    def problem(self, found: Found) -> str | None:
        """Compare the number and the sizes of the logs."""
        logs = sorted(path.stat().st_size for path in found.outputs.iterdir())
        all_of_them, fewer = self.log_bytes
        right = [fewer] * found.smaller_turns + [all_of_them] * found.all_turns
        if len(logs) != len(right):
            return f"{len(logs)} logs were written instead of {len(right)}"
        wrong = [pair for pair in zip(logs, right, strict=True) if pair[0] != pair[1]]
        return f"a log has {wrong[0][0]} bytes instead of {wrong[0][1]}" if wrong else None


class List:
    """List a folder of empty files."""

    factors: tuple[str, ...] = ("entries",)
    has_reader = False
    has_input = False
    log_bytes: tuple[int, ...] = ()

    def __init__(self, level: Level) -> None:
        """Take over how many."""
        self._entries = int(str(level["entries"]))
        self._fewer = smaller(self._entries)
        self._name, self._smaller_name = f"folder-{self._entries}", f"smaller-{self._fewer}"

    def make(self, folder: Path, piece_bytes: int) -> None:
        """Make two folders of files as the article names them."""
        for name, entries in ((self._name, self._entries), (self._smaller_name, self._fewer)):
            (folder / name).mkdir()
            for number in range(entries):
                os.close(os.open(folder / name / f"{number}.txt", os.O_WRONLY | os.O_CREAT, 0o600))

    def arguments(self, inputs: Path, outputs: Path) -> list[str]:
        """Return the folder."""
        return [str(inputs / self._name)]

    def smaller(self, inputs: Path) -> str:
        """Return the smaller folder."""
        return str(inputs / self._smaller_name)

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
    log_bytes: tuple[int, ...] = ()

    def __init__(self, level: Level) -> None:
        """Take over how many records."""
        self._records = int(str(level["records"]))
        self._fewer = smaller(self._records)
        self._name, self._smaller_name = f"integers-{self._records}", f"smaller-{self._fewer}"

    def make(self, folder: Path, piece_bytes: int) -> None:
        """Make the article's file, and a smaller one."""
        piece = max(1, piece_bytes // len(RECORD))
        for name, records in ((self._name, self._records), (self._smaller_name, self._fewer)):
            _write(folder / name, (RECORD * count for count in _sizes(records, piece)))

    def arguments(self, inputs: Path, outputs: Path) -> list[str]:
        """Return the file."""
        return [str(inputs / self._name)]

    def smaller(self, inputs: Path) -> str:
        """Return the smaller file."""
        return str(inputs / self._smaller_name)

    def problem(self, found: Found) -> str | None:
        """Compare the sum."""
        right = found.turns * self._records * RECORD_SUM
        wrong = [work for work in found.work if work != right]
        return f"a sum is {wrong[0]} instead of {right}" if wrong else None


class Load:
    """Load all files of a folder."""

    factors: tuple[str, ...] = ("files", "file_bytes")
    has_reader = False
    has_input = False
    log_bytes: tuple[int, ...] = ()

    def __init__(self, level: Level) -> None:
        """Take over how many, and how large each is."""
        self._files, self._file_bytes = int(str(level["files"])), int(str(level["file_bytes"]))

    def make(self, folder: Path, piece_bytes: int) -> None:
        """Make two folders of files of random bytes."""
        for name, files in (("files", self._files), ("fewer", smaller(self._files))):
            (folder / name).mkdir()
            for number in range(files):
                (folder / name / f"{number:06}.bin").write_bytes(os.urandom(self._file_bytes))

    def arguments(self, inputs: Path, outputs: Path) -> list[str]:
        """Return the folder."""
        return [str(inputs / "files")]

    def smaller(self, inputs: Path) -> str:
        """Return the folder of fewer files."""
        return str(inputs / "fewer")

    def problem(self, found: Found) -> str | None:
        """Compare the bytes."""
        right = found.turns * self._files * self._file_bytes
        wrong = [work for work in found.work if work != right]
        return f"{wrong[0]} bytes were loaded instead of {right}" if wrong else None


class Walk:
    """Walk a tree."""

    factors: tuple[str, ...] = ("files", "depth")
    has_reader = False
    has_input = False
    log_bytes: tuple[int, ...] = ()

    #: Files of a folder, and the bytes of each.
    FILES, FILE_BYTES = 20, 10

    def __init__(self, level: Level) -> None:
        """Take over how many files it has, and how deep it is."""
        self._files, self._depth = int(str(level["files"])), int(str(level["depth"]))

    def make(self, folder: Path, piece_bytes: int) -> None:
        """Make two trees, whose folders are in each other, so many deep, again and again."""
        for name, files in (("tree", self._files), ("fewer", smaller(self._files))):
            for first in range(0, files, self.FILES):
                chain, level = divmod(first // self.FILES, self._depth)
                above = folder.joinpath(name, *(f"{chain:04}{step}" for step in range(level + 1)))
                above.mkdir(parents=True)
                for number in range(first, min(files, first + self.FILES)):
                    (above / f"{number:07}.bin").write_bytes(bytes(self.FILE_BYTES))

    def arguments(self, inputs: Path, outputs: Path) -> list[str]:
        """Return the tree."""
        return [str(inputs / "tree")]

    def smaller(self, inputs: Path) -> str:
        """Return the smaller tree."""
        return str(inputs / "fewer")

    def problem(self, found: Found) -> str | None:
        """Compare files, folders and bytes, all together."""
        right = found.turns * (self._files * (1 + self.FILE_BYTES) + -(-self._files // self.FILES))
        wrong = [work for work in found.work if work != right]
        return f"a walk came to {wrong[0]} instead of {right}" if wrong else None


class Lines:
    """Read a text by lines."""

    factors: tuple[str, ...] = ("file_bytes", "line_bytes")
    has_reader = False
    has_input = True
    log_bytes: tuple[int, ...] = ()

    def __init__(self, level: Level) -> None:
        """Take over the size of the text, and how long its lines are."""
        self._file_bytes, self._line_bytes = int(str(level["file_bytes"])), int(str(level["line_bytes"]))
        self._right = 0  # of a turn, known when the text is there

    def make(self, folder: Path, piece_bytes: int) -> None:
        """Make the text that iotrial's own methods read, and a smaller one."""
        self._make(folder / "smaller", smaller(self._file_bytes), piece_bytes)
        self._right = self._make(folder / "text", self._file_bytes, piece_bytes)

    def _make(self, path: Path, file_bytes: int, piece_bytes: int) -> int:
        """Write a text; return what a turn comes to that reads it."""
        text = b"".join(text_of_lines(self._line_bytes, "ascii", file_bytes))
        _write(path, _pieces(text, piece_bytes))
        lines = text.splitlines()
        return len(lines) + sum(map(len, lines)) + sum(line[0] + line[-1] for line in lines if line)

    def arguments(self, inputs: Path, outputs: Path) -> list[str]:
        """Return the text."""
        return [str(inputs / "text")]

    def smaller(self, inputs: Path) -> str:
        """Return the smaller text."""
        return str(inputs / "smaller")

    def problem(self, found: Found) -> str | None:
        """Compare lines, letters and the sum over the first and last letter of each line, all together."""
        right = found.turns * self._right
        wrong = [work for work in found.work if work != right]
        return f"the lines came to {wrong[0]} instead of {right}" if wrong else None


class RandomReads:
    """Read pieces of a file at random offsets."""

    factors: tuple[str, ...] = ("reads", "piece_bytes", "file_bytes")
    has_reader = False
    has_input = True
    log_bytes: tuple[int, ...] = ()

    def __init__(self, level: Level) -> None:
        """Take over how many pieces, how large each is, and the size of the file."""
        self._reads, self._piece_bytes = int(str(level["reads"])), int(str(level["piece_bytes"]))
        self._file_bytes = int(str(level["file_bytes"]))
        self._right = 0  # of a turn, known when the file is there

    def make(self, folder: Path, piece_bytes: int) -> None:
        """Make the file and the offsets that iotrial's own methods read, and fewer of a smaller file."""
        fewer_bytes = max(smaller(self._file_bytes), min(self._file_bytes, self._piece_bytes))
        self._make(folder / "smaller", fewer_bytes, smaller(self._reads), piece_bytes)
        self._right = self._make(folder / "noise", self._file_bytes, self._reads, piece_bytes)

    def _make(self, path: Path, file_bytes: int, reads: int, piece_bytes: int) -> int:
        """Write a file and, beside it, its offsets; return what a turn comes to that reads there."""
        content, offsets = b"".join(noise("random", file_bytes)), self._offsets(reads, file_bytes)
        _write(path, _pieces(content, piece_bytes))
        path.with_name(f"{path.name}.offsets").write_text("".join(f"{offset}\n" for offset in offsets))
        pieces = [content[offset : offset + self._piece_bytes] for offset in offsets]
        return sum(piece.count(b"\n") + piece[0] + piece[-1] for piece in pieces)

    def _offsets(self, reads: int, file_bytes: int) -> list[int]:
        """Draw multiples of a piece's size, as iotrial does; the end of the file comes first, then its beginning."""
        source, last = random.Random("offsets"), file_bytes - self._piece_bytes
        drawn = [self._piece_bytes * source.randint(0, last // self._piece_bytes) for _ in range(reads)]
        return [last, 0, *drawn[2:]][:reads]

    def arguments(self, inputs: Path, outputs: Path) -> list[str]:
        """Return the file and the size of a piece."""
        return [str(inputs / "noise"), str(self._piece_bytes)]

    def smaller(self, inputs: Path) -> str:
        """Return the smaller file."""
        return str(inputs / "smaller")

    def problem(self, found: Found) -> str | None:
        """Compare the sum over the newlines and the first and last byte of each piece."""
        right = found.turns * self._right
        wrong = [work for work in found.work if work != right]
        return f"the pieces came to {wrong[0]} instead of {right}" if wrong else None


#: Job -> its work.
WORKS: Mapping[str, Callable[[Level], Work]] = {
    "deliver": Deliver,
    "append": Append,
    "list": List,
    "scan": Scan,
    "load": Load,
    "walk": Walk,
    "lines": Lines,
    "random": RandomReads,
}


def smaller(units: int) -> int:
    """Return the units of a smaller input: at least one, unless there are none."""
    return min(units, max(1, int(units * SMALLER_SHARE)))


def _sizes(total: int, piece: int) -> list[int]:
    """Cut a total into pieces."""
    return [min(piece, total - begin) for begin in range(0, total, piece)]


def _pieces(content: bytes, piece_bytes: int) -> Iterator[bytes]:
    """Cut what a file is to hold into pieces."""
    return (content[begin : begin + piece_bytes] for begin in range(0, len(content), piece_bytes))


def _write(path: Path, pieces: Iterable[bytes]) -> None:
    """Write a file, a call for each piece, and have the device take it, so that nothing is written back meanwhile."""
    with path.open("wb", buffering=0) as file:
        for piece in pieces:
            file.write(piece)
        os.fsync(file.fileno())
