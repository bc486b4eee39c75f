"""A command that measures goes on in a session of its own, and whoever started it notices nothing of that."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import psutil
import pytest

from iotrial.machine import own_session

PROGRAM = """
import os, signal, sys, time
from iotrial.machine.own_session import go_on_in_own_session
code = go_on_in_own_session()
if code is not None:
    sys.exit(code)
try:  # who reads the line may send a signal before print() has returned
    print(os.getpid(), os.getsid(0), flush=True)
    {}
except KeyboardInterrupt:
    sys.exit(130)
"""

WAITS = "time.sleep(600)"

PATIENCE_S = 60

pytestmark = pytest.mark.skipif(not own_session._has_groups(), reason="sessions are no scheduling groups here")


@contextlib.contextmanager
def started(then: str, start: str = "", session: bool = False) -> Iterator[tuple[subprocess.Popen[str], int, int]]:
    """Start a program; return it, the process that goes on, and its session."""
    # What a shell starts in the background has Ctrl-C switched off, and that is inherited.
    on = "import signal\nsignal.signal(signal.SIGINT, signal.default_int_handler)\n"
    argv = [sys.executable, "-c", on + start + PROGRAM.format(then)]
    with subprocess.Popen(argv, stdout=subprocess.PIPE, text=True, start_new_session=session) as process:
        try:
            assert process.stdout is not None
            pid, its_session = map(int, process.stdout.readline().split())
            yield process, pid, its_session
        finally:
            process.kill()


def until(is_so: Callable[[], bool]) -> None:
    """Wait until something is so."""
    end = time.monotonic() + PATIENCE_S
    while not is_so():
        assert time.monotonic() < end
        time.sleep(0.005)


@pytest.mark.parametrize("code", [0, 7])
def test_what_goes_on_has_a_session_and_its_exit_code_is_passed_on(code: int) -> None:
    with started(f"sys.exit({code})") as (process, pid, session):
        assert pid == session != os.getsid(0) and pid != process.pid
        assert process.wait(PATIENCE_S) == code


def test_a_death_by_a_signal_is_passed_on() -> None:
    for number in (signal.SIGTERM, signal.SIGKILL):
        then = f"os.kill(os.getpid(), {int(number)})"
        with started(then) as (process, _, _):
            assert process.wait(PATIENCE_S) == -number


def test_ctrl_c_reaches_what_goes_on() -> None:
    with started(WAITS) as (process, _, _):
        process.send_signal(signal.SIGINT)
        assert process.wait(PATIENCE_S) == 130


def test_what_goes_on_ends_if_its_parent_is_killed() -> None:
    with started(WAITS) as (process, pid, _):
        process.kill()
        process.wait(PATIENCE_S)
        until(lambda: not psutil.pid_exists(pid) or psutil.Process(pid).status() == psutil.STATUS_ZOMBIE)


def test_both_stop_and_go_on() -> None:
    with started(WAITS) as (process, pid, _):
        both = [psutil.Process(process.pid), psutil.Process(pid)]
        process.send_signal(signal.SIGTSTP)
        until(lambda: all(one.status() == psutil.STATUS_STOPPED for one in both))
        process.send_signal(signal.SIGCONT)
        until(lambda: all(one.status() == psutil.STATUS_SLEEPING for one in both))
        process.send_signal(signal.SIGINT)
        assert process.wait(PATIENCE_S) == 130


def test_what_is_ignored_is_not_passed_on() -> None:
    start = "import signal\nsignal.signal(signal.SIGHUP, signal.SIG_IGN)\n"
    with started(f"signal.signal(signal.SIGHUP, signal.default_int_handler); {WAITS}", start) as (process, _, _):
        process.send_signal(signal.SIGHUP)
        process.send_signal(signal.SIGHUP)
        time.sleep(0.1)  # time enough for what must not come
        assert process.poll() is None


def test_nothing_waits_in_a_buffer_twice() -> None:
    argv = [sys.executable, "-c", "print('once')" + PROGRAM.format("")]
    done = subprocess.run(argv, capture_output=True, text=True, check=True)
    assert done.stdout.count("once") == 1


def test_a_session_of_its_own_is_kept() -> None:
    with started("", session=True) as (process, pid, session):
        assert pid == process.pid == session


def test_without_groups_nothing_happens(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for content in (None, "0\n"):
        path = tmp_path / "enabled"
        if content is not None:
            path.write_text(content)
        monkeypatch.setattr(own_session, "_AUTOGROUP", path)
        assert own_session.go_on_in_own_session() is None


@pytest.mark.parametrize(
    ("groups", "files", "expected"),
    [
        ("1:cpu,cpuacct:/\n0::/x\n", {}, True),
        ("1:cpu,cpuacct:/docker/1\n", {}, False),
        ("2:cpuset:/docker/1\n", {}, True),
        ("0::/\n", {"cgroup.controllers": "cpu memory"}, True),  # the topmost group of the system
        ("0::/\n", {"cgroup.controllers": "cpu memory", "cgroup.type": "domain"}, False),  # that of a container
        ("0::/\n", {"cgroup.controllers": "memory", "cgroup.type": "domain"}, True),
        (
            "0::/a/b\n",
            {"cgroup.controllers": "cpu", "a/cgroup.controllers": "cpu", "a/b/cgroup.controllers": ""},
            False,
        ),
        ("0::/a/b\n", {"cgroup.controllers": "cpu", "a/cgroup.controllers": "pids"}, True),
        ("nonsense\n", {}, True),
        (None, {}, True),
    ],
)
def test_a_control_group_with_a_share_of_the_cpu_overrules_sessions(
    tmp_path: Path, groups: str | None, files: dict[str, str], expected: bool
) -> None:
    for name, content in files.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(content)
    membership = tmp_path / "membership"
    if groups is not None:
        membership.write_text(groups)
    assert own_session.sessions_are_groups(tmp_path, membership) is expected


def test_workers_and_the_reader_of_their_pipe_are_in_one_session_that_is_not_the_shells(tmp_path: Path) -> None:
    argv = [sys.executable, "-m", "iotrial", "run", "deliver", "--method", "python/copyfileobj", "--budget", "20s"]
    environment = {**os.environ, "HOME": str(tmp_path), "IOTRIAL_RESULTS": str(tmp_path / "results")}
    with subprocess.Popen(argv, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
        try:
            found: dict[str, int] = {}

            def are_there() -> bool:
                for child in psutil.Process(process.pid).children(recursive=True):
                    with contextlib.suppress(psutil.Error, OSError):
                        for name in ("kit.py", "sink_reader.py"):
                            if any(word.endswith(name) for word in child.cmdline()):
                                found[name] = os.getsid(child.pid)
                return len(found) == 2

            until(are_there)
            assert len(set(found.values())) == 1 and set(found.values()) != {os.getsid(0)}
        finally:
            process.send_signal(signal.SIGTERM)
            process.wait(PATIENCE_S)
