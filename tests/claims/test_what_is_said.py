"""Rows of claims to the word: the figure, and the reason that a reader is given."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from claims.judged import row, together, told
from claims.test_file import CATALOG, STUDY
from iotrial.claims.claims_file import load
from judge import made


@pytest.mark.parametrize(
    ("kind", "arms", "of_claim", "expected"),
    [
        ("order", ("php/a", "php/b"), {}, ("confirmed", 0.5, "php/a", "php/b")),
        ("order", ("php/a", "php/b", "php/c"), {}, ("confirmed", 0.5, "php/a", "php/b")),
        ("order", ("php/a", "php/c", "php/b"), {}, ("holds nowhere tested", 2.0, "php/c", "php/b")),
        ("order", ("php/a", "php/b"), {"of": "cpu time"}, ("confirmed", 0.5, "php/a", "php/b")),
        ("slower", ("php/b", "php/a"), {}, ("confirmed", 2.0, "php/b", "php/a")),
        ("slower", ("php/c", "php/b", "php/a"), {}, ("confirmed", 2.0, "php/c", "php/b")),
        ("slower", ("php/b", "php/a", "php/c"), {}, ("holds nowhere tested", 0.25, "php/a", "php/c")),
        ("slower", ("php/a", "php/b"), {"of": "cpu time"}, ("opposite here", 0.5, "php/a", "php/b")),
        ("first", ("php/a", "php/c", "php/b"), {}, ("confirmed", 0.5, "php/a", "php/b")),
        ("first", ("php/a", "c/d", "php/b"), {}, ("confirmed", 1.0, "php/a", "c/d")),
        ("first", ("php/a", "c/d"), {}, ("equal here", 1.0, "php/a", "c/d")),
        ("first", ("php/b", "php/c", "php/a"), {}, ("holds nowhere tested", 2.0, "php/b", "php/a")),
        ("last", ("php/c", "php/a", "php/b"), {}, ("confirmed", 2.0, "php/c", "php/b")),
        ("last", ("php/b", "php/a", "php/c"), {}, ("holds nowhere tested", 0.5, "php/b", "php/c")),
        ("last", ("php/c", "php/b"), {"of": "cpu time"}, ("confirmed", 2.0, "php/c", "php/b")),
        ("no_faster", ("php/b", "php/a"), {}, ("confirmed", 2.0, "php/b", "php/a")),
        ("no_faster", ("php/a", "php/b"), {"of": "cpu time"}, ("opposite here", 0.5, "php/a", "php/b")),
        ("equal", ("php/a", "php/b"), {"of": "time"}, ("holds nowhere tested", 0.5, "php/a", "php/b")),
        ("equal", ("php/a", "c/d", "php/b"), {"of": "time"}, ("holds nowhere tested", 0.5, "php/a", "php/b")),
        (
            "equal",
            ("php/a", "c/d", "php/b", "php/c"),
            {"of": "cpu time", "within": 4.0},
            ("confirmed", 0.25, "php/a", "php/c"),
        ),
        ("ratio", ("php/c", "php/b"), {"figure": (1.5, 2.5)}, ("confirmed", 2.0, "php/c", "php/b")),
        ("ratio", ("php/c", "php/a"), {"figure": (2, 2)}, ("same direction, larger", 4.0, "php/c", "php/a")),
        (
            "ratio",
            ("php/c", "php/a"),
            {"figure": (2, 2), "of": "cpu time"},
            ("same direction, larger", 4.0, "php/c", "php/a"),
        ),
    ],
)
def test_a_comparison_of_times_says_what_was_held_against_what(
    tmp_path: Path, kind: str, arms: tuple[str, ...], of_claim: dict[str, Any], expected: tuple[Any, ...]
) -> None:
    found = row(tmp_path, kind, *arms, of_claim=of_claim, ratios={"php/b": 2.0, "php/c": 4.0})
    verdict, measured, arm, over = expected
    assert told(found) == (verdict, pytest.approx(measured, rel=1e-6), None, None)
    assert (found.arm, found.over) == (arm, over)
    assert found.low == found.high == pytest.approx(measured, rel=1e-6)
    assert (found.kind, found.says, found.claim) == (kind, "It is so.", "1")


def test_a_row_has_all_that_the_claim_is_and_each_level_has_its_figure(tmp_path: Path) -> None:
    levels = [made.level({"records": size, "sink": "pipe"}, "php/a", ["php/b"]) for size in (10, 100)]
    given = {
        "published": "2 times",
        "place": "paragraph 3",
        "by": "a reader",
        "ours": True,
        "despite": "its table has 1.9",
        "fault": True,
        "answers": True,
    }
    found = row(tmp_path, "order", "php/a", "php/b", of_claim=given, levels=levels, ratios={"php/b": 2.0})
    assert {name: getattr(found, name) for name in given} == given
    assert found.level == "records=10" and found.fair is None and found.flips == ()
    assert [(one.level, one.verdict, one.measured) for one in found.levels] == [
        ("records=10", "confirmed", pytest.approx(0.5)),
        ("records=100", "confirmed", pytest.approx(0.5)),
    ]


def test_a_study_with_its_claims_is_the_full_one_or_the_quick_one(tmp_path: Path) -> None:
    path = tmp_path / "logs.toml"
    path.write_text(STUDY)
    assert [load(path, CATALOG, quick=quick).study.quick for quick in (True, False)] == [True, False]


@pytest.mark.parametrize(
    ("ratios", "expected"),
    [
        ((0.5, 1.2), (0.5 / 1.2, "php/b", "php/c")),  # neither of them is the first that is named
        ((0.9, 1.5), (0.6, "php/b", "php/c")),
        ((2.0, 1.1), (0.5, "php/a", "php/b")),
    ],
)
def test_of_arms_that_are_equal_the_two_that_are_farthest_apart_are_told(
    tmp_path: Path, ratios: tuple[float, float], expected: tuple[float, str, str]
) -> None:
    of_claim = {"of": "time", "within": 4.0}
    given = dict(zip(("php/b", "php/c"), ratios, strict=True))
    found = row(tmp_path, "equal", "php/a", "php/b", "php/c", of_claim=of_claim, ratios=given)
    measured, arm, over = expected
    assert told(found) == ("confirmed", pytest.approx(measured), None, None)
    assert (found.arm, found.over) == (arm, over)


def test_fairness_names_whose_index_is_held_against_whose(tmp_path: Path) -> None:
    def index(sweep: int, columns: dict[str, Any]) -> dict[str, Any]:
        return {**columns, "jain_ppm": np.where(columns["arm"] == 2, 600_000, 300_000)}

    found = row(tmp_path, "fairer", "php/b", "php/c", levels=together("php/b", "php/c"), change=index)
    assert told(found) == ("confirmed", pytest.approx(2), None, None)
    assert (found.arm, found.over) == ("php/b", "php/c")
