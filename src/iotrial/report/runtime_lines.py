"""The runtimes of a run, what a process of them takes to start, and the packages that its methods needed."""

from __future__ import annotations

from iotrial.ask.catalog import named_parts
from iotrial.judge.judged_run import JudgedRun
from iotrial.store.record import Arm, Run
from iotrial.units import format_ns


def runtimes(run: Run | JudgedRun, language: str | None = None) -> list[str]:
    """Return each once: names and versions, those of packages after their runtime's; or of one language."""
    own = (arm for arm in _records(run) if language in (None, named_parts(arm.arm)[0]))
    return list(dict.fromkeys(arm.runtime for arm in own if arm.runtime))


def runtimes_and_starts(run: Run | JudgedRun) -> list[str]:
    """Return the same, each with the least CPU time that a process took to start, where that is known."""
    least_ns: dict[str, int | None] = {}
    for arm in _records(run):
        if arm.runtime:
            known_ns = [ns for ns in (least_ns.get(arm.runtime), arm.start_cpu_ns) if ns is not None]
            least_ns[arm.runtime] = min(known_ns, default=None)
    return [f"{runtime} ({_started(ns)})" if ns else runtime for runtime, ns in least_ns.items()]


def _records(run: Run | JudgedRun) -> list[Arm]:
    arms = [arm for level in run.levels for arm in level.arms]
    return [arm if isinstance(arm, Arm) else arm.record for arm in arms]


def _started(ns: int) -> str:
    return f"starts in {format_ns(ns)} of CPU time"
