"""The reader of a run: the samples of all levels in one pass over the parts, column by column."""

from __future__ import annotations

import contextlib
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from iotrial.errors import UsageError
from iotrial.store import column, group_columns, stored_surroundings
from iotrial.store.database import cursor
from iotrial.store.folder import parts, read_run
from iotrial.store.level_figures import ArmFigures, LevelFigures
from iotrial.store.parquet_part import ParquetPart, examine
from iotrial.store.plain_paths import plain_path
from iotrial.store.record import Run

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from iotrial.stats.level_samples import LevelSamples
    from iotrial.stats.noise_explained import BlockNoise

#: The columns kept of every sample. A status other than these two is void.
_SAMPLES = """
SELECT sweep, level, arm, block, slot, status <> 'ok' AND status <> 'failed' AS void,
       CASE WHEN status = 'ok' AND wall_ns > 0 AND counted > 0 THEN counted ELSE 'nan'::DOUBLE END AS counted,
       wall_ns::DOUBLE AS wall_ns {waits}
FROM read_parquet(?, union_by_name = true)
"""

#: Those that only a clock other than wall time needs.
_WAITS = """,
       coalesce(queue_ns::DOUBLE, 'nan') AS queue_ns, coalesce((user_ns + system_ns)::DOUBLE, 'nan') AS cpu_ns,
       coalesce({reader_ns}::DOUBLE, 'nan') AS reader_ns, coalesce({reader_queue_ns}::DOUBLE, 'nan') AS reader_queue_ns
"""

#: The columns kept of every round of an arm.
_ROUNDS = """
SELECT level, arm, median((user_ns + system_ns) / nullif(iterations, 0)) AS cpu_ns,
       median(wall_ns / counted) AS wall_ns,
       median({reader_ns} / nullif(iterations, 0)) AS reader_ns,
       sum(user_ns) AS user_ns, sum(system_ns) AS system_ns,
       max(runtime_peak_bytes) AS peak_bytes, max(runtime_peak_real_bytes) AS peak_real_bytes,
       median(minor_faults / nullif(iterations, 0)) AS minor_faults,
       median(major_faults / nullif(iterations, 0)) AS major_faults,
       median(voluntary_switches / nullif(iterations, 0)) AS voluntary_switches,
       median(involuntary_switches / nullif(iterations, 0)) AS involuntary_switches,
       median(device_read_bytes / nullif(iterations, 0)) AS device_read_bytes
FROM read_parquet(?, union_by_name = true) WHERE status = 'ok' AND counted > 0 GROUP BY sweep, level, arm
"""

#: The columns kept of every block: noise from the machine while it was measured.
_BLOCKS = """
SELECT level, sweep, sum(wall_ns)::DOUBLE AS span_ns, sum(queue_ns)::DOUBLE AS queue_ns,
       first(steal_ns)::DOUBLE AS steal_ns, first(io_pressure_ns)::DOUBLE AS io_pressure_ns,
       first(memory_pressure_ns)::DOUBLE AS memory_pressure_ns, first(writeback_bytes)::DOUBLE AS writeback_bytes,
       first(clock_khz)::DOUBLE AS clock_khz
FROM read_parquet(?) WHERE wall_ns > 0 GROUP BY sweep, level, block ORDER BY sweep, level, block
"""

#: The reasons for void blocks: one for each block, the longest that an arm gave.
_REASONS = """
SELECT level, reason, count(*) FROM (
    SELECT DISTINCT ON (sweep, level, block) level, reason FROM read_parquet(?)
    WHERE status <> 'ok' AND reason IS NOT NULL ORDER BY sweep, level, block, length(reason) DESC
) GROUP BY level, reason
"""

#: The most places of a level without a sample: a fixed number, and a number for each sample. Methods leave a level
#: early, but a run that a stranger made up would take all memory for nothing.
MOST_EMPTY, MOST_EMPTY_SHARE = 10_000_000, 100

#: Rows that are read at once: enough to be quick, few enough to stay far below 1 GiB.
_ROWS_AT_ONCE = 500_000


