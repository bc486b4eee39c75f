"""Every kind of claim: its example is read, it is on its page, and what it prints is what its model says."""

from __future__ import annotations

import dataclasses
import json
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from iotrial.ask import tree
from iotrial.ask.toml_file import keys_of
from iotrial.claims import kinds
from iotrial.claims.claim import Claim
from iotrial.claims.claims_file import claims_of, load
from iotrial.claims.claims_of_run import claims_of_run
from iotrial.claims.evaluate import judge_claims
from iotrial.claims.judged_claim import JudgedClaim
from iotrial.cli.output import print_json
from iotrial.errors import UsageError
from iotrial.judge.judging import Judging
from iotrial.store.read import StoredRun, open_run
from iotrial.store.record_index import runs_of
from judge import made

CATALOG = tree.load()
PAGE = Path(__file__).resolve().parents[2] / "docs" / "claims.md"

#: The keys that every kind has.
SHARED = {
    *("claim", "says", "kind", "arms", "fair", "at", "place", "by", "ours", "published", "despite", "fault", "answers")
}


def examples(tmp_path: Path, text: str | None = None) -> dict[str, Claim]:
    """The claims of the study on the page, or of another text, by kind."""
    block = PAGE.read_text().split("## An example of each kind")[1].split("```toml\n")[1].split("```")[0]
    path = tmp_path / "logs.toml"
    path.write_text(text or block)
    return {claim.kind: claim for claim in load(path, CATALOG, quick=True).claims}


def test_the_folder_is_the_list() -> None:
    folder = Path(next(iter(kinds.__path__)))
    assert kinds.names() == sorted(path.stem for path in folder.glob("*.py") if path.stem != "__init__")


@pytest.mark.parametrize("name", kinds.names())
def test_a_kind_is_one_class_in_a_file_of_its_name(name: str) -> None:
    kind = kinds.kind_of(name)
    assert kind.kind == name and kind.about().endswith(".") and f'kind = "{name}"' in kind.example
    assert not SHARED & set(kind.own_keys())
    assert "arms" in kind.must_have or not kind.is_told_by_runs


def test_every_example_is_read(tmp_path: Path) -> None:
    found = examples(tmp_path)
    assert list(found) == kinds.names()
    for name, claim in found.items():
        shown = kinds.kind_of(name).example
        fields = {field.name: field for field in dataclasses.fields(claim)}
        for key, is_needed in type(claim).own_keys().items():
            field = fields[keys_of(type(claim))[key].field]
            usual = {} if field.default is dataclasses.MISSING else field.default
            assert f"\n{key} = " in shown or (not is_needed and getattr(claim, field.name) == usual), key


