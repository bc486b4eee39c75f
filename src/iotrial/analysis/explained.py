"""From a stored run to an ExplainedRun: every arm's counters at every level, and a sentence."""

from __future__ import annotations

from collections.abc import Collection

from iotrial.analysis.cause import Cause, describe, explain
from iotrial.analysis.counters import Counters, counters_of
from iotrial.analysis.explained_run import ExplainedArm, ExplainedRun
from iotrial.analysis.judge import judge_run
from iotrial.analysis.judged_arm import JudgedArm
from iotrial.analysis.judged_level import JudgedLevel
from iotrial.store.read import StoredRun
from iotrial.store.record import FORMAT, LevelRecord


def explain_run(stored: StoredRun, arms: Collection[str] | None = None) -> ExplainedRun:
    """Explain a run; only the arms that are named, if any are."""
    judged = judge_run(stored)
    return ExplainedRun(
        format=FORMAT,
        run=judged.run,
        study=judged.study,
        question=judged.question,
        job=judged.job,
        work_unit=judged.work_unit,
        arms=[
            row
            for number, (level, shown) in enumerate(zip(stored.run.levels, judged.levels, strict=True))
            for row in _level(stored, number, level, shown)
            if arms is None or row.arm in arms
        ],
    )


def _level(stored: StoredRun, number: int, level: LevelRecord, shown: JudgedLevel) -> list[ExplainedArm]:
    by_name = {row.arm: row for row in shown.arms}
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
        cause, sentence = _explained(row, own, str(shown.baseline), counters[str(shown.baseline)])
        iteration = own.named()
        found.append(
            ExplainedArm(
                arm=arm.arm,
                level=level.level,
                status=row.status,
                baseline=shown.baseline,
                verdict=row.verdict,
                ratio=row.ratio,
                work=arm.work,
                counters={name: value / arm.work for name, value in iteration.items()} if arm.work else {},
                iteration=iteration,
                usual_bytes={name: calls.usual_bytes for name, calls in own.calls.items() if calls.usual_bytes},
                source=arm.evidence.source,
                reason=arm.evidence.reason,
                varies=arm.evidence.varies,
                cause=cause,
                sentence=sentence,
            )
        )
    return found


def _explained(row: JudgedArm, own: Counters, baseline: str, base: Counters) -> tuple[Cause | None, str]:
    if row.outcome:
        return None, f"{row.arm}, looked at and not timed: {row.outcome.text}"
    if row.status == "skipped" or row.status == "failed":
        return None, f"{row.arm} {row.status}: {row.reason}"
    if row.role == "baseline":
        return None, describe(row.arm, own)
    explanation = explain(row.arm, own, baseline, base, row.verdict, row.ratio)
    return explanation.cause, explanation.sentence
