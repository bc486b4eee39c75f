"""The lines that are drawn while a run goes on, on terminals of all sizes, and when."""

from __future__ import annotations

import io
import re
from dataclasses import replace

import pytest
from rich.cells import cell_len
from rich.console import Console

from iotrial.cli.edge import guarded
from iotrial.cli.progress import LOOK_SECONDS, MOST_SHARE, Bars
from iotrial.judge.level_standing import ArmSoFar, Standing
from iotrial.measure.running_standings import Standings
from iotrial.report.standing_lines import MOST_NOTES, fitted, level_lines
from iotrial.workers.state import LevelState
from measure.scripted import level

NAMES = ["php/readfile", "php/stream_copy_to_stream", "c/read_write_64k", *(f"php/arm_{n}" for n in range(9))]
ARMS = [
    ArmSoFar(name, median_ns=1.6e7, ratio=1 + n / 10, low=0.98 + n / 10, high=1.02 + n / 10)
    for n, name in enumerate(NAMES)
]
FOUND = Standing({"file_bytes": 20971520, "sink": "pipe"}, 9, 24, 9, ARMS, ARMS[0], ["one", "two", "three", "four"])


class Told(Standings):
    """Standings that say how often they were looked at, each look taking so long."""

    def __init__(self, clock: list[float], cost: float) -> None:
        super().__init__(0.01)
        self.looks = 0
        self._clock, self._cost = clock, cost

    def look(self, level: LevelState) -> Standing | None:
        self.looks += 1
        self._clock[0] += self._cost
        return FOUND


def bars(clock: list[float], *, terminal: bool = True, width: int = 100, height: int = 30) -> tuple[Bars, io.StringIO]:
    out = io.StringIO()
    console = Console(file=out, force_terminal=terminal, width=width, height=height)
    return Bars("mine", standings=True, console=console, now=lambda: clock[0]), out


def on_screen(written: str) -> list[str]:
    """The lines that are on a terminal when this was written to it; nothing that is written here folds."""
    screen, row, column = [""], 0, 0
    for piece in re.findall(r"\x1b\[[?0-9;]*[A-Za-z]|[\r\n]|[^\x1b\r\n]+", written):
        if piece == "\n":
            row, column = row + 1, 0
            screen += [""] * (row == len(screen))
        elif piece == "\r":
            column = 0
        elif piece == "\x1b[2K":
            screen[row] = ""
        elif piece == "\x1b[0J":
            screen = [*screen[:row], screen[row][:column]]
        elif moved := re.fullmatch(r"\x1b\[(\d+)A", piece):
            row = max(0, row - int(moved[1]))
        elif not piece.startswith("\x1b"):
            screen[row] = screen[row][:column].ljust(column) + piece + screen[row][column + len(piece) :]
            column += len(piece)
    return [line.rstrip() for line in screen if line.strip()]


def measure(shown: Bars, clock: list[float], standings: Standings, rounds: int, round_s: float) -> None:
    with shown:
        shown.stage("measuring", 1000)
        for _ in range(rounds):
            for _ in range(10):
                clock[0] += round_s / 10
                shown.step()
            shown.pause(level(["a/x", "a/y"]), standings)


def test_the_arms_and_their_intervals_are_shown_between_rounds() -> None:
    clock = [0.0]
    shown, out = bars(clock)
    measure(shown, clock, Told(clock, 0.001), 5, 2.0)
    assert "mine measuring" in out.getvalue() and "0.980 [" not in out.getvalue()
    assert "1.100 [1.080, 1.120]" in out.getvalue() and "round 9 of 24" in out.getvalue()


def test_nothing_is_drawn_while_samples_are_taken() -> None:
    clock = [0.0]
    shown, out = bars(clock)
    with shown:
        shown.stage("measuring", 1000)
        before = out.getvalue()
        for _ in range(100):
            clock[0] += 1.0
            shown.step()
        assert out.getvalue() == before


def test_looking_never_takes_more_than_its_share_of_the_time() -> None:
    clock = [0.0]
    shown, _ = bars(clock)
    standings = Told(clock, 0.5)
    measure(shown, clock, standings, 200, 1.0)
    assert 2 <= standings.looks <= 1 + MOST_SHARE * clock[0] / 0.5
    clock = [0.0]
    shown, _ = bars(clock)
    standings = Told(clock, 0.0)
    measure(shown, clock, standings, 1000, LOOK_SECONDS / 100)
    assert standings.looks <= 10


