"""The layers of a target are told down to the device at the bottom."""

from __future__ import annotations

from pathlib import Path

import pytest

from iotrial.judge.target_facts import TargetFacts
from iotrial.places.device import facts_of
from iotrial.places.temporary import TargetNeed, provided_target
from iotrial.report.run_facts import target_line
from places.mounting import require


@pytest.fixture(autouse=True)
def own_folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setenv("IOTRIAL_TARGETS", str(tmp_path / "targets"))


def below_of(name: str, folder: Path) -> list[dict[str, object]]:
    require(name)
    with provided_target(name, folder, TargetNeed(), print) as target:
        below = facts_of(target.folder)["below"]
    assert isinstance(below, list)
    return below


def test_an_image_lies_in_its_file_on_the_disk(tmp_path: Path) -> None:
    (below,) = below_of("ext4", tmp_path)
    assert str(below["file"]).endswith("/image") and str(below["file"]).startswith(str(tmp_path))
    assert below["filesystem"] and below["direct"] in (True, False)


def test_an_image_in_memory_lies_on_a_tmpfs_and_no_device(tmp_path: Path) -> None:
    (below,) = below_of("ext4-in-memory", tmp_path)
    assert below["filesystem"] == "tmpfs" and below["scheduler"] is None and below["rotational"] is None


def test_an_overlay_lies_on_what_it_writes_to(tmp_path: Path) -> None:
    overlay = below_of("overlay-on-ext4", tmp_path)
    assert overlay[0]["filesystem"] == "ext4" and overlay[0]["direct"] is None
    assert str(overlay[1]["file"]).endswith("/image")


def test_what_no_system_tells_is_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("iotrial.places.device.mount_of", lambda folder: None)
    facts = facts_of(tmp_path)
    assert facts["below"] == [] and facts["scheduler"] is None and facts["virtual_disk"] is None
    assert isinstance(facts["size_bytes"], int) and facts["size_bytes"] > 0


def test_a_target_is_one_line_for_people() -> None:
    disk = {"filesystem": "ext4", "device": "/dev/vda", "scheduler": "none", "virtual_disk": True, "rotational": True}
    image = {
        "filesystem": "overlay",
        "options": "rw,lowerdir=a,upperdir=b,workdir=c,uuid=on",
        "size_bytes": 1 << 30,
        "scheduler": None,
        "below": [{"filesystem": "xfs", "scheduler": "none"}, {**disk, "direct": True}],
    }
    assert target_line(TargetFacts.of(image)) == (
        "overlay (rw, uuid=on), 1.00 GiB, over xfs, in a file on ext4, past its cache, on /dev/vda, virtual disk, "
        "scheduler none"
    )
    assert target_line(TargetFacts.of({"target": "disk"})) == "an unknown file system"
