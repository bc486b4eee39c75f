"""Arms that are variants of one method (another runtime, another text), each over the first of them, directly."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from iotrial.analysis.arm import MOST_KIT_SHARE, is_ranked, kit_share, unlike
from iotrial.analysis.direct import direct, direct_logs, places_of
from iotrial.cautions import sentence
from iotrial.store.read import StoredRun
from iotrial.store.record import Arm, LevelRecord, Run

if TYPE_CHECKING:
    from iotrial.stats.interval import Floats

Document = dict[str, Any]
Said = list[tuple[str, dict[str, object]]]


@dataclass(frozen=True)
class Pair:
    """Two variants of one method at a level, by the level's number in the run: what is compared, and with what."""

    number: int
    method: str
    arm: str
    over: str


def pairs_of(run: Run) -> list[Pair]:
    """Every variant with the first of its method, at each level that is timed."""
    found: list[Pair] = []
    for number, level in enumerate(run.levels):
        if level.kind != "timed" or level.status == "skipped":
            continue
        variants = [(arm.arm, arm.variant) for arm in level.arms if arm.variant is not None and arm.role != "placebo"]
        first = {variant.of: name for name, variant in variants if variant.is_first}
        found += [
            Pair(number, variant.of, name, first[variant.of])
            for name, variant in variants
            if not variant.is_first and variant.label is not None and variant.of in first
        ]
    return found


def variant_rows(stored: StoredRun, levels: Sequence[Document]) -> list[list[Document]]:
    """For each level of the run a document for each of its pairs, judged by rule 8, corrected for all pairs of the run.

    levels: the documents of the levels, whose verdicts say what cannot be believed.
    """
    from iotrial.stats.interval import ALPHA

    pairs = pairs_of(stored.run)
    rows: list[list[Document]] = [[] for _ in levels]
    for pair in pairs:
        rows[pair.number].append(_row(stored, pair, levels[pair.number], ALPHA / len(pairs)))
    return rows


def _row(stored: StoredRun, pair: Pair, shown: Document, alpha: float) -> Document:
    level = stored.run.levels[pair.number]
    arm, over = (next(one for one in level.arms if one.arm == name) for name in (pair.arm, pair.over))
    ratios = direct_logs(stored, pair.number, pair.arm, pair.over)
    why_not = _why_not(level, arm, over)
    row: Document = {
        "arm": pair.arm,
        "over": pair.over,
        "ratio": None,
        "low": None,
        "high": None,
        "rounds": 0,
        "verdict": "undecided",
        "may_be_equal": False,
        "reason": "no round of it is stored" if ratios is None else None,
        "cautions": [],
    }
    if ratios is not None:
        row |= _figures(stored, pair, arm, over, ratios, alpha)
    if why_not is not None:
        row |= {"verdict": None, "reason": why_not}
    elif unbelievable := shown["invalid"] or _beyond(shown, pair):
        row |= {"verdict": "invalid", "reason": unbelievable}
    return row


def _figures(stored: StoredRun, pair: Pair, arm: Arm, over: Arm, ratios: Floats, alpha: float) -> Document:
    """What the samples say of a pair: ratio, interval, verdict, cautions."""
    import numpy as np

    from iotrial.stats import cautions
    from iotrial.stats.samples import median_over_blocks, present
    from iotrial.stats.verdict import judge

    margin = stored.run.margin
    values = present(median_over_blocks(ratios)[:, 0])
    drift = cautions.drift(ratios, alpha, margin)[0]
    found = _of_records(stored, pair, arm, over)
    may_be_equal = not found and drift is None
    if differences := unlike(arm.guarantees, over.guarantees):
        found.append(("changed_guarantees", {"over": over.arm, "differences": differences}))
    told = {
        "drift": drift,
        "autocorrelation": cautions.autocorrelation(values, 1),
        "trend": cautions.trend(values, 1, margin),
    }
    found += [(code, dict(figures)) for code, figures in told.items() if figures is not None]
    ratio = direct(stored, pair.number, pair.arm, pair.over, alpha=alpha)
    low, high = (ratio.low, ratio.high) if ratio else (None, None)
    verdict: str | None = judge(low, high, margin)
    if verdict == "equivalent" and not may_be_equal:
        verdict = "undecided"
    return {
        "ratio": float(np.exp(np.median(values))) if len(values) else None,
        "low": low,
        "high": high,
        "rounds": len(values),
        "verdict": verdict,
        "may_be_equal": may_be_equal,
        "cautions": [{"code": code, "text": sentence(code, figures)} for code, figures in found],
    }


def _beyond(shown: Document, pair: Pair) -> str | None:
    """Why one of a pair cannot be believed: it is faster than the least that the machine must do."""
    return next(
        (
            str(caution["text"])
            for row in shown["arms"]
            if row["arm"] in (pair.arm, pair.over)
            for caution in row["cautions"]
            if caution["code"] == "below_floor"
        ),
        None,
    )


def _of_records(stored: StoredRun, pair: Pair, arm: Arm, over: Arm) -> Said:
    """What the records say against equality: unequal counts, or a kit that is a large part of the time (rule 3)."""
    found: Said = []
    if arm.iterations and over.iterations and arm.iterations != over.iterations:
        uneven = {"iterations": arm.iterations, "others": over.iterations, "over": over.arm}
        found.append(("uneven_pair", uneven))
    shares: list[tuple[float, Arm]] = []
    for one in (arm, over):
        share = kit_share(one, _median_ns(stored, pair, one))
        if share is not None and share > MOST_KIT_SHARE:
            shares.append((share, one))
    if shares:
        share, one = max(shares, key=lambda entry: entry[0])
        found.append(("kit_cost", {"kit_ns": one.kit_ns, "share": share}))
    return found


def _median_ns(stored: StoredRun, pair: Pair, arm: Arm) -> float | None:
    import numpy as np

    place = places_of(stored, pair.number).get(arm.arm)
    times = stored.levels[pair.number].time_ns[:, :, place] if place is not None else np.empty(0)
    return float(np.nanmedian(times)) if np.isfinite(times).any() else None


def _why_not(level: LevelRecord, arm: Arm, over: Arm) -> str | None:
    """Why two arms may not be compared; None where they may."""
    for one in (arm, over):
        if one.status != "measured":
            return f"{one.arm} is {one.status}: {one.reason or 'no reason is stored'}"
        if not is_ranked(one, level.level):
            return f"{one.arm} hands over bytes that nobody reads"
    return None
