"""The memory that processes have together: of this one, of a child that is known to take so much, and of none."""

from __future__ import annotations

import subprocess
import sys
import time
from pathlib import Path

import pytest

from iotrial.probes.memory_together import MemoryTogether, together

pytestmark = pytest.mark.skipif(not Path("/proc/self/smaps_rollup").exists(), reason="the system does not tell")

MIB = 1 << 20

#: It takes memory when it is told to, and lets go of it when it is told again.
CHILD = """
import sys
print("ready", flush=True)
sys.stdin.readline()
taken = b"x" * (64 << 20)
print("taken", flush=True)
sys.stdin.readline()
del taken
print("given back", flush=True)
sys.stdin.readline()
"""


def test_the_memory_of_a_process_is_told_by_kind() -> None:
    pid = int(Path("/proc/self").readlink().name)
    found = together([pid])
    assert found is not None and found.how == "samples"
    assert found.anonymous_bytes is not None and found.file_bytes is not None and found.shared_bytes is not None
    parts = found.anonymous_bytes + found.file_bytes + found.shared_bytes
    assert parts == pytest.approx(found.peak_bytes, abs=16 * 1024)  # the system rounds each down


def test_processes_that_are_gone_have_none_and_leave_the_others_theirs() -> None:
    pid = int(Path("/proc/self").readlink().name)
    assert together([2**22 + 1]) is None and together([]) is None
    alone, both = together([pid]), together([2**22 + 1, pid])
    assert alone is not None and both is not None
    assert both.peak_bytes == pytest.approx(alone.peak_bytes, abs=8 * MIB)


def test_the_highest_sum_is_kept_though_it_was_given_back() -> None:
    command = [sys.executable, "-I", "-S", "-c", CHILD]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as child:
        assert child.stdin is not None and child.stdout is not None

        def told() -> None:
            assert child.stdin is not None and child.stdout is not None
            child.stdin.write("\n")
            child.stdin.flush()
            child.stdout.readline()

        child.stdout.readline()
        with MemoryTogether(lambda: [child.pid]) as memory:
            told()
            while memory.most is None or memory.most.peak_bytes < 64 * MIB:  # a look is still to come
                time.sleep(0.001)
            told()
        first, most = memory.first, memory.most
        after = together([child.pid])
        child.stdin.close()
    assert first is not None and most is not None and after is not None
    assert most.peak_bytes - first.peak_bytes > 60 * MIB > after.peak_bytes - first.peak_bytes
    assert most.anonymous_bytes is not None and most.anonymous_bytes > 60 * MIB


def test_nobody_to_look_at_is_no_memory() -> None:
    with MemoryTogether(lambda: []) as memory:
        pass
    assert memory.most is None and memory.first is None
