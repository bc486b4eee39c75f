"""A sync that nothing hangs on is said to be none: on memory; and if no method of the level syncs, nothing is said."""

from __future__ import annotations

from pathlib import Path

import pytest

from iotrial.ask import tree
from iotrial.places import backing
from iotrial.places.target import Target
from iotrial.probes.durable import caution_of
from iotrial.workers.state import ArmState, LevelPlan, LevelResources, LevelState
from iotrial.workers.task import Task

CATALOG = tree.load()


def level(arms: list[str], *, filesystem: str, device: str) -> LevelState:
    states = []
    for index, arm in enumerate(arms):
        method = CATALOG.methods[("append", arm)]
        states.append(ArmState(index, arm, "arm", method, CATALOG.kits[method.language]))
    target = Target("somewhere", Path("/"), filesystem, device, "rw")
    return LevelState(LevelPlan(0, {}, Task({}, Path("/"))), LevelResources(Path("/"), target), states)


SYNCS = ["php/keep_open", "php/fdatasync_each"]


@pytest.mark.parametrize(
    ("filesystem", "device", "words"),
    [
        ("tmpfs", "tmpfs", "(tmpfs)"),
        ("ramfs", "none", "(ramfs)"),
        ("ext2", "/dev/ram0", "(/dev/ram0)"),
        ("ext4", "/dev/zram1", "(/dev/zram1)"),
    ],
)
def test_a_target_in_memory_is_named(filesystem: str, device: str, words: str) -> None:
    caution = caution_of(level(SYNCS, filesystem=filesystem, device=device))
    assert caution is not None and caution.code == "sync_in_memory" and words in caution.text


def test_an_image_in_memory_is_memory_and_one_on_a_disk_is_not(monkeypatch: pytest.MonkeyPatch) -> None:
    for filesystem, expected in (("tmpfs", True), ("ext4", False)):
        below = Target("below", Path("/images"), filesystem, "/dev/x", "rw")
        monkeypatch.setattr(backing, "_beneath", lambda file, below=below: None if file is None else below)
        monkeypatch.setattr(backing, "image_of", lambda target: Path("/images/a") if "loop" in target.device else None)
        caution = caution_of(level(SYNCS, filesystem="ext4", device="/dev/loop7"))
        assert (caution is not None) == expected
        if caution is not None:
            assert "(tmpfs)" in caution.text


def test_nothing_is_said_of_a_device_or_of_methods_that_do_not_sync() -> None:
    assert caution_of(level(SYNCS, filesystem="ext4", device="/dev/sda1")) is None
    assert caution_of(level(["php/keep_open"], filesystem="tmpfs", device="tmpfs")) is None
