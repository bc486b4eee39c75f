"""Figures that are counted in passes of their own: memory, calls, lock waits."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from claims.judged import claim, memories, row, together, told, verdicts
from iotrial.store.record import Arm, Calls, Evidence, LockWait, Memory
from judge import made

#: The reason that a single window decides nothing.
ONE_WINDOW = "the lock wait is a figure of one window, without an interval: another window may show another"


def test_counted_figures_need_no_interval(tmp_path: Path) -> None:
    arms = [
        made.arm("php/b", memory=Memory(peak_bytes=18 << 20, before_bytes=8 << 20, runtime_peak_real_bytes=2 << 20)),
        made.arm("php/c", memory=Memory(peak_bytes=38 << 20, before_bytes=8 << 20, runtime_peak_real_bytes=2 << 20)),
        made.arm("php/d", memory=Memory()),
    ]
    level = made.level({"records": 10}, "php/a", arms)
    rows = verdicts(
        tmp_path,
        claim("equal", "php/b", "php/c", of="runtime memory taken"),
        claim("equal", "php/b", "php/c", of="memory"),
        claim("equal", "php/b", "php/d", of="memory"),
        levels=[level],
    )
    assert [row.verdict for row in rows] == ["confirmed", "holds nowhere tested", "not run"]
    assert rows[1].measured == pytest.approx(3) and rows[1].said == "10,485,760 to 31,457,280 bytes added"


@pytest.mark.parametrize(
    ("arms", "expected"),
    [
        (("php/b", "php/c"), ("confirmed", 2.0, "1,000 to 2,000 bytes", None)),
        (("php/c", "php/b"), ("confirmed", 2.0, "1,000 to 2,000 bytes", None)),
        (("php/b", "php/b5"), ("holds nowhere tested", 1.05, "1,000 to 1,050 bytes", None)),
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
    opposite = {"confirmed": "holds nowhere tested", "holds nowhere tested": "confirmed"}.get(expected[0], expected[0])
    assert told(equal) == (opposite, *expected[1:])


@pytest.mark.parametrize(
    ("of", "band", "expected"),
    [
        ("runtime memory taken", (16, 20), ("confirmed", 16.0, "33,554,432 against 2,097,152 bytes", None)),
        ("runtime memory taken", (10, 16), ("confirmed", 16.0, "33,554,432 against 2,097,152 bytes", None)),
        (
            "runtime memory taken",
            (17, 20),
            ("same direction, smaller", 16.0, "33,554,432 against 2,097,152 bytes", None),
        ),
        ("runtime memory", (1, 2), ("confirmed", 1.5, "3,000 against 2,000 bytes", None)),
        ("runtime memory", (0.2, 0.5), ("opposite here", 1.5, "3,000 against 2,000 bytes", None)),
        ("memory", (0.5, 2), ("confirmed", 1.0, "10,485,760 against 10,485,760 bytes added", None)),
        ("memory", (2, 3), ("equal here", 1.0, "10,485,760 against 10,485,760 bytes added", None)),
        ("calls", (2, 3), ("confirmed", 2.5, "5 against 2 calls", None)),
        ("lock wait", (10, 99), ("open", 22.0, "11.0 µs against 500 ns", ONE_WINDOW)),
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
    assert (
        told(row(tmp_path, "ratio", "php/b", other, of_claim={"of": of, "figure": band, "within": 0.0}, levels=levels))
        == expected
    )


def test_calls_that_differ_are_told_as_calls(tmp_path: Path) -> None:
    arms = [
        made.arm(name, evidence=Evidence(source="strace", calls={"read": Calls(count=count)}))
        for name, count in (("php/b", 2), ("php/c", 6))
    ]
    levels = [made.level({"records": 1}, "php/a", arms)]
    found = row(tmp_path, "differ", "php/b", "php/c", of_claim={"of": "calls"}, levels=levels)
    assert told(found) == ("confirmed", 3.0, "2 to 6 calls", None)


MIB = 1 << 20


MIB = 1 << 20


@pytest.mark.parametrize(
    ("added", "same", "differ"),
    [
        ((100_000, 231_072), "confirmed", "holds nowhere tested"),  # two steps of the kernel apart, and no more
        ((100_000, 231_073), "holds nowhere tested", "confirmed"),
        ((10 * MIB, 10 * MIB + 500_000), "confirmed", "holds nowhere tested"),  # 4.8 %
        ((10 * MIB, 10 * MIB + 600_000), "holds nowhere tested", "confirmed"),  # 5.7 %
    ],
)
def test_memory_that_is_the_same_is_what_the_work_added_and_not_what_the_process_has(
    tmp_path: Path, added: tuple[int, int], same: str, differ: str
) -> None:
    arms: list[str | Arm] = [
        made.arm(name, memory=Memory(peak_bytes=400 * MIB + own, before_bytes=400 * MIB))
        for name, own in zip(("php/b", "php/c"), added, strict=True)
    ]
    arms += [made.arm("php/d", memory=Memory(peak_bytes=400 * MIB)), made.arm("php/e", memory=Memory(before_bytes=1))]
    levels = [made.level({"records": 10}, "php/a", arms)]
    for kind, verdict in (("equal", same), ("differ", differ)):
        found = row(tmp_path / kind, kind, "php/b", "php/c", of_claim={"of": "memory"}, levels=levels)
        assert (found.verdict, found.measured) == (verdict, pytest.approx(max(added) / min(added)))
        for name in ("php/d", "php/e"):
            other = row(tmp_path / kind / name, kind, "php/b", name, of_claim={"of": "memory"}, levels=levels)
            assert told(other) == ("not run", None, None, f"the memory of {name} is not known")


@pytest.mark.parametrize("kind", ["equal", "differ"])
def test_a_figure_of_one_window_decides_nothing(tmp_path: Path, kind: str) -> None:
    waits = [
        made.arm(name, lock_wait=LockWait(count=9, p99_ns=wait)) for name, wait in (("php/b", 500), ("php/c", 9000))
    ]
    found = row(tmp_path, kind, "php/b", "php/c", of_claim={"of": "lock wait"}, levels=together(*waits))
    assert told(found) == ("open", 18.0, "500 ns to 9.00 µs", ONE_WINDOW)


def test_a_counted_ratio_has_the_tolerance_of_a_published_one(tmp_path: Path) -> None:
    arms = [made.arm(name, memory=memories(runtime_peak_bytes=own)) for name, own in (("php/b", 1700), ("php/c", 1000))]
    for figure, verdict in ((1.6, "confirmed"), (1.5, "same direction, larger"), (2.0, "same direction, smaller")):
        of_claim = {"of": "runtime memory", "figure": (figure, figure)}
        levels = [made.level({"records": 10}, "php/a", arms)]
        found = row(tmp_path / str(figure), "ratio", "php/b", "php/c", of_claim=of_claim, levels=levels)
        assert (found.verdict, found.measured) == (verdict, 1.7)


def test_counted_figures_differ_or_lie_in_a_band(tmp_path: Path) -> None:
    arms: list[str | Arm] = [
        made.arm("php/b", memory=memories(runtime_peak_bytes=796_896, runtime_peak_real_bytes=2 * MIB)),
        made.arm("php/c", memory=memories(runtime_peak_bytes=777_176, runtime_peak_real_bytes=32 * MIB)),
        made.arm("php/d", memory=memories()),
    ]
    rows = verdicts(
        tmp_path,
        claim("differ", "php/b", "php/c", of="runtime memory", within=0.01),
        claim("differ", "php/b", "php/c", of="runtime memory", within=0.05),
        claim("ratio", "php/c", "php/b", of="runtime memory taken", figure=(10, 20), within=0.0),
        claim("ratio", "php/c", "php/b", of="runtime memory taken", figure=(0.9, 1.1), within=0.0),
        claim("ratio", "php/c", "php/d", of="runtime memory taken", figure=(0.9, 1.1), within=0.0),
        levels=[made.level({"records": 10}, "php/a", arms)],
    )
    assert [row.verdict for row in rows] == [
        "confirmed",
        "holds nowhere tested",
        "confirmed",
        "holds nowhere tested",
        "not run",
    ]
    assert rows[2].said == "33,554,432 against 2,097,152 bytes" and rows[2].measured == 16


def test_waiting_for_a_lock_is_a_figure_of_those_that_take_one(tmp_path: Path) -> None:
    arms = [
        made.arm(name, lock_wait=LockWait(count=9, p99_ns=ns)) for name, ns in (("php/b", 11_000_000), ("php/c", 500))
    ]
    long, unknown = verdicts(
        tmp_path,
        claim("ratio", "php/b", "php/c", of="lock wait", figure=(10, 1e8), within=0.0),
        claim("ratio", "php/b", "php/a", of="lock wait", figure=(10, 1e8), within=0.0),
        levels=together(*arms),
    )
    assert (long.verdict, long.measured, long.said) == ("open", 22_000.0, "11.0 ms against 500 ns")
    assert unknown.verdict == "not run" and "lock wait of php/a is not known" in unknown.reason
    (alone,) = verdicts(tmp_path / "alone", claim("differ", "php/b", "php/a", of="lock wait"))
    assert (alone.verdict, alone.reason) == ("not run", "the lock wait of php/b is not known")


def test_a_counted_ratio_may_be_of_two_levels(tmp_path: Path) -> None:
    levels = [
        made.level({"buffer": name}, "php/a", [made.arm("php/b", memory=memories(runtime_peak_real_bytes=taken))])
        for name, taken in (("On", 32 * MIB), ("0", 2 * MIB))
    ]
    there, absent = verdicts(
        tmp_path,
        *(
            claim(
                "ratio",
                "php/b",
                "php/b",
                of="runtime memory taken",
                figure=(4, 99),
                within=0.0,
                at={"buffer": "On"},
                over_at=over,
            )
            for over in ({"buffer": "0"}, {"buffer": "4096"})
        ),
        levels=levels,
    )
    assert there.verdict == "confirmed" and there.measured == 16
    assert absent.verdict == "not run" and "no level is buffer=4096" in absent.reason


@pytest.mark.parametrize(
    ("first", "second", "of_claim", "verdict"),
    [
        (393_216, 397_312, {"figure": (1.5, 1.5)}, "equal here"),  # and not opposite, by a share of a step
        (196_608, 131_072, {"figure": (1.5, 1.5)}, "equal here"),  # 1.5, and no more than a step apart
        (65_536, 0, {"figure": (1.5, 1.5)}, "equal here"),
        (65_536, 0, {"most": 1.2}, "confirmed"),
        (30 << 20, 20 << 20, {"figure": (1.5, 1.5)}, "confirmed"),
        (20 << 20, 30 << 20, {"figure": (1.5, 1.5)}, "opposite here"),
        (30 << 20, 20 << 20, {"most": 1.2}, "holds nowhere tested"),
        (1 << 20, 0, {"figure": (1.5, 1.5)}, "same direction, larger"),
    ],
)
def test_memory_that_is_no_more_than_a_step_apart_is_the_same(
    tmp_path: Path, first: int, second: int, of_claim: dict[str, Any], verdict: str
) -> None:
    arms: list[str | Arm] = [
        made.arm(name, memory=Memory(peak_bytes=(8 << 20) + added, before_bytes=8 << 20))
        for name, added in (("php/b", first), ("php/c", second))
    ]
    levels = [made.level({"records": 10}, "php/a", arms)]
    found = row(tmp_path, "ratio", "php/b", "php/c", of_claim={"of": "memory", **of_claim}, levels=levels)
    assert found.verdict == verdict
    assert found.measured is None or found.measured == pytest.approx(first / second)


def test_counts_that_hardly_differ_are_equal_and_not_the_other_way_round(tmp_path: Path) -> None:
    arms: list[str | Arm] = [
        made.arm(name, evidence=Evidence(source="strace", calls={"write": Calls(count=count)}))
        for name, count in (("php/b", 999), ("php/c", 1000))
    ]
    levels = [made.level({"records": 10}, "php/a", arms)]
    of_claim = {"of": "calls", "figure": (2.0, 2.0)}
    assert row(tmp_path, "ratio", "php/b", "php/c", of_claim=of_claim, levels=levels).verdict == "equal here"
