"""The fastest method of all languages, if it is the same one at every level."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from iotrial.judge.judged_arm import JudgedArm
from iotrial.judge.judged_level import JudgedLevel
from iotrial.judge.judged_run import JudgedRun


@dataclass(frozen=True)
class FastestOfAll:
    """The fastest method, and if it is that only of those with the baseline's guarantees.

    baseline: what it is set beside, with its least and its most time over that; None if that is not advised.
    """

    arm: JudgedArm
    is_of_alike: bool
    baseline: tuple[JudgedArm, float, float] | None


def fastest_of_all(judged: JudgedRun) -> FastestOfAll | None:
    """Return the fastest at every level; None if it is not the same one, or if only one language was measured."""
    levels = [level for level in judged.levels if level.is_judged]
    if len({arm.language for level in levels for arm in level.arms if arm.median_ns is not None}) < 2:
        return None
    winners = {level.alike.winner if level.alike is not None else level.winner for level in levels}
    name = winners.pop() if len(winners) == 1 else None
    if name is None or not _is_of_every_language(levels):
        return None
    found = [level.by_name[name] for level in levels]
    is_of_alike = any(level.alike is not None for level in levels)
    return FastestOfAll(found[0], is_of_alike, _beside_baseline(judged, levels, found))


def _beside_baseline(
    judged: JudgedRun, levels: Sequence[JudgedLevel], found: Sequence[JudgedArm]
) -> tuple[JudgedArm, float, float] | None:
    """Return the only baseline, with the least and the most time over it; None if it is not advised, so no measure."""
    baselines = {level.baseline: arm for level in levels for arm in level.arms if arm.arm == level.baseline}
    ratios = [arm.ratio for arm in found if arm.ratio is not None]
    if len(baselines) != 1 or found[0].arm in baselines or not ratios:
        return None
    (baseline,) = baselines.values()
    advised = [{choice.use for choice in one.choices} for one in judged.answers if one.language == baseline.language]
    if any(baseline.arm not in used for used in advised):
        return None
    return baseline, min(ratios), max(ratios)


def _is_of_every_language(levels: Sequence[JudgedLevel]) -> bool:
    """True if each language that has a time at all has one for what the baseline gives."""
    for level in levels:
        timed = [arm for arm in level.arms if arm.median_ns is not None]
        alike = [arm for arm in timed if level.alike is None or arm.record.guarantees == level.baseline_gives]
        if {arm.language for arm in alike} != {arm.language for arm in timed}:
            return False
    return True
