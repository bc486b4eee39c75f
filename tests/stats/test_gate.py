"""One-sided verdicts, and how often a gate that looks after every round is wrong."""

from __future__ import annotations

import itertools
from pathlib import Path

import numpy as np
import pytest

from iotrial.stats.bearable_interval import interval_of
from iotrial.stats.gate_verdict import OneSided, one_sided
from iotrial.stats.interval import ALPHA
from iotrial.stats.replication import Replication
from stats.gated import COMPARISONS, MARGIN, RATIOS, Gated, decided, gated
from stats.simulated import SCENARIOS

PAGE = Path(__file__).parents[2] / "docs" / "statistics.md"


@pytest.mark.parametrize(
    ("low", "high", "verdict"),
    [
        (1.031, 1.09, "regression"),
        (1.03, 1.09, "undecided"),  # the bound itself is no regression
        (1.02, 1.04, "undecided"),
        (0.90, 1.04, "undecided"),
        (0.90, 1.03, "pass"),
        (1.01, 1.02, "pass"),
        (0.80, 0.90, "pass"),
        (None, None, "undecided"),
    ],
)
def test_an_interval_passes_below_the_margin_and_regresses_above_it(
    low: float | None, high: float | None, verdict: OneSided
) -> None:
    assert one_sided(low, high, 0.03) == verdict


@pytest.mark.parametrize(
    ("low", "high", "verdict"),
    [(0.99, 1.01, "undecided"), (0.90, 0.99, "undecided"), (0.90, 0.96, "pass"), (1.04, 1.05, "regression")],
)
def test_where_equality_cannot_be_told_only_what_is_faster_passes(low: float, high: float, verdict: OneSided) -> None:
    assert one_sided(low, high, 0.03, may_be_equal=False) == verdict


def test_no_interval_is_refused_quietly() -> None:
    with pytest.raises(ValueError, match="no interval"):
        one_sided(1.0, None, 0.03)


@pytest.fixture(scope="module")
def found() -> dict[tuple[str, float], Gated]:
    return {case: gated(*case) for case in itertools.product(SCENARIOS, RATIOS)}


def test_what_did_not_change_passes_and_never_fails(found: dict[tuple[str, float], Gated]) -> None:
    assert {case: r for case, r in found.items() if case[1] == 1.0 and (r.passed < 0.99 or r.failed > 0)} == {}


def test_five_per_cent_are_caught_within_the_planned_rounds(found: dict[tuple[str, float], Gated]) -> None:
    assert {case: r for case, r in found.items() if case[1] == 1.05 and (r.failed < 0.98 or r.passed > 0)} == {}


def test_at_the_margin_itself_there_is_hardly_an_answer(found: dict[tuple[str, float], Gated]) -> None:
    # Either answer would be wrong; 5 % over all entries together is the promise for one session.
    assert {case: r for case, r in found.items() if case[1] == 1.03 and r.passed + r.failed > 0.05} == {}


def test_the_page_prints_these_rates(found: dict[tuple[str, float], Gated]) -> None:
    rows = [[cell.strip() for cell in line.strip("|\n ").split("|")] for line in PAGE.read_text().splitlines()]
    printed = {(row[0], float(row[1])): row[2:] for row in rows if len(row) == 6 and row[1].startswith("1.0")}
    assert set(printed) == set(found)
    for case, r in found.items():
        shares = [float(cell.rstrip("%")) / 100 for cell in printed[case][:2]]
        assert shares == pytest.approx([r.passed, r.failed], abs=0.02), case


def test_the_rates_are_counted_with_the_intervals_that_a_gate_has() -> None:
    values = np.random.default_rng(3).normal(0.02, 0.02, (20, 60))
    regressed, passed, looks = decided(values)
    for row, is_regression, is_pass, look in zip(values, regressed, passed, looks, strict=True):
        verdicts = []
        for n in range(1, look + 1):
            logs = interval_of(row[:n], ALPHA / COMPARISONS, Replication(sequence=True))
            ratio = logs.as_ratio() if logs is not None else None
            verdicts.append(one_sided(ratio.low, ratio.high, MARGIN) if ratio else "undecided")
        assert set(verdicts[:-1]) <= {"undecided"}
        assert verdicts[-1] == ("regression" if is_regression else "pass" if is_pass else "undecided")
