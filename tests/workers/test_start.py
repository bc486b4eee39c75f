"""A worker has the surroundings that were drawn for it, and iotrial has its CPUs back when a round is over."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from iotrial.ask import tree
from iotrial.ask.adhoc_study import make
from iotrial.machine.cpus import available_cpus
from iotrial.measure.ready import build_arms
from iotrial.measure.run_levels import levels_in_place
from iotrial.measure.run_setting import RunSetting
from iotrial.workers.arm_worker import LocalArmWorker
from iotrial.workers.round_workers import LocalRoundWorkers, Start
from iotrial.workers.state import LevelState
from measure.silent import Silent

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="the system does not tell")


@pytest.fixture
def prepared(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[LevelState, Path]]:
    """A level of the smallest job, and the folder for logs."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    catalog = tree.load()
    study, setting = make("empty", catalog, {}, [], ["python/nothing"]), RunSetting(catalog, Path(), tmp_path, Silent())
    with levels_in_place(study, setting) as (levels, logs):
        build_arms(levels[0])
        yield levels[0], logs


def test_a_worker_starts_with_the_environment_and_the_arguments_that_were_drawn(
    prepared: tuple[LevelState, Path],
) -> None:
    level, logs = prepared
    with LocalRoundWorkers(level, None, logs) as workers:
        arm_worker = workers.start([(level.arms[0], Start(environment_bytes=1234, argument_bytes=567))])[0]
        assert isinstance(arm_worker, LocalArmWorker), arm_worker
        about = Path(f"/proc/{arm_worker.pid}")
        environment = (about / "environ").read_bytes().split(b"\0")
        assert b"IOTRIAL_PADDING=" + b"x" * 1234 in environment
        assert (about / "cmdline").read_bytes().split(b"\0")[-2] == b"x" * 567


def test_iotrial_may_use_all_its_cpus_again_after_a_round(prepared: tuple[LevelState, Path]) -> None:
    level, logs = prepared
    cpu = min(available_cpus())
    with LocalRoundWorkers(level, cpu, logs) as workers:
        arm_worker = workers.start([(level.arms[0], Start())])[0]
        assert isinstance(arm_worker, LocalArmWorker) and arm_worker.pid is not None, arm_worker
        assert os.sched_getaffinity(arm_worker.pid) == {cpu}
        assert os.sched_getaffinity(0) == (available_cpus() - {cpu} or {cpu})
    assert os.sched_getaffinity(0) == available_cpus()
