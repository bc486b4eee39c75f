"""Advice on the terminal: what to use, how much it matters, how sure that is, the code, and what would change it."""

from __future__ import annotations

import math
from collections.abc import Sequence

from rich.console import Console
from rich.text import Text

from iotrial.answers import sentences as words
from iotrial.answers.advice import Advice, AnswerElsewhere
from iotrial.ask.catalog import named_parts
from iotrial.ask.header import without_pairs
from iotrial.ask.study import level_name
from iotrial.judge.judged_run import JudgedRun
from iotrial.judge.language_answer import AVOID, TimesOver
from iotrial.report import figures
from iotrial.report.guarantee_words import named_guarantees
from iotrial.report.harm_answer import what_was_kept
from iotrial.report.layout import clean, emit, joined, paragraph, paragraphs
from iotrial.report.level_words import DISK, TARGET, condition, placed
from iotrial.report.need_sentences import others_slower, parted_needs, price_of
from iotrial.report.parts import gathered
from iotrial.report.ratio_words import ratio
from iotrial.report.short_notes import kit_percent
from iotrial.report.tier_sentences import beside_the_one_to_use
from iotrial.report.times import bounds, capital, difference, listed
from iotrial.report.trust_line import trust_line
from iotrial.report.what_to_use import caveat_of, named_to_use, usual_words, what_others_promise
from iotrial.report.work_timed import work_called

#: A budget that is advised is no shorter than this, which is the default of advice.
_LEAST_SECONDS = 60

#: Of what a reader can do little with, there are no more lines than this; the run has the rest.
_MOST_CAUTIONS = 2
_MOST_LEFT_OUT = 4
_MOST_NOT_MEASURED = 3


def show(advice: Advice, judged: JudgedRun, console: Console) -> None:
    """Print advice; the judged run has the words of its job."""
    width, advice = console.width, _with_languages(advice, judged)
    lines = paragraph(_headline(advice, judged), width, 0, 2, "bold")
    lines += paragraphs([*_beside(advice, judged), _not_measured(advice), _trust(advice, judged)], width, hang=0)
    for part in (_code(advice, width), _changes(advice, judged, width), _end(advice, width)):
        lines += [Text(), *part] if part else []
    emit(console, lines)


def _with_languages(advice: Advice, judged: JudgedRun) -> Advice:
    """Return advice about several languages with each call named with its own."""
    if advice.language is not None or advice.choice is None:
        return advice

    def named(one: TimesOver) -> TimesOver:
        return one.model_copy(update={"called": _in_language(judged, one.arm, one.called)})

    choice, lists = advice.choice, ("as_well", "at_times", "slower", "guarantees")
    told = {name: [named(one) for one in getattr(choice, name)] for name in lists}
    own = {"called": _in_language(judged, choice.use, choice.called)}
    unlike = advice.usual_unlike and named(advice.usual_unlike)
    return advice.model_copy(update={"choice": choice.model_copy(update=told | own), "usual_unlike": unlike})


def _in_language(judged: JudgedRun, arm: str, called: str) -> str:
    return f"{called} in {judged.language_called(named_parts(arm)[0])}"


def _headline(advice: Advice, judged: JudgedRun) -> str:
    start = f"In {clean(advice.language)}: " if advice.language is not None else ""
    choice = advice.choice
    if choice is not None:
        form = words.ADVISED_ALONE if choice.is_alone else words.ADVISED
        text = form.format(
            start=start,
            use=named_to_use(choice),
            usual=usual_words(choice),
            caveat=caveat_of(choice),
            why=_why_alone(advice, judged),
        )
        return capital(text)
    reason = clean(advice.reason)
    budget = f"{_more_seconds(advice):.0f}s"
    hint = words.HINT_QUIETER if "invalid" in reason else words.HINT_BUDGET.format(budget=budget)
    seconds = joined(f"{_took_seconds(advice):.0f} s")
    return capital(words.NO_ADVICE.format(start=start, seconds=seconds, reason=reason, hint=hint))


def _why_alone(advice: Advice, judged: JudgedRun) -> str:
    """Say that no other method gives the same guarantees, or that those that do could not be compared."""
    choice = advice.choice
    if choice is None:
        return ""
    known = {choice.use, *(one.arm for one in (*choice.guarantees, *choice.unlike))}
    others = [clean(arm) for arm in advice.allowed if arm not in known]
    return words.ALONE_NO_FIGURE.format(names=listed(others)) if others else what_others_promise(choice, judged)


