"""A run that is never written: made-up samples as the reader of parts finds them, without the parts.

To write a small run and to read it again takes longer than to judge it. What is read of samples is taken here from the
arrays themselves; that it is the same as from the parts has a test of its own (tests/judge/test_unwritten.py).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from iotrial.store import column, group_columns, read, stored_surroundings
from iotrial.store.level_figures import LevelFigures
from iotrial.store.parquet_part import ParquetPart
from iotrial.store.record import Run
from iotrial.store.sample import SAMPLE

#: Rows of all sweeps: column -> numbers, NaN if one is missing, or words. A column that no sweep has is not there.
Rows = dict[str, NDArray[Any]]

#: The figures of an arm's round that are medians of a figure of one iteration, in the reader's order after its peaks.
_OF_ONE_ITERATION = ("minor_faults", "major_faults", "voluntary_switches", "involuntary_switches", "device_read_bytes")

#: The figures of the machine over a block.
_OF_BLOCK = ("steal_ns", "io_pressure_ns", "memory_pressure_ns", "writeback_bytes", "clock_khz")


def unwritten(folder: Path, run: Run, every: Sequence[Mapping[str, Any]]) -> Unwritten:
    """Return a run of these columns of each of its sweeps, as if it had been read from a folder."""
    run = Run.model_validate_json(run.model_dump_json())
    rows = _rows(every)
    parts = {sweep: _part(folder, sweep, rows) for sweep in range(len(every))}
    found = Unwritten(folder, run, parts, [], rows=rows)
    found._levels = _levels(found)
    return found


@dataclass(eq=False)
class Unwritten(read.StoredRun):
    """A run without a folder."""

    rows: Rows = field(default_factory=dict)

    def column(self, level: int, of: str) -> NDArray[Any]:
        """Return a figure of each sample, as the reader does."""
        figures = self.levels[level]
        if of == "time":
            return figures.time_ns
        if (level, of) not in self._columns:
            self._columns[level, of] = self._column(level, of, figures)
        return self._columns[level, of]

    def _column(self, level: int, of: str, figures: LevelFigures) -> NDArray[Any]:
        found = np.full(figures.time_ns.shape, np.nan)
        if of not in column.COLUMNS and not self.run.levels[level].has_pieces:
            return found
        of_all: dict[str, Callable[[], NDArray[Any]]] = {
            "cpu time": lambda: (self._of("user_ns") + self._of("system_ns")) / self._of("counted"),
            column.CPU_TIME: lambda: (self._of("user_ns") + self._of("system_ns")) / _above_0(self._of("iterations")),
            "p99": lambda: self._of("p99_ns"),
            "longest wait": lambda: self._of("stall_ns"),
            "fairness": lambda: self._of("jain_ppm") / 1e6,
        }
        value = of_all[of]()
        own = self._is_counted & (self._of("level") == level) & (value > 0) & np.isin(self._of("arm"), figures.arms)
        sweep, arm, block = (self._of(name)[own].astype(int) for name in ("sweep", "arm", "block"))
        found[np.searchsorted(figures.sweeps, sweep), block, np.searchsorted(figures.arms, arm)] = value[own]
        found[np.isnan(figures.time_ns)] = np.nan
        return found

    @cached_property
    def drawn(self) -> list[stored_surroundings.Drawn]:
        """Draws for the rounds of each level, as the reader has them."""
        found = []
        for number, figures in enumerate(self.levels):
            shape = (len(figures.sweeps), len(figures.arms))
            drawn = {name: np.full(shape, np.nan) for name in stored_surroundings.COLUMNS}
            own = (self._of("level") == number) & np.isin(self._of("arm"), figures.arms)
            places = (
                np.searchsorted(figures.sweeps, self._of("sweep")[own]),
                np.searchsorted(figures.arms, self._of("arm")[own]),
            )
            for name, values in drawn.items():
                np.fmin.at(values, places, self._of(name)[own])
            found.append(drawn)
        return found

    def group_columns(self) -> group_columns.GroupColumns:
        """The columns that only levels with several workers have, as the reader has them."""
        levels = self.run.levels
        left_out = set() if any(level.requests is not None for level in levels) else {"requests", "held_ns", "compared"}
        left_out |= set() if any(level.hosts for level in levels) else {"clock_error_ns"}
        held = {"held_ns": self._of("held_ns") / _above_0(self._of("requests"))}
        values = {name: held.get(name, self._of(name)) for name in group_columns.COLUMNS if name not in left_out}
        found: dict[tuple[int, int], dict[str, dict[tuple[int, int], float]]] = {}
        for row in np.flatnonzero(self._is_ok).tolist():
            level, arm, sweep, block = (int(self.rows[name][row]) for name in ("level", "arm", "sweep", "block"))
            if not levels[level].has_pieces:
                continue
            columns = found.setdefault((level, arm), {name: {} for name in group_columns.COLUMNS})
            for name, column_values in values.items():
                if not np.isnan(column_values[row]):
                    columns[name][sweep, block] = float(column_values[row])
        return found

    def _of(self, name: str) -> NDArray[Any]:
        """A column of numbers; NaN throughout if no sweep has it."""
        return self.rows[name] if name in self.rows else np.full(len(self.rows["sweep"]), np.nan)

    @cached_property
    def _is_ok(self) -> NDArray[Any]:
        found: NDArray[Any] = self.rows["status"] == "ok"
        return found

    @cached_property
    def _is_counted(self) -> NDArray[Any]:
        found: NDArray[Any] = self._is_ok & (self._of("counted") > 0)
        return found


def _rows(every: Sequence[Mapping[str, Any]]) -> Rows:
    """Put the columns of all sweeps after each other."""
    names = [name for name in SAMPLE if any(name in given for given in every)]
    needed = dict.fromkeys(("sweep", "level", "arm", "block", "slot", "status", "reason", "counted", "wall_ns", *names))
    return {
        name: np.concatenate(
            [_column(name, given.get(name), len(given["sweep"])) for given in every] or [_column(name, None, 0)]
        )
        for name in needed
    }


def _column(name: str, values: Any, count: int) -> NDArray[Any]:
    if SAMPLE[name][0] == "VARCHAR":
        words = np.empty(count, dtype=object)
        words[:] = [None] * count if values is None else list(values)
        return words
    if values is None:
        return np.full(count, np.nan)
    if isinstance(values, np.ndarray):
        whole: NDArray[Any] = np.rint(values.astype(float))
        return whole
    return np.array([np.nan if value is None else int(value) for value in values], dtype=float)


def _part(folder: Path, sweep: int, rows: Rows) -> ParquetPart:
    """The part of a sweep, as it would be found to be."""
    part = ParquetPart(folder / f"sweep-{sweep:05}.parquet", columns=frozenset(SAMPLE))
    own = rows["sweep"] == sweep
    places = (rows[name][own].astype(int).tolist() for name in ("level", "arm", "block"))
    for level, arm, block in zip(*places, strict=True):
        part.blocks[level, arm] = max(part.blocks.get((level, arm), 0), block + 1)
        part.rows[level] = part.rows.get(level, 0) + 1
    return part


def _levels(stored: Unwritten) -> list[LevelFigures]:
    """The figures of every level, as the reader has them."""
    levels = [read._empty(stored, number) for number in range(len(stored.run.levels))]
    samples = {name: stored._of(name).astype(int) for name in ("sweep", "level", "arm", "block", "slot")}
    wall_ns, is_valid = stored._of("wall_ns"), stored._is_counted & (stored._of("wall_ns") > 0)
    samples |= {
        "void": ~stored._is_ok & (stored.rows["status"] != "failed"),
        "counted": np.where(is_valid, stored._of("counted"), np.nan),
        "wall_ns": wall_ns,
        "cpu_ns": stored._of("user_ns") + stored._of("system_ns"),
        **{name: stored._of(name) for name in ("queue_ns", "reader_ns", "reader_queue_ns")},
    }
    for number, figures in enumerate(levels):
        own = samples["level"] == number
        if own.any():
            read._fill(figures, {name: values[own] for name, values in samples.items()})
        figures.void_reason = next((reason for reason, _ in _reasons(stored, number).most_common(1)), None)
        figures.noise = read._noise(list(_blocks(stored, number)))
        for arm in range(stored.run.levels[number].places):
            if rounds := list(_rounds(stored, number, arm)):
                figures.beside[arm] = read._beside(rounds)
    return levels


def _reasons(stored: Unwritten, level: int) -> Counter[str]:
    """The reasons for void blocks: one for each block, the longest that an arm gave."""
    longest: dict[tuple[int, int], str] = {}
    rows = stored.rows
    has_reason = np.array([reason is not None for reason in rows["reason"]], dtype=bool)
    for row in np.flatnonzero((rows["level"] == level) & ~stored._is_ok & has_reason).tolist():
        place, reason = (int(rows["sweep"][row]), int(rows["block"][row])), rows["reason"][row]
        if len(reason) > len(longest.get(place, "")):
            longest[place] = reason
    return Counter(longest.values())


def _blocks(stored: Unwritten, level: int) -> Iterator[tuple[Any, ...]]:
    """Every block: its sweep, the time of its samples, what they waited, and what the machine did meanwhile."""
    own = np.flatnonzero((stored._of("level") == level) & (stored._of("wall_ns") > 0))
    place = np.column_stack([stored._of("sweep")[own], stored._of("block")[own]])
    for (sweep, _), rows in _groups(place, own):
        queue = stored._of("queue_ns")[rows]
        waited = queue[~np.isnan(queue)]
        first = [_or_none(float(stored._of(name)[rows[0]])) for name in _OF_BLOCK]
        yield int(sweep), float(stored._of("wall_ns")[rows].sum()), float(waited.sum()) if len(waited) else None, *first


def _rounds(stored: Unwritten, level: int, arm: int) -> Iterator[tuple[Any, ...]]:
    """Every round of an arm: one value of each figure, None if no sample has it."""
    is_own = stored._is_counted & (stored._of("level") == level) & (stored._of("arm") == arm)
    own = np.flatnonzero(is_own)
    iterations = _above_0(stored._of("iterations"))
    cpu_ns = stored._of("user_ns") + stored._of("system_ns")
    for _, rows in _groups(stored._of("sweep")[own][:, None], own):
        yield (
            _median(cpu_ns[rows] / iterations[rows]),
            _median(stored._of("wall_ns")[rows] / stored._of("counted")[rows]),
            _median(stored._of("reader_ns")[rows] / iterations[rows]) if "reader_ns" in stored.rows else None,
            *(_of_known(stored, name, rows, np.sum) for name in ("user_ns", "system_ns")),
            *(_of_known(stored, name, rows, np.max) for name in ("runtime_peak_bytes", "runtime_peak_real_bytes")),
            *(
                _median(stored._of(name)[rows] / iterations[rows]) if name in stored.rows else None
                for name in _OF_ONE_ITERATION
            ),
        )


def _groups(keys: NDArray[Any], rows: NDArray[Any]) -> Iterator[tuple[Any, NDArray[Any]]]:
    """Each key with its rows, in the order of the keys."""
    found, which = np.unique(keys, axis=0, return_inverse=True)
    for number, key in enumerate(found.tolist()):
        yield key, rows[which.ravel() == number]


def _median(values: NDArray[Any]) -> float | None:
    there = np.sort(values[~np.isnan(values)])
    if not len(there):
        return None
    low, high = float(there[(len(there) - 1) // 2]), float(there[len(there) // 2])
    return low + (high - low) / 2


def _of_known(stored: Unwritten, name: str, rows: NDArray[Any], of: Any) -> int | None:
    if name not in stored.rows:
        return None
    values = stored.rows[name][rows]
    there = values[~np.isnan(values)]
    return int(of(there)) if len(there) else None


def _above_0(values: NDArray[Any]) -> NDArray[Any]:
    """The values, NaN in place of 0."""
    return np.where(values == 0, np.nan, values)


def _or_none(value: float) -> float | None:
    return None if np.isnan(value) else value
