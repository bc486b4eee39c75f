"""A session is one of the same texts: methods, kits and adapters, by hash."""

from __future__ import annotations

import dataclasses
from pathlib import Path

from iotrial.ask import tree
from iotrial.ask.study import Level, Study
from iotrial.claims.sessions import Sessions, asks_the_same, changed_since, has_the_texts_of, sessions_of, texts_now
from iotrial.store.record import Run
from judge import made

CATALOG = tree.load()
ARMS = ("php/keep_open", "python/os_write")
STUDY = Study(
    name="logs",
    question="?",
    job="append",
    baseline=ARMS[0],
    levels=(Level({"records": 10}, ARMS), Level({"records": 20}, ARMS)),
    text="",
    source="logs.toml",
    quick=True,
)


def store(root: Path, hour: int, texts: list[str]) -> Path:
    levels = [made.level({"records": size}, ARMS[0], [ARMS[1]]) for size in (10, 20)]
    run = made.run(
        levels, run=f"20261121-{hour}3055-k3x9", study="logs", job="append", texts=dict.fromkeys(texts, "text")
    )
    return made.store(root, run)


def test_what_a_study_measures_is_its_methods_their_kits_and_adapters() -> None:
    found = texts_now(STUDY, CATALOG)
    kits = {f"the {name} {part}" for name in ("php", "python") for part in ("kit", "adapter of append")}
    assert set(found) == {*ARMS, *kits}
    assert len(set(found.values())) == len(found) and all(len(digest) == 64 for digest in found.values())
    absent = dataclasses.replace(STUDY, levels=(Level({"records": 10}, ("php/no_such_method",)),))
    assert texts_now(absent, CATALOG) == {}


def test_a_text_that_changed_makes_a_method_another(tmp_path: Path) -> None:
    path = tmp_path / "own.php"
    method = CATALOG.methods["append", ARMS[0]]
    changed = dataclasses.replace(
        CATALOG, methods={**CATALOG.methods, ("append", ARMS[0]): dataclasses.replace(method, path=path)}
    )
    path.write_text(method.path.read_text())
    assert texts_now(STUDY, changed) == texts_now(STUDY, CATALOG)
    path.write_text(method.path.read_text() + "\n")
    before, after = texts_now(STUDY, CATALOG), texts_now(STUDY, changed)
    assert {name for name in before if before[name] != after[name]} == {ARMS[0]}


def test_runs_of_other_texts_are_counted_and_what_changed_is_named(tmp_path: Path) -> None:
    now = {"php/keep_open": "1", "python/os_write": "2", "the php kit": "3"}
    same = store(tmp_path, 10, ["1", "2", "3"])
    store(tmp_path, 11, ["0", "2", "3"])
    more = store(tmp_path, 12, ["1", "2", "3", "4"])  # of something that is measured no more
    store(tmp_path, 13, ["1", "2", "9"])
    store(tmp_path, 14, [])
    changed = ("php/keep_open", "the php kit", "python/os_write")
    assert sessions_of(STUDY, tmp_path, now) == Sessions((same, more), 3, changed)
    assert sessions_of(STUDY, tmp_path / "none", now) == Sessions((), 0, ())


def test_two_runs_are_of_the_same_texts_if_all_hashes_are_the_same() -> None:
    one, other = (made.run([], texts=dict.fromkeys(texts, "x")) for texts in (("1", "2"), ("2", "1")))
    less = made.run([], texts={"1": "x"})
    assert has_the_texts_of(one, other) and not has_the_texts_of(one, less) and not has_the_texts_of(less, one)
    assert asks_the_same(one, other) and not asks_the_same(less, one)
    assert changed_since(less, {"a": "1", "b": "2"}) == ["b"]


def test_each_run_may_have_had_another_floor() -> None:
    """Which of several floors is the quickest is found out in each run."""
    arms = [made.arm(ARMS[0], role=role, method_sha256="1") for role in ("baseline", "placebo")]

    def run(floor: str) -> Run:
        floors = [made.arm("c/floor", role="floor", floor="not copying", method_sha256=floor)]
        level = made.level({"records": 10}, ARMS[0], [], arms=arms, floors=floors)
        return made.run([level], texts=dict.fromkeys(("1", "kit", floor), "x"))

    assert has_the_texts_of(run("2"), run("3")) and asks_the_same(run("2"), run("3"))
    assert not has_the_texts_of(run("2"), made.run([], texts={"kit": "x"}))
    # A floor with the text of an arm is that arm's text all the same.
    assert not has_the_texts_of(run("1"), made.run([], texts={"kit": "x"}))


def test_floors_that_a_run_tried_and_did_not_take_are_no_other_texts() -> None:
    """A run keeps the texts of all of them; each of ours has the line that tells it from a method."""
    ours = [floor.path.read_text() for floor in CATALOG.floors_of("append")]
    assert len(ours) >= 2
    tried = [made.run([], texts={"1": "x", "2": text}) for text in ours]
    assert all(has_the_texts_of(run, tried[0]) for run in tried)
    assert not has_the_texts_of(tried[0], made.run([], texts={"1": "x", "2": "// a method"}))
