"""Advice on the terminal: what to use, by how much, its code, its guarantees, and what would change the answer."""

from __future__ import annotations

from rich.console import Console
from rich.text import Text

from iotrial.advice.advice import Advice, AnswerElsewhere
from iotrial.report import figures
from iotrial.report.answer import names
from iotrial.report.layout import clean, emit, joined, paragraph
from iotrial.study.model import level_name


def show(advice: Advice, console: Console) -> None:
    """Print advice."""
    width = console.width
    lines = paragraph(f"{clean(advice.job)}: {_headline(advice)}", width, 0, 2, "bold")
    lines += paragraph(f"asked: {clean(level_name(advice.level))}", width, 2, 2, "dim")
    seconds = joined(f"{advice.seconds:.0f} s") if advice.seconds is not None else "not complete"
    lines += paragraph(f"run {clean(advice.run)}, {seconds}, {advice.sessions}", width, 2, 2, "dim")
    if not advice.answered:
        lines += paragraph(f"Why: {clean(advice.reason)}.", width)
    for text in (*_compared(advice), _guarantees(advice), _unlike(advice)):
        lines += paragraph(text, width) if text else []
    emit(
        console,
        [*lines, *_code(advice, width), *_changes(advice, width), *_others(advice, width), *_end(advice, width)],
    )


def _headline(advice: Advice) -> str:
    use, top = advice.use, advice.top_group
    if len(use) == 1:
        return f"use {clean(use[0])}."
    if use:
        margin = joined(f"{advice.margin * 100:g} %")
        return f"use {names(use)}: either, they are equal within {margin}."
    if len(top) > 1:
        return f"cannot tell these apart: {names(top)}; take either."
    return "cannot tell."


def _has_names(advice: Advice) -> bool:
    """Return if there is an arm to take: the answer, or any of those that cannot be told apart."""
    return bool(advice.use) or len(advice.top_group) > 1


def _compared(advice: Advice) -> list[str]:
    """Say by how much it is faster than the next, and than the usual way."""
    use, usual, following = advice.use, advice.usual, advice.next
    if not use:
        return []
    told = []
    name = clean(usual.arm)
    if len(advice.allowed) == 1:
        told.append("It is the only method with these guarantees.")
    elif following is not None and (following.arm != usual.arm or usual.declared is None):
        told.append(f"The next, {clean(following.arm)}, takes {_times(following)} as long.")
    if usual.declared is None:
        return [*told, f"Nobody declares a usual way; the run compares with {name}."]
    also = " which is also the next," if following is not None and following.arm == usual.arm else ""
    who = f"The usual way, {name} ({clean(usual.declared)}),{also}"
    if usual.arm in use:
        told.append(f"{who} is what to use." if usual.arm == use[0] else f"{who} is one of them.")
    elif usual.ratio is None:
        told.append(f"{who} has no figure: {clean(usual.reason or 'too few rounds')}.")
    else:
        other = f" It guarantees something else: {clean(usual.unlike)}." if usual.unlike else ""
        told.append(f"{who} takes {_times(usual)} as long.{other}")
    return told


def _guarantees(advice: Advice) -> str:
    method = advice.method
    if method is None or not _has_names(advice):
        return ""
    own = method.guarantees
    if not own:
        return f"Methods of {clean(advice.job)} declare no guarantees beyond doing the job, which was checked."
    return "It guarantees: " + ", ".join(f"{clean(name)} {clean(value)}" for name, value in own.items()) + "."


def _unlike(advice: Advice) -> str:
    """Name the methods that were ranked with it, as asked, though they do not guarantee the same."""
    told = [f"{clean(one.arm)} ({clean(one.how)})" for one in advice.unlike]
    return f"Ranked with it, though not the same is guaranteed: {'; '.join(told)}." if told else ""


def _code(advice: Advice, width: int) -> list[Text]:
    """Return the text that was measured, as it is: ready to be copied."""
    method = advice.method
    if method is None or not method.text or not _has_names(advice):
        return []
    title = paragraph(f"The code of {clean(method.arm)}, as it was measured:", width, 0, 0, "bold")
    return [Text(), *title, Text(), *(Text(_plain(line)) for line in method.text.rstrip("\n").split("\n"))]


def _plain(line: str) -> str:
    """Return a line of code without anything that could steer a terminal; its tabs and spaces stay."""
    return "".join(letter if letter.isprintable() or letter == "\t" else "?" for letter in line)


def _changes(advice: Advice, width: int) -> list[Text]:
    """Return what other sizes and places would change."""
    tried = [row for row in advice.elsewhere if row.verdict != "not tried"]
    if not tried or not advice.use:
        return []
    lines = [Text(), Text("What would change the answer:", style="bold")]
    for row in tried:
        lines += paragraph(f"{clean(row.what)}: {_changed(row, clean(advice.use[0]))}", width, 2, 2)
    return lines


def _changed(row: AnswerElsewhere, use: str) -> str:
    if row.verdict == "changes":
        best = row.faster[0]
        others = f" (and {names([one.arm for one in row.faster[1:]])})" if row.faster[1:] else ""
        return f"changes it; there {clean(best.arm)}{others} is faster: {use} takes {_times(best)} as long"
    return f"{row.verdict}{': ' + clean(row.reason) if row.reason else ''}"


def _others(advice: Advice, width: int) -> list[Text]:
    """Return what other guarantees cost. They do other work, and are never ranked with what was asked for."""
    told = []
    for row in advice.other_guarantees:
        where = f" (at {clean(row.at)})" if row.at else ""
        if row.ratio is not None:
            beside = clean(row.beside)
            text = f"{clean(row.arm)} takes {_times(row)} as long as {beside}{where}"
        else:
            text = f"cannot tell{where}: {clean(row.reason or 'too few rounds')}"
        told += paragraph(f"{clean(row.guarantees)}: {text}", width, 2, 2)
    return (
        [Text(), Text("With other guarantees, which are not what was asked for:", style="bold"), *told] if told else []
    )


def _end(advice: Advice, width: int) -> list[Text]:
    lines = [Text()]
    for caution in advice.cautions:
        who = f"{clean(caution.arm)}: " if caution.arm else ""
        lines += paragraph(f"caution: {who}{clean(caution.text)}", width, 0, 2, "dim")
    for text in advice.left_out:
        lines += paragraph(f"not tried: {clean(text)}", width, 0, 2, "dim")
    lines += paragraph(
        f"note: one session, on this machine: ask again at another time before you build on it; all figures: "
        f"iotrial show {clean(advice.run)}",
        width,
        0,
        2,
        "dim",
    )
    return lines


def _times(figure: figures.Bounded) -> str:
    return joined(f"{figures.interval(figure)} times")
