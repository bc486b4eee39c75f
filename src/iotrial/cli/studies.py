"""`iotrial studies`: the studies, each in its quick and its full form.

The claims of other trees are checked, too, since their authors ask here if all is right; our own are checked by the
tests.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from iotrial.cli.options import Json, Results, With
from iotrial.cli.options_dataclass import options
from iotrial.errors import Problem, UsageError
from iotrial.visible_text import visible_line

if TYPE_CHECKING:
    from iotrial.ask.catalog import Catalog
    from iotrial.ask.study_file import StudyFile
    from iotrial.cli.listed import ListedStudy

#: Study, form and budget -> seconds.
Durations = dict[tuple[str, bool, float], float]


@options
class StudiesOptions:
    """The options of `studies`."""

    trees: With = ()
    results: Results = None
    json: Json = False


def studies(options: StudiesOptions) -> None:
    """List the studies, and how long each takes."""
    from iotrial.ask.find_study import studies as known
    from iotrial.cli.output import print_json, print_rows
    from iotrial.cli.usable import usable, warn
    from iotrial.store.results_root import results_root

    catalog = usable(options.trees)
    took = _durations(results_root(options.results))
    rows: list[ListedStudy] = []
    problems: list[Problem] = []
    for name, path in known(options.trees).items():
        try:
            rows += _rows(name, _read(path, catalog), took)
        except UsageError as error:
            if not catalog.faults.every:
                raise
            problems += error.problems  # it may name what is left out: the others go on
    warn(f"not listed: {problem.line()}" for problem in dict.fromkeys(problems))
    if options.json:
        print_json(rows)
        return
    shown = [
        {
            **row.model_dump(),
            "rounds": f"{row.rounds} or more" if row.more_rounds else str(row.rounds),
            "blocks": row.blocks or "by pilot",
            "expected": f"{row.expected_seconds:.0f} s"
            if row.expected_seconds
            else f"up to {row.budget_seconds:.0f} s",
        }
        for row in rows
    ]
    headings = ("study", "form", "arms", "levels", "rounds", "blocks", "expected")
    print_rows(shown, {name: name for name in headings}, folds="study")
    print()
    for row in rows[::2]:
        print(visible_line(f"{row.study}: {row.question}"))


def _read(path: Path, catalog: Catalog) -> StudyFile:
    from iotrial.ask import own_tree
    from iotrial.ask.study_file import read

    if path.parent == own_tree.root() / "studies":
        return read(path, catalog)
    from iotrial.claims.claims_file import read_whole

    return read_whole(path, catalog)


def _rows(name: str, file: StudyFile, took: Durations) -> Iterator[ListedStudy]:
    """Return the two rows of a study."""
    from iotrial.ask.plan import rounds_for
    from iotrial.ask.planned_risk import planned_risk
    from iotrial.cli.listed import ListedStudy

    is_claimed = bool(file.toml.data.get("claims"))
    for quick, study in [(quick, file.study(quick=quick)) for quick in (True, False)]:
        arms = [len(level.arms) + 1 for level in study.levels]
        yield ListedStudy(
            study=name,
            form="--quick" if quick else "full",
            question=study.question,
            job=study.job,
            arms=max(arms),
            levels=len(study.levels),
            rounds=study.rounds or rounds_for(arms, quick, planned_risk(study, arms, is_claimed=is_claimed)),
            more_rounds=study.rounds is None and study.fills_budget,
            blocks=study.blocks,
            expected_seconds=took.get((name, quick, study.budget_seconds)),
            budget_seconds=study.budget_seconds,
        )


def _durations(root: Path) -> Durations:
    """Return the time that each study's last complete run here took."""
    from iotrial.store.run_folders import run_folders

    took: Durations = {}
    if next(run_folders(root), None) is None:
        return took
    from iotrial.store.record_index import entries

    for entry in sorted(entries(root), key=lambda entry: entry.folder.name):
        if entry.facts is not None and entry.facts["complete"] and entry.facts["seconds"]:
            took[tuple(entry.facts[name] for name in ("study", "quick", "budget_seconds"))] = entry.facts["seconds"]
    return took
