"""Work is safe from a power cut when bytes and names are on the device, and a lock is held while it is written."""

from __future__ import annotations

from pathlib import Path

import pytest

from iotrial.probes.durable import _problems
from iotrial.probes.locked import Locked, locked
from iotrial.probes.opened import Before
from iotrial.probes.synced import synced

PLACE = "/place/out"
BEFORE = Before({9: "/place/out/open"}, "/place/out", [f"{PLACE}/log", f"{PLACE}/open"], PLACE)
SYNC, WRITE = "fsync(0x5) = 0", "write(0x5, 0x7f, 0x64) = 0x64"


def path(name: str) -> str:
    """A path as strace writes it in hexadecimal digits."""
    return '"' + "".join(f"\\x{byte:02x}" for byte in name.encode()) + '"'


def make(name: str, number: int = 5) -> str:
    return f"openat(-100, {path(name)}, 0x80241, 0x1b6) = {number:#x}"


def rename(old: str, new: str) -> str:
    return f"rename({path(old)}, {path(new)}) = 0"


def folder(number: int = 6) -> str:
    return f"openat(-100, {path(PLACE)}, 0x90000) = {number:#x}"


def lines(calls: list[str]) -> list[str]:
    return [f"7  {call}\n" for call in calls]


FOLDER_SYNC = "fsync(0x6) = 0"
NAMED = rename("a.part", "a")


@pytest.mark.parametrize(
    ("calls", "safe", "names"),
    [
        # a file of an old name, by each record
        ([make("log"), WRITE, SYNC, WRITE, SYNC], 2, 0),
        ([make("log"), WRITE, SYNC, SYNC, SYNC], 1, 0),
        # a new one is there when its folder is synced
        ([make("a"), WRITE, SYNC], 0, 1),
        ([folder(), make("a"), WRITE, SYNC, FOLDER_SYNC], 1, 0),
        ([folder(), make("a"), WRITE, FOLDER_SYNC, SYNC], 1, 0),
        ([folder(), make("a"), WRITE, FOLDER_SYNC], 0, 0),
        ([folder(), make("a"), WRITE, SYNC, FOLDER_SYNC, make("b"), WRITE, SYNC, FOLDER_SYNC], 2, 0),
        ([folder(), make("a"), WRITE, SYNC, make("b"), WRITE, SYNC, FOLDER_SYNC], 1, 0),
        # a name that comes after the sync of its folder is not in it
        ([folder(), make("a.part"), WRITE, SYNC, FOLDER_SYNC, rename("a.part", "a")], 1, 1),
        ([folder(), make("a.part"), WRITE, SYNC, rename("a.part", f"{PLACE}/a"), FOLDER_SYNC], 1, 0),
        # all at once, and by writes that sync by themselves
        ([make("a"), WRITE, make("b"), WRITE, "syncfs(0x5) = 0"], 1, 0),
        ([f"openat(-100, {path('log')}, 0x81441, 0x1b6) = 0x5", WRITE, WRITE], 2, 0),
        ([f"openat(-100, {path('new')}, 0x81441, 0x1b6) = 0x5", WRITE, WRITE], 0, 1),
        # a folder by its descriptor, a file without a name that gets one, a folder that is moved
        ([folder(), f"openat(0x6, {path('a')}, 0x80241, 0x1b6) = 0x5", WRITE, SYNC, FOLDER_SYNC], 1, 0),
        (
            [
                f"openat(-100, {path(PLACE)}, 0x490001, 0x1b6) = 0x5",
                WRITE,
                SYNC,
                f"linkat(-100, {path('/proc/self/fd/5')}, -100, {path('a')}, 0x400) = 0",
                folder(),
                FOLDER_SYNC,
            ],
            1,
            0,
        ),
        ([f"mkdir({path('new')}, 0x1ff) = 0", make("new/a"), WRITE, SYNC, rename("new", "b")], 0, 2),
        # what is removed, or lies elsewhere, is nobody's loss
        ([make("a"), WRITE, f"unlink({path('a')}) = 0"], 0, 0),
        ([make("/tmp/cache"), WRITE, make("log", 8), "write(0x8, 0x7f, 1) = 1", "fsync(0x8) = 0"], 1, 0),
        ([make("/tmp/a"), WRITE, SYNC, rename("/tmp/a", "a"), folder(), FOLDER_SYNC], 1, 0),
        ([make("/tmp/a"), WRITE, rename("/tmp/a", "a"), folder(), FOLDER_SYNC], 0, 0),
        # bytes that the system moves go to where they go
        ([make("log"), "copy_file_range(0x3, 0, 0x5, 0, 0x64, 0) = 0x64", SYNC], 1, 0),
        ([make("log"), "mmap(0, 0x1000, 0x3, 0x1, 0x5, 0) = 0x7000", "msync(0x7000, 0x1000, 0x4) = 0"], 1, 0),
        (["write(0x9, 0x7f, 1) = 1", "fsync(0x9) = 0"], 1, 0),
    ],
    ids=lambda value: f"{len(value)} calls" if isinstance(value, list) else str(value),
)
def test_moments_at_which_all_is_safe_are_counted(calls: list[str], safe: int, names: int) -> None:
    seen = synced(lines(calls), {1, 2}, BEFORE)
    assert (seen.safe, seen.unsynced_names) == (safe, names)


