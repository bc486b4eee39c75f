"""A long query ends at once when it is asked to, by the signal of a terminal and by that of a system."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from commandline.command import Place
from commandline.process import Process

#: The first is one piece of work, within which DuckDB looks for no interruption; of the second there are many.
LONG = (
    "SELECT count(*) FROM generate_series(1, 10000000) a, generate_series(1, 10000000) b "
    "WHERE a.generate_series + b.generate_series = 7",
    "WITH RECURSIVE t(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM t) SELECT max(x) FROM t",
)


@contextlib.contextmanager
def at_work(begun: Process | subprocess.Popen[str], start_s: float) -> Iterator[Process | subprocess.Popen[str]]:
    """A command that has been at its query for a while, after a start that took no more than so much of a CPU."""
    try:
        while begun.poll() is None and cpu_s(begun.pid) < start_s + 0.5:
            time.sleep(0.02)
        yield begun
    finally:
        begun.kill()
        if isinstance(begun, subprocess.Popen):
            begun.communicate()


def cpu_s(pid: int) -> float:
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


@pytest.mark.parametrize(
    ("sql", "number"),
    [
        (LONG[0], signal.SIGTERM),
        (LONG[1], signal.SIGINT),
        (LONG[1], signal.SIGTERM),
        pytest.param(LONG[0], signal.SIGINT, marks=pytest.mark.long),  # as below, from a folder that stays
    ],
)
def test_a_signal_ends_a_long_query_with_one_line(place: Place, sql: str, number: signal.Signals) -> None:
    with at_work(place.start("query", sql), 0.5) as process:
        process.send_signal(number)
        out, err = process.communicate(timeout=60)
    assert (process.returncode, out, err) == (130, "", "interrupted\n")


def test_a_folder_that_goes_while_a_query_runs_does_not_keep_it_from_ending(place: Place) -> None:
    folder = place.root / "gone"
    folder.mkdir()
    # A process of its own: Python itself has to end with a thread that is busy.
    alone = subprocess.Popen(
        [sys.executable, "-m", "iotrial", "query", LONG[0]],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, **place.environment, "PYTHONPATH": os.pathsep.join(sys.path)},
        cwd=folder,
    )
    with at_work(alone, 1.5) as process:
        folder.rmdir()
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=60)
    assert (process.returncode, out, err) == (130, "", "interrupted\n")
