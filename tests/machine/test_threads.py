"""Which thread of a process waits for a request."""

from __future__ import annotations

import subprocess
import sys

import pytest

from iotrial.machine.threads import asked_thread, has_threads

#: Says when it is about to read, in its first thread or in another one.
PROGRAM = """
import os, sys, threading
def serve():
    os.write(1, b"%d\\n" % threading.get_native_id())
    os.read(0, 1)
if sys.argv[1] == "first":
    serve()
else:
    other = threading.Thread(target=serve)
    other.start()
    other.join()
"""


@pytest.mark.parametrize("where", ["first", "other"])
def test_the_thread_that_reads_requests_is_found(where: str) -> None:
    process = subprocess.Popen([sys.executable, "-c", PROGRAM, where], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    try:
        assert process.stdout is not None
        thread = int(process.stdout.readline())
        assert (thread != process.pid) == (where == "other") == has_threads(process.pid)
        assert asked_thread(process.pid, {0}) == thread
        assert asked_thread(process.pid, {7}) == process.pid  # nobody reads that
    finally:
        process.communicate(b"x")


def test_a_process_that_is_gone_has_no_threads() -> None:
    process = subprocess.Popen([sys.executable, "-c", ""])
    process.wait()
    assert asked_thread(process.pid, {0}) == process.pid and not has_threads(process.pid)
    assert not has_threads(None)
