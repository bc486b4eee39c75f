"""Claims in a study file: what is right is read, and everything that is wrong is named with its line."""

from __future__ import annotations

from pathlib import Path

import pytest

from iotrial.catalog import tree
from iotrial.claims.claim import Claim
from iotrial.claims.file import load
from iotrial.claims.kinds.gap import Gap
from iotrial.claims.kinds.ratio import Ratio
from iotrial.errors import UsageError
from iotrial.study import file
from iotrial.study.find import studies
from study.sentences import ELSEWHERE, QUOTED, SENTENCES, SHOWN

CATALOG = tree.load()
STUDY = """question = "Which?"
job = "append"
baseline = "php/keep_open"
methods = ["php/keep_open", "php/reopen", "php/flock_each"]

[[levels]]
records = [100, 1000]

[article]
title = "On logs"
author = "A. Nyone"
date = "2009"
"""

CROSSING = 'kind = "crossover"\narms = ["php/keep_open", "php/reopen"]\n'


def claims(tmp_path: Path, text: str) -> tuple[Claim, ...]:
    path = tmp_path / "logs.toml"
    path.write_text(STUDY + text)
    return load(path, CATALOG, quick=False).claims


def problems(tmp_path: Path, text: str) -> str:
    with pytest.raises(UsageError) as failure:
        claims(tmp_path, text)
    return "\n".join(f"{one.line()} | {one.hint or ''}" for one in failure.value.problems)


def test_a_claim_has_its_kind_its_arms_and_its_levels(tmp_path: Path) -> None:
    (claim,) = claims(
        tmp_path,
        '[[claims]]\nclaim = "2"\nsays = "Reopening costs 450 times as much."\npublished = "451 times"\n'
        'kind = "ratio"\narms = ["php/reopen", "php/keep_open"]\nband = [300, 600]\nat = { records = 1000 }\n',
    )
    assert isinstance(claim, Ratio)
    assert (claim.key, claim.kind, claim.band, claim.published) == ("2", "ratio", (300.0, 600.0), "451 times")
    assert claim.is_at({"records": 1000, "record_bytes": 100}) and not claim.is_at({"records": 100})


