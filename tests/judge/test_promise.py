"""What the intervals of a run allow for: its rounds, and all that it says."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from iotrial.judge.judge_run import judge_run
from iotrial.judge.judging import Judging
from iotrial.judge.run_risk import risk_of_levels
from iotrial.stats.replication import Replication
from iotrial.stats.risk import Risk
from iotrial.store.record import VariantRecord
from judge import made
from stats.whole_runs import SHAPES, TRUTHS, WANDER_SLOWLY, autoregressive, simulated_run


def test_a_run_shows_the_correlation_of_its_rounds_and_its_intervals_allow_for_it(estimated: bool) -> None:
    shape = SHAPES["full, 12 levels"]
    alike, apart = (
        judge_run(Judging(simulated_run(shape, TRUTHS[0], "quiet", rho, np.random.default_rng(1))[0]))
        for rho in (0.6, 0.0)
    )
    assert alike.correlation is not None and 0.5 < alike.correlation < 0.7
    assert apart.correlation is not None and apart.correlation < 0.1
    assert (alike.levels[0].needed_rounds or 0) > (apart.levels[0].needed_rounds or 0)


def test_too_few_rounds_have_no_correlation_and_a_verdict_on_large_differences_alone(
    tmp_path: Path, estimated: bool
) -> None:
    run = made.run([made.level({"n": 1}, "php/a", ["php/b", "php/c"])])
    few, enough = ["undecided", "slower"], ["slower", "slower"]
    for sweeps, verdicts in ((3, ["undecided"] * 2), (4, few), (7, few), (12, enough)):
        stored = made.opened(tmp_path / str(sweeps), run, {"php/b": 1.4, "php/c": 2.0}, sweeps=sweeps)
        found = judge_run(Judging(stored))
        assert (found.correlation is None) is (sweeps < 12)
        arms = found.levels[0].arms[1:]
        assert [arm.verdict for arm in arms] == verdicts
        assert [arm.low is None for arm in arms] == [sweeps == 3] * 2
        if 3 < sweeps < 12:
            assert all(arm.low and arm.high and arm.high / arm.low > 2.2 for arm in arms)


def test_a_run_that_looks_often_says_so(tmp_path: Path) -> None:
    run = made.run([made.level({"n": 1}, "php/a", ["php/b"])], precision=0.01)
    assert Judging(made.opened(tmp_path, run)).replication == Replication(True, 0.0)


def test_times_of_levels_that_wander_apart_are_not_set_against_each_other_as_if_they_did_not(
    tmp_path: Path, estimated: bool
) -> None:
    """Each level has a walk of its own, which cancels within it, and another that all of them share, which cancels."""
    rng = np.random.default_rng(2)
    own, shared = 0.05 * rng.standard_normal((2, 24)).cumsum(axis=1), 0.05 * rng.standard_normal(24).cumsum()

    def stored(name: str, walk: Any) -> Any:
        def wander(sweep: int, columns: dict[str, Any]) -> dict[str, Any]:
            factor = np.exp(walk[:, sweep])[columns["level"]]
            return {**columns, "wall_ns": (columns["wall_ns"] * factor).astype(np.int64)}

        levels = [made.level({"target": target}, "php/a", ["php/b"]) for target in ("disk", "tmpfs")]
        return Judging(made.opened(tmp_path / name, made.run(levels), sweeps=24, change=wander))

    apart, together = stored("apart", own), stored("together", np.array([shared, shared]))
    within, across = apart.replication.correlation, apart.replication_across.correlation
    assert within is not None and across is not None and within < 0.3 < 0.5 < across
    assert apart.replication.stretch == 1 and apart.replication_across.stretch > 1.5
    assert (
        together.replication_across.correlation == pytest.approx(together.replication.correlation, abs=0.4)
        and (together.replication_across.correlation or 0) < 0.5
        and together.replication_across.stretch < 3
    )


def test_levels_that_wander_slowly_are_told_from_those_that_stay(estimated: bool) -> None:
    """Half of the runs that wander by 1 % from sweep to sweep resemble the sweep before no more than others do."""

    def across(scenario: str) -> list[float]:
        runs = (
            simulated_run(SHAPES["full, 12 levels"], TRUTHS[0], scenario, 0.0, np.random.default_rng(seed))
            for seed in range(20)
        )
        return [Judging(stored).replication_across.stretch for stored, _ in runs]

    assert np.median(across("quiet")) < 1.5 < 2.2 < np.median(across(WANDER_SLOWLY))


def test_the_risk_is_shared_among_what_a_run_has(tmp_path: Path) -> None:
    one, two = (made.level({"n": number}, "php/a", ["php/b", "php/c"]) for number in (1, 2))
    assert Judging(made.opened(tmp_path / "one", made.run([one]))).risk == Risk(3)
    both = made.opened(tmp_path / "two", made.run([one, two], study_text="[[claims]]"))
    assert Judging(both).risk == Risk(6, frozenset({"claims", "across"}))
    skipped = made.run([one, two.model_copy(update={"status": "skipped"})])
    assert risk_of_levels(skipped, [4]) == Risk(3)
    assert risk_of_levels(made.memory_run(), [4, 4]) == Risk(6, frozenset({"across", "memory"}))
    several = made.run([made.level({"writers": 2}, "php/a", ["php/b"], window_ns=250_000_000, workers=2)])
    assert risk_of_levels(several, [3]) == Risk(2, frozenset({"workers"}))
    first, second = (
        made.arm(f"php/a@{label}", variant=VariantRecord(of="php/a", label=label, is_first=label == "1"))
        for label in "12"
    )
    varied = made.run([made.level({"n": 1}, "php/b", [first, second])])
    assert risk_of_levels(varied, [4]) == Risk(3, frozenset({"variants"}))


def test_arms_that_follow_each_other_are_of_the_correlation_asked_for() -> None:
    values = autoregressive(np.random.default_rng(3), (2000, 12, 1), 0.6)[..., 0]
    assert np.corrcoef(values[:, 5], values[:, 6])[0, 1] == pytest.approx(0.6, abs=0.05)
    assert values.std() == pytest.approx(1, abs=0.05)
