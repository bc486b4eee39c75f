"""Runs of every kind with figures that are drawn: ties, what cannot be told yet, what drifts, what turns with a level.

A run is made of a seed, so that one in which a sentence and its table part can be made again.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from iotrial.store.column import CPU_TIME
from iotrial.store.group_columns import GroupColumns
from iotrial.store.level_figures import LevelFigures
from iotrial.store.parquet_part import ParquetPart
from iotrial.store.read import StoredRun
from iotrial.store.record import Arm, LevelRecord, Memory, VariantRecord
from judge import made

USUAL = "php/usual"

#: Ratios that a method may have beside the usual way, and how much blocks vary.
RATIOS = (0.3, 0.52, 0.9, 0.98, 0.995, 1.0, 1.0, 1.004, 1.015, 1.03, 1.12, 1.5, 3.3, 12.9)
NOISES = (0.0005, 0.004, 0.02, 0.06)

SAFE = {"survives": "kill"}
MORE = {"survives": ["kill", "no"]}
WORDS = {"survives": {"kill": "nothing may be lost", "no": "the last messages may be lost"}}


@dataclass(eq=False)
class DrawnRun(StoredRun):
    """A run without a folder, so that figures of several at once are not read from one."""

    pieces: dict[tuple[int, int], dict[str, dict[tuple[int, int], float]]] = field(default_factory=dict)

    def group_columns(self) -> GroupColumns:
        return self.pieces


@dataclass
class Drawing:
    """What a run is drawn from: its levels, with the ratio, the noise and the drift of each arm at each of them."""

    rng: np.random.Generator
    levels: list[LevelRecord]
    sweeps: int = 14
    given: dict[str, Any] = field(default_factory=dict)
    ratios: dict[tuple[int, int], float] = field(default_factory=dict)
    drifts: dict[tuple[int, int], float] = field(default_factory=dict)
    noise: float = 0.004
    spoilt: int | None = None  # a level at which the placebo is another
    tails: dict[tuple[int, int], float] = field(default_factory=dict)  # of several at once: 99th percentile over median
    shares: dict[tuple[int, int], float] = field(default_factory=dict)  # of what is due, done in time

    def draw(self) -> None:
        """Give every arm of every level a ratio."""
        self.noise = float(self.rng.choice(NOISES))
        for number, level in enumerate(self.levels):
            for index, arm in enumerate(level.arms):
                if arm.role == "arm":
                    self.ratios[number, index] = float(self.rng.choice(RATIOS))

    def change(self, sweep: int, columns: dict[str, Any]) -> dict[str, Any]:
        """Return the columns of a sweep with the figures that were drawn."""
        if "wall_ns" not in columns:
            return columns
        rng = np.random.default_rng([sweep, int(1e6 * self.noise)])
        levels, arms, blocks = (np.asarray(columns[name]) for name in ("level", "arm", "block"))
        shape = (len(self.levels), max(len(level.arms) for level in self.levels))
        ratio, drift = np.ones(shape), np.zeros(shape)
        for key, value in self.ratios.items():
            ratio[key] = value
        for key, value in self.drifts.items():
            drift[key] = value
        if self.spoilt is not None:
            ratio[self.spoilt, 1] = 1.5
        of_round = np.exp(self.noise / 2 * rng.standard_normal(shape))
        of_block = np.exp(self.noise * rng.standard_normal(len(levels)))
        wall = np.asarray(columns["wall_ns"]) * (ratio * of_round)[levels, arms] * of_block
        wall = wall * (1 + drift[levels, arms] * blocks / 4)
        return {**columns, "wall_ns": wall.round().astype(np.int64)}

    def stored(self, name: str) -> StoredRun:
        """Return the run as if it had been read from a folder, which takes longer than all else."""
        run = made.run(self.levels, run=name, **{"languages": {"php": "PHP", "c": "C"}, **self.given})
        every = [self.change(sweep, made.columns(run, sweep, {}, 0)) for sweep in range(self.sweeps)]
        found = DrawnRun(Path(name), run, {sweep: ParquetPart(Path(name)) for sweep in range(self.sweeps)}, [])
        found._levels = [self._figures(number, every) for number in range(len(self.levels))]
        for number, figures in enumerate(found._levels):
            found._columns[number, CPU_TIME] = np.full(figures.time_ns.shape, np.nan)
            if self.levels[number].has_pieces:
                found.pieces |= {(number, arm): self._pieces(number, arm, figures) for arm in figures.arms}
        return found

    def _pieces(self, level: int, arm: int, figures: LevelFigures) -> dict[str, dict[tuple[int, int], float]]:
        """Return the columns of several workers or servers, as long as its time is; shares of what is due as drawn."""
        times = figures.time_ns[:, :, figures.arms.index(arm)]
        record = self.levels[level]
        each = {
            "p50_ns": times,
            "p90_ns": 1.5 * times,
            "p99_ns": self.tails.get((level, arm), 2.0) * times,
            "longest_ns": 9.0 * times,
        }
        if record.requests is None:
            each |= {"stall_ns": 9.0 * times, "jain_ppm": 0 * times + 4e5, "longest_run": 0 * times + 12}
        else:
            each |= {"requests": 0 * times + 40, "compared": 0 * times + 4}
        if (level, arm) in self.shares:
            served = np.random.default_rng([level, arm]).normal(self.shares[level, arm], 0.004, times.shape)
            each |= {"due": 0 * times + 1000, "served": (1000 * served.clip(0, 1)).round()}
        return {name: {place: float(value) for place, value in np.ndenumerate(of)} for name, of in each.items()}

    def _figures(self, number: int, every: Sequence[Mapping[str, Any]]) -> LevelFigures:
        level = self.levels[number]
        timed = level.status != "skipped" and level.kind == "timed" and "wall_ns" in every[0]
        arms = [index for index, arm in enumerate(level.arms) if timed and arm.status == "measured"]
        shape = (len(every) if timed else 0, level.blocks or 0, len(arms))
        time_ns, slot = np.full(shape, np.nan), np.full(shape, -1, dtype=np.int16)
        for sweep, columns in enumerate(every if timed else ()):
            own = (np.asarray(columns["level"]) == number) & np.isin(columns["arm"], arms)
            place = (np.asarray(columns["block"])[own], np.searchsorted(arms, np.asarray(columns["arm"])[own]))
            time_ns[sweep][place] = (np.asarray(columns["wall_ns"]) / np.asarray(columns["counted"]))[own]
            slot[sweep][place] = np.asarray(columns["slot"])[own]
        sweeps = list(range(shape[0]))
        blocks = shape[0] * shape[1]
        return LevelFigures(sweeps, arms, time_ns, slot, [], np.full((*shape[:2], 0), np.nan), all_blocks=blocks)


def _named(names: str, **given: Any) -> list[str | Arm]:
    return [made.arm(name, **given) for name in names.split()]


def _levels(factor: str, values: tuple[Any, ...], arms: list[str | Arm], **given: Any) -> list[LevelRecord]:
    return [made.level({factor: value}, USUAL, arms, **given) for value in values]


def one_level(rng: np.random.Generator) -> Drawing:
    return Drawing(rng, _levels("file_bytes", (1 << 20,), _named("php/b php/c php/d")))


def sizes(rng: np.random.Generator) -> Drawing:
    return Drawing(rng, _levels("file_bytes", (12, 4096, 1 << 20), _named("php/b php/c")))


def words(rng: np.random.Generator) -> Drawing:
    return Drawing(rng, _levels("target", ("disk", "tmpfs"), _named("php/b php/c")))


def two_factors(rng: np.random.Generator) -> Drawing:
    levels = [
        made.level({"file_bytes": size, "sink": sink}, USUAL, _named("php/b php/c"))
        for size in (12, 1 << 20)
        for sink in ("pipe", "null")
    ]
    return Drawing(rng, levels)


def close_sizes(rng: np.random.Generator) -> Drawing:
    """Two methods that are about as quick, at four sizes, in few rounds."""
    found = Drawing(rng, _levels("records", (1, 10, 100, 1000), _named("php/b")), sweeps=16)
    found.given = {"work_unit": "records"}
    return found


def languages(rng: np.random.Generator) -> Drawing:
    return Drawing(rng, _levels("file_bytes", (12, 1 << 20), _named("php/b c/x c/y c/z")))


def parameters(rng: np.random.Generator) -> Drawing:
    arms = [
        made.arm("php/b", called="copyfileobj()", parameters={"piece_bytes": 65536}),
        made.arm("php/b(piece_bytes=4096)", called="copyfileobj()", parameters={"piece_bytes": 4096}),
        made.arm("php/b(piece_bytes=262144)", called="copyfileobj()", parameters={"piece_bytes": 262144}),
    ]
    return Drawing(rng, _levels("file_bytes", (1 << 20,), list(arms)))


def loggers(rng: np.random.Generator) -> Drawing:
    """A library's name that means three arms, of which two lose what was not written."""
    loose = {"survives": "no"}
    arms = [made.arm(USUAL, role=role, called="spdlog, flushed", guarantees=SAFE) for role in ("baseline", "placebo")]
    arms += [made.arm("php/b", called="usual", guarantees=loose), made.arm("php/c", called="spdlog", guarantees=loose)]
    found = Drawing(rng, [made.level({"messages": 500}, USUAL, [], arms=arms)])
    found.given = {"more": MORE, "conditions": WORDS if rng.random() < 0.5 else {}}
    return found


