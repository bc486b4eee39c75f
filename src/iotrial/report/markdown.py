"""Runs as Markdown with every table: answers first, the rest folded, and left out what would not fit a comment."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from iotrial.report.parts import Said, Table
from iotrial.report.view import LevelView, RunView

#: What a comment may hold is 65,536 characters.
MOST_CHARACTERS = 60_000

#: What is left out if all of it would not fit, the least needed first.
_LEFT_OUT = (
    "the code",
    "the code and the evidence",
    "all but answers, rankings and claims",
    "all but answers, claims, and of each run the ranking of one level",
    "all but answers and claims",
)

#: What is markup anywhere, what makes a link of a bare address, and what begins a list or a heading.
_SPECIAL = re.compile(r"([\\`*_{}\[\]<>()#+!|~&$^@]|:(?=//)|(?<=www)\.|^[-=])")
_NUMBERED = re.compile(r"^(\d+)([.)])(?=\s|$)")

#: A name after this sign would be called by where the text is put, escaped or not.
_CALLED = re.compile(r"(?<!\w)\\@")


def markdown(views: Sequence[RunView]) -> str:
    """The text of all runs. All that a run says is text in it, never markup."""
    for left in range(len(_LEFT_OUT) + 1):
        parts = [_run(view, left) for view in views]
        if left:
            parts.append(f"Left out, to fit: {_LEFT_OUT[left - 1]}. `iotrial report` has it as HTML.")
        text = "\n\n".join(parts) + "\n"
        if len(text) <= MOST_CHARACTERS:
            return text
    return text


def escaped(text: str) -> str:
    """Text in which nothing is markup; no-break spaces become plain ones."""
    plain = " ".join(text.replace("\N{NO-BREAK SPACE}", " ").split())
    plain = _NUMBERED.sub(r"\1\\\2", _SPECIAL.sub(r"\\\1", plain))
    return _CALLED.sub("\\g<0>\N{ZERO WIDTH NON-JOINER}", plain)


def _run(view: RunView, left: int) -> str:
    """One run; `left` counts in _LEFT_OUT what is left out."""
    parts = [f"## {escaped(view.study)}: {escaped(view.question)}", *map(answered, view.answers)]
    parts += [escaped(view.asked)] if view.asked else []
    parts += [f"What {_listed(view.sources)} says: {escaped(view.claimed)}"] if view.claimed else []
    parts += [escaped(" · ".join(view.facts))]
    parts += [f"> **Caution:** {escaped(text)}" for text in view.warnings]
    parts += [escaped(text) for text in view.changes]
    if view.glance and left < 4:
        parts.append(table_text(view.glance.table()))
    for place, level in enumerate(view.levels):
        if left < 4 or (left == 4 and place == view.first):
            text = _level(level, left)
            parts.append(folded(level.name, text) if len(view.levels) > 1 else text)
    if view.floor:
        parts.append(escaped(view.floor))
    if left < 3:
        parts += [folded(table.title or title, table_text(table)) for title, table in view.across]
    if view.claims:
        parts.append(f"### What was published, and what this machine says\n\n{_listed(view.sources)}")
        parts += [table_text(table) for table in view.claims]
    if view.codes and left < 1:
        texts = [f"{escaped(code.arm)}\n\n{_code(code.text, code.language)}" for code in view.codes]
        parts.append(folded("The code", "\n\n".join(texts)))
    facts = "\n".join(f"- {escaped(name)}: {escaped(value)}" for name, value in view.machine)
    parts.append(folded("How to repeat it", f"{_code(chr(10).join(view.repeat), 'sh')}\n\n{facts}"))
    return "\n\n".join(part for part in parts if part)


def _listed(sources: Mapping[str, str]) -> str:
    """The sources of claims, each with its address if it has one."""
    return "; ".join(f"{escaped(one)}{f' <{address}>' if address else ''}" for one, address in sources.items())


def answered(sentences: Sequence[str]) -> str:
    """An answer, of which the first sentence stands out."""
    first, *rest = sentences
    return " ".join([f"**{escaped(first)}**", *map(escaped, rest)])


def _level(level: LevelView, left: int) -> str:
    ranking = level.ranking
    parts = [escaped(level.answer), table_text(_first_columns(ranking)) if ranking else "", *_said(level.said)]
    parts += [escaped(level.noise)] if level.noise else []
    if level.cautions:
        parts.append(folded("Cautions in full", "\n".join(f"- {escaped(text)}" for text in level.cautions)))
    if left < 3:
        parts += [folded("All columns", table_text(ranking))] if ranking else []
        parts += [table_text(table) for _, table in level.beside]
    if level.evidence and left < 2:
        causes = "\n".join(f"- {escaped(one.text)}" for one in level.causes)
        parts.append(folded("Why", f"{table_text(level.evidence)}\n\n{causes}"))
    if level.functions and left < 2:
        parts.append(folded("Functions that take the most time", table_text(level.functions)))
    return "\n\n".join(part for part in parts if part)


def _first_columns(table: Table) -> Table:
    """The indispensable columns; the rest stand in a table of all."""
    return Table([column for column in table.columns if not column.drop], table.title, table.below)


def table_text(table: Table) -> str:
    """A table, and what is said below it."""
    columns = table.shown
    head = "| " + " | ".join(escaped(column.title) for column in columns) + " |"
    rule = "|" + "|".join("---" if column.align == "left" else "--:" for column in columns) + "|"
    rows = zip(*(column.cells for column in columns), strict=True)
    body = ["| " + " | ".join(escaped(cell) for cell in row) + " |" for row in rows]
    return "\n\n".join(["\n".join([head, rule, *body]), *_said(table.below)])


def _said(sentences: Sequence[Said]) -> list[str]:
    return [f"**{escaped(one.text)}**" if one.style == "bold" else escaped(one.text) for one in sentences]


def folded(title: str, text: str) -> str:
    """A text that is shown when its title is clicked on."""
    return f"<details><summary>{_entities(title)}</summary>\n\n{text}\n\n</details>"


def _entities(text: str) -> str:
    """Text inside of an HTML tag, where backslashes are no escapes."""
    return re.sub(r"[<>&\"'`*_\[\]\\]", lambda found: f"&#{ord(found[0])};", text.replace("\N{NO-BREAK SPACE}", " "))


def as_code(text: str) -> str:
    """Text in a line as a program has it, by a fence longer than any within."""
    plain = " ".join(text.split())
    fence = "`" * (1 + max((len(found) for found in re.findall(r"`+", plain)), default=0))
    return f"{fence} {plain} {fence}" if "`" in plain else f"{fence}{plain}{fence}"


def _code(text: str, language: str) -> str:
    """A fenced block; its fence is longer than any within."""
    longest = max((len(found) for found in re.findall(r"`+", text)), default=0)
    fence = "`" * max(3, longest + 1)
    word = language if re.fullmatch(r"[a-z0-9]+", language) else ""
    return f"{fence}{word}\n{text.rstrip()}\n{fence}"
