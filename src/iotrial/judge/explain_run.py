"""From a stored run to an ExplainedRun: every arm's counters at every level, and a sentence."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

from iotrial.judge.clock_shares import ClockShares, clocks_of
from iotrial.judge.counters import LONGEST_TICK_NS, Counters, counters_of
from iotrial.judge.described_arm import collecting, describe
from iotrial.judge.explain_arm import Explanation, explain
from iotrial.judge.explained_profile import explained_profile
from iotrial.judge.explained_run import ExplainedArm, ExplainedRun
from iotrial.judge.judge_run import judge_run
from iotrial.judge.judged_arm import JudgedArm
from iotrial.judge.judged_level import JudgedLevel
from iotrial.judge.judging import Judging
from iotrial.store.column import CPU_TIME
from iotrial.store.record import BASELINE, FORMAT, AskedRun, LevelRecord
from iotrial.store.strict import shared


def explain_run(judging: Judging, arms: Collection[str] | None = None) -> ExplainedRun:
    """Explain a run; only the arms that are named, if any are."""
    judged = judge_run(judging)
    return ExplainedRun(
        **shared(AskedRun, judged),
        format=FORMAT,
        arms=[
            row
            for number, (level, shown) in enumerate(zip(judging.run.levels, judged.levels, strict=True))
            for row in _level(judging, number, level, shown)
            if arms is None or row.arm in arms
        ],
    )


def _level(judging: Judging, number: int, level: LevelRecord, shown: JudgedLevel) -> list[ExplainedArm]:
    beside = judging.stored.levels[number].beside
    tick_ns = judging.run.machine.get("tick_ns")
    counters = {
        arm.arm: counters_of(
            shown.by_name[arm.arm],
            arm,
            beside.get(index),
            workers=level.workers,
            tick_ns=float(tick_ns) if isinstance(tick_ns, int) and tick_ns > 0 else LONGEST_TICK_NS,
        )
        for index, arm in enumerate(level.arms)
        if arm.role != "placebo"
    }
    found = []
    for index, arm in enumerate(level.arms):
        if arm.role == "placebo":
            continue
        row, own = shown.by_name[arm.arm], counters[arm.arm]
        clocks = _clocks(judging, number, index, row)
        explanation = _explained(row, own, str(shown.baseline), counters[str(shown.baseline)], clocks)
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
                cause=explanation.cause,
                share=explanation.share,
                functions=list(explanation.functions),
                sentence=explanation.sentence,
                profile=explained_profile(arm.profile, own),
            )
        )
    return found


def _explained(row: JudgedArm, own: Counters, baseline: str, base: Counters, clocks: ClockShares) -> Explanation:
    found = _compared(row, own, baseline, base, clocks)
    stopped = collecting(own)
    return replace(found, sentence=f"{found.sentence}; {stopped}") if stopped else found


def _compared(row: JudgedArm, own: Counters, baseline: str, base: Counters, clocks: ClockShares) -> Explanation:
    if row.record.outcome:
        return Explanation(None, f"{row.arm}, looked at and not timed: {row.record.outcome.text}")
    if row.status == "skipped" or row.status == "failed":
        return Explanation(None, f"{row.arm} {row.status}: {row.reason}")
    if row.record.role == "baseline":
        return Explanation(None, describe(row.arm, own))
    return explain(row.arm, own, baseline, base, row.verdict, row.ratio, clocks)


def _clocks(judging: Judging, number: int, index: int, row: JudgedArm) -> ClockShares:
    """Return the clocks of an arm's difference to the baseline, block by block; empty ones if there is none."""
    if row.verdict not in ("faster", "slower"):
        return ClockShares()
    level, figures = judging.run.levels[number], judging.stored.levels[number]
    places = [figures.arms.index(BASELINE), figures.arms.index(index)]
    base, own = (figures.time_ns[:, :, place] * level.workers for place in places)
    base_cpu, own_cpu = (judging.stored.column(number, CPU_TIME)[:, :, place] for place in places)
    may_wait = level.workers > 1 or level.requests is not None or "sink" in level.level
    return clocks_of(own - base, own_cpu - base_cpu, direction=1 if row.verdict == "slower" else -1, may_wait=may_wait)
