"""The notes of a mirror: all that it knows of its store, and beside each run what is in the store alone."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from pathlib import Path

from iotrial.store.file_names import PART, is_name
from iotrial.store.whole_file import replace_whole

#: Beside a run: the parts that are in the store alone, and why its record is not here.
ABSENT, PROBLEM = ".absent.json", ".problem"


def is_run_path(run: str) -> bool:
    """True if a text is the name of a run, or that of a machine and a run of it."""
    steps = run.split("/")
    return len(steps) <= 2 and all(map(is_name, steps))


@dataclass(frozen=True)
class Index:
    """All that a mirror knows of its store, by run: the version of each file there, and a mark of the record here."""

    versions: dict[str, dict[str, str]]
    records: dict[str, str]

    @classmethod
    def read(cls, file: Path) -> Index:
        """Read what was kept; nothing is known if that cannot be read, and then all is fetched anew."""
        try:
            told = json.loads(file.read_text(encoding="utf-8"))
            versions = {run: dict(files) for run, files in told["versions"].items() if is_run_path(run)}
            return cls(versions, dict(told["records"]))
        except (OSError, ValueError, TypeError, KeyError, AttributeError, RecursionError):
            return cls({}, {})

    def forget(self, run: str) -> None:
        """Know nothing of a run any more."""
        self.versions.pop(run, None)
        self.records.pop(run, None)

    def write(self, file: Path) -> None:
        """Keep it in a file."""
        _write(file, self)


@dataclass(frozen=True)
class Absent:
    """The parts of a run that are in a store alone: the store, what stands there before their names, name -> bytes."""

    url: str
    above: str
    parts: dict[str, int]

    @classmethod
    def read(cls, folder: Path) -> Absent | None:
        """Read the note beside a run; None if there is none, or none that can be believed."""
        try:
            note = cls(**json.loads((folder / ABSENT).read_bytes()))
            is_sound = all(PART.fullmatch(name) and isinstance(count, int) for name, count in note.parts.items())
            return note if is_sound else None
        except (OSError, ValueError, TypeError, AttributeError, RecursionError):
            return None

    def write(self, folder: Path) -> None:
        """Keep it beside a run."""
        _write(folder / ABSENT, self)


def note_problem(folder: Path, problem: str | None) -> None:
    """Note beside a run why its record is not here, or that there is no reason any more."""
    if problem is None:
        (folder / PROBLEM).unlink(missing_ok=True)
    else:
        replace_whole(folder / PROBLEM, problem.encode("utf-8", "replace"))


def _write(file: Path, note: Absent | Index) -> None:
    replace_whole(file, json.dumps(asdict(note)).encode())
