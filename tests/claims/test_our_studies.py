"""The claims that the project ships: their articles' own figures confirm them, and one interval is counted once."""

from __future__ import annotations

import itertools
from collections.abc import Iterator

import pytest

from claims.test_sentences import CATALOG, claimed, levels_of, pairs_of
from iotrial.claims.claim import Claim
from iotrial.claims.file import load
from iotrial.claims.own_figures import verdict_of
from iotrial.claims.own_table import own_tables
from iotrial.study import file
from iotrial.study.find import studies

CLAIMED = [name for name, path in studies().items() if "[[claims]]" in path.read_text()]


@pytest.mark.parametrize("name", CLAIMED)
def test_the_articles_own_figures_confirm_each_claim_or_the_file_says_why_not(name: str) -> None:
    tables = own_tables(file.read(studies()[name], CATALOG))
    study = claimed(studies()[name])
    for claim in study.claims:
        bears_out, where = verdict_of(claim, tables, study.study.margin)
        told = (
            f"{name}, {claim.key}: the article's own figures do not bear it out at {where}, and 'despite' says no why"
        )
        assert bears_out is not False or claim.fault or claim.despite, told


@pytest.mark.parametrize("name", CLAIMED)
def test_a_published_figure_stands_beside_one_that_a_program_tests(name: str) -> None:
    tables = own_tables(file.read(studies()[name], CATALOG))
    study = claimed(studies()[name])
    for claim in study.claims:
        if claim.published is None or not claim.is_told_by_runs:
            continue
        is_tested = claim.printed is not None or verdict_of(claim, tables, study.study.margin)[0] is not None
        assert is_tested, f"{name}, {claim.key}: {claim.published!r} is nowhere a figure that a program can test"


def figure_of(claim: Claim) -> str:
    return "gap" if claim.kind == "gap" else getattr(claim, "of", "time")


def shared(name: str, one: Claim, other: Claim) -> Iterator[str]:
    """Return what two claims both rest on: the figure of two arms at a level.

    A gap in ns is no ratio: an author may publish both, and one may be as published while the other is not.
    """
    same_figure = figure_of(one) == figure_of(other)
    same_beside = getattr(one, "over_at", {}) == getattr(other, "over_at", {})
    if same_figure and same_beside and levels_of(name, one) & levels_of(name, other):
        for pair in pairs_of(one) & pairs_of(other):
            yield " and ".join(sorted(pair))


@pytest.mark.parametrize("name", CLAIMED)
def test_no_two_claims_rest_on_one_interval_of_two_arms(name: str) -> None:
    decided = [claim for claim in claimed(studies()[name]).claims if len(claim.pairs(claim.arms)) == 1]
    for one, other in itertools.combinations(decided, 2):
        found = list(shared(name, one, other))
        assert not found, (
            f"{name}: {one.key!r} and {other.key!r} both rest on {', '.join(found)}; make one claim of them"
        )


@pytest.mark.parametrize("name", CLAIMED)
def test_our_claims_are_read_and_say_where_they_were_published(name: str) -> None:
    found = load(studies()[name], CATALOG, quick=True)
    assert found.claims and found.article is not None
    assert all(claim.place or claim.ours for claim in found.claims)
    assert all(claim.says.endswith((".", "?")) for claim in found.claims)
