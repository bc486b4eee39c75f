"""`iotrial runs`, `studies` and `methods`: lists of what there is.

Each imports what it needs when it needs it: people wait for a list.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from iotrial.ask import own_tree
from iotrial.ask.catalog import Catalog, Method
from iotrial.ask.faults import Fault
from iotrial.commands.usable import usable, warn
from iotrial.errors import Problem, UsageError
from iotrial.visible_text import visible_line

if TYPE_CHECKING:
    from iotrial.ask.study_file import StudyFile
    from iotrial.commands.listed import ListedMethod, ListedRun, ListedStudy
    from iotrial.store.address import Root
    from iotrial.store.record_index import Entry
    from iotrial.workers.presence import Presence


def runs(*, results: Root | None, json: bool) -> None:
    """List the stored runs, and the folders beside them that are not runs."""
    from iotrial.commands.output import print_json, print_rows
    from iotrial.store.record_index import entries
    from iotrial.store.results_root import results_root

    rows = [_run_row(entry) for entry in entries(results_root(results))]
    if json:
        print_json(rows)
    elif rows:
        print_rows(
            [row.model_dump() for row in rows],
            {
                "run": "run",
                "study": "study",
                "state": "state",
                "seconds": "seconds",
                "levels": "levels",
                "problem": "problem",
            },
            folds="run",
        )
    else:
        print("no runs yet; `iotrial run readfile --quick` makes one", file=sys.stderr)


def studies(*, trees: Sequence[Path], results: Root | None, json: bool) -> None:
    """List the studies, each in its quick and its full form.

    The claims of other trees are checked, too, since their authors ask here if all is right; our own are checked by the
    tests.
    """
    from iotrial.ask.find_study import studies as known
    from iotrial.ask.plan import rounds_for
    from iotrial.ask.planned_risk import planned_risk
    from iotrial.ask.study_file import read
    from iotrial.commands.listed import ListedStudy
    from iotrial.commands.output import print_json, print_rows
    from iotrial.store.results_root import results_root

    catalog = usable(trees)
    took = _durations(results_root(results))
    own = own_tree.root() / "studies"
    rows: list[ListedStudy] = []
    problems: list[Problem] = []
    for name, path in known(trees).items():
        try:
            file = read(path, catalog) if path.parent == own else _read_whole(path, catalog)
            forms = [(quick, file.study(quick=quick)) for quick in (True, False)]
        except UsageError as error:
            if not catalog.faults.every:
                raise
            problems += error.problems  # it may name what is left out: the others go on
            continue
        is_claimed = bool(file.toml.data.get("claims"))
        for quick, study in forms:
            arms = [len(level.arms) + 1 for level in study.levels]
            rows.append(
                ListedStudy(
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
            )
    warn(f"not listed: {problem.line()}" for problem in dict.fromkeys(problems))
    if json:
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
    print_rows(
        shown,
        {
            "study": "study",
            "form": "form",
            "arms": "arms",
            "levels": "levels",
            "rounds": "rounds",
            "blocks": "blocks",
            "expected": "expected",
        },
        folds="study",
    )
    print()
    for row in rows[::2]:
        print(visible_line(f"{row.study}: {row.question}"))


def _read_whole(path: Path, catalog: Catalog) -> StudyFile:
    from iotrial.claims.claims_file import read_whole

    return read_whole(path, catalog)


def methods(job: str | None, *, languages: Sequence[str], trees: Sequence[Path], json: bool) -> None:
    """List the methods, and the reasons why some cannot run here."""
    from iotrial.ask.narrowed_study import check_languages
    from iotrial.ask.suggest import suggestion
    from iotrial.workers.presence import Presence

    catalog = usable(trees, lists_all=True)
    problems = check_languages(languages, catalog)
    if problems:
        raise UsageError(problems)
    if job is not None and (fault := catalog.faults.of_job(job)):
        raise UsageError(fault.problems)
    if job is not None and job not in catalog.jobs:
        raise UsageError(f"unknown job {job!r}", hint=suggestion(job, catalog.jobs))
    chosen = [
        method
        for name in ([job] if job else catalog.jobs)
        for method in catalog.methods_of(name)
        if not languages or catalog.is_in(method.language, languages)
    ]
    with Presence(catalog, chosen) as presence:  # programs are asked while the rest is imported
        from iotrial.commands.output import print_json, print_rows

        rows = [_method_row(method, presence) for method in chosen]
    rows += [_fault_row(fault) for fault in catalog.faults.every if _is_listed(fault, job, languages, catalog)]
    rows.sort(key=lambda row: list(catalog.jobs).index(row.job))
    if json:
        print_json(rows)
    else:
        shown = [{**row.model_dump(), "here": "yes" if row.available else row.reason} for row in rows]
        print_rows(
            shown, {"job": "job", "arm": "method", "here": "runs here", "summary": "what it is"}, folds="summary"
        )


def _method_row(method: Method, presence: Presence) -> ListedMethod:
    from iotrial.commands.listed import ListedMethod

    missing = presence.missing(method)
    return ListedMethod(
        job=method.job,
        language=method.language,
        method=method.name,
        arm=method.arm,
        summary=method.summary,
        when=method.when,
        tags=list(method.tags),
        guarantees=dict(method.guarantees),
        parameters={one.name: [one.least, one.most, one.default] for one in method.parameters},
        available=missing is None,
        reason=str(missing) if missing is not None else None,
        install=missing.install if missing is not None else None,
    )


def _is_listed(fault: Fault, job: str | None, languages: Sequence[str], catalog: Catalog) -> bool:
    """True if a fault is that of a method of what is listed."""
    if fault.kind != "method" or fault.language is None or job not in (None, fault.job):
        return False
    is_one = (fault.job, fault.arm) not in catalog.methods  # else another one has its name
    return is_one and (not languages or catalog.is_in(fault.language, languages))


def _fault_row(fault: Fault) -> ListedMethod:
    """A method that is left out as a row: all that is known is its name and what is wrong."""
    from iotrial.commands.listed import ListedMethod

    arm = str(fault.arm)
    return ListedMethod(
        job=str(fault.job),
        language=str(fault.language),
        method=arm.partition("/")[2],
        arm=arm,
        summary="",
        when="",
        tags=[],
        guarantees={},
        parameters={},
        available=False,
        reason=f"left out: {fault.said}",
        install=None,
    )


def _run_row(entry: Entry) -> ListedRun:
    from iotrial.commands.listed import ListedRun

    folder = _text(os.fspath(entry.folder))
    facts = entry.facts
    if facts is None:
        known = dict.fromkeys(name for name in ListedRun.model_fields)
        there = {"run": _text(entry.folder.name), "problem": entry.problem, "folder": folder}
        return ListedRun.model_validate({**known, **there})
    return ListedRun(
        run=facts["run"],
        study=facts["study"] + (" --quick" if facts["quick"] else ""),
        job=facts["job"],
        quick=facts["quick"],
        complete=facts["complete"],
        state="complete" if facts["complete"] else (facts["stopped"] or "not complete"),
        seconds=round(facts["seconds"], 1) if facts["seconds"] is not None else None,
        levels=entry.levels,
        started_at=facts["started_at"],
        problem=entry.problem,
        folder=folder,
    )


def _text(name: str) -> str:
    """A file's name as text: a byte that belongs to no character becomes a question mark."""
    return name.encode("utf-8", "replace").decode("utf-8")


def _durations(root: Path) -> dict[tuple[str, bool, float], float]:
    """Study, form and budget -> seconds that their last complete run here took."""
    from iotrial.store.run_folders import run_folders

    took: dict[tuple[str, bool, float], float] = {}
    if next(run_folders(root), None) is None:
        return took
    from iotrial.store.record_index import entries

    for entry in sorted(entries(root), key=lambda entry: entry.folder.name):
        if entry.facts is not None and entry.facts["complete"] and entry.facts["seconds"]:
            took[tuple(entry.facts[name] for name in ("study", "quick", "budget_seconds"))] = entry.facts["seconds"]
    return took
