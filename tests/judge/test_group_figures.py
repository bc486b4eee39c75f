"""Figures of several workers at once: stored per sample, shown as rule 7 says; other runs stay as they are."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import duckdb
import numpy as np
import pytest

from iotrial.judge.judge_run import judge_folder
from iotrial.judge.judged_group import ServedInTime
from iotrial.judge.judged_level import JudgedLevel
from iotrial.store.record import LockWait, Records, Run, WriterHost
from iotrial.store.sample import ADDED
from judge import made

WINDOW = {"window_ns": 250_000_000, "workers": 2}


def columns(given: dict[str, Any], tails_ns: dict[int, int]) -> dict[str, Any]:
    """Rows with a tail for each arm, and half as much for the median."""
    p99 = np.array([tails_ns[arm] for arm in given["arm"].tolist()])
    rows = len(p99)
    return {
        **given,
        "p50_ns": p99 // 2,
        "p90_ns": p99 // 2,
        "p99_ns": p99,
        "longest_ns": p99,
        "stall_ns": 2 * p99,
        "jain_ppm": np.full(rows, 750_000),
        "longest_run": np.full(rows, 40),
        "due": np.full(rows, 1000),
        "served": np.full(rows, 990),
    }


def level_of(root: Path, **given: Any) -> Any:
    """The one level, judged; a figure that is None fails a comparison by itself."""
    (level,) = made.judged(root, run_of(**given), change=with_tails).levels
    return level


def run_of(**given: Any) -> Run:
    counted = Records(handed=1000, lost=0, torn=0, interleaved=0, doubled=0, unknown=0)
    arm = made.arm("php/b", records=counted, lock_wait=LockWait(count=7, p99_ns=5), all_bytes=4096)
    return made.run([made.level({"writers": 2}, "php/a", [arm], **{**WINDOW, **given})])


def with_tails(sweep: int, rows: dict[str, Any]) -> dict[str, Any]:
    return columns(rows, {0: 1000, 1: 1000, 2: 3000})


def test_the_worst_that_is_known_of_the_hosts_clocks_is_kept_of_each_arm(tmp_path: Path) -> None:
    hosts = [WriterHost(name=name, kernel="6.1", filesystem="nfs4") for name in ("web1", "web2")]
    run = made.run([made.level({"writers": 2, "hosts": 2}, "php/a", ["php/b"], **WINDOW, hosts=hosts)])

    def change(sweep: int, given: dict[str, Any]) -> dict[str, Any]:
        return {**columns(given, {0: 1000, 1: 1000, 2: 3000}), "clock_error_ns": (given["arm"] + 1) * (100 + sweep)}

    (level,) = made.judged(tmp_path / "between", run, change=change).levels
    last = max(arm.rounds for arm in level.arms) - 1
    assert [arm.several.clock_error_ns for arm in level.arms if arm.several] == [100 + last, 3 * (100 + last)]
    alone = level_of(tmp_path / "alone")
    assert {arm.several.clock_error_ns for arm in alone.arms if arm.several} == {None}


def test_tails_are_medians_and_their_ratio_has_an_interval(tmp_path: Path) -> None:
    level = level_of(tmp_path)
    baseline, other = (arm.several for arm in level.arms)
    assert (baseline.p50_ns, baseline.p99_ns, baseline.stall_ns) == (500, 1000, 2000)
    assert (other.fairness, other.longest_run, other.served.share) == (0.75, 40, 0.99)
    ratio = other.p99_ratio
    assert (ratio.ratio, ratio.low, ratio.high) == pytest.approx((3, 3, 3))
    plain, counted = (arm.record for arm in level.arms)
    assert counted.records.handed == 1000 and counted.lock_wait.count == 7 and counted.all_bytes == 4096
    assert plain.records is None and plain.lock_wait.count is None


def test_a_level_with_one_worker_has_no_such_figures(tmp_path: Path) -> None:
    level = level_of(tmp_path, window_ns=None, workers=1)
    assert [arm.several for arm in level.arms] == [None, None]


def test_parts_of_the_first_version_are_read_as_they_were(tmp_path: Path) -> None:
    folder = made.store(tmp_path, made.run([made.level({"file_bytes": 1}, "php/a", ["php/b"])]), {"php/b": 2.0})
    before = judge_folder(folder)
    for part in folder.glob("sweep-*.parquet"):
        other = part.with_suffix(".old")
        query = f"SELECT * EXCLUDE ({', '.join(sorted(ADDED))}) FROM '{part}'"
        with duckdb.connect() as connection:  # its own: the one that DuckDB shares does not outlive a fork
            connection.execute(f"COPY ({query}) TO '{other}' (FORMAT parquet)")
        other.replace(made.as_earlier(part))
    assert judge_folder(folder) == before


def asked(sweep: int, rows: dict[str, Any]) -> dict[str, Any]:
    """Rows of servers: 40 requests a sample, of which the second arm's hold a process for 5 us each."""
    own = columns(rows, {0: 1000, 1: 1000, 2: 3000})
    count = len(own["arm"])
    for name in ("stall_ns", "jain_ppm", "longest_run", "due", "served"):
        own[name] = [None] * count
    held = [200_000 + 8000 * sweep if arm == 2 else None for arm in own["arm"].tolist()]
    return {**own, "requests": np.full(count, 40), "held_ns": held}


