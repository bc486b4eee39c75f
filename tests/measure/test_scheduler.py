"""Rounds and sweeps, played by scripted hands: what is measured, what is voided, who leaves, and when it ends."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import Any

import pytest

from iotrial.measure.round import Row
from iotrial.measure.scheduler import Stop, draw, schedule
from iotrial.places.target import Target
from iotrial.workers.arm_worker import SampleFailed, WrongState, WrongWork
from iotrial.workers.guarded_inputs import GuardedInputs
from iotrial.workers.round_workers import RoundWorkers
from iotrial.workers.state import LevelState
from measure.scripted import SAMPLE_NS, ScriptedHost, asked, given, level


def play(host: ScriptedHost, levels: list[LevelState], rounds: int = 2, **options: Any) -> list[Row]:
    """All rows of a run, in order."""
    rows: list[Row] = []
    stop = options.pop("stop", Stop(rounds, done=options.pop("done", ())))
    schedule(levels, host, options.pop("seed", 1), stop, lambda _, more: rows.extend(more), **options)
    return rows


def statuses(rows: list[Row], arm: int) -> list[object]:
    return [row["status"] for row in rows if row["arm"] == arm]


def test_every_arm_is_measured_once_in_every_block_and_warm_up_is_not_kept() -> None:
    host = ScriptedHost()
    rows = play(host, [level(["a/x", "a/y", "a/z"], blocks=5, warmup_blocks=2)], rounds=3)
    counts = Counter((row["sweep"], row["block"], row["arm"]) for row in rows)
    assert len(counts) == 3 * 5 * 4 and set(counts.values()) == {1}
    assert len(host.measured) == 3 * (5 + 2) * 4
    assert host.closed == 3


def test_the_first_call_of_a_process_is_measured_in_fresh_processes_without_warm_up() -> None:
    counts: list[int] = []

    def script(arm: str, sweep: int, count: int) -> float:
        counts.append(count)
        return SAMPLE_NS

    one = asked(level(["a/x", "a/y"], blocks=5, warmup_blocks=0), factors={"state": "first"})
    host = ScriptedHost(script)
    rows = play(host, [one], rounds=2)
    assert set(counts) == {0} and len(counts) == 2 * 5 * 3  # each process is asked once
    assert host.ended == 2 * (5 - 1)  # those of the last block end with the round
    for arm in range(3):  # each process of an arm starts under conditions of its own
        paddings = {(row["environment_bytes"], row["argument_bytes"]) for row in rows if row["arm"] == arm}
        assert len(paddings) == 2 * 5


def test_an_arm_that_left_in_the_middle_of_a_round_is_not_started_again() -> None:
    def script(arm: str, sweep: int, count: int) -> float:
        if arm == "a/y":
            raise WrongWork("says its work was 3 instead of 1", alive=True)
        return SAMPLE_NS

    one = asked(level(["a/x", "a/y", "a/z"], blocks=3, warmup_blocks=0), factors={"state": "first"})
    host = ScriptedHost(script)
    rows = play(host, [one], rounds=1)
    assert one.arms[2].status == "disqualified" and len(statuses(rows, 2)) == 1
    assert host.started == [4, 3, 3]


def test_slots_tell_the_order_in_which_arms_were_measured() -> None:
    host = ScriptedHost()
    rows = play(host, [level(["a/x", "a/y"], blocks=3, warmup_blocks=0)], rounds=1)
    ordered = sorted(rows, key=lambda row: (row["block"], row["slot"]))
    assert [row["arm"] for row in ordered] == [arm for _, arm in host.measured]


def test_a_first_failure_voids_its_block_for_all_and_a_second_ends_the_arm_alone() -> None:
    def script(arm: str, sweep: int, count: int) -> float:
        if arm == "a/y" and (sweep, count) in {(0, 1), (1, 1)}:
            raise SampleFailed("no figure", alive=True)
        return SAMPLE_NS

    levels = [level(["a/x", "a/y", "a/z"], warmup_blocks=1)]
    rows = play(ScriptedHost(script), levels, rounds=3)
    first = [row for row in rows if row["sweep"] == 0]
    assert [row["status"] for row in first if row["block"] == 0 and row["arm"] != 2] == ["void"] * 3
    assert statuses([row for row in first if row["block"] != 0], 0) == ["ok", "ok"]
    second = [row for row in rows if row["sweep"] == 1]
    assert statuses(second, 2) == ["failed"]
    assert set(statuses(second, 0)) == {"ok"}
    assert statuses([row for row in rows if row["sweep"] == 2], 2) == []
    assert (levels[0].arms[2].status, levels[0].arms[2].reason) == ("failed", "no figure")


def test_wrong_work_disqualifies_at_once_and_voids_nothing() -> None:
    def script(arm: str, sweep: int, count: int) -> float:
        if arm == "a/y" and count == 1:
            raise WrongWork("says its work was 3 instead of 4", alive=True)
        return SAMPLE_NS

    levels = [level(["a/x", "a/y", "a/z"])]
    rows = play(ScriptedHost(script), levels)
    assert levels[0].arms[2].status == "disqualified"
    assert set(statuses(rows, 0)) == {"ok"}


def test_wrong_work_before_the_first_sample_that_counts_disqualifies_too() -> None:
    def script(arm: str, sweep: int, count: int) -> float:
        if arm == "a/y" and count == 0:
            raise WrongWork("changed its input 'file', which other methods read too", alive=True)
        return SAMPLE_NS

    levels = [level(["a/x", "a/y", "a/z"], warmup_blocks=1)]
    rows = play(ScriptedHost(script), levels)
    assert levels[0].arms[2].status == "disqualified" and statuses(rows, 2) == []
    assert set(statuses(rows, 0)) == {"ok"}


class Tampered(GuardedInputs):
    """Inputs that somebody changes while no method is at work, once: before the sample of a number."""

    def __init__(self, number: int) -> None:
        self.left, self.restored = number, 0

    def changed(self) -> list[str]:
        self.left -= 1
        return ["file"] if self.left == 0 else []

    def restore(self, names: list[str]) -> None:
        self.restored += 1


def test_an_input_that_was_changed_while_nobody_worked_voids_a_block_and_is_nobodys_fault() -> None:
    one = given(level(["a/x", "a/y", "a/z"], blocks=3), guarded=(tampered := Tampered(number=6)))
    rows = play(ScriptedHost(), [one], rounds=2)
    reasons = {str(row["reason"]) for row in rows if row["status"] == "void"}
    assert any("its input 'file' was changed while no method was at work" in reason for reason in reasons)
    assert [(row["sweep"], row["block"]) for row in rows if row["status"] == "void"] == [(0, 1)] * 4
    assert all(arm.status == "measured" for arm in one.arms) and tampered.restored == 1


def test_a_figure_beyond_all_bounds_is_a_failure_of_its_arm_and_never_stored() -> None:
    host = ScriptedHost(lambda arm, sweep, count: float(1 << 61) if arm == "a/y" else SAMPLE_NS)
    one = level(["a/x", "a/y", "a/z"], blocks=5)
    rows = play(host, [one], rounds=3)
    assert (one.arms[2].status, one.arms[3].status) == ("failed", "measured")
    assert "wall_ns is" in str(one.arms[2].reason) and "beyond all bounds" in str(one.arms[2].reason)
    assert max(row["wall_ns"] or 0 for row in rows) == SAMPLE_NS  # type: ignore[type-var]


def test_a_level_whose_folder_is_gone_fails_and_the_others_go_on(monkeypatch: pytest.MonkeyPatch) -> None:
    class Broken(ScriptedHost):
        def round_workers(self, level: LevelState, cpu: int | None) -> RoundWorkers:
            if level.plan.index == 0:
                raise FileNotFoundError(2, "No such file or directory")
            return super().round_workers(level, cpu)

    monkeypatch.setattr(Target, "is_there", lambda target: True)
    levels = [level(["a/x", "a/y"], index=number) for number in range(2)]
    rows = play(Broken(), levels, rounds=3)
    assert {arm.status for arm in levels[0].arms} == {"failed"} and {row["level"] for row in rows} == {1}
    assert "is not as it was: No such file" in str(levels[0].arms[0].reason)


@pytest.mark.parametrize(
    "error", [SampleFailed("has no folder", alive=True), WrongWork("wrote nothing", alive=True), OSError(2, "gone")]
)
def test_a_target_that_goes_in_the_middle_of_a_round_is_the_reason_whatever_an_arm_failed_at(
    error: Exception, monkeypatch: pytest.MonkeyPatch
) -> None:
    stands = [True]
    monkeypatch.setattr(Target, "is_there", lambda target: stands[0])

    def script(arm: str, sweep: int, count: int) -> float:
        if arm == "a/y" and sweep == 1:
            stands[0] = False
            raise error
        return SAMPLE_NS

    one = level(["a/x", "a/y", "a/z"])
    one.arms[3].leave("disqualified", "was wrong before")
    play(ScriptedHost(script), [one], rounds=4)
    gone = "the target disk is not mounted any more, in the middle of the run"
    assert [arm.reason for arm in one.arms] == [gone, gone, gone, "was wrong before"]


def test_a_wrong_state_voids_the_block_for_all_and_nobody_leaves() -> None:
    def script(arm: str, sweep: int, count: int) -> float:
        if arm == "a/z" and count == 2:
            raise WrongState("read from a device", {"device_read_bytes": 4096})
        return SAMPLE_NS

    levels = [level(["a/x", "a/y", "a/z"])]
    rows = play(ScriptedHost(script), levels, rounds=4)
    voided = [row for row in rows if row["block"] == 1]
    assert {row["status"] for row in voided} == {"void"} and len(voided) == 4 * 4
    assert all(arm.status == "measured" for arm in levels[0].arms)


def test_a_worker_that_cannot_start_leaves_and_the_rest_goes_on() -> None:
    levels = [level(["a/x", "a/y", "a/z"])]
    rows = play(ScriptedHost(absent=["a/y"]), levels)
    assert levels[0].arms[2].status == "failed"
    assert set(statuses(rows, 3)) == {"ok"} and len(statuses(rows, 3)) == 6


def test_without_its_baseline_a_level_ends() -> None:
    levels = [level(["a/x", "a/y"]), level(["b/x", "b/y"], 1)]
    rows = play(ScriptedHost(absent=["a/x"]), levels, rounds=3)
    assert {row["sweep"] for row in rows if row["level"] == 0} <= {0}
    assert {row["sweep"] for row in rows if row["level"] == 1} == {0, 1, 2}


def test_every_sweep_visits_every_level_once_in_an_order_of_its_own() -> None:
    host = ScriptedHost()
    play(host, [level(["a/x", "a/y"], number, blocks=1) for number in range(5)], rounds=12)
    visits = [[index for index, _ in host.rounds_begun[at : at + 5]] for at in range(0, 60, 5)]
    assert all(sorted(visit) == [0, 1, 2, 3, 4] for visit in visits)
    assert len({tuple(visit) for visit in visits}) > 6
    assert {cpu for _, cpu in host.rounds_begun} == {0, 1}


def test_the_same_seed_draws_the_same_run_and_another_seed_another() -> None:
    runs = []
    for seed in (5, 5, 6):
        host = ScriptedHost()
        play(host, [level(["a/x", "a/y", "a/z"], number) for number in range(2)], seed=seed, rounds=4)
        runs.append((host.rounds_begun, host.measured))
    assert runs[0] == runs[1] != runs[2]


def test_a_budget_ends_between_sweeps_whatever_the_ratios_are() -> None:
    ends = []
    for times in ({"a/y": 1.0}, {"a/y": 9.0}):
        host = ScriptedHost(lambda arm, sweep, count, times=times: SAMPLE_NS * times.get(arm, 1.0))  # type: ignore[misc]
        rows = play(host, [level(["a/x", "a/y"], blocks=1, warmup_blocks=0)], stop=Stop(100, deadline_ns=10_000_000))
        assert Counter(row["sweep"] for row in rows) == dict.fromkeys(range(3), 3)
        ends.append(host.time_ns)
    assert ends[0] == ends[1] <= 10_000_000


def test_a_budget_that_preparing_has_used_up_leaves_the_rounds_that_an_interval_takes() -> None:
    """Preparing took 19 of 20 s on a new machine: one round was left, and the study answered nothing."""
    for spent_ns in (0, 500_000_000):
        host = ScriptedHost()
        host.time_ns = spent_ns
        stop = Stop(100, deadline_ns=10_000_000, least_rounds=7)
        rows = play(host, [level(["a/x", "a/y"], blocks=1, warmup_blocks=0)], stop=stop)
        assert {row["sweep"] for row in rows} == set(range(7))


def test_a_level_that_has_its_answer_is_left_alone() -> None:
    levels = [level(["a/x", "a/y"], number) for number in range(2)]
    seen: Counter[int] = Counter()

    def decided(one: LevelState) -> bool:
        seen[one.plan.index] += 1
        return one.plan.index == 0 and seen[0] >= 3

    rows = play(ScriptedHost(), levels, stop=Stop(6, decided=decided))
    assert max(row["sweep"] for row in rows if row["level"] == 0) == 2  # type: ignore[type-var]
    assert max(row["sweep"] for row in rows if row["level"] == 1) == 5  # type: ignore[type-var]


def test_sweeps_that_are_stored_are_not_played_again_and_the_plan_stays() -> None:
    def orders(rows: list[Row]) -> list[tuple[object, ...]]:
        return [(row["block"], row["arm"], row["slot"], row["cpu"]) for row in rows if row["sweep"] == 3]

    whole = play(ScriptedHost(), [level(["a/x", "a/y", "a/z"])], rounds=4)
    rest = play(ScriptedHost(), [level(["a/x", "a/y", "a/z"])], rounds=4, done=[0, 1, 2])
    assert {row["sweep"] for row in rest} == {3}
    assert orders(rest) == orders(whole)


def test_a_planted_slowdown_does_more_than_it_is_counted_for() -> None:
    levels = [level(["a/x", "a/y"])]
    for arm in levels[0].arms:
        arm.iterations = 200
    levels[0].arms[2].slowdown = 0.02
    rows = play(ScriptedHost(), levels, rounds=1)
    planted = next(row for row in rows if row["arm"] == 2)
    assert (planted["iterations"], planted["counted"]) == (204, 200)
    assert planted["wall_ns"] == 204 * SAMPLE_NS


def test_each_round_gives_each_arm_a_folder_that_is_drawn() -> None:
    levels = [level(["a/x", "a/y", "a/z"])]
    rows = play(ScriptedHost(), levels, rounds=12)
    by_round = [{row["arm"]: row["folder"] for row in rows if row["sweep"] == sweep} for sweep in range(12)]
    assert all(set(folders.values()) == {0, 1, 2, 3} for folders in by_round)
    assert len({folders[0] for folders in by_round}) > 1
    assert all(len({row["folder"] for row in rows if (row["sweep"], row["arm"]) == (3, arm)}) == 1 for arm in range(4))


def test_a_baseline_whose_bytes_nobody_reads_gives_way() -> None:
    one = level(["a/x", "a/y", "a/z"])
    asked(one, factors={"sink": "null", "file_bytes": 4096})
    one.arms[0].method = replace(one.arms[0].method, tags=("maps-to-4mib",))
    one.arms[2].method = replace(one.arms[2].method, tags=("untouched",))
    assert one.rebase() == "a/x hands over bytes that nobody reads, so a/z is the baseline"
    asked(one, factors={"sink": "pipe", "file_bytes": 4096})
    assert one.rebase() is None


def test_a_baseline_that_cannot_be_measured_gives_way_and_keeps_its_reason() -> None:
    one = level(["a/x", "a/y", "a/z"])
    one.arms[0].leave("failed", "no")
    assert one.rebase() == "a/x is failed, so a/y is the baseline"
    assert [(arm.arm, arm.role) for arm in one.arms] == [
        ("a/y", "baseline"),
        ("a/y", "placebo"),
        ("a/z", "arm"),
        ("a/x", "arm"),
    ]
    assert [arm.index for arm in one.arms] == [0, 1, 2, 3]
    assert one.arms[3].reason == "no"


def test_floors_are_measured_in_every_block_beside_the_arms_and_draw_places_like_them() -> None:
    rows = play(ScriptedHost(), [level(["a/x", "a/y"], blocks=5, floors=["a/least"])], rounds=3)
    counts = Counter((row["sweep"], row["block"], row["arm"]) for row in rows)
    assert len(counts) == 3 * 5 * 4 and set(counts.values()) == {1}
    assert {row["slot"] for row in rows if row["arm"] == 3} == {0, 1, 2, 3}


def test_a_floor_that_fails_leaves_alone_and_a_level_of_floors_only_is_not_played() -> None:
    def script(arm: str, sweep: int, count: int) -> float:
        if arm == "a/least" and count == 1:
            raise SampleFailed("no figure", alive=True)
        return SAMPLE_NS

    levels = [level(["a/x", "a/y"], floors=["a/least"])]
    rows = play(ScriptedHost(script), levels, rounds=4)
    assert levels[0].floors[0].status == "failed"
    assert {str(row["status"]) for row in rows if row["sweep"] == 3} == {"ok"}
    levels[0].arms[0].leave("failed", "gone")
    assert not levels[0].is_measurable


def test_all_arms_of_a_round_share_a_path_and_a_heap_and_the_next_round_has_others() -> None:
    one = asked(level(["a/x", "a/y"]), surroundings=("path", "heap", "environment"))
    rows = play(ScriptedHost(), [one], rounds=6)
    assert len({(row["sweep"], row["path_bytes"], row["path_depth"]) for row in rows}) == 6
    assert len({row["path_bytes"] for row in rows}) > 1 and len({row["environment_bytes"] for row in rows}) > 6
    starts = [draw(one, [0], 1, sweep).starts_of(0) for sweep in range(6)]
    assert all(len({(start.chain, start.heap_bytes) for start in of_round}) == 1 for of_round in starts)
    assert len({of_round[0].heap_bytes for of_round in starts}) == 6


def test_surroundings_that_are_fixed_are_those_of_nobody() -> None:
    rows = play(ScriptedHost(), [asked(level(["a/x", "a/y"]), surroundings=())], rounds=2)
    assert {(row["environment_bytes"], row["argument_bytes"]) for row in rows} == {(0, 0)}
    assert {(row["path_bytes"], row["path_depth"], row["heap_bytes"]) for row in rows} == {(None, None, None)}
