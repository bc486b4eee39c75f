"""Advice on the terminal: what to use, how much it matters, how sure that is, the code, and what would change it."""

from __future__ import annotations

import math
from collections.abc import Sequence

from rich.console import Console
from rich.text import Text

from iotrial.answers.advice import Advice, AnswerElsewhere, ComparedWith, OtherGuarantees
from iotrial.ask.catalog import named_parts
from iotrial.ask.study import level_name
from iotrial.judge.judge_arm import MOVING
from iotrial.report import figures
from iotrial.report.effect_answer import TARGET
from iotrial.report.layout import clean, emit, joined, paragraph
from iotrial.report.times import MANY_TIMES, begin, listed, ratio
from iotrial.stats.verdict import judge

#: A longer list of names is cut, with how many are left out.
_MOST_NAMES = 5

#: A budget that is advised is no shorter than this, which is the default of advice.
_LEAST_SECONDS = 60

#: Of what a reader can do little with, there are no more lines than this; the run has the rest.
_MOST_CAUTIONS = 2
_MOST_LEFT_OUT = 4


def show(advice: Advice, console: Console) -> None:
    """Print advice."""
    width = console.width
    lines = paragraph(_headline(advice), width, 0, 2, "bold")
    for text in (*_why_not(advice), *_how_much(advice), _unlike(advice), _how_sure(advice)):
        lines += paragraph(text, width) if text else []
    for part in (_code(advice, width), _changes(advice, width), _others(advice, width), _end(advice, width)):
        lines += [Text(), *part] if part else []
    emit(console, lines)


def _headline(advice: Advice) -> str:
    use, top = advice.use, advice.top_group
    start = "" if _is_of_several_languages(advice) else f"In {_language(advice, advice.usual.arm)}: "
    if len(use) == 1:
        text = f"use {_name(advice, use[0])}."
    elif use:
        margin = joined(f"the same time within {advice.margin * 100:g} %")
        text = f"use {_names(advice, use, 'or')} ({margin})."
    elif len(top) > 1:
        text = f"use {_names(advice, top, 'or')}; which of them is faster cannot be told."
    else:
        text = f"cannot tell in {joined(f'{_took_seconds(advice):.0f} s')}."
    return start + text if start else text[0].upper() + text[1:]


def _why_not(advice: Advice) -> list[str]:
    """Say why there is no answer, and what to do about it."""
    if advice.answered:
        return []
    reason = clean(advice.reason)
    more = f"More rounds may tell: --budget {_more_seconds(advice):.0f}s."
    invalid = "Ask again when the machine is quieter."
    apart = listed([f"{_name(advice, one.arm)} {_between(one)}" for one in advice.apart[:_MOST_NAMES]])
    told = f": {apart} as long as {_name(advice, advice.top_group[0])}" if apart else ""
    return [f"{reason[0].upper() + reason[1:]}{told}. {invalid if 'invalid' in reason else more}"]


def _between(one: ComparedWith) -> str:
    return "takes " + joined(f"{ratio(one.low)} to {ratio(one.high)} times")


def _more_seconds(advice: Advice) -> float:
    """A budget that may tell: twice as long as it took, and as many times as rounds are missing, with some to spare."""
    times = 2.0
    if advice.needed_rounds is not None:
        times = max(times, 1.2 * advice.needed_rounds / max(1, advice.rounds))
    return max(_LEAST_SECONDS, 10 * math.ceil(times * _took_seconds(advice) / 10))


def _took_seconds(advice: Advice) -> float:
    """Return the budget, or the time of a run that took longer: none leaves fewer rounds than an interval takes."""
    return max(advice.budget_seconds, advice.seconds or 0.0)


def _how_much(advice: Advice) -> list[str]:
    """Say by how much it is faster than the next, and than the usual way."""
    use, usual, following = advice.use, advice.usual, advice.next
    if not use:
        return []
    told = []
    name = _name(advice, usual.arm)
    if len(advice.allowed) == 1:
        told.append("No other method that was measured has the same guarantees.")
    elif following is not None and (following.arm != usual.arm or usual.declared is None):
        takes = f"{_times(following, advice.margin)}{_moves(advice, following.arm)}"
        told.append(f"The next best, {_name(advice, following.arm)}, takes {takes}.")
    if usual.declared is None:
        return [*told, f"Nobody says which way is the usual one; the run compares with {name}."]
    next_too = following is not None and following.arm == usual.arm
    who = f"The usual way, {name} ({clean(usual.declared)}),{' is the next best and' if next_too else ''}"
    if usual.arm in use:
        told.append(f"It is the usual way: {clean(usual.declared)}." if len(use) == 1 else f"{who} is one of them.")
    elif usual.ratio is None:
        told.append(f"{who} has no figure: {clean(usual.reason or 'too few rounds')}.")
    else:
        other = f" It guarantees something else: {clean(usual.unlike)}." if usual.unlike else ""
        told.append(f"{who} takes {_times(usual, advice.margin)}{_moves(advice, usual.arm)}.{other}")
    return told


