"""Memory limits: of this machine's kind for real, of both kinds against trees that look like the system's."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from iotrial.folders.folder_owner import PREFIX
from iotrial.machine import cgroup_folder
from iotrial.machine.cgroup import CgroupHome, Groups, NoLimit, WorkerCgroup, find_place
from iotrial.machine.cgroup_folder import remove_abandoned_cgroups
from places.hostile import give, require_root

MIB = 1 << 20


@pytest.fixture(autouse=True)
def own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setattr(cgroup_folder, "PATIENCE_S", 1.0)


def notes(tmp_path: Path) -> list[Path]:
    return list((tmp_path / "cache" / "iotrial" / "cgroups").glob("*"))


@pytest.fixture
def groups() -> Iterator[Groups]:
    try:
        made = Groups(find_place())
    except NoLimit as reason:
        if os.environ.get("IOTRIAL_REQUIRE_KITS"):
            raise
        pytest.skip(f"memory cannot be limited here: {reason}")
    yield made
    made.close()
    assert not made.folder.exists()


def touch(group: WorkerCgroup, byte_count: int) -> subprocess.CompletedProcess[bytes]:
    code = f"import sys; b = bytearray({byte_count}); sys.stdout.write(open('/proc/self/cgroup').read())"
    return subprocess.run(group.argv([sys.executable, "-I", "-S", "-c", code]), capture_output=True, check=False)


def test_a_worker_within_its_limit_lives_in_its_cgroup(groups: Groups) -> None:
    group = groups.make(64 * MIB)
    done = touch(group, 16 * MIB)
    assert done.returncode == 0, done.stderr
    assert f"/{groups.folder.name}/{group.folder.name}\n" in done.stdout.decode()
    assert group.why_killed() is None
    assert 16 * MIB <= (group.peak_bytes() or 0) <= 64 * MIB


def test_a_worker_beyond_its_limit_is_killed_by_it(groups: Groups) -> None:
    group, other = groups.make(32 * MIB), groups.make(32 * MIB)
    assert touch(group, 64 * MIB).returncode == -signal.SIGKILL
    assert group.why_killed() == "was killed by the memory limit of 32.0 MiB"
    assert other.why_killed() is None


def test_a_worker_that_somebody_else_kills_was_not_killed_by_the_limit(groups: Groups) -> None:
    group = groups.make(32 * MIB)
    assert subprocess.run(group.argv(["/bin/sh", "-c", "kill -KILL $$"]), check=False).returncode == -signal.SIGKILL
    assert group.why_killed() is None


def test_a_cgroup_is_removed_with_all_that_runs_in_it(groups: Groups, tmp_path: Path) -> None:
    group = groups.make(32 * MIB)
    with subprocess.Popen(group.argv(["/bin/sleep", "600"])) as process:
        try:
            while not (group.folder / "cgroup.procs").read_text().split():
                assert process.poll() is None
            assert [note.name for note in notes(tmp_path)] == [groups.folder.name]
            groups.close()
            assert process.wait(20) == -signal.SIGKILL
        finally:
            process.kill()
    assert not groups.folder.exists() and notes(tmp_path) == []


def test_what_a_killed_run_left_is_removed_at_the_next_start(groups: Groups, tmp_path: Path) -> None:
    groups.make(32 * MIB)
    (note,) = notes(tmp_path)
    note.write_text(json.dumps({**json.loads(note.read_text()), "started_ticks": 1}))
    assert remove_abandoned_cgroups() == [groups.folder]
    assert not groups.folder.exists() and notes(tmp_path) == []


def test_what_a_living_run_has_is_left_alone(groups: Groups) -> None:
    groups.make(32 * MIB)
    assert remove_abandoned_cgroups() == []
    assert groups.folder.is_dir()


@pytest.mark.parametrize("name", ["somebody-elses", f"{PREFIX}0badcafe"])
def test_a_note_that_names_another_folder_than_ours_removes_nothing(tmp_path: Path, name: str) -> None:
    folder = tmp_path / "precious"
    folder.mkdir()
    there = tmp_path / "cache" / "iotrial" / "cgroups"
    there.mkdir(parents=True)
    gone = {"pid": os.getpid(), "started_ticks": 1, "boot": "another", "host": os.uname().nodename}
    (there / name).write_text(json.dumps({"folder": str(folder), **gone}))
    (there / f"{PREFIX}nonsense").write_text("[")
    (there / f"{PREFIX}lacking").write_text("{}")
    assert remove_abandoned_cgroups() == []
    assert folder.is_dir()


def noted(tmp_path: Path, folder: Path, pid: int) -> Path:
    """A note of a killed run on what looks like a cgroup in which a process is."""
    folder.mkdir(parents=True)
    (folder / "cgroup.procs").write_text(f"{pid}\n")
    there = tmp_path / "cache" / "iotrial" / "cgroups"
    there.mkdir(parents=True)
    gone = {"pid": os.getpid(), "started_ticks": 1, "boot": "another", "host": os.uname().nodename}
    (there / folder.name).write_text(json.dumps({"folder": str(folder), **gone}))
    return there / folder.name


def test_a_cgroup_that_stays_is_said_and_noted_for_the_next_start(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cgroup_folder, "PATIENCE_S", 0.0)
    folder = tmp_path / f"{PREFIX}0badcafe"
    with subprocess.Popen(["sleep", "600"]) as process:
        note = noted(tmp_path, folder, process.pid)
        left: list[str] = []
        assert remove_abandoned_cgroups(left) == []  # what lies in it is a file here, which no cgroup has
        assert process.wait() == -signal.SIGKILL
    assert len(left) == 1 and str(folder) in left[0] and "cannot be removed" in left[0]
    assert note.exists()


@pytest.mark.parametrize("what", ["note of another user", "note that is a link", "folder that is a link"])
def test_what_somebody_else_wrote_ends_no_process(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, what: str) -> None:
    monkeypatch.setattr(cgroup_folder, "PATIENCE_S", 0.0)
    folder = tmp_path / f"{PREFIX}0badcafe"
    with subprocess.Popen(["sleep", "600"]) as process:
        note = noted(tmp_path, folder, process.pid)
        if what == "note of another user":
            require_root()
            give(note)
        elif what == "note that is a link":
            note.symlink_to(note.rename(tmp_path / "note"))
        else:
            folder.symlink_to(folder.rename(tmp_path / "elsewhere"))
        assert remove_abandoned_cgroups() == []
        assert process.poll() is None
        process.kill()


def first_version(root: Path) -> Path:
    """A tree as of version 1, in which we are in /me."""
    (root / "memory" / "me").mkdir(parents=True)
    for folder in (root / "memory", root / "memory" / "me"):
        (folder / "memory.limit_in_bytes").write_text("9223372036854771712\n")
    return root


def second_version(root: Path, handed_on: str) -> Path:
    """A tree as of version 2, in which we are in /above/me."""
    (root / "above" / "me").mkdir(parents=True)
    for folder, text in ((root, "cpu memory"), (root / "above", handed_on), (root / "above" / "me", "")):
        (folder / "cgroup.controllers").write_text("cpu memory\n")
        (folder / "cgroup.subtree_control").write_text(text)
    return root


def membership(tmp_path: Path, text: str) -> Path:
    path = tmp_path / "membership"
    path.write_text(text)
    return path


def test_version_1_is_found_where_the_memory_controller_is(tmp_path: Path) -> None:
    root = first_version(tmp_path / "cgroup")
    told = membership(tmp_path, "9:name=systemd:/\n4:cpu,memory:/me\n0::/\n")
    assert find_place(root, told) == CgroupHome(1, root / "memory" / "me")


def test_a_path_that_a_namespace_hides_falls_back_to_what_is_seen(tmp_path: Path) -> None:
    root = first_version(tmp_path / "cgroup")
    assert find_place(root, membership(tmp_path, "4:memory:/docker/0123\n")) == CgroupHome(1, root / "memory")
    root = second_version(tmp_path / "second", "memory")
    assert find_place(root, membership(tmp_path, "0::/../hidden\n")).folder == root


def test_version_2_makes_them_beside_ours(tmp_path: Path) -> None:
    root = second_version(tmp_path / "cgroup", "cpu memory\n")
    assert find_place(root, membership(tmp_path, "0::/above/me\n")) == CgroupHome(2, root / "above")


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("4:cpu:/\n", "no cgroup controller for memory is mounted here"),
        ("4:memory:/me\n", "no cgroup controller for memory is mounted here"),
        ("", "no cgroup controller for memory is mounted here"),
    ],
)
def test_without_a_memory_controller_the_reason_is_told(tmp_path: Path, text: str, reason: str) -> None:
    with pytest.raises(NoLimit, match=reason):
        find_place(tmp_path, membership(tmp_path, text))
    with pytest.raises(NoLimit, match="this system has no cgroups"):
        find_place(tmp_path, tmp_path / "nothing")


def test_a_cgroup_that_hands_no_memory_controller_on_is_named(tmp_path: Path) -> None:
    root = second_version(tmp_path / "cgroup", "cpu")
    with pytest.raises(NoLimit, match="above does not hand the memory controller on"):
        find_place(root, membership(tmp_path, "0::/above/me\n"))


def test_a_place_where_nothing_can_be_made_is_told(tmp_path: Path) -> None:
    with pytest.raises(NoLimit, match=r"no cgroup can be made in .*: No such file or directory"):
        Groups(CgroupHome(1, tmp_path / "nothing"))
    assert notes(tmp_path) == []


@pytest.mark.parametrize(
    ("version", "files", "events"),
    [
        (
            1,
            {"memory.limit_in_bytes": "65536"},
            ("memory.oom_control", "oom_kill_disable 0\nunder_oom 0\noom_kill {}\n"),
        ),
        (2, {"memory.max": "65536"}, ("memory.events", "low 0\nhigh 0\nmax 31\noom 1\noom_kill {}\n")),
    ],
)
def test_each_version_has_its_own_names(
    tmp_path: Path, version: int, files: dict[str, str], events: tuple[str, str]
) -> None:
    groups = Groups(CgroupHome(version, tmp_path))
    if version == 2:
        assert (groups.folder / "cgroup.subtree_control").read_text() == "+memory"
    group = groups.make(65536)
    assert {path.name: path.read_text() for path in group.folder.iterdir()} == files
    name, text = events
    (group.folder / name).write_text(text.format(0))
    assert group.why_killed() is None
    (group.folder / name).write_text(text.format(1))
    assert group.why_killed() == "was killed by the memory limit of 64.0 KiB"
