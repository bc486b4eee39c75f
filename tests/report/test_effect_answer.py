"""The sentences that say if it pays to change a condition: another file system, a cold cache."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

from iotrial.judge.judged_run import JudgedRun
from iotrial.report.brief import first_sentences
from iotrial.report.effect_answer import effect_answers
from judge import made
from report.shown import judged_once

USUAL = "php/a"


#: What a target in memory costs, where it pays.
LOST = "What lies on tmpfs is lost at a restart."


def run(
    folder: Path, factor: str, values: Mapping[Any, Mapping[str, float]], *, noise: float = 0.001, **given: Any
) -> JudgedRun:
    """A level for each value of a factor, with the times of the methods there, those of php/a among them."""
    names = list(dict.fromkeys(name for times in values.values() for name in times if name != USUAL))
    levels = [made.level({factor: value}, USUAL, list(names)) for value in values]
    scale = np.array([[one[USUAL], one[USUAL], *(one[name] for name in names)] for one in values.values()])

    def change(sweep: int, columns: dict[str, Any]) -> dict[str, Any]:
        wall = columns["wall_ns"] * scale[columns["level"], columns["arm"]]
        return {**columns, "wall_ns": wall.round().astype(np.int64)}

    record = made.run(levels, languages={"php": "PHP", "c": "C"})
    return judged_once(made.opened(folder, record, change=change, noise=noise, **{"sweeps": 20, **given}))


def told(judged: JudgedRun) -> list[str]:
    return [text.replace("\N{NO-BREAK SPACE}", " ") for texts in effect_answers(judged) for text in texts]


def test_no_difference_is_said_with_its_bound(tmp_path: Path) -> None:
    same = {"php/a": 1.0, "php/b": 2.0}
    judged = run(tmp_path, "target", {"disk": same, "tmpfs": same})
    assert told(judged) == ["On tmpfs instead of disk: it does not pay, the same time within 1 %."]
    # It is the first that a screen says, before what to use.
    first, second = first_sentences(judged)
    assert (first, []) == effect_answers(judged) and second[0] == "In PHP, on disk and tmpfs: use a, the usual way."


def test_nobody_is_told_if_a_server_that_others_write_to_pays(tmp_path: Path) -> None:
    judged = run(tmp_path, "target", {"disk": {"php/a": 1.0, "php/b": 2.0}, "sshfs": {"php/a": 10.0, "php/b": 30.0}})
    assert told(judged) == ["On sshfs instead of disk: a takes 10.0 times as long and b takes 15.0 times as long."]


def test_the_first_call_of_a_process_is_named_in_words(tmp_path: Path) -> None:
    judged = run(tmp_path, "state", {"steady": {"php/a": 1.0, "php/b": 2.0}, "first": {"php/a": 2.0, "php/b": 2.5}})
    assert told(judged) == [
        "On the first call of a process instead of in steady state: b takes 25 % more time and a takes "
        "2.0 times as long."
    ]
    first, second = first_sentences(judged)  # a condition that nobody chooses comes last
    assert ([], second) == effect_answers(judged)
    assert first[0] == "In PHP, in steady state and on the first call of a process: use a, the usual way."


def test_one_and_two_methods_are_named_and_of_more_the_ends(tmp_path: Path) -> None:
    at_disk = {"php/a": 1.0, "php/b": 2.0, "php/c": 1.0}
    two = run(tmp_path / "2", "target", {"disk": {"php/a": 1.0, "php/b": 2.0}, "tmpfs": {"php/a": 0.5, "php/b": 1.8}})
    assert told(two) == [
        f"On tmpfs instead of disk: it pays, a takes 50 % less time and b takes 10 % less time. {LOST}"
    ]
    three = run(tmp_path / "3", "target", {"disk": at_disk, "tmpfs": {"php/a": 0.5, "php/b": 1.8, "php/c": 0.2}})
    assert told(three) == [
        "On tmpfs instead of disk: it pays, all 3 methods take 10 to 80 % less time, from c (80 % less) to b (10 % "
        f"less). {LOST}"
    ]
    same = run(tmp_path / "1", "target", {"disk": at_disk, "tmpfs": {"php/a": 0.5, "php/b": 1.0, "php/c": 0.5}})
    assert told(same) == [f"On tmpfs instead of disk: it pays, each method takes 50 % less time. {LOST}"]
    more = run(tmp_path / "4", "target", {"disk": at_disk, "tmpfs": {"php/a": 1.5, "php/b": 2.0, "php/c": 3.0}})
    assert told(more) == [
        "On tmpfs instead of disk: it does not pay, all 3 methods take 1.00 to 3.0 times as long, from b (the same "
        "time within 1 %) to c (3.0 times as long)."
    ]


def test_where_some_gain_and_others_lose_the_ends_are_told(tmp_path: Path) -> None:
    at_disk = {"php/a": 1.0, "php/b": 2.0, "php/c": 1.0}
    judged = run(tmp_path, "target", {"disk": at_disk, "tmpfs": {"php/a": 0.5, "php/b": 2.0, "php/c": 1.8}})
    assert told(judged) == [
        "On tmpfs instead of disk: it pays for some methods, not for others: the 3 methods take between 50 % less and "
        f"80 % more time, from a (50 % less) to c (80 % more). {LOST}"
    ]


def test_several_languages_have_their_names_beside_the_calls(tmp_path: Path) -> None:
    judged = run(tmp_path, "target", {"disk": {"php/a": 1.0, "c/b": 1.0}, "tmpfs": {"php/a": 0.5, "c/b": 1.8}})
    assert told(judged) == [
        "On tmpfs instead of disk: it pays for some methods, not for others: a in PHP takes 50 % less time and b in C "
        f"takes 80 % more time. {LOST}"
    ]


def test_what_is_not_decided_says_between_what(tmp_path: Path) -> None:
    same = {"php/a": 1.0, "php/b": 2.0}
    (text,) = told(run(tmp_path / "all", "target", {"disk": same, "tmpfs": same}, noise=0.15, sweeps=14))
    assert text.startswith("On tmpfs instead of disk: unclear; the methods take between 0.")
    assert text.endswith(" times as long.")
    # What is known so little is not worth a sentence.
    wide = run(tmp_path / "wide", "target", {"disk": same, "tmpfs": same}, noise=0.6, sweeps=14)
    assert any(effect.low is not None for effect in wide.effects) and told(wide) == []
    assert told(run(tmp_path / "few", "target", {"disk": same, "tmpfs": same}, sweeps=3)) == []


def test_any_other_word_is_named_with_its_factor_and_a_size_is_not(tmp_path: Path) -> None:
    cold = {"warm": {"php/a": 1.0, "php/b": 2.0}, "cold": {"php/a": 3.0, "php/b": 6.0}}
    assert told(run(tmp_path / "word", "cache", cold)) == [
        "With cache=cold instead of warm: each method takes 3.0 times as long."
    ]
    sizes = {1: {"php/a": 1.0, "php/b": 2.0}, 2: {"php/a": 3.0, "php/b": 6.0}}
    assert told(run(tmp_path / "size", "record_bytes", sizes)) == []


def test_a_value_that_the_job_has_words_for_is_said_in_them(tmp_path: Path) -> None:
    cold = {"warm": {"php/a": 1.0, "php/b": 2.0}, "cold": {"php/a": 3.0, "php/b": 6.0}}
    for warm, words in (("in memory", "From the disk instead of in memory"), ("", "From the disk")):
        judged = run(tmp_path / words, "cache", cold)
        judged = judged.model_copy(update={"said": {"cache": {"warm": warm, "cold": "from the disk"}}})
        assert told(judged) == [f"{words}: each method takes 3.0 times as long."]


def test_of_many_values_the_first_three_are_said(tmp_path: Path) -> None:
    same = {"php/a": 1.0, "php/b": 2.0}
    judged = run(tmp_path, "target", dict.fromkeys(("disk", "tmpfs", "xfs", "ext4", "btrfs"), same), sweeps=24)
    assert [text.split(":")[0] for text in told(judged)] == [
        f"On {name} instead of disk" for name in ("tmpfs", "xfs", "ext4")
    ]


def test_what_few_rounds_leave_open_is_no_sentence(tmp_path: Path) -> None:
    """Of five rounds the interval is wide: what is far away is told, and of the others not even how far they may be."""
    values = {"disk": {"php/a": 1.0, "php/b": 2.0}, "tmpfs": {"php/a": 1.2, "php/b": 1.0}}
    judged = run(tmp_path / "one", "target", values, sweeps=5)
    assert {effect.arm: effect.verdict for effect in judged.effects} == {"php/a": "undecided", "php/b": "faster"}
    assert told(judged) == [f"On tmpfs instead of disk: it pays, b takes 50 % less time; unclear for a. {LOST}"]
    near = {"disk": {"php/a": 1.0, "php/b": 2.0}, "tmpfs": {"php/a": 1.2, "php/b": 2.2}}
    judged = run(tmp_path / "none", "target", near, sweeps=5)
    assert [effect.verdict for effect in judged.effects] == ["undecided"] * 2
    assert all(effect.low is not None for effect in judged.effects)
    assert told(judged) == []
    # A change that is known follows one that is not.
    both = {**near, "xfs": {"php/a": 3.0, "php/b": 6.0}}
    assert told(run(tmp_path / "both", "target", both, sweeps=5)) == [
        "On xfs instead of disk: it does not pay, each method takes 3.0 times as long."
    ]
