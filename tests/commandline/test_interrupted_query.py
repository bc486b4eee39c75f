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

#: The first is one piece of work, within which DuckDB looks for no interruption; of the second there are many.
LONG = (
    "SELECT count(*) FROM generate_series(1, 10000000) a, generate_series(1, 10000000) b "
    "WHERE a.generate_series + b.generate_series = 7",
    "WITH RECURSIVE t(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM t) SELECT max(x) FROM t",
)


@contextlib.contextmanager
def at_work(folder: Path, sql: str) -> Iterator[subprocess.Popen[str]]:
    """A process of its own that has been at a query for a while."""
    environment = {**os.environ, "IOTRIAL_RESULTS": str(folder / "results"), "PYTHONPATH": os.pathsep.join(sys.path)}
    process = subprocess.Popen(
        [sys.executable, "-m", "iotrial", "query", sql],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=environment,
        cwd=folder,
    )
    try:
        while process.poll() is None and cpu_s(process.pid) < 2.5:  # of which the start takes less than one
            time.sleep(0.02)
        yield process
    finally:
        process.kill()
        process.communicate()


def cpu_s(pid: int) -> float:
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
@pytest.mark.parametrize("sql", LONG)
def test_a_signal_ends_a_long_query_with_one_line(tmp_path: Path, sql: str, number: signal.Signals) -> None:
    with at_work(tmp_path, sql) as process:
        process.send_signal(number)
        out, err = process.communicate(timeout=60)
    assert (process.returncode, out, err) == (130, "", "interrupted\n")


def test_a_folder_that_goes_while_a_query_runs_does_not_keep_it_from_ending(tmp_path: Path) -> None:
    folder = tmp_path / "gone"
    folder.mkdir()
    with at_work(folder, LONG[0]) as process:
        folder.rmdir()
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=60)
    assert (process.returncode, out, err) == (130, "", "interrupted\n")
