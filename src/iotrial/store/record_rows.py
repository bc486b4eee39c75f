"""The facts of a run's record, as rows: of the run, of its levels, of their arms, and of their system calls.

In every one of them `arm` is an arm's name, and the placebo's differs from the baseline's.
"""

from __future__ import annotations

import shlex
from collections.abc import Callable, Iterator, Mapping

from iotrial.store.record import Arm, Run

#: The placebo's name is that of the arm that it repeats, and this.
PLACEBO = " (placebo)"

_RUNS = {
    "run": "VARCHAR",
    "study": "VARCHAR",
    "job": "VARCHAR",
    "work_unit": "VARCHAR",
    "quick": "BOOLEAN",
    "seed": "BIGINT",
    "margin": "DOUBLE",
    "budget_seconds": "DOUBLE",
    "complete": "BOOLEAN",
    "stopped": "VARCHAR",
    "seconds": "DOUBLE",
    "started_at": "VARCHAR",
    "finished_at": "VARCHAR",
    "iotrial": "VARCHAR",
    "asked": "VARCHAR",
}
_LEVELS = {
    "run": "VARCHAR",
    "level": "INTEGER",
    "factors": "MAP(VARCHAR, VARCHAR)",
    "status": "VARCHAR",
    "reason": "VARCHAR",
    "rounds": "INTEGER",
    "blocks": "INTEGER",
    "clock": "VARCHAR",
}
_ARMS = {
    "run": "VARCHAR",
    "level": "INTEGER",
    "arm": "VARCHAR",
    "arm_number": "INTEGER",
    "name": "VARCHAR",
    "role": "VARCHAR",
    "status": "VARCHAR",
    "reason": "VARCHAR",
    "runtime": "VARCHAR",
    "iterations": "BIGINT",
    "shift": "INTEGER",
    "kit_ns": "DOUBLE",
    "outcome": "VARCHAR",
    "work": "BIGINT",
    "peak_bytes": "BIGINT",
    "before_bytes": "BIGINT",
    "peak_anonymous_bytes": "BIGINT",
    "peak_file_bytes": "BIGINT",
    "peak_shared_bytes": "BIGINT",
    "peak_reclaimable_bytes": "BIGINT",
    "runtime_peak_bytes": "BIGINT",
    "runtime_peak_real_bytes": "BIGINT",
    "method_sha256": "VARCHAR",
}
_CALLS = {
    "run": "VARCHAR",
    "level": "INTEGER",
    "arm": "VARCHAR",
    "arm_number": "INTEGER",
    "name": "VARCHAR",
    "call": "VARCHAR",
    "count": "DOUBLE",
    "empty_count": "DOUBLE",
    "bytes": "DOUBLE",
    "usual_bytes": "BIGINT",
}


def _run_rows(run: Run) -> Iterator[dict[str, object]]:
    yield {name: getattr(run, name) for name in _RUNS} | {"asked": shlex.join(run.asked)}


def _level_rows(run: Run) -> Iterator[dict[str, object]]:
    for number, level in enumerate(run.levels):
        kept = {name: getattr(level, name) for name in ("status", "reason", "rounds", "blocks", "clock")}
        factors = {name: str(value) for name, value in level.level.items()}
        yield {"run": run.run, "level": number, "factors": factors, **kept}


def _arm_rows(run: Run) -> Iterator[dict[str, object]]:
    for number, level in enumerate(run.levels):
        for index, arm in enumerate([*level.arms, *level.floors]):
            kinds = arm.memory.kinds.model_dump() if arm.memory.kinds else {}
            memory = {name: kinds.get(name.removeprefix("peak_")) for name in _ARMS if name.startswith("peak_")}
            memory |= {name: figure for name, figure in arm.memory.model_dump().items() if name in _ARMS}
            kept = {name: getattr(arm, name) for name in _ARMS if name not in memory and hasattr(arm, name)}
            place = {"run": run.run, "level": number, **_named(arm, index)}
            yield {**kept, **memory, "outcome": arm.outcome and arm.outcome.code, **place}


def _call_rows(run: Run) -> Iterator[dict[str, object]]:
    """The system calls of one iteration, a row for each kind."""
    for number, level in enumerate(run.levels):
        for index, arm in enumerate(level.arms):
            place = {"run": run.run, "level": number, **_named(arm, index)}
            for call, calls in arm.evidence.calls.items():
                yield {**place, "call": call, **calls.model_dump()}


def _named(arm: Arm, index: int) -> dict[str, object]:
    """The columns that tell arms apart: a name that no other arm of the level has, the number, and the bare name."""
    shown = f"{arm.arm}{PLACEBO}" if arm.role == "placebo" else arm.arm
    return {"arm": shown, "arm_number": index, "name": arm.arm}


#: View -> its columns, each with the type that DuckDB gives it.
COLUMNS: Mapping[str, Mapping[str, str]] = {"runs": _RUNS, "levels": _LEVELS, "arms": _ARMS, "calls": _CALLS}

#: View -> the rows that a run has in it.
ROWS: Mapping[str, Callable[[Run], Iterator[dict[str, object]]]] = {
    "runs": _run_rows,
    "levels": _level_rows,
    "arms": _arm_rows,
    "calls": _call_rows,
}