def guarantees(rng: np.random.Generator) -> Drawing:
    """Some arms give more, some less, at two levels."""
    arms = [made.arm(USUAL, role=role, guarantees={"lock": "no", **SAFE}) for role in ("baseline", "placebo")]
    arms += [made.arm("php/b", guarantees={"lock": "no", **SAFE})]
    arms += [made.arm("php/c", guarantees={"lock": "record", **SAFE})]
    arms += [made.arm("php/d", guarantees={"lock": "no", "survives": "no"})]
    levels = [made.level({"records": records}, USUAL, [], arms=arms) for records in (10, 1000)]
    found = Drawing(rng, levels)
    found.given = {"more": MORE, "conditions": WORDS}
    return found


def moving(rng: np.random.Generator) -> Drawing:
    """Arms that go on getting slower or quicker within their rounds, the quickest among them."""
    found = Drawing(rng, _levels("file_bytes", (1 << 20,), _named("php/b php/c php/d")))
    found.drifts = {(0, 2 + int(rng.integers(3))): float(rng.choice([-0.05, 0.04, 0.1]))}
    return found


def moving_at_some(rng: np.random.Generator) -> Drawing:
    found = Drawing(rng, _levels("file_bytes", (12, 1 << 20), _named("php/b php/c")))
    found.drifts = {(int(rng.integers(2)), 2 + int(rng.integers(2))): 0.06}
    return found