@dataclass(eq=False)
class StoredRun:
    """A run on disk, as far as it is whole. Two are equal only if they are one object."""

    folder: Path
    run: Run
    parts: dict[int, ParquetPart]  # by sweep; only whole ones
    problems: list[str]  # one for each part that is not read
    _levels: list[LevelFigures] | None = None
    _columns: dict[tuple[int, str], NDArray[Any]] = field(default_factory=dict)

    @property
    def sweeps(self) -> list[int]:
        """The sweeps that are stored whole."""
        return list(self.parts)

    @property
    def levels(self) -> list[LevelFigures]:
        """The figures of every level; the first use reads all parts once."""
        if self._levels is None:
            self._levels = _load(self)
        return self._levels

    def level_samples(self, level: int) -> LevelSamples:
        """The arrays that a level is judged by; its arms are those of `levels[level].arms`, in that order."""
        return self.levels[level].samples

    def column(self, level: int, of: str) -> NDArray[Any]:
        """Return `time` (ns), or a figure of store/column.py, of a level's samples: (rounds, blocks, arms).

        NaN if there is no valid sample, or if it lacks the figure.
        """
        figures = self.levels[level]
        if of == "time":
            return figures.time_ns
        if (level, of) not in self._columns:
            with _connect() as connection:
                paths = [plain_path(part.path) for part in self.parts.values()]
                record = self.run.levels[level]
                self._columns[level, of] = column.read(connection, paths, level, of, record, figures)
        return self._columns[level, of]

    @cached_property
    def drawn(self) -> list[stored_surroundings.Drawn]:
        """Draws for the rounds of each level, by column: (rounds, arms), NaN if there is nothing."""
        with _connect() as connection:
            return stored_surroundings.read(
                connection, [plain_path(part.path) for part in self.parts.values()], self.levels
            )

    def group_columns(self) -> group_columns.GroupColumns:
        """The columns that only levels with several workers have."""
        with _connect() as connection:
            return group_columns.read(connection, _batches(list(self.parts.values())), self.run.levels)


def open_run(folder: Path) -> StoredRun:
    """Open a run that is finished, still going or cut short; UsageError if run.json is not that of a run."""
    run = read_run(folder)
    with _connect() as connection:
        found = examine(connection, parts(folder), run)
    problems = [f"{part.path.name} {part.problem}" for part in found.values() if part.problem is not None]
    return StoredRun(folder, run, {sweep: part for sweep, part in found.items() if part.problem is None}, problems)


@contextlib.contextmanager
def _connect() -> Iterator[Any]:
    """Provide a connection; UsageError for parts that a stranger made so that they look sound and cannot be read."""
    import duckdb

    with cursor({"temp_directory": "", "memory_limit": "400MB", "threads": 2}) as connection:
        try:
            yield connection
        except duckdb.Error as error:
            reason = str(error).splitlines()[0]
            raise UsageError(f"the parts of the run cannot be read: {reason}", hint="measure it again") from None


def _load(stored: StoredRun) -> list[LevelFigures]:
    """Read all parts in one pass: times into arrays, everything else as one value for each round."""
    import numpy as np

    levels = [_empty(stored, number) for number in range(len(stored.run.levels))]
    rounds: dict[tuple[int, int], list[tuple[Any, ...]]] = {}
    reasons: list[Counter[str]] = [Counter() for _ in levels]
    blocks: list[list[tuple[Any, ...]]] = [[] for _ in levels]
    with _connect() as connection:
        for paths in _batches(list(stored.parts.values())):
            reader = _reader_columns(stored, paths)
            waits = _WAITS.format(**reader) if any(level.clock != "wall" for level in stored.run.levels) else ""
            found = connection.execute(_SAMPLES.format(waits=waits), [paths]).fetchnumpy()
            columns = {name: np.ma.getdata(values) for name, values in found.items()}
            order = np.argsort(columns["level"], kind="stable")
            present, starts = np.unique(columns["level"][order], return_index=True)
            for level, begin, end in zip(present.tolist(), starts, [*starts[1:], len(order)], strict=False):
                _fill(levels[level], {name: values[order[begin:end]] for name, values in columns.items()})
            for level, arm, *values in connection.execute(_ROUNDS.format(**reader), [paths]).fetchall():
                rounds.setdefault((level, arm), []).append(tuple(values))
            for level, *values in connection.execute(_BLOCKS, [paths]).fetchall():
                blocks[level].append(tuple(values))
            for level, reason, count in connection.execute(_REASONS, [paths]).fetchall():
                reasons[level][reason] += count
    for number, counted in enumerate(reasons):
        levels[number].void_reason = next((reason for reason, _ in counted.most_common(1)), None)
    for number, values_of_blocks in enumerate(blocks):
        levels[number].noise = _noise(values_of_blocks)
    for (level, arm), values_of_rounds in rounds.items():
        levels[level].beside[arm] = _beside(values_of_rounds)
    return levels


def _batches(chosen: list[ParquetPart]) -> Iterator[list[str]]:
    """Batches of parts, each small enough to be read at once."""
    batch: list[str] = []
    rows = 0
    for part in chosen:
        batch.append(plain_path(part.path))
        rows += sum(part.rows.values())
        if rows >= _ROWS_AT_ONCE:
            yield batch
            batch, rows = [], 0
    if batch:
        yield batch