def test_a_path_that_leads_through_a_link_is_the_one_it_leads_to(tmp_path: Path) -> None:
    place, link = tmp_path / "place", tmp_path / "link"
    place.mkdir()
    link.symlink_to(place)
    before = Before({}, "/", [], str(place))
    calls = [make(f"{link}/a"), WRITE, SYNC, f"openat(-100, {path(str(place))}, 0x90000) = 0x6"]
    assert synced(lines(calls), {1, 2}, before).unsynced_names == 1
    assert synced(lines([*calls, FOLDER_SYNC]), {1, 2}, before).safe == 1


LOCK, UNLOCK = "flock(0x5, 0x2) = 0", "flock(0x5, 0x8) = 0"
LOCK_PART, UNLOCK_PART = (f"fcntl(0x5, 0x7, {{l_type={kind}, l_whence=0, l_start=0, l_len=0}}) = 0" for kind in "12")


@pytest.mark.parametrize(
    ("calls", "right"),
    [
        ([make("log"), LOCK, WRITE, UNLOCK, LOCK, WRITE, UNLOCK], Locked(2, 0)),
        ([make("log"), LOCK, WRITE, WRITE, UNLOCK], Locked(1, 0)),
        ([make("log"), LOCK, LOCK, WRITE], Locked(1, 0)),
        ([make("log"), LOCK_PART, WRITE, UNLOCK_PART, WRITE], Locked(1, 1)),
        ([make("log"), LOCK, UNLOCK, WRITE], Locked(1, 1)),
        ([make("log"), "flock(0x5, 0x1) = 0", WRITE], Locked(0, 1)),  # one that others may share
        ([make("log"), "flock(0x5, 0x6) = -1 EAGAIN (Resource temporarily unavailable)", WRITE], Locked(0, 1)),
        ([make("log", 8), "flock(0x8, 0x2) = 0", make("log"), WRITE], Locked(1, 0)),
        ([make("log"), LOCK, "close(0x5) = 0", make("log"), WRITE], Locked(1, 1)),
        ([make("/tmp/other"), WRITE], Locked(0, 0)),
        ([make("log"), LOCK, WRITE, "write(0x2, 0x7f, 1) = 1"], Locked(1, 0)),
    ],
    ids=str,
)
def test_writes_without_a_lock_are_counted(calls: list[str], right: Locked) -> None:
    assert locked(lines(calls), {1, 2}, BEFORE) == right


@pytest.mark.parametrize(
    ("calls", "times"),
    [
        ([make("a.part"), WRITE, SYNC, rename("a.part", "a")], 0),
        ([make("a.part"), WRITE, rename("a.part", "a"), SYNC], 1),
        ([make("a.part"), WRITE, SYNC, WRITE, rename("a.part", "a"), SYNC], 1),
        ([make("a.part"), WRITE, "syncfs(0x5) = 0", rename("a.part", "a")], 0),
    ],
)
def test_a_name_that_comes_before_the_bytes_is_counted(calls: list[str], times: int) -> None:
    assert synced(lines(calls), ()).renamed_unsynced == times


def test_what_a_power_cut_must_leave_whole_is_synced_before_it_has_its_name() -> None:
    early, well = ([make("a.part"), WRITE, *rest] for rest in ([NAMED, SYNC], [SYNC, NAMED]))
    assert _problems("content", synced(lines(well), ()), 1, "file") == []
    (told,) = _problems("content", synced(lines(early), ()), 1, "file")
    assert told == "declares `durable: content` and renamed a file 1 times before it had synced what was written"
