"""Cold samples that were used although their pages were in memory: counted in the samples that runs have stored."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from benchmarks.row import Row
from iotrial.places.cold import why_not_dropped
from iotrial.store.query import query

#: Job -> settings of its cold levels, and the bytes that one iteration has to read (SQL, of a level's factors).
FILES = {
    "deliver": ("file_bytes=65536,1048576,20971520", "map_extract(factors, 'file_bytes')[1]::BIGINT"),
    "transform": ("file_bytes=1048576", "map_extract(factors, 'file_bytes')[1]::BIGINT"),
    "scan": ("records=2044,32704", "2052 * map_extract(factors, 'records')[1]::BIGINT"),
}

#: Names of a listing are 0.txt, 1.txt, …: these bytes at least are the folder's.
FOLDERS = ("entries=100,1000", "5 * map_extract(factors, 'entries')[1]::BIGINT")

#: Of the input just before the sample nothing was in memory, and all of it came from the device, but for 1 %.
COUNTS = """
SELECT count(*) FILTER (samples.status = 'ok'),
       count(*) FILTER (samples.status = 'ok' AND ({resident} OR coalesce(device_read_bytes, 0) < 0.99 * {least})),
       count(*) FILTER (samples.status = 'void')
FROM samples JOIN levels USING (run, level) JOIN runs USING (run) WHERE job = '{job}'
"""


def rows(long: bool) -> Iterator[Row]:
    """Every job that reads, by the languages that are here; folders where caches may be dropped."""
    plan = ["--rounds", "24" if long else "12", "--blocks", "3", "--language", "c", "--language", "python"]
    with tempfile.TemporaryDirectory() as name:
        for job, (settings, least) in FILES.items():
            yield _row(job, settings, "coalesce(resident_bytes, 1) > 0", least, plan, Path(name))
        if reason := why_not_dropped():
            yield Row(_figure("list"), "0 used", reason, None)
        else:
            yield _row("list", FOLDERS[0], "false", FOLDERS[1], plan, Path(name))


def _figure(job: str) -> str:
    return f"cold samples of {job} whose pages were resident"


def _row(job: str, settings: str, resident: str, least: str, plan: list[str], results: Path) -> Row:
    command = [sys.executable, "-m", "iotrial", "run", job, "--set", settings, "--set", "cache=cold", *plan]
    environment = {**os.environ, "IOTRIAL_RESULTS": str(results)}
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        return Row(_figure(job), "0 used", " ".join(done.stderr.split()), None)
    used, wrong, void = query(results, COUNTS.format(job=job, resident=resident, least=least)).rows[0]
    return Row(_figure(job), "0 used", f"{wrong} used, of {used:,} that were; {void:,} void", wrong == 0 and used > 0)
