"""Figures that are counted in passes of their own: memory, calls, lock waits."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from analysis import made
from claims.judged import claim, memories, row, together, told, verdicts
from iotrial.store.record import Arm, Calls, Evidence, LockWait, Memory


def test_counted_figures_need_no_interval(tmp_path: Path) -> None:
    arms = [
        made.arm("php/b", memory=Memory(peak_bytes=18 << 20, runtime_peak_real_bytes=2 << 20)),
        made.arm("php/c", memory=Memory(peak_bytes=38 << 20, runtime_peak_real_bytes=2 << 20)),
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
    assert rows[1].measured == pytest.approx(38 / 18) and rows[1].said == "18,874,368 to 39,845,888 bytes"


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
        ("runtime memory taken", (16, 20), ("confirmed", 16.0, "33,554,432 over 2,097,152 bytes", None)),
        ("runtime memory taken", (10, 16), ("confirmed", 16.0, "33,554,432 over 2,097,152 bytes", None)),
        (
            "runtime memory taken",
            (17, 20),
            ("same direction, smaller", 16.0, "33,554,432 over 2,097,152 bytes", "short of 17 to 20 times"),
        ),
        ("runtime memory", (1, 2), ("confirmed", 1.5, "3,000 over 2,000 bytes", None)),
        ("runtime memory", (0.2, 0.5), ("opposite here", 1.5, "3,000 over 2,000 bytes", "not 0.2 to 0.5 times")),
        ("memory", (0.5, 2), ("confirmed", 1.0, "18,874,368 over 18,874,368 bytes", None)),
        ("memory", (2, 3), ("equal here", 1.0, "18,874,368 over 18,874,368 bytes", "not 2 to 3 times")),
        ("calls", (2, 3), ("confirmed", 2.5, "5 over 2 calls", None)),
        ("lock wait", (10, 99), ("confirmed", 22.0, "11.0 µs over 500 ns", None)),
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