def warming(rng: np.random.Generator) -> Drawing:
    arms: list[str | Arm] = [made.arm("php/b", no_plateau=True), "php/c"]
    return Drawing(rng, _levels("file_bytes", (12, 1 << 20), arms))


def failed(rng: np.random.Generator) -> Drawing:
    """Methods that die at one of two levels, each with its own figure in the reason."""
    reason = "Allowed memory size of 16777216 bytes exhausted (tried to allocate {} bytes)"
    died = [
        made.arm(f"php/{name}", status="failed", reason=reason.format(size))
        for name, size in (("b", 20983808), ("c", 6307840))
    ]
    limits = [
        made.level({"php.memory_limit": "16M"}, USUAL, ["php/d", "php/e", *died]),
        made.level({"php.memory_limit": "128M"}, USUAL, ["php/d", "php/e", "php/b", "php/c"]),
    ]
    return Drawing(rng, limits)


def invalid_level(rng: np.random.Generator) -> Drawing:
    found = Drawing(rng, _levels("target", ("disk", "tmpfs"), _named("php/b php/c")))
    found.spoilt = int(rng.integers(2))
    return found


def invalid_run(rng: np.random.Generator) -> Drawing:
    found = Drawing(rng, _levels("target", ("disk",), _named("php/b")))
    found.spoilt = 0
    return found


