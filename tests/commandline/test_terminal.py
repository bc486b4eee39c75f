"""Output as a person sees it: on a terminal of some width, in colour or without, and in a pipe."""

from __future__ import annotations

import fcntl
import os
import pty
import re
import signal
import struct
import subprocess
import sys
import termios
from pathlib import Path

import pytest

from commandline.command import SMALL, Place
from commandline.recorded import recorded

COLOUR = re.compile(r"\x1b\[(?:\d+;)*3[0-9]m")
ESCAPE = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")


def on_a_terminal(place: Place, *arguments: str, width: int, **environment: str) -> str:
    """All that a command prints on a terminal of a width."""
    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 40, width, 0, 0))
    process = place.start(*arguments, terminal=theirs, **{"TERM": "xterm", **environment})
    os.close(theirs)
    pieces = []
    while True:
        try:
            piece = os.read(ours, 1 << 16)
        except OSError:  # the terminal's other end is closed
            break
        if not piece:
            break
        pieces.append(piece)
    os.close(ours)
    assert process.wait() == 0
    return b"".join(pieces).decode("utf-8")


@pytest.fixture
def measured(place: Place) -> Place:
    """A place with a run in it."""
    recorded("small").copy_to(place)
    return place


@pytest.mark.parametrize("width", [120, 80, 60])
def test_no_line_of_a_table_is_wider_than_the_terminal(measured: Place, width: int) -> None:
    brief = ESCAPE.sub("", on_a_terminal(measured, "show", width=width))
    detailed = ESCAPE.sub("", on_a_terminal(measured, "show", "--details", width=width))
    assert all(len(line) <= width for text in (brief, detailed) for line in text.splitlines())
    assert "  How sure: " in brief and "noise floor" in detailed


def test_colour_only_where_it_is_wanted(measured: Place) -> None:
    level = measured.document("show")["levels"][0]
    assert any(arm["verdict"] for arm in level["arms"])
    assert COLOUR.search(on_a_terminal(measured, "show", width=80))
    assert not COLOUR.search(on_a_terminal(measured, "show", width=80, NO_COLOR="1"))
    assert "\x1b" not in measured.run("show").stdout


def test_progress_is_not_shown_to_a_pipe() -> None:
    run = recorded("small")
    assert run.err == "" and run.leftovers == ()


def test_progress_and_standings_are_shown_on_a_terminal_that_can_be_drawn_on_and_nowhere_else(place: Place) -> None:
    run = ("run", *SMALL, "--no-evidence", "--target", str(place.target))
    shown = on_a_terminal(place, *run, width=80, NO_COLOR="1")
    assert "measuring" in shown
    assert "so far [low, high]" in ESCAPE.sub("", shown) and not COLOUR.search(shown)
    assert shown.rindex("\x1b[?25h") > shown.rindex("\x1b[?25l")  # the cursor is there again
    assert "\x1b" not in on_a_terminal(place, *run, width=80, TERM="dumb")
    assert "so far" not in on_a_terminal(place, *run, "--json", width=80)


def test_a_command_typed_in_a_full_pipe_ends_quietly(measured: Place) -> None:
    command = f"{sys.executable} -m iotrial show | head -c 1"
    done = subprocess.run(
        ["sh", "-c", command], env=measured.environment, cwd=Path(measured.root), capture_output=True, text=True
    )
    assert done.stderr == ""


def unread(place: Place, *arguments: str) -> int:
    """The exit code of a command nothing of whose output anybody reads."""
    ours, theirs = os.pipe()
    process = place.start(*arguments, terminal=theirs)
    os.close(theirs)
    os.close(ours)
    return process.wait()


def test_what_nobody_has_read_is_neither_done_nor_a_check_that_failed(measured: Place) -> None:
    for arguments in (("show",), ("show", "--json"), ("methods",), ("export",)):
        assert unread(measured, *arguments) == 141, arguments


def test_a_run_that_nobody_reads_goes_on_to_its_end(place: Place) -> None:
    assert unread(place, "run", *SMALL, "--no-evidence", "--target", str(place.target)) == 141
    assert place.document("show")["complete"] and place.leftovers() == []


def test_a_run_whose_terminal_is_closed_leaves_nothing_behind(place: Place) -> None:
    ours, theirs = pty.openpty()
    long = (*SMALL, "--rounds", "400", "--target", str(place.target))
    process = place.start("run", *long, terminal=theirs, TERM="xterm")
    os.close(theirs)
    while not list(place.results.glob("[!.]*/sweep-*.parquet")):
        os.read(ours, 1 << 16)
    os.close(ours)
    process.send_signal(signal.SIGTERM)  # whoever runs the tests may have SIGHUP ignored
    assert process.wait() in (130, 141)
    assert place.leftovers() == []
    assert not place.document("show")["complete"]


def test_results_that_cannot_be_written_are_an_error_with_a_hint(place: Place) -> None:
    file = place.root / "file"
    file.write_text("mine")
    done = place.run("run", *SMALL, "--target", str(place.target), "--results", str(file))
    assert done.returncode == 2 and done.stderr.startswith("error: ") and "hint: " in done.stderr
    assert file.read_text() == "mine" and place.leftovers() == []
