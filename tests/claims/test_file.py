"""Claims in a study file: what is right is read, and everything that is wrong is named with its line."""

from __future__ import annotations

from pathlib import Path

import pytest

from iotrial.ask import study_file, tree
from iotrial.claims.claim import Claim
from iotrial.claims.claims_file import load
from iotrial.claims.kinds.equal import Equal
from iotrial.claims.kinds.gap import Gap
from iotrial.claims.kinds.ratio import Ratio
from iotrial.claims.kinds.text import Text
from iotrial.errors import UsageError

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

#: What the article prints of both arms.
FIGURES = """
[[figures]]
place = "table 2"
of = "cpu time"
unit = "ms"
columns = ["php/reopen", "php/keep_open"]
rows = [[0.14, 0.14]]

"""

#: Each claim says where it stands.
PLACE = 'place = "paragraph 3"\n'

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
        'kind = "ratio"\narms = ["php/reopen", "php/keep_open"]\nfigure = 451\nat = { records = 1000 }\n' + PLACE,
    )
    assert isinstance(claim, Ratio)
    assert (claim.key, claim.kind, claim.figure, claim.published) == ("2", "ratio", (451.0, 451.0), "451 times")
    assert claim.band == pytest.approx((361, 541)) and claim.place == "paragraph 3"
    assert claim.at == {"records": 1000}
    assert claim.is_at({"records": 1000, "record_bytes": 100}) and not claim.is_at({"records": 100})


@pytest.mark.parametrize(
    ("body", "words"),
    [
        ('kind = "order"\narms = ["php/keep_open", "php/reopn"]', ["names 'php/reopn', which is no arm", "php/reopen"]),
        ('kind = "order"\narms = ["php/keep_open"]', ["of the kind 'order' are 2 or more"]),
        ('kind = "order"', ["has no 'arms'"]),
        ('kind = "ordr"\narms = ["php/keep_open"]', ["'ordr', and none of calls, crossover, ", "'order'"]),
        ('kind = "ratio"\narms = ["php/reopen", "php/keep_open"]\nfigure = [2, 1]', ["the lower one first"]),
        ('kind = "ratio"\narms = ["php/reopen", "php/keep_open"]\nfigure = [0, "x"]', ["two numbers"]),
        ('kind = "equal"\nof = "tiem"\narms = ["php/reopen", "php/keep_open"]', ["none of time, cpu time"]),
        ('kind = "equal"\nof = "time"\nwithin = "5"\narms = ["php/reopen", "php/keep_open"]', ["'within' is wrong"]),
        ('kind = "calls"\narms = ["php/reopen"]\ncalls = { write = -1 }', ["system calls with their numbers"]),
        ('kind = "survives"\narms = ["php/reopen"]\nat = { records = 7 }', ["names no level of the study"]),
        ('kind = "survives"\narms = ["php/reopen"]\nat = { recrds = 7 }', ["unknown factor 'recrds'"]),
        ('kind = "survives"\narms = ["php/reopen"]\nat = 7', ["must be a table of factors"]),
        ('kind = "survives"\narms = ["php/reopen"]\nfair = ["php/reopen", "php/keep_open"]', ["as many arms as"]),
        ('kind = "none"\nof = "lost"\narms = ["php/reopen"]\nbecause = "x"', ["'because' is no key here"]),
        ('kind = "survives"\narms = ["php/reopen"]\nband = [1, 2]', ["'band' is no key here"]),
        ('kind = "text"', ["has no 'fault'"]),
        ('kind = "text"\nfault = false', ["of the kind 'text' must be a fault"]),
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
        ('kind = "gap"\narms = ["php/reopen", "php/keep_open"]\nfigure = [5, -5]', ["the lower one first"]),
        ('kind = "rate"\narms = ["php/reopen", "php/keep_open"]\nfigure = [1, 2]', ["of the kind 'rate' are 1"]),
        (
            'kind = "gap"\narms = ["php/reopen", "php/keep_open"]\nfigure = 2\nover_at = { records = [100, 1000] }',
            ["has several values of 'records'"],
        ),
        ('kind = "order"\nfault = "yes"\narms = ["php/reopen", "php/keep_open"]', ["must be true or false"]),
        ('kind = "order"\nanswers = 1\narms = ["php/reopen", "php/keep_open"]', ["must be true or false"]),
        ('kind = "elsewhere"\nneeds = "Windows"\nanswers = true', ["no run says anything of such a claim"]),
    ],
)
def test_what_is_wrong_is_named_with_its_line(tmp_path: Path, body: str, words: list[str]) -> None:
    said = problems(tmp_path, f'[[claims]]\nclaim = "1"\nsays = "x"\n{body}\n{PLACE}')
    assert all(word in said for word in words), said
    assert "logs.toml:1" in said  # a line of the claim, 14 and on


