"""Who is blamed for processes that are left: not servers whose worker we killed, and anybody else who left one."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from iotrial.ask import tree
from iotrial.ask.adhoc_study import make
from iotrial.machine.children import children_of, with_descendants
from iotrial.machine.leftover_processes import adopt
from iotrial.measure.ready import build_arms, create_inputs
from iotrial.measure.run_levels import levels_in_place
from iotrial.measure.run_setting import RunSetting
from iotrial.workers.arm_worker import LocalArmWorker
from iotrial.workers.round_workers import LocalRoundWorkers, Start
from iotrial.workers.state import LevelState
from iotrial.workers.worker import Worker
from measure.silent import Silent
from programs import share_programs
from workers.running import is_running

pytestmark = pytest.mark.skipif(not adopt(), reason="this system has no subreapers")

SERVER = "gunicorn/wsgi_file_wrapper"

#: It leaves a process for whoever comes next, and may not end itself when its worker is asked to.
LEAVES = """\
# A process of its own, left: of no use to anyone.
# visible: each record
# lock: none
# append: yes
# durable: no

import subprocess
import threading
import time


def append(path, records):
    written = 0
    with open(path, "ab", buffering=0) as log:
        for record in records:
            log.write(record)
            written += 1
    subprocess.Popen(["sleep", "600"], start_new_session=True)
    HANG
    return written
"""


@pytest.fixture
def served(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[LevelState, Path]]:
    share_programs(tmp_path / "cache")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    catalog = tree.load()
    study = make("serve", catalog, {"file_bytes": "1024", "clients": "2"}, [], [SERVER])
    with levels_in_place(study, RunSetting(catalog, Path(), None, Silent())) as (levels, logs):
        (level,) = levels
        level.floors = []
        build_arms(level)
        create_inputs(level)
        yield level, logs


@pytest.mark.parametrize("at_once", [True, False])
def test_who_is_interrupted_leaves_no_server_and_is_not_disqualified(
    served: tuple[LevelState, Path], at_once: bool
) -> None:
    level, logs = served
    arm = level.arms[0]
    with LocalRoundWorkers(level, None, logs) as workers:
        arm_worker = workers.start([(arm, Start())])[arm.index]
        assert isinstance(arm_worker, LocalArmWorker), arm_worker
        arm_worker.prepare(whole=False)
        assert arm_worker.pid is not None
        servers = with_descendants(children_of(arm_worker.pid))
        assert len(servers) > 2  # one that starts the others: they outlive a worker that is killed
        workers.end(at_once=at_once)
    assert [pid for pid in servers if is_running(pid)] == []
    assert (arm.status, arm.reason) == ("measured", None)


@pytest.mark.parametrize("hang", ["", "threading.Thread(target=time.sleep, args=(600,)).start()"])
def test_who_leaves_a_process_is_disqualified_even_if_its_worker_has_to_be_killed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, hang: str
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setattr(Worker.close, "__defaults__", (1.0,))  # by then a worker has ended, or is killed
    method = tmp_path / "tree" / "append" / "python" / "leaves.py"
    method.parent.mkdir(parents=True)
    method.write_text(LEAVES.replace("HANG", hang))
    catalog = tree.load([tmp_path / "tree"])
    study = make("append", catalog, {"records": "10"}, [], ["python/leaves"])
    with levels_in_place(study, RunSetting(catalog, Path(), None, Silent())) as (levels, logs):
        (level,) = levels
        level.floors = []
        build_arms(level)
        create_inputs(level)
        arm = level.arms[0]
        with LocalRoundWorkers(level, None, logs) as workers:
            arm_worker = workers.start([(arm, Start())])[arm.index]
            assert isinstance(arm_worker, LocalArmWorker), arm_worker
            arm_worker.rough(1)
    assert (arm.status, arm.reason) == ("disqualified", "left 2 processes behind, which were ended")  # two calls
