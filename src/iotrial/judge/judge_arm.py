"""One arm: its figures, and the rules that keep it from being ranked or called equivalent."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from iotrial.ask.factors import is_first_call
from iotrial.cautions import sentence
from iotrial.judge.judged_arm import FloorShare, JudgedArm
from iotrial.judge.judged_group import JudgedGroup
from iotrial.store.kind_of_work import is_untouched
from iotrial.store.level_figures import ArmFigures, LevelFigures
from iotrial.store.record import BASELINE, Arm, Caution, LevelRecord, Run, Status

if TYPE_CHECKING:
    from iotrial.stats.judge_level import ArmJudgement
    from iotrial.stats.verdict import Verdict

#: A kit that costs a larger share of an arm's time keeps it from being equivalent (rule 3).
MOST_KIT_SHARE = 0.1

#: Cautions of an arm that still moves: within its rounds, from the first of them to the last, or in the pilot.
MOVING = ("drift", "trend", "no_plateau")

#: Cautions that keep an arm from being called equal to another; it may still be shown to differ (rules 1 and 3).
NEVER_EQUAL = ("kit_cost", "coarse_clock")

#: A sample shorter than this share of what was asked for carries a caution.
SHORT_SHARE = 0.5

#: A sample has at least this many clock steps divided by the margin (rule 3).
CLOCK_STEPS = 10


def is_ranked(arm: Arm, level: Mapping[str, int | str]) -> bool:
    """True if an arm gets a verdict: it was measured, and the bytes that it moves are read."""
    return arm.status == "measured" and not is_untouched(arm.tags, level)


def ranked(level: LevelRecord, chosen: Sequence[int]) -> list[bool]:
    """Return for each of some arms of a level, given by index, if it gets a verdict."""
    return [is_ranked(level.arms[index], level.level) for index in chosen]


def lacks_plateau(arm: Arm, level: LevelRecord) -> bool:
    """True if an arm, or the baseline that it is compared with, was still warming up after the longest warm-up."""
    return bool(arm.no_plateau or level.arms[BASELINE].no_plateau)


def kit_share(arm: Arm, median_ns: float | None) -> float | None:
    """Share of the arm's time that is the kit's own; None if either is unknown."""
    return arm.kit_ns / median_ns if arm.kit_ns is not None and median_ns else None


def median_ns(figures: LevelFigures, place: int) -> float | None:
    """Return the median over all samples in a column of a level's times; None if it has none."""
    import numpy as np

    times = figures.time_ns[:, :, place]
    return None if np.isnan(times).all() else float(np.nanmedian(times))


def may_be_equivalent(arm: Arm, median_ns: float | None, margin: float, level: LevelRecord) -> bool:
    """True if the arm may be called equivalent: its count is the level's, its time its own, and the clock fine."""
    own = (kit_share(arm, median_ns) or 0.0) <= MOST_KIT_SHARE
    return arm.shift == 0 and own and coarse_clock(arm, median_ns, margin, level) is None


def coarse_clock(arm: Arm, median_ns: float | None, margin: float, level: LevelRecord) -> dict[str, object] | None:
    """Return the step of a clock too coarse for an arm, with its share of a sample: over a tenth of the margin.

    None if it is fine, if it is unknown, or if a sample's length is that of a window (rules 3 and 26).
    """
    if level.window_ns is not None or not arm.clock_step_ns or not arm.iterations or not median_ns:
        return None
    share = arm.clock_step_ns / (median_ns * arm.iterations)
    return {"step_ns": arm.clock_step_ns, "share": share} if share * CLOCK_STEPS > margin else None


@dataclass(frozen=True)
class SeenOfArm:
    """Figures of an arm besides its record."""

    judged: ArmJudgement | None
    beside: ArmFigures
    called: str  # its name in a sentence
    several: JudgedGroup | None  # its figures as one of several workers
    floor_share: FloorShare | None


