"""A budget that cannot give any interval is refused, and the one that is named instead would do."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, cast

import pytest

from iotrial.ask.study import Study
from iotrial.errors import UsageError
from iotrial.measure.least_budget import require_budget, require_least_budget, typed_budget
from iotrial.units import parse_duration_ns
from iotrial.workers.state import LevelPlan, LevelState
from measure.scripted import level as made_level


def level(arms: int, blocks: int = 1) -> LevelState:
    shape, plan = SimpleNamespace(blocks=blocks), SimpleNamespace(has_pieces=False)
    return cast("LevelState", SimpleNamespace(arms=[None] * arms, shape=shape, plan=plan))


def study(seconds: float, **changes: Any) -> Study:
    return Study(
        "s",
        "?",
        "append",
        "a/b",
        (),
        "",
        "",
        **{"budget_seconds": seconds, "fills_budget": True, "insists_on_budget": True, **changes},
    )


def test_a_budget_for_too_few_rounds_is_refused_with_one_that_would_do() -> None:
    costs = [(level(3), 0.3e9, 0.2e9), (level(5, blocks=3), 0.1e9, 0.1e9)]  # a sweep of 0.9 s
    with pytest.raises(UsageError) as refused:
        require_budget(study(5.0), costs, spent_ns=2e9)
    (problem,) = refused.value.problems
    assert problem.where == "--budget" and "6 rounds of 900 ms" in problem.message and "2.00 s" in problem.message
    assert problem.hint is not None
    named = problem.hint.split()[1].rstrip(",")
    require_budget(study(parse_duration_ns(named) / 1e9), costs, spent_ns=2e9)
    assert named == "10s"


def test_a_budget_that_holds_the_rounds_of_some_level_is_used() -> None:
    costs = [(level(3), 0.5e9, 0.5e9)]
    require_budget(study(6.0), costs, spent_ns=0)
    with pytest.raises(UsageError):
        require_budget(study(5.9), costs, spent_ns=0)


def test_a_budget_of_a_studys_file_is_used_and_that_it_is_too_small_is_told() -> None:
    told: list[str] = []
    require_budget(study(1.0, insists_on_budget=False), [(level(3), 0.5e9, 0.5e9)], 0, told.append)
    assert len(told) == 1 and told[0].startswith("the study's 1.00 s are too short on this machine: it takes up to ")
    assert told[0].endswith("s (8 rounds of 1.00 s here, after 0.00 ns of preparation)")


def test_a_budget_that_nobody_named_is_never_refused() -> None:
    require_budget(study(0.1, fills_budget=False), [(level(3), 1e9, 1e9)], spent_ns=0)
    require_budget(study(0.1), [], spent_ns=0)


def test_a_run_that_stops_when_it_has_seen_enough_needs_more_rounds() -> None:
    costs = [(level(3), 0.5e9, 0.5e9)]
    with pytest.raises(UsageError):
        require_budget(study(8.0, precision=0.01), costs, spent_ns=0)


@pytest.mark.parametrize(
    ("seconds", "typed"),
    [(0.2, "1s"), (1, "1s"), (1.1, "2s"), (29, "30s"), (119, "120s"), (121, "3min"), (3600, "60min")],
)
def test_a_budget_is_named_as_it_can_be_typed(seconds: float, typed: str) -> None:
    assert typed_budget(seconds) == typed


def test_a_budget_that_the_shortest_samples_alone_exceed_is_refused_before_anything_is_made_ready() -> None:
    served = made_level(["a/x", *(f"a/{number}" for number in range(7))])  # with the placebo nine
    task = SimpleNamespace(window=SimpleNamespace(length_ns=250_000_000))
    served.plan = cast("LevelPlan", SimpleNamespace(task=task))
    require_least_budget(study(13.5), [served])
    require_least_budget(study(1.0, insists_on_budget=False), [served])
    require_least_budget(study(6.0, eligible=("a/x",)), [served])  # a question goes on, with fewer methods
    require_least_budget(study(0.2), [made_level(["a/x", "a/y"])])  # samples of 2 ms
    with pytest.raises(UsageError) as refused:
        require_least_budget(study(13.4), [served])
    (problem,) = refused.value.problems
    assert "6 rounds take 13.5 s by themselves" in problem.message and problem.hint is not None
    assert problem.hint.startswith("--budget 30s")