TWO = 'arms = ["php/reopen", "php/keep_open"]\n'
ONE = 'arms = ["php/reopen"]\n'


@pytest.mark.parametrize(
    ("body", "told"),
    [
        (
            'kind = "order"\narms = ["php/keep_open", "php/reopn"]',
            "17: 'arms' names 'php/reopn', which is no arm at these levels | did you mean 'php/reopen'?",
        ),
        (
            f'kind = "survives"\n{ONE}fair = ["php/reopn"]',
            "18: 'fair' names 'php/reopn', which is no arm at these levels | did you mean 'php/reopen'?",
        ),
        (
            f'kind = "gap"\n{TWO}figure = [1, 2]\nover_at = {{ records = [100, 1000] }}',
            "19: 'over_at' has several values of 'records', and an arm is looked at one level | ",
        ),
        (
            f'kind = "gap"\n{TWO}figure = [1, 2]\nover_at = {{ records = 7 }}',
            "19: 'over_at' names no level of the study | ",
        ),
        *(
            (
                f'kind = "{kind}"\n{TWO}figure = {figure}',
                "18: 'figure' must be two numbers, the lower one first, such as [1.4, 1.6] | ",
            )
            for kind, figures in (
                ("ratio", ("[1, 2, 3]", "[1]", "[true, 2]", '[1, 2, "x"]', "[0, 1]", "[1, 1]", "[1, 1e9]")),
                ("gap", ("[-1e9, 1]", "[1, 1]", "[2, 1]")),
            )
            for figure in figures
        ),
        *(
            (
                f'kind = "{kind}"\n{arms}figure = {figure}',
                "18: 'figure' must be the number that was published, or two, the lower one first, such as 1.48 | ",
            )
            for kind, arms, figures in (
                ("ratio", TWO, ("0", "-2", "true", '"x"', "1e9")),
                ("gap", TWO, ("-1e9", "1e9", "true", '"x"')),
                ("rate", ONE, ("0", "-1", '"55 MB/s"')),
            )
            for figure in figures
        ),
        *(
            (
                f'kind = "crossover"\narms = ["php/keep_open", "php/reopen"]\nalong = "records"\nband = {band}',
                "19: 'band' must be two numbers, the lower one first, such as [1.4, 1.6] | ",
            )
            for band in ("[1, 2, 3]", "[1000, 100]", "7", '"x"')
        ),
        *(
            (
                f'kind = "ratio"\n{TWO}figure = {figure}',
                "18: 'figure' is no effect: of what is the same, the kind is 'equal' | ",
            )
            for figure in ("1", "1.0", "[0.9, 1.1]")
        ),
        *(
            (
                f'kind = "ratio"\n{TWO}{keys}',
                "13: 'claims' of the kind 'ratio' needs one of 'figure', 'least' and 'most' | "
                "write the published ratio: figure = 1.48, or least = 1.1 for 'at least 10 %'",
            )
            for keys in ("", "least = 1.1\nmost = 1.2\n", "figure = 1.5\nleast = 1.1\n")
        ),
        (
            f'kind = "equal"\n{TWO}of = "tiem"',
            "18: 'of' is 'tiem', and none of time, cpu time, memory, runtime memory, runtime memory taken, calls, "
            "lock wait | did you mean 'time'?",
        ),
        (
            f'kind = "growth"\n{ONE}of = "time"\nis = "lines"',
            "19: 'is' is 'lines', and none of linear, flat | did you mean 'linear'?",
        ),
        (
            f'kind = "equal"\n{TWO}of = "time"\nwithin = "5"',
            "19: 'within' is wrong: '5' could mean percent or a share of one; write it as \"1%\" or 0.01 | ",
        ),
        *(
            (f'kind = "equal"\n{TWO}of = "time"\nwithin = {share}', "19: 'within' must lie between 0% and 100% | ")
            for share in ("1.01", "-0.01")
        ),
        *(
            (
                f'kind = "calls"\n{ONE}calls = {calls}',
                "18: 'calls' must name system calls with their numbers, such as { read = 2560, mmap = 0 } | ",
            )
            for calls in (
                "{ write = -1 }",
                "{ write = true }",
                "{ write = 1.0 }",
                "{ read = 1, write = -1 }",
                "{}",
                "3",
            )
        ),
        (
            f'kind = "gives"\n{ONE}gives = {{ lok = "none" }}',
            "18: 'gives' names 'lok', which is no guarantee of the job | did you mean 'lock'?",
        ),
        (
            f'kind = "gives"\n{ONE}gives = {{ lock = "no" }}',
            "18: 'gives' says 'no' of 'lock', which is one of none, record, whole | ",
        ),
        *(
            (
                f'kind = "gives"\n{ONE}gives = {gives}',
                "18: 'gives' must name guarantees with what they are, such as { lock = \"none\" } | ",
            )
            for gives in ("{ lock = 1 }", "{}", "3")
        ),
        (f'kind = "survives"\n{ONE}at = {{ records = 7 }}', "18: 'at' names no level of the study | "),
        (
            f'kind = "survives"\n{ONE}fair = ["php/reopen", "php/keep_open"]',
            "18: 'fair' must name as many arms as 'arms' does | ",
        ),
        ('kind = "order"\narms = ["php/keep_open"]', "17: 'arms' of the kind 'order' are 2 or more | "),
        (
            'kind = "ratio"\narms = ["php/reopen", "php/keep_open", "php/flock_each"]\nfigure = [1.5, 2]',
            "17: 'arms' of the kind 'ratio' are 2 | ",
        ),
        ('kind = "order"', "13: 'claims' has no 'arms', which a claim of the kind 'order' needs | "),
        (f'kind = "differ"\n{TWO}', "13: 'claims' has no 'of', which a claim of the kind 'differ' needs | "),
        (
            f'kind = "elsewhere"\nneeds = "Windows"\n{ONE}',
            "18: 'arms' is no key here | there are: "
            "answers, at, by, claim, despite, fair, fault, from, kind, means, needs, ours, part, place, published, "
            "says",
        ),
        ("fault = true", "13: 'claims' has no 'kind' | "),
        (f'kind = "survives"\n{ONE}becaus = "x"', "18: 'becaus' is no key here | did you mean 'because'?"),
        (
            'kind = "elsewhere"\nneeds = "Windows"\nanswers = true',
            "18: 'answers' is true, and no run says anything of such a claim | ",
        ),
        (
            f'{CROSSING}along = "recrds"\nband = [100, 1000]',
            "18: 'along' is 'recrds', which is no factor of the study | did you mean 'records'?",
        ),
        (
            f'{CROSSING}along = "target"\nband = [100, 1000]',
            "18: 'along' is 'target', which has not several sizes at these levels | ",
        ),
        *(
            (
                f'{CROSSING}along = "records"\nband = {band}',
                "19: 'band' reaches beyond the sizes of the study, 100 to 1000 | ",
            )
            for band in ("[99, 1000]", "[100, 1001]")
        ),
    ],
)
def test_one_thing_that_is_wrong_is_one_problem_at_its_own_line(tmp_path: Path, body: str, told: str) -> None:
    assert problems(tmp_path, f'[[claims]]\nclaim = "1"\nsays = "x"\n{body}\n{PLACE}') == f"{tmp_path}/logs.toml:{told}"


