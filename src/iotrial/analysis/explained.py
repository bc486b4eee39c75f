"""The document that `explain --json` prints: every arm's counters at every level, and a sentence. Missing is null."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from iotrial.analysis.cause import describe, explain
from iotrial.analysis.counters import Counters, counters_of
from iotrial.analysis.judge import judge_run
from iotrial.store.read import StoredRun
from iotrial.store.record import FORMAT, LevelRecord

#: The document of a run.
DOCUMENT = {
    "format": "version of this document",
    "run": "the run's id",
    "study": "the study's name",
    "question": "what the study asks",
    "job": "the job",
    "work_unit": "what the job's work is counted in",
    "arms": "a document for each arm but the placebo, level by level",
}

#: An entry of `arms`.
ARM = {
    "arm": "LANGUAGE/METHOD",
    "level": "factor -> value",
    "status": "measured, skipped, disqualified or failed",
    "baseline": "the arm that it is compared with",
    "verdict": "as `show` has it",
    "ratio": "as `show` has it",
    "work": "work of one iteration, in the job's unit",
    "counters": "counter -> how much for one unit of work; system calls by their names; empty where nothing is known",
    "iteration": "the same for one iteration",
    "usual_bytes": "system call -> the most frequent size of one",
    "source": "strace: every system call; proc: only how many reads and writes; null: nothing was gathered",
    "reason": "why system calls were not traced",
    "varies": "whether iterations made unlike calls",
    "cause": "the counter that explains the difference; none: no counter does; null: there is nothing to explain",
    "sentence": "what the arm does, and why it compares as it does",
}

PARTS = {"The run": DOCUMENT, "An arm at a level, in `arms`": ARM}


def explain_run(stored: StoredRun, arms: Collection[str] | None = None) -> dict[str, Any]:
    """The document of a run, of some arms alone where they are named."""
    judged = judge_run(stored)
    rows = [
        row
        for number, (level, shown) in enumerate(zip(stored.run.levels, judged["levels"], strict=True))
        for row in _level(stored, number, level, shown)
        if arms is None or row["arm"] in arms
    ]
    head = {key: judged[key] for key in DOCUMENT if key not in ("format", "arms")}
    return {"format": FORMAT, **head, "arms": rows}


def _level(stored: StoredRun, number: int, level: LevelRecord, shown: Mapping[str, Any]) -> list[dict[str, Any]]:
    by_name = {row["arm"]: row for row in shown["arms"]}
    beside = stored.levels[number].beside
    counters = {
        arm.arm: counters_of(by_name[arm.arm], arm.evidence, beside.get(index))
        for index, arm in enumerate(level.arms)
        if arm.role != "placebo"
    }
    found = []
    for arm in level.arms:
        if arm.role == "placebo":
            continue
        row, own = by_name[arm.arm], counters[arm.arm]
        cause, sentence = _explained(row, own, str(shown["baseline"]), counters[str(shown["baseline"])])
        iteration = own.named()
        found.append(
            {
                "arm": arm.arm,
                "level": dict(level.level),
                "status": row["status"],
                "baseline": shown["baseline"],
                "verdict": row["verdict"],
                "ratio": row["ratio"],
                "work": arm.work,
                "counters": {name: value / arm.work for name, value in iteration.items()} if arm.work else {},
                "iteration": iteration,
                "usual_bytes": {name: calls.usual_bytes for name, calls in own.calls.items() if calls.usual_bytes},
                "source": arm.evidence.source,
                "reason": arm.evidence.reason,
                "varies": arm.evidence.varies,
                "cause": cause,
                "sentence": sentence,
            }
        )
    return found


def _explained(row: Mapping[str, Any], own: Counters, baseline: str, base: Counters) -> tuple[str | None, str]:
    if row["outcome"]:
        return None, f"{row['arm']}, looked at and not timed: {row['outcome']['text']}"
    if row["status"] == "skipped" or row["status"] == "failed":
        return None, f"{row['arm']} {row['status']}: {row['reason']}"
    if row["role"] == "baseline":
        return None, describe(row["arm"], own)
    explanation = explain(row["arm"], own, baseline, base, row["verdict"], row["ratio"])
    return explanation.cause, explanation.sentence
