"""`iotrial studies`: the questions that are asked, how long an answer takes, and what there is to answer them.

The claims of other trees are checked, too, since their authors ask here if all is right; our own are checked by the
tests.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from iotrial.cli.options import Json, Results, Search, With
from iotrial.cli.options_dataclass import options
from iotrial.errors import Problem, UsageError

if TYPE_CHECKING:
    from iotrial.ask.catalog import Catalog
    from iotrial.ask.study_file import StudyFile
    from iotrial.cli.listed import ListedStudy


@dataclass
class KeptHere:
    """The complete runs here. took: study, form and budget -> seconds of the last; counts: study and form -> runs."""

    took: dict[tuple[str, bool, float], float] = field(default_factory=dict)
    counts: dict[tuple[str, bool], int] = field(default_factory=dict)


@options
class StudiesOptions:
    """The options of `studies`."""

    search: Search = ()
    trees: With = ()
    results: Results = None
    json: Json = False


#: Of more studies it is said how many more there are.
MOST_NAMED = 6


def studies(options: StudiesOptions) -> None:
    """List the studies, and how long each takes.

    Each has its question, the number of its methods, and the complete runs of it that are here.
    """
    from iotrial.ask.find_study import studies as known
    from iotrial.cli.output import print_json, print_rows
    from iotrial.cli.searched import has_words, require_found
    from iotrial.cli.usable import usable, warn
    from iotrial.store.results_root import results_root

    catalog = usable(options.trees)
    kept = _kept_here(results_root(options.results))
    rows: list[ListedStudy] = []
    problems: list[Problem] = []
    for name, path in known(options.trees).items():
        try:
            rows += _found(name, _read(path, catalog), kept, options.search, catalog)
        except UsageError as error:
            if not catalog.faults.every:
                raise
            problems += error.problems  # it may name what is left out: the others go on
    warn(f"not listed: {problem.line()}" for problem in dict.fromkeys(problems))
    if options.json:
        print_json(rows)
        return
    require_found(rows, options.search, "studies")
    rows.sort(key=lambda row: not has_words(options.search, row.study))
    shown = [
        {
            "study": quick.study,
            "quick": _duration(quick),
            "full": _duration(full),
            "methods": full.arms - 1,
            "runs": (quick.runs + full.runs) or None,
            "question": quick.question,
        }
        for quick, full in zip(rows[::2], rows[1::2], strict=True)
    ]
    headings = {name: name for name in ("study", "quick", "full", "methods", "runs", "question")}
    print_rows(shown, headings | {"runs": "runs here"}, folds="question")
    if others := [row.study for row in rows[::2] if not has_words(options.search, row.study, row.question)]:
        from iotrial.report.times import listed, some

        print(f"\nfound by what their jobs are for, or by methods: {listed(some(others, MOST_NAMED))}")


def _found(name: str, file: StudyFile, kept: KeptHere, search: Sequence[str], catalog: Catalog) -> list[ListedStudy]:
    """Return the two rows of a study; none if it does not have all words that are looked for."""
    from iotrial.cli.searched import has_words

    rows = list(_rows(name, file, kept))
    arms = {arm for quick in (True, False) for level in file.study(quick=quick).levels for arm in level.arms}
    job = catalog.jobs.get(rows[0].job)
    looked_for = (name, rows[0].question, rows[0].job, *(job.found_by if job else ()), *sorted(arms))
    return rows if has_words(search, *looked_for) else []


def _duration(row: ListedStudy) -> str:
    """`24 s`, `10 min`: how long the last run took here, or the most that one may take."""
    seconds = row.expected_seconds or row.budget_seconds
    return f"{seconds:.0f} s" if seconds < 120 else f"{seconds / 60:.0f} min"


def _read(path: Path, catalog: Catalog) -> StudyFile:
    from iotrial.ask import own_tree
    from iotrial.ask.study_file import read

    if path.parent == own_tree.root() / "studies":
        return read(path, catalog)
    from iotrial.claims.claims_file import read_whole

    return read_whole(path, catalog)


def _rows(name: str, file: StudyFile, kept: KeptHere) -> Iterator[ListedStudy]:
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
            expected_seconds=kept.took.get((name, quick, study.budget_seconds)),
            budget_seconds=study.budget_seconds,
            runs=kept.counts.get((name, quick), 0),
        )


def _kept_here(root: Path) -> KeptHere:
    """Return how many complete runs of each study there are, and how long the last took."""
    from iotrial.store.run_folders import run_folders

    kept = KeptHere()
    if next(run_folders(root), None) is None:
        return kept
    from iotrial.store.record_index import entries

    for entry in sorted(entries(root), key=lambda entry: entry.folder.name):
        if entry.facts is not None and entry.facts["complete"] and entry.facts["seconds"]:
            study, quick, budget_seconds = (entry.facts[name] for name in ("study", "quick", "budget_seconds"))
            kept.took[study, quick, budget_seconds] = entry.facts["seconds"]
            kept.counts[study, quick] = kept.counts.get((study, quick), 0) + 1
    return kept
