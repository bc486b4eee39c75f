"""A job at one level: its inputs, the requests to a worker, and the right results.

A job folder's `job.py` defines a class `Task`. One is made for each level; the orchestrator asks it for everything that
differs between jobs. A task puts together the conditions of its level from parts; a part that is None does not apply.
A task touches only the folders that it is given.
"""

from __future__ import annotations

import importlib.util
import sys
import traceback
from collections.abc import Mapping
from pathlib import Path
from types import ModuleType
from typing import cast

from iotrial.ask.catalog import Job, Method, Value
from iotrial.errors import Problem, UsageError
from iotrial.workers.conditions import Cold, Impossible, Observed, Served, ToSink, Warm
from iotrial.workers.numbered_outputs import NumberedOutputs
from iotrial.workers.protocol import Dialogue, Message, Pairs
from iotrial.workers.sink import Received
from iotrial.workers.window import Window

#: A lead-in is this share of a sample.
LEAD_IN_SHARE = 0.05

#: A sample of at least this many iterations leads in with whole ones; a shorter sample, with the smaller inputs.
WHOLE_LEAD_INS = 20


class Task:
    """One job at one level. A job's own class changes what differs from a job without inputs, outputs or sink."""

    #: Right amounts of work of one iteration, in the job's unit; an arm keeps to one of them.
    works: tuple[int, ...] = (1,)
    #: The `proof` that each iteration must give; None: the job has none.
    proof: int | None = None
    #: The most files that a worker may have open at once; None: as many as the system allows.
    open_files: int | None = None
    #: Inputs are in memory (warm), or are evicted from it (cold). Both None: not checked.
    warm: Warm | None = None
    cold: Cold | None = None
    #: Iterations write to a sink.
    sink: ToSink | None = None
    #: Every iteration has an output of its own.
    outputs: NumberedOutputs | None = None
    #: Several workers of an arm fill a window; None: one works alone, iteration by iteration.
    window: Window | None = None
    #: Iterations are requests to a server that the worker starts.
    served: Served | None = None
    #: Each arm is observed once and never timed.
    observed: Observed | None = None
    #: What of the level makes a difference to `crash`, so that levels with the same need it once; None: all of it.
    crash_differs_by: str | None = None
    #: The same of `probe`.
    probe_differs_by: str | None = None
    #: What all arms returned, of users' own snippets, in words; None: not known yet, or not such.
    returned: str | None = None
    #: Files within its inputs that are watched too, by their paths from the folder of inputs.
    guarded: tuple[str, ...] = ()
    #: The level is impossible on every machine.
    impossible: Impossible | None = None

    @property
    def is_scheduled(self) -> bool:
        """True if requests to a server are due at a rate: an iteration is then all that are due in a span of time."""
        return self.served is not None and self.served.is_scheduled

    def __init__(self, level: Mapping[str, Value], inputs: Path) -> None:
        """Make the task of a level, whose inputs live in the folder `inputs`, which other levels share."""

    def space_bytes(self, iterations: int) -> int:
        """Return the room that the inputs and one arm's outputs of one sample need."""
        return 0

    def file_count(self, iterations: int) -> int:
        """Return how many files the inputs and one arm's outputs of one sample are made of."""
        return 0

    def create(self) -> None:
        """Make the inputs that are not there yet."""

    def prepare(self, outputs: Path, *, whole_lead_in: bool) -> Pairs:
        """Return the pairs of `prepare` for measuring, beside `job`; `outputs` is the arm's own folder."""
        return {}

    def prepare_check(self, outputs: Path) -> Pairs:
        """Return the pairs of `prepare` for a check, and make the output that it needs."""
        return self.prepare(outputs, whole_lead_in=True)

    def fewer(self, units: int) -> Task | None:
        """Return the same work with that many of its units, each taking as many calls as before; None: as it is.

        It is traced instead of the whole work if the calls of a few units turn out to tell those of all.
        """
        return None

    def check_pairs(self, outputs: Path) -> Pairs:
        """Return the pairs of `check`."""
        return {}

    def verify(self, checked: Message, received: Received | None, outputs: Path, method: Method) -> list[str]:
        """Return everything that is wrong with a check; nothing if the method did its job. Remove its output."""
        raise NotImplementedError

    def agree(self) -> None:
        """Note that every arm was verified: what they agree on is what all samples must come to."""

    def probe(self, dialogue: Dialogue, outputs: Path, method: Method) -> list[str]:
        """Test what the method declares, as far as that can be done from outside; return what does not hold."""
        return []

    def crash(self, dialogue: Dialogue, outputs: Path, method: Method) -> list[str]:
        """Test what the method declares of a crash, by a worker that dies; return what does not hold."""
        return []


def lead_in(iterations: int) -> tuple[int, bool]:
    """Return the lead-in iterations of a sample, and if they are whole ones (else on the smaller inputs)."""
    if iterations >= WHOLE_LEAD_INS:
        return -(-iterations // WHOLE_LEAD_INS), True
    return iterations, False


def task_of(job: Job, level: Mapping[str, Value], inputs: Path) -> Task:
    """Return the task of a job at a level, from the `job.py` in the job's folder; UsageError if that is broken."""
    name = f"iotrial_job_{job.name}"
    path = job.folder / "job.py"
    module = sys.modules.get(name)
    if module is None or module.__file__ != str(path):
        module = _module(name, path)
    return cast("Task", module.Task(level, inputs))


def _module(name: str, path: Path) -> ModuleType:
    spec = importlib.util.spec_from_file_location(name, path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module  # dataclasses look for it there
    before, sys.dont_write_bytecode = (
        sys.dont_write_bytecode,
        True,
    )  # the folder may belong to anybody: leave nothing in it
    try:
        spec.loader.exec_module(module)
        if not isinstance(getattr(module, "Task", None), type):
            raise UsageError(Problem("defines no class Task", where=str(path), hint="from iotrial.jobs import Task"))
    except BaseException as error:
        del sys.modules[name]
        if isinstance(error, Exception) and not isinstance(error, UsageError):
            lines = [frame.lineno for frame in traceback.extract_tb(error.__traceback__) if frame.filename == str(path)]
            line = error.lineno if isinstance(error, SyntaxError) else lines[-1] if lines else None
            where = f"{path}:{line}" if line else str(path)
            message = error.msg if isinstance(error, SyntaxError) else str(error)
            raise UsageError(Problem(f"cannot be loaded: {type(error).__name__}: {message}", where=where)) from None
        raise
    finally:
        sys.dont_write_bytecode = before
    return module
