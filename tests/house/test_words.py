"""The glossary: each word of CONTRIBUTING is in the code, and what it replaced is not."""

from __future__ import annotations

import ast
import io
import re
import tokenize
from collections.abc import Iterator

import pytest

from house.sources import MODULES, ROOT, nodes_of, source_of, words_of

SOURCES = {path: source_of(path) for path in MODULES}

#: Part of a name -> the word to use instead.
REPLACED = {
    **dict.fromkeys(("hand", "hands"), "arm worker"),
    **dict.fromkeys(("crew", "crews"), "worker group"),
    **dict.fromkeys(("bench", "benches"), "round workers"),
    "lab": "host",
    "conductor": "scheduler",
    **dict.fromkeys(("court", "courts"), "claim evaluator"),
    **dict.fromkeys(("hear", "heard"), "evaluate"),
    **dict.fromkeys(("finding", "findings"), "outcome"),
    **dict.fromkeys(("drain", "drains"), "sink reader"),
    **dict.fromkeys(("blur", "blurs"), "noise source"),
    **dict.fromkeys(("player", "players"), "active arms"),
    "undisturbed": "deferred signals",
}

#: What a person reads -> what it says instead.
REPHRASED = {
    "looking on": "observing",
    "taking memory apart": "profiling memory",
    "the time of another promise": "guarantees differ, so the times are not comparable",
    "of limit": "% of floor",
    "outlive a power cut": "safe on disk when the write returns",
}

#: How a docstring does not begin.
RIDDLE = re.compile(r"(Whether|What|Where|Why|How|Who)\b")

#: Words that leave open who, which or how many: a docstring or a comment says it.
VAGUE = re.compile(r"\b(nobody|somebody|whatever|so many)\b", re.IGNORECASE)


#: The beginning of such a word in the rest of a line after a `#`, if it is one: few sources have any.
LIKELY = re.compile(r"#.*(nobody|somebody|whatever|\bso(\s*$|\W+many))", re.IGNORECASE | re.MULTILINE)


def names(source: str) -> Iterator[tuple[int, str]]:
    """Every name that a source makes or asks another object for, with its line."""
    for node in nodes_of(source):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            yield node.lineno, node.name
        elif isinstance(node, ast.arg):
            yield node.lineno, node.arg
        elif isinstance(node, ast.Name):
            yield node.lineno, node.id
        elif isinstance(node, ast.Attribute):
            yield node.lineno, node.attr


def replaced(source: str) -> list[str]:
    """What in a source is called by a word that was replaced."""
    found = []
    for line, name in names(source):
        found += [f"line {line}: {name}: say {REPLACED[part]}" for part in words_of(name) if part in REPLACED]
    return found


def riddles(source: str) -> list[str]:
    """The docstrings of a source that begin with a question."""
    kinds = ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef
    found = [(node, ast.get_docstring(node)) for node in nodes_of(source) if isinstance(node, kinds)]
    return [
        f"line {getattr(node, 'lineno', 1)}: {text.splitlines()[0]}: begin with an imperative or a noun"
        for node, text in found
        if text and RIDDLE.match(text)
    ]


def vague(source: str) -> list[str]:
    """The docstrings and comments of a source that have a vague word."""
    kinds = ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef
    texts = [
        (getattr(node, "lineno", 1), ast.get_docstring(node)) for node in nodes_of(source) if isinstance(node, kinds)
    ]
    return [
        f"line {line}: {found.group()}: say who, which or how many"
        for line, text in (*texts, *(comments(source) if LIKELY.search(source) else ()))
        if text and (found := VAGUE.search(" ".join(text.split())))
    ]


def comments(source: str) -> list[tuple[int, str]]:
    """The comments of a source, each block as one text, with the line at which it begins."""
    found: list[tuple[int, str]] = []
    last = 0
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.COMMENT:
            line, text = token.start[0], token.string.lstrip("#: ")
            if found and line == last + 1:
                found[-1] = (found[-1][0], f"{found[-1][1]} {text}")
            else:
                found.append((line, text))
            last = line
    return found


def test_no_name_has_a_word_that_was_replaced() -> None:
    faults = [f"{path}: {fault}" for path, text in SOURCES.items() for fault in replaced(text)]
    faults += [f"{path}: a name that was replaced" for path in MODULES if {path.stem, path.parent.name} & set(REPLACED)]
    assert not faults, "\n".join(faults)


def test_no_docstring_begins_with_a_question() -> None:
    faults = [f"{path}: {fault}" for path, text in SOURCES.items() for fault in riddles(text)]
    assert not faults, "\n".join(faults)


def test_no_docstring_and_no_comment_is_vague() -> None:
    faults = [f"{path}: {fault}" for path, text in SOURCES.items() for fault in vague(text)]
    assert not faults, "\n".join(faults)


def test_no_text_has_a_phrase_that_was_replaced() -> None:
    pages = {path: path.read_text(encoding="utf-8") for path in (ROOT / "README.md", *ROOT.glob("docs/*.md"))}
    faults = [
        f"{path}: {phrase}: say {instead!r}"
        for path, text in (pages | SOURCES).items()
        for phrase, instead in REPHRASED.items()
        if phrase in text
    ]
    assert not faults, "\n".join(faults)


def test_every_word_of_the_glossary_is_in_the_code() -> None:
    page = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    table = page.split("## Words")[1].split("## ")[0]
    words = [
        word
        for row in table.splitlines()
        if row.startswith("| ")
        for word in re.findall(r"`(\w+)`", row.rpartition("|")[0].rpartition("|")[2])
    ]
    assert len(words) > 30
    there = {name for text in SOURCES.values() for _, name in names(text)}
    there |= {path.stem for path in MODULES} | {path.parent.name for path in MODULES}
    assert not set(words) - there


@pytest.mark.parametrize("source", ["def hear(): pass", "class Crew: pass", "x.players", "realLab = 1", "bench_of = 1"])
def test_a_word_that_was_replaced_is_seen_in_any_name(source: str) -> None:
    assert replaced(source)


@pytest.mark.parametrize(
    "source", ["handle = 1", "label = 1", "def benchmark(): pass", "drained = 1", '"""By hand."""']
)
def test_a_name_that_only_resembles_one_is_left_alone(source: str) -> None:
    assert not replaced(source)


def test_a_docstring_that_begins_with_a_question_is_seen() -> None:
    assert riddles('def f():\n    """Whether it is."""') and not riddles('def f():\n    """True if it is."""')


@pytest.mark.parametrize(
    "source",
    [
        '"""None if nobody\nsays."""',
        'def f():\n    """Of so\n    many."""',
        "x = 1  # Whatever it is",
        "#: As so\n#: many\nx = 1",
    ],
)
def test_a_vague_word_is_seen_across_lines(source: str) -> None:
    assert vague(source)


@pytest.mark.parametrize("source", ["x = 'nobody'", '"""So, many of them."""', "nobody = 1  # the user"])
def test_a_message_and_a_name_may_have_a_vague_word(source: str) -> None:
    assert not vague(source)
