"""Questions on a terminal, one by one; without a terminal, a missing answer is an error that says how to give it."""

from __future__ import annotations

import shutil
import sys
import textwrap
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from iotrial.ask.suggest import suggestion
from iotrial.errors import UsageError
from iotrial.report.layout import clean

#: After this many useless answers, the question is taken to be unread.
MOST_TRIES = 3


def can_ask() -> bool:
    """True if there is a person to read a question and answer it."""
    return sys.stdin.isatty() and sys.stderr.isatty()


def ask(question: str, check: Callable[[str], str], default: str | None = None) -> str:
    """Ask a question and return the answer as `check` returns it; an empty answer is the default.

    If `check` raises ValueError with one sentence, the question is asked again. UsageError if no answer comes.
    """
    offered = f" [{default}]" if default is not None else ""
    shown = f"{question}{offered} " if question.endswith("?") else f"{question}{offered}: "
    for _ in range(MOST_TRIES):
        print(shown, end="", file=sys.stderr, flush=True)
        try:
            line = sys.stdin.readline()
        except UnicodeDecodeError:
            line = "?\n"
        if not line:
            print(file=sys.stderr)
            raise UsageError(f"there is no answer to: {question}", hint="give it on the command line: --help")
        answer = line.strip() or default or ""
        try:
            return check(answer)
        except ValueError as error:
            print(f"that cannot be used: {clean(error)}", file=sys.stderr)
    raise UsageError(f"no answer to {question!r} can be used", hint="give it on the command line: --help")


@dataclass(frozen=True)
class Offer:
    """An answer that may be chosen: the word that stands for it, and what it means."""

    word: str
    means: str = ""
    is_usual: bool = False  # what most people answer


def choose(question: str, offers: Sequence[Offer]) -> str:
    """Ask for one of several answers, each on a line of its own, and return its word.

    It is chosen by its number or by its word; an empty answer is the usual one. UsageError if no answer comes.
    """
    width, names = shutil.get_terminal_size().columns, max(len(clean(offer.word)) for offer in offers)
    lines = textwrap.wrap(clean(question), width)
    for number, offer in enumerate(offers, 1):
        means = f"{clean(offer.means)}{' (usual)' * offer.is_usual}".strip()
        begin = f"{number:>4}  {clean(offer.word):{names}}  "
        indent = " " * (len(begin) if len(begin) < width // 2 else 6)
        lines += textwrap.wrap(begin + means, width, subsequent_indent=indent, drop_whitespace=True)
    print("\n".join(lines), file=sys.stderr)
    words = [offer.word for offer in offers]

    def check(answer: str) -> str:
        if answer.isdecimal() and 0 < int(answer) <= len(words):
            return words[int(answer) - 1]
        return one_of(words)(answer)

    usual = next((str(number) for number, offer in enumerate(offers, 1) if offer.is_usual), None)
    return ask("number or name", check, usual)


def one_of(known: Sequence[str]) -> Callable[[str], str]:
    """Return a check for an answer that must be one of some words."""

    def check(answer: str) -> str:
        if answer not in known:
            raise ValueError(
                f"{answer[:60]!r} is none of {', '.join(known)}; {suggestion(answer, known) or ''}".rstrip("; ")
            )
        return answer

    return check
