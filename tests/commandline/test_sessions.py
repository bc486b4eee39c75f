"""Recorded sessions: what a user types, and what comes back, with wildcards for what differs from run to run.

In sessions/*.txt a line `$ command` is typed, and what follows is the whole output, errors after the rest, up to the
next command. `…` stands for any text within a line, `...` alone for any lines, `= 2` for an exit code that is not 0.
`$ write FILE` makes a file of the lines that follow, `$ mkdir` a folder.
"""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from commandline.command import Place

SESSIONS = sorted((Path(__file__).parent / "sessions").glob("*.txt"))


def steps(text: str) -> list[tuple[list[str], list[str]]]:
    """Each command, and the lines that follow it."""
    found: list[tuple[list[str], list[str]]] = []
    for line in text.splitlines():
        if line.startswith("$ "):
            found.append((shlex.split(line[2:]), []))
        elif found:
            found[-1][1].append(line)
    return found


def pattern(lines: list[str]) -> re.Pattern[str]:
    """The pattern that the output must match as a whole."""
    parts = [
        r"(?:[^\n]*\n)*?"
        if line == "..."
        else re.sub("…", "[^\n]*", re.escape(line)).replace(r"\…", "[^\n]*") + r" *\n"
        for line in lines
    ]
    return re.compile("".join(parts))


def is_first_run(place: Place, arguments: list[str]) -> bool:
    """If a command is the first one that measures, which is as it was recorded if its verdicts hold."""
    return arguments[:1] == ["run"] and place.runs() == []


@pytest.mark.parametrize("session", SESSIONS, ids=lambda path: path.stem)
def test_a_session_goes_as_it_was_recorded(place: Place, session: Path) -> None:
    place.measure_floors()
    for (program, *arguments), lines in steps(session.read_text(encoding="utf-8")):
        if program == "write":
            (place.root / arguments[0]).write_text("\n".join(lines) + "\n")
        elif program == "mkdir":
            (place.root / arguments[-1]).mkdir(parents=True)
        else:
            expected, codes = (
                [line for line in lines if not line.startswith("= ")],
                [line for line in lines if line.startswith("= ")],
            )
            done = (place.valid_run if is_first_run(place, arguments) else place.run)(*arguments)
            typed = f"$ iotrial {shlex.join(arguments)}\n"
            assert done.returncode == int(codes[0][2:] if codes else 0), typed + done.stderr
            while expected and not expected[-1]:
                expected.pop()
            output = done.stdout + done.stderr
            assert pattern(expected).fullmatch(output), typed + output


def test_a_wildcard_stays_within_its_line() -> None:
    assert pattern(["a … c", "...", "d"]).fullmatch("a b c\nx\ny\nd\n")
    assert pattern(["a … c", "...", "d"]).fullmatch("a b b c\nd\n")
    assert not pattern(["a … c", "d"]).fullmatch("a b\nc\nd\n")
    assert not pattern(["a.c"]).fullmatch("abc\n")
