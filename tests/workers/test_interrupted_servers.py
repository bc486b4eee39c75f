"""Servers whose worker we kill: they are ended, and nobody blames their method for what its worker could not end."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import psutil
import pytest

from iotrial.catalog import tree
from iotrial.host.children import children_of, with_descendants
from iotrial.host.strays import adopt
from iotrial.session.levels import levels_in_place
from iotrial.session.prepare import build_arms, create_inputs
from iotrial.study.adhoc import make
from iotrial.workers.arm_worker import LocalArmWorker
from iotrial.workers.round_workers import LocalRoundWorkers, Start
from iotrial.workers.state import LevelState

pytestmark = pytest.mark.skipif(not adopt(), reason="this system has no subreapers")

SERVER = "gunicorn/wsgi_file_wrapper"


@pytest.fixture
def served(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[LevelState, Path]]:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    catalog = tree.load()
    study = make("serve", catalog, {"file_bytes": "1024", "clients": "2"}, [], [SERVER])
    with levels_in_place(study, catalog, None) as (levels, logs):
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


def is_running(pid: int) -> bool:
    """Return if a process has not ended, whether or not anybody has noticed its end."""
    try:
        return bool(psutil.Process(pid).status() != psutil.STATUS_ZOMBIE)
    except psutil.NoSuchProcess:
        return False
