"""Only what iotrial wrote down and the kernel tells the same of is unmounted; all else stays, with its folder."""

from __future__ import annotations

import json
import os
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from iotrial.ask.named_targets import NAMED
from iotrial.errors import UsageError
from iotrial.folders.folder_owner import PREFIX
from iotrial.places import filesystems, mounts
from iotrial.places.mounts import RECORD, Layer, StillMounted, layers_of, release, set_up
from iotrial.places.target import resolve
from iotrial.places.temporary import TargetNeed, provided_target, require_room_for
from iotrial.places.workplace import Workplace, remove_abandoned
from places.mounting import loops_in, mounted_in, require, wait_until_gone
from places.test_target import marked


@pytest.fixture(autouse=True)
def own_folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setenv("IOTRIAL_TARGETS", str(tmp_path / "targets"))
    monkeypatch.setattr(mounts, "_PAUSE_S", 0.01)
    yield
    for mount in reversed(mounted_in(tmp_path)):
        subprocess.run(["umount", "--lazy", mount.point], check=True)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with a name that mount's options have no way to write."""
    place = tmp_path / "a b,c:é"
    place.mkdir()
    return place


def mount_tmpfs(point: Path) -> None:
    """Mount what somebody else might."""
    point.mkdir(parents=True, exist_ok=True)
    subprocess.run(["mount", "-t", "tmpfs", "-o", "size=1m", "other", point], check=True)


@pytest.mark.parametrize("name", NAMED)
def test_every_target_is_mounted_written_to_and_released(folder: Path, name: str) -> None:
    require(name)
    named = NAMED[name]
    set_up(folder, layers_of(named, TargetNeed().size_bytes(named)))
    assert mounts.is_mounted(folder)
    assert mounted_in(folder)[-1].filesystem == named.filesystem
    (folder / "mnt" / "file").write_text("x")
    release(folder)
    assert mounted_in(folder) == [] and loops_in(folder) == []
    assert list((folder / "mnt").iterdir()) == []
    wait_until_gone(folder)


@pytest.mark.parametrize("name", [name for name, named in NAMED.items() if named.for_a_run])
def test_hosts_see_one_file_system_and_all_of_them_go(folder: Path, name: str) -> None:
    require(name)
    set_up(folder, layers_of(NAMED[name], 0, hosts=3))
    assert mounts.is_mounted(folder)
    points = ("mnt", "host-1", "host-2", "observer")
    assert [mount.point.name for mount in mounted_in(folder)] == list(points)
    for point in points:
        (folder / point / f"of-{point}").write_text(point)
    for point in points:
        assert {path.name: path.read_text() for path in (folder / point).iterdir()} == {
            f"of-{one}": one for one in points
        }
    release(folder)
    assert mounted_in(folder) == []
    wait_until_gone(folder)


def test_what_somebody_else_mounted_is_left_with_the_whole_folder(folder: Path) -> None:
    require("tmpfs")
    place = marked(folder)
    set_up(place, [Layer("tmpfs", "mnt", 1 << 20)])
    mount_tmpfs(place / "mnt" / "theirs")
    (place / "mnt" / "theirs" / "precious").write_text("mine")
    left: list[str] = []
    assert remove_abandoned(folder, left) == []
    assert len(left) == 1 and "not by iotrial" in left[0] and "theirs" in left[0]
    assert (place / "mnt" / "theirs" / "precious").read_text() == "mine"
    assert len(mounted_in(place)) == 2
    subprocess.run(["umount", place / "mnt" / "theirs"], check=True)
    assert remove_abandoned(folder) == [place]
    assert list(folder.iterdir()) == []


@pytest.mark.parametrize(
    "record", [None, "", "[]", '{"mark": 1, "layers": []}', "no mark of ours", "another point", "another image"]
)
def test_a_mount_that_is_not_written_down_is_not_ours(folder: Path, record: str | None) -> None:
    require("tmpfs")
    mount_tmpfs(folder / "mnt")
    layer = {"filesystem": "tmpfs", "point": "mnt", "size_bytes": None, "image": None}
    forged = {
        "no mark of ours": {"mark": "other", "layers": [layer]},
        "another point": {"mark": "iotrial-1", "layers": [{**layer, "point": "../mnt"}]},
        "another image": {"mark": "iotrial-1", "layers": [{**layer, "image": "/dev/sda"}]},
    }
    if record is not None:
        (folder / RECORD).write_text(json.dumps(forged[record]) if record in forged else record)
    with pytest.raises(StillMounted, match="not by iotrial"):
        release(folder)
    assert len(mounted_in(folder)) == 1


