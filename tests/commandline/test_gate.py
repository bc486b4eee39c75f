"""`iotrial gate`: what passes, what regresses, what it writes, and what it refuses."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from commandline.command import Place

#: A log that does its work, and idles so long for each record that no noise could hide it.
METHOD = """\
// Writes each record by itself.
// Use it in tests.
// visible: each record
// lock: none
// append: yes

#include "append.h"

#include <fcntl.h>
#include <unistd.h>

int64_t append(const char *path, struct records *records) {{
    int log = open(path, O_WRONLY | O_CREAT | O_APPEND, 0666);
    int64_t written = 0;
    struct record record;
    while (next_record(records, &record)) {{
        for (volatile int turn = 0; turn < {turns}; turn++)
            ;
        if (write(log, record.bytes, record.size - {lost}) < 0)
            return -1;
        written++;
    }}
    return close(log) < 0 ? -1 : written;
}}
"""

QUICK = {"turns": 0, "lost": 0}
SLOW = {"turns": 100_000, "lost": 0}
WRONG = {"turns": 0, "lost": 1}
INVALID = 5
SMALL = ("gate", "append", "--set", "records=20", "--blocks", "1", "--budget", "2min")


def methods(place: Place, name: str, **texts: dict[str, int]) -> str:
    folder = place.root / name / "append" / "c"
    folder.mkdir(parents=True)
    for method, text in texts.items():
        (folder / f"{method}.c").write_text(METHOD.format(**text))
    return str(place.root / name)


def gate(place: Place, new: str, old: str, *more: str) -> tuple[int, Any, str]:
    """Return exit code, document (None if there is none), errors."""
    given = ("--with", new, "--against", old, "--target", str(place.target), "--json")
    done = place.run(*SMALL, *given, *more)
    return done.returncode, json.loads(done.stdout) if done.stdout else None, done.stderr


def test_a_method_that_became_slower_fails_after_a_second_session_and_the_files_say_so(place: Place) -> None:
    old, new = methods(place, "before", slow=QUICK, gone=QUICK), methods(place, "now", slow=SLOW, fresh=QUICK)
    files = ("--markdown", str(place.root / "gate.md"), "--junit", str(place.root / "gate.xml"))
    # A budget leaves the rounds that an interval takes, however short it is; they may decide, and then be repeated; or
    # show that the machine is too busy.
    code, _, errors = gate(place, new, old, "--method", "slow", *files, "--budget", "1s")
    assert code in (1, 4, INVALID) and (place.root / "gate.xml").is_file(), errors
    # Files of its own are written again.
    for _ in range(3):  # what a machine that is busy with other tests shows cannot always be believed
        code, document, errors = gate(place, new, old, "--method", "slow", "--method", "fresh", *files)
        if code not in (4, INVALID):
            break
    assert code == 1 and errors.startswith("error: REGRESSION: slow became slower: it takes "), errors
    assert document["verdict"] == "regression" and len(document["sessions"]) == 2
    (pair,) = document["pairs"]
    assert pair["arm"] == "c/slow" and pair["changed"] and pair["low"] > 1.03 < pair["second"]["low"]
    assert (document["only_old"], document["only_new"]) == (["c/gone"], ["c/fresh"])
    assert "❌" in (place.root / "gate.md").read_text()
    case = ElementTree.parse(place.root / "gate.xml").find("testsuite/testcase/failure")
    assert case is not None and case.get("type") == "regression"
    assert place.leftovers() == []
    stored = [json.loads((folder / "run.json").read_text()) for folder in place.runs()]
    assert len(stored) >= 3  # earlier gates may have had a second session, too
    del stored[:-2]
    seeds = [one["seed"] for one in stored]
    assert seeds[1] == seeds[0] + 1
    names = [arm["arm"] for arm in stored[0]["levels"][0]["arms"]]
    assert names == ["c/slow@old", "c/slow@old", "c/slow@new"]
    assert "c/slow@new" in place.run("show").stdout
    assert len(place.document("explain", "last", "c/slow")["arms"]) == 2
    assert "made by gate" in _resumed(place)


def _resumed(place: Place) -> str:
    path = place.runs()[0] / "run.json"
    stored = json.loads(path.read_text())
    path.write_text(json.dumps({**stored, "complete": False}))
    done = place.run("run", "--resume", place.runs()[0].name)
    assert done.returncode == 2
    return done.stderr


def test_what_became_faster_passes_against_a_folder_and_against_the_run_that_measured_it(place: Place) -> None:
    old, new = methods(place, "before", log=SLOW), methods(place, "now", log=QUICK)
    # An empty file may be written to, and a link stays one.
    (place.root / "real.md").touch()
    (place.root / "link.md").symlink_to(place.root / "real.md")
    files = ("--markdown", str(place.root / "link.md"), "--junit", "/dev/null")
    for _ in range(3):  # what a machine that is busy with other tests shows cannot always be believed
        code, document, errors = gate(place, new, old, *files)
        if code not in (4, INVALID):
            break
    assert (code, document["verdict"], errors) == (0, "pass", ""), errors
    assert (place.root / "link.md").is_symlink() and "PASS" in (place.root / "real.md").read_text()
    assert Path("/dev/null").is_char_device()
    assert len(document["sessions"]) == 1 and document["pairs"][0]["high"] < 1
    before = place.runs()[0].name
    for _ in range(3):  # a machine that is busy with other tests may leave it open; it never passes
        shown = place.run(*SMALL, "--with", old, "--against", before, "--target", str(place.target))
        if shown.returncode not in (4, INVALID):
            break
    assert shown.returncode == 1 and "c/log" in shown.stdout and " slower\n" in shown.stdout, shown.stdout
    assert shown.stdout.startswith("log became slower: it takes ")


def test_a_new_text_that_does_its_work_wrong_is_no_pass(place: Place) -> None:
    old, new = methods(place, "before", log=QUICK), methods(place, "now", log=WRONG)
    code, document, errors = gate(place, new, old)
    assert (code, document["verdict"]) == (5, "invalid") and "INVALID" in errors
    assert "c/log@new is disqualified" in document["pairs"][0]["reason"]


def is_of_the_machine(document: Any) -> bool:
    """If a session is invalid for what surrounded it, not for what a method did."""
    reasons = [pair["reason"] for pair in document["pairs"] if pair["verdict"] == "invalid"]
    signs = ("the placebo ", " of the blocks are void", "the baseline, measured twice")
    return all(any(sign in reason for sign in signs) for reason in reasons)


def test_time_that_is_up_too_soon_never_fails_what_did_not_change(place: Place) -> None:
    """The least rounds may decide that it passes; if they do not, it is undecided, and the hint says what decides."""
    old, new = methods(place, "before", log=QUICK), methods(place, "now", log=QUICK)
    for _ in range(3):  # of a machine that is busy with other tests, a session may say that it cannot be believed
        code, document, errors = gate(place, new, old, "--budget", "1s")
        if code != INVALID or not is_of_the_machine(document):
            break
    assert (code, document["verdict"]) in ((0, "pass"), (4, "undecided")), errors
    assert ("hint: more rounds" in errors) is (code == 4)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["gate"], "Missing argument"),
        (["gate", "append"], "--against"),
        (["gate", "no-such-study", "--against", "."], "unknown study"),
        (["gate", "append", "--against", "no-such-run"], "no run"),
        (["gate", "append", "--against", "/dev/null"], "is a file"),
        (["gate", "append", "--against", ".", "--margin", "0%"], "out of range"),
        (["gate", "append", "--against", ".", "--margin", "much"], "much"),
        (["gate", "append", "--against", ".", "--budget", "soon"], "soon"),
        (["gate", "append", "--against", ".", "--language", "cobol"], "cobol"),
        (["gate", "append", "--against", "."], "holds no method of append"),
        (["gate", "append", "--against", ".", "--markdown", "/no/such/folder/x.md"], "the folder does not exist"),
        (["gate", "append", "--against", ".", "--junit", "/"], "is a folder"),
        (["gate", "append", "--against", ".", "--junit", "x", "--markdown", "x"], "name the same file"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_bad_arguments_are_refused_with_a_reason(place: Place, arguments: list[str], said: str) -> None:
    done = place.run(*arguments)
    assert done.returncode == 2 and done.stdout == "", (done.returncode, done.stderr)
    assert done.stderr.startswith("error: ") and said in done.stderr


def test_methods_that_have_nothing_in_common_are_refused(place: Place) -> None:
    old, new = methods(place, "before", other=QUICK), methods(place, "now", log=QUICK)
    code, _, errors = gate(place, new, old, "--method", "log")
    assert code == 2 and "has none of the methods of the study append" in errors and "c/other" in errors


@pytest.mark.parametrize("option", ["--markdown", "--junit"])
def test_a_file_of_the_users_is_never_written_over(place: Place, option: str) -> None:
    mine = place.root / "mine"
    mine.write_text("my only copy")
    old = methods(place, "before", log=QUICK)
    done = place.run(*SMALL, "--against", old, option, str(mine))
    assert done.returncode == 2 and "iotrial did not write it" in done.stderr
    assert mine.read_text() == "my only copy" and place.runs() == []
