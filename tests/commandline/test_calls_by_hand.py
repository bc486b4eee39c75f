"""The system calls of methods, counted by hand in their texts; those that write or find many files among them."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterable, Mapping
from pathlib import Path

import pytest
from benchmarks.evidence import BY_HAND as OF_APPEND

from commandline.command import Place
from iotrial.ask import tree
from iotrial.ask.catalog import Value
from iotrial.measure.ready import build_arms, create_inputs
from iotrial.places.target import resolve
from iotrial.places.workplace import Workplace
from iotrial.probes.system_calls import gather
from iotrial.workers.state import ArmState, LevelPlan, LevelResources, LevelState
from iotrial.workers.task import task_of

#: Job -> its level; then method -> its calls for 20 files or records.
LEVELS: dict[str, dict[str, Value]] = {
    "deliver_tree": {"files": 20, "file_bytes": 4096},  # all in one folder, two folders down: three folders
    "create": {"files": 20, "file_bytes": 100},
    "append_many": {"logs": 5, "records": 20},
    "append": {"records": 20},
}
BY_HAND: dict[str, dict[str, dict[str, int]]] = {
    "deliver_tree": {
        "c/readdir_sendfile": {"openat": 23, "sendfile": 40, "getdents64": 6, "close": 23, "write": 0},
        "c/readdir_read_write": {"openat": 23, "read": 40, "write": 20, "getdents64": 6, "close": 23},
        "python/scandir_read_write": {"openat": 23, "read": 40, "write": 20, "close": 23},
        "php/iterator_readfile": {"mmap": 20, "write": 20, "read": 0},
        "php/iterator_file_get_contents": {"mmap": 0, "write": 20},
    },
    "create": {
        "c/open_write": {"openat": 20, "write": 20, "close": 20},
        "c/openat_write": {"openat": 21, "write": 20, "close": 21},
        "c/openat_fsync": {"openat": 21, "write": 20, "fsync": 40, "close": 21},
        "c/openat_syncfs": {"openat": 21, "write": 20, "syncfs": 1, "close": 21},
        "php/file_put_contents": {"openat": 20, "write": 20, "close": 20},
        "php/fsync": {"openat": 21, "write": 20, "fsync": 40, "close": 21},
        "python/os_open": {"openat": 20, "write": 20, "close": 20},
        "python/fsync_replace": {"openat": 21, "write": 20, "fsync": 40, "rename": 20, "close": 21},
    },
    "append_many": {
        "c/keep_all_open": {"openat": 5, "write": 20, "close": 5},
        "c/reopen_each": {"openat": 20, "write": 20, "close": 20},
        "c/keep_recent": {"openat": 5, "write": 20, "close": 5},
        "php/keep_all_open": {"openat": 5, "write": 20, "close": 5},
        "php/gather": {"openat": 5, "write": 5, "close": 5},
        "python/reopen_each": {"openat": 20, "write": 20, "close": 20},
    },
    "append": {
        **OF_APPEND,
        "c/write_fdatasync_each": {"openat": 1, "write": 20, "fdatasync": 20, "close": 1},
        "c/write_fdatasync_end": {"openat": 1, "write": 20, "fdatasync": 1, "close": 1},
        "c/write_o_dsync": {"openat": 1, "write": 20, "fdatasync": 0, "close": 1},
        "c/one_write_fdatasync": {"openat": 1, "write": 1, "fdatasync": 1, "close": 1},
        "php/fdatasync_each": {"openat": 1, "write": 20, "fdatasync": 20, "close": 1},
        "python/fdatasync_end": {"openat": 1, "write": 20, "fdatasync": 1, "close": 1},
    },
}

#: Never left out if every tool is required.
traced = pytest.mark.skipif(
    shutil.which("strace") is None and not os.environ.get("IOTRIAL_REQUIRE_KITS"), reason="strace is not installed"
)


def gathered(folder: Path, job: str, level: Mapping[str, Value], names: Iterable[str]) -> list[ArmState]:
    """Return the arms of a level with what a run would have traced of them, without its rounds."""
    catalog = tree.load()
    asked = catalog.jobs[job]
    factors = {**{factor.name: factor.default for factor in asked.factors.values()}, "target": "disk", **level}
    (folder / "target").mkdir()
    workplace = Workplace(resolve("disk", folder / "target"))
    try:
        place, inputs = workplace.folder / "level-0000", workplace.folder / "inputs"
        place.mkdir()
        inputs.mkdir()
        first, *others = (catalog.methods[job, name] for name in names)
        chosen = [(first, "baseline"), (first, "placebo"), *((method, "arm") for method in others)]
        arms = [
            ArmState(index, method.arm, role, method, catalog.kits[method.language])  # type: ignore[arg-type]
            for index, (method, role) in enumerate(chosen)
        ]
        plan = LevelPlan(0, factors, task_of(asked, factors, inputs))
        state = LevelState(plan, LevelResources(place, workplace.target), arms)
        build_arms(state)
        create_inputs(state)
        gather(state, workplace.folder, [])
    finally:
        workplace.remove()
    return arms


@traced
@pytest.mark.parametrize("job", BY_HAND)
def test_calls_are_those_that_a_reader_of_the_method_counts(job: str, tmp_path: Path) -> None:
    for arm in gathered(tmp_path, job, LEVELS[job], BY_HAND[job]):
        if arm.program is not None:
            calls = BY_HAND[job][arm.arm]
            found = {name: arm.evidence.calls[name].count if name in arm.evidence.calls else 0 for name in calls}
            assert found == calls, (arm.arm, arm.evidence)


@traced
def test_a_run_keeps_them_and_explain_tells_them(place: Place) -> None:
    by_hand = {name: BY_HAND["append"][name] for name in ("c/flock_each", "python/os_write", "php/reopen")}
    chosen = [word for method in by_hand for word in ("--method", method)]
    plan = ("--set", "records=20", "--blocks", "1", "--rounds", "8", "--target", str(place.target))
    done = place.run("run", "append", *chosen, *plan)
    assert done.returncode == 0, done.stderr
    arms = {arm["arm"]: arm for arm in place.document("explain")["arms"]}
    for method, calls in by_hand.items():
        if arms[method]["status"] != "skipped":
            found = {name: arms[method]["iteration"].get(name, 0) for name in calls}
            assert found == calls, arms[method]
    assert place.leftovers() == []
