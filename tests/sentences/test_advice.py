"""Advice and `show` of one run never say different things, nor does advice say what its own level does not carry."""

from __future__ import annotations

import io
import re
from collections.abc import Iterator

import numpy as np
import pytest
from rich.console import Console

from iotrial.answers.advice import Advice
from iotrial.answers.decide_advice import advise
from iotrial.answers.question import Inquiry, OtherLevel
from iotrial.ask.study import Study
from iotrial.judge.judged_level import JudgedLevel
from iotrial.judge.ordered_guarantees import gives
from iotrial.report.advice_screen import show
from judge import made
from sentences.drawn import USUAL, Drawing, drawn
from sentences.reader import Read, plain, read

KINDS = (
    "one_level", "sizes", "close_sizes", "words", "parameters", "moving", "moving_at_some", "warming", "few_rounds",
    "coarse", "unlike_counts", "wide_margin", "invalid_level",
)  # fmt: skip


def advice_of(run: Read) -> Advice:
    """Return the advice of a run whose first level was asked about."""
    first, *others = run.stored.run.levels
    usual = first.arms[0]
    arms = tuple(dict.fromkeys(arm for level in run.judged.levels for arm in eligible(run, level, seen=False)))
    elsewhere = tuple(OtherLevel(dict(level.level)) for level in others)
    study = Study("append", "Which?", "append", usual.arm, (), "", "")
    return advise(run.stored, Inquiry(study, usual.arm, "you say so", arms, {}, elsewhere, ()))


def eligible(run: Read, level: JudgedLevel, *, seen: bool = True) -> list[str]:
    """Return the methods that may be advised in place of the usual one; with `seen` those that have a figure."""
    usual = run.judged.levels[0].arms[0]
    return [
        arm.arm
        for arm in level.arms
        if (arm.ratio or not seen)
        and arm.language == usual.language
        and gives(arm.record.guarantees, usual.record.guarantees, run.judged.more)
    ]


def is_apart(level: JudgedLevel, quicker: str, other: str) -> bool:
    """True if the intervals of two rows have nothing in common, where there are too few rounds for their pair."""
    first, second = level.by_name[quicker], level.by_name[other]
    return (first.high or 1.0) < (second.low or 1.0)


def contradictions(run: Read) -> Iterator[str]:
    """Yield what the advice says and the level that was asked about, or `show`, does not."""
    found = advice_of(run)
    out = io.StringIO()
    show(found, Console(file=out, width=2000))
    text = plain(out.getvalue().partition("The code")[0])
    level = run.judged.levels[0]
    if found.answered:
        for arm in found.use:
            if level.by_name[arm].is_moving:
                yield f"{arm} is advised and still moves: {text!r}"
            for other in eligible(run, level):
                verdict = run.verdict(level, other, arm)
                if (
                    arm == found.use[0]
                    and other not in found.use
                    and verdict != "slower"
                    and not (verdict == "None" and is_apart(level, arm, other))
                    and not level.by_name[other].is_moving
                ):
                    yield f"{arm} is advised, and {other} is {verdict}: {text!r}"
    else:
        for place, arm in enumerate(found.top_group):
            for other in found.top_group[place + 1 :]:
                if run.verdict(level, other, arm) in ("slower", "faster"):
                    yield f"it cannot tell {arm} from {other}, and the table can: {text!r}"
    yield from _elsewhere(run, found)
    for figure in re.findall(r"takes ([\d.]+) times as long", text):
        if abs(float(figure) - 1) <= run.judged.margin / 2:
            yield f"{figure} times as long is told of what the margin calls equal: {text!r}"
    yield from _beside_show(run, found)


def _elsewhere(run: Read, found: Advice) -> Iterator[str]:
    for there, level in zip(found.elsewhere, run.judged.levels[1:], strict=True):
        for one in there.faster:
            if run.verdict(level, found.use[0], one.arm) != "slower":
                yield f"at {there.what} {one.arm} is told to be faster, and the table has no such thing"
        if there.verdict == "not seen to change":
            for arm in eligible(run, level):
                if arm != found.use[0] and run.verdict(level, found.use[0], arm) == "slower":
                    yield f"at {there.what} nothing is told to be faster, and the table has {arm}"


def _beside_show(run: Read, found: Advice) -> Iterator[str]:
    """Hold it against the answer of `show` for the level that was asked about."""
    level = run.judged.levels[0]
    usual = level.arms[0]
    # Where no other has the usual one's guarantees, `show` compares those that most have: another question.
    answers = [one for one in run.judged.answers if one.guarantees == usual.record.guarantees]
    for one in [one for one in answers if one.language == usual.language]:
        for choice in one.choices:
            if level.level not in choice.levels or choice.is_open or choice.is_alone:
                continue
            names = found.use or found.top_group
            if names and choice.use not in names:
                yield f"show says to use {choice.use}, and advice {names}"
            for other in choice.as_well if len(found.use) == 1 else ():
                is_here = level.level not in other.no_figure_at and not level.by_name[other.arm].is_moving
                if is_here and run.verdict(level, other.arm, choice.use) == "undecided":
                    yield f"advice names {choice.use} alone, and show leaves {other.arm} open"


def test_what_another_guarantee_costs_is_told_as_open_where_nothing_is_decided() -> None:
    arms = [made.arm(USUAL, role=role, guarantees={"lock": "no"}) for role in made.ROLES_OF_1]
    arms += [made.arm("php/b", guarantees={"lock": "no"}), made.arm("php/locked", guarantees={"lock": "record"})]
    drawing = Drawing(np.random.default_rng(1), [made.level({"n": 1}, USUAL, [], arms=arms)])
    drawing.ratios, drawing.noise = {(0, 2): 2.0, (0, 3): 1.02}, 0.03
    stored = drawing.stored("20261121-143055-k3x9")
    study = Study("append", "Which?", "append", USUAL, (), "", "")
    found = advise(stored, Inquiry(study, USUAL, "you say so", (USUAL, "php/b"), {}, (), ()))
    assert read(stored).judged.levels[0].by_name["php/locked"].verdict == "undecided"
    out = io.StringIO()
    show(found, Console(file=out, width=2000))
    assert "If you need lock record instead of no: locked. It takes between " in plain(out.getvalue())


@pytest.mark.parametrize("kind", KINDS)
def test_advice_says_what_the_tables_of_its_run_say(kind: str) -> None:
    found = {seed: list(contradictions(read(drawn(kind, seed)))) for seed in range(3)}
    wrong = [f"{kind} {seed}: {problem}" for seed, problems in found.items() for problem in problems]
    assert not wrong, "\n".join(wrong)
