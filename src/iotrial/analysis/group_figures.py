"""What several writers or clients at once showed beside their time: per sample, then as METHOD.md's rule 7."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from iotrial.store.record import BASELINE, Arm, LevelRecord, Run

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

#: A method keeps up with what arrives if at least this share of what was due within the window is done by its end.
KEEPS_UP = 0.99

_COLUMNS = [*(column for column, _ in FIGURES.values()), "due", "served"]
_SAMPLES = f"SELECT sweep, level, arm, block, {', '.join(_COLUMNS)} FROM read_parquet(?) WHERE status = 'ok'"

#: Column -> (sweep, block) -> value, of one arm of a level.
Columns = Mapping[str, dict[tuple[int, int], float]]

#: (level, arm) -> its columns.
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


def documents(found: Found, run: Run) -> dict[tuple[int, int], Document]:
    """(level, arm) -> what the document says of it; only levels with several workers have any."""
    return {
        (number, index): _document(found, number, index, arm, level, run.precision is not None)
        for number, level in enumerate(run.levels)
        if level.window_ns is not None
        for index, arm in enumerate(level.arms)
    }


def _document(found: Found, number: int, index: int, arm: Arm, level: LevelRecord, sequence: bool) -> Document:
    """Medians over rounds of the rounds' medians, the tail against the baseline's, and what was counted."""
    import numpy as np

    own = found.get((number, index), {})
    document: Document = {}
    for name, (column, unit) in FIGURES.items():
        rounds = list(_by_round(own.get(column, {})).values())
        document[name] = float(np.median(rounds)) * unit if rounds else None
    comparisons = max(1, len(level.arms) - 1)
    document["served"] = _served(own, comparisons, sequence)
    rounds = list(_by_round(own.get("p99_ns", {})).values())
    low, high = (float(value) for value in np.quantile(rounds, [0.1, 0.9])) if rounds else (None, None)
    document["p99_spread_ns"] = {"low": low, "high": high}
    document["p99_ratio"] = _tail_ratio(own, found.get((number, BASELINE), {}), comparisons, sequence)
    document["records"] = arm.records.model_dump() if arm.records else None
    document["lock_wait"] = arm.lock_wait.model_dump()
    document["all_bytes"] = arm.all_bytes
    return document


def _served(own: Columns, comparisons: int, sequence: bool) -> Document | None:
    """Of all arrivals that were due within a window, those that were done by its end; None where none are due.

    The interval is of the rounds' shares, by rule 7. A method keeps up, or does not, where the share of all arrivals
    and the whole interval say so; anything else is not decided.
    """
    import numpy as np

    from iotrial.stats.interval import ALPHA
    from iotrial.stats.sequence import interval_of

    due, served = (_sums(own.get(name, {})) for name in ("due", "served"))
    if not sum(due.values()):
        return None
    share = sum(served.values()) / sum(due.values())
    rounds = np.array([served.get(sweep, 0.0) / count for sweep, count in due.items() if count])
    interval = interval_of(rounds, ALPHA / comparisons, sequence)
    low, high = (interval.low, interval.high) if interval else (None, None)
    keeps_up = None
    if low is not None and high is not None:
        keeps_up = True if min(share, low) >= KEEPS_UP else False if max(share, high) < KEEPS_UP else None
    return {"share": share, "low": low, "high": high, "keeps_up": keeps_up}


def _sums(values: Mapping[tuple[int, int], float]) -> dict[int, float]:
    """Sweep -> the sum over its blocks."""
    found: dict[int, float] = {}
    for (sweep, _), value in values.items():
        found[sweep] = found.get(sweep, 0.0) + value
    return found


def _tail_ratio(
    own: Columns,
    baseline: Columns,
    comparisons: int,
    sequence: bool,
) -> Document | None:
    """The 99th percentile over the baseline's, block by block, with rule 7's interval; None for too few rounds."""
    import numpy as np

    from iotrial.stats.interval import ALPHA
    from iotrial.stats.sequence import interval_of

    tails, others = own.get("p99_ns", {}), baseline.get("p99_ns", {})
    logs = {at: float(np.log(value / others[at])) for at, value in tails.items() if others.get(at) and value}
    rounds = np.array(list(_by_round(logs).values()))
    interval = interval_of(rounds, ALPHA / comparisons, sequence)
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