@pytest.mark.parametrize(
    "body",
    [
        f'kind = "ratio"\n{TWO}figure = [1.001, 999_999_999]',
        f'kind = "ratio"\n{TWO}figure = 0.001',
        f'kind = "ratio"\n{TWO}least = 1.1',
        f'kind = "ratio"\n{TWO}most = 0.9\nwithin = "1%"',
        f'kind = "gap"\n{TWO}figure = -5',
        f'kind = "rate"\n{ONE}figure = 55\nunit = "M/s"',
        f'kind = "equal"\n{TWO}of = "time"\nwithin = "100%"',
        f'kind = "equal"\n{TWO}of = "time"\nwithin = 0',
        f'kind = "calls"\n{ONE}calls = {{ write = 0 }}',
        f'{CROSSING}along = "records"\nband = [100, 1000]',
        f'kind = "ratio"\n{TWO}figure = [1, 1.15]',  # 0 to 15 % slower
        f'kind = "ratio"\n{TWO}figure = [0.87, 1]',
        f'kind = "gap"\n{TWO}figure = [1, 2]\nat = {{ records = 100 }}\nover_at = {{ records = 1000 }}',
    ],
)
def test_what_is_just_right_is_no_problem(tmp_path: Path, body: str) -> None:
    assert len(claims(tmp_path, f'[[claims]]\nclaim = "1"\nsays = "x"\n{body}\n{PLACE}')) == 1


