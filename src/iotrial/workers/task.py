"""What a job's `job.py` provides: the inputs of a level, what a worker is told, and what is right.

A job folder's `job.py` defines a class `Task`. One is made for each level; the orchestrator asks it for
everything that differs between jobs. A task touches only the folders that it is given.
"""

from __future__ import annotations

import importlib.util
import sys
from collections.abc import Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Protocol, cast

from iotrial.catalog.model import Job, Method, Value
from iotrial.store.record import Observation
from iotrial.workers.integrity import Integrity
from iotrial.workers.protocol import Message
from iotrial.workers.sink import Received

if TYPE_CHECKING:
    from iotrial.workers.tagged import Integers

#: A lead-in is this share of a sample.
LEAD_IN_SHARE = 0.05

#: A sample of at least this many iterations leads in with whole iterations, a shorter one with smaller ones.
WHOLE_LEAD_INS = 20

Pairs = dict[str, str | int | bytes]


class Dialogue(Protocol):
    """A worker that can be talked to while something else goes on."""

    pid: int | None

    def begin(self, verb: str, pairs: Pairs) -> None:
        """Send a request."""

    def end(self, verb: str) -> Message:
        """Wait for its reply."""

    def has_answered(self, within_s: float) -> bool:
        """Whether the reply has come, after at most so long."""

    def talk(self) -> tuple[set[int], set[int]]:
        """The worker's own descriptors, all copies of them, for requests and for replies."""


@dataclass(frozen=True)
class Left:
    """What a group left behind: what became of its records, and whose they are, in the order of the file."""

    integrity: Integrity | None = None  # None: the job has no records
    writer: Integers | None = None
    sequence: Integers | None = None
    byte_count: int = 0
    astray: int | None = None  # records that went to a log after it had been moved away or copied


class Task:
    """One job at one level. A job's own class says what differs from a job without inputs, outputs or sink."""

    #: What the work of one iteration may be, in the job's unit; an arm keeps to one of these.
    works: tuple[int, ...] = (1,)
    #: What each iteration must give as `proof`; None where the job has none.
    proof: int | None = None
    #: The kind of sink that stdout goes to; None where the job uses none.
    sink: str | None = None
    #: Under check, the file in `outputs` that what reaches the sink is kept in; None where its digest says enough.
    arrived: str | None = None
    #: Whether a sample that reads from a device is in the wrong state.
    is_warm = False
    #: How many files a worker may have open at once; None for what the system allows it.
    open_files: int | None = None
    #: Files that must be in memory before a round.
    resident: tuple[Path, ...] = ()
    #: Files or folders that are thrown out of memory before every sample, the input first; none: it is no cold level.
    cold: tuple[Path, ...] = ()
    #: The file that the inputs' file system is an image in, to be thrown out with them; None where there is none.
    image: Path | None = None
    #: Whether one of those is a folder, for which the caches of the whole machine are dropped.
    drops_caches = False
    #: Bytes that an iteration of a cold level reads from the device at least; known once the inputs are made.
    cold_bytes = 0
    #: Whether each arm is looked at once, by `observe`, and never timed.
    is_observed = False
    #: Why this level cannot be, whatever the machine; None where it can.
    impossible: str | None = None
    #: What would be possible instead, for a hint.
    possible: str | None = None

    #: Workers of an arm that work at once, within a window; 0: one works alone, iteration by iteration.
    group_size = 0
    #: Whether all of a group write to one file.
    shares_a_file = False
    #: A piece of work is due for each member so often; 0: one follows the other.
    every_ns = 0
    #: Windows in which a group shows, before any round, that it does its job.
    trials = 1
    #: How long its window is.
    window_ns = 250_000_000
    #: The most that a group has left behind in one window so far.
    most_left_bytes = 0

    def __init__(self, level: Mapping[str, Value], inputs: Path) -> None:
        """A task for a level, whose inputs live in the folder `inputs`, which other levels share."""

    def space_bytes(self, iterations: int) -> int:
        """Room that the inputs and one arm's outputs of one sample need."""
        return 0

    def file_count(self, iterations: int) -> int:
        """Files that the inputs and one arm's outputs of one sample are made of."""
        return 0

    def create(self) -> None:
        """Make the inputs that are not there yet."""

    def prepare(self, outputs: Path, *, whole_lead_in: bool) -> Pairs:
        """The pairs of `prepare` for measuring; `outputs` is the arm's own folder."""
        raise NotImplementedError

    def prepare_check(self, outputs: Path) -> Pairs:
        """The pairs of `prepare` for a check."""
        raise NotImplementedError

    def before(self, outputs: Path, iterations: int, lead_in: int) -> None:
        """Make fresh outputs for a sample."""

    def after(self, outputs: Path, iterations: int, lead_in: int, *, whole_lead_in: bool) -> str | None:
        """Look at the outputs of a sample and remove them; what is wrong with them, or None."""
        return None

    def prepare_member(self, outputs: Path, number: int) -> Pairs:
        """The pairs of `prepare` for one worker of a group, counted from 0."""
        return self.prepare(outputs, whole_lead_in=False)

    @property
    def piece_work(self) -> int:
        """The work of one piece of what a group does, in the job's unit."""
        return self.works[0]

    def before_window(self, outputs: Path) -> None:
        """Make fresh outputs for what a group does in a window."""

    def meanwhile(self, outputs: Path, window: tuple[int, int]) -> AbstractContextManager[object]:
        """What happens to the outputs while a group works; the window's bounds are of the monotonic clock, ns."""
        return nullcontext()

    def after_window(self, outputs: Path, moments: Sequence[Integers]) -> Left:
        """Look at what a group made and remove it; `moments` has when each member's work began and was done."""
        return Left()

    def sink_bytes(self, iterations: int, lead_in: int, *, whole_lead_in: bool) -> int:
        """Bytes that reach the sink in a sample, lead-in included."""
        return 0

    def check_pairs(self, outputs: Path) -> Pairs:
        """The pairs of `check`."""
        return {}

    def verify(self, checked: Message, received: Received | None, outputs: Path, method: Method) -> list[str]:
        """Everything that is wrong with a check; empty where the method did its job."""
        raise NotImplementedError

    def probe(self, dialogue: Dialogue, outputs: Path, method: Method) -> list[str]:
        """Put what the method declares to the test, as far as that can be done from outside; what does not hold."""
        return []

    def observe(self, dialogue: Dialogue, outputs: Path) -> Observation:
        """Do the work once under the conditions of a level that is not timed, and say what came of it."""
        raise NotImplementedError


def lead_in(iterations: int) -> tuple[int, bool]:
    """Lead-in iterations for a sample, and whether they are whole ones (or on the smaller inputs)."""
    if iterations >= WHOLE_LEAD_INS:
        return -(-iterations // WHOLE_LEAD_INS), True
    return iterations, False


def task_of(job: Job, level: Mapping[str, Value], inputs: Path) -> Task:
    """The task of a job at a level, from the `job.py` in the job's folder."""
    name = f"iotrial_job_{job.name}"
    path = job.folder / "job.py"
    module = sys.modules.get(name)
    if module is None or module.__file__ != str(path):
        spec = importlib.util.spec_from_file_location(name, path)
        assert spec is not None and spec.loader is not None
        module = importlib.util.module_from_spec(spec)
        sys.modules[name] = module
        spec.loader.exec_module(module)
    return cast("Task", module.Task(level, inputs))
