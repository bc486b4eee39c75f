"""`iotrial runs`, `studies` and `methods`: lists of what there is."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from pathlib import Path

from iotrial.catalog import tree
from iotrial.catalog.model import Catalog, Method
from iotrial.commands.listed import ListedMethod, ListedRun, ListedStudy
from iotrial.commands.output import print_json, print_rows
from iotrial.errors import UsageError
from iotrial.store.address import Root
from iotrial.store.record_index import Entry, entries
from iotrial.store.results_root import results_root


def runs(*, results: Root | None, json: bool) -> None:
    """List the stored runs, and the folders beside them that are not runs."""
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
    """List the studies, each in its quick and its full form."""
    from iotrial.claims.file import load
    from iotrial.study.find import studies as known
    from iotrial.study.plan import rounds_for
    from iotrial.study.planned_risk import planned_risk

    catalog = tree.load(trees)
    took = _durations(results_root(results))
    rows: list[ListedStudy] = []
    for name, path in known(trees).items():
        for quick in (True, False):
            study = load(path, catalog, quick=quick).study
            arms = [len(level.arms) + 1 for level in study.levels]
            rows.append(
                ListedStudy(
                    study=name,
                    form="--quick" if quick else "full",
                    question=study.question,
                    job=study.job,
                    arms=max(arms),
                    levels=len(study.levels),
                    rounds=study.rounds or rounds_for(arms, quick, planned_risk(study, arms)),
                    more_rounds=study.rounds is None and study.fills_budget,
                    blocks=study.blocks,
                    expected_seconds=took.get((name, quick, study.budget_seconds)),
                    budget_seconds=study.budget_seconds,
                )
            )
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
        print(f"{row.study}: {row.question}")


def methods(job: str | None, *, languages: Sequence[str], trees: Sequence[Path], json: bool) -> None:
    """List the methods, and the reasons why some cannot run here."""
    from iotrial.catalog.suggest import suggestion
    from iotrial.study.narrow import check_languages

    catalog = tree.load(trees)
    problems = check_languages(languages, catalog)
    if problems:
        raise UsageError(problems)
    if job is not None and job not in catalog.jobs:
        raise UsageError(f"unknown job {job!r}", hint=suggestion(job, catalog.jobs))
    chosen = [
        method
        for name in ([job] if job else catalog.jobs)
        for method in catalog.methods_of(name)
        if not languages or catalog.is_in(method.language, languages)
    ]
    rows = [_method_row(catalog, method) for method in chosen]
    if json:
        print_json(rows)
    else:
        shown = [{**row.model_dump(), "here": "yes" if row.available else row.reason} for row in rows]
        print_rows(
            shown, {"job": "job", "arm": "method", "here": "runs here", "summary": "what it is"}, folds="summary"
        )


def _method_row(catalog: Catalog, method: Method) -> ListedMethod:
    from iotrial.workers.build import require
    from iotrial.workers.unavailable import Unavailable

    missing: Unavailable | None = None
    try:
        require(catalog.kits[method.language], method)
    except Unavailable as found:
        missing = found
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


def _run_row(entry: Entry) -> ListedRun:
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
    took: dict[tuple[str, bool, float], float] = {}
    for entry in sorted(entries(root), key=lambda entry: entry.folder.name):
        if entry.facts is not None and entry.facts["complete"] and entry.facts["seconds"]:
            took[tuple(entry.facts[name] for name in ("study", "quick", "budget_seconds"))] = entry.facts["seconds"]
    return took
