"""The setting of a run: all that it needs beside its study."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from iotrial.ask.catalog import Catalog
from iotrial.folders.sent_tree import Tree
from iotrial.measure.precision import Decider
from iotrial.measure.running_standings import Standings
from iotrial.measure.watcher import Watcher
from iotrial.store.record import Run
from iotrial.workers.other_host import Way


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
    harm_is_an_answer: bool = False  # a run is kept, too, of which nothing is timed since methods harm records
