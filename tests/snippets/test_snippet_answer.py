"""The answer of a comparison of snippets says of each what its row says, the right way round."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, cast

import pytest

from iotrial.judge.judged_run import JudgedRun
from iotrial.report.ratio_words import use_ratio_style
from iotrial.report.snippet_answer import snippet_answers
from iotrial.store.record import Calls, Evidence, Memory

MIB = 1 << 20

#: What is said of what more rounds may tell.
OPEN = "return 48,211. More time may tell: --budget 1min."


def snippet(name: str, role: str = "arm", memory: Memory | None = None, **given: Any) -> SimpleNamespace:
    """A snippet of one language, unless another is given."""
    evidence = given.pop("evidence", Evidence())
    record = SimpleNamespace(role=role, memory=memory or Memory(), tags=[], evidence=evidence)
    figures = {"ratio": 1.0, "low": 1.0, "high": 1.0, "verdict": None, "median_ns": 1e6, "language": "php"}
    return SimpleNamespace(**{**figures, **given}, called=name, record=record)


def told_of(*snippets: SimpleNamespace) -> str:
    level = SimpleNamespace(arms=snippets, returned="48,211", invalid=None, level={"input": "x.log"})
    (told,) = snippet_answers(cast("JudgedRun", SimpleNamespace(levels=[level], seconds=20.0)))
    return " ".join(told).replace("\N{NO-BREAK SPACE}", " ")


def answer(*rows: tuple[float, float | None, float | None, str | None]) -> str:
    """The answer for a first snippet a and others b, c, …, each with its ratio, bounds and verdict."""
    others = [
        snippet(name, ratio=ratio, low=low, high=high, verdict=verdict)
        for name, (ratio, low, high, verdict) in zip("bcdefg", rows, strict=False)
    ]
    return told_of(snippet("a", "baseline"), *others)


@pytest.mark.parametrize(
    ("row", "told"),
    [
        ((2.2, 2.1, 2.3, "slower"), "a is 2.2 times as fast as b; both return 48,211."),
        ((0.25, 0.24, 0.26, "faster"), "b is 4.0 times as fast as a; both return 48,211."),
        ((2.2, 1.6, 2.8, "slower"), "a is 2.2 times as fast as b (1.60 to 2.8 times as fast); both return 48,211."),
        ((0.8, 0.7, 0.9, "faster"), "b takes 20 % less time than a (10 to 30 % less time); both return 48,211."),
        ((1.5, 0.8, 2.5, "undecided"), f"unclear so far: b is 0.40 to 1.25 times as fast as a; both {OPEN}"),
        ((0.5, 0.4, 1.25, "undecided"), f"unclear so far: b is 0.80 to 2.5 times as fast as a; both {OPEN}"),
        (
            (2.1, 1.4, 3.2, "undecided"),
            f"so far a is 2.1 times as fast as b (1.40 to 3.2 times as fast), which is not settled; both {OPEN}",
        ),
        (
            (0.5, 0.4, 0.6, "undecided"),
            f"so far b is 2.0 times as fast as a (1.67 to 2.5 times as fast), which is not settled; both {OPEN}",
        ),
        ((1.0, 0.97, 1.04, "undecided"), "b is as good as a (the same time within 4 %); both return 48,211."),
        ((1.5, None, None, None), "too few rounds to compare b with a; both return 48,211."),
    ],
)
def test_what_is_said_of_two_is_what_their_row_says(
    row: tuple[float, float | None, float | None, str | None], told: str
) -> None:
    assert answer(row) == told


def test_bounds_are_in_percent_if_ratios_are() -> None:
    use_ratio_style("percent")
    try:
        told = answer((2.2, 1.5, 2.8, "slower"))
    finally:
        use_ratio_style("times")
    assert told == "a takes 55 % less time than b (33 to 64 % less time); both return 48,211."


def test_of_many_the_quickest_and_the_slowest_are_told() -> None:
    told = answer(*((ratio, ratio - 0.1, ratio + 0.1, "slower") for ratio in (2.0, 6.0, 3.0, 4.0, 5.0)))
    assert told == (
        "a is 2.0 times as fast as b; a is 3.0 times as fast as d; a is 4.0 times as fast as e; "
        "a is 6.0 times as fast as c; all 6 return 48,211."
    )


def added(mib: float) -> Memory:
    return Memory(peak_bytes=round((16 + mib) * MIB), before_bytes=16 * MIB)


def test_memory_that_one_snippet_takes_beside_another_is_told() -> None:
    base = snippet("lines.php", "baseline", added(0.8))
    whole = snippet("whole.php", memory=added(5.5))
    assert told_of(base, whole).endswith("return 48,211. whole.php takes 4.70 MiB more memory than lines.php.")
    assert "memory" not in told_of(base, snippet("whole.php", memory=added(1.7)))
    assert "memory" not in told_of(base, snippet("whole.php"))
    least = snippet("least.php", memory=added(0.1))
    assert told_of(whole, base, least).endswith(" whole.php takes 5.40 MiB more memory than least.php.")


def test_memory_is_compared_within_a_language_and_without_files_that_are_mapped() -> None:
    base = snippet("lines.php", "baseline", added(0.8))
    assert "memory" not in told_of(base, snippet("whole.py", memory=added(5.5), language="python"))
    maps = Evidence(calls={"mmap": Calls(count=1, bytes=5 * MIB, usual_bytes=5 * MIB)})
    assert "memory" not in told_of(base, snippet("maps.php", memory=added(5.5), evidence=maps))
