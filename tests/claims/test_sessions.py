"""Sessions of one question are counted, and those that said otherwise are told."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from analysis import made
from iotrial.claims.judged_claim import JudgedClaim
from iotrial.claims.kinds.order import Order
from iotrial.claims.sessions import asks_the_same, judged_claims, sessions_of
from iotrial.store.read import open_run
from iotrial.store.record import Run, Variant
from iotrial.study.model import Level, Study


def rows(root: Path, *ratios: float) -> list[JudgedClaim]:
    """Judge "b takes longer than a" after a session for each of these ratios, oldest first."""
    sessions = []
    for hour, ratio in enumerate(ratios):
        level = made.level({"records": 10}, "php/a", ["php/b"])
        session = made.run([level], run=f"20261121-{hour:02d}3055-k3x9")
        sessions.append(open_run(made.store(root, session, {"php/b": ratio})))
    order = Order(key="1", says="It is so.", arms=("php/a", "php/b"))
    return judged_claims("logs", None, [order], sessions)


@pytest.mark.parametrize(
    ("ratios", "verdict", "sessions", "otherwise"),
    [
        ((2.0,), "confirmed", 1, []),
        ((2.0, 3.0), "confirmed", 2, []),
        ((0.5, 0.5, 2.0), "confirmed", 1, ["opposite here"]),
        ((2.0, 0.5, 1.0, 2.0), "confirmed", 1, ["opposite here", "equal here"]),
        ((1.01, 2.0), "confirmed", 1, []),  # what was open says nothing else
        ((2.0, 1.01), "open", 1, ["confirmed"]),
    ],
)
def test_sessions_in_a_row_are_counted_and_others_are_told(
    tmp_path: Path, ratios: tuple[float, ...], verdict: str, sessions: int, otherwise: list[str]
) -> None:
    (row,) = rows(tmp_path, *ratios)
    assert (row.verdict, row.sessions, list(row.otherwise)) == (verdict, sessions, otherwise)


def asked(sizes: tuple[int, ...] = (10, 20), other: str = "php/b", runtime: str | None = None, **given: Any) -> Run:
    """A run of a study of two arms at some sizes; `other` may have been run by a runtime that was named."""
    variant = Variant(of=other, runtime_path=runtime)
    levels = [
        made.level({"records": size, "sink": "pipe"}, "php/a", [made.arm(other, variant=variant)]) for size in sizes
    ]
    return made.run(levels, **given)


@pytest.mark.parametrize(
    ("other", "is_same"),
    [
        (asked(), True),
        (asked((20, 10)), True),
        (asked(runtime="/opt/php"), False),
        (asked((10,)), False),
        (asked((10, 30)), False),
        (asked(other="php/c"), False),
        (asked(study="logs"), False),
        (asked(quick=False), False),
        (asked(margin=0.02), False),
        (asked(complete=False), False),
    ],
)
def test_a_session_of_the_same_question_has_the_same_levels_arms_and_rules(
    tmp_path: Path, other: Run, is_same: bool
) -> None:
    assert asks_the_same(other, asked()) is is_same
    study = Study(
        name="readfile",
        question="?",
        job="deliver",
        baseline="php/a",
        levels=tuple(Level({"sink": "pipe", "records": size}, ("php/b", "php/a")) for size in (20, 10)),
        text="",
        source="readfile.toml",
        quick=True,
    )
    folder = made.store(tmp_path, other)
    assert sessions_of(study, tmp_path) == ([folder] if is_same else [])


def test_a_runtime_that_was_named_is_the_same_question_as_itself_only() -> None:
    named = asked(runtime="/opt/php")
    assert asks_the_same(asked(runtime="/opt/php"), named)
    assert not asks_the_same(asked(runtime="/usr/bin/php"), named)
