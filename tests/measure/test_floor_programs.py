"""References are tried in several sizes before any round, and the quickest size of each is kept (rule 17)."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from iotrial.ask import tree
from iotrial.ask.catalog import Method, Parameter
from iotrial.ask.study import Level
from iotrial.measure.floor_programs import floors_of, is_tried, keep_quickest, sizes
from iotrial.workers.state import ArmState
from measure.scripted import level

SIZED = (Parameter("call_bytes", 65536, 4194304, 4194304),)


def test_each_size_is_four_times_the_one_before_up_to_the_most() -> None:
    floor = replace(
        Method("job", "c", "least", level(["a/x"]).resources.folder, "", "", floor="copying"), parameters=SIZED
    )
    assert [values["call_bytes"] for values in sizes(floor)] == [65536, 262144, 1048576, 4194304]
    uneven = replace(floor, parameters=(Parameter("call_bytes", 100, 1599, 100),))
    assert [values["call_bytes"] for values in sizes(uneven)] == [100, 400]
    assert sizes(replace(floor, parameters=())) == [{}]


def test_a_level_has_every_size_of_each_reference_of_its_arms(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    catalog = tree.load()
    method = catalog.methods["append", "c/writev_batched"]
    arms = [ArmState(0, method.arm, "baseline", method, catalog.kits["c"])]
    found = floors_of(Level({"records": 10}, (method.arm,)), arms, catalog.floors_of("append"), catalog)
    assert [floor.arm for floor in found] == [
        f"c/write_at_once(call_bytes={size})" for size in (65536, 262144, 1048576, 4194304)
    ]
    assert [floor.index for floor in found] == [1, 2, 3, 4] and all(is_tried(floor) for floor in found)
    assert len({floor.method.path.read_text() for floor in found}) == 4


def test_the_quickest_size_of_each_reference_stays_and_the_others_leave_no_gap() -> None:
    names = ["least(call_bytes=1)", "least(call_bytes=4)", "least(call_bytes=16)", "other"]
    one = level(["a/x", "a/y"], floors=names)
    for floor, ns in zip(one.floors, (3.0, 1.0, 2.0, 9.0), strict=True):
        floor.method, floor.ns = replace(floor.method, parameters=SIZED), ns
    one.floors[1].leave("failed", "no figure")
    keep_quickest(one)
    assert [(floor.arm, floor.index) for floor in one.floors] == [("least(call_bytes=16)", 3), ("other", 4)]


def test_a_reference_that_fails_in_every_size_stays_once_with_its_reason() -> None:
    one = level(["a/x", "a/y"], floors=["least(call_bytes=1)", "least(call_bytes=4)"])
    for floor in one.floors:
        floor.leave("skipped", "cc is not installed")
    keep_quickest(one)
    assert [(floor.arm, floor.reason) for floor in one.floors] == [("least(call_bytes=1)", "cc is not installed")]