def _more_seconds(advice: Advice) -> float:
    """A budget that may tell: twice as long as it took."""
    return max(_LEAST_SECONDS, 10 * math.ceil(2.0 * _took_seconds(advice) / 10))


def _took_seconds(advice: Advice) -> float:
    """Return the budget, or the time of a run that took longer: none leaves fewer rounds than an interval takes."""
    return max(advice.budget_seconds, advice.seconds or 0.0)


def _beside(advice: Advice, judged: JudgedRun) -> list[str]:
    """The other methods beside the one to use, as `show` has them, and what is in use if it gives something else."""
    if advice.choice is None:
        return []
    first, rest = parted_needs(advice.choice, judged)
    told = [
        *_takes(advice.choice.use, judged),
        *what_was_kept(judged),
        *first,
        *beside_the_one_to_use(advice.choice, judged),
    ]
    if advice.usual_unlike is not None:
        unlike = advice.usual_unlike
        gives = named_guarantees(unlike.gives)
        told.append(words.USUAL_UNLIKE.format(name=clean(unlike.called), guarantees=gives, price=price_of(unlike)))
    told += rest
    told += others_slower(advice.choice)
    for one in advice.priced_elsewhere:
        at = _at(judged, one.what)
        costs = "; ".join(f"{clean(cost.called)} ({price_of(cost)})" for cost in one.costs)
        told.append(words.PRICED_AT.format(at=capital(at), name=clean(one.beside), costs=costs))
    if advice.declared is None and not advice.choice.is_alone:
        told.append(words.NO_USUAL.format(name=clean(_called(judged, advice.usual))))
    return [" ".join(told)] if told else []


def _takes(arm: str, judged: JudgedRun) -> list[str]:
    """Say how long a method takes for how much work, by which a reader sees if ratios matter; none without a figure."""
    found = judged.levels[0].by_name.get(arm)
    if found is None or not found.median_ns or not found.record.work:
        return []
    work = work_called(found.record.work, judged.work_unit)
    is_diluted = any(caution.code == "kit_cost" for caution in found.cautions)
    form = words.TAKES_WITH_KIT if is_diluted else words.TAKES
    return [form.format(time=joined(figures.time(found.median_ns)), work=work, percent=kit_percent(found))]


def _not_measured(advice: Advice) -> str:
    """Name the methods that may be better and were left out, with what a full run says of them; one more is named."""
    most = _MOST_NOT_MEASURED
    told = [
        words.NOT_MEASURED_ONE.format(
            name=clean(one.called),
            why=one.reason
            if one.ratio is None
            else words.NOT_MEASURED_KNOWN.format(price=difference(one.ratio, one.ratio), run=clean(one.run)),
        )
        for one in advice.not_measured[: most if len(advice.not_measured) > most + 1 else None]
    ]
    if len(advice.not_measured) > len(told):
        told.append(words.NOT_MEASURED_MORE.format(count=len(advice.not_measured) - len(told)))
    return words.NOT_MEASURED.format(told=listed(told)) if told else ""


def _called(judged: JudgedRun, name: str) -> str:
    arm = judged.levels[0].by_name.get(name)
    return arm.called if arm is not None else name


def _trust(advice: Advice, judged: JudgedRun) -> str:
    if advice.choice is None:
        return ""
    rounds = joined(f"{advice.rounds} {'round' if advice.rounds == 1 else 'rounds'}")
    return words.TRUST.format(sure=trust_line(judged), rounds=rounds)


def _code(advice: Advice, width: int) -> list[Text]:
    """Return the text that was measured, ready to be copied: without the lines that only iotrial reads."""
    method = advice.method
    if method is None or not method.text:
        return []
    title = paragraph(words.CODE.format(arm=clean(method.arm)), width, 0, 0, "bold")
    return [*title, Text(), *(Text(_plain(line)) for line in without_pairs(method.text).rstrip("\n").split("\n"))]


def _plain(line: str) -> str:
    """Return a line of code without anything that could steer a terminal; its tabs and spaces stay."""
    return "".join(letter if letter.isprintable() or letter == "\t" else "?" for letter in line)


