"""Everything that is decided of a run, in lines that a person can compare: figures, verdicts and answers, no words.

A line stands for one level, arm or statement. Figures have nine digits: what differs in the tenth is the arithmetic of
another processor. The wording of sentences is left out, so that it may become better.
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from iotrial.across.judge_across import across
from iotrial.answers.decide_advice import advise
from iotrial.answers.question import Inquiry, OtherLevel
from iotrial.ask.catalog import Catalog
from iotrial.ask.study import Study
from iotrial.claims.evaluate import judge_claims
from iotrial.cli.asked_studies import with_claims
from iotrial.gate.decision import Asked, first_session
from iotrial.judge.compare_runs import compare_runs
from iotrial.judge.explain_run import explain_run
from iotrial.judge.judge_run import judge_run
from iotrial.judge.judged_arm import JudgedArm, MeasuredArm
from iotrial.judge.judged_run import JudgedRun
from iotrial.judge.judging import Judging
from iotrial.store.read import open_run

#: What is said in words, or is only handed on from the record.
LEFT_OUT = frozenset(
    {
        *("format", "iotrial", "run", "study", "question", "job", "work_unit", "languages", "more", "called", "text"),
        *("reason", "runtime", "conditions", "instead", "if_given_up", "seconds", "spent", "started_at", "targets"),
        *("finished_at", "seed", "sessions", "sentence", "language", "method", "variant", "tags", "outcome", "moving"),
        *("start_cpu_ns", "before_bytes", "iterations", "shift", "role", "work", "never_equal", "memory_reason"),
        *("memory_how", "iteration", "counters", "usual_bytes", "source", "profile", "functions", "varies", "quick"),
        *("machine", "facts", "claim", "article", "quote", "differs"),
    }
)

#: The figures of a level's second copy of its baseline; those of its record are the baseline's.
OF_PLACEBO = ("arm", "status", "ratio", "low", "high", "verdict", "median_ns", "rounds")

DIGITS = 9

#: By how much a method may become slower; gates have it unless they are told another.
GATE_MARGIN = 0.03


def decided_of_run(judging: Judging) -> list[str]:
    """Return what is decided of one run: as `show` and `explain` say it."""
    judged = _opened(judge_run(judging))
    explained = explain_run(judging).model_dump(mode="json")
    causes = [
        {name: row[name] for name in ("arm", "level", "cause", "share")} for row in explained["arms"] if row["cause"]
    ]
    return [*_lines("run", judged), *(f"explained {_figures(cause)}" for cause in causes)]


def _opened(run: JudgedRun) -> dict[str, Any]:
    """Return a run as a document in which an arm has beside its own figures those of its record."""
    document = run.model_dump(mode="json")
    for level, row in zip(run.levels, document["levels"], strict=True):
        row["arms"] = [_opened_arm(arm) for arm in level.arms]
        row["floors"] = [_opened_floor(floor) for floor in level.floors]
        if level.placebo is not None:
            row["placebo"] = {name: getattr(level.placebo, name) for name in OF_PLACEBO}
    return document


def _opened_arm(arm: JudgedArm) -> dict[str, Any]:
    record, memory, kinds = arm.record, arm.record.memory, arm.record.memory.kinds
    figures = {
        **arm.model_dump(mode="json", exclude={"record"}),
        **{"arm": arm.arm, "guarantees": record.guarantees, "call_count": record.evidence.call_count},
        **{"peak_bytes": memory.peak_bytes, "cached_bytes": memory.cached_bytes, "held_bytes": arm.held_bytes},
        "memory_processes": len(memory.readings),
    }
    if kinds is not None:
        own = ("anonymous_bytes", "file_bytes", "shared_bytes", "reclaimable_bytes")
        figures |= {f"peak_{name}": getattr(kinds, name) for name in own}
    if figures["several"] is not None:
        of_all = ("records", "lock_wait", "all_bytes")
        figures["several"] |= {name: record.model_dump(mode="json")[name] for name in of_all}
    return figures


def _opened_floor(floor: MeasuredArm) -> dict[str, Any]:
    own = {"arm": floor.arm, "kind": floor.record.floor, "guarantees": floor.record.guarantees}
    return {**floor.model_dump(mode="json", exclude={"record"}), **own}


def decided_of_pair(before: Path, after: Path) -> list[str]:
    """Return what is decided of two runs of one study: as `compare` says it."""
    return list(
        _lines("compared", compare_runs(Judging(open_run(before)), Judging(open_run(after))).model_dump(mode="json"))
    )


def decided_of_machines(folders: Sequence[Path]) -> list[str]:
    """Return what is decided of runs of one study, each as if it were of a machine of its own: as `across` says it."""
    given = [f"m{number}={folder}" for number, folder in enumerate(folders)]
    return list(_lines("across", across(given, folders[0].parent).model_dump(mode="json")))


def decided_of_advice(judging: Judging) -> list[str]:
    """Return what a run decides for somebody who uses its baseline, and asked about its first level: as `advise` does.

    Every arm may be recommended that has the baseline's guarantees.
    """
    run = judging.run
    levels = run.levels
    usual, *others = levels[0].arms
    allowed = {usual.arm: None} | {arm.arm: None for arm in others if arm.guarantees == usual.guarantees}
    elsewhere = tuple(OtherLevel(dict(level.level)) for level in levels[1:])
    study = Study(run.study, run.question, run.job, usual.arm, (), "", "")
    inquiry = Inquiry(study, usual.arm, "you say so", tuple(allowed), {}, elsewhere, ())
    return list(_lines("advice", advise(judging, judge_run(judging), inquiry).model_dump(mode="json")))


def decided_of_gate(judging: Judging) -> list[str]:
    """Return what a run of two versions of each method decides: as a gate's first session says it."""
    judged = judge_run(judging)
    pairs = first_session(judged, Asked(judged.study, "before", GATE_MARGIN, frozenset()))
    return [line for pair in pairs for line in _lines("gate", pair.model_dump(mode="json"))]