@pytest.mark.parametrize("loop", ["closed loop", "open loop"])
def test_a_level_of_servers_has_tails_and_how_long_a_request_holds_a_process(tmp_path: Path, loop: str) -> None:
    run = made.run([made.level({"clients": 8}, "php/a", ["php/b"], requests=loop)])
    baseline, other = (arm.several for arm in made.judged(tmp_path, run, change=asked).levels[0].arms)
    assert baseline is not None and other is not None and other.p99_ratio is not None
    assert (baseline.p99_ns, other.p99_ns) == (1000, 3000) and other.p99_ratio.ratio == pytest.approx(3)
    assert (baseline.held_ns, baseline.requests) == (None, 40)
    # Of twelve rounds the middle is 5.5.
    assert (other.held_ns, other.requests) == (5000 + 200 * 5.5, 40)
    assert (other.stall_ns, other.fairness, other.longest_run, other.served) == (None, None, None, None)


def test_a_sample_without_a_request_holds_nothing_for_no_time(tmp_path: Path) -> None:
    def none(sweep: int, rows: dict[str, Any]) -> dict[str, Any]:
        return {**asked(sweep, rows), "requests": np.zeros(len(rows["arm"]), np.int64)}

    run = made.run([made.level({"clients": 8}, "php/a", ["php/b"], requests="closed loop")])
    several: Any = made.judged(tmp_path, run, change=none).levels[0].arms[1].several
    assert (several.held_ns, several.requests) == (None, 0)


def test_parts_without_what_only_servers_tell_are_read_as_they_were(tmp_path: Path) -> None:
    folder = made.store(tmp_path, run_of(), change=with_tails)
    before = judge_folder(folder)
    for part in folder.glob("sweep-*.parquet"):
        other = part.with_suffix(".old")
        with duckdb.connect() as connection:
            connection.execute(
                f"COPY (SELECT * EXCLUDE (requests, held_ns) FROM '{part}') TO '{other}' (FORMAT parquet)"
            )
        other.replace(made.as_earlier(part))
    found = judge_folder(folder)
    assert found == before
    several: Any = found.levels[0].arms[1].several
    assert (several.held_ns, several.requests, several.p99_ns) == (None, None, 3000)


def served_of(level: JudgedLevel) -> ServedInTime:
    """What of the arrivals the baseline of a level did in time."""
    group = level.arms[0].several
    assert group is not None and group.served is not None
    return group.served


def served_in(root: Path, *rounds: tuple[int, int]) -> ServedInTime:
    """Of what was due in a round, and what was done of it in time, in 14 rounds: the last is that of the rest."""
    every = [*rounds, *[rounds[-1]] * (14 - len(rounds))]

    def serve(sweep: int, columns: dict[str, Any]) -> dict[str, Any]:
        rows, (due, served) = len(columns["arm"]), every[sweep]
        return {**columns, "due": np.full(rows, due), "served": np.full(rows, served)}

    run = made.run([made.level({"writers": 2}, "php/a", ["php/b"], **WINDOW)])
    (level,) = made.judged(root, run, sweeps=14, change=serve).levels
    return served_of(level)


def test_a_method_keeps_up_if_the_share_and_its_whole_interval_say_so(tmp_path: Path) -> None:
    always, never = served_in(tmp_path / "always", (1000, 990)), served_in(tmp_path / "never", (1000, 989))
    assert (always.keeps_up, never.keeps_up) == (True, False)
    seldom = served_in(tmp_path / "seldom", (1000, 950), (1000, 950), (1000, 1000))
    assert seldom.share > 0.99 and (seldom.low, seldom.high) == (0.95, 1.0)
    assert seldom.keeps_up is None
    often = served_in(tmp_path / "often", (1000, 1000), (1000, 1000), (1000, 985))
    assert often.share < 0.99 and (often.low, often.high) == (0.985, 1.0)
    assert often.keeps_up is None
    storm = served_in(tmp_path / "storm", (100_000, 50_000), (1000, 1000))
    assert storm.share < 0.6 and (storm.low, storm.high) == (1.0, 1.0)
    assert storm.keeps_up is None
    calm = served_in(tmp_path / "calm", (10_000_000, 10_000_000), (1000, 900))
    assert calm.share > 0.99 and (calm.low, calm.high) == (0.9, 0.9)
    assert calm.keeps_up is None


