"""On which factor a verdict depends, and between which of its values it flips."""

from __future__ import annotations

import pytest

from iotrial.claims.flips import Factors, flips, sentence
from iotrial.claims.outcome import Verdict

Decided = list[tuple[Factors, Verdict]]


def told(decided: Decided) -> list[str]:
    return [sentence(one) for one in flips(decided)]


def over(factor: str, *given: tuple[int | str, Verdict]) -> Decided:
    return [({"cache": "warm", factor: value}, verdict) for value, verdict in given]


def test_a_factor_of_sizes_says_between_which_two_the_verdict_flips() -> None:
    decided = over("file_bytes", (1 << 30, "opposite here"), (1 << 20, "confirmed"), (16 << 20, "opposite here"))
    (flip,) = flips(decided)
    assert flip.factor == "file_bytes" and flip.between == ((1 << 20, 16 << 20),)
    assert sentence(flip) == "file_bytes: as said up to 1 MiB, opposite from 16 MiB"


@pytest.mark.parametrize(
    ("given", "words"),
    [
        (
            [(1, "confirmed"), (2, "opposite here"), (3, "opposite here"), (4, "confirmed")],
            "entries: as said up to 1, opposite from 2 to 3, as said from 4",
        ),
        (
            [(1, "confirmed"), (2, "equal here"), (3, "opposite here")],
            "entries: as said up to 1, equal at 2, opposite from 3",
        ),
        (
            [(1, "confirmed"), (2, "opposite here"), (3, "confirmed"), (4, "confirmed"), (5, "opposite here")],
            "entries: as said up to 1, opposite at 2, as said from 3 to 4, opposite from 5",
        ),
    ],
)
def test_a_verdict_may_flip_more_than_once(given: list[tuple[int, Verdict]], words: str) -> None:
    assert told(over("entries", *given)) == [words]


def test_a_verdict_that_flips_to_and_fro_is_not_the_factors() -> None:
    assert told(over("entries", *[(size, ("confirmed", "opposite here")[size % 2]) for size in range(6)])) == []


def test_a_factor_of_names_says_at_which_it_holds() -> None:
    decided = over("sink", ("pipe", "opposite here"), ("unix", "confirmed"), ("null", "opposite here"))
    assert told(decided) == ["sink: opposite at pipe, null; as said at unix"]


def test_a_factor_of_which_one_value_comes_with_two_verdicts_explains_nothing() -> None:
    decided: Decided = [
        ({"sink": "a", "records": 1}, "confirmed"),
        ({"sink": "a", "records": 2}, "opposite here"),
        ({"sink": "b", "records": 1}, "opposite here"),
        ({"sink": "b", "records": 2}, "confirmed"),
    ]
    assert told(decided) == []


def test_the_other_factors_may_be_what_they_will() -> None:
    decided: Decided = [
        ({"sink": sink, "records": records}, "confirmed" if records < 5 else "opposite here")
        for sink in ("a", "b")
        for records in (1, 9)
    ]
    assert told(decided) == ["records: as said up to 1, opposite from 9"]


def test_factors_that_no_level_tells_apart_are_all_named() -> None:
    decided: Decided = [({"sink": "a", "records": 1}, "confirmed"), ({"sink": "b", "records": 2}, "opposite here")]
    assert len(told(decided)) == 2


def test_values_that_are_not_all_sizes_are_listed_and_sizes_are_shown_as_such() -> None:
    decided = over("limit_bytes", (1 << 20, "confirmed"), ("none", "opposite here"), (3, "confirmed"))
    assert told(decided) == ["limit_bytes: as said at 1 MiB, 3 B; opposite at none"]
    assert told(over("limit", (1 << 20, "confirmed"), ("none", "opposite here"))) == [
        "limit: as said at 1048576; opposite at none"
    ]
