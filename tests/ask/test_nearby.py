"""A hint names what can be typed: what lies in the current folder or beside it, as a command takes it."""

from __future__ import annotations

from pathlib import Path

import pytest

from iotrial.ask import tree
from iotrial.ask.adhoc_study import make
from iotrial.ask.find_study import find
from iotrial.ask.nearby_hints import is_tree, method_nearby, study_nearby, tree_meant, trees_nearby
from iotrial.ask.typed_method import typed
from iotrial.cli.check import CheckOptions, check
from iotrial.errors import UsageError

JOBS = ("append", "scan")
CATALOG = tree.load()


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a study, and two trees in it that nobody joined, one of them with methods/ and studies/."""
    here = tmp_path / "here"
    for name in ("a1.toml", "own tree/studies/own.toml"):
        (here / name).parent.mkdir(parents=True, exist_ok=True)
        (here / name).write_text("")
    for name in ("mine/append/python/logger.py", "own tree/methods/scan/c/quick.c"):
        (here / name).parent.mkdir(parents=True, exist_ok=True)
        (here / name).write_text(
            "# One.\n# Use it never.\n# visible: each record\n# lock: none\n# append: yes\n# durable: no\n"
        )
    (here / "holiday" / "append").mkdir(parents=True)
    monkeypatch.chdir(here)
    return here


def hint_of(name: str, jobs: tuple[str, ...] = JOBS) -> str | None:
    with pytest.raises(UsageError) as caught:
        find(name, jobs=jobs)
    return caught.value.problems[0].hint


@pytest.mark.parametrize(
    ("name", "hint"),
    [
        ("a1", "did you mean ./a1.toml?"),
        ("A1.toml", "did you mean ./a1.toml?"),
        ("own", "it is in a tree that was not joined: --with 'own tree'"),
        ("mine", "it is a folder of methods, which joins a job or a study: --with mine"),
        ("studies/readfile.toml", "did you mean 'readfile'?"),
        ("apend", "did you mean 'append'?"),
    ],
)
def test_a_study_that_is_near_is_named_as_it_is_typed(here: Path, name: str, hint: str) -> None:
    assert hint_of(name) == hint


@pytest.mark.usefixtures("here")
def test_what_is_nowhere_gets_the_way_to_the_list() -> None:
    assert "iotrial studies" in (hint_of("holiday") or "") and study_nearby("nothing", JOBS) is None
    assert hint_of("\0") is not None and hint_of("x" * 10_000) is not None


@pytest.mark.usefixtures("here")
def test_a_method_of_a_tree_that_was_not_joined_is_found() -> None:
    assert method_nearby("logger", JOBS) == "it is in a tree that was not joined: --with mine"
    assert method_nearby("scan/c/quick", JOBS) == "it is in a tree that was not joined: --with 'own tree'"
    assert method_nearby("mine/append/python/logger.py", JOBS) == (
        "a method is named by what its folders say: append/python/logger --with mine"
    )
    assert method_nearby("nothing", JOBS) is None and method_nearby("", JOBS) is None


@pytest.mark.usefixtures("here")
def test_commands_give_these_hints() -> None:
    with pytest.raises(UsageError) as caught:
        make("append", CATALOG, methods=["logger"])
    assert caught.value.problems[0].hint == "it is in a tree that was not joined: --with mine"
    with pytest.raises(UsageError) as caught:
        make("append", CATALOG, methods=["splice"])
    assert "that is a method of deliver" in (caught.value.problems[0].hint or "")
    for name, hint in (("os_wite", "did you mean 'os_write'?"), ("logger", "--with mine"), ("no", "iotrial methods")):
        with pytest.raises(UsageError) as caught:
            check(CheckOptions(names=[name]))
        assert hint in (caught.value.problems[0].hint or "")


def test_a_folder_of_the_wrong_level_leads_to_its_tree(here: Path) -> None:
    for folder in (here / "mine" / "append", here / "mine" / "append" / "python", here / "own tree" / "methods"):
        assert tree_meant(folder, JOBS) == here / folder.relative_to(here).parts[0]
    assert tree_meant(here, JOBS) in (here / "mine", here / "own tree")
    with pytest.raises(UsageError) as caught:
        tree.load([Path("mine/append")])
    assert caught.value.problems[0].hint == "did you mean --with mine?"


def test_what_is_no_tree_is_none(here: Path) -> None:
    assert not is_tree(here / "holiday", JOBS) and not is_tree(here / "nowhere", JOBS)
    assert trees_nearby(JOBS) == [here / "mine", here / "own tree"]


def test_a_method_is_typed_with_its_tree_unless_that_is_ours(here: Path) -> None:
    ours = CATALOG.methods[("append", "python/os_write")]
    assert typed(ours) == "append/python/os_write"
    joined = tree.load([Path("mine")]).methods[("append", "python/logger")]
    assert typed(joined) == "append/python/logger --with mine"