def _unlike(advice: Advice) -> str:
    """Name the methods that were ranked with it, as asked, though they do not guarantee the same."""
    told = [f"{_name(advice, one.arm)} ({clean(one.how)})" for one in advice.unlike]
    return f"Compared with it, though not the same is guaranteed: {'; '.join(told)}." if told else ""


def _how_sure(advice: Advice) -> str:
    if not _has_names(advice):
        return ""
    rounds = joined(f"{advice.rounds} {'round' if advice.rounds == 1 else 'rounds'}")
    return (
        f"How sure: measured in one session, side by side in {rounds} on this machine. Ask again on another day "
        "before you build on it."
    )


def _code(advice: Advice, width: int) -> list[Text]:
    """Return the text that was measured, as it is: ready to be copied."""
    method = advice.method
    if method is None or not method.text or not _has_names(advice):
        return []
    title = paragraph(f"The code, as it was measured ({clean(method.arm)}):", width, 0, 0, "bold")
    return [*title, Text(), *(Text(_plain(line)) for line in method.text.rstrip("\n").split("\n"))]


def _plain(line: str) -> str:
    """Return a line of code without anything that could steer a terminal; its tabs and spaces stay."""
    return "".join(letter if letter.isprintable() or letter == "\t" else "?" for letter in line)


def _changes(advice: Advice, width: int) -> list[Text]:
    """Return what other sizes and places would change; those that say the same stand in one sentence."""
    if not advice.use:
        return []
    told = [_changed(advice, row) for row in advice.elsewhere if row.verdict == "changes"]
    same = [_at(row) for row in advice.elsewhere if row.verdict == "not seen to change"]
    if same:
        told.append(f"The same holds {listed(same)}: nothing was shown to be faster there.")
    for reason, rows in _by_reason(advice.elsewhere).items():
        told.append(f"Cannot tell {listed([_at(row) for row in rows])}{f': {reason}' if reason else ''}.")
    lines = [line for text in told for line in paragraph(text, width, 2, 2)]
    return [Text("What would change the answer:", style="bold"), *lines] if told else []


def _by_reason(rows: Sequence[AnswerElsewhere]) -> dict[str, list[AnswerElsewhere]]:
    found: dict[str, list[AnswerElsewhere]] = {}
    for row in rows:
        if row.verdict == "cannot tell":
            found.setdefault(clean(row.reason or ""), []).append(row)
    return found


def _changed(advice: Advice, row: AnswerElsewhere) -> str:
    best, use = row.faster[0], _name(advice, advice.use[0])
    where = _at(row)
    others = _names(advice, [one.arm for one in row.faster[1:]])
    also = f" {begin(others)} {'is' if len(row.faster) == 2 else 'are'} faster there too." if others else ""
    takes = f"{use} takes {_times(best, advice.margin)} there."
    return f"{where[0].upper() + where[1:]} use {_name(advice, best.arm)}: {takes}{also}"


def _at(row: AnswerElsewhere) -> str:
    """`at records=10`, `on tmpfs`."""
    what = clean(row.what)
    return (
        f"on {what.removeprefix(f'{TARGET}=')}" if what.startswith(f"{TARGET}=") and " " not in what else f"at {what}"
    )


def _others(advice: Advice, width: int) -> list[Text]:
    """Return what other guarantees cost. They do other work, and are never ranked with what was asked for."""
    told = [_other(advice, row) for row in advice.other_guarantees if row.ratio is not None]
    lines = [line for text in told for line in paragraph(text, width, 2, 2)]
    return [Text("If you need something else:", style="bold"), *lines] if told else []


def _other(advice: Advice, row: OtherGuarantees) -> str:
    beside = advice.use[0] if advice.use else advice.top_group[0] if advice.top_group else None
    also = f" as {_name(advice, row.beside)}" if row.beside != beside else ""
    where = f" at {clean(row.at)}" if row.at else ""
    return f"{_need(row)}: {_name(advice, row.arm or '')}. It {_takes(row, also + where, advice.margin)}."


def _need(row: OtherGuarantees) -> str:
    if row.conditions:
        return f"If {listed([clean(words) for words in row.conditions])}"
    return f"If you need {clean(row.guarantees)}"


