"""Advice and `show` of one run never say different things, nor does advice say what its own level does not carry."""

from __future__ import annotations

import io
import re
from collections.abc import Iterator
from itertools import permutations

import numpy as np
import pytest
from rich.console import Console

from iotrial.answers.advice import Advice
from iotrial.answers.decide_advice import advise
from iotrial.answers.question import Inquiry, OtherLevel
from iotrial.ask.study import Study
from iotrial.judge.judged_level import JudgedLevel
from iotrial.judge.least_regret import MATTERS
from iotrial.judge.ordered_guarantees import gives
from iotrial.report.advice_screen import show
from judge import made
from sentences.drawn import USUAL, Drawing, drawn
from sentences.reader import Read, compared, may_end, plain, read, use

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
    return advise(run.judging, run.judged, Inquiry(study, usual.arm, "you say so", arms, {}, elsewhere, ()))


def eligible(run: Read, level: JudgedLevel, *, seen: bool = True) -> list[str]:
    """Return the methods that may be advised in place of the usual one; with `seen` those that have a figure."""
    usual = run.judged.levels[0].arms[0]
    return [
        arm.arm
        for arm in level.arms
        if (arm.ratio or not seen)
        and arm.language == usual.language
        and gives(arm.record.guarantees, usual.record.guarantees, run.judged.more)
        and (may_end(usual) or not may_end(arm))
    ]


def told(found: Advice, run: Read) -> str:
    """Return what advice says, up to the code."""
    out = io.StringIO()
    show(found, run.judged, Console(file=out, width=2000))
    return plain(out.getvalue())


def contradictions(run: Read) -> Iterator[str]:
    """Yield what the advice says and the level that was asked about, or `show`, does not."""
    found = advice_of(run)
    text = told(found, run).partition("What would change")[0]
    level = run.judged.levels[0]
    choice = found.choice
    if choice is None:
        names = eligible(run, level)
        if not level.invalid and not run.judged.invalid and len(names) > 1:
            decided = [pair for pair in permutations(names, 2) if run.bounds(level, *pair)]
            if decided:
                yield f"nothing is advised, and the table has bounds of {decided[0]}: {text!r}"
    else:
        problems = [*use(run, choice, text), *compared(run, choice, text)]
        yield from (f"{problem}: {text!r}" for problem in problems)
        if choice.use not in eligible(run, level):
            yield f"{choice.use} is advised, and does not give what was asked for: {text!r}"
        yield from _elsewhere(run, found, told(found, run))
    for figure in re.findall(r"takes ([\d.]+) times as long", text):
        if abs(float(figure) - 1) <= run.judged.margin / 2:
            yield f"{figure} times as long is told of what the margin calls equal: {text!r}"
    yield from _beside_show(run, found)


def _elsewhere(run: Read, found: Advice, text: str) -> Iterator[str]:
    assert found.choice is not None
    used = found.choice.use
    for there, level in zip(found.elsewhere, run.judged.levels[1:], strict=True):
        if level.invalid and there.verdict != "unclear":
            yield f"at {there.what} the level is invalid, and it is told as {there.verdict}"
        if level.invalid:
            continue
        beside = {
            arm: run.bounds(level, arm, used)
            for arm in eligible(run, level)
            if arm != used and level.by_name.get(used) is not None and level.by_name[used].ratio
        }
        shown = {
            arm
            for arm, known in beside.items()
            if known is not None
            and known[1] <= 1 / MATTERS
            and not (level.by_name[arm].is_moving or level.by_name[used].is_moving)
        }
        if there.verdict == "changes":
            if there.faster is None or there.faster.arm not in shown:
                yield f"at {there.what} {there.faster} is told to be faster, and the table has no such thing"
            elif f"use {there.faster.called}: " not in text:
                yield f"at {there.what} the answer changes, and that is not told: {text!r}"
        elif shown:
            yield f"at {there.what} the table has {shown} as faster, and it is told as {there.verdict}"
        for arm, known in beside.items() if there.verdict == "holds" else ():
            if known is None or known[0] < 1 / MATTERS:
                yield f"at {there.what} nothing is told to be faster, and {arm} may be: {known}"
        if there.verdict == "unclear" and there.faster is not None and there.faster.low is not None:
            known = beside[there.faster.arm]
            if known is None or abs(known[0] - there.faster.low) > 1e-9:
                yield f"at {there.what} {there.faster} is told as open, and the table has {known}"


def _beside_show(run: Read, found: Advice) -> Iterator[str]:
    """Hold it against the answer of `show` for the level that was asked about."""
    level = run.judged.levels[0]
    usual = level.arms[0]
    # Where no other has the usual one's guarantees, `show` compares those that most have: another question.
    answers = [one for one in run.judged.answers if one.guarantees == usual.record.guarantees]
    for one in [one for one in answers if one.language == usual.language]:
        for choice in one.choices:
            if level.level not in choice.levels or choice.is_open or choice.is_alone or found.choice is None:
                continue
            own = found.choice
            if own.use == choice.use:
                continue
            if len(choice.levels) == 1:
                yield f"show says to use {choice.use}, and advice {own.use}"
                continue
            # At all of its levels together another may be the one that is never far behind: that is told there.
            others = {other.arm for other in (*choice.as_well, *choice.at_times, *choice.slower)}
            if own.use not in others:
                yield f"show says to use {choice.use}, and nothing of {own.use}, which is advised"
            known = run.bounds(level, own.use, choice.use)
            if known is not None and known[0] >= MATTERS and not level.by_name[choice.use].is_moving:
                yield f"show says to use {choice.use}, advice {own.use}, which is shown to be slower there: {known}"


def test_what_another_guarantee_costs_is_told_as_open_where_nothing_is_decided() -> None:
    arms = [made.arm(USUAL, role=role, guarantees={"lock": "no"}) for role in made.ROLES_OF_1]
    arms += [made.arm("php/b", guarantees={"lock": "no"}), made.arm("php/locked", guarantees={"lock": "record"})]
    drawing = Drawing(np.random.default_rng(1), [made.level({"n": 1}, USUAL, [], arms=arms)])
    drawing.ratios, drawing.noise = {(0, 2): 2.0, (0, 3): 1.02}, 0.03
    stored = drawing.stored("20261121-143055-k3x9")
    study = Study("append", "Which?", "append", USUAL, (), "", "")
    run = read(stored)
    found = advise(run.judging, run.judged, Inquiry(study, USUAL, "you say so", (USUAL, "php/b"), {}, (), ()))
    assert run.judged.levels[0].by_name["php/locked"].verdict == "undecided"
    assert "If you need lock=record: locked (unclear so far: " in told(found, run)


@pytest.mark.parametrize("kind", KINDS)
def test_advice_says_what_the_tables_of_its_run_say(kind: str) -> None:
    found = {seed: list(contradictions(read(drawn(kind, seed)))) for seed in range(3)}
    wrong = [f"{kind} {seed}: {problem}" for seed, problems in found.items() for problem in problems]
    assert not wrong, "\n".join(wrong)
