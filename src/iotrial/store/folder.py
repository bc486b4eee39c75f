"""The folders of runs: one each, under a results root that several processes and hosts may share.

A folder that is not a whole run is listed with its problem and left alone.
"""

from __future__ import annotations

import json
import os
import secrets
import stat
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from iotrial.ask.validation_words import wrong_words
from iotrial.errors import Problem, UsageError
from iotrial.store.file_names import JUDGEMENT, MOST_RECORD_BYTES, PART, RUN_FILE
from iotrial.store.mirror import absent, fetch_absent, problem_of
from iotrial.store.older_format import upgraded
from iotrial.store.record import FORMAT, Run
from iotrial.store.run_folders import run_folders

_LETTERS = "abcdefghijkmnpqrstuvwxyz23456789"  # without l, o, 0 and 1, which are mistaken for each other

#: Of a thousand hosts that begin in one second, two share a name once in 1,700 times.
_ID_LETTERS = 6


@dataclass(frozen=True)
class StoredFolder:
    """A folder under the results root: a run, or the problem that keeps it from being one."""

    folder: Path
    run: Run | None = None
    problem: str | None = None


def new_run_id(now: datetime | None = None) -> str:
    """An identifier such as 20261121-143055-k3x9ma: UTC to the second, then letters that keep hosts apart."""
    moment = (now or datetime.now(UTC)).astimezone(UTC)
    return f"{moment:%Y%m%d-%H%M%S}-" + "".join(secrets.choice(_LETTERS) for _ in range(_ID_LETTERS))


def parts(folder: Path) -> dict[int, Path]:
    """Sweep -> its part, in order; the parts may be damaged, which is not checked here.

    Of two parts of one sweep, the one whose name has a checksum. Those that are in an object store alone are fetched.
    UsageError if they cannot be had.
    """
    fetch_absent(folder)
    return {sweep: folder / name for sweep, name in _by_sweep(path.name for path in folder.iterdir()).items()}


def part_sizes(folder: Path) -> dict[str, int]:
    """Name of a part -> its bytes, of those too that are in an object store alone."""
    sizes = absent(folder) | {path.name: path.stat().st_size for path in folder.iterdir() if PART.fullmatch(path.name)}
    return {name: sizes[name] for name in _by_sweep(sizes).values()}


def _by_sweep(names: Iterable[str]) -> dict[int, str]:
    """Sweep -> the name of its part, in order."""
    found = ((PART.fullmatch(name), name) for name in names)
    named = ((int(match[1]), match[2] is not None, name) for match, name in found if match)
    return {sweep: name for sweep, _, name in sorted(named)}


def judgements(folder: Path) -> dict[str, Path]:
    """Checksum -> a judgement that is kept, one unless a writer was killed; they may be damaged, as parts may."""
    found = ((JUDGEMENT.fullmatch(path.name), path) for path in folder.iterdir())
    return {match[1]: path for match, path in found if match}


def list_folders(root: Path) -> list[StoredFolder]:
    """Every folder under the root, oldest run first; hidden folders and plain files are not ours and left out."""
    return sorted((look(folder) for folder in run_folders(root)), key=_age)


def read_run(folder: Path) -> Run:
    """The run.json of a folder; UsageError with what is wrong with it."""
    stored = look(folder)
    if stored.run is None:
        raise UsageError(Problem(stored.problem or "no run", where=str(folder), hint="see what is there: iotrial runs"))
    return stored.run


def _age(stored: StoredFolder) -> tuple[str, str]:
    return (stored.run.started_at if stored.run else "", stored.folder.name)


def look(folder: Path) -> StoredFolder:
    """Read a folder's run.json without trusting anything in it."""
    path = folder / RUN_FILE
    try:
        if not path.exists():
            return StoredFolder(folder, problem=problem_of(folder) or f"has no {RUN_FILE}")
        data = read_bounded(path)
        if data is None:
            return StoredFolder(
                folder, problem=f"{RUN_FILE} is not a regular file of {MOST_RECORD_BYTES >> 20} MiB at most"
            )
    except OSError as error:
        return StoredFolder(folder, problem=f"{RUN_FILE} cannot be read: {error.strerror}")
    try:
        document = json.loads(data, parse_constant=_refuse)  # NaN and Infinity are no JSON
    except (ValueError, RecursionError):
        return StoredFolder(folder, problem=f"{RUN_FILE} is not JSON (cut short, or not ours)")
    return _check(folder, document)


def read_bounded(path: Path) -> bytes | None:
    """Read a file; None if it is no regular file, or too long to be a run.json; OSError if it cannot be read."""
    if path.is_symlink() or not path.is_file():
        return None
    descriptor = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
    with os.fdopen(descriptor, "rb") as file:
        state = os.fstat(descriptor)
        if not stat.S_ISREG(state.st_mode) or state.st_size > MOST_RECORD_BYTES:
            return None
        return file.read(MOST_RECORD_BYTES)


def _refuse(constant: str) -> None:
    raise ValueError(constant)


def _check(folder: Path, document: Any) -> StoredFolder:
    written = document.get("format") if isinstance(document, dict) else None
    if not isinstance(written, int) or isinstance(written, bool) or written < 1:
        return StoredFolder(folder, problem=f"{RUN_FILE} is not of iotrial: it has no format")
    if written > FORMAT:
        return StoredFolder(
            folder, problem=f"{RUN_FILE} has format {written}; this iotrial reads up to {FORMAT}: install a newer one"
        )
    try:
        run = Run.model_validate(upgraded(document))
    except (ValidationError, RecursionError) as error:
        return StoredFolder(folder, problem=f"{RUN_FILE} does not fit format {written}: {_first(error)}")
    if run.run != folder.name:
        return StoredFolder(folder, problem=f"{RUN_FILE} is of run {run.run}: a copy, or the folder was renamed")
    return StoredFolder(folder, run)


def _first(error: ValidationError | RecursionError) -> str:
    if isinstance(error, RecursionError):
        return "nested too deep"
    details = error.errors(include_url=False, include_input=False)
    place = ".".join(str(step) for step in details[0]["loc"])
    more = f" (and {len(details) - 1} more)" if len(details) > 1 else ""
    return f"{place} {wrong_words(details[0])}{more}"