def decided_of_claims(judging: Judging, catalog: Catalog) -> list[str]:
    """Return what a run decides of the claims of its study: as `claims` says it."""
    found = with_claims([judging.run.study], [], catalog, quick=True)
    judged = [claim for one in found for claim in judge_claims([judging], one.claims, one.study.name, one.article)]
    return [f"claim {claim.claim}: {claim.verdict}" for claim in judged]


def _lines(head: str, document: Any) -> Iterator[str]:
    """Yield a line for a document, and one for each of the rows that it has in lists."""
    own = {name: value for name, value in document.items() if name not in LEFT_OUT and not _is_rows(value)}
    yield f"{head} {_figures(own)}"
    for name, rows in document.items():
        if name in LEFT_OUT:
            continue
        if name == "cautions":
            yield f"{head} cautions {' '.join(sorted(row['code'] for row in rows))}"
        elif _is_rows(rows):
            for number, row in enumerate(rows):
                yield from _lines(f"{head} {name}[{number}]", row)


def _is_rows(value: object) -> bool:
    return isinstance(value, list) and bool(value) and isinstance(value[0], dict)


def _figures(value: Any) -> str:
    return json.dumps(_rounded(value), sort_keys=True, separators=(", ", "="), ensure_ascii=False).replace('"', "")


def _rounded(value: Any) -> Any:
    """Leave out what is not there or said in words, and round what is not whole."""
    if isinstance(value, dict):
        kept = {name: _rounded(one) for name, one in value.items() if name not in LEFT_OUT}
        return {name: one for name, one in kept.items() if one not in (None, [], {})}
    if isinstance(value, list):
        return [_rounded(one) for one in value]
    if isinstance(value, float) and math.isfinite(value):
        return float(f"{value:.{DIGITS}g}")
    return value
