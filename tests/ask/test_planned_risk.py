"""The rounds of a study, from all that it is going to say."""

import pytest

from iotrial.ask.planned_risk import least_rounds, planned_risk, risk_of_text, useful_rounds
from iotrial.ask.study import Level, Study
from iotrial.stats.interval import ALPHA, minimum_rounds
from iotrial.stats.risk import Risk

CLAIMS = "[[claims]]\nsays = 'It is so.'\n"


def study(levels: int, *arms: str, text: str = "", memory: int = 0) -> Study:
    made = tuple(Level({"records": size}, arms) for size in range(levels))
    return Study("s", "?", "append", "a/b", made, text, "", memory=memory)


def test_a_study_of_one_level_has_nothing_to_share_with() -> None:
    assert planned_risk(study(1, "a/b", "a/c"), [3]) == Risk(2)


def test_levels_claims_variants_and_memory_share_the_risk() -> None:
    whole = planned_risk(study(2, "a/b@1", "a/b@2", text=CLAIMS, memory=9), [3, 4])
    assert whole == Risk(5, frozenset({"claims", "variants", "across", "memory"}))
    assert planned_risk(study(2, "a/b", memory=1), [3, 3]) == Risk(4, frozenset({"across"}))  # one tells no growth
    assert planned_risk(study(1, "a/b"), [3], pieces=True) == Risk(2, frozenset({"workers"}))
    assert planned_risk(study(1, "a/b", memory=9), [3]) == Risk(2)  # memory grows over several sizes only


def test_a_text_that_is_wrong_has_no_claims() -> None:
    assert risk_of_text("[[claims", [3]) == Risk(2)
    assert risk_of_text(CLAIMS, [3]) == Risk(2, frozenset({"claims"}))


@pytest.mark.parametrize("arms", [[9], [30], [9, 9], [3, 20]])
def test_the_fewest_rounds_are_those_of_the_rule(arms: list[int]) -> None:
    risk = Risk(sum(arms) - len(arms))
    assert least_rounds(risk, arms) == max(8, minimum_rounds(risk.comparisons))
    assert least_rounds(risk, arms, sequence=True) > least_rounds(risk, arms)


def test_below_eight_rounds_nothing_is_known_of_how_they_follow_each_other() -> None:
    assert minimum_rounds(1) < least_rounds(Risk(1), [2]) == 8


def test_rounds_are_planned_for_every_row_and_for_rounds_that_resemble_each_other_a_little() -> None:
    # Two arms without an interval of their own are bounded by their rows, so that 45 pairs take no rounds more.
    assert minimum_rounds(10 * 9 // 2) > useful_rounds(Risk(9), [10]) > least_rounds(Risk(9), [10])
    assert useful_rounds(Risk(1), [2]) > minimum_rounds(1)
    assert Risk(9).share("levels") == ALPHA
