"""The outputs of a failed sample go, whatever a method made of them, and nothing that they lead to."""

from __future__ import annotations

from pathlib import Path

import pytest

from iotrial.workers.arm_worker import LocalArmWorker
from iotrial.workers.worker_group import WorkerGroup


@pytest.mark.parametrize("kind", [LocalArmWorker, WorkerGroup])
@pytest.mark.parametrize("where", ["the folder", "within it"])
def test_what_outputs_were_swapped_for_is_not_emptied(
    tmp_path: Path, kind: type[LocalArmWorker | WorkerGroup], where: str
) -> None:
    precious = tmp_path / "precious"
    precious.mkdir()
    (precious / "file").write_text("mine")
    outputs = tmp_path / "outputs"
    if where == "the folder":
        outputs.symlink_to(precious)
    else:
        (outputs / "deep" / "er").mkdir(parents=True)
        (outputs / "deep" / "link").symlink_to(precious)
        (outputs / "log.0").touch()
    arm_worker = kind.__new__(kind)
    arm_worker._outputs = outputs
    arm_worker._tidy()
    assert (precious / "file").read_text() == "mine"
    assert where == "the folder" or list(outputs.iterdir()) == []


@pytest.mark.parametrize("kind", [LocalArmWorker, WorkerGroup])
def test_outputs_that_a_method_removed_are_no_error(tmp_path: Path, kind: type[LocalArmWorker | WorkerGroup]) -> None:
    arm_worker = kind.__new__(kind)
    arm_worker._outputs = tmp_path / "not there"
    arm_worker._tidy()
