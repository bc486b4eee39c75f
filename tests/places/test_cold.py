"""Files and folders that leave the memory, and how that is shown; on this machine's own kernel."""

from __future__ import annotations

import mmap
import os
import sys
from pathlib import Path

import pytest

from iotrial.ask import tree
from iotrial.ask.adhoc_study import make
from iotrial.machine import mountinfo, page_cache
from iotrial.measure.run_levels import levels_in_place
from iotrial.measure.run_setting import RunSetting
from iotrial.places import cold
from iotrial.places.backing import image_of, memory_of, read_ahead_bytes
from iotrial.places.target import Target, resolve
from measure.silent import Silent
from places.disk import require_cold

if sys.platform != "linux":
    pytest.skip("only Linux tells what is in memory", allow_module_level=True)

SIZE = 1 << 20


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = require_cold(tmp_path) / "input é 1"
    with path.open("wb") as opened:
        opened.write(os.urandom(SIZE))
        opened.flush()
        os.fsync(opened.fileno())
    return path


def test_a_file_that_was_thrown_out_comes_from_the_device_in_full(file: Path) -> None:
    page_cache.warm(file)
    assert cold.evict((file,)) == 0
    assert page_cache.resident_share(file) == 0.0
    assert cold.why_not_from_device(file) is None
    assert "does not come from a device" in str(cold.why_not_from_device(file))  # now it is in memory


def test_pages_that_somebody_maps_stay_and_are_counted(file: Path) -> None:
    with file.open("rb") as opened, mmap.mmap(opened.fileno(), SIZE, prot=mmap.PROT_READ) as mapped:
        assert sum(mapped[page] for page in range(0, 16 * mmap.PAGESIZE, mmap.PAGESIZE)) >= 0
        stayed = cold.evict((file,))
        assert stayed is not None and stayed >= 16 * mmap.PAGESIZE
    assert cold.evict((file,)) == 0


def test_the_lead_in_is_thrown_out_too_and_the_first_is_what_is_told_of(file: Path) -> None:
    other = file.with_name("lead-in")
    other.write_bytes(b"x" * 5000)
    assert cold.evict((file, other)) == 0
    assert page_cache.resident_share(other) == 0.0


