"""Evidence of an arm with too many calls to trace: /proc counts what it reads and writes, and that is said once."""

from __future__ import annotations

from pathlib import Path

import pytest

from iotrial.catalog import tree
from iotrial.catalog.model import Value
from iotrial.probes import system_calls
from iotrial.session.prepare import build_arms, create_inputs
from iotrial.store.record import Role
from iotrial.targets.target import resolve
from iotrial.targets.workplace import Workplace
from iotrial.workers.state import ArmState, LevelState
from iotrial.workers.task import task_of

CATALOG = tree.load()
JOB = CATALOG.jobs["append"]
FACTORS: dict[str, Value] = {
    **{name: factor.default for name, factor in JOB.factors.items()},
    "records": 20,
    "target": "disk",
}


def test_too_many_calls_are_counted_by_proc_and_told_once_for_all_arms(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(system_calls, "MOST_TRACED_CALLS", 5)
    (tmp_path / "target").mkdir()
    workplace = Workplace(resolve("disk", tmp_path / "target"))
    try:
        folder = workplace.folder / "level-0000"
        folder.mkdir()
        methods = [
            CATALOG.methods["append", name] for name in ("python/os_write", "python/os_write", "python/flock_each")
        ]
        roles: tuple[Role, ...] = ("baseline", "placebo", "arm")
        arms = [
            ArmState(index, method.arm, role, method, CATALOG.kits["python"])
            for index, (method, role) in enumerate(zip(methods, roles, strict=True))
        ]
        task = task_of(JOB, FACTORS, workplace.folder)
        level = LevelState(0, FACTORS, task, arms, folder, workplace.target)
        build_arms(level)
        create_inputs(level)
        system_calls.gather(level, workplace.folder, [])
        assert [arm.evidence.source for arm in arms] == ["proc"] * 3
        assert all((arm.evidence.write_calls or 0) >= 20 for arm in arms)
        (caution,) = level.cautions
        assert caution.code == "many_calls"
        assert caution.text.startswith("python/os_write, python/flock_each made too many reads and writes to be traced")
    finally:
        workplace.remove()
