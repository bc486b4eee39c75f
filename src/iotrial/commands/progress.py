"""Progress on stderr: bars with the time left on a terminal, nothing when stderr is none."""

from __future__ import annotations

from types import TracebackType

from rich.progress import BarColumn, MofNCompleteColumn, Progress, TaskID, TextColumn, TimeRemainingColumn

from iotrial.commands.output import stderr


class Bars:
    """A run's watcher that draws a bar for each stage; also a counter of steps for other long commands."""

    def __init__(self, title: str = "") -> None:
        self._title = title
        self._console = stderr()
        self._progress = Progress(
            TextColumn("{task.description}"),
            BarColumn(bar_width=24),
            MofNCompleteColumn(),
            TimeRemainingColumn(compact=True),
            console=self._console,
            transient=True,
            disable=not self._console.is_terminal,
            refresh_per_second=4,
        )
        self._task: TaskID | None = None

    def __enter__(self) -> Bars:
        self._progress.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._progress.stop()

    def stage(self, name: str, total: int | None = None) -> None:
        """A stage begins, with so many steps where that is known."""
        if self._task is not None:
            self._progress.remove_task(self._task)
        self._task = self._progress.add_task(f"{self._title} {name}".strip(), total=total)

    def step(self) -> None:
        """One step of the stage is done."""
        if self._task is not None:
            self._progress.advance(self._task)

    def note(self, text: str) -> None:
        """Something that a person should know now."""
        self._console.print(f"note: {text}", markup=False)
