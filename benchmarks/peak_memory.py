"""The memory that iotrial tells of a process, against what the system and GNU time tell of the same process."""

from __future__ import annotations

import contextlib
import re
import shutil
from collections.abc import Iterator, Sequence
from pathlib import Path

from benchmarks.row import Row
from iotrial.ask import tree
from iotrial.ask.adhoc_study import make
from iotrial.cli.progress import Bars
from iotrial.machine.cgroup import Groups, NoLimit, WorkerCgroup, find_place
from iotrial.measure.ready import build_arms, create_inputs
from iotrial.measure.run_levels import levels_in_place
from iotrial.measure.run_setting import RunSetting
from iotrial.measure.verify import verify_level
from iotrial.probes.memory_kinds import MemoryWatch, read
from iotrial.store.record import MemoryReading
from iotrial.workers.round_workers import LocalRoundWorkers
from iotrial.workers.state import ArmState, LevelState

FILE_BYTES = 400_000_000
ARMS = ("php/file_get_contents", "php/readfile_output_buffered", "c/mmap_write", "python/mmap_write")
REACH = 0.03

#: Far beyond what any of them takes.
FREE_BYTES = 8 << 30


def rows(long: bool) -> Iterator[Row]:
    """Each arm's peak against GNU time, and of those that hold the file what they hold against their cgroup."""
    study = make("deliver", tree.load(), {"file_bytes": str(FILE_BYTES)}, [], ARMS)
    with levels_in_place(study, RunSetting(tree.load(), Path(), None, Bars())) as (levels, logs):
        (level,) = levels
        build_arms(level)
        create_inputs(level)
        verify_level(level, study, logs, None)
        for arm in level.timed:
            if arm.role != "placebo":
                yield _against_time(level, arm, logs)
        for arm in level.timed:
            if arm.role != "placebo" and "mmap" not in arm.arm:
                yield _against_cgroup(level, arm, logs)


class _Timed(MemoryWatch):
    """Under GNU time, which tells the largest of the processes below it: the worker."""

    def __init__(self, program: str, output: Path) -> None:
        super().__init__()
        self._before = [program, "-v", "-o", str(output)]

    def argv(self, argv: Sequence[str]) -> list[str]:
        return [*self._before, *super().argv(argv)]


class _Grouped(MemoryWatch):
    """With the worker alone in a cgroup."""

    def __init__(self, group: WorkerCgroup) -> None:
        super().__init__()
        self._group = group

    def argv(self, argv: Sequence[str]) -> list[str]:
        return super().argv(self._group.argv(argv))


def _against_time(level: LevelState, arm: ArmState, logs: Path) -> Row:
    figure = f"peak memory of {arm.arm} at {FILE_BYTES:,} bytes, against GNU time of the same process"
    program = shutil.which("time")
    if program is None:
        return Row(figure, f"within {REACH:.0%}", "time is not installed", None)
    output = logs / "time.txt"
    with LocalRoundWorkers(level, None, logs) as workers:
        found = read(workers, arm, _Timed(program, output))
    told = re.search(r"Maximum resident set size \(kbytes\): (\d+)", output.read_text()) if output.exists() else None
    return _row(figure, found, int(told[1]) * 1024 if told else None, held=False)


def _against_cgroup(level: LevelState, arm: ArmState, logs: Path) -> Row:
    figure = f"memory held by {arm.arm} at {FILE_BYTES:,} bytes, against the peak of its cgroup"
    try:
        with contextlib.closing(Groups(find_place())) as groups:
            group = groups.make(FREE_BYTES)
            with LocalRoundWorkers(level, None, logs) as workers:
                found = read(workers, arm, _Grouped(group))
            return _row(figure, found, group.peak_bytes(), held=True)
    except NoLimit as reason:
        return Row(figure, f"within {REACH:.0%}", str(reason), None)


def _row(figure: str, found: MemoryReading | str, outside_bytes: int | None, *, held: bool) -> Row:
    reach = f"within {REACH:.0%}"
    if isinstance(found, str) or outside_bytes is None:
        return Row(figure, reach, found if isinstance(found, str) else "nothing was told from outside", None)
    own_bytes = (found.held_bytes or 0) if held else found.peak_bytes
    off = own_bytes / outside_bytes - 1
    return Row(figure, reach, f"{own_bytes:,} against {outside_bytes:,} bytes: {off:+.2%}", abs(off) <= REACH)
