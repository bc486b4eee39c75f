"""Instructions of one iteration outside the kernel: how much work an arm does, fast or slow (rule 27).

Perf counts them if the machine lets it; otherwise valgrind counts those of compiled programs, at a fiftieth of their
speed. Both count two requests: the kit's own part is in both, and cancels out. Valgrind's include the start of the
process, which takes thousands of instructions more or less from one start to the next, so its second request is for as
many iterations as drown that.
"""

from __future__ import annotations

import contextlib
import os
import re
import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path
from typing import Literal

from iotrial.probes.perf_record import PerfRecord
from iotrial.probes.tracer import PATIENCE_S, NoTrace
from iotrial.workers.arm_worker import SampleFailed, WrongState
from iotrial.workers.round_workers import LocalRoundWorkers
from iotrial.workers.state import ArmState, LevelState

Source = Literal["perf", "valgrind"]

_EVENT = "instructions:u"

#: A line of `perf stat -x,`: the count, its unit, the event.
_COUNTED = re.compile(rf"\s*(?P<count>\d+),[^,]*,{re.escape(_EVENT)}(?:,|\s*\Z)", re.MULTILINE)

#: The line in which cachegrind sums up: `==12== I   refs:      1,234,567`.
_REFERENCES = re.compile(r"^==\d+== I +refs: +(?P<count>[\d,]+)\s*$", re.MULTILINE)

#: Valgrind is not asked for an iteration that takes longer than this.
MOST_VALGRIND_NS = 50_000_000

#: For how long the iterations that valgrind counts take together, at its speed.
VALGRIND_NS = 1_000_000_000


class PerfInstructions(PerfRecord):
    """The instructions of a process, counted by perf."""

    verb = ("stat", "-x,")
    options = ("-e", _EVENT)


def perf_count(text: str) -> int | None:
    """Return the instructions that `perf stat -x,` counted; None if it says that it could not."""
    matched = _COUNTED.search(text)
    return int(matched["count"]) if matched else None


def valgrind_count(text: str) -> int | None:
    """Return the instructions in the log of cachegrind; None if it has none."""
    matched = _REFERENCES.search(text)
    return int(matched["count"].replace(",", "")) if matched else None


class InstructionCounter:
    """Counts instructions in the way that this machine allows; in none, if it allows neither."""

    def __init__(self, logs: Path) -> None:
        """Find out what counts here; logs go to the folder `logs`."""
        self._logs = logs
        self._perf_counts = _perf_counts()
        self._valgrind = shutil.which("valgrind")

    def count(self, level: LevelState, arm: ArmState, cpu: int | None) -> tuple[float | None, Source | None]:
        """Return the instructions of one iteration and what counted them; (None, None) if nothing could."""
        compiled = arm.kit.is_compiled
        with contextlib.suppress(NoTrace, SampleFailed, WrongState, OSError):
            if self._perf_counts:
                return self._by_perf(level, arm, cpu), "perf"
            if self._valgrind and compiled and level.plan.task.cold is None and (arm.ns or 0) < MOST_VALGRIND_NS:
                return self._by_valgrind(level, arm, cpu), "valgrind"
        return None, None

    def _by_perf(self, level: LevelState, arm: ArmState, cpu: int | None) -> float:
        output = self._logs / f"instructions-{arm.index:03d}"
        counts = []
        with LocalRoundWorkers(level, cpu, self._logs) as workers:
            arm_worker = workers.start_one(arm)
            arm_worker.bare(arm.iterations)
            for times in (1, 2):
                assert arm_worker.pid is not None
                with PerfInstructions(arm_worker.pid, output, cpu):
                    for _ in range(times):
                        arm_worker.bare(arm.iterations)
                counts.append(perf_count(output.read_text(encoding="utf-8", errors="replace")))
                output.unlink()
        return _difference(counts) / arm.iterations

    def _by_valgrind(self, level: LevelState, arm: ArmState, cpu: int | None) -> float:
        one, wall_ns = self._under_valgrind(level, arm, cpu, 1)
        more = max(1, VALGRIND_NS // max(1, wall_ns))
        many, _ = self._under_valgrind(level, arm, cpu, 1 + more)
        return _difference([one, many]) / more

    def _under_valgrind(
        self, level: LevelState, arm: ArmState, cpu: int | None, iterations: int
    ) -> tuple[int | None, int]:
        """Return the instructions of a process that does that many iterations, and the time that these took."""
        output = self._logs / f"instructions-{arm.index:03d}"
        with LocalRoundWorkers(level, cpu, self._logs) as workers:
            figures = workers.start_one(arm, _Valgrind(str(self._valgrind), output)).bare(iterations)
        count = valgrind_count(output.read_text(encoding="utf-8", errors="replace"))
        output.unlink()
        return count, figures["wall_ns"] or 0


class _Valgrind:
    """Starts a worker under cachegrind, which counts its instructions."""

    def __init__(self, program: str, output: Path) -> None:
        self._program = program
        self._output = output

    @property
    def stdin(self) -> int | None:
        """A worker's own."""
        return None

    def argv(self, argv: Sequence[str]) -> list[str]:
        """Return the command that starts the worker."""
        tool = ("--tool=cachegrind", "--cache-sim=no", f"--cachegrind-out-file={os.devnull}")
        return [self._program, *tool, f"--log-file={self._output}", *argv]


def _difference(counts: Sequence[int | None]) -> int:
    """Return the second count less the first; NoTrace if one is missing, or the second is no higher."""
    one, two = counts
    if one is None or two is None or two <= one:
        raise NoTrace("instructions were not counted")
    return two - one


def _perf_counts() -> bool:
    """True if perf can count instructions here."""
    program = shutil.which("perf")
    if program is None:
        return False
    command = [program, "stat", "-x,", "-e", _EVENT, "--", "true"]
    try:
        tried = subprocess.run(
            command, stdin=subprocess.DEVNULL, capture_output=True, check=False, timeout=PATIENCE_S, text=True
        )
    except (OSError, subprocess.TimeoutExpired):
        return False
    return tried.returncode == 0 and perf_count(tried.stderr) is not None
