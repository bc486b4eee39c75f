"""`iotrial advise` as a person types it: an answer, its exit code, questions, and everything that can be wrong."""

from __future__ import annotations

import json
import os
import pty
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from commandline.command import PATIENCE_S, Place
from commandline.test_bad_input import nothing_can_run

SMALL = ("advise", "append", "--language", "python", "--set", "records=20", "--budget", "4s")

#: The same where the time need not be enough for an answer.
BRIEF = (*SMALL[:-1], "2s")


def test_an_answer_is_one_document_and_a_run_like_any_other(place: Place) -> None:
    few = [f"--method={name}" for name in ("os_write", "file_reopen", "file_flush_each")]
    done = place.run(*SMALL, *few, "--usual", "file_reopen", "--target", str(place.target), "--json")
    # A slow machine is told that it takes longer, before anything is measured.
    assert re.fullmatch(r"(note: an answer takes longer here: [^\n]*\n)?", done.stderr) and place.leftovers() == []
    advice = json.loads(done.stdout)
    assert done.returncode == (0 if advice["choice"] else 4) and bool(advice["reason"]) is (advice["choice"] is None)
    assert advice["usual"] == "python/file_reopen" and advice["budget_seconds"] == 4.0
    assert advice["choice"] is None or advice["choice"]["use"] in advice["allowed"]
    tried = [row["what"] for row in advice["elsewhere"]]
    assert {"record_bytes=12", "record_bytes=800", "records=2", "records=200"} <= set(tried)
    shown = place.document("show", "last")
    assert shown["run"] == advice["run"] and len(shown["levels"]) >= 5
    assert place.run("show", "last").returncode == 0


def test_an_answer_for_people_has_the_code_and_the_run(place: Place) -> None:
    done = place.run(*BRIEF, "--method", "os_write", "--method", "file_reopen", "--target", str(place.target))
    assert done.returncode in (0, 4) and "asked: append at records=20 " in done.stdout
    assert f"iotrial show {place.runs()[0].name}" in " ".join(done.stdout.split())
    assert done.returncode == 4 or "def append(path" in done.stdout


def test_a_guarantee_that_was_asked_for_holds_for_all_that_is_recommended(place: Place) -> None:
    place.shorten_windows()
    asked = ("append", "--language", "c", "--set", "records=20", "--guarantee", "lock=record", "--writers", "2")
    few = [f"--method={name}" for name in ("flock_each", "write_keep_open", "write_reopen")]
    given = ("--budget", "2s", "--target", str(place.target), "--json")
    advice = json.loads(place.run("advise", *asked, *few, *given).stdout)
    assert advice["allowed"] == ["c/flock_each"] and advice["level"]["writers"] == 2
    assert advice["choice"] is None or advice["choice"]["use"] == "c/flock_each"


def test_the_shortest_budget_gives_what_it_can_carry_and_says_what_it_could_not(place: Place) -> None:
    """Whether a second is enough depends on the machine; `tests/answers/test_answer.py` has the sentence for "no"."""
    done = place.run(*SMALL[:-1], "1s", "--target", str(place.target))
    said = " ".join(done.stdout.split())
    has_answer = "The code, as it was measured" in said and "How sure: " in said
    # A busy machine takes longer, and then twice as long is more than the least that is advised.
    budget = re.search(r"More time may tell: --budget (\d+)s\.", said)
    wants_more = int(budget[1]) >= 60 if budget else "Ask again when the machine is quieter." in said
    assert (done.returncode == 0 and has_answer) or (done.returncode == 4 and wants_more)
    assert "there was no time for it" in said and place.leftovers() == []


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ((), "which job"),
        (("append",), "which language"),
        (("apend", "--language", "python"), "did you mean 'append'"),
        (("empty", "--language", "python"), "does nothing"),
        (("append", "--language", "cobol"), "cobol"),
        (("create", "--language", "python", "--set", "clients=2"), "clients"),
        (("append", "--language", "python", "--writers", "0"), "writers"),
        (("append", "--language", "python", "--writers", "many"), "--writers"),
        (("scan", "--language", "python", "--writers", "4"), "--writers: scan has no writers"),
        (("append", "--language", "python", "--writers", "4", "--set", "writers=2"), "given twice"),
        (("append", "--language", "python", "--set", "records"), "NAME=VALUE"),
        (("append", "--language", "python", "--set", "records=1,2"), "one value"),
        (("append", "--language", "python", "--guarantee", "durable"), "NAME=VALUE"),
        (("append", "--language", "python", "--guarantee", "lock=whole"), "guarantees lock=whole"),
        (("append", "--language", "python", "--durable", "--guarantee", "durable=no"), "--durable"),
        (("deliver", "--language", "python", "--durable"), "durable"),
        (("append", "--language", "python", "--usual", "nothing_of_the_kind"), "nothing_of_the_kind"),
        (("append", "--language", "python", "--budget", "a while"), "a while"),
        (("append", "--language", "python", "--budget", "0s"), "budget"),
        (("append", "--language", "python", "--target", "/no/such/folder"), "/no/such/folder"),
        (("append", "--language", "python", "--target", "disk,tmpfs"), "one place"),
        (("append", "--language", "python", "--set", "target=nowhere"), "nowhere"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, tuple) else "",
)
def test_what_cannot_be_asked_is_refused_with_a_reason(place: Place, arguments: tuple[str, ...], said: str) -> None:
    done = place.run("advise", *arguments)
    assert done.returncode == 2, (done.returncode, done.stderr)
    assert done.stdout == "" and done.stderr.startswith("error: ") and said in done.stderr
    assert place.runs() == []


