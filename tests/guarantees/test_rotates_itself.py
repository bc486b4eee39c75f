"""A method that rotates its log is not refused for it: its records are counted wherever they are."""

from __future__ import annotations

from pathlib import Path

import pytest

from guarantees.levels import made
from iotrial.measure.check_methods import check

ROTATES = """
    written = 0
    log = open(path, "ab", buffering=0)
    for record in {records}:
        if log.tell() + len(record) > {most}:
            log.close()
            for number in range(40, 0, -1):
                if os.path.exists(f"{{path}}.{{number}}"):
                    os.rename(f"{{path}}.{{number}}", f"{{path}}.{{number + 1}}")
            os.rename(path, path + ".1")
            log = open(path, "ab", buffering=0)
        {writes}
        written += 1
    log.close()
    return written
"""
APPEND = """# A method for a test.
# Use it nowhere.
# visible: each record
# lock: none
# append: yes
# durable: no
import os


def append(path, records):"""
LOG = """# A method for a test.
# Use it nowhere.
# stamped: no
# survives: kill
# durable: no
import os


def log_messages(path, messages):"""
TEXTS = {"append": APPEND, "log": LOG}
RECORDS = {"append": "records", "log": "(message.encode() + b'\\n' for message in messages)"}


def findings_of(job: str, folder: Path, monkeypatch: pytest.MonkeyPatch, writes: str) -> str:
    """Return what `check` says of a method that rotates at 50 KB, or at 200 bytes where little is written."""
    body = ROTATES.format(records=RECORDS[job], most="(200 if len(record) < 20 else 50_000)", writes=writes)
    catalog, method = made(folder, monkeypatch, job, TEXTS[job] + body)
    target = folder / "target"
    target.mkdir()
    found = check(catalog, [method], target)
    assert list(target.iterdir()) == []
    return "; ".join(dict.fromkeys(result.reason or "" for result in found if result.status != "ok"))


@pytest.mark.parametrize("job", TEXTS)
def test_a_log_that_rotates_itself_keeps_what_was_in_it(
    job: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert findings_of(job, tmp_path, monkeypatch, "log.write(record)") == ""


@pytest.mark.parametrize("job", TEXTS)
def test_what_it_loses_is_found_all_the_same(job: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    found = findings_of(job, tmp_path, monkeypatch, "written == 60 or log.write(record)")
    assert "instead of" in found or " for " in found
