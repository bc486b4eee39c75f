"""A reader of the rows of a terminal: the mark and the figure of each are those of the sentence about it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from iotrial.judge.judged_run import JudgedRun
from iotrial.judge.language_answer import Choice, LanguageAnswer
from iotrial.report.method_rows import MARKS, OTHER

_NUMBER = r"\d+(?:\.\d+)?"
_FIGURE = re.compile(rf"{_NUMBER}(?: to {_NUMBER})?")

#: Mark -> how the sentences begin that name the methods which have it, or what stands in them.
_SENTENCES = {
    "use": r": use ",
    "as good": r" (?:is|are) as good \(",
    "slower": r" takes? [\d.]+ ",
    "avoid": r"^(?:Avoid|The usual way,) ",
    "unclear": r"^(?:Unclear so far:|Too few rounds to compare) |cannot tell after so few rounds",
}

#: Sentences that no method of another mark stands in.
_ONLY = {"as good": _SENTENCES["as good"], "avoid": "^Avoid ", "unclear": "^Unclear so far:"}


@dataclass(frozen=True)
class _Row:
    name: str
    figure: str
    mark: str


def rows_against(judged: JudgedRun, shown: str, texts: Sequence[str]) -> Iterator[str]:
    """Return each row of the screen of a run, wide enough for all, that says something else than the answers do."""
    blocks = _blocks(shown)
    for answer in judged.answers:
        for choice in answer.choices:
            found = [rows for title, rows in blocks if _is_about(title, answer, choice)]
            if len(found) != 1:
                yield f"{choice.use} has {len(found)} tables in {answer.called}"
                continue
            text = next((one for one in texts if re.match(rf"In [^:]*?{re.escape(answer.called)}[ ,:]", one)), "")
            yield from _block(answer, choice, found[0], text)


def _blocks(shown: str) -> list[tuple[str, list[_Row]]]:
    blocks: list[tuple[str, list[_Row]]] = []
    is_open = False
    for line in shown.replace("\N{NO-BREAK SPACE}", " ").splitlines():
        if line.startswith("  ") and ", beside " in line and "  " not in line.strip():
            blocks.append((line.strip(), []))
            is_open = True
        elif re.search(r"  verdict\b", line):  # the head of a table of a level without an answer
            is_open = False
        elif is_open and (row := _row(line)):
            blocks[-1][1].append(row)
    return blocks


def _row(line: str) -> _Row | None:
    name, *cells = re.split(r" {2,}", line.strip())
    if not cells or cells[-1] not in MARKS:
        return None
    return _Row(name, next((cell for cell in cells[:-1] if _FIGURE.fullmatch(cell)), ""), cells[-1])


def _is_about(title: str, answer: LanguageAnswer, choice: Choice) -> bool:
    begins = title.startswith((f"{answer.called},", f"{answer.called} ("))
    return begins and title.endswith(f", beside {choice.called}")


def _block(answer: LanguageAnswer, choice: Choice, rows: Sequence[_Row], text: str) -> Iterator[str]:
    used = [row.name for row in rows if row.mark == "use"]
    if used != ([] if choice.is_open else [choice.called]):
        yield f"{answer.called} has {used} marked to use, and the answer is {choice.called}"
    is_whole = len(answer.choices) == 1 and not re.search(r"\d+ more\b", text)
    names = [row.name for row in rows]
    for row in rows:
        if not is_whole or row.mark == OTHER:
            continue
        if not _is_told(row, names, text):
            yield f"{row} is a row, and the answer is {text!r}"
        for mark, sentence in _ONLY.items():
            if row.mark not in (mark, "use") and _named(row.name, names, text, sentence):
                yield f"{row} is a row, and it is {mark} in {text!r}"


def _is_told(row: _Row, names: Sequence[str], text: str) -> bool:
    """True if a sentence of the mark names the method, with the figure of its row where one is told."""
    found = _named(row.name, names, text, _SENTENCES[row.mark])
    if row.mark not in ("slower", "avoid"):
        return bool(found) or "cannot tell after so few rounds" in text
    name, figure = re.escape(row.name), re.escape(row.figure)
    for less in _named(row.name, names, text, r" promises less \("):  # and so it stands with what it gives
        if re.search(rf"{name} (?:promises less )?\(.*?\) (?:and takes )?{figure}(?![\d.]*\d)", less, re.I):
            return True
    return any(re.search(rf"{name},? (?:takes )?\(?{figure}(?![\d.]*\d)", one, re.I) for one in found)


def _named(name: str, names: Sequence[str], text: str, sentence: str) -> list[str]:
    """Return the sentences of a kind that name a method; a name may be part of a longer one."""
    longer = [one for one in names if one != name and name.lower() in one.lower()]
    found = []
    for one in re.split(r"\. (?!\.)", text):
        rest = one.lower()
        for other in longer:
            rest = rest.replace(other.lower(), "")
        if re.search(sentence, one) and re.search(rf"(?<![\w/]){re.escape(name.lower())}(?![\w(])", rest):
            found.append(one)
    return found