def test_a_target_that_is_a_file_or_read_only_is_refused(place: Place) -> None:
    file = place.root / "file"
    file.write_text("mine")
    assert "is no folder" in place.run(*SMALL, "--target", str(file)).stderr
    assert file.read_text() == "mine"
    if Path("/proc").is_dir():
        assert place.run(*SMALL, "--target", "/proc").returncode == 2


def test_a_language_that_is_not_installed_ends_with_3(place: Place) -> None:
    tree = nothing_can_run(place)
    done = place.run("advise", "append", "--language", "none", "--with", str(tree), "--target", str(place.target))
    assert done.returncode == 3 and "no-such-runtime is not installed" in done.stderr


def test_an_interrupted_advice_keeps_its_sweeps_and_tidies_up(place: Place) -> None:
    done = place.interrupt(signal.SIGINT, *SMALL[:-1], "60s", "--target", str(place.target), sweeps=1)
    assert done.returncode == 130 and place.leftovers() == []
    assert json.loads(place.run("show", "--json").stdout)["complete"] is False


def converse(place: Place, answers: bytes, *arguments: str) -> tuple[int, str]:
    """Return the exit code, and the words on a terminal to somebody who types these keys."""
    ours, theirs = pty.openpty()
    process = subprocess.Popen(
        [sys.executable, "-m", "iotrial", "advise", "--target", str(place.target), *arguments],
        env={**place.environment, "TERM": "xterm"},
        cwd=place.root,
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        start_new_session=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )
    os.close(theirs)
    pieces = [b""]
    asked = 0
    keys = answers.splitlines(keepends=True)
    while True:
        try:
            pieces.append(os.read(ours, 1 << 16))
        except OSError:
            break
        heard = b"".join(pieces)
        questions = sum(map(heard.count, (b"? ", b"]: ", b"number or name: ")))
        if questions > asked and keys:
            asked = questions
            key = keys.pop(0)
            if key.startswith(b"\x03"):
                process.send_signal(signal.SIGINT)
            else:
                os.write(ours, key)
    os.close(ours)
    return process.wait(timeout=PATIENCE_S), b"".join(pieces).decode("utf-8", "replace")


def test_what_is_missing_is_asked_for_on_a_terminal(place: Place) -> None:
    code, said = converse(place, b"python\n", "append", "--set", "records=20", "--budget", "2s", "--usual", "os_write")
    assert code in (0, 4) and "Which language" in said and "asked: append at records=20 " in said


def test_without_arguments_it_asks_question_by_question_the_usual_answer_first(place: Place) -> None:
    keys = b"append\npython\n20\n\n\nwriters\n\n1\nvisible=at the end\n"
    code, said = converse(place, keys, "--budget", "2s")
    assert code in (0, 4) and "   1  append " in said and "Append records to a fresh file" in said
    assert said.count("(usual)") >= 4 and "C++" in said
    job, language = said.index("Which job"), said.index("Which language")
    assert "(usual)" not in said[job : said.index("records:", language)]  # nothing speaks for a job or a language
    asked = "iotrial advise append --language python --set records=20 --guarantee 'visible=at the end'"
    assert f"the same question, typed: {asked}" in " ".join(said.split())
    assert "asked: append at records=20 " in said


@pytest.mark.parametrize(
    ("arguments", "wrong"),
    [
        (("append", "--writers", "0"), "0 is out of range"),
        (("append", "--set", "recods=3"), "unknown factor 'recods'"),
        (("append", "--guarantee", "durble=yes"), "'durble' is no guarantee"),
        (("append", "--usual", "nothing_of_the_kind"), "is no method of append"),
        (("append", "--method", "nothing_of_the_kind"), "matches no method of append"),
        (("append", "--budget", "5"), "has no unit"),
        (("append", "--margin", "5"), "could mean percent"),
        (("deliver", "--durable"), "declares whether it is durable"),
        (("--budget", "5"), "has no unit"),
        (("append", "--target", "/no/such/folder"), "is no folder"),
    ],
)
def test_what_was_typed_wrong_is_told_before_anything_is_asked(
    place: Place, arguments: tuple[str, ...], wrong: str
) -> None:
    code, said = converse(place, b"python\n", *arguments)
    assert code == 2 and wrong in said and "Which language" not in said and "Which job" not in said


def test_an_answer_that_cannot_be_used_is_asked_for_again_and_not_for_ever(place: Place) -> None:
    code, said = converse(place, b"cobol\n\x1b[A\n\xff\n", "append")
    assert code == 2 and said.count("that cannot be used") == 3 and "none of" in said
    assert "can be used" in said.splitlines()[-2] and "Traceback" not in said


def test_the_end_of_input_and_an_interrupt_end_the_questions(place: Place) -> None:
    code, said = converse(place, b"\x04\n")
    assert code == 2 and "there is no answer to" in said
    code, said = converse(place, b"\x03\n")
    assert code == 130 and "Traceback" not in said
