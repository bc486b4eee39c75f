"""A study's claims on several machines: each machine has its own verdict, and what parts them is a hint."""

from __future__ import annotations

import functools
import io
from collections.abc import Mapping
from pathlib import Path

import pytest
from rich.console import Console

from across.made_machines import facts, session
from iotrial.across.across_machines import AcrossMachines
from iotrial.across.judge_across import across
from iotrial.ask import tree
from iotrial.errors import UsageError
from iotrial.report.machines_markdown import markdown
from iotrial.report.machines_screen import show

STUDY = """
question = "?"
job = "list"
baseline = "php/readdir"
methods = ["php/readdir", "php/glob", "php/iterator"]
[[levels]]
entries = 1000
[article]
title = "On lists"
author = "A. Uthor"
date = "2020"
[[claims]]
claim = "1"
says = "glob() is faster than readdir()."
place = "paragraph 1"
kind = "order"
arms = ["php/glob", "php/readdir"]
[[claims]]
claim = "2"
ours = true
says = "The iterator takes at least 1.2 times as long as readdir()."
kind = "ratio"
least = 1.2
arms = ["php/iterator", "php/readdir"]
"""
HOLDS, AGAINST = {"php/glob": 0.6, "php/iterator": 1.5}, {"php/glob": 1.6, "php/iterator": 1.5}


our_tree = functools.cache(tree.load)


def on(root: Path, ratios: Mapping[int, Mapping[str, float]], text: str = STUDY) -> AcrossMachines:
    for number, of in ratios.items():
        system = "Linux 5.10" if of is AGAINST else "Linux 6.18"
        session(root, number, dict(of), facts(number, system=system), study_text=text, job="list", sweeps=20)
    return across([], root, claims=our_tree())


def shown(document: AcrossMachines, width: int = 120) -> str:
    console = Console(file=io.StringIO(), width=width, force_terminal=False)
    show(document, console)
    assert isinstance(console.file, io.StringIO)
    return " ".join(console.file.getvalue().replace("\N{NO-BREAK SPACE}", " ").split())


def test_each_machine_has_its_own_verdict(tmp_path: Path) -> None:
    document = on(tmp_path, {0: HOLDS, 1: HOLDS, 2: AGAINST, 3: HOLDS})
    first, second = document.claims
    assert [one.verdict for one in first.machines] == ["confirmed", "confirmed", "opposite here", "confirmed"]
    assert (first.holds, first.against) == (["m1", "m2", "m4"], ["m3"])
    assert [(one.fact, one.there) for one in first.goes_with] == [("system", ["Linux 5.10"])]
    assert second.counts == {"confirmed": 4} and not second.goes_with
    text = shown(document)
    assert "claims of On lists (A. Uthor, 2020)" in text
    assert "“glob() is faster than readdir().” holds on 3 of 4 machines; it is not so on m3." in text
    assert "That machine differs from the others in system (Linux 5.10 there, Linux 6.18 elsewhere)" in text
    assert "(ours) The iterator takes at least 1.2 times as long" in text
    assert "**claims of On lists" in markdown(document) and "it is not so on m3" in markdown(document)


def test_of_many_machines_the_numbers_are_told(tmp_path: Path) -> None:
    document = on(tmp_path, {number: AGAINST if number == 4 else HOLDS for number in range(8)})
    text = shown(document)
    assert "holds on not so on" in text and "7 1" in text


def test_claims_that_nobody_asked_for_are_not_judged(tmp_path: Path) -> None:
    on(tmp_path, {0: HOLDS, 1: HOLDS})
    assert across([], tmp_path).claims == []


def test_a_study_without_claims_says_so(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="has no claims"):
        on(tmp_path, {0: HOLDS, 1: HOLDS}, STUDY.partition("[article]")[0])
