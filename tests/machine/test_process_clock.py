"""What the system says of another process's time."""

from __future__ import annotations

import subprocess
import sys

from iotrial.machine.process_clock import cpu_ns_of

#: Works until 0.2 s of CPU time are over, in another thread than its first, then waits to be ended.
WORKS = """
import sys, threading, time
def work():
    while time.process_time() < 0.2: pass
thread = threading.Thread(target=work)
thread.start()
thread.join()
print("done", flush=True)
sys.stdin.read()
"""


def test_the_cpu_time_of_a_process_is_that_of_all_its_threads_and_none_when_it_is_gone() -> None:
    process = subprocess.Popen([sys.executable, "-c", WORKS], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    assert process.stdout is not None
    assert process.stdout.readline() == b"done\n"
    found_ns = cpu_ns_of(process.pid)
    assert found_ns is not None and found_ns >= 200_000_000
    process.communicate()
    assert cpu_ns_of(process.pid) is None
