"""A pass that samples the functions of each arm, and times nothing (rule 27)."""

from __future__ import annotations

import platform
import shutil
import subprocess
from collections.abc import Callable, Collection, Iterator
from pathlib import Path

from iotrial.errors import UsageError
from iotrial.machine.system_packages import package_manager, typed_to_install
from iotrial.machine.tools import package_of
from iotrial.probes.instructions import InstructionCounter
from iotrial.probes.perf_record import PerfRecord, complaint_of
from iotrial.probes.profile_text import profile_of
from iotrial.probes.tracer import PATIENCE_S, NoTrace
from iotrial.store.record import Profile
from iotrial.workers.arm_worker import LocalArmWorker, SampleFailed, WrongState
from iotrial.workers.round_workers import LocalRoundWorkers
from iotrial.workers.state import ArmState, LevelState

#: Samples of a second: no multiple of what a kernel does regularly, so that samples do not keep step with it.
FREQUENCY = 3989

#: An arm is sampled for this much of its CPU time (some 1,200 samples), unless that takes longer than the second, or
#: more than this many requests.
CPU_NS = 300_000_000
MOST_NS = 3_000_000_000
MOST_REQUESTS = 500

#: The chains are those of the kernel alone: programs are built without what would tell theirs.
_OPTIONS = ("-F", str(FREQUENCY), "-e", "cycles", "--call-graph", "fp", "--kernel-callchains")

#: The words of distributions that have a perf for each kernel, if they lack this kernel's.
_OF_ANOTHER_KERNEL = "perf not found for kernel"

ALLOW = "sudo sysctl kernel.perf_event_paranoid=1"


class PerfProfile(PerfRecord):
    """The functions of a process, sampled by perf."""

    options = _OPTIONS

    def profile(self) -> Profile:
        """Return what was sampled; NoTrace if perf cannot read it."""
        return profile_of(
            self._script("-G", "-F", "event,period,ip,sym,dso"), self._script("-F", "event,period,ip,sym")
        )


def require_perf() -> None:
    """Raise UsageError, with what to install or to set, unless perf is there and may sample a process of this user."""
    program = shutil.which("perf")
    if program is None:
        typed = typed_to_install([package_of("perf", package_manager() or "")])
        hint = f"install it: {typed or 'it is part of the tools of the Linux kernel'}"
        raise UsageError("perf is not installed, and without it no function can be named", hint=hint)
    command = [program, "record", "-q", *_OPTIONS, "-o", "-", "--", "true"]
    try:
        tried = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, check=False, timeout=PATIENCE_S)
    except (OSError, subprocess.TimeoutExpired) as error:
        raise UsageError(f"perf cannot be started: {error}", hint="see what is wrong: perf record true") from None
    if tried.returncode != 0:
        said = complaint_of(tried.stderr.decode("utf-8", "replace")) or f"it ended with status {tried.returncode}"
        if _OF_ANOTHER_KERNEL in said:
            typed = typed_to_install([f"linux-tools-{platform.release()}"])
            raise UsageError(
                f"perf does not fit this kernel: {said}",
                hint=f"install the one that does: {typed or platform.release()}",
            )
        raise UsageError(
            f"perf may not sample processes here: {said}", hint=f"allow it: {ALLOW}; in a container: --cap-add PERFMON"
        )


def profile_level(
    level: LevelState, chosen: Collection[str], logs: Path, cpu: int | None, on_arm: Callable[[], None] = lambda: None
) -> dict[int, Profile]:
    """Return the profile of each chosen arm that takes part, by its index; with the reason if it has none."""
    counter = InstructionCounter(logs)
    found = {}
    for arm in level.timed:
        if arm.role != "placebo" and arm.arm in chosen:
            sampled = _sampled(level, arm, logs, cpu)
            instructions, source = counter.count(level, arm, cpu) if sampled.reason is None else (None, None)
            counted = {"instructions": instructions, "instructions_source": source}
            found[arm.index] = sampled.model_copy(update=counted)
            on_arm()
    return found


def _sampled(level: LevelState, arm: ArmState, logs: Path, cpu: int | None) -> Profile:
    output = logs / f"profile-{arm.index:03d}"
    runtime = arm.runtime
    try:
        with LocalRoundWorkers(level, cpu, logs) as workers:
            arm_worker = workers.start_one(arm)
            if runtime is not None and arm.runtime != runtime:
                return Profile(reason=f"its runtime is {arm.runtime} now; the run was made with {runtime}")
            assert arm_worker.pid is not None
            arm_worker.bare(arm.iterations)  # so that work done once is over
            with PerfProfile(arm_worker.pid, output, cpu) as perf:
                for _ in _requests(arm_worker, arm.iterations):
                    pass
            return perf.profile()
    except NoTrace as reason:
        return Profile(reason=str(reason))
    except (SampleFailed, WrongState) as failure:
        return Profile(reason=f"{arm.arm} failed while it was profiled: {failure}")
    finally:
        for path in (output, output.with_name(f"{output.name}.old")):
            path.unlink(missing_ok=True)


def _requests(arm_worker: LocalArmWorker, iterations: int) -> Iterator[int]:
    """Ask for iterations until the arm has had enough CPU time to be profiled."""
    cpu_ns = wall_ns = 0
    for number in range(MOST_REQUESTS):
        figures = arm_worker.bare(iterations)
        cpu_ns += (figures["user_ns"] or 0) + (figures["system_ns"] or 0)
        wall_ns += figures["wall_ns"] or 0
        yield number
        if cpu_ns >= CPU_NS or wall_ns >= MOST_NS:
            return
