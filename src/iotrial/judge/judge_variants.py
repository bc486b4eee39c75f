"""Arms that are variants of one method (another runtime, another text), each over the first of them, directly."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from iotrial.cautions import sentence
from iotrial.judge.judge_arm import MOST_KIT_SHARE, coarse_clock, is_ranked, kit_share, median_ns, unlike
from iotrial.judge.judged_variant import JudgedVariant
from iotrial.judge.judging import Judging
from iotrial.judge.pair_ratio import pair_logs, pair_ratio, places_of
from iotrial.store.record import Arm, Caution, LevelRecord, Run

if TYPE_CHECKING:
    from iotrial.stats.interval import Floats

Said = list[tuple[str, dict[str, object]]]


@dataclass(frozen=True)
class VariantPair:
    """Two variants of one method at a level (by its number in the run): the one compared, and the first."""

    number: int
    method: str
    arm: str
    over: str


def pairs_of(run: Run) -> list[VariantPair]:
    """Every variant with the first of its method, at each level that is timed."""
    found: list[VariantPair] = []
    for number, level in enumerate(run.levels):
        if level.kind != "timed" or level.status == "skipped":
            continue
        variants = [(arm.arm, arm.variant) for arm in level.arms if arm.variant is not None and arm.role != "placebo"]
        first = {variant.of: name for name, variant in variants if variant.is_first}
        found += [
            VariantPair(number, variant.of, name, first[variant.of])
            for name, variant in variants
            if not variant.is_first and variant.label is not None and variant.of in first
        ]
    return found


def judged_variants(judging: Judging, invalid: Sequence[str | None], alpha: float) -> list[list[JudgedVariant]]:
    """Return for each level its pairs, judged by rule 8 and corrected for all pairs of the run.

    alpha: one minus the coverage of all of them together. By level: `invalid`, why no verdict of it holds.
    """
    pairs = pairs_of(judging.run)
    found: list[list[JudgedVariant]] = [[] for _ in invalid]
    for pair in pairs:
        found[pair.number].append(_judged(judging, pair, invalid[pair.number], alpha / len(pairs)))
    return found


def _judged(judging: Judging, pair: VariantPair, wrong: str | None, alpha: float) -> JudgedVariant:
    """Judge a pair; `wrong` is why it cannot be believed, or None."""
    level = judging.run.levels[pair.number]
    arm, over = (next(one for one in level.arms if one.arm == name) for name in (pair.arm, pair.over))
    ratios = pair_logs(judging.stored, pair.number, pair.arm, pair.over)
    why_not = _why_not(level, arm, over)
    figures = (
        JudgedVariant(
            arm=pair.arm,
            over=pair.over,
            ratio=None,
            low=None,
            high=None,
            rounds=0,
            verdict="undecided",
            may_be_equal=False,
            reason="no round of it is stored",
            cautions=[],
        )
        if ratios is None
        else _figures(judging, pair, arm, over, ratios, alpha)
    )
    if why_not is not None:
        return figures.model_copy(update={"verdict": None, "reason": why_not})
    return figures if wrong is None else figures.model_copy(update={"verdict": "invalid", "reason": wrong})


def _figures(judging: Judging, pair: VariantPair, arm: Arm, over: Arm, ratios: Floats, alpha: float) -> JudgedVariant:
    """Return a pair with what its samples give: the ratio, the interval, the verdict and the cautions."""
    import numpy as np

    from iotrial.stats import doubts
    from iotrial.stats.level_samples import median_over_blocks, present
    from iotrial.stats.verdict import judge

    margin = judging.margin
    values = present(median_over_blocks(ratios)[:, 0])
    drift = doubts.drift(ratios, alpha, margin)[0]
    found = _of_records(judging, pair, arm, over)
    trend = doubts.trend(values, 1, margin)
    moves = drift is not None or trend is not None
    lacks_plateau = arm.no_plateau or over.no_plateau
    may_be_equal = not found and not moves
    if differences := unlike(arm.guarantees, over.guarantees):
        found.append(("changed_guarantees", {"over": over.arm, "differences": differences}))
    told = {
        "drift": drift,
        "autocorrelation": doubts.autocorrelation(values, 1),
        "trend": trend,
    }
    found += [(code, dict(figures)) for code, figures in told.items() if figures is not None]
    ratio = pair_ratio(judging, pair.number, pair.arm, pair.over, alpha=alpha)
    low, high = (ratio.low, ratio.high) if ratio else (None, None)
    verdict = judge(low, high, margin)
    if lacks_plateau:
        found.append(("no_plateau", {}))
    if moves or lacks_plateau or (verdict == "equivalent" and not may_be_equal):
        verdict = "undecided"
    return JudgedVariant(
        arm=pair.arm,
        over=pair.over,
        ratio=float(np.exp(np.median(values))) if len(values) else None,
        low=low,
        high=high,
        rounds=len(values),
        verdict=verdict,
        may_be_equal=may_be_equal,
        reason=None,
        cautions=[Caution(code=code, text=sentence(code, figures)) for code, figures in found],
    )


def _of_records(judging: Judging, pair: VariantPair, arm: Arm, over: Arm) -> Said:
    """The records' doubts about equality: unequal counts, a coarse clock, a kit that is a large part of the time."""
    found: Said = []
    if arm.iterations and over.iterations and arm.iterations != over.iterations:
        uneven = {"iterations": arm.iterations, "others": over.iterations, "over": over.arm}
        found.append(("uneven_pair", uneven))
    level, figures = judging.run.levels[pair.number], judging.stored.levels[pair.number]
    column = places_of(judging.stored, pair.number)
    for one in (arm, over):
        if told := coarse_clock(one, median_ns(figures, column[one.arm]), judging.margin, level):
            found.append(("coarse_clock", told))
            break
    shares: list[tuple[float, Arm]] = []
    for one in (arm, over):
        share = kit_share(one, median_ns(figures, column[one.arm]))
        if share is not None and share > MOST_KIT_SHARE:
            shares.append((share, one))
    if shares:
        share, one = max(shares, key=lambda entry: entry[0])
        found.append(("kit_cost", {"kit_ns": one.kit_ns, "share": share}))
    return found


def _why_not(level: LevelRecord, arm: Arm, over: Arm) -> str | None:
    """The reason why two arms may not be compared; None if they may."""
    for one in (arm, over):
        if one.status != "measured":
            return f"{one.arm} is {one.status}: {one.reason or 'no reason is stored'}"
        if not is_ranked(one, level.level):
            return f"{one.arm} hands over bytes that nobody reads"
    return None