def test_every_kind_says_something_of_any_run_and_prints_the_same_keys(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    arms = [made.arm(name, work=100) for name in ("php/reopen", "php/flock_each")]
    levels = [made.level({"records": size, "record_bytes": 100}, "php/keep_open", arms) for size in (100, 1000)]
    stored = made.opened(tmp_path, made.run(levels))
    found = judge_claims([Judging(stored)], list(examples(tmp_path).values()), "logs")
    print_json([one.model_dump() for one in found])
    rows = json.loads(capsys.readouterr().out)
    assert [row["kind"] for row in rows] == kinds.names()
    for row in rows:
        assert list(row) == list(JudgedClaim.model_fields)
        assert row["verdict"] != "not run" or row["reason"], row["kind"]
        assert row["levels"] or not kinds.kind_of(row["kind"]).is_told_by_runs


@pytest.mark.parametrize("name", kinds.names())
def test_a_key_that_a_kind_needs_is_asked_for(tmp_path: Path, name: str) -> None:
    kind = kinds.kind_of(name)
    needed = [*kind.must_have, *(key for key, is_needed in kind.own_keys().items() if is_needed)]
    study = PAGE.read_text().split("## An example of each kind")[1].split("```toml\n")[1].split("[[claims]]")[0]
    for key in needed:
        example = "".join(line for line in kind.example.splitlines(True) if not line.startswith(f"{key} = "))
        with pytest.raises(UsageError, match=f"has no '{key}', which a claim of the kind '{name}' needs"):
            examples(tmp_path, f'{study}[[claims]]\nclaim = "1"\nours = true\n{example}')


def test_a_job_that_is_not_known_decides_no_claim() -> None:
    """Its factors are not known, so neither are the levels that a claim speaks of."""
    text = PAGE.read_text().split("## An example of each kind")[1].split("```toml\n")[1].split("```")[0]
    assert len(claims_of(text, "a run", "append", CATALOG)[1]) == len(kinds.names())
    with pytest.raises(UsageError) as failure:
        claims_of(text, "a run", "erase", CATALOG)
    told = [(one.line(), one.hint) for one in failure.value.problems]
    assert ("a run: the job 'erase' is not known", "--with names its tree") in told


@pytest.mark.parametrize(
    ("kind", "given", "pairs"),
    [
        ("order", {}, [("a", "b"), ("b", "c")]),
        ("first", {}, [("a", "b"), ("a", "c")]),
        ("last", {}, [("a", "b"), ("a", "c")]),
        ("slower", {}, [("a", "b"), ("b", "c")]),
        ("equal", {"of": "time"}, [("a", "b"), ("a", "c"), ("b", "c")]),
        ("equal", {"of": "memory"}, []),
        ("ratio", {"figure": (1, 2)}, [("a", "b"), ("a", "c")]),
        ("ratio", {"figure": (1, 2), "of": "calls"}, []),
        ("varies", {}, [("a", "b"), ("a", "c"), ("b", "c")]),
        ("crossover", {"band": (1, 2), "along": "n"}, [("a", "b"), ("a", "c")]),
        ("differ", {"of": "memory"}, []),
        ("survives", {}, []),
    ],
)
def test_the_pairs_that_intervals_decide_share_what_may_be_wrong(
    kind: str, given: dict[str, Any], pairs: list[tuple[str, str]]
) -> None:
    told = kinds.kind_of(kind)(key="1", says="", arms=("a", "b", "c"), **given)
    assert list(told.pairs(told.arms)) == pairs


def test_a_run_is_judged_by_the_claims_that_it_stored_beside_its_other_sessions(tmp_path: Path) -> None:
    head = PAGE.read_text().split("## An example of each kind")[1].split("```toml\n")[1].partition("[[claims]]")[0]
    text = f'{head}[[claims]]\nclaim = "1"\nplace = "the first line"\n{kinds.kind_of("first").example}'

    def session(hour: int, ratio: float, **given: Any) -> StoredRun:
        others = ["php/reopen", "php/flock_each"]
        level = made.level({"records": 1000}, "php/keep_open", others)
        run = made.run([level], run=f"20261121-{hour}3055-k3x9", job="append", **{"study_text": text, **given})
        return open_run(made.store(tmp_path, run, dict.fromkeys(others, ratio), noise=0))

    session(10, 0.5)
    session(11, 2.0)
    session(12, 2.0, margin=0.02)  # another question
    session(17, 9.0, machine={"cpus": 64})  # another machine
    last = session(13, 2.0)
    known = partial(runs_of, tmp_path)
    (row,), reason = claims_of_run(Judging(last), known, CATALOG)
    assert reason is None
    assert (row.article, row.author, row.date, row.study) == ("On logs", "A. Nyone", "2009", "readfile")
    assert (row.run, row.seconds, row.verdict) == ("20261121-133055-k3x9", 41.2, "open")  # the first says otherwise
    assert (row.sessions, row.settled) == (3, False)
    assert row.sessions_apart == "2 [2, 2] and 0.5 [0.5, 0.5]"
    at_first, _ = claims_of_run(Judging(last), lambda study: known(study)[1:], CATALOG)
    assert (at_first[0].verdict, at_first[0].sessions, at_first[0].settled) == ("confirmed", 2, True)
    assert claims_of_run(Judging(session(14, 2.0, study_text="")), known, CATALOG) == ([], None)
    assert claims_of_run(Judging(session(15, 2.0, study_text=head)), known, CATALOG) == ([], None)
    rows, reason = claims_of_run(
        Judging(session(16, 2.0, study_text=text.replace('"first"', '"frist"'))), known, CATALOG
    )
    assert rows == [] and reason is not None
    assert reason.startswith("the claims of this study are left out: 20261121-163055-k3x9, study readfile:")
    assert "'frist', and none of" in reason