def _end(advice: Advice, width: int) -> list[Text]:
    """Return the question, the run, and what a reader can do little with, in few lines."""
    seconds = joined(f"{advice.seconds:.0f} s") if advice.seconds is not None else "not complete"
    lines = [f"asked: {clean(advice.job)} at {clean(level_name(advice.level))}"]
    if advice.method is not None and _has_names(advice):
        own = ", ".join(f"{clean(name)} {clean(value)}" for name, value in advice.method.guarantees.items())
        lines.append(f"guarantees of {clean(advice.method.arm)}: {own or 'none beyond doing the job'}")
    lines.append(f"run {clean(advice.run)}, {seconds}; all figures: {joined(f'iotrial show {clean(advice.run)}')}")
    cautions = [(f"{clean(one.arm)}: " if one.arm else "") + clean(one.text) for one in advice.cautions]
    lines += [f"caution: {text}" for text in cautions[:_MOST_CAUTIONS]]
    if len(cautions) > _MOST_CAUTIONS:
        lines.append(f"{len(cautions) - _MOST_CAUTIONS} more cautions: {joined(f'iotrial show {clean(advice.run)}')}")
    left_out = _left_out(advice)
    lines += [f"left out: {text}" for text in left_out[:_MOST_LEFT_OUT]]
    if len(left_out) > _MOST_LEFT_OUT:
        lines.append(
            f"left out: {len(left_out) - _MOST_LEFT_OUT} more: {joined(f'iotrial show {clean(advice.run)} --details')}"
        )
    return [line for text in lines for line in paragraph(text, width, 0, 2, "dim")]


def _left_out(advice: Advice) -> list[str]:
    """All that was left out, by its reason: `records=1, records=10 (too long for the budget)`."""
    by_reason: dict[str, list[str]] = {}
    for text in advice.left_out:
        names, _, reason = clean(text).partition(": ")
        by_reason.setdefault(reason, []).append(names)
    for row in advice.other_guarantees:
        if row.ratio is None:
            by_reason.setdefault(clean(row.reason or "too few rounds"), []).append(clean(row.guarantees))
    return [f"{', '.join(names)}{f' ({reason})' if reason else ''}" for reason, names in by_reason.items()]


def _has_names(advice: Advice) -> bool:
    """True if there is an arm to take: the answer, or any of those that cannot be told apart."""
    return bool(advice.use) or len(advice.top_group) > 1


def _is_of_several_languages(advice: Advice) -> bool:
    return len({named_parts(arm)[0] for arm in (*advice.allowed, advice.usual.arm)}) > 1


def _language(advice: Advice, arm: str) -> str:
    language = named_parts(arm)[0]
    return clean(advice.languages.get(language, language))


def _name(advice: Advice, arm: str) -> str:
    """The arm as a sentence names it, with its language if there are several."""
    called = clean(advice.called.get(arm, arm))
    return f"{called} in {_language(advice, arm)}" if _is_of_several_languages(advice) else called


def _names(advice: Advice, arms: Sequence[str], word: str = "and") -> str:
    shown = [_name(advice, arm) for arm in arms[:_MOST_NAMES]]
    return listed([*shown, f"{len(arms) - _MOST_NAMES} more"] if len(arms) > _MOST_NAMES else shown, word)


def _moves(advice: Advice, arm: str) -> str:
    """Say that a figure is not the last one of an arm, which its own row leaves undecided."""
    return " (it still moves)" if any(one.arm == arm and one.code in MOVING for one in advice.cautions) else ""


def _takes(figure: figures.HasBounds, also: str, margin: float) -> str:
    """`is 2.5 times as fast (2.4 to 2.6)`, or `takes` and its times."""
    if figure.ratio is None or figure.low is None or figure.high is None or figure.ratio > MANY_TIMES:
        return f"takes {_times(figure, margin, also)}"
    if _is_open(figure, margin):
        return f"takes {_times(figure, margin, also)}"
    least, fast, most = (ratio(1 / value) for value in (figure.high, figure.ratio, figure.low))
    bounds = "" if least == most else " " + joined(f"({least} to {most})")
    return f"is {joined(f'{fast} times')} as fast{also}{bounds}"


def _is_open(figure: figures.HasBounds, margin: float) -> bool:
    """True if neither of two is shown to be slower by more than the margin."""
    if figure.low is None or figure.high is None:
        return True
    return judge(figure.low, figure.high, margin) not in ("faster", "slower")


def _times(figure: figures.HasBounds, margin: float, also: str = "") -> str:
    """`1.44 times as long (1.41 to 1.61)`; where neither is shown to be slower, only how far it may be off.

    Only the figure and its bounds stay in one piece each.
    """
    if figure.ratio is None or figure.low is None or figure.high is None:
        return joined(f"{figures.interval(figure)} times") + f" as long{also}"
    low, high = ratio(figure.low), ratio(figure.high)
    if _is_open(figure, margin):
        return f"between {joined(f'{low} and {high} times')} as long{also}"
    bounds = "" if low == high else " " + joined(f"({low} to {high})")
    return f"{joined(f'{ratio(figure.ratio)} times')} as long{also}{bounds}"
