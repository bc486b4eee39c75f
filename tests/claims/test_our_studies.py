"""The claims that the project ships: their articles' own figures confirm them, and one interval is counted once."""

from __future__ import annotations

import itertools
from collections.abc import Iterator

from claims.test_sentences import CATALOG, claimed, levels_of, pairs_of
from iotrial.ask import study_file
from iotrial.ask.find_study import studies
from iotrial.claims.claim import Claim
from iotrial.claims.claims_file import load
from iotrial.claims.own_figures import verdict_of
from iotrial.claims.own_table import own_tables

CLAIMED = [name for name, path in studies().items() if "[[claims]]" in path.read_text()]


def told_by_articles() -> Iterator[tuple[str, Claim, bool | None, str]]:
    """Each claim, with its study, and what the article's own figures say of it and where."""
    for name in CLAIMED:
        tables = own_tables(study_file.read(studies()[name], CATALOG))
        study = claimed(studies()[name])
        for claim in study.claims:
            yield name, claim, *verdict_of(claim, tables, study.study.margin)


def test_the_articles_own_figures_confirm_each_claim_or_the_file_says_why_not() -> None:
    faults = [
        f"{name}, {claim.key}: the article's own figures do not bear it out at {where}, and 'despite' says no why"
        for name, claim, bears_out, where in told_by_articles()
        if bears_out is False and not (claim.fault or claim.despite)
    ]
    assert CLAIMED and not faults, "\n".join(faults)


def test_a_published_figure_stands_beside_one_that_a_program_tests() -> None:
    faults = [
        f"{name}, {claim.key}: {claim.published!r} is nowhere a figure that a program can test"
        for name, claim, bears_out, _ in told_by_articles()
        if claim.published is not None and claim.is_told_by_runs and claim.printed is None and bears_out is None
    ]
    assert not faults, "\n".join(faults)


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


def test_no_two_claims_rest_on_one_interval_of_two_arms() -> None:
    faults = []
    for name in CLAIMED:
        decided = [claim for claim in claimed(studies()[name]).claims if len(claim.pairs(claim.arms)) == 1]
        for one, other in itertools.combinations(decided, 2):
            if found := list(shared(name, one, other)):
                both = f"{one.key!r} and {other.key!r} both rest on {', '.join(found)}"
                faults.append(f"{name}: {both}; make one claim of them")
    assert not faults, "\n".join(faults)


def test_our_claims_are_read_and_say_where_they_were_published() -> None:
    found = {name: load(studies()[name], CATALOG, quick=True) for name in CLAIMED}
    assert [name for name, study in found.items() if not study.claims] == []
    assert [
        name for name, study in found.items() if not (study.article or all(one.article for one in study.claims))
    ] == []
    claims = [(name, claim) for name, study in found.items() for claim in study.claims]
    faults = [
        f"{name}, {claim.key}"
        for name, claim in claims
        if not (claim.place or claim.ours) or not claim.says.endswith((".", "?"))
    ]
    assert not faults, "\n".join(faults)
