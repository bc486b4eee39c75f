"""Claims about several levels: how sure each interval must be, and how often the answers are wrong."""

from __future__ import annotations

from pathlib import Path

import pytest

from iotrial.stats.interval import ALPHA
from iotrial.stats.statement import everywhere, somewhere
from stats.claimed import Claimed, claimed
from stats.simulated import SCENARIOS

PAGE = Path(__file__).parents[2] / "docs" / "statistics.md"


def test_each_statement_has_an_equal_share_and_each_interval_of_one_that_looks_for_some_place_an_equal_part() -> None:
    assert everywhere(1) == ALPHA
    assert 4 * everywhere(4) == pytest.approx(ALPHA)
    assert somewhere(4, 1) == everywhere(4)
    assert 4 * 10 * somewhere(4, 10) == pytest.approx(ALPHA)


def test_nothing_said_has_no_share() -> None:
    with pytest.raises(ValueError, match="statement"):
        everywhere(0)
    with pytest.raises(ValueError, match="interval"):
        somewhere(1, 0)


@pytest.fixture(scope="module")
def found() -> dict[str, Claimed]:
    return {scenario: claimed(scenario) for scenario in SCENARIOS}


def test_of_all_claims_of_a_session_a_wrong_answer_is_given_in_one_of_20_at_the_most(found: dict[str, Claimed]) -> None:
    assert {scenario: r for scenario, r in found.items() if r.wrong > 0.05} == {}


def test_what_is_true_at_all_levels_is_found_no_less_often_than_with_each_interval_corrected(
    found: dict[str, Claimed],
) -> None:
    assert {scenario: r for scenario, r in found.items() if r.held < r.held_together} == {}
    assert max(r.held - r.held_together for r in found.values()) > 0.2


def test_the_page_prints_these_rates(found: dict[str, Claimed]) -> None:
    text = PAGE.read_text().split("## Claims about several levels")[1].split("\n## ")[0]
    rows = [[cell.strip() for cell in line.strip("|\n ").split("|")] for line in text.splitlines() if "%" in line]
    printed = {row[0]: [float(cell.rstrip("%")) / 100 for cell in row[1:]] for row in rows if row[0] in found}
    assert set(printed) == set(found)
    for scenario, r in found.items():
        assert printed[scenario] == pytest.approx([r.held, r.held_together, r.wrong], abs=0.02), scenario
