"""The five answers of a claim, from what its levels say."""

from __future__ import annotations

from pathlib import Path
from typing import Any, get_args

import pytest

from claims.judged import row
from iotrial.claims.five_answers import design_of, direction_of, size_of, where_of
from iotrial.claims.outcome import Outcome, Verdict
from judge import made

LARGER: Verdict = "same direction, larger"
SMALLER: Verdict = "same direction, smaller"


def at(*verdicts: Verdict) -> list[Outcome]:
    return [Outcome(verdict, level=f"n={number}") for number, verdict in enumerate(verdicts)]


@pytest.mark.parametrize(
    ("verdicts", "direction"),
    [
        (["confirmed", LARGER, SMALLER, "same direction"], "as said"),
        (["opposite here"], "opposite"),
        (["equal here", "equal here"], "equal"),
        (["holds nowhere tested"], "not so"),
        (["open"], "open"),
        (["confirmed", "open"], "open"),
        (["confirmed", "opposite here", "open"], "by level"),
        (["equal here", "opposite here"], "by level"),
        (["not seen here"], "open"),
        (["not seen here", "confirmed"], "as said"),
        (["not seen here", "open"], "open"),
        (["not run", "confirmed"], "as said"),
        (["not run"], None),
        ([], None),
    ],
)
def test_the_direction_is_that_of_all_levels(verdicts: list[Verdict], direction: str | None) -> None:
    assert direction_of(at(*verdicts)) == direction


@pytest.mark.parametrize(
    ("verdicts", "size"),
    [
        (["confirmed"], "as published"),
        ([LARGER, LARGER], "larger"),
        ([SMALLER, "opposite here"], "smaller"),  # of the levels that point the way that was said
        (["confirmed", LARGER], "by level"),
        ([LARGER, SMALLER], "by level"),
        (["same direction"], "open"),
        (["same direction", LARGER], "open"),
        (["equal here", "opposite here"], None),
        (["not run"], None),
    ],
)
def test_the_size_is_that_of_the_levels_that_point_the_way_that_was_said(
    verdicts: list[Verdict], size: str | None
) -> None:
    assert size_of(at(*verdicts)) == size


@pytest.mark.parametrize(
    ("verdicts", "where", "levels"),
    [
        (["confirmed", LARGER], "everywhere tested", ()),
        (["confirmed", "not run"], "everywhere tested", ()),
        (["confirmed", "opposite here"], "only at", ("n=0",)),
        (["equal here", "same direction", "open"], "only at", ("n=1",)),
        (["confirmed", "open"], "open", ("n=0",)),
        (["confirmed", "not seen here"], "open", ("n=0",)),
        (["opposite here", "equal here"], "nowhere", ()),
        (["opposite here", "open"], "open", ()),
        (["not seen here"], "open", ()),
        (["not run", "in the text"], None, ()),
        ([], None, ()),
    ],
)
def test_where_it_is_so_names_the_levels_if_it_is_not_so_at_all(
    verdicts: list[Verdict], where: str | None, levels: tuple[str, ...]
) -> None:
    assert where_of(at(*verdicts)) == (where, levels)


def test_the_design_is_what_the_fair_form_says() -> None:
    assert design_of(None, is_artefact=False) is None
    agrees = {"confirmed", LARGER, SMALLER, "same direction", "not seen here"}
    for verdict in get_args(Verdict):
        assert design_of(verdict, is_artefact=True) == "artefact"
        assert design_of(verdict, is_artefact=False) == ("fair form agrees" if verdict in agrees else "open")


def test_all_answers_are_given_beside_the_headline(tmp_path: Path) -> None:
    failed = made.arm("php/b", status="failed", reason="died")
    levels = [
        made.level({"records": 10}, "php/a", ["php/b", "php/c"]),
        made.level({"records": 100}, "php/a", [failed, "php/c"]),
        made.level({"records": 1000}, "php/a", ["php/b", "php/c"]),
    ]

    def said(name: str, *arms: str, **of_claim: Any) -> tuple[Any, ...]:
        ratios = {"php/b": 2.0, "php/c": 3.0}
        found = row(tmp_path / name, "ratio", *arms, of_claim=of_claim, levels=levels, ratios=ratios)
        assert found.settled is False and found.where_levels == ()
        assert found.missing_levels == ("records=100",)
        return found.verdict, found.direction, found.size, found.where, found.design

    everywhere = "everywhere tested"
    assert said("as", "php/b", "php/a", figure=(2, 2)) == ("confirmed", "as said", "as published", everywhere, None)
    assert said("larger", "php/b", "php/a", figure=(1.5, 1.5)) == (LARGER, "as said", "larger", everywhere, None)
    assert said("other", "php/a", "php/b", figure=(2, 2)) == ("opposite here", "opposite", None, "nowhere", None)
    assert said("least", "php/b", "php/a", least=1.1) == ("confirmed", "as said", None, everywhere, None)
    assert said("fair", "php/b", "php/a", figure=(2, 2), fair=("php/c", "php/a")) == (
        *("confirmed", "as said", "as published", everywhere, "fair form agrees"),
    )
    assert said("artefact", "php/b", "php/a", figure=(2, 2), fair=("php/a", "php/c"))[::4] == ("artefact", "artefact")
