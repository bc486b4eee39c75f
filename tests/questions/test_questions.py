"""Public questions about file I/O: each has a command that iotrial takes, and it is counted how many are answered.

Nothing is measured. `full` is a question that its command answers as a whole; `why` says what is missing otherwise.
"""

from __future__ import annotations

import itertools
import re
import shlex
import tomllib
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from claims.test_file import CATALOG
from docs.test_commands import parsed
from iotrial.ask.find_study import studies

QUESTIONS: list[dict[str, str]] = tomllib.loads(Path(__file__).with_name("questions.toml").read_text())["questions"]

#: How many there are, in how many kinds, and how much of them is answered; it is to grow, and is told here as it does.
NUMBER, KINDS = 58, 11
ANSWERED = {"full": 48, "part": 10, "none": 0}

#: A command has its study or its job as its first word that is no option.
NAMES = {"run": set(studies()), "claims": set(studies()), "advise": set(CATALOG.jobs)}


def faults_of(question: dict[str, str]) -> Iterator[str]:
    """What is wrong with a question: its keys, or a command that iotrial does not take or whose names are unknown."""
    state, command, why = question["state"], question.get("command", ""), question.get("why", "")
    if set(question) - {"kind", "asks", "address", "state", "command", "why"} or not question["asks"].endswith("?"):
        yield "other keys than those, or no question"
    if not re.fullmatch(r"https?://[\w.-]+/\S+", question["address"]):
        yield "no address"
    if (state == "none") == bool(command) or (state == "full") == bool(why) or state not in ANSWERED:
        yield f"{state} with the command {command!r} and the reason {why!r}"
    if command:
        yield from faults_of_command(command)


def faults_of_command(command: str) -> Iterator[str]:
    """What is wrong with a command: it is not taken, or names no study, job, language or guarantee that there is."""
    program, *words = shlex.split(command)
    try:
        parsed(words)
    except Exception as error:  # typer has its errors from a click of its own
        yield f"{command}: {getattr(error, 'format_message', error.__str__)()}"
        return
    verb, name = words[:2]
    if program != "iotrial" or name not in NAMES.get(verb, ()):
        yield f"{command}: {name!r} is no name that `iotrial {verb}` has"
    elif verb == "advise":
        yield from (f"{command}: {fault}" for fault in faults_of_options(name, words))


def faults_of_options(job: str, words: list[str]) -> Iterator[str]:
    """The languages and guarantees among the options of `advise` that the job does not have."""
    values = list(itertools.pairwise(words))
    languages = {method.language for method in CATALOG.methods_of(job)}
    guarantees = CATALOG.jobs[job].guarantees
    for option, value in values:
        if option == "--language" and value not in languages:
            yield f"no method in {value}"
        for name, _, wanted in [value.partition("=")] if option == "--guarantee" else ():
            if wanted not in guarantees.get(name, ()):
                yield f"no guarantee {value}"


def test_each_question_has_an_address_and_a_command_that_is_taken() -> None:
    faults = [f"{one['asks']} {fault}" for one in QUESTIONS for fault in faults_of(one)]
    assert not faults, "\n".join(faults)


def test_there_are_58_in_eleven_kinds_each_once() -> None:
    assert len(QUESTIONS) == NUMBER and len({one["kind"] for one in QUESTIONS}) == KINDS
    for key in ("asks", "address"):
        twice = [text for text, count in Counter(one[key] for one in QUESTIONS).items() if count > 1]
        assert not twice


def test_as_many_are_answered_as_is_told() -> None:
    assert Counter(one["state"] for one in QUESTIONS) == Counter(ANSWERED)


def test_a_wrong_command_is_named() -> None:
    right: dict[str, Any] = {"kind": "log", "asks": "Which?", "address": "https://example.org/a", "state": "full"}
    commands = [
        "iotrial run no-such-study",
        "iotrial run log-writes --quikc",
        "iotrial advise append --language perl",
        "iotrial advise append --guarantee lock=maybe",
        "iotrial-bench run log-writes",
    ]
    assert all(list(faults_of({**right, "command": command})) for command in commands)
    assert not list(faults_of({**right, "command": "iotrial advise append --language go --guarantee lock=record"}))
    assert list(faults_of(right)) and list(faults_of({**right, "command": commands[0], "why": "half of it"}))
