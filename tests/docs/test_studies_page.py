"""docs/studies.md: each study on it is read, and comes to what the page says; the smallest is run."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from docs.generate import filled
from pydantic import BaseModel

from commandline.command import Place
from iotrial.ask import adjusted_study, plan
from iotrial.ask.factors import OF_EVERY_JOB
from iotrial.ask.study_file import load as load_study
from iotrial.ask.study_keys import LEVEL_KEYS, QuickKeys, StudyKeys, texts_of
from iotrial.ask.tree import load
from iotrial.claims import claims_file
from iotrial.claims.claim import Article
from iotrial.cli import edge
from iotrial.errors import UsageError
from iotrial.measure.sizing import MOST_MORE_ROUNDS

PAGE = Path(__file__).resolve().parents[2] / "docs" / "studies.md"
TEXT = PAGE.read_text(encoding="utf-8")
CATALOG = load()


class Block(NamedTuple):
    """A text between fences: its kind, itself, and where it begins on the page."""

    kind: str
    text: str
    line: int


def blocks(page: str) -> list[Block]:
    found = re.finditer(r"^```(.*)\n((?:(?!```).*\n)*)^```$", page, re.MULTILINE)
    return [Block(one[1], one[2], page.count("\n", 0, one.start()) + 1) for one in found]


BLOCKS = blocks(TEXT)
STUDIES = [block for block in BLOCKS if block.kind == "toml"]

#: What the page says below a study: study -> what the page prints, by its kind.
SAID = [(BLOCKS[place - 1], block) for place, block in enumerate(BLOCKS) if block.kind.startswith("text ")]


def written(folder: Path, block: Block) -> Path:
    """Write a study as its reader would: mine.toml, in the folder that they are in."""
    (folder / "mine.toml").write_text(block.text, encoding="utf-8")
    return Path("./mine.toml")


def said_of(kind: str, block: Block, path: Path, capsys: pytest.CaptureFixture[str]) -> str:
    """Return what comes of a study, in the form of a block below it."""
    if kind == "text error":
        with pytest.raises(UsageError) as caught:
            claims_file.load(path, CATALOG, quick=False)
        edge.report(caught.value.problems)
        return capsys.readouterr().err
    levels = claims_file.load(path, CATALOG, quick=False).study.levels
    lines = {"text levels": [level.name for level in levels], "text methods": levels[0].arms}[kind]
    return "".join(f"{line}\n" for line in lines)


@pytest.mark.parametrize("block", STUDIES, ids=lambda block: f"line {block.line}")
@pytest.mark.parametrize("quick", [False, True], ids=["full", "quick"])
def test_each_study_on_the_page_is_right(
    block: Block, quick: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert claims_file.load(written(tmp_path, block), CATALOG, quick=quick).study.levels


@pytest.mark.parametrize(("block", "said"), SAID, ids=lambda block: f"line {block.line}")
def test_each_study_comes_to_what_stands_below_it(
    block: Block, said: Block, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert said_of(said.kind, block, written(tmp_path, block), capsys) == said.text


def test_no_block_of_the_page_goes_untested() -> None:
    assert {block.kind for block in BLOCKS} == {
        "", "toml", "toml wrong", "text error", "text levels", "text methods"
    }  # fmt: skip
    assert {block.kind for block, said in SAID if said.kind == "text error"} == {"toml wrong"}
    assert {block.kind for block, said in SAID if said.kind != "text error"} == {"toml"}
    wrong = [block for block in BLOCKS if block.kind == "toml wrong"]
    assert len(wrong) == len([said for _, said in SAID if said.kind == "text error"]) >= 5
    assert len(STUDIES) >= 5


@pytest.fixture
def place(tmp_path: Path) -> Place:
    place = Place(tmp_path)
    place.measure_floors()
    return place


def test_the_smallest_study_runs_as_the_page_types_it(place: Place) -> None:
    written(place.root, STUDIES[0])
    (typed,) = (block.text for block in BLOCKS if block.kind == "")
    program, *words = typed.split()
    assert program == "iotrial"
    short = ("--rounds", "8", "--blocks", "1", "--no-evidence", "--target", str(place.target))
    done = place.document(*words, *short)
    assert done["question"] == "Is it slow to open the log anew for each record?"
    (level,) = done["levels"]
    arms = {arm["arm"]: arm for arm in level["arms"]}
    assert {name: arm["record"]["role"] for name, arm in arms.items()} == {
        "python/os_write": "baseline",
        "python/file_reopen": "arm",
    }
    assert arms["python/file_reopen"]["ratio"] is not None
    assert len(place.runs()) == 1


def test_the_tables_of_the_page_are_those_of_the_code() -> None:
    assert filled("studies.md", TEXT) == TEXT, "run `make docs` and read the difference"


class OneWithout(QuickKeys):
    """A key more, without a text."""

    unheard_of: int | None = None


@pytest.mark.parametrize("keys", [StudyKeys, QuickKeys])
def test_each_key_has_its_text_and_its_row(keys: type[BaseModel]) -> None:
    assert set(texts_of(keys)) == set(keys.model_fields)
    assert all(f"\n| `{key}` |" in TEXT for key in StudyKeys.model_fields)


def test_a_key_that_is_read_must_have_a_text() -> None:
    with pytest.raises(ValueError, match="the key 'unheard_of' of a study has 0 texts"):
        texts_of(OneWithout)


def values(document: Mapping[str, Any]) -> dict[str, Any]:
    """Return a value for each key of a study, each unlike its default."""
    levels = [{"records": 7}]
    return {
        "question": "Why?", "job": "append", "baseline": "python/os_write", "methods": ["python/*"], "margin": 0.03,
        "budget": "99 s", "rounds": 77, "blocks": 5, "precision": 0.04, "sample": "3 ms", "memory": 3,
        "surroundings": ["heap"],
        "levels": levels, "quick": {}, "article": {}, "sources": [], "figures": [], "claims": [], **document,
    }  # fmt: skip


def toml(value: Any) -> str:
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{key} = {toml(inner)}" for key, inner in value.items()) + " }"
    if isinstance(value, list):
        return "[" + ", ".join(map(toml, value)) + "]"
    return f'"{value}"' if isinstance(value, str) else str(value)


def shape(folder: Path, document: Mapping[str, Any], *, quick: bool = False) -> dict[str, Any]:
    """Return what a study comes to, without its own text."""
    path = folder / "mine.toml"
    path.write_text("".join(f"{key} = {toml(value)}\n" for key, value in document.items()), encoding="utf-8")
    study = dataclasses.asdict(load_study(path, CATALOG, quick=quick))
    return {name: value for name, value in study.items() if name != "text"}


@pytest.mark.parametrize("key", sorted(set(QuickKeys.model_fields) - {"baseline"}))
def test_each_key_with_a_text_changes_the_study_and_the_short_form(key: str, tmp_path: Path) -> None:
    top = {"question": "Why?", "job": "append", "baseline": "python/os_write"}
    plain = {quick: shape(tmp_path, top, quick=quick) for quick in (False, True)}
    given = {key: values({})[key]}
    assert shape(tmp_path, top | given) != plain[False]
    assert shape(tmp_path, top | {"quick": given}, quick=True) != plain[True]
    assert shape(tmp_path, top | {"quick": given}) == plain[False]
    from_above = shape(tmp_path, top | given, quick=True)
    assert (from_above != plain[True]) == (texts_of(QuickKeys)[key].quick == "as in the full study")


def test_all_keys_together_are_read(tmp_path: Path) -> None:
    document = values({})
    assert set(document) == set(StudyKeys.model_fields)
    del document["article"], document["sources"], document["figures"], document["claims"]
    assert shape(tmp_path, document)["rounds"] == 77


#: A value for each key of a table of levels.
OF_LEVELS = {
    "target": ("target", "tmpfs"),
    "memory_limit": ("memory_limit", "16 MiB"),
    "state": ("state", "first"),
    "LANGUAGE.KEY": ("php.memory_limit", "16M"),
    "LANGUAGE.flags": ("c.flags", "-O2"),
    "methods": ("methods", ["python/*"]),
}


def test_each_key_of_a_level_is_read_and_has_its_text(tmp_path: Path) -> None:
    assert set(LEVEL_KEYS) == set(OF_LEVELS) == {"methods", "LANGUAGE.KEY", "LANGUAGE.flags", *OF_EVERY_JOB}
    top = {"question": "Why?", "job": "append", "baseline": "python/os_write"}
    plain = shape(tmp_path, top)
    for key, value in OF_LEVELS.values():
        assert shape(tmp_path, top | {"levels": [{key: value}]}) != plain, key


def test_every_factor_of_every_job_has_its_row() -> None:
    for job in CATALOG.jobs.values():
        for factor in job.factors:
            assert re.search(rf"^\| `{factor}` \| [^|]*`{job.name}`", TEXT, re.MULTILINE), (job.name, factor)


def test_the_texts_have_the_numbers_of_the_code() -> None:
    texts = texts_of(QuickKeys)
    assert texts["rounds"].otherwise.startswith(f"{plan.FULL_ROUNDS},")
    quick = f"{plan.QUICK_ROUNDS} for at most {plan.QUICK_ARMS - 1} methods, else {plan.WIDE_ROUNDS}"
    assert texts["rounds"].quick.startswith(quick)
    assert MOST_MORE_ROUNDS == 4 and "up to four times" in texts["budget"].summary


def test_what_the_page_says_of_the_command_line_and_of_articles_is_so() -> None:
    assert set(adjusted_study.OPTIONS) - set(StudyKeys.model_fields) == {"seed"}
    assert "no key of a study: every run draws its own" in TEXT
    assert all(
        f"`{one.name}`" in TEXT.split("`[article]` names the source by")[1] for one in dataclasses.fields(Article)
    )
