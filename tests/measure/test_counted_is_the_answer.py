"""What was counted is kept if the budget is over before any round: harm to records is an answer without a figure."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from iotrial.errors import Problem, UsageError
from iotrial.measure import carry_out
from iotrial.workers.integrity import Integrity
from measure.scripted import level


def session_with(integrity: Integrity | None, *, wanted: bool) -> tuple[Any, list[str]]:
    one, told = level(["a/x", "a/y"]), list[str]()
    one.arms[2].integrity = integrity
    setting = SimpleNamespace(harm_is_an_answer=wanted)
    return SimpleNamespace(levels=[one], setting=setting, watcher=SimpleNamespace(note=told.append)), told


def too_short(session: object) -> int:
    raise UsageError(Problem("40 s are too few for any interval", where="--budget"))


def test_harm_that_was_counted_outlives_a_budget_that_is_over(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(carry_out, "pilot", too_short)
    session, told = session_with(Integrity(10, torn=3), wanted=True)
    assert carry_out._piloted(session) == 1
    assert not session.levels[0].is_measurable
    assert told == ["40 s are too few for any interval; what was counted is kept, and nothing is timed"]


@pytest.mark.parametrize(("integrity", "wanted"), [(Integrity(10), True), (None, True), (Integrity(10, lost=1), False)])
def test_without_an_answer_a_budget_that_is_over_is_an_error(
    integrity: Integrity | None, wanted: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(carry_out, "pilot", too_short)
    session, _ = session_with(integrity, wanted=wanted)
    with pytest.raises(UsageError):
        carry_out._piloted(session)
