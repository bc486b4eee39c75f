"""Processes that a method left behind: found wherever they went, ended, and told whose they were."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Iterator

import psutil
import pytest

from iotrial.machine import leftover_processes
from iotrial.machine.leftover_processes import VARIABLE, adopt, children, end_leftovers, end_marked, mark

#: A worker that leaves a child in a session of its own, the child of a child, which writes its number first.
LEAVES = """
import os, sys, time
if os.fork() == 0:
    os.setsid()
    if os.fork() == 0:
        print(os.getpid(), flush=True)
        sys.stdout.close()
        os.close(1)
        time.sleep(600)
    os._exit(0)
os.wait()
"""

#: One that goes on making others as long as it lives.
FORKS = """
import os, time
os.setsid()
print(os.getpid(), flush=True)
os.close(1)
while True:
    if os.fork() == 0:
        time.sleep(600)
        os._exit(0)
    time.sleep(0.01)
"""

pytestmark = pytest.mark.skipif(not adopt(), reason="this system has no subreapers")


@pytest.fixture
def place() -> Iterator[str]:
    """The name of a workplace; whatever still has its mark is ended."""
    name = f"iotrial-test-{os.getpid()}-{time.monotonic_ns()}"
    yield name
    end_marked(name)


def started(program: str, workplace: str) -> tuple[subprocess.Popen[str], int]:
    """Start a program with a mark; return it, and the number that it says."""
    environment = {**os.environ, **mark(workplace, 7)}
    process = subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, text=True, env=environment)
    assert process.stdout is not None
    found = int(process.stdout.readline())
    process.stdout.close()
    return process, found


def left_behind(program: str, workplace: str) -> int:
    """Start a program with a mark, and wait for its end; return the number of the process that it leaves."""
    process, found = started(program, workplace)
    process.wait()
    return found


def test_the_child_of_a_child_in_its_own_session_is_ended_and_told_whose_it_was(place: str) -> None:
    pid = left_behind(LEAVES, place)
    assert psutil.pid_exists(pid)
    assert [(leftover.pid, leftover.arm) for leftover in end_leftovers(place, ())] == [(pid, 7)]
    assert not psutil.pid_exists(pid) or psutil.Process(pid).status() == psutil.STATUS_ZOMBIE
    assert end_leftovers(place, ()) == []


def test_what_belongs_here_or_to_another_run_is_left_alone(place: str) -> None:
    other = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"])
    marked = subprocess.Popen(
        [sys.executable, "-c", "import time; time.sleep(600)"], env={**os.environ, **mark(place, 1)}
    )
    try:
        assert other.pid in children()
        while VARIABLE not in psutil.Process(marked.pid).environ():  # it has not become a program of its own yet
            time.sleep(0.001)
        assert end_leftovers(place, {marked.pid}) == []
        assert end_leftovers("iotrial-of-another", ()) == []
        assert other.poll() is None and marked.poll() is None
    finally:
        other.kill()
        marked.kill()
        other.wait()
        marked.wait()


def test_workers_that_others_started_meanwhile_are_none_of_what_was_left(place: str) -> None:
    process, pid = started(LEAVES, f"{place}/000002")
    process.wait()
    assert end_leftovers(f"{place}/000001", ()) == []
    assert [leftover.pid for leftover in end_leftovers(f"{place}/000002", ())] == [pid]


def test_one_that_goes_on_making_others_is_ended_with_all_of_them(place: str) -> None:
    process, pid = started(FORKS, place)
    while len(psutil.Process(pid).children()) < 3:
        time.sleep(0.01)
    assert end_leftovers(place, ())
    assert end_leftovers(place, ()) == []
    process.wait()
    left = [process for process in psutil.process_iter() if process.status() != psutil.STATUS_ZOMBIE]
    assert not [one for one in left if _mark_of(one).startswith(place)]


def test_what_a_killed_run_left_is_found_by_its_mark_alone(place: str) -> None:
    pid = left_behind(LEAVES, place)
    assert end_marked("iotrial-of-another") == [] and psutil.pid_exists(pid)
    assert [leftover.pid for leftover in end_marked(place)] == [pid]
    assert end_marked(place) == []


def _mark_of(process: psutil.Process) -> str:
    try:
        return str(process.environ().get(VARIABLE, ""))
    except psutil.Error:
        return ""


def test_who_is_just_becoming_another_program_is_found_too(place: str, monkeypatch: pytest.MonkeyPatch) -> None:
    pid = left_behind(LEAVES, place)
    value, looks = leftover_processes._value, []

    def empty_at_first(of: int) -> str:
        looks.append(of)
        return "" if looks.count(pid) == 1 else value(of)

    monkeypatch.setattr(leftover_processes, "_value", empty_at_first)
    monkeypatch.setattr(leftover_processes, "_is_between_programs", lambda of: looks.count(of) == 1)
    assert [(leftover.pid, leftover.arm) for leftover in end_leftovers(place, ())] == [(pid, 7)]
