"""Rows of claims to the word: the figure, and the reason that a reader is given."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from analysis import made
from claims.test_evaluate import claim, verdicts
from claims.test_file import CATALOG, STUDY
from claims.test_of_one_level import memories, together
from iotrial.analysis.bounds import Bounds, KnownBounds
from iotrial.analysis.memory_growth import MemoryGrowth
from iotrial.analysis.size_cost import SizeCost
from iotrial.cautions import sentence
from iotrial.claims.evaluate import judge_claims
from iotrial.claims.failures import Failures
from iotrial.claims.file import load
from iotrial.claims.kinds.crossover import Crossover
from iotrial.claims.kinds.growth import Growth
from iotrial.claims.kinds.varies import order_varies
from iotrial.claims.outcome import Outcome
from iotrial.claims.pair_at_level import PairAtLevel
from iotrial.stats.interval import Interval
from iotrial.store.read import open_run
from iotrial.store.record import Arm, Calls, Evidence, LockWait, Observation, Records


def row(root: Path, kind: str, *arms: str, **given: Any) -> Any:
    """The row of one claim about a run without noise; what a kind takes of its own is in `of_claim`."""
    (found,) = verdicts(root, claim(kind, *arms, **given.pop("of_claim", {})), noise=0.0, **given)
    return found


def told(found: Any) -> tuple[Any, ...]:
    return (found.verdict, found.measured, found.said, found.reason)


@pytest.mark.parametrize(
    ("kind", "arms", "of_claim", "expected"),
    [
        ("order", ("php/a", "php/b"), {}, ("holds", 2.0, None, "php/b over php/a")),
        ("order", ("php/a", "php/b", "php/c"), {}, ("holds", 2.0, None, "php/b over php/a")),
        ("order", ("php/a", "php/c", "php/b"), {}, ("not so here", 0.5, None, "php/b over php/c")),
        ("order", ("php/a", "php/b"), {"of": "cpu time"}, ("holds", 2.0, None, "cpu time of php/b over php/a")),
        ("first", ("php/a", "php/c", "php/b"), {}, ("holds", 4.0, None, "php/c over php/a")),
        ("first", ("php/b", "php/c", "php/a"), {}, ("not so here", 0.5, None, "php/a over php/b")),
        ("last", ("php/c", "php/a", "php/b"), {}, ("holds", 4.0, None, "php/c over php/a")),
        ("last", ("php/b", "php/a", "php/c"), {}, ("not so here", 0.5, None, "php/b over php/c")),
        ("last", ("php/c", "php/b"), {"of": "cpu time"}, ("holds", 2.0, None, "cpu time of php/c over php/b")),
        ("no_faster", ("php/b", "php/a"), {}, ("holds", 2.0, None, "php/b over php/a")),
        (
            "no_faster",
            ("php/a", "php/b"),
            {"of": "cpu time"},
            ("opposite here", 0.5, None, "cpu time of php/a over php/b"),
        ),
        ("equal", ("php/a", "php/b"), {"of": "time"}, ("not so here", 2.0, None, "php/b over php/a")),
        (
            "equal",
            ("php/a", "c/d", "php/b", "php/c"),
            {"of": "cpu time", "within": 4.0},
            ("holds", 4.0, None, "cpu time of php/c over php/a"),
        ),
        ("ratio", ("php/c", "php/b"), {"band": (1.5, 2.5)}, ("holds", 2.0, None, None)),
        ("ratio", ("php/c", "php/a"), {"band": (1.5, 2.5)}, ("larger here", 4.0, None, "beyond 1.5 to 2.5 times")),
        (
            "ratio",
            ("php/c", "php/a"),
            {"band": (1.5, 2.5), "of": "cpu time"},
            ("larger here", 4.0, None, "beyond 1.5 to 2.5 times"),
        ),
    ],
)
def test_a_comparison_of_times_says_what_was_held_against_what(
    tmp_path: Path, kind: str, arms: tuple[str, ...], of_claim: dict[str, Any], expected: tuple[Any, ...]
) -> None:
    found = row(tmp_path, kind, *arms, of_claim=of_claim, ratios={"php/b": 2.0, "php/c": 4.0})
    verdict, measured, said, reason = expected
    assert told(found) == (verdict, pytest.approx(measured, rel=1e-6), said, reason)
    assert found.low == found.high == pytest.approx(measured, rel=1e-6)
    assert (found.kind, found.says, found.claim) == (kind, "It is so.", "1")


def test_a_row_has_all_that_the_claim_is_and_each_level_has_its_figure(tmp_path: Path) -> None:
    levels = [made.level({"records": size, "sink": "pipe"}, "php/a", ["php/b"]) for size in (10, 100)]
    given = {"published": "2 times", "quote": "It took twice as long", "fault": True, "answers": True}
    found = row(tmp_path, "order", "php/a", "php/b", of_claim=given, levels=levels, ratios={"php/b": 2.0})
    assert {name: getattr(found, name) for name in given} == given
    assert found.level == "records=10" and found.fair is None and found.flips == ()
    assert [(one.level, one.verdict, one.measured) for one in found.levels] == [
        ("records=10", "holds", pytest.approx(2.0)),
        ("records=100", "holds", pytest.approx(2.0)),
    ]


def test_the_fair_benchmark_is_told_with_all_its_figures(tmp_path: Path) -> None:
    found = row(
        tmp_path,
        "order",
        "php/a",
        "php/b",
        of_claim={"fair": ("php/a", "php/c")},
        ratios={"php/b": 2.0, "php/c": 0.5},
    )
    reason = "as it should be (php/a, php/c) it comes out otherwise: opposite"
    assert (found.verdict, found.reason) == ("artefact", reason)
    fair = found.fair
    assert (fair.measured, fair.low, fair.high) == pytest.approx((0.5, 0.5, 0.5))
    assert (fair.said, fair.level) == (None, "records=10 sink=pipe")
    records = made.level({"records": 10}, "php/a", [made.arm("php/b", memory=memories(runtime_peak_bytes=9)), "php/c"])
    counted = row(
        tmp_path / "counted",
        "differ",
        "php/a",
        "php/b",
        of_claim={"of": "runtime memory", "fair": ("php/a", "php/c")},
        levels=[records],
    )
    assert counted.verdict == "artefact" and counted.fair.said == "430,080 bytes"


def test_a_fair_benchmark_that_says_nothing_leaves_the_verdict_and_says_why(tmp_path: Path) -> None:
    absent = row(tmp_path, "order", "php/a", "php/b", of_claim={"fair": ("php/a", "php/x")}, ratios={"php/b": 2.0})
    assert (absent.verdict, absent.reason) == (
        "holds",
        "the benchmark as it should be is not run: php/x is not in the run",
    )


@pytest.mark.parametrize(
    ("arms", "expected"),
    [
        (("php/b", "php/c"), ("holds", 2.0, "1,000 to 2,000 bytes", None)),
        (("php/c", "php/b"), ("holds", 2.0, "1,000 to 2,000 bytes", None)),
        (("php/b", "php/b5"), ("not so here", 1.05, "1,000 to 1,050 bytes", None)),
        (("php/b", "php/none"), ("not run", None, None, "the runtime memory of php/none is not known")),
        (("php/b", "php/failed"), ("not run", None, None, "php/failed is failed: died")),
    ],
)
def test_counted_figures_that_differ_are_told(tmp_path: Path, arms: tuple[str, ...], expected: tuple[Any, ...]) -> None:
    others: list[str | Arm] = [
        made.arm(name, memory=memories(runtime_peak_bytes=taken))
        for name, taken in (("php/b", 1000), ("php/c", 2000), ("php/b5", 1050))
    ]
    others += [made.arm("php/none", memory=memories()), made.arm("php/failed", status="failed", reason="died")]
    levels = [made.level({"records": 10}, "php/a", others)]
    differ = row(tmp_path, "differ", *arms, of_claim={"of": "runtime memory", "within": 0.05}, levels=levels)
    assert told(differ) == expected
    equal = row(tmp_path / "equal", "equal", *arms, of_claim={"of": "runtime memory", "within": 0.05}, levels=levels)
    opposite = {"holds": "not so here", "not so here": "holds"}.get(expected[0], expected[0])
    assert told(equal) == (opposite, *expected[1:])


ONE_WINDOW = "the lock wait is a figure of one window, without an interval: another window may show another"


@pytest.mark.parametrize(
    ("of", "band", "expected"),
    [
        ("runtime memory taken", (16, 20), ("holds", 16.0, "33,554,432 over 2,097,152 bytes", None)),
        ("runtime memory taken", (10, 16), ("holds", 16.0, "33,554,432 over 2,097,152 bytes", None)),
        (
            "runtime memory taken",
            (17, 20),
            ("smaller here", 16.0, "33,554,432 over 2,097,152 bytes", "short of 17 to 20 times"),
        ),
        ("runtime memory", (1, 2), ("holds", 1.5, "3,000 over 2,000 bytes", None)),
        ("runtime memory", (0.2, 0.5), ("opposite here", 1.5, "3,000 over 2,000 bytes", "not 0.2 to 0.5 times")),
        ("memory", (0.5, 2), ("holds", 1.0, "18,874,368 over 18,874,368 bytes", None)),
        ("memory", (2, 3), ("equal here", 1.0, "18,874,368 over 18,874,368 bytes", "not 2 to 3 times")),
        ("calls", (2, 3), ("holds", 2.5, "5 over 2 calls", None)),
        ("lock wait", (10, 99), ("undecided", 22.0, "11.0 µs over 500 ns", ONE_WINDOW)),
        ("time", (1, 99), ("not run", None, None, "php/d is not in the run")),
    ],
)
def test_counted_figures_over_one_another_are_told(
    tmp_path: Path, of: str, band: tuple[float, float], expected: tuple[Any, ...]
) -> None:
    def arm(name: str, peak: int, taken: int, calls: int, wait_ns: int) -> Arm:
        evidence = Evidence(source="strace", calls={"read": Calls(count=calls)})
        return made.arm(
            name,
            memory=memories(runtime_peak_bytes=peak, runtime_peak_real_bytes=taken),
            evidence=evidence,
            lock_wait=LockWait(count=9, p99_ns=wait_ns),
        )

    levels = together(arm("php/b", 3000, 32 << 20, 5, 11_000), arm("php/c", 2000, 2 << 20, 2, 500))
    other = "php/d" if of == "time" else "php/c"
    assert told(row(tmp_path, "ratio", "php/b", other, of_claim={"of": of, "band": band}, levels=levels)) == expected


def test_each_kind_of_harm_is_counted_by_itself(tmp_path: Path) -> None:
    records = Records(handed=1000, lost=1, torn=2, interleaved=3, doubled=4, astray=5, unknown=6)
    levels = together(made.arm("php/b", records=records))
    for count, harm in enumerate(("lost", "torn", "interleaved", "doubled", "astray"), 1):
        for kind, verdict in (("some", "holds"), ("none", "not so here")):
            found = row(tmp_path / kind / harm, kind, "php/b", of_claim={"of": harm}, levels=levels)
            assert told(found) == (verdict, None, f"{count} of 1,000", None)


def test_harm_that_did_not_come_or_was_not_counted_says_so(tmp_path: Path) -> None:
    records = Records(handed=1000, lost=0, torn=0, interleaved=0, doubled=0, unknown=0)
    levels = together(made.arm("php/b", records=records), "php/c")

    def said(kind: str, arm: str, of: str) -> tuple[Any, ...]:
        return told(row(tmp_path / kind / arm / of, kind, arm, of_claim={"of": of}, levels=levels))

    assert said("some", "php/b", "torn") == ("undecided", None, "0 of 1,000", "none of 1,000 was torn this time")
    writers = "no records of php/c were counted; that takes several writers"
    assert said("none", "php/c", "lost") == said("some", "php/c", "lost") == ("not run", None, None, writers)
    cut = "no records of php/b were counted; that takes a log that is cut"
    assert said("none", "php/b", "astray") == ("not run", None, None, cut)


def test_arms_that_fail_are_told_with_their_reasons(tmp_path: Path) -> None:
    silent, slow = made.arm("php/c", status="failed"), made.arm("php/d", status="failed", reason="Timed Out")
    died = made.arm("c/d", outcome=Observation(code="died", text="killed by SIGBUS"), reason="not told")
    ended = made.arm("c/e", outcome=Observation(code="whole", text="it ended"))
    levels = [made.level({"records": 1}, "php/a", ["php/b", silent, slow, died, ended])]

    def said(kind: str, *arms: str, because: str | None = None) -> tuple[Any, ...]:
        folder = tmp_path / kind / str(because) / "-".join(arms)
        return told(row(folder, kind, *arms, of_claim={"because": because}, levels=levels))

    assert said("survives", "php/b", "c/e") == ("holds", None, "0 of 2 fail", None)
    assert said("survives", "php/b", "c/d") == ("not so here", None, "1 of 2 fail", "c/d: killed by SIGBUS")
    both = "php/c: no reason is stored; c/d: killed by SIGBUS"
    assert said("fails", "php/c", "c/d") == ("holds", None, "2 of 2 fail", both)
    assert said("fails", "php/d", because="timed out") == ("holds", None, "1 of 1 fail", "php/d: Timed Out")
    assert said("fails", "php/b", "php/d") == ("not so here", None, "1 of 2 fail", "php/d: Timed Out")
    other = "not because of 'SIGBUS': php/d: Timed Out; c/d: killed by SIGBUS"
    assert said("fails", "php/d", "c/d", because="SIGBUS") == ("undecided", None, "2 of 2 fail", other)
    assert said("survives", "php/b", "php/x") == ("not run", None, None, "php/x not in the run")
    assert Failures(2, {}).told is None


def test_system_calls_are_told_once_for_arms_that_make_the_same(tmp_path: Path) -> None:
    def traced(name: str, **counts: int) -> Arm:
        calls = {call: Calls(count=count) for call, count in counts.items()}
        return made.arm(name, evidence=Evidence(source="strace", calls=calls))

    unseen = made.arm("php/e", evidence=Evidence(source=None, reason="no strace here"))
    arms = [traced("php/b", read=1000), traced("php/c", read=1000), traced("php/d", read=7), unseen]
    levels = [made.level({"records": 1}, "php/a", arms)]

    def said(*names: str) -> tuple[Any, ...]:
        of_claim = {"calls": {"read": 1000, "mmap": 0}}
        return told(row(tmp_path / "-".join(names), "calls", *names, of_claim=of_claim, levels=levels))

    assert said("php/b", "php/c") == ("holds", None, "1,000 read, 0 mmap", None)
    assert said("php/d", "php/b") == ("not so here", None, "7 read, 0 mmap; 1,000 read, 0 mmap", None)
    assert said("php/b", "php/e") == ("not run", None, None, "system calls of php/e were not traced: no strace here")


def test_guarantees_are_told_once_for_arms_that_give_the_same(tmp_path: Path) -> None:
    whole, none = {"lock": "whole", "dots": "yes"}, {"lock": "none", "dots": "yes"}
    arms = [made.arm(name, guarantees=given) for name, given in (("php/b", whole), ("php/c", whole), ("php/d", none))]
    levels = [made.level({"records": 1}, "php/a", [*arms, "php/e"])]

    def said(*names: str) -> tuple[Any, ...]:
        return told(row(tmp_path / "-".join(names), "gives", *names, of_claim={"gives": whole}, levels=levels))

    assert said("php/b", "php/c") == ("holds", None, "lock whole, dots yes", None)
    both = "lock whole, dots yes; lock none, dots yes"
    assert said("php/b", "php/d") == ("not so here", None, both, "php/d: lock none, dots yes")
    assert said("php/d", "php/d")[3] == "php/d: lock none, dots yes; php/d: lock none, dots yes"
    assert said("php/b", "php/e") == ("not run", None, None, "php/e does not declare lock and dots")


@pytest.mark.parametrize(
    ("band", "verdict", "reason"),
    [
        ((999, 1500), "holds", None),
        ((500, 1001), "holds", None),
        ((1001, 1500), "smaller here", "short of 1001 to 1500 ns"),
        ((500, 999), "larger here", "beyond 500 to 999 ns"),
    ],
)
def test_a_gap_says_how_many_nanoseconds_of_what(
    tmp_path: Path, band: tuple[float, float], verdict: str, reason: str | None
) -> None:
    # 2 ms for 1,000 bytes, and 3 ms.
    levels = [made.level({"records": 1}, "php/a", [made.arm(name, work=1000) for name in ("php/b", "php/c")])]
    found = row(tmp_path, "gap", "php/c", "php/b", of_claim={"band": band}, levels=levels, ratios={"php/c": 1.5})
    said = "1,000 [1,000, 1,000] ns for each of its bytes"
    assert told(found) == (verdict, pytest.approx(1000), said, reason)
    few = row(
        tmp_path / "few",
        "gap",
        "php/c",
        "php/b",
        of_claim={"band": band},
        levels=levels,
        ratios={"php/c": 1.5},
        sweeps=3,
    )
    assert told(few) == ("undecided", None, None, "too few rounds for an interval")


def test_a_gap_of_arms_without_work_or_with_unlike_work_is_none(tmp_path: Path) -> None:
    arms = [made.arm("php/b", work=0), made.arm("php/c", work=0), made.arm("php/d", work=7)]
    levels = [made.level({"records": 1}, "php/a", arms)]
    for first, second in (("php/b", "php/c"), ("php/d", "php/a")):
        found = row(tmp_path / second, "gap", first, second, of_claim={"band": (1, 2)}, levels=levels)
        assert told(found) == ("not run", None, None, f"{first} and {second} do not do the same work")


@pytest.mark.parametrize(
    ("band", "verdict", "reason"),
    [
        ((50, 60), "holds", None),
        ((40, 50), "holds", None),
        ((51, 60), "smaller here", "short of 51 to 60 MB/s"),
        ((40, 49), "larger here", "beyond 40 to 49 MB/s"),
    ],
)
def test_a_rate_is_in_millions_of_bytes_a_second(
    tmp_path: Path, band: tuple[float, float], verdict: str, reason: str | None
) -> None:
    # 100 records of 1,000 bytes in 2 ms.
    levels = [made.level({"record_bytes": 1000}, "php/a", [made.arm("php/b", work=100)])]
    found = row(tmp_path, "rate", "php/b", of_claim={"band": band}, levels=levels, sweeps=6)
    assert told(found) == (verdict, pytest.approx(50), "50 MB/s, spread 50 to 50", reason)
    assert (found.low, found.high) == pytest.approx((50, 50))
    few = row(tmp_path / "few", "rate", "php/b", of_claim={"band": band}, levels=levels, sweeps=5)
    assert told(few) == ("undecided", None, None, "too few rounds for a spread")


@pytest.mark.parametrize(
    ("factors", "work", "rate"),
    [
        ({"file_bytes": 100_000}, 100_000, 50),
        ({"file_bytes": 100_000, "files": 3}, 100_000, None),
        ({"entries": 10}, 100_000, None),
        ({"record_bytes": 1000}, None, None),
    ],
)
def test_a_rate_is_of_arms_whose_bytes_are_counted(
    tmp_path: Path, factors: dict[str, int | str], work: int | None, rate: float | None
) -> None:
    levels = [made.level(factors, "php/a", [made.arm("php/b", work=work)])]
    found = row(tmp_path, "rate", "php/b", of_claim={"band": (40, 60)}, levels=levels)
    if rate is None:
        assert told(found) == ("not run", None, None, "nobody counts the bytes of php/b")
    else:
        assert (found.verdict, found.measured) == ("holds", pytest.approx(rate))


def test_a_spread_that_reaches_over_a_bound_decides_no_rate(tmp_path: Path) -> None:
    levels = [made.level({"record_bytes": 1000}, "php/a", [made.arm("php/b", work=100)])]

    def waver(sweep: int, columns: dict[str, Any]) -> dict[str, Any]:
        return {**columns, "wall_ns": columns["wall_ns"] * (2 if sweep % 2 else 1)}

    found = row(tmp_path, "rate", "php/b", of_claim={"band": (20, 40)}, levels=levels, change=waver)
    assert found.verdict == "undecided" and found.reason == "the spread reaches over 20 to 40 MB/s"
    assert (found.low, found.high) == pytest.approx((25, 50)) and found.said == "33 MB/s, spread 25 to 50"
    for band in ((50, 60), (10, 25)):  # the bounds belong to the band
        beside = row(tmp_path / str(band), "rate", "php/b", of_claim={"band": band}, levels=levels, change=waver)
        assert beside.verdict == "undecided"


def costs(misfit: tuple[float, float, float], growth: tuple[float | None, float | None, float | None]) -> SizeCost:
    """Cost over sizes, as medians with their bounds."""
    none = Bounds(median=None, low=None, high=None)
    bounds = [Bounds(median=median, low=low, high=high) for low, median, high in (misfit, growth)]
    return SizeCost(
        factor="records",
        at={},
        arm="php/b",
        sizes=3,
        fixed_ns=none,
        unit_ns=none,
        misfit_share=bounds[0],
        growth_share=bounds[1],
    )


FITS, BENDS, EITHER = (0.01, 0.02, 0.1), (0.11, 0.2, 0.3), (0.1, 0.15, 0.2)
GROWS, GROWS_A_LITTLE, FLAT, OPEN = (0.11, 2.0, 3.0), (0.01, 0.02, 0.1), (0.0, 0.02, 0.1), (0.0, 0.05, 0.11)


@pytest.mark.parametrize(
    ("misfit", "growth", "linear", "flat"),
    [
        (FITS, GROWS, "holds", "not so here"),
        (FITS, GROWS_A_LITTLE, "holds", "holds"),
        (FITS, FLAT, "not so here", "holds"),
        (FITS, OPEN, "undecided", "undecided"),
        (BENDS, GROWS, "not so here", "not so here"),
        (BENDS, FLAT, "not so here", "undecided"),
        (EITHER, GROWS, "undecided", "not so here"),
        (EITHER, FLAT, "undecided", "undecided"),
        (FITS, (0.1, 0.2, 0.3), "holds", "undecided"),
    ],
)
def test_time_over_sizes_is_a_line_flat_or_neither(
    misfit: tuple[float, float, float], growth: tuple[float, float, float], linear: str, flat: str
) -> None:
    for shape, figure, verdict in (("linear", misfit, linear), ("flat", growth, flat)):
        found = Growth(key="1", says="", of="time", shape=shape, within=0.1)._time(costs(misfit, growth))
        low, median, high = figure
        off = "off a line" if shape == "linear" else "more at the largest size"
        said = f"php/b {median:.0%} [{low:.0%}, {high:.0%}] {off}"
        reason = "the interval reaches over 10%" if verdict == "undecided" else None
        assert found == Outcome(verdict, median, low, high, reason, said, "records")  # type: ignore[arg-type]


def test_time_over_sizes_without_an_interval_is_open() -> None:
    for shape in ("linear", "flat"):
        told_of = Growth(key="1", says="", of="time", shape=shape)
        found = told_of._time(costs(FITS, (None, 0.5, None)))
        assert found == Outcome("undecided", reason="too few rounds for a line of php/b", level="records")


def test_growth_takes_several_sizes(tmp_path: Path) -> None:
    for of in ("time", "memory", "held memory"):
        found = row(tmp_path / of, "growth", "php/b", of_claim={"of": of, "shape": "flat"})
        needs = "it takes several sizes, and for memory a run that takes it apart"
        assert told(found) == ("not run", None, None, needs)


def test_why_a_level_says_nothing_is_told_with_the_level(tmp_path: Path) -> None:
    levels = [made.level({"records": 10, "sink": "pipe"}, "php/a", ["php/b"])]

    def spoil(sweep: int, columns: dict[str, Any]) -> dict[str, Any]:
        return {**columns, "wall_ns": columns["wall_ns"] * np.where(columns["arm"] == 1, 2, 1)}

    found = row(tmp_path, "order", "php/a", "php/b", levels=levels, change=spoil)
    assert found.verdict == "undecided"
    told_at = "the level records=10 sink=pipe is invalid: the placebo is slower than the baseline that it repeats: "
    assert found.reason == f"{told_at}2.0000 [2.0000, 2.0000]"


def test_a_figure_that_takes_several_workers_says_so(tmp_path: Path) -> None:
    found = row(tmp_path, "order", "php/a", "php/b", of_claim={"of": "p99"})
    needs = "the samples say nothing of p99; that takes several workers at once"
    assert told(found) == ("not run", None, None, needs)


def test_an_arm_whose_bytes_nobody_reads_and_one_that_cannot_be_say_why(tmp_path: Path) -> None:
    level = made.level({"records": 10, "sink": "null"}, "php/a", [made.arm("c/d", tags=["untouched"])])
    unread = row(tmp_path, "order", "c/d", "php/a", levels=[level])
    own = sentence("sink_never_reads", {})
    assert told(unread) == ("not run", None, None, f"the time of c/d is not ranked: {own}")
    kit = made.arm("c/d", tags=["untouched"], kit_ns=made.BASE_NS / 2)
    level = made.level({"records": 10, "sink": "null"}, "php/a", [kit])
    unread = row(tmp_path / "kit", "order", "c/d", "php/a", levels=[level])
    cost = sentence("kit_cost", {"kit_ns": made.BASE_NS / 2, "share": 0.5})
    assert unread.reason == f"the time of c/d is not ranked: {cost}; {own}"
    floors = [made.arm("c/least", role="floor", floor="copying")]
    level = made.level({"records": 10}, "php/a", [made.arm("c/d", shift=1)], floors=floors)
    beyond = row(tmp_path / "beyond", "order", "c/d", "php/a", levels=[level], ratios={"c/d": 0.5, "c/least": 0.8})
    assert beyond.verdict == "undecided" and beyond.reason.count("; ") == 0
    assert beyond.reason.startswith("the time of c/d is invalid: c/d ")


def met(*verdicts_of: Any) -> list[PairAtLevel]:
    return [PairAtLevel(f"n={place}", verdict, place, f"open at {place}") for place, verdict in enumerate(verdicts_of)]


def test_an_order_that_changes_names_the_pair_and_two_levels() -> None:
    same = {("a", "b"): met("slower", "slower"), ("a", "c"): met("slower", "undecided", "undecided")}
    assert order_varies(same) == Outcome("undecided", reason="open at 1")
    assert order_varies({("a", "b"): met("slower", "slower")}) == Outcome(
        "not so here", said="the same order at every level"
    )
    turns = {**same, ("b", "c"): met("equivalent", "faster", "slower", "slower")}
    reason = "c beside b: slower at n=2, faster at n=1"
    assert order_varies(turns) == Outcome("holds", said="the order changes", reason=reason)
    for first in ("slower", "faster"):
        reason = f"b beside a: {first} at n=1, equivalent at n=0"
        found = order_varies({("a", "b"): met("equivalent", first)})
        assert found == Outcome("holds", said="the order changes", reason=reason)
    assert order_varies({("a", "b"): met("slower")}) == Outcome("not run", reason="it takes several levels")


def over_sizes(*others: str | Arm, sizes: tuple[int, ...] = (10, 100, 1000)) -> list[Any]:
    return [made.level({"records": size, "sink": "pipe"}, "php/a", others) for size in sizes]


def by_size(*ratios: float) -> Any:
    """A change that makes the third arm take this much longer at each of the sizes."""

    def change(sweep: int, columns: dict[str, Any]) -> dict[str, Any]:
        factor = np.where(columns["arm"] == 2, np.array(ratios)[columns["level"]], 1.0)
        return {**columns, "wall_ns": (columns["wall_ns"] * factor).astype(np.int64)}

    return change


def test_a_winner_that_changes_is_told_with_the_sizes(tmp_path: Path) -> None:
    def said(name: str, band: tuple[float, float], *ratios: float) -> tuple[Any, ...]:
        of_claim = {"along": "records", "band": band}
        change = by_size(*ratios)
        found = row(
            tmp_path / name, "crossover", "php/a", "php/b", of_claim=of_claim, levels=over_sizes("php/b"), change=change
        )
        assert found.measured is None and [one.level for one in found.levels] == ["sink=pipe"]
        return (found.verdict, found.said, found.reason)

    told_of = "records: php/a at 10 to 100; php/b at 1000"
    assert said("holds", (100, 1000), 2, 2, 0.5) == ("holds", told_of, None)
    early = "php/b is the faster one at records=10"
    assert said("early", (100, 1000), 0.5, 0.5, 2) == (
        "not so here",
        "records: php/a at 1000; php/b at 10 to 100",
        "php/a is the faster one at records=1000",
    )
    assert said("first", (10, 1000), 0.5, 1, 1) == ("not so here", "records: php/b at 10", early)
    assert said("never", (10, 1000), 2, 1, 1) == (
        "not so here",
        "records: php/a at 10",
        "php/b is never the faster one",
    )
    assert said("ever", (10, 1000), 1, 1, 0.5) == (
        "not so here",
        "records: php/b at 1000",
        "php/a is never the faster one",
    )
    assert said("none", (10, 1000), 1, 1, 1) == ("equal here", "records: no winner at any", None)
    assert said("wide", (50, 500), 2, 1, 0.5) == (
        "undecided",
        "records: php/a at 10; php/b at 1000",
        "what lies between them reaches over 50 to 500",
    )
    assert said("sizes", (9, 1000), 2, 1, 0.5) == ("not run", None, "it takes sizes up to 9 and from 1000 on")
    assert said("more", (10, 1001), 2, 1, 0.5) == ("not run", None, "it takes sizes up to 10 and from 1001 on")


def test_a_winner_that_changes_more_than_once_is_no_crossover(tmp_path: Path) -> None:
    levels = over_sizes("php/b", sizes=(1, 10, 100, 1000))
    of_claim = {"along": "records", "band": (1, 1000)}
    found = row(
        tmp_path, "crossover", "php/a", "php/b", of_claim=of_claim, levels=levels, change=by_size(2, 0.5, 2, 0.5)
    )
    assert (found.verdict, found.reason) == ("not so here", "the winner changes more than once")
    assert found.said == "records: php/a at 1 to 100; php/b at 10 to 1000"


def test_claims_over_levels_of_arms_that_are_not_there_say_so(tmp_path: Path) -> None:
    levels = over_sizes("php/b", made.arm("c/d", status="failed", reason="died"))
    for other in ("php/x", "c/d"):
        of_claim = {"along": "records", "band": (10, 1000)}
        turns = row(tmp_path / other, "crossover", "php/a", other, of_claim=of_claim, levels=levels)
        assert told(turns) == ("not run", None, None, f"php/a and {other} are not both in the run")
        varies = row(tmp_path / f"{other}-varies", "varies", "php/a", other, levels=levels)
        assert told(varies) == ("not run", None, None, "it takes several levels")


@pytest.mark.parametrize("kind", ["varies", "crossover"])
def test_levels_that_are_open_keep_a_claim_over_them_open_with_the_reason(tmp_path: Path, kind: str) -> None:
    of_claim = {"along": "records", "band": (10, 1000)} if kind == "crossover" else {}

    def said(name: str, *others: str | Arm, **given: Any) -> tuple[str, str]:
        levels = over_sizes(*(others or ("php/b",)))
        found = row(tmp_path / name, kind, "php/a", "php/b", of_claim=of_claim, levels=levels, **given)
        return (found.verdict, found.reason)

    assert said("few", sweeps=3) == ("undecided", "too few rounds for an interval")
    kit = made.arm("php/b", kit_ns=made.BASE_NS / 2)
    cost = sentence("kit_cost", {"kit_ns": made.BASE_NS / 2, "share": 0.5})
    assert said("kit", kit) == ("undecided", f"php/b: {cost}")

    def spoil(sweep: int, columns: dict[str, Any]) -> dict[str, Any]:
        spoilt = (columns["arm"] == 1) & (columns["level"] == 0)
        return {**columns, "wall_ns": columns["wall_ns"] * np.where(spoilt, 2, 1)}

    verdict, reason = said("invalid", change=spoil)
    assert verdict == "undecided" and reason.startswith("the level records=10 sink=pipe is invalid: ")

    def waver(sweep: int, columns: dict[str, Any]) -> dict[str, Any]:
        factor = np.where((columns["arm"] == 2) & (columns["level"] == 0), 1.5 if sweep % 2 else 0.7, 1.0)
        return {**columns, "wall_ns": (columns["wall_ns"] * factor).astype(np.int64)}

    assert said("wide", change=waver) == ("undecided", "php/b over php/a is undecided at records=10")


def test_arms_that_are_wrong_as_published_may_vary_beside_the_fair_ones(tmp_path: Path) -> None:
    wrong = made.arm("php/wrong", status="disqualified", reason="no names", tags=["as-published"])
    levels = over_sizes(wrong, "php/b")
    varies = row(
        tmp_path, "varies", "php/a", "php/wrong", of_claim={"fault": True}, levels=levels, change=by_size(2, 1, 0.5)
    )
    assert (
        varies.verdict == "holds"
        and varies.reason == "php/wrong beside php/a: slower at records=10, faster at records=1000"
    )
    of_claim = {"along": "records", "band": (10, 1000), "fault": True}
    turns = row(
        tmp_path / "turns",
        "crossover",
        "php/a",
        "php/wrong",
        of_claim=of_claim,
        levels=levels,
        change=by_size(2, 1, 0.5),
    )
    assert turns.verdict == "holds"


def test_work_that_arrives_is_told_by_its_share(tmp_path: Path) -> None:
    level = made.level({"writers": 2, "arrival": "10000/s"}, "php/a", ["php/b"], window_ns=250_000_000, workers=2)

    def serve(sweep: int, columns: dict[str, Any]) -> dict[str, Any]:
        served = np.where(columns["arm"] == 2, 400, 1000)
        return {**columns, "due": np.full(len(served), 1000), "served": served}

    def said(kind: str, *arms: str, change: Any = serve) -> tuple[Any, ...]:
        folder = tmp_path / kind / "-".join(arms) / change.__name__
        return told(row(folder, kind, *arms, levels=[level], change=change))

    assert said("keeps_up", "php/a") == ("holds", None, "100.0% done in time", None)
    assert said("falls_behind", "php/b") == ("holds", None, "40.0% done in time", None)
    assert said("keeps_up", "php/a", "php/b") == ("not so here", None, "40.0% to 100.0% done in time", None)
    assert said("falls_behind", "php/b", "php/a") == ("not so here", None, "40.0% to 100.0% done in time", None)

    def waver(sweep: int, columns: dict[str, Any]) -> dict[str, Any]:
        served = np.where((columns["arm"] == 2) & (sweep % 2 == 0), 900, 1000)
        return {**columns, "due": np.full(len(served), 1000), "served": served}

    differ = "rounds of php/b differ in whether it keeps up"
    assert said("keeps_up", "php/a", "php/b", change=waver) == (
        "undecided",
        None,
        "95.0% to 100.0% done in time",
        differ,
    )
    none = "php/a has no figure of what arrives at a rate"
    assert told(row(tmp_path / "none", "keeps_up", "php/a")) == ("not run", None, None, none)


@pytest.mark.parametrize(
    ("gap", "verdict", "reason"),
    [
        ((10, 20), "holds", None),
        ((9, 20), "undecided", "the interval reaches over the bounds of 10 to 20 ns"),
        ((10, 21), "undecided", "the interval reaches over the bounds of 10 to 20 ns"),
        ((0, 10), "not so here", "not 10 to 20 ns"),  # open which way
        ((1, 10), "smaller here", "short of 10 to 20 ns"),
        ((20, 30), "larger here", "beyond 10 to 20 ns"),
        ((-9, -1), "opposite here", "not 10 to 20 ns"),
    ],
)
def test_the_bounds_of_a_band_belong_to_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, gap: tuple[float, float], verdict: str, reason: str | None
) -> None:
    monkeypatch.setattr("iotrial.claims.kinds.gap.apart", lambda *given, **more: Interval(15, *gap))
    levels = [made.level({"records": 1}, "php/a", ["php/b"])]
    found = row(tmp_path, "gap", "php/b", "php/a", of_claim={"band": (10, 20)}, levels=levels)
    assert told(found) == (verdict, 15, f"15 [{gap[0]}, {gap[1]}] ns for each of its bytes", reason)


def test_memory_over_sizes_is_told_in_bytes_for_each_unit() -> None:
    def said(shape: str, verdict: Any, *bounds: float | None) -> Outcome:
        low, median, high = bounds
        assert median is not None
        return Growth(key="1", says="", of="memory", shape=shape)._memory(
            MemoryGrowth(
                factor="records",
                at={},
                arm="php/b",
                of="peak",
                units=[1, 2],
                processes=8,
                needed_processes=6,
                bytes_per_unit=KnownBounds(median=median, low=low, high=high),
                least=0.0,
                most=0.0,
                steps=[],
                misfit_bytes=0.0,
                flat_below=1.0,
                verdict=verdict,
            )
        )

    reason = "php/b, memory for each of records"
    grows = said("linear", "grows", 1000.125, 2000.0, 3000.5)
    told_of = "2,000.00 [1,000.12, 3,000.50] bytes"
    assert grows == Outcome("holds", 2000.0, 1000.125, 3000.5, reason, told_of, "records")
    assert said("flat", "flat", -0.001, -0.004, 0.0).said == "0.00 [0.00, 0.00] bytes"
    assert said("flat", "undecided", None, 1.5, None) == Outcome(
        "undecided", 1.5, None, None, reason, "1.50 bytes", "records"
    )
    verdicts_of = {
        (shape, verdict): said(shape, verdict, 1.0, 2.0, 3.0).verdict
        for shape in ("linear", "flat")
        for verdict in ("flat", "grows", "falls", "undecided")
    }
    assert verdicts_of == {
        ("linear", "flat"): "not so here",
        ("linear", "grows"): "holds",
        ("linear", "falls"): "not so here",
        ("linear", "undecided"): "undecided",
        ("flat", "flat"): "holds",
        ("flat", "grows"): "not so here",
        ("flat", "falls"): "not so here",
        ("flat", "undecided"): "undecided",
    }


def test_growth_is_of_the_levels_that_the_claim_speaks_of(tmp_path: Path) -> None:
    stored = open_run(made.store(tmp_path, made.memory_run()))

    def said(of: str, sink: str) -> str:
        told_of = claim("growth", "c/mmap_write", of=of, shape="linear", at={"sink": sink})
        (found,) = judge_claims(stored, [told_of])
        return found.verdict

    assert (said("memory", "pipe"), said("held memory", "pipe"), said("memory", "unix")) == (
        "holds",
        "not so here",
        "not run",
    )


def test_a_study_with_its_claims_is_the_full_one_or_the_quick_one(tmp_path: Path) -> None:
    path = tmp_path / "logs.toml"
    path.write_text(STUDY)
    assert [load(path, CATALOG, quick=quick).study.quick for quick in (True, False)] == [True, False]


def test_a_kind_is_about_the_first_paragraph_of_its_description() -> None:
    assert Crossover.about().endswith("both sizes lie in a band.")
    assert Crossover.about().startswith("Over the sizes of the factor `along`, the first arm is faster up to one size")


def test_the_cost_of_work_is_of_the_levels_that_the_claim_speaks_of(tmp_path: Path) -> None:
    levels = [
        made.level({"records": size, "sink": sink}, "php/a", [], arms=sized_arms(size))
        for sink in ("pipe", "unix")
        for size in (10, 100, 1000)
    ]

    def grow(sweep: int, columns: dict[str, Any]) -> dict[str, Any]:
        factor = np.array([10, 100, 1000, 1, 1, 1])[columns["level"]]
        return {**columns, "wall_ns": columns["wall_ns"] * factor}

    for sink, verdict in (("pipe", "holds"), ("unix", "not so here")):
        of_claim = {"of": "time", "shape": "linear", "within": 0.1, "at": {"sink": sink}}
        found = row(tmp_path / sink, "growth", "php/a", of_claim=of_claim, levels=levels, change=grow, sweeps=14)
        assert found.verdict == verdict


def sized_arms(size: int) -> list[Arm]:
    return [made.arm("php/a", role=role, work=size) for role in made.ROLES_OF_1]


def test_levels_that_differ_in_several_factors_are_named_by_all_of_them(tmp_path: Path) -> None:
    levels = [
        made.level({"records": n, "sink": s, "cache": "warm"}, "php/a", ["php/b"]) for n, s in ((1, "x"), (2, "y"))
    ]
    found = row(tmp_path, "order", "php/a", "php/b", levels=levels, ratios={"php/b": 2.0})
    assert [one.level for one in found.levels] == ["records=1 sink=x", "records=2 sink=y"]


def test_the_only_level_is_named_without_what_goes_without_saying(tmp_path: Path) -> None:
    levels = [made.level({"records": 1, "cache": "warm"}, "php/a", ["php/b"])]
    assert row(tmp_path, "order", "php/a", "php/b", levels=levels).level == "records=1"


def test_an_arm_that_is_wrong_as_published_is_timed_at_another_level_too_and_gives_nothing(tmp_path: Path) -> None:
    wrong = made.arm(
        "php/wrong", status="disqualified", reason="no names", tags=["as-published"], guarantees={"lock": "none"}
    )
    levels = [made.level({"target": name}, "php/a", [wrong]) for name in ("ram", "disk")]
    of_claim = {"band": (1.5, 2.5), "at": {"target": "ram"}, "over_at": {"target": "disk"}, "fault": True}
    found = row(
        tmp_path,
        "ratio",
        "php/wrong",
        "php/wrong",
        of_claim=of_claim,
        levels=levels,
        change=lambda sweep, columns: {
            **columns,
            "wall_ns": columns["wall_ns"] * np.where((columns["level"] == 0) & (columns["arm"] == 2), 2, 1),
        },
    )
    assert (found.verdict, found.measured) == ("holds", pytest.approx(2))
    gives = row(
        tmp_path / "gives", "gives", "php/wrong", of_claim={"gives": {"lock": "none"}, "fault": True}, levels=levels
    )
    assert told(gives) == ("not run", None, None, "php/wrong is disqualified: no names")


def test_calls_that_differ_are_told_as_calls(tmp_path: Path) -> None:
    arms = [
        made.arm(name, evidence=Evidence(source="strace", calls={"read": Calls(count=count)}))
        for name, count in (("php/b", 2), ("php/c", 6))
    ]
    levels = [made.level({"records": 1}, "php/a", arms)]
    found = row(tmp_path, "differ", "php/b", "php/c", of_claim={"of": "calls"}, levels=levels)
    assert told(found) == ("holds", 3.0, "2 to 6 calls", None)


def test_of_arms_that_are_equal_the_one_that_is_farthest_off_is_told(tmp_path: Path) -> None:
    of_claim = {"of": "time", "within": 4.0}
    found = row(tmp_path, "equal", "php/a", "php/b", "php/c", of_claim=of_claim, ratios={"php/b": 0.5, "php/c": 1.2})
    assert told(found) == ("holds", pytest.approx(0.5), None, "php/b over php/a")
    found = row(
        tmp_path / "above", "equal", "php/a", "php/b", "php/c", of_claim=of_claim, ratios={"php/b": 0.9, "php/c": 1.5}
    )
    assert told(found) == ("holds", pytest.approx(1.5), None, "php/c over php/a")


def test_fairness_names_whose_index_is_held_against_whose(tmp_path: Path) -> None:
    def index(sweep: int, columns: dict[str, Any]) -> dict[str, Any]:
        return {**columns, "jain_ppm": np.where(columns["arm"] == 2, 600_000, 300_000)}

    found = row(tmp_path, "fairer", "php/b", "php/c", levels=together("php/b", "php/c"), change=index)
    assert told(found) == ("holds", pytest.approx(2), None, "fairness of php/b over php/c")


def test_a_crossover_that_is_open_says_what_is_decided(tmp_path: Path) -> None:
    of_claim = {"along": "records", "band": (10, 1000)}
    levels = over_sizes("php/b")
    found = row(tmp_path, "crossover", "php/a", "php/b", of_claim=of_claim, levels=levels, sweeps=3)
    assert told(found) == ("undecided", None, "records: no winner at any", "too few rounds for an interval")
