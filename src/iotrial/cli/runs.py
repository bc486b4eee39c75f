"""`iotrial runs`: the stored runs, and the folders beside them that are not runs."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING

from iotrial.cli.options import Json, Results
from iotrial.cli.options_dataclass import options

if TYPE_CHECKING:
    from iotrial.cli.listed import ListedRun
    from iotrial.store.record_index import Entry


@options
class RunsOptions:
    """The options of `runs`."""

    results: Results = None
    json: Json = False


def runs(options: RunsOptions) -> None:
    """List the stored runs."""
    from iotrial.cli.output import print_json, print_rows
    from iotrial.store.record_index import entries
    from iotrial.store.results_root import results_root

    rows = [_row(entry) for entry in entries(results_root(options.results))]
    if options.json:
        print_json(rows)
    elif rows:
        print_rows(
            [{**row.model_dump(), "asked": _asked(row), "levels": _levels(row)} for row in rows],
            {name: name for name in ("run", "asked", "state", "seconds", "levels", "problem")},
            folds="run",
        )
    else:
        print("no runs yet; `iotrial run readfile --quick` makes one", file=sys.stderr)


def _asked(row: ListedRun) -> str | None:
    """The question in few words: the study, and the command if that is another one than `run`."""
    command = (row.asked or "").partition(" ")[0]
    return {"advise": f"advise {row.job}", "vs": "vs"}.get(command, row.study)


def _levels(row: ListedRun) -> int | str | None:
    """The number of levels, or of those that were not skipped."""
    return f"{row.levels - row.skipped} of {row.levels}" if row.levels and row.skipped else row.levels


def _row(entry: Entry) -> ListedRun:
    from iotrial.cli.listed import ListedRun

    folder = _text(os.fspath(entry.folder))
    facts = entry.facts
    if facts is None:
        known = dict.fromkeys(name for name in ListedRun.model_fields)
        there = {"run": _text(entry.folder.name), "problem": entry.problem, "folder": folder}
        return ListedRun.model_validate({**known, **there})
    return ListedRun(
        run=facts["run"],
        study=facts["study"] + (" --quick" if facts["quick"] else ""),
        asked=facts["asked"] or None,
        job=facts["job"],
        quick=facts["quick"],
        complete=facts["complete"],
        state="complete" if facts["complete"] else (facts["stopped"] or "not complete"),
        seconds=round(facts["seconds"], 1) if facts["seconds"] is not None else None,
        levels=entry.levels,
        skipped=entry.skipped,
        started_at=facts["started_at"],
        problem=entry.problem,
        folder=folder,
    )


def _text(name: str) -> str:
    """A file's name as text: a byte that belongs to no character becomes a question mark."""
    return name.encode("utf-8", "replace").decode("utf-8")
