"""Cgroups that limit nothing: all that comes of a worker is in its own, and is ended with it."""

from __future__ import annotations

import json
import os
import signal
import subprocess
from collections.abc import Iterator
from pathlib import Path

import psutil
import pytest

from iotrial.folders.folder_owner import PREFIX
from iotrial.machine.cgroup_folder import remove_abandoned_cgroups
from iotrial.machine.container import Cells, Container, make_container

#: Leaves a child in a session of its own that has no environment, once it is told to.
LEAVES = """
read word
(setsid env -i sleep 600 &) < /dev/null > /dev/null 2>&1
echo left
read word
"""


@pytest.fixture(autouse=True)
def own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))


@pytest.fixture
def container() -> Iterator[Container]:
    made = make_container()
    if made is None:
        pytest.skip("no cgroup without controllers can be made here")
    yield made
    assert made.close() is None
    assert not made.folder.exists()


def processes_in(folder: Path) -> list[int]:
    """The processes of a cgroup."""
    return [int(line) for line in (folder / "cgroup.procs").read_text().splitlines()]


def leaving(cells: Cells, arm: int) -> subprocess.Popen[str]:
    """A worker of an arm that has left a child."""
    process = subprocess.Popen(["/bin/sh", "-c", LEAVES], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    cells.add(arm, process.pid)
    assert process.stdin is not None and process.stdout is not None
    process.stdin.write("go\n")
    process.stdin.flush()
    assert process.stdout.readline() == "left\n"
    return process


def is_gone(pid: int) -> bool:
    """True if a process has ended, noticed by its parent or not."""
    try:
        return bool(psutil.Process(pid).status() == psutil.STATUS_ZOMBIE)
    except psutil.NoSuchProcess:
        return True


def test_what_an_arm_left_is_ended_and_nothing_of_others(container: Container) -> None:
    cells, others = Cells(container, 0), Cells(container, 1)
    with leaving(cells, 3) as first, leaving(cells, 4) as second, leaving(others, 3) as third:
        inside = {pid for folder in container.folder.glob("000000-*") for pid in processes_in(folder)}
        elsewhere = {pid for folder in container.folder.glob("000001-*") for pid in processes_in(folder)}
        assert len(inside) == 4 and len(elsewhere) == 2
        first.communicate("end\n")  # the worker ends, and its child goes on
        assert sorted(cells.end_left()) == [3, 4, 4]
        second.wait()
        assert all(map(is_gone, inside)) and not any(map(is_gone, elsewhere))
        assert cells.end_left() == [] and not list(container.folder.glob("000000-*"))
        assert others.end_left() == [3, 3]
        third.wait()


def test_whoever_is_put_into_the_cgroup_of_an_arm_and_ends_it_lives_on(container: Container) -> None:
    """As a method does that writes our number there."""
    cells = Cells(container, 0)
    with leaving(cells, 3) as worker:
        if not (child := os.fork()):
            cells.add(3, os.getpid())
            found = cells.end_left()
            os._exit(0 if found == [3, 3, 3] else 1)
        assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
        assert worker.wait() == -signal.SIGKILL
    assert cells.end_left() == []


def test_who_ended_before_it_was_put_there_does_not_matter(container: Container) -> None:
    cells = Cells(container, 0)
    with subprocess.Popen(["true"]) as process:
        process.wait()
    cells.add(1, process.pid)
    assert cells.end_left() == []


def test_what_a_killed_run_left_is_ended_by_the_next_start(container: Container, tmp_path: Path) -> None:
    (note,) = (tmp_path / "cache" / "iotrial" / "cgroups").glob("*")
    with leaving(Cells(container, 0), 0) as process:
        assert remove_abandoned_cgroups() == [] and process.poll() is None  # its run lives
        note.write_text(json.dumps({**json.loads(note.read_text()), "started_ticks": 1}))
        assert remove_abandoned_cgroups() == [container.folder]
        assert process.wait() == -signal.SIGKILL
    assert not container.folder.exists() and not note.exists()


def tree(root: Path, controllers: str) -> Path:
    """What looks like a system's cgroups of version 2, and what we belong to."""
    own = root / "user.slice" / "session.scope"
    own.mkdir(parents=True)
    (root / "cgroup.controllers").write_text("cpu memory\n")
    (own / "cgroup.subtree_control").write_text(controllers)
    membership = root / "membership"
    membership.write_text("4:memory:/elsewhere\n0::/user.slice/session.scope\n")
    return membership


def test_it_is_made_below_the_cgroup_that_we_are_in(tmp_path: Path) -> None:
    made = make_container([tmp_path / "nothing", tmp_path], tree(tmp_path, "\n"))
    assert made is not None and made.folder.parent == tmp_path / "user.slice" / "session.scope"
    assert made.folder.name.startswith(PREFIX)
    assert made.close() is None and not made.folder.exists()


def test_where_controllers_would_count_in_it_there_is_none(tmp_path: Path) -> None:
    assert make_container([tmp_path], tree(tmp_path, "cpu memory\n")) is None
    assert list(tmp_path.rglob(f"{PREFIX}*")) == []


@pytest.mark.parametrize("text", ["", "4:memory:/elsewhere\n", "0::/gone\n"])
def test_a_system_that_has_none_has_no_container(tmp_path: Path, text: str) -> None:
    tree(tmp_path, "\n").write_text(text)
    assert make_container([tmp_path], tmp_path / "membership") is None
    assert make_container([tmp_path], tmp_path / "missing") is None
    assert make_container([tmp_path / "missing"], tree(tmp_path / "other", "\n")) is None


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write anywhere")
def test_where_we_may_make_none_there_is_none(tmp_path: Path) -> None:
    membership = tree(tmp_path, "\n")
    (tmp_path / "user.slice" / "session.scope").chmod(0o500)
    assert make_container([tmp_path], membership) is None
