"""When a gate ends: every pair on one side of the margin, by intervals that may be looked at after every round."""

from __future__ import annotations

import math
import random
from dataclasses import replace

import pytest

from iotrial.ask.catalog import Method, MethodVariant
from iotrial.gate.gate_stopping import Paired
from iotrial.measure.round import Row
from iotrial.measure.running_standings import Standings
from iotrial.measure.scheduler import Follower, Stop, schedule
from iotrial.store.record import Run
from iotrial.workers.state import ArmState, LevelState
from judge import made
from measure.scripted import SAMPLE_NS, ScriptedHost, level


def paired(*methods: str, index: int = 0) -> LevelState:
    """A level of the old and the new text of each method."""
    names = [f"{method}@{label}" for method in methods for label in ("old", "new")]
    found = level(names, index)
    return replace(found, arms=[_with_variant(arm) for arm in found.arms])


def _with_variant(arm: ArmState) -> ArmState:
    of, _, label = arm.arm.partition("@")
    language, _, name = of.partition("/")
    method = Method("job", language, name, arm.method.path, "", "")
    return replace(arm, method=method, variant=MethodVariant(method, arm.kit, label, is_first=label == "old"))


def run_of(levels: list[LevelState], margin: float = 0.03) -> Run:
    return made.run([one.record(100) for one in levels], margin=margin, precision=margin)


def rounds(levels: list[LevelState], slower: dict[str, float], noise: float = 0.0, most: int = 60) -> list[int]:
    """Rounds of each level until the gate has seen enough."""
    source = random.Random(5)
    host = ScriptedHost(
        lambda arm, sweep, count: SAMPLE_NS * slower.get(arm, 1.0) * math.exp(noise * source.gauss(0, 1))
    )
    standings = Standings(0.03, sequence=True)
    decider = Paired(run_of(levels), standings)
    rows: list[Row] = []

    def keep(sweep: int, more: list[Row]) -> None:
        rows.extend(more)

    schedule(levels, host, 1, Stop(most, decided=decider.is_decided), keep, Follower(round=standings.add))
    return [len({row["sweep"] for row in rows if row["level"] == one.plan.index}) for one in levels]


@pytest.mark.parametrize("slower", [{}, {"a/x@new": 1.2}, {"a/x@new": 0.5}])
def test_a_clear_case_ends_at_the_first_round_that_can_tell(slower: dict[str, float]) -> None:
    assert rounds([paired("a/x")], slower) == [9]  # 9 ln 2 - ln 10 = 3.94 passes ln 40: half of the risk


def test_more_pairs_take_more_rounds_since_all_are_decided_together() -> None:
    assert rounds([paired("a/x", "a/y", "a/z")], {}) == [11]


def test_a_level_goes_on_until_all_its_pairs_are_decided() -> None:
    assert rounds([paired("a/x", "a/y")], {"a/y@new": 1.03}, noise=0.02) == [60]


def test_a_level_that_is_decided_stops_while_another_goes_on() -> None:
    levels = [paired("a/x"), paired("a/y", index=1)]
    first, second = rounds(levels, {"a/y@new": 1.03}, noise=0.01)
    assert first < second == 60


def test_a_pair_that_has_left_holds_nobody_up() -> None:
    made_level = paired("a/x", "a/y")
    made_level.arms[4].leave("failed", "it died")
    assert rounds([made_level], {"a/y@new": 1.03}) == [10]  # and it still counts


def test_the_pairs_of_a_run_are_old_and_new_of_each_method() -> None:
    levels = [paired("a/x", "a/y")]
    record = run_of(levels).levels[0]
    assert [(arm.arm, arm.variant and arm.variant.is_first) for arm in record.arms] == [
        ("a/x@old", True),
        ("a/x@old", True),
        ("a/x@new", False),
        ("a/y@old", True),
        ("a/y@new", False),
    ]