def _changes(advice: Advice, judged: JudgedRun, width: int) -> list[Text]:
    """Return what other sizes and places would change; those that say the same stand in one sentence."""
    if advice.choice is None:
        return []
    by_verdict = gathered((row.verdict, row) for row in advice.elsewhere)
    told = [
        words.CHANGES.format(
            at=capital(_at(judged, row.what)), name=clean(other.called), price=difference(other.least, other.most)
        )
        for row in by_verdict.get("changes", ())
        if (other := row.faster) is not None
    ]
    if same := by_verdict.get("holds"):
        told.append(words.HOLDS.format(at=_all_at(judged, same)))
    open_here = {one.arm for one in advice.choice.beside if one.tier == "unclear"}  # that it is so there is no change
    found = [(row, row.faster) for row in by_verdict.get("unclear", ())]
    unclear = [(row, other) for row, other in found if other is None or other.arm not in open_here]
    may_be = [(row, other) for row, other in unclear if other is not None and other.is_told]
    for name, pairs in gathered((clean(other.called), (row, other)) for row, other in may_be).items():
        price = _may_take([other for _, other in pairs])
        told.append(words.OPEN_THERE.format(at=_all_at(judged, [row for row, _ in pairs]), name=name, price=price))
    unknown = [row for row, other in unclear if other is None or not other.is_told]
    for reason, rows in gathered((clean(row.reason or ""), row) for row in unknown).items():
        told.append(words.UNKNOWN_THERE.format(at=_all_at(judged, rows), reason=f": {reason}" if reason else ""))
    return [Text(words.CHANGES_TITLE, style="bold"), *paragraphs(told, width)] if told else []


def _may_take(others: Sequence[TimesOver]) -> str:
    """`0.94 to 1.02 times as long`, or `up to 6 % less`: the bounds of one method at some levels together."""
    low, high = bounds(others)
    if high < AVOID and low > 1 / AVOID:
        return f"up to {joined(f'{math.ceil(100 * (1 - low))} %')} less"
    return joined(f"{ratio(low)} to {ratio(high)} times") + " as long"


def _all_at(judged: JudgedRun, rows: Sequence[AnswerElsewhere]) -> str:
    return listed([_at(judged, row.what) for row in rows])


def _at(judged: JudgedRun, what: str) -> str:
    """`with 10 records`, `on tmpfs`."""
    told = []
    for part in what.split(" "):
        name, _, value = part.partition("=")
        if name == TARGET:
            told.append(f"on {'the disk' if value == DISK else clean(value)}")
        else:
            said = condition(judged, {name: int(value) if value.isdigit() else value}, [name]) or f"{name}={value}"
            told.append(placed(judged, said, "at" if "=" in said else "with"))
    return " ".join(told)


def _end(advice: Advice, width: int) -> list[Text]:
    """Return the question, the run, and what a reader can do little with, in few lines."""
    seconds = joined(f"{advice.seconds:.0f} s") if advice.seconds is not None else "not complete"
    lines = [f"asked: {clean(advice.job)} at {clean(level_name(advice.level))}"]
    if advice.declared is not None:
        lines.append(f"usual way: {clean(advice.usual)} ({clean(advice.declared)})")
    if advice.method is not None:
        own = ", ".join(f"{clean(name)} {clean(value)}" for name, value in advice.method.guarantees.items())
        lines.append(f"guarantees of {clean(advice.method.arm)}: {own or 'none beyond doing the job'}")
    lines.append(f"run {clean(advice.run)}, {seconds}; all figures: {joined(f'iotrial show {clean(advice.run)}')}")
    cautions = [(f"{clean(one.arm)}: " if one.arm else "") + clean(one.text) for one in advice.cautions]
    lines += [f"caution: {text}" for text in cautions[:_MOST_CAUTIONS]]
    if len(cautions) > _MOST_CAUTIONS:
        more = len(cautions) - _MOST_CAUTIONS
        lines.append(f"{more} more caution{'s' * (more > 1)}: {joined(f'iotrial show {clean(advice.run)}')}")
    left_out = _left_out(advice)
    lines += [f"left out: {text}" for text in left_out[:_MOST_LEFT_OUT]]
    if len(left_out) > _MOST_LEFT_OUT:
        lines.append(
            f"left out: {len(left_out) - _MOST_LEFT_OUT} more: {joined(f'iotrial show {clean(advice.run)} --details')}"
        )
    return paragraphs(lines, width, 0, style="dim")


def _left_out(advice: Advice) -> list[str]:
    """All that was left out, by its reason: `records=1, records=10 (too long for the budget)`."""
    parts = (clean(text).partition(": ") for text in advice.left_out)
    by_reason = gathered((reason, names) for names, _, reason in parts)
    return [f"{', '.join(names)}{f' ({reason})' if reason else ''}" for reason, names in by_reason.items()]
