"""Workplaces: only what iotrial made itself is ever removed, and what a killed run left is."""

from __future__ import annotations

import errno
import json
import os
import subprocess
import sys
from pathlib import Path
from unittest.mock import Mock

import pytest

from iotrial.errors import UsageError
from iotrial.folders.folder_owner import PREFIX
from iotrial.places import workplace
from iotrial.places.target import Target, require_room, resolve
from iotrial.places.workplace import MARKER, Workplace, remove_abandoned


@pytest.fixture(autouse=True)
def own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))


@pytest.fixture
def target(tmp_path: Path) -> Target:
    folder = tmp_path / "with space é"
    folder.mkdir()
    return resolve("disk", folder)


def marked(folder: Path, **changes: object) -> Path:
    """A workplace as a process that is no more would have left it."""
    gone = subprocess.Popen([sys.executable, "-c", ""])
    gone.wait()
    boot = Path("/proc/sys/kernel/random/boot_id").read_text().strip()
    marker = {"pid": gone.pid, "started_ticks": 1, "boot": boot, "host": os.uname().nodename, **changes}
    place = folder / f"{PREFIX}0badcafe"
    place.mkdir()
    marker = {"device": place.stat().st_dev, "inode": place.stat().st_ino, **marker}
    (place / MARKER).write_text(json.dumps(marker))
    (place / "inputs").mkdir()
    (place / "inputs" / "file").write_text("x")
    return place


def test_a_workplace_is_made_marked_and_removed(target: Target) -> None:
    workplace = Workplace(target)
    assert workplace.folder.parent == target.folder
    assert json.loads((workplace.folder / MARKER).read_text())["pid"] == os.getpid()
    (workplace.folder / "deep" / "er").mkdir(parents=True)
    (workplace.folder / "deep" / "er" / "file").touch()
    workplace.remove()
    assert list(target.folder.iterdir()) == []


def test_a_workplace_that_cannot_be_marked_is_not_left(target: Target, monkeypatch: pytest.MonkeyPatch) -> None:
    full = OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
    monkeypatch.setattr(os, "fsync", Mock(side_effect=full))  # the marker is there by then, and may be empty
    with pytest.raises(UsageError, match="cannot be written to: No space left on device"):
        Workplace(target)
    assert list(target.folder.iterdir()) == []


def test_what_a_dead_process_left_is_removed_at_the_next_start(target: Target) -> None:
    place = marked(target.folder)
    workplace = Workplace(target)
    assert not place.exists() and workplace.folder.exists()
    workplace.remove()


def test_what_was_left_under_another_target_is_found_too(target: Target, tmp_path: Path) -> None:
    other = tmp_path / "other"
    other.mkdir()
    script = (
        "import os, signal; from pathlib import Path; from iotrial.places.target import resolve; "
        "from iotrial.places.workplace import Workplace; "
        f"Workplace(resolve('disk', Path({str(other)!r}))); os.kill(os.getpid(), signal.SIGKILL)"
    )
    subprocess.run([sys.executable, "-c", script], env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)})
    assert len(list(other.iterdir())) == 1
    Workplace(target).remove()
    assert list(other.iterdir()) == []


@pytest.mark.parametrize(
    "changes",
    [
        {"pid": os.getpid(), "started_ticks": "own"},
        {"host": "another-host"},
        {"pid": "many"},
    ],
    ids=["alive", "of another host", "no number"],
)
def test_a_folder_whose_owner_may_be_alive_is_left_alone(target: Target, changes: dict[str, object]) -> None:
    if changes.get("started_ticks") == "own":
        fields = Path(f"/proc/{os.getpid()}/stat").read_text().rpartition(")")[2].split()
        changes = {**changes, "started_ticks": int(fields[19])}
    place = marked(target.folder, **changes)
    assert remove_abandoned(target.folder) == []
    assert (place / "inputs" / "file").exists()


def test_a_number_that_another_process_has_by_now_does_not_keep_it(target: Target) -> None:
    place = marked(target.folder, pid=os.getpid(), started_ticks=1)
    assert remove_abandoned(target.folder) == [place]


def test_folders_without_a_whole_marker_of_ours_are_never_touched(target: Target) -> None:
    for name, marker in (("none", None), ("empty", ""), ("half", '{"pid": 1'), ("list", "[]"), ("foreign", '{"a": 1}')):
        place = target.folder / f"{PREFIX}{name}"
        place.mkdir()
        (place / "precious").write_text("mine")
        if marker is not None:
            (place / MARKER).write_text(marker)
    Workplace(target).remove()
    assert len(list(target.folder.glob("*/precious"))) == 5


def test_links_are_not_followed(target: Target, tmp_path: Path) -> None:
    precious = tmp_path / "precious"
    precious.mkdir()
    (precious / "file").write_text("mine")
    (marked(target.folder) / "link").symlink_to(precious)
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    (target.folder / f"{PREFIX}link").symlink_to(marked(elsewhere))
    assert len(remove_abandoned(target.folder)) == 1
    assert (precious / "file").read_text() == "mine"
    assert (elsewhere / f"{PREFIX}0badcafe" / "inputs" / "file").exists()


def test_a_target_that_is_none_is_refused(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    for path in (tmp_path / "file", tmp_path / "nothing"):
        with pytest.raises(UsageError, match="is no folder"):
            resolve("disk", path)
    with pytest.raises(UsageError, match="is no folder"):
        resolve("no-such-target", None)


def test_room_that_is_not_there_is_said_in_figures(target: Target) -> None:
    require_room(target, 0, 0)
    with pytest.raises(UsageError, match=r"has \d+ MiB free; the run needs 1048640 MiB"):
        require_room(target, 1 << 40, 0)


def test_the_mount_of_a_target_is_told(target: Target) -> None:
    assert target.filesystem and target.device and "rw" in target.options.split(",")
    if Path("/dev/shm").is_dir():
        assert resolve("tmpfs", None).filesystem == "tmpfs"


def test_the_cgroups_of_killed_runs_go_with_their_folders(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workplace, "remove_abandoned_cgroups", lambda left: left.append("the cgroup 'a' stays"))
    assert "the cgroup 'a' stays" in workplace.remove_all_abandoned()