@pytest.mark.parametrize(
    ("body", "words"),
    [
        ('kind = "order"\narms = ["php/keep_open", "php/reopn"]', ["names 'php/reopn', which is no arm", "php/reopen"]),
        ('kind = "order"\narms = ["php/keep_open"]', ["of the kind 'order' are 2 or more"]),
        ('kind = "order"', ["has no 'arms'"]),
        ('kind = "ordr"\narms = ["php/keep_open"]', ["'ordr', and none of calls, crossover, ", "'order'"]),
        ('kind = "ratio"\narms = ["php/reopen", "php/keep_open"]\nband = [2, 1]', ["the lower one first"]),
        ('kind = "ratio"\narms = ["php/reopen", "php/keep_open"]\nband = [0, "x"]', ["two numbers"]),
        ('kind = "equal"\nof = "tiem"\narms = ["php/reopen", "php/keep_open"]', ["none of time, cpu time"]),
        ('kind = "equal"\nof = "time"\nwithin = "5"\narms = ["php/reopen", "php/keep_open"]', ["'within' is wrong"]),
        ('kind = "calls"\narms = ["php/reopen"]\ncalls = { write = -1 }', ["system calls with their numbers"]),
        ('kind = "survives"\narms = ["php/reopen"]\nat = { records = 7 }', ["names no level of the study"]),
        ('kind = "survives"\narms = ["php/reopen"]\nat = { recrds = 7 }', ["unknown factor 'recrds'"]),
        ('kind = "survives"\narms = ["php/reopen"]\nat = 7', ["must be a table of factors"]),
        ('kind = "survives"\narms = ["php/reopen"]\nfair = ["php/reopen", "php/keep_open"]', ["as many arms as"]),
        ('kind = "none"\nof = "lost"\narms = ["php/reopen"]\nbecause = "x"', ["'because' is no key here"]),
        ('kind = "survives"\narms = ["php/reopen"]\nband = [1, 2]', ["'band' is no key here"]),
        ('kind = "quote"', ["has no 'quote'"]),
        ('kind = "order"\nof = "fairness"\narms = ["php/reopen", "php/keep_open"]', ["none of time, cpu time, p99"]),
        ('kind = "differ"\nof = "time"\narms = ["php/reopen", "php/keep_open"]', ["none of memory, "]),
        ('kind = "fairer"\narms = ["php/reopen"]', ["of the kind 'fairer' are 2"]),
        ('kind = "fairer"\nof = "time"\narms = ["php/reopen", "php/keep_open"]', ["'of' is no key here"]),
        ('kind = "gives"\narms = ["php/reopen"]', ["has no 'gives'"]),
        ('kind = "gives"\ngives = { lok = "none" }\narms = ["php/reopen"]', ["no guarantee of the job", "'lock'"]),
        ('kind = "gives"\ngives = { lock = "no" }\narms = ["php/reopen"]', ["one of none, record, whole"]),
        ('kind = "gives"\ngives = {}\narms = ["php/reopen"]', ["must name guarantees"]),
        ('kind = "gives"\ngives = { lock = 1 }\narms = ["php/reopen"]', ["must name guarantees"]),
        (f'{CROSSING}along = "recrds"\nband = [100, 1000]', ["no factor of the study", "records"]),
        (f'{CROSSING}along = "record_bytes"\nband = [100, 1000]', ["has not several sizes"]),
        (f'{CROSSING}along = "target"\nband = [100, 1000]', ["has not several sizes"]),
        (f'{CROSSING}along = "records"\nband = [10, 1000]', ["reaches beyond the sizes of the study, 100 to 1000"]),
        (f"{CROSSING}band = [100, 1000]", ["has no 'along'"]),
        ('kind = "gap"\narms = ["php/reopen", "php/keep_open"]\nband = [5, -5]', ["the lower one first"]),
        ('kind = "rate"\narms = ["php/reopen", "php/keep_open"]\nband = [1, 2]', ["of the kind 'rate' are 1"]),
        (
            'kind = "gap"\narms = ["php/reopen", "php/keep_open"]\nband = [1, 2]\nover_at = { records = [100, 1000] }',
            ["has several values of 'records'"],
        ),
        ('kind = "order"\nfault = "yes"\narms = ["php/reopen", "php/keep_open"]', ["must be true or false"]),
        ('kind = "order"\nanswers = 1\narms = ["php/reopen", "php/keep_open"]', ["must be true or false"]),
        ('kind = "elsewhere"\nneeds = "Windows"\nanswers = true', ["no run says anything of such a claim"]),
    ],
)
def test_what_is_wrong_is_named_with_its_line(tmp_path: Path, body: str, words: list[str]) -> None:
    said = problems(tmp_path, f'[[claims]]\nclaim = "1"\nsays = "x"\n{body}\n')
    assert all(word in said for word in words), said
    assert "logs.toml:1" in said  # a line of the claim, 14 and on


def test_all_that_is_wrong_is_named_at_once(tmp_path: Path) -> None:
    said = problems(tmp_path, '[[claims]]\nsays = "x"\nkind = "order"\n[[claims]]\nclaim = "b"\nkind = "quote"\n')
    assert "'claim'" in said and "has no 'arms'" in said and "has no 'quote'" in said and "'says'" in said


def test_two_claims_of_one_name_are_refused(tmp_path: Path) -> None:
    one = '[[claims]]\nclaim = "1"\nsays = "x"\nkind = "survives"\narms = ["php/reopen"]\n'
    assert "is the name of an earlier claim" in problems(tmp_path, one + one)


def test_a_claim_may_speak_of_several_values_of_a_factor(tmp_path: Path) -> None:
    (claim,) = claims(
        tmp_path,
        '[[claims]]\nclaim = "1"\nsays = "x"\nkind = "survives"\narms = ["php/reopen"]\nat = { records = [100, 7] }\n',
    )
    assert claim.is_at({"records": 100}) and not claim.is_at({"records": 1000})


