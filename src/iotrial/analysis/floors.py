"""The limits of a level in the document: how near each arm comes to the least that the machine must do."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from iotrial.analysis.arm import has_limit, is_ranked, limit_kind
from iotrial.cautions import sentence
from iotrial.store.read import LevelFigures
from iotrial.store.record import PLACEBO, Arm, LevelRecord, Run

if TYPE_CHECKING:
    from iotrial.stats.floor import Share

Document = dict[str, Any]

#: By index, the arms of a level that have a limit.
Shares = dict[int, "Share"]


def shares_of(run: Run, level: LevelRecord, figures: LevelFigures) -> Shares:
    """Each arm's share of its limit; nothing where no limit was measured."""
    if not figures.limits:
        return {}
    from iotrial.stats.floor import shares

    records = [level.limits[number - len(level.arms)] for number in figures.limits]
    bounds = {
        place: [number for number, limit in enumerate(records) if _bounds(limit, level.arms[index], level)]
        for place, index in enumerate(figures.arms)
        if index != PLACEBO
    }
    found = shares(figures.time_ns, figures.limit_ns, bounds, margin=run.margin, sequence=run.precision is not None)
    return {figures.arms[place]: share for place, share in found.items()}


def limit_rows(run: Run, level: LevelRecord, figures: LevelFigures) -> list[Document]:
    """A document for each limit."""
    rows = []
    for number, limit in enumerate(level.limits, start=len(level.arms)):
        language, _, name = limit.arm.partition("/")
        median = _median(figures, number)
        rows.append(
            {
                "arm": limit.arm,
                "language": language,
                "method": name,
                "kind": limit.limit,
                "guarantees": dict(limit.guarantees),
                "status": "skipped" if level.status == "skipped" else limit.status,
                "reason": limit.reason or level.reason,
                "iterations": limit.iterations,
                "median_ns": median,
                "work": limit.work,
                "throughput_per_second": limit.work / median * 1e9 if limit.work and median else None,
            }
        )
    return rows


def share_row(level: LevelRecord, figures: LevelFigures, share: Share | None) -> Document | None:
    """What an arm's document has as `limit_share`."""
    if share is None:
        return None
    limit = level.limits[figures.limits[share.limit] - len(level.arms)]
    bounds = share.interval
    return {
        "limit": limit.arm,
        "kind": limit.limit,
        "share": share.share,
        "low": bounds.low if bounds else None,
        "high": bounds.high if bounds else None,
    }


def why_beyond(level: LevelRecord, figures: LevelFigures, index: int, held: Shares) -> str | None:
    """Why an arm cannot be believed: it is faster than the least of its kind. None where it can."""
    share = held.get(index)
    row = share_row(level, figures, share)
    if share is None or row is None or not share.is_beyond:
        return None
    arm = level.arms[index]
    return sentence("beyond_limit", {**row, "arm": arm.arm})


def no_limit_cautions(level: LevelRecord, figures: LevelFigures) -> list[tuple[str, dict[str, object]]]:
    """Why arms have no share although there is a limit for their kind: it was not measured."""
    kinds = {limit_kind(arm.tags, level.level) for arm in level.arms if is_ranked(arm, level.level)}
    found: list[tuple[str, dict[str, object]]] = []
    for kind in sorted(kinds):
        limits = [(number, limit) for number, limit in enumerate(level.limits, len(level.arms)) if limit.limit == kind]
        if limits and not any(number in figures.limits for number, _ in limits):
            reason = "; ".join(dict.fromkeys(limit.reason or "it has no sample" for _, limit in limits))
            found.append(("no_limit", {"kind": kind, "reason": reason}))
    return found


def _bounds(limit: Arm, arm: Arm, level: LevelRecord) -> bool:
    return is_ranked(arm, level.level) and has_limit(arm.tags, arm.guarantees, level.level, limit)


def _median(figures: LevelFigures, number: int) -> float | None:
    """Median over rounds of the rounds' medians, ns of one iteration; None where the limit has no sample."""
    if number not in figures.limits:
        return None
    import numpy as np

    from iotrial.stats.samples import median_over_blocks, present

    rounds = present(median_over_blocks(figures.limit_ns)[:, figures.limits.index(number)])
    return float(np.median(rounds)) if len(rounds) else None