def test_where_nobody_looks_nothing_is_computed_or_drawn() -> None:
    clock = [0.0]
    shown, out = bars(clock, terminal=False)
    standings = Told(clock, 0.0)
    measure(shown, clock, standings, 5, 2.0)
    assert standings.looks == 0 and out.getvalue() == ""


def test_an_interrupted_run_leaves_the_terminal_as_it_was() -> None:
    clock = [0.0]
    shown, out = bars(clock)
    with pytest.raises(KeyboardInterrupt), shown:
        shown.stage("measuring", 1000)
        clock[0] += 5.0
        shown.pause(level(["a/x", "a/y"]), Told(clock, 0.0))
        shown.note("what was measured is kept")
        raise KeyboardInterrupt
    drawn, _, end = out.getvalue().rpartition("\n")
    assert len(on_screen(drawn)) > 1 and "\x1b[?25h" in end  # the cursor is there, the picture is not
    assert on_screen(out.getvalue()) == ["note: what was measured is kept"]
    assert "what was measured is kept" in out.getvalue()


@pytest.mark.parametrize(("width", "height"), [(100, 30), (60, 12), (40, 24), (40, 6), (20, 5), (9, 2), (1, 1)])
def test_a_picture_fits_its_terminal_and_cuts_no_figure(width: int, height: int) -> None:
    lines = [line.plain for line in fitted(level_lines(FOUND, width), width, height)]
    assert len(lines) <= height and all(cell_len(line) <= width for line in lines)
    for line in lines:
        assert line.count("[") == line.count("]"), line
    clock = [0.0]
    shown, _ = bars(clock, width=width, height=height)
    measure(shown, clock, Told(clock, 0.0), 3, 2.0)


def test_a_narrow_terminal_has_every_arm_that_a_wide_one_has() -> None:
    text = "".join(line.plain.strip() for line in level_lines(FOUND, 40))
    assert all(name in text for name in NAMES) and text.count("]") == len(NAMES) + 2  # the heading, the floor


def test_the_first_cautions_are_spelt_out_and_the_rest_are_counted() -> None:
    text = " ".join(line.plain for line in level_lines(FOUND, 100))
    assert "caution: one" in text and "caution: four" not in text and f"cautions beside these: {4 - MOST_NOTES}" in text


def test_no_verdict_is_shown_before_the_end() -> None:
    text = " ".join(line.plain for line in level_lines(FOUND, 100))
    assert not any(word in text for word in ("faster", "slower", "equivalent", "undecided"))


def test_names_from_a_run_cannot_steer_the_terminal() -> None:
    hostile = Standing({"n": "\x1b[2J"}, 1, None, 9, [replace(ARMS[0], arm="a/\x1b[31mx")], ARMS[0], ["\x1b]0;x\x07"])
    assert not any("\x1b" in line.plain or "\x07" in line.plain for line in level_lines(hostile, 80))


def test_how_to_go_on_stands_below_all_else_with_its_command_on_a_line_of_its_own(
    capsys: pytest.CaptureFixture[str],
) -> None:
    clock = [0.0]
    shown, out = bars(clock, width=50)
    command = f"iotrial run --resume 20260101-000000-abcde --on {'x' * 60}"

    def measured() -> None:
        with shown:
            try:
                measure(shown, clock, Told(clock, 0.001), 3, 2.0)
                shown.stage("measuring", 1000)
                raise KeyboardInterrupt
            except KeyboardInterrupt:
                shown.note(f"what was measured is kept; to go on:\n  {command}")
                raise

    assert guarded(measured) == 130
    assert "to go on" not in out.getvalue()
    assert capsys.readouterr().err == f"interrupted\nnote: what was measured is kept; to go on:\n  {command}\n"


def test_a_table_that_was_drawn_is_not_drawn_again_when_it_is_taken_away() -> None:
    clock = [0.0]
    shown, out = bars(clock)
    with shown:
        shown.stage("measuring", 1000)
        for _ in range(3):
            clock[0] += 2.0
            shown.pause(level(["a/x", "a/y"]), Told(clock, 0.001))
        drawn = out.getvalue().count("round 9 of 24")
    assert 0 < drawn == out.getvalue().count("round 9 of 24")
