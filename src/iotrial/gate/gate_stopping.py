"""The stopping rule of a gate: a level is decided when each pair of variants lies on one side of the margin."""

from __future__ import annotations

from iotrial.judge.judge_variants import pairs_of
from iotrial.judge.run_risk import risk_of_levels
from iotrial.measure.running_standings import Standings
from iotrial.stats.bearable_interval import interval_of
from iotrial.stats.gate_verdict import one_sided
from iotrial.stats.level_samples import round_values
from iotrial.store.record import Run
from iotrial.workers.state import LevelState


class Paired:
    """Decisions by the same intervals that judge the run in the end: rules 10 and 22, corrected for all its pairs."""

    def __init__(self, run: Run, standings: Standings) -> None:
        """Look at the pairs of a run, against its margin, in the rounds that are over."""
        self._standings = standings
        pairs = pairs_of(run)
        arms = [len(level.arms) for level in run.levels if level.kind == "timed" and level.status != "skipped"]
        self._margin = run.margin
        self._alpha = risk_of_levels(run, arms).share("variants") / max(1, len(pairs))
        self._pairs = {number: [pair for pair in pairs if pair.number == number] for number in range(len(run.levels))}

    def is_decided(self, level: LevelState) -> bool:
        """True if every pair that is still measured lies on one side of the margin; other doubts do not count."""
        places = {arm.arm: arm.index for arm in reversed(level.arms) if arm.status == "measured"}
        samples = self._standings.samples(level)
        if samples is None:
            return False
        for pair in self._pairs[level.plan.index]:
            if pair.arm in places and pair.over in places:
                values = round_values(samples, reference=places[pair.over])[:, places[pair.arm]]
                logs = interval_of(values, self._alpha, self._standings.replication)
                ratio = logs.as_ratio() if logs is not None else None
                if ratio is None or one_sided(ratio.low, ratio.high, self._margin) == "undecided":
                    return False
        return True
