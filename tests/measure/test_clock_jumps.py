"""A clock that jumps, stands still or goes back while a run is played: it ends, and stores no time that is none."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from iotrial.measure.round import Row
from iotrial.measure.scheduler import Stop, schedule
from measure.scripted import SAMPLE_NS, ScriptedHost, level

HOUR_NS = 3600 * 10**9


class JumpingHost(ScriptedHost):
    """A host whose clock shows what is made of the time that has passed."""

    def __init__(self, shown: Callable[[int], int], wall: Callable[[int], float] = lambda count: SAMPLE_NS) -> None:
        super().__init__(lambda arm, sweep, count: wall(count))
        self.shown = shown

    def now_ns(self) -> int:
        return self.shown(self.time_ns)


def played(host: JumpingHost, stop: Stop) -> tuple[str, list[Row]]:
    rows: list[Row] = []
    ending = schedule([level(["a/x", "a/y"])], host, 1, stop, lambda _, more: rows.extend(more))
    return ending, rows


@pytest.mark.parametrize(
    ("shown", "ending"),
    [
        (lambda time: 0, "rounds"),
        (lambda time: -time, "rounds"),
        (lambda time: time - (HOUR_NS if time > 20 * SAMPLE_NS else 0), "rounds"),
        (lambda time: time + (HOUR_NS if time > 20 * SAMPLE_NS else 0), "budget"),
    ],
    ids=["stands still", "runs back", "jumps back", "jumps on"],
)
def test_a_run_ends_by_its_rounds_or_its_budget_whatever_the_clock_does(
    shown: Callable[[int], int], ending: str
) -> None:
    host = JumpingHost(shown)
    found, rows = played(host, Stop(8, deadline_ns=HOUR_NS // 2, least_rounds=2))
    assert found == ending
    sweeps = {row["sweep"] for row in rows}
    assert sweeps == set(range(len(sweeps))) and len(sweeps) >= 2
    assert all(sum(row["sweep"] == sweep for row in rows) == 9 for sweep in sweeps)  # no sweep is half a one


def test_a_sample_in_which_the_clock_stood_still_or_went_back_stores_no_time() -> None:
    host = JumpingHost(lambda time: time, lambda count: {2: 0.0, 3: -5.0}.get(count, SAMPLE_NS))
    _, rows = played(host, Stop(3))
    assert any(row["status"] == "failed" for row in rows)
    told = [row["wall_ns"] for row in rows if row["status"] == "ok"]
    assert told and all(isinstance(wall_ns, int) and wall_ns >= 0 for wall_ns in told)  # 0 is read as no figure