def few_rounds(rng: np.random.Generator) -> Drawing:
    return Drawing(
        rng, _levels("file_bytes", (1 << 20,), _named("php/b php/c php/d php/e")), sweeps=int(rng.integers(3, 10))
    )


def unlike_counts(rng: np.random.Generator) -> Drawing:
    arms: list[str | Arm] = [made.arm("php/b", shift=-2, iterations=1), "php/c"]
    return Drawing(rng, _levels("file_bytes", (1 << 20,), arms))


def coarse(rng: np.random.Generator) -> Drawing:
    arms: list[str | Arm] = [made.arm("php/b", clock_step_ns=200_000), "php/c"]
    return Drawing(rng, _levels("file_bytes", (1 << 20,), arms))


def wide_margin(rng: np.random.Generator) -> Drawing:
    found = Drawing(rng, _levels("file_bytes", (12, 1 << 20), _named("php/b php/c")))
    found.given = {"margin": 0.1}
    return found


def precise(rng: np.random.Generator) -> Drawing:
    found = Drawing(rng, _levels("file_bytes", (1 << 20,), _named("php/b php/c")), sweeps=24)
    found.given = {"precision": 0.01}
    return found


def variants(rng: np.random.Generator) -> Drawing:
    """One method under two runtimes, beside another."""
    first, second = (
        VariantRecord(of=USUAL, label=label, is_first=not place, runtime_path=f"/usr/bin/php{label}")
        for place, label in enumerate(("8.2", "8.4"))
    )
    arms = [made.arm(f"{USUAL}@8.2", role=role, called="f()", variant=first) for role in ("baseline", "placebo")]
    arms += [made.arm(f"{USUAL}@8.4", called="f()", variant=second), made.arm("php/c")]
    return Drawing(rng, [made.level({"n": 1}, f"{USUAL}@8.2", [], arms=arms)])


def with_memory(rng: np.random.Generator) -> Drawing:
    arms = [
        made.arm(f"php/{name}", memory=Memory(peak_bytes=(16 + more) << 20, before_bytes=16 << 20))
        for name, more in (("b", 2), ("c", 40), ("d", int(rng.integers(60))))
    ]
    return Drawing(rng, _levels("file_bytes", (12, 1 << 20), list(arms)))


def skipped(rng: np.random.Generator) -> Drawing:
    found = Drawing(rng, _levels("target", ("disk", "tmpfs"), _named("php/b php/c")))
    found.levels.append(made.level({"target": "xfs"}, USUAL, _named("php/b"), status="skipped", reason="no root"))
    return found


def missing_at_one(rng: np.random.Generator) -> Drawing:
    """A method that only one of three levels has."""
    names = ("php/b php/c", "php/b", "php/b php/c php/d")
    levels = [made.level({"n": number}, USUAL, _named(arms)) for number, arms in enumerate(names, 1)]
    return Drawing(rng, levels)


KINDS: Mapping[str, Callable[[np.random.Generator], Drawing]] = {
    one.__name__: one
    for one in (
        one_level, sizes, words, two_factors, close_sizes, languages, parameters, loggers, guarantees, moving,
        moving_at_some, warming, failed, invalid_level, invalid_run, few_rounds, unlike_counts, coarse, wide_margin,
        precise, variants, with_memory, skipped, missing_at_one,
    )
}  # fmt: skip


def drawn(kind: str, seed: int) -> StoredRun:
    """Return the run of a kind and a seed."""
    made_of = KINDS[kind](np.random.default_rng([seed, sum(kind.encode())]))
    made_of.draw()
    return made_of.stored(f"20261121-143055-{seed:04x}")