@pytest.mark.parametrize(
    ("resident", "device", "why"),
    [
        (0, SIZE, None),
        (0, 2 * SIZE, None),  # read-ahead, and blocks of the file system
        (0, SIZE - SIZE // 200, None),
        (None, SIZE, None),  # of a folder nobody tells
        (4096, SIZE, "in memory"),
        (0, SIZE // 2, "less than its input"),
        (0, 0, "less than its input"),
        (0, None, "not told"),
    ],
)
def test_a_sample_is_cold_only_where_that_is_shown(resident: int | None, device: int | None, why: str | None) -> None:
    said = cold.why_not_shown({"resident_bytes": resident, "device_read_bytes": device}, SIZE)
    assert said is None if why is None else why in str(said)


def test_memory_is_refused_before_anything_is_read_and_leaves_no_probe(tmp_path: Path) -> None:
    for filesystem in ("tmpfs", "ramfs"):
        target = Target("t", tmp_path, filesystem, "none", "rw")
        assert "nowhere but in memory" in str(cold.why_not_cold(tmp_path, target))
    ram_drive = Target("t", tmp_path, "ext4", "/dev/ram0", "rw")
    assert "/dev/ram0 is nowhere but in memory" in str(cold.why_not_cold(tmp_path, ram_drive))
    assert list(tmp_path.iterdir()) == []


def test_what_stays_in_memory_is_found_out_by_trying(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    target = Target("t", require_cold(tmp_path), "some", "none", "rw")
    monkeypatch.setattr(os, "posix_fadvise", lambda *arguments: None)
    monkeypatch.setattr(cold, "PAUSE_S", 0)
    assert f"{cold.PROBE_BYTES} of {cold.PROBE_BYTES} bytes" in str(cold.why_not_cold(tmp_path, target))
    assert list(tmp_path.iterdir()) == []


def test_a_folder_that_cannot_be_written_to_is_a_reason_and_no_crash(tmp_path: Path) -> None:
    target = Target("t", tmp_path, "ext4", "/dev/x", "rw")
    assert "cannot be made" in str(cold.why_not_cold(tmp_path / "not there", target))


def test_who_may_not_drop_caches_is_told_so(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(cold, "DROP_CACHES", tmp_path / "none")
    assert "this system does not have" in str(cold.why_not_dropped())
    with pytest.raises(cold.NotCold, match="does not have"):
        cold.evict((tmp_path,))
    refused = tmp_path / "drop_caches"
    refused.mkdir()  # root may write to any file
    monkeypatch.setattr(cold, "DROP_CACHES", refused)
    with pytest.raises(cold.NotCold, match="drop_caches"):
        cold.evict_tree(tmp_path)


def test_a_folder_has_to_be_read_again_after_it_was_thrown_out(tmp_path: Path) -> None:
    require_cold(tmp_path)
    if reason := cold.why_not_dropped():
        if os.environ.get("IOTRIAL_REQUIRE_KITS"):
            pytest.fail(reason)
        pytest.skip(reason)
    folder = tmp_path / "folder"
    folder.mkdir()
    for number in range(2000):
        (folder / f"{number}.txt").touch()
    least = cold.folder_bytes(folder)
    assert least >= sum(len(f"{number}.txt") for number in range(2000))
    assert cold.evict((folder,)) is None  # nobody tells of a folder's pages
    before = cold._device_read_bytes()
    assert len(list(folder.iterdir())) == 2000
    assert cold._device_read_bytes() - before >= least


def test_what_an_overlay_writes_to_is_looked_at_beneath_it(tmp_path: Path) -> None:
    below = resolve(str(tmp_path), None)
    overlay = Target("o", tmp_path, "overlay", "overlay", f"rw,lowerdir=/x,upperdir={tmp_path}/up,workdir=/w")
    assert memory_of(overlay) == memory_of(below)
    assert image_of(overlay) == image_of(below)
    lost = Target("o", tmp_path, "overlay", "overlay", "rw,upperdir=/no/such/folder")
    assert memory_of(lost) is None and image_of(lost) is None


def test_an_image_is_thrown_out_with_what_lies_in_it_and_one_in_memory_is_refused(
    file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With the files by which the system tells what a loop device is made of."""
    image = tmp_path / "image"
    image.write_bytes(os.urandom(SIZE))
    about = tmp_path / "block" / "loop7" / "loop"
    about.mkdir(parents=True)
    (about / "backing_file").write_text(f"{image}\n")
    monkeypatch.setattr(mountinfo, "_BLOCK", tmp_path / "block")
    target = Target("t", tmp_path, "ext4", "/dev/loop7", "rw")
    assert image_of(target) == image
    assert image_of(Target("t", tmp_path, "ext4", "/dev/loop8", "rw")) is None
    page_cache.warm(image)
    assert cold.evict((file,), image) == 0
    assert page_cache.resident_share(image) == 0.0
    assert memory_of(target) == memory_of(resolve(str(tmp_path), None)) is None
    if os.path.ismount("/dev/shm"):
        (about / "backing_file").write_text("/dev/shm/image\n")
        assert memory_of(target) == "tmpfs"


def test_read_ahead_is_told_in_bytes_or_not_at_all(tmp_path: Path) -> None:
    found = read_ahead_bytes(tmp_path)
    assert found is None or found % 1024 == 0
    assert read_ahead_bytes(Path("/proc")) is None or isinstance(read_ahead_bytes(Path("/proc")), int)


def test_who_may_not_drop_caches_gets_the_other_levels(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cold, "DROP_CACHES", tmp_path / "none")
    catalog = tree.load()
    study = make("list", catalog, {"entries": "10", "cache": "warm,cold"}, methods=["python/*"])
    with levels_in_place(study, RunSetting(catalog, Path(), require_cold(tmp_path), Silent())) as (levels, _):
        warm, skipped = levels
        assert warm.progress.skipped is None and {arm.status for arm in warm.arms} == {"measured"}
        assert "drop_caches" in str(skipped.progress.skipped)
        assert {(arm.status, arm.reason) for arm in skipped.arms} == {("skipped", skipped.progress.skipped)}
        assert skipped.progress.cautions == []
