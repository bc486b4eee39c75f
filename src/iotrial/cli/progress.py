"""Progress on stderr: on a terminal a bar with the time left, and the standings; nothing if stderr is no terminal.

Nothing is drawn by a thread, and nothing while samples are taken: only at a step of a stage that measures nothing, and
in the pauses between rounds. Looking and drawing take less than MOST_SHARE of the time since the first round.
"""

from __future__ import annotations

import importlib
import sys
import time
from collections.abc import Callable
from types import TracebackType
from typing import TYPE_CHECKING

from rich.console import Console, Group
from rich.control import Control
from rich.live import Live
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    ProgressColumn,
    TaskID,
    TextColumn,
    TimeRemainingColumn,
)
from rich.segment import Segment
from rich.text import Text

from iotrial.cli.last_words import keep_for_the_end
from iotrial.cli.output import stderr
from iotrial.machine.orderly_end import is_interruption
from iotrial.report.layout import encodable
from iotrial.report.standing_lines import fitted, level_lines

if TYPE_CHECKING:
    from iotrial.measure.running_standings import Standings
    from iotrial.workers.state import LevelState

#: The least time between two looks, and between two pictures of a stage that measures nothing.
LOOK_SECONDS = 1.0
DRAW_SECONDS = 0.25

#: The most that looking and drawing may take of the time since the first round began.
MOST_SHARE = 0.01

#: The stage in which samples are taken.
MEASURING = "measuring"

#: The escape sequence that erases everything below the cursor; Rich has no name for it.
ERASE_BELOW = "\x1b[0J"

#: Width of a terminal -> cells of the bar in it; a narrower one has neither a bar nor a count, which would be cut.
BARS = ((72, 24), (50, 8))


class Bars:
    """A run's watcher: a bar for each stage and, if `standings` is set, the standings between rounds.

    Also a counter of steps for other long commands. `console` and `now` (seconds) are the process's unless given.
    """

    def __init__(
        self,
        title: str = "",
        *,
        standings: bool = False,
        console: Console | None = None,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        self._title = title
        self._console = console or stderr()
        # Not FORCE_COLOR, which is about colour: a table that is drawn anew is of no use in a file.
        self._shown = self._console.is_terminal and (console is not None or sys.stderr.isatty())
        self._standings = standings and self._shown
        self._now = now
        self._progress = Progress(*_columns(self._console.width), console=self._console, auto_refresh=False)
        self._task: TaskID | None = None
        self._stage = ""
        self._steps = 0
        self._lines: Callable[[int], list[Text]] = lambda width: []
        self._lengths: list[int] = []  # of the lines on the screen, in cells
        self._began = self._drawn = self._looked = 0.0
        self._spent = self._last_cost = 0.0
        self._live = Live(
            console=self._console,
            auto_refresh=False,
            transient=True,
            get_renderable=self._picture,
            vertical_overflow="crop",
        )

    def __enter__(self) -> Bars:
        if self._shown:
            self._live.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._close()

    def _close(self) -> None:
        """Take the picture off the screen; nothing is drawn from now on."""
        if self._shown:
            self._unfold()
            self._lines = lambda width: []  # it is drawn once more before it is taken away
            self._live.stop()
        self._shown = False

    def stage(self, name: str, total: int | None = None) -> None:
        """Begin a stage, with this many steps if that is known."""
        if self._task is not None:
            self._progress.remove_task(self._task)
        self._task = self._progress.add_task(f"{self._title} {name}".strip(), total=total)
        self._stage, self._steps = name, 0
        if name == MEASURING and self._standings:
            for module in ("diptest", "scipy.special"):  # the first look would spend all its time on importing these
                importlib.import_module(module)
        self._lines = lambda width: []
        self._began = self._now()
        self._spent = self._last_cost = 0.0
        self._draw()

    def step(self) -> None:
        """Count one step of the stage as done. Between two samples nothing more happens."""
        self._steps += 1
        if self._stage != MEASURING and self._now() - self._drawn >= DRAW_SECONDS:
            self._draw()

    def note(self, text: str) -> None:
        """Print something that a person should know now; if the command is asked to end, below all that is printed."""
        if is_interruption(sys.exc_info()[1]):
            self._close()
            keep_for_the_end(f"note: {text}")
            return
        self._console.print(f"note: {text}", markup=False)

    def pause(self, level: LevelState, standings: Standings) -> None:
        """Take the pause after a round: look how the level stands, if it is time for that, and draw."""
        began = self._now()
        if not self._shown or began - self._looked < LOOK_SECONDS:
            return
        if self._spent + self._last_cost > MOST_SHARE * (began - self._began):
            return
        if self._standings:
            self._look(level, standings)
        self._draw()
        self._looked = self._now()
        self._last_cost = self._looked - began
        self._spent += self._last_cost

    def _look(self, level: LevelState, standings: Standings) -> None:
        found = standings.look(level)
        if found is not None:
            self._lines = lambda width: level_lines(found, width)

    def _draw(self) -> None:
        if self._task is not None:
            self._progress.update(self._task, completed=self._steps)
        if self._shown:
            self._unfold()
            self._live.refresh()
        self._drawn = self._now()

    def _unfold(self) -> None:
        """Erase lines that a terminal folded when it was made narrower, and that Live does not know of."""
        width = self._console.width
        folded = sum(-(-length // width) - 1 for length in self._lengths if length > width)
        if folded:
            self._console.control(Control.move(0, -folded))
            self._console.file.write(ERASE_BELOW)

    def _picture(self) -> Group:
        """The picture on the screen: the bar, and below it the result of a look, in the room that there is now."""
        width, height = self._console.size
        lines = fitted(self._lines(width), width, height - 2)
        for line in lines:
            line.no_wrap = True
        encoding = self._console.encoding
        picture = Group(self._progress.get_renderable(), *(encodable(line, encoding) for line in lines))
        self._lengths = [Segment.get_line_length(line) for line in self._console.render_lines(picture, pad=False)]
        return picture


def _columns(width: int) -> list[ProgressColumn]:
    """The columns that a width has room for; the stage and the time left are always among them."""
    bar = next((cells for least, cells in BARS if width >= least), None)
    between = [] if bar is None else [BarColumn(bar_width=bar), MofNCompleteColumn()]
    return [TextColumn("{task.description}", markup=False), *between, TimeRemainingColumn(compact=True)]
