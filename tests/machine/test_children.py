"""Children of a process are seen while they run and after they were waited for."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from iotrial.machine.children import children_of, has_had_children, with_descendants

pytestmark = pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="the system does not tell")

PROGRAM = """
import subprocess, sys
if sys.argv[1] == "waited": subprocess.run(["true"])
if sys.argv[1] == "there": child = subprocess.Popen(["sleep", "60"])
print("ready", flush=True)
sys.stdin.read()
if sys.argv[1] == "there": child.kill()
"""


@pytest.mark.parametrize(("kind", "seen"), [("alone", False), ("waited", True), ("there", True)])
def test_children_are_seen(kind: str, seen: bool) -> None:
    command = [sys.executable, "-I", "-S", "-c", PROGRAM, kind]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdout is not None and process.stdin is not None
        process.stdout.readline()
        found = has_had_children(process.pid)
        process.stdin.close()
    assert found is seen or (kind == "there" and not Path(f"/proc/self/task/{os.getpid()}/children").exists())


def test_a_process_that_is_gone_has_none() -> None:
    assert not has_had_children(2**22 + 1)


FAMILY = """
import subprocess, sys
if sys.argv[1] != "0":
    child = subprocess.Popen([sys.executable, "-I", "-S", "-c", sys.argv[2], str(int(sys.argv[1]) - 1), sys.argv[2]],
                             stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    child.stdout.readline()
print("ready", flush=True)
sys.stdin.read()
"""


@pytest.mark.skipif(not Path(f"/proc/self/task/{os.getpid()}/children").exists(), reason="the system does not tell")
def test_all_that_came_of_a_process_is_found_by_generations() -> None:
    command = [sys.executable, "-I", "-S", "-c", FAMILY, "2", FAMILY]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdout is not None and process.stdin is not None
        process.stdout.readline()
        (child,) = children_of(process.pid)
        (grandchild,) = children_of(child)
        assert with_descendants([process.pid]) == [process.pid, child, grandchild]
        assert process.pid in children_of(os.getpid())
        process.stdin.close()


def test_nothing_came_of_a_process_that_is_gone() -> None:
    assert children_of(2**22 + 1) == [] and with_descendants([]) == []
    assert with_descendants([2**22 + 1]) == [2**22 + 1]
