"""Published files together: each run once."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path

from iotrial.publish.published_file import published_file
from iotrial.publish.published_run import PublishedRun


@dataclass(frozen=True)
class PublishedSet:
    """Runs that may be shown, each with the file that it is of, and what was left out of which file.

    signed_by: file -> the key that signed it; unsigned ones are not there.
    """

    runs: list[tuple[Path, PublishedRun]] = field(default_factory=list)
    problems: list[tuple[Path, str]] = field(default_factory=list)
    signed_by: dict[Path, str] = field(default_factory=dict)


def published_set(paths: Iterable[Path]) -> PublishedSet:
    """Read files; of two runs of one name neither is taken, unless they are the same."""
    every: dict[str, list[tuple[Path, PublishedRun]]] = {}
    found = PublishedSet()
    for path in paths:
        file = published_file(path)
        found.problems.extend((path, text) for text in file.problems)
        if file.signed_by is not None:
            found.signed_by[path] = file.signed_by
        for run in file.runs:
            every.setdefault(run.judged.run, []).append((path, run))
    for name, same in every.items():
        (first, run), *others = same
        if any(other != run for _, other in others):
            found.problems.extend((path, f"run {name} is in {len(same)} files, and they differ") for path, _ in same)
            continue
        found.problems.extend((path, f"run {name} is in {first.name} already") for path, _ in others)
        found.runs.append((first, run))
    return found