def test_a_gap_may_be_on_either_side_of_nothing(tmp_path: Path) -> None:
    (claim,) = claims(
        tmp_path,
        '[[claims]]\nclaim = "1"\nsays = "x"\nkind = "gap"\narms = ["php/reopen", "php/keep_open"]\nband = [-5, 5]\n',
    )
    assert isinstance(claim, Gap) and claim.band == (-5, 5)


@pytest.mark.parametrize("text", ["claims = 3\n", "claims = [1, 2]\n", "[claims]\nx = 1\n"])
def test_claims_that_are_no_tables_are_refused(tmp_path: Path, text: str) -> None:
    path = tmp_path / "logs.toml"
    text = STUDY + text if text.startswith("[") else text + STUDY
    path.write_text(text)
    with pytest.raises(UsageError, match="must be tables in a list"):
        load(path, CATALOG, quick=False)


def test_claims_are_not_another_study(tmp_path: Path) -> None:
    assert claims(tmp_path, "") == ()


def test_a_study_is_read_without_its_claims_by_who_does_not_ask_for_them(tmp_path: Path) -> None:
    assert "has no 'arms'" in problems(tmp_path, '[[claims]]\nclaim = "1"\nsays = "x"\nkind = "order"\n')
    assert file.load(tmp_path / "logs.toml", CATALOG, quick=False).job == "append"


def test_what_is_wrong_with_the_study_and_with_its_claims_is_named_in_the_order_of_the_file(tmp_path: Path) -> None:
    path = tmp_path / "logs.toml"
    path.write_text(f'{STUDY}[[claims]]\nclaim = "1"\nsays = "x"\nkind = "ordr"\n'.replace("1000]", "-1]"))
    with pytest.raises(UsageError) as failure:
        load(path, CATALOG, quick=False)
    lines = [int((one.where or "").rpartition(":")[2]) for one in failure.value.problems]
    assert len(lines) > 1 and lines == sorted(lines)


@pytest.mark.parametrize("name", [name for name, path in studies().items() if "[[claims]]" in path.read_text()])
def test_our_claims_are_read_and_say_where_they_were_published(name: str) -> None:
    found = load(studies()[name], CATALOG, quick=True)
    assert found.claims and found.article is not None
    assert all(claim.says.endswith((".", "?")) for claim in found.claims)


def ours() -> dict[str, Claim]:
    """All claims that the project ships, by study and key."""
    return {
        f"{name}: {claim.key}": claim
        for name, path in studies().items()
        for claim in load(path, CATALOG, quick=False).claims
    }


def test_every_sentence_of_the_articles_has_a_claim_and_every_claim_its_sentence() -> None:
    found = ours()
    told = [(one, False) for article in SENTENCES.values() for keys in article.values() for one in keys]
    told += [
        (one, True)
        for faults in (SHOWN, QUOTED)
        for article in faults.values()
        for keys in article.values()
        for one in keys
    ]
    assert len(told) == len(dict(told))
    assert {name: claim.fault for name, claim in found.items()} == dict(told)


def test_a_fault_is_shown_by_arms_or_by_the_articles_line() -> None:
    found = ours()
    for article in SHOWN.values():
        for keys in article.values():
            assert all(found[one].arms for one in keys), keys
            assert len({arm for one in keys for arm in found[one].arms}) > 1 or len(keys) > 1, keys
    for article in QUOTED.values():
        assert all(found[one].quote for keys in article.values() for one in keys)
    assert {name for name, claim in found.items() if claim.kind == "quote"} == {
        one for article in QUOTED.values() for keys in article.values() for one in keys
    }


def test_what_no_run_can_tell_is_a_short_list() -> None:
    assert {name for name, claim in ours().items() if claim.kind == "elsewhere"} == ELSEWHERE
