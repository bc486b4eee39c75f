"""Evidence: what is told of an arm with too many calls to trace, and that a kit's own calls are not its method's."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from iotrial.ask import tree
from iotrial.ask.catalog import Value
from iotrial.measure.ready import build_arms, create_inputs
from iotrial.places.target import resolve
from iotrial.places.workplace import Workplace
from iotrial.probes import system_calls
from iotrial.store.record import Role
from iotrial.workers.state import ArmState, LevelPlan, LevelResources, LevelState
from iotrial.workers.task import task_of

CATALOG = tree.load()
JOB = CATALOG.jobs["append"]
FACTORS: dict[str, Value] = {
    **{name: factor.default for name, factor in JOB.factors.items()},
    "records": 20,
    "target": "disk",
}

#: The roles of a level's first two arms.
TWICE: tuple[Role, ...] = ("baseline", "placebo")


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
        level = LevelState(LevelPlan(0, FACTORS, task), LevelResources(folder, workplace.target), arms)
        build_arms(level)
        create_inputs(level)
        system_calls.gather(level, workplace.folder, [])
        assert [arm.evidence.source for arm in arms] == ["proc"] * 3
        assert all((arm.evidence.write_calls or 0) >= 20 for arm in arms)
        (caution,) = level.progress.cautions
        assert caution.code == "many_calls"
        assert caution.text.startswith("python/os_write, python/flock_each made too many reads and writes to be traced")
    finally:
        workplace.remove()


#: A method of each language that sends a file to a pipe.
SENDING = ("php/fread_8k", "python/copyfileobj", "c/read_write_64k", "cpp/ifstream_rdbuf")


@pytest.mark.skipif(shutil.which("strace") is None, reason="strace is not installed")
@pytest.mark.parametrize("name", SENDING)
def test_what_a_kit_reads_around_the_work_is_not_the_methods(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Between several iterations the kit's calls cancel out; of a single one they must be known for what they are."""
    job = CATALOG.jobs["deliver"]
    factors: dict[str, Value] = {
        **{factor.name: factor.default for factor in job.factors.values()},
        "file_bytes": 1 << 17,
        "target": "disk",
    }
    (tmp_path / "target").mkdir()
    workplace = Workplace(resolve("disk", tmp_path / "target"))
    try:
        folder = workplace.folder / "level-0000"
        folder.mkdir()
        (workplace.folder / "inputs").mkdir()
        method = CATALOG.methods["deliver", name]
        arms = [ArmState(index, name, role, method, CATALOG.kits[method.language]) for index, role in enumerate(TWICE)]
        task = task_of(job, factors, workplace.folder / "inputs")
        level = LevelState(LevelPlan(0, factors, task), LevelResources(folder, workplace.target), arms)
        build_arms(level)
        if arms[0].program is None:
            pytest.skip(str(arms[0].reason))
        create_inputs(level)
        found = []
        for many_calls in (1 << 20, 0):  # several iterations, and one
            monkeypatch.setattr(system_calls, "MANY_CALLS", many_calls)
            system_calls.gather(level, workplace.folder, [])
            found.append({call: one.count for call, one in arms[0].evidence.calls.items()})
        if arms[0].evidence.source != "strace":
            pytest.skip(str(arms[0].evidence.reason))
        assert found[0] == found[1]
        assert found[1]["read"] >= 2
    finally:
        workplace.remove()