def test_too_few_rounds_do_not_say_who_keeps_up(tmp_path: Path) -> None:
    def serve(sweep: int, columns: dict[str, Any]) -> dict[str, Any]:
        rows = len(columns["arm"])
        return {**columns, "due": np.full(rows, 1000), "served": np.full(rows, 1000)}

    run = made.run([made.level({"writers": 2}, "php/a", ["php/b"], **WINDOW)])
    enough = made.rounds_needed("workers", 2 * 2, "workers")  # two figures, of the other arm and of the placebo
    for sweeps, keeps_up in ((enough - 1, None), (enough, True)):
        (level,) = made.judged(tmp_path / str(sweeps), run, sweeps=sweeps, change=serve).levels
        assert served_of(level).share == 1.0
        assert served_of(level).keeps_up is keeps_up


def test_shares_and_tails_of_a_run_that_looks_often_have_its_own_wider_intervals(tmp_path: Path) -> None:
    def later(sweep: int, rows: dict[str, Any]) -> dict[str, Any]:
        own = columns(rows, {0: 1000, 1: 1000, 2: 1000 * (1 + sweep)})
        return {**own, "due": np.full(len(rows["arm"]), 100), "served": np.full(len(rows["arm"]), 50 + sweep)}

    run = made.run([made.level({"writers": 2}, "php/a", ["php/b"], **WINDOW)], precision=0.01)
    several: Any = made.judged(tmp_path, run, sweeps=14, change=later).levels[0].arms[1].several
    # Four figures and fourteen rounds: from the first to the last, where rule 7 takes the second from either end.
    assert (several.served.low, several.served.high) == (0.5, 0.63)
    assert (several.p99_ratio.low, several.p99_ratio.high) == pytest.approx((1, 14))


def test_a_baseline_without_other_arms_is_one_comparison(tmp_path: Path) -> None:
    def later(sweep: int, rows: dict[str, Any]) -> dict[str, Any]:
        count = len(rows["arm"])
        return {**rows, "due": np.full(count, 100), "served": np.full(count, 50 + sweep)}

    run = made.run([made.level({"writers": 2}, "php/a", [], **WINDOW)])
    found = served_of(made.judged(tmp_path, run, sweeps=13, change=later).levels[0])
    assert (found.low, found.high) == (0.51, 0.61)  # the second of thirteen rounds from either end: two figures


def test_an_arm_without_samples_has_no_such_figure_and_one_without_a_baseline_no_ratio(tmp_path: Path) -> None:
    level = made.level({"writers": 2}, "php/a", [made.arm("php/b", status="skipped"), "php/c"], **WINDOW)
    tails = dict.fromkeys(range(4), 1000)
    run = made.run([level])
    arms = made.judged(tmp_path, run, change=lambda sweep, rows: columns(rows, tails)).levels[0].arms
    none: Any = arms[1].several
    assert (none.p50_ns, none.served, none.p99_ratio, none.p99_spread_ns.low) == (None, None, None, None)
    failed = level.arms[0].model_copy(update={"status": "failed"})
    alone = made.run([level.model_copy(update={"arms": [failed, *level.arms[1:]]})])
    beside = made.judged(tmp_path / "alone", alone, change=lambda sweep, rows: columns(rows, tails))
    other: Any = beside.levels[0].arms[2].several
    assert (other.p99_ns, other.p99_ratio) == (1000, None)


def test_a_share_is_of_all_arrivals_of_a_round_and_one_that_nothing_is_known_of_counts_as_not_served(
    tmp_path: Path,
) -> None:
    def serve(sweep: int, rows: dict[str, Any]) -> dict[str, Any]:
        served = [None if sweep == 0 else 50 + 10 * block for block in rows["block"].tolist()]
        return {**rows, "due": np.full(len(served), 100), "served": served}

    run = made.run([made.level({"writers": 2}, "php/a", ["php/b"], **WINDOW)])
    (level,) = made.judged(tmp_path, run, sweeps=10, change=serve).levels
    # Five blocks with 50 to 90 of 100 in each round but the first; of ten rounds the interval is from end to end.
    found = served_of(level)
    assert found.share == pytest.approx(0.7 * 9 / 10)
    assert (found.low, found.high) == (0.0, 0.7)


def test_a_share_that_reaches_the_bound_in_some_rounds_decides_nothing(tmp_path: Path) -> None:
    found = served_in(tmp_path, (1000, 980), (1000, 980), (1000, 980), (1000, 990))
    assert (found.low, found.high, found.keeps_up) == (0.98, 0.99, None)


def test_a_tail_is_compared_in_the_blocks_in_which_the_baseline_has_one(tmp_path: Path) -> None:
    def spoil(sweep: int, rows: dict[str, Any]) -> dict[str, Any]:
        own = columns(rows, {0: 1000, 1: 1000, 2: 3000})
        places = zip(rows["arm"].tolist(), rows["block"].tolist(), strict=True)
        return {**own, "status": ["failed" if place == (0, 0) else "ok" for place in places]}

    run = made.run([made.level({"writers": 2}, "php/a", ["php/b"], **WINDOW)])
    several: Any = made.judged(tmp_path, run, change=spoil).levels[0].arms[1].several
    assert several.p99_ratio.ratio == pytest.approx(3)
