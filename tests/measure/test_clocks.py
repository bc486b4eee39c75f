"""An arm's own clock beside those outside: who is found out, who never is, and when nothing can be said (rule 17)."""

from __future__ import annotations

from typing import Any

import pytest

from iotrial.measure.clock_checks import FEWEST_ROUNDS, ClockChecks, told_share
from iotrial.workers.conditions import Served
from measure.scripted import level

WARM: dict[str, object] = {"records": 10}


def row(arm: int = 0, **given: Any) -> dict[str, object]:
    """A sample of 20 ms in a request of 23 ms, without any waiting for a CPU."""
    honest = {"wall_ns": 20_000_000, "queue_ns": 0, "outside_ns": 23_000_000, "outside_cpu_ns": 22_000_000}
    return {"arm": arm, **honest, "outside_queue_ns": 0, "own_queue_ns": 0, "request_ns": 100_000, **given}


def test_an_honest_sample_tells_nearly_all_of_its_request() -> None:
    assert told_share([row()], WARM) == pytest.approx(20 / 23)


def test_a_clock_that_is_bent_by_ten_tells_a_tenth() -> None:
    assert told_share([row(wall_ns=2_000_000)], WARM) == pytest.approx(2.0 / 23)
    assert told_share([row(wall_ns=200_000_000)], WARM) == pytest.approx(200 / 23)


def test_waiting_for_a_cpu_is_in_neither() -> None:
    """Beside other programs most of a request may be waiting, before the timed part, within it, or of our own."""
    before = row(outside_ns=73_000_000, outside_queue_ns=50_000_000)
    within = row(wall_ns=70_000_000, queue_ns=50_000_000, outside_ns=73_000_000, outside_queue_ns=50_000_000)
    ours = row(outside_ns=33_000_000, own_queue_ns=10_000_000)
    for one in (before, within, ours):
        assert told_share([one], WARM) == pytest.approx(20 / 23)
    bent = row(wall_ns=7_000_000, queue_ns=50_000_000, outside_ns=73_000_000, outside_queue_ns=50_000_000)
    assert told_share([bent], WARM) == 0.0


def test_a_kit_that_reports_no_waiting_is_given_the_benefit() -> None:
    waited = row(wall_ns=40_000_000, queue_ns=None, outside_ns=73_000_000, outside_queue_ns=50_000_000)
    assert told_share([waited], WARM) == 1.0


@pytest.mark.parametrize(
    "short",
    [
        {"wall_ns": 300_000, "outside_ns": 3_900_000},  # the request, and caches that are cold, are most of it
        {"wall_ns": 300_000, "outside_ns": 19_000_000, "request_ns": 1_000_000},  # on a slow machine too
        {"outside_ns": None},  # several workers at once, or a run of an earlier version
        {"outside_queue_ns": None},  # the system does not tell
    ],
)
def test_of_a_short_or_unknown_request_nothing_is_said(short: dict[str, Any]) -> None:
    assert told_share([row(**short)], WARM) is None


def test_a_lead_in_that_waits_for_a_device_or_fills_a_limited_memory_is_nobodys_fault() -> None:
    slow = row(wall_ns=300_000, outside_ns=60_000_000, outside_cpu_ns=400_000)
    assert told_share([slow], {"cache": "cold"}) is None
    assert told_share([slow], {"memory_limit": 1 << 25}) is None
    assert told_share([slow], {"state": "first"}) is None
    busy = row(wall_ns=1_000_000, outside_ns=60_000_000, outside_cpu_ns=10_000_000)
    assert told_share([busy], {"cache": "cold"}) == 0.1


def test_the_best_of_the_blocks_counts_and_an_arm_without_rows_has_no_share() -> None:
    odd = row(wall_ns=200_000)
    assert told_share([odd, row(), row()], WARM) == pytest.approx(20 / 23)
    assert told_share([], WARM) is None


def played(rounds: int, shares: dict[int, float]) -> Any:
    one = level(["a/x", "a/y", "a/z"])
    clocks = ClockChecks()
    for _ in range(rounds):
        clocks.look(one, [row(arm, wall_ns=round(20_000_000 * share)) for arm, share in shares.items()])
    return one


def test_an_arm_whose_every_round_tells_too_little_or_too_much_leaves_with_the_reason() -> None:
    one = played(FEWEST_ROUNDS, {0: 1.0, 1: 1.0, 2: 0.1, 3: 10.0})
    assert [arm.status for arm in one.arms] == ["measured", "measured", "disqualified", "disqualified"]
    assert [arm.reason for arm in one.arms[2:]] == [
        "its clock told 0.09 of the time that passed",
        "its clock told 8.7 times the time that passed",
    ]


def test_the_client_of_a_server_may_take_most_of_a_request_to_start_and_no_server_is_blamed() -> None:
    one = level(["a/x", "a/y"])
    one.plan.task.served = Served(8)
    clocks = ClockChecks()
    for _ in range(2 * FEWEST_ROUNDS):
        clocks.look(one, [row(0, wall_ns=2_000_000), row(1, wall_ns=2_000_000), row(2, wall_ns=60_000_000)])
    statuses = [arm.status for arm in one.arms]
    assert statuses == ["measured", "measured", "disqualified"]  # more time than passed is told by nobody who is right


def test_a_few_rounds_or_half_a_request_of_untimed_work_take_nobodys_verdict() -> None:
    assert all(arm.status == "measured" for arm in played(FEWEST_ROUNDS - 1, {2: 0.1, 3: 10.0}).arms)
    assert all(arm.status == "measured" for arm in played(20, {2: 0.45, 3: 0.6}).arms)


def test_a_disk_that_stalls_most_lead_ins_takes_nobodys_verdict() -> None:
    one = level(["a/x", "a/y"])
    clocks = ClockChecks()
    for number in range(20):
        stalled = row(2, outside_ns=23_000_000 if number == 3 else 400_000_000)
        clocks.look(one, [row(0), row(1), stalled])
    assert all(arm.status == "measured" for arm in one.arms)


def test_a_gap_between_two_readings_on_a_busy_machine_accuses_nobody() -> None:
    """The worker may wait after its reply and before its account is read: then more waiting is told than there was."""
    late = row(outside_queue_ns=15_000_000)
    assert told_share([late], WARM) == 1.0


def test_samples_that_look_long_since_they_waited_unseen_accuse_nobody() -> None:
    """On a busy machine a runtime may move its work to another thread, of whose waiting nothing is known."""
    short = row(wall_ns=800_000, outside_ns=1_300_000)
    waited = row(wall_ns=800_000, outside_ns=17_000_000)
    assert told_share([waited, short, waited], WARM) is None
    assert told_share([waited, waited], WARM) == pytest.approx(0.8 / 17)