def _empty(stored: StoredRun, level: int) -> LevelFigures:
    """A level of the right size, without figures yet."""
    import numpy as np

    record = stored.run.levels[level]
    sweeps = [sweep for sweep, part in stored.parts.items() if level in part.rows]
    most = {
        arm: max((stored.parts[sweep].blocks.get((level, arm), 0) for sweep in sweeps), default=0)
        for arm in range(record.places)
    }
    arms = [arm for arm in range(len(record.arms)) if most[arm]]
    floors = [arm for arm in range(len(record.arms), record.places) if most[arm]]
    shape = (len(sweeps), max(most.values(), default=0))
    rows = sum(stored.parts[sweep].rows[level] for sweep in sweeps)
    if shape[0] * shape[1] * record.places > MOST_EMPTY + MOST_EMPTY_SHARE * rows:
        raise UsageError(
            f"level {level} of the run {stored.run.run} has {rows:,} samples for far more places",
            hint="its parts are not as a run writes them: measure it again",
        )
    return LevelFigures(
        sweeps,
        arms,
        np.full((*shape, len(arms)), np.nan),
        np.full((*shape, len(arms)), -1, dtype=np.int16),
        floors,
        np.full((*shape, len(floors)), np.nan),
        record.clock,
    )


def _fill(figures: LevelFigures, columns: dict[str, NDArray[Any]]) -> None:
    """Put rows in their places, and count their blocks; whole rounds only."""
    import numpy as np

    number, block, arm = np.searchsorted(figures.sweeps, columns["sweep"]), columns["block"], columns["arm"]
    own = ~np.isin(arm, figures.floors)
    times = _times(figures, columns, own)
    place = np.searchsorted(figures.arms, arm[own])
    figures.time_ns[number[own], block[own], place] = times[own]
    figures.slot[number[own], block[own], place] = columns["slot"][own]
    place = np.searchsorted(figures.floors, arm[~own])
    figures.floor_ns[number[~own], block[~own], place] = times[~own]
    void = columns["void"]
    figures.time_ns[number[void], block[void]] = np.nan
    figures.floor_ns[number[void], block[void]] = np.nan
    rounds = np.unique(number)
    seen = np.zeros(figures.time_ns.shape[:2], dtype=bool)
    seen[number[own], block[own]] = True
    figures.all_blocks += int(seen.sum())
    figures.void_blocks += int((seen[rounds] & np.isnan(figures.time_ns[rounds]).all(axis=2)).sum())


def _times(figures: LevelFigures, columns: dict[str, NDArray[Any]], own: NDArray[Any]) -> NDArray[Any]:
    """The time of one iteration of each sample by the level's clock; add up what that leaves out."""
    import numpy as np

    from iotrial.stats.judged_clock import figure_ns, is_beyond

    counted, wall_ns = columns["counted"], columns["wall_ns"]
    times: NDArray[Any]
    if figures.clock == "wall":
        times = wall_ns / counted
        return times
    names = ("wall_ns", "queue_ns", "cpu_ns", "reader_ns", "reader_queue_ns")
    figure = figure_ns(figures.clock, **{name: columns[name] for name in names})
    valid = own & ~np.isnan(counted)
    figures.wall_sum_ns += float(wall_ns[valid].sum())
    figures.left_out_ns += float((wall_ns - figure)[valid].sum())
    figures.beyond += int(is_beyond(figures.clock, wall_ns, columns["queue_ns"])[valid].sum())
    times = figure / counted
    return times


def _reader_columns(stored: StoredRun, paths: list[str]) -> dict[str, str]:
    """The columns of a sink's reader; nothing in their place if parts were written before there were any."""
    chosen = set(paths)
    known = {column for part in stored.parts.values() if str(part.path) in chosen for column in part.columns}
    return {name: name if name in known else "NULL::BIGINT" for name in ("reader_ns", "reader_queue_ns")}


def _noise(blocks: list[tuple[Any, ...]]) -> BlockNoise | None:
    if not blocks:
        return None
    import numpy as np

    from iotrial.stats.noise_explained import BlockNoise

    sweep, *columns = zip(*blocks, strict=True)
    return BlockNoise(np.array(sweep), *(np.array(column, dtype=float) for column in columns))  # None becomes NaN


def _beside(rounds: list[tuple[Any, ...]]) -> ArmFigures:
    import numpy as np

    cpu, wall, reader, user, system, peak, peak_real, *counters = (
        [value for value in column if value is not None] for column in zip(*rounds, strict=True)
    )
    total = sum(user) + sum(system) if user and system else 0
    minor, major, voluntary, involuntary, device = (float(np.median(found)) if found else None for found in counters)
    return ArmFigures(
        cpu_ns=float(np.median(cpu)) if cpu else None,
        wall_ns=float(np.median(wall)) if wall else None,
        reader_ns=float(np.median(reader)) if reader else None,
        user_share=sum(user) / total if total else None,
        cpu_total_ns=int(total) if total else None,
        runtime_peak_bytes=max(peak, default=None),
        runtime_peak_real_bytes=max(peak_real, default=None),
        minor_faults=minor,
        major_faults=major,
        voluntary_switches=voluntary,
        involuntary_switches=involuntary,
        device_read_bytes=device,
    )
