"""What several writers or clients at once showed beside their time: per sample, then as METHOD.md's rule 7."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from iotrial.results.record import BASELINE, Arm, LevelRecord

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[Any]

Document = dict[str, Any]

#: Name in the document -> column of the samples, and what one of its units is there.
FIGURES = {
    "p50_ns": ("p50_ns", 1.0),
    "p90_ns": ("p90_ns", 1.0),
    "p99_ns": ("p99_ns", 1.0),
    "longest_ns": ("longest_ns", 1.0),
    "stall_ns": ("stall_ns", 1.0),
    "fairness": ("jain_ppm", 1e-6),
    "longest_run": ("longest_run", 1.0),
}

#: A method keeps up with what arrives if this share of what was due within the window is done by its end.
KEEPS_UP = 0.99

_COLUMNS = [*(column for column, _ in FIGURES.values()), "due", "served"]
_SAMPLES = f"SELECT sweep, level, arm, block, {', '.join(_COLUMNS)} FROM read_parquet(?) WHERE status = 'ok'"

#: (level, arm) -> column -> (sweep, block) -> value.
Found = dict[tuple[int, int], dict[str, dict[tuple[int, int], float]]]


def read(connection: Any, paths: Sequence[str], levels: Sequence[LevelRecord], found: Found) -> None:
    """Add the figures of the samples of levels with several workers; nothing is read where there is no such level."""
    if all(level.window_ns is None for level in levels):
        return
    for sweep, level, arm, block, *values in connection.execute(_SAMPLES, [list(paths)]).fetchall():
        if levels[level].window_ns is None:
            continue
        columns = found.setdefault((level, arm), {name: {} for name in _COLUMNS})
        for name, value in zip(_COLUMNS, values, strict=True):
            if value is not None:
                columns[name][sweep, block] = float(value)


def documents(found: Found, levels: Sequence[LevelRecord]) -> dict[tuple[int, int], Document]:
    """(level, arm) -> what the document says of it; only levels with several workers have any."""
    return {
        (number, index): _document(found, number, index, arm, level)
        for number, level in enumerate(levels)
        if level.window_ns is not None
        for index, arm in enumerate(level.arms)
    }


def _document(found: Found, number: int, index: int, arm: Arm, level: LevelRecord) -> Document:
    """Medians over rounds of the rounds' medians, the tail against the baseline's, and what was counted."""
    import numpy as np

    own = found.get((number, index), {})
    document: Document = {}
    for name, (column, unit) in FIGURES.items():
        rounds = list(_by_round(own.get(column, {})).values())
        document[name] = float(np.median(rounds)) * unit if rounds else None
    document["served_share"] = _served_share(own)
    rounds = list(_by_round(own.get("p99_ns", {})).values())
    low, high = (float(value) for value in np.quantile(rounds, [0.1, 0.9])) if rounds else (None, None)
    document["p99_spread_ns"] = {"low": low, "high": high}
    document["p99_ratio"] = _tail_ratio(own, found.get((number, BASELINE), {}), len(level.arms) - 1)
    document["records"] = arm.records.model_dump() if arm.records else None
    document["lock_wait"] = arm.lock_wait.model_dump()
    document["all_bytes"] = arm.all_bytes
    return document


def _served_share(own: Mapping[str, dict[tuple[int, int], float]]) -> float | None:
    """Of all arrivals that were due within a window, those that were done by its end; None where none are due."""
    due = sum(own.get("due", {}).values())
    return sum(own.get("served", {}).values()) / due if due else None


def _tail_ratio(
    own: Mapping[str, dict[tuple[int, int], float]],
    baseline: Mapping[str, dict[tuple[int, int], float]],
    comparisons: int,
) -> Document | None:
    """The 99th percentile over the baseline's, block by block, with rule 7's interval; None for too few rounds."""
    import numpy as np

    from iotrial.stats.interval import ALPHA, median_interval

    tails, others = own.get("p99_ns", {}), baseline.get("p99_ns", {})
    logs = {at: float(np.log(value / others[at])) for at, value in tails.items() if others.get(at) and value}
    rounds = np.array(list(_by_round(logs).values()))
    interval = median_interval(rounds, ALPHA / max(1, comparisons)) if len(rounds) else None
    if interval is None:
        return None
    ratio = interval.as_ratio()
    return {"ratio": ratio.center, "low": ratio.low, "high": ratio.high}


def _by_round(values: Mapping[tuple[int, int], float]) -> dict[int, float]:
    """Sweep -> the median over its blocks."""
    import numpy as np

    blocks: dict[int, list[float]] = {}
    for (sweep, _), value in values.items():
        blocks.setdefault(sweep, []).append(value)
    return {sweep: float(np.median(found)) for sweep, found in blocks.items()}
