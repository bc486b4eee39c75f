"""Mounts as the kernel tells them, read right whatever folders are called."""

from __future__ import annotations

from pathlib import Path

from iotrial.machine.mountinfo import mount_of, mounts, parse

LINES = r"""
22 27 0:21 / /proc rw,relatime - proc proc rw
36 35 98:0 /mnt1 /mnt2 rw,noatime master:1 shared:7 - ext3 /dev/root rw,errors=continue
43 27 7:0 / /a\040b,c:\303\251\134x rw,nosuid - ext4 /dev/loop0 rw,noatime
45 27 0:39 / /over rw,relatime - overlay iotrial-abc rw,lowerdir=below/lower,upperdir=below/upper
not a line at all
46 27 0:40 / /short rw
""".strip().splitlines()


def test_points_with_blanks_and_letters_are_read_as_they_are() -> None:
    found = parse(LINES)
    assert [mount.point for mount in found] == [Path("/proc"), Path("/mnt2"), Path("/a b,c:é\\x"), Path("/over")]
    assert [mount.source for mount in found] == ["proc", "/dev/root", "/dev/loop0", "iotrial-abc"]


def test_options_of_the_mount_come_before_those_of_the_file_system_and_each_once() -> None:
    assert parse(LINES)[1].options == "rw,noatime,errors=continue"
    assert parse(LINES)[3].option("upperdir") == "below/upper" and parse(LINES)[3].option("workdir") is None


def test_every_folder_lies_in_some_mount(tmp_path: Path) -> None:
    if mounts():
        found = mount_of(tmp_path)
        assert found is not None and (found.point == tmp_path or found.point in tmp_path.parents)
