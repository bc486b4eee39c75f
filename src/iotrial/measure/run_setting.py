"""The setting of a run, that is all it needs beside its study, and the one who watches its progress."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from iotrial.ask.catalog import Catalog
from iotrial.folders.sent_tree import Tree
from iotrial.measure.precision import Decider
from iotrial.measure.running_standings import Standings
from iotrial.store.record import Run
from iotrial.workers.other_host import Way
from iotrial.workers.state import LevelState


class Watcher(Protocol):
    """A receiver of the progress of a run."""

    def stage(self, name: str, total: int | None = None) -> None:
        """Note that a stage begins, with the number of its steps if that is known."""

    def step(self) -> None:
        """Note that one step of the stage is done."""

    def note(self, text: str) -> None:
        """Tell a person something that they should know now."""

    def pause(self, level: LevelState, standings: Standings) -> None:
        """Show standings now: a round of a level is over, and nothing is being measured."""


@dataclass(frozen=True)
class RunSetting:
    """All that a run needs beside its study."""

    catalog: Catalog
    results: Path
    target: Path | None
    watcher: Watcher
    evidence: bool = True  # trace system calls before the first round
    decider: Callable[[Run, Standings], Decider] | None = None  # ends a run with --precision; None: the usual one
    built_after_s: float = 0.0  # programs that were compiled before this time are compiled anew
    sandbox: str | None = None  # the program in which workers are started; None: they are started as any program
    goes_on: bool = True  # `--resume` can continue the run
    hosts: Sequence[Way] = ()  # hosts to which writers are dealt at levels with several; empty: all work here
    trees: Sequence[Tree] = ()  # methods beside our own, for these hosts
    needs_every_arm: bool = False  # nothing is timed unless each arm does its work, and all come to the same
    harm_is_an_answer: bool = False  # a run is kept, too, of which nothing is timed since methods harm records
