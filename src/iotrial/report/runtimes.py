"""The runtimes of a run, and the packages that its methods needed."""

from __future__ import annotations

from iotrial.analysis.judged_run import JudgedRun
from iotrial.store.record import Run


def runtimes(run: Run | JudgedRun) -> list[str]:
    """Return each once: names and versions, those of packages after their runtime's."""
    return list(dict.fromkeys(arm.runtime for level in run.levels for arm in level.arms if arm.runtime))
