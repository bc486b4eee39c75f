"""The standing of arms while a run goes on, from the rounds that are over, to be shown: it decides nothing."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from iotrial.cautions import sentence
from iotrial.judge.level_standing import ArmSoFar, Standing
from iotrial.measure.round import Row
from iotrial.stats.dependence import FEWEST_ROUNDS, correlation
from iotrial.stats.interval import ALPHA, Floats
from iotrial.stats.judge_level import LevelJudgement, judge_level
from iotrial.stats.judged_clock import Clock, figure_ns
from iotrial.stats.level_samples import BASELINE, PLACEBO, LevelSamples, round_values
from iotrial.stats.replication import Replication
from iotrial.stats.risk import Risk
from iotrial.stats.wide_interval import FEWEST
from iotrial.store.read import StoredRun
from iotrial.workers.state import LevelState


class Standings:
    """The times of all rounds that are over, level by level."""

    def __init__(
        self, margin: float, planned: int | None = None, *, sequence: bool = False, risk: Risk | None = None
    ) -> None:
        """Begin without rounds.

        planned: the rounds of the plan. sequence: intervals are those of rule 10. risk: of all that the run says; None
        if each level is looked at alone.
        """
        self._margin = margin
        self._planned = planned
        self._sequence = sequence
        self._risk = risk
        self._known: tuple[int, Replication] | None = None
        self._pieces: dict[int, list[LevelSamples]] = {}

    def add(self, level: LevelState, rows: Sequence[Row]) -> None:
        """Add a level's rows of one round."""
        floors = {floor.index for floor in level.floors}
        own = [row for row in rows if row["arm"] not in floors]
        if own:
            self._pieces.setdefault(level.plan.index, []).append(
                samples_of(own, len(level.arms), level.shape.blocks, level.shape.clock)
            )

    def recall(self, levels: Sequence[LevelState], stored: StoredRun) -> None:
        """Add the stored rounds of a run that goes on."""
        for level, figures in zip(levels, stored.levels, strict=True):
            if not figures.sweeps or not figures.arms or level.progress.skipped:
                continue
            shape = (len(figures.sweeps), figures.time_ns.shape[1], len(level.arms))
            times, slots = np.full(shape, np.nan), np.zeros(shape, dtype=int)
            times[:, :, figures.arms], slots[:, :, figures.arms] = figures.time_ns, figures.slot
            if shape[1] == level.shape.blocks:
                self._pieces[level.plan.index] = [LevelSamples(time_ns=times, slot=slots)]

    def samples(self, level: LevelState) -> LevelSamples | None:
        """All samples of a level's arms so far; None before its first round is over."""
        return self._joined(level.plan.index)

    def _joined(self, index: int) -> LevelSamples | None:
        pieces = self._pieces.get(index)
        if not pieces:
            return None
        if len(pieces) > 1:
            time_ns, slot = (np.concatenate([getattr(piece, name) for piece in pieces]) for name in ("time_ns", "slot"))
            pieces[:] = [LevelSamples(time_ns=time_ns, slot=slot)]
        return pieces[0]

    @property
    def replication(self) -> Replication:
        """The allowance for the rounds that are over: their correlation is that of all levels together (rule 22)."""
        rounds = sum(piece.rounds for pieces in self._pieces.values() for piece in pieces)
        if self._known is None or self._known[0] != rounds:
            found = [self._joined(index) for index in self._pieces]
            logs = [round_values(samples) for samples in found if samples is not None]
            self._known = rounds, Replication(self._sequence, correlation(logs, sequence=self._sequence))
        return self._known[1]

    def alpha(self, level: LevelState) -> float:
        """One minus the coverage of all intervals of a level together."""
        return ALPHA if self._risk is None else self._risk.level(len(level.arms))

    def _first_interval(self, level: LevelState) -> int:
        """The round from which there are intervals: wide ones first, unless the run stops when it has seen enough."""
        exact = Replication(self._sequence).least_rounds(self.alpha(level) / (len(level.arms) - 1))
        return max(FEWEST_ROUNDS, exact) if self._sequence else FEWEST

    def look(self, level: LevelState) -> Standing | None:
        """Return the standing of a level, for watching only; None if nothing can be said yet."""
        samples = self.samples(level)
        if samples is None:
            return None
        void = np.isnan(samples.time_ns).all(axis=2).mean()
        judgement = judge_level(
            samples,
            margin=self._margin,
            judged=[level.is_ranked(arm) for arm in level.arms],
            may_be_equivalent=[not arm.shift for arm in level.arms],
            block_voids=float(void),
            alpha=self.alpha(level),
            replication=self.replication,
        )
        rows = [
            ArmSoFar(arm.arm, one.median_ns, one.ratio, one.low, one.high)
            for arm, one in zip(level.arms, judgement.arms, strict=True)
        ]
        return Standing(
            level.plan.factors,
            samples.rounds,
            self._planned,
            self._first_interval(level),
            [row for row, arm in zip(rows, level.arms, strict=True) if arm.role != "placebo" and arm.is_timed],
            rows[PLACEBO],
            _notes(level, judgement),
        )


def _notes(level: LevelState, judgement: LevelJudgement) -> list[str]:
    """Return what speaks against the level so far, first what happened to its arms."""
    found = [f"{arm.arm} {arm.status}: {arm.reason}" for arm in level.arms if arm.reason and arm.role != "placebo"]
    if judgement.invalid:
        found.append(f"invalid as it stands: {judgement.invalid}")
    found += [caution.text for caution in level.progress.cautions]
    for index, (arm, one) in enumerate(zip(level.arms, judgement.arms, strict=True)):
        name = "" if index == PLACEBO else f"{arm.arm}: "
        found += [f"{name}{sentence(code, figures)}" for code, figures in one.cautions if index != BASELINE]
    return list(dict.fromkeys(found))


def samples_of(rows: Sequence[Row], arms: int, blocks: int, clock: Clock) -> LevelSamples:
    """Return the time of one iteration by round, block and arm, by a clock; NaN if there is no valid sample."""
    sweeps = sorted({int(str(row["sweep"])) for row in rows})
    shape = (len(sweeps), blocks, arms)
    time_ns, slot = np.full(shape, np.nan), np.zeros(shape, dtype=int)
    place = {sweep: number for number, sweep in enumerate(sweeps)}
    times = _times(rows, clock)
    for row, time in zip(rows, times, strict=True):
        figures: Any = row
        at = (place[figures["sweep"]], figures["block"], figures["arm"])
        slot[at] = figures["slot"]
        if figures["status"] == "ok":
            time_ns[at] = time / figures["counted"]
    return LevelSamples(time_ns=time_ns, slot=slot)


def _times(rows: Sequence[Row], clock: Clock) -> Floats:
    """The figure of each row's whole sample, ns."""

    def column(*names: str) -> Floats:
        values: list[list[Any]] = [[row.get(name) for name in names] for row in rows]
        return np.array([np.nan if None in row else float(sum(row)) for row in values])

    return figure_ns(
        clock,
        wall_ns=column("wall_ns"),
        queue_ns=column("queue_ns"),
        cpu_ns=column("user_ns", "system_ns"),
        reader_ns=column("reader_ns"),
        reader_queue_ns=column("reader_queue_ns"),
    )