def test_a_claim_has_everything_that_its_table_says(tmp_path: Path) -> None:
    table = (
        '[[claims]]\nclaim = "2"\nsays = "As long."\nkind = "equal"\nof = "cpu time"\nwithin = "2%"\n'
        'arms = ["php/reopen", "php/keep_open"]\nfair = ["php/keep_open", "php/flock_each"]\n'
        'published = "0.14 ms"\nplace = "table 2"\nby = "a reader"\nanswers = true\n'
        "at = { records = [100, 1000] }\n"
    )
    bare = '[[claims]]\nclaim = "3"\nsays = "As long."\nkind = "equal"\nof = "time"\nours = true\n' + TWO
    fault = '[[claims]]\nclaim = "of 3"\nsays = "Not told."\nkind = "text"\nfault = true\n' + PLACE
    whole, plain, wrong = claims(tmp_path, FIGURES + table + bare + fault)
    assert whole == Equal(
        key="2",
        says="As long.",
        arms=("php/reopen", "php/keep_open"),
        fair=("php/keep_open", "php/flock_each"),
        at={"records": (100, 1000)},
        published="0.14 ms",
        place="table 2",
        by="a reader",
        answers=True,
        of="cpu time",
        within=0.02,
        spread=0.0,
    )
    arms = ("php/reopen", "php/keep_open")
    assert plain == Equal(key="3", says="As long.", arms=arms, of="time", within=None, ours=True)
    assert wrong == Text(key="of 3", says="Not told.", place="paragraph 3", fault=True)


def test_all_that_is_wrong_is_named_at_once(tmp_path: Path) -> None:
    said = problems(tmp_path, '[[claims]]\nsays = "x"\nkind = "order"\n[[claims]]\nclaim = "b"\nkind = "text"\n')
    assert "'claim'" in said and "has no 'arms'" in said and "has no 'fault'" in said and "'says'" in said
    assert said.count("has no 'place' in the article") == 2


def test_two_claims_of_one_name_are_refused(tmp_path: Path) -> None:
    one = '[[claims]]\nclaim = "1"\nsays = "x"\nkind = "survives"\narms = ["php/reopen"]\n' + PLACE
    assert problems(tmp_path, one + one) == f"{tmp_path}/logs.toml:20: 'claim' '1' is the name of an earlier claim | "


def test_a_claim_may_speak_of_several_values_of_a_factor(tmp_path: Path) -> None:
    (claim,) = claims(
        tmp_path,
        '[[claims]]\nclaim = "1"\nsays = "x"\nkind = "survives"\narms = ["php/reopen"]\nat = { records = [100, 7] }\n'
        + PLACE,
    )
    assert claim.is_at({"records": 100}) and not claim.is_at({"records": 1000})


def test_a_gap_may_be_on_either_side_of_nothing(tmp_path: Path) -> None:
    (claim,) = claims(
        tmp_path,
        '[[claims]]\nclaim = "1"\nsays = "x"\nkind = "gap"\narms = ["php/reopen", "php/keep_open"]\nfigure = [-5, 5]\n'
        + PLACE,
    )
    assert isinstance(claim, Gap) and claim.band == (-6, 6)


@pytest.mark.parametrize("text", ["claims = 3\n", "claims = [1, 2]\n", "[claims]\nx = 1\n"])
def test_claims_that_are_no_tables_are_refused(tmp_path: Path, text: str) -> None:
    path = tmp_path / "logs.toml"
    text = STUDY + text if text.startswith("[") else text + STUDY
    path.write_text(text)
    line = 1 + next(number for number, one in enumerate(path.read_text().splitlines()) if "claims" in one)
    with pytest.raises(UsageError) as failure:
        load(path, CATALOG, quick=False)
    told = [(one.line(), one.hint) for one in failure.value.problems]
    assert told == [(f"{path}:{line}: 'claims' must be tables in a list", "write [[claims]]")]


def test_claims_are_not_another_study(tmp_path: Path) -> None:
    assert claims(tmp_path, "") == ()


def test_a_study_is_read_without_its_claims_by_who_does_not_ask_for_them(tmp_path: Path) -> None:
    assert "has no 'arms'" in problems(tmp_path, '[[claims]]\nclaim = "1"\nsays = "x"\nkind = "order"\n')
    assert study_file.load(tmp_path / "logs.toml", CATALOG, quick=False).job == "append"


def test_what_is_wrong_with_the_study_and_with_its_claims_is_named_in_the_order_of_the_file(tmp_path: Path) -> None:
    path = tmp_path / "logs.toml"
    path.write_text(f'{STUDY}[[claims]]\nclaim = "1"\nsays = "x"\nkind = "ordr"\n'.replace("1000]", "-1]"))
    with pytest.raises(UsageError) as failure:
        load(path, CATALOG, quick=False)
    lines = [int((one.where or "").rpartition(":")[2]) for one in failure.value.problems]
    assert len(lines) > 1 and lines == sorted(lines)