def judged_arm(arm: Arm, seen: SeenOfArm, run: Run, level: LevelRecord, *, invalid: bool) -> JudgedArm:
    """Return the arm with its verdict; every figure that was not measured is None.

    invalid: no verdict of the level holds.
    """
    judged, beside = seen.judged, seen.beside
    median = judged.median_ns if judged else None
    user_ns, system_ns = _cpu(beside)
    peak, peak_real = arm.memory.runtime_peak_bytes, arm.memory.runtime_peak_real_bytes
    spoilt = invalid and judged is not None and judged.verdict is not None
    verdict: Verdict | None = "invalid" if spoilt else judged.verdict if judged else None
    is_open = lacks_plateau(arm, level) and verdict not in (None, "invalid")
    verdict = "undecided" if is_open else verdict
    return JudgedArm(
        record=arm,
        called=seen.called,
        status=_status(arm, judged, level),
        reason=arm.reason or level.reason,
        rounds=judged.rounds if judged else 0,
        median_ns=median,
        wall_ns=beside.wall_ns if judged else None,
        mean_ns=judged.mean_ns if judged else None,
        spread_low_ns=judged.spread[0] if judged and judged.spread else None,
        spread_high_ns=judged.spread[1] if judged and judged.spread else None,
        throughput_per_second=arm.work / median * 1e9 if arm.work and median and not _arrives(level) else None,
        cpu_ns=beside.cpu_ns,
        user_ns=user_ns,
        system_ns=system_ns,
        reader_ns=beside.reader_ns,
        runtime_peak_bytes=beside.runtime_peak_bytes if peak is None else peak,
        runtime_peak_real_bytes=beside.runtime_peak_real_bytes if peak_real is None else peak_real,
        several=seen.several,
        ratio=judged.ratio if judged else None,
        low=judged.low if judged else None,
        high=judged.high if judged else None,
        verdict=verdict,
        needed_rounds=judged.needed_rounds if judged and not spoilt and not is_open else None,
        p90=judged.p90 if judged else None,
        p99=judged.p99 if judged else None,
        differs_within_margin=judged.differs_within_margin if judged and not spoilt else False,
        moved=judged.moved if judged else None,
        cautions=_cautions(arm, judged, run, level),
        floor_share=seen.floor_share,
    )


def _arrives(level: LevelRecord) -> bool:
    """True if work arrives at a rate of its own: the amount done then says nothing about the method."""
    return level.level.get("arrival", "none") != "none"


def own_cautions(arm: Arm, judged: ArmJudgement, run: Run, level: LevelRecord) -> list[tuple[str, dict[str, object]]]:
    """Return the cautions that the arm's own record gives about its figures, with the figures for the sentences."""
    found: list[tuple[str, dict[str, object]]] = []
    share = kit_share(arm, judged.median_ns)
    if share is not None and share > MOST_KIT_SHARE:
        found.append(("kit_cost", {"kit_ns": arm.kit_ns, "share": share}))
    if level.window_ns is not None:  # its length is the window's
        return found
    if told := coarse_clock(arm, judged.median_ns, run.margin, level):
        found.append(("coarse_clock", told))
    if run.sample_ns and arm.iterations and judged.median_ns and not is_first_call(level.level):
        sample_ns = judged.median_ns * arm.iterations
        if sample_ns < SHORT_SHARE * run.sample_ns:
            found.append(("short_sample", {"sample_ms": sample_ns / 1e6, "wanted_ms": run.sample_ns / 1e6}))
    return found


def _status(arm: Arm, judged: ArmJudgement | None, level: LevelRecord) -> Status:
    """The arm's status; an arm of a level that was skipped is skipped too."""
    return "skipped" if level.status == "skipped" and arm.status == "measured" and judged is None else arm.status


def _cpu(beside: ArmFigures) -> tuple[float | None, float | None]:
    """CPU time of one iteration in user mode and in the kernel, split as the totals are, since both come in ticks."""
    cpu, share = beside.cpu_ns, beside.user_share
    if cpu is None or share is None:
        return None, None
    return cpu * share, cpu * (1 - share)


def _cautions(arm: Arm, judged: ArmJudgement | None, run: Run, level: LevelRecord) -> list[Caution]:
    """All cautions of an arm: those that were stored, those of its record, and those of its samples."""
    found: list[tuple[str, dict[str, object]]] = []
    if arm.no_plateau:
        found.append(("no_plateau", {}))
    if (over := arm.memory.over_requests) and (kept_bytes := over.kept_bytes) is not None:
        found.append(("memory_grows", {"requests": over.all_requests, "bytes_per_request": kept_bytes}))
    if judged is not None:
        found += own_cautions(arm, judged, run, level)
        if arm.shift:
            found.append(("shifted", {"factor": 2 ** abs(arm.shift), "than": "fewer" if arm.shift < 0 else "more"}))
        if is_untouched(arm.tags, level.level):
            found.append(("sink_never_reads", {}))
        baseline = level.arms[0]
        if arm.role == "arm" and (differences := unlike(arm.guarantees, baseline.guarantees)):
            found.append(("unlike_guarantees", {"baseline": baseline.arm, "differences": differences}))
        found += [(code, dict(figures)) for code, figures in judged.cautions]
    known = {caution.code for caution in arm.cautions}
    return [
        *arm.cautions,
        *(Caution(code=code, text=sentence(code, figures)) for code, figures in found if code not in known),
    ]


def unlike(own: Mapping[str, str], baseline: Mapping[str, str]) -> str:
    """Return the guarantees that differ, in words: `lock none instead of record`; empty if all are alike."""
    names = list(dict.fromkeys([*baseline, *own]))
    return ", ".join(
        f"{name} {own.get(name, 'undeclared')} instead of {baseline.get(name, 'undeclared')}"
        for name in names
        if own.get(name) != baseline.get(name)
    )