def test_a_mount_that_is_used_stays_with_the_name_of_who_uses_it_until_it_is_not(folder: Path) -> None:
    require("ext4")
    place = marked(folder)
    set_up(place, layers_of(NAMED["ext4"], 128 << 20))
    with subprocess.Popen(["sleep", "1000"], cwd=place / "mnt") as user:
        try:
            left: list[str] = []
            assert remove_abandoned(folder, left) == []
            assert len(left) == 1 and f"process {user.pid} (sleep)" in left[0], left
            assert (place / "image").exists() and len(mounted_in(place)) == 1
        finally:
            user.kill()
    assert remove_abandoned(folder) == [place]
    assert mounted_in(folder) == [] and loops_in(folder) == []


def test_an_image_that_is_behind_a_loop_device_without_a_mount_is_freed(folder: Path) -> None:
    require("ext4")
    place = marked(folder)
    set_up(place, layers_of(NAMED["ext4"], 128 << 20))
    subprocess.run(["umount", place / "mnt"], check=True)
    if subprocess.run(["losetup", "--find", place / "image"], check=False).returncode:
        pytest.skip("losetup has no free device")
    assert loops_in(folder) != []
    assert remove_abandoned(folder) == [place]
    assert loops_in(folder) == []


@pytest.mark.parametrize("name", ["ext4", "btrfs", "ext4-in-memory"])
def test_a_mount_that_a_sandbox_copied_meanwhile_keeps_no_image_in_use(folder: Path, name: str) -> None:
    require(name)
    place = marked(folder)
    set_up(place, layers_of(NAMED[name], 256 << 20))
    with subprocess.Popen(
        ["unshare", "--mount", "--propagation", "private", "sh", "-c", "echo; exec sleep 1000"], stdout=subprocess.PIPE
    ) as other:
        try:
            assert other.stdout is not None and other.stdout.readline() == b"\n"
            assert remove_abandoned(folder) == [place]
            assert list(folder.iterdir()) == [] and loops_in(folder) == []
        finally:
            other.kill()


def test_a_target_for_a_run_is_gone_after_an_error(folder: Path) -> None:
    require("overlay-on-tmpfs")
    notes: list[str] = []
    with (
        pytest.raises(ZeroDivisionError),
        provided_target("overlay-on-tmpfs", folder, TargetNeed(), notes.append) as target,
    ):
        assert target.folder.parent.parent == folder and target.made == "for the run"
        (target.folder / "file").write_text("x")
        raise ZeroDivisionError
    assert notes == [] and list(folder.iterdir()) == [] and mounted_in(folder) == []


def test_a_target_that_cannot_be_mounted_leaves_nothing(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    require("overlay-on-ext4")
    real = filesystems.run_program

    def refuse(name: str, *arguments: str | Path, folder: Path | None = None) -> str | None:
        return "mount: permission denied." if "overlay" in arguments else real(name, *arguments, folder=folder)

    monkeypatch.setattr(filesystems, "run_program", refuse)
    with (
        pytest.raises(UsageError, match="permission denied"),
        provided_target("overlay-on-ext4", folder, TargetNeed(), print),
    ):
        pass
    assert list(folder.iterdir()) == [] and mounted_in(folder) == [] and loops_in(folder) == []


def test_a_workplace_on_a_folder_that_something_is_mounted_in_is_not_emptied(folder: Path) -> None:
    require("tmpfs")
    workplace = Workplace(resolve("disk", folder))
    mount_tmpfs(workplace.folder / "theirs")
    (workplace.folder / "theirs" / "precious").write_text("mine")
    assert "not by iotrial" in (workplace.remove() or "")
    assert (workplace.folder / "theirs" / "precious").exists()
    subprocess.run(["umount", workplace.folder / "theirs"], check=True)
    assert workplace.remove() is None
    assert list(folder.glob(f"{PREFIX}*")) == []


def test_a_size_that_is_too_small_or_too_big_is_refused_in_figures(folder: Path) -> None:
    for name, size, said in (
        ("ext4", 1 << 20, "too small for ext4: at least 128 MiB"),
        ("xfs", 300 << 20, "too small for xfs: at least 400 MiB"),
        ("btrfs", 100 << 20, "too small for btrfs: at least 256 MiB"),
        ("overlay-on-xfs", 1 << 20, "too small for xfs"),
        ("tmpfs", 1 << 50, "more than half of the memory that is free"),
        ("ext4-in-memory", 1 << 50, "more than half of the memory that is free"),
        ("ext4", 1 << 60, "more than what is free in"),
    ):
        with pytest.raises(UsageError, match=said):
            require_room_for(NAMED[name], folder, size, "")


@pytest.mark.parametrize("name", ["ext4", "xfs", "btrfs", "tmpfs"])
def test_the_least_size_is_enough_for_the_file_system(folder: Path, name: str) -> None:
    require(name)
    least = filesystems.least_bytes(NAMED[name].filesystem)
    set_up(folder, layers_of(NAMED[name], least))
    state = os.statvfs(folder / "mnt")
    assert state.f_bavail * state.f_frsize > 64 << 20
    release(folder)
