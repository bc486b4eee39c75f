"""The claims that the project ships: each is a sentence of an article, a fault of one, or marked as ours."""

from __future__ import annotations

import itertools
from functools import cache
from pathlib import Path

import pytest

from ask.sentences import ELSEWHERE, OURS, READ, SENTENCES, SHOWN, Sentences
from iotrial.ask import tree
from iotrial.ask.catalog import Value
from iotrial.ask.find_study import studies
from iotrial.claims.claim import Claim
from iotrial.claims.claims_file import ClaimedStudy, load

CATALOG = tree.load()


@cache
def claimed(path: Path) -> ClaimedStudy:
    return load(path, CATALOG, quick=False)


def shipped() -> dict[str, Claim]:
    """All claims of articles, by study and key; those of other sources have tests of their own."""
    every = [(name, claim) for name, path in studies().items() for claim in claimed(path).claims]
    return {f"{name}: {claim.key}": claim for name, claim in every if claim.article is None}


def keys_of(*told: dict[str, Sentences]) -> list[str]:
    return [one for articles in told for article in articles.values() for keys in article.values() for one in keys]


def levels_of(name: str, claim: Claim) -> set[tuple[tuple[str, Value], ...]]:
    """Return the levels of its study that a claim speaks of."""
    levels = claimed(studies()[name]).study.levels
    return {tuple(sorted(level.factors.items())) for level in levels if claim.is_at(level.factors)}


def pairs_of(claim: Claim) -> set[frozenset[str]]:
    """Return the pairs of arms whose intervals decide a claim, whichever of the two comes first."""
    return {frozenset(pair) for pair in claim.pairs(claim.arms)}


def test_every_sentence_has_a_claim_and_every_claim_its_sentence() -> None:
    told = [*keys_of(dict(SENTENCES), dict(SHOWN), dict(READ)), *OURS]
    assert len(told) == len(set(told))
    assert set(shipped()) == set(told)


def test_faults_and_sentences_of_ours_are_marked() -> None:
    found = shipped()
    assert {name for name, claim in found.items() if claim.fault} == set(keys_of(dict(SHOWN), dict(READ)))
    assert {name for name, claim in found.items() if claim.ours} == OURS
    assert {name for name, claim in found.items() if claim.kind == "text"} == set(keys_of(dict(READ)))
    assert {name for name, claim in found.items() if claim.kind == "elsewhere"} == ELSEWHERE


def test_what_a_reader_says_is_marked() -> None:
    found = shipped()
    readers = {
        one
        for article in SENTENCES.values()
        for sentence, keys in article.items()
        if sentence.startswith(("(a reader)", "(readers)"))
        for one in keys
    }
    assert {name for name, claim in found.items() if claim.by} == readers


def test_every_fault_that_arms_show_names_them() -> None:
    found = shipped()
    assert all(found[one].arms for one in keys_of(dict(SHOWN)))


@pytest.mark.parametrize("name", [name for name, path in studies().items() if "[[claims]]" in path.read_text()])
def test_no_two_claims_rest_on_one_interval(name: str) -> None:
    decided = [claim for claim in claimed(studies()[name]).claims if claim.pairs(claim.arms)]
    for one, other in itertools.combinations(decided, 2):
        same_figure = getattr(one, "of", one.kind) == getattr(other, "of", other.kind)
        same_places = levels_of(name, one) & levels_of(name, other)
        same_beside = getattr(one, "over_at", {}) == getattr(other, "over_at", {})
        same_pairs = pairs_of(one) == pairs_of(other)
        assert not (same_figure and same_pairs and same_places and same_beside), (one.key, other.key)
