"""A guarantee holds by its words: a new name outlives a power cut, a lock is there while a record is written."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest

from guarantees.levels import made, only_at
from iotrial.ask.catalog import Value
from iotrial.measure.check_methods import check

pytestmark = pytest.mark.skipif(
    shutil.which("strace") is None and not os.environ.get("IOTRIAL_REQUIRE_KITS"), reason="strace is not installed"
)

CREATE = """# A method for a test.
# Use it nowhere.
# durable: {durable}
# atomic: yes
import os


def create_files(folder, names, content):
    place = os.open(folder, os.O_RDONLY)
    {first}
    for name in names:
        path = os.path.join(folder, name)
        {before}
        with open(path + ".part", "wb", buffering=0) as file:
            file.write(content)
            os.fsync(file)
        {between}
        os.replace(path + ".part", path)
        {after}
    {end}
    os.close(place)
    return len(names)
"""
COPY = """# A method for a test.
# Use it nowhere.
# durable: each file
# mode: not kept
# tags: untouched
import os
import shutil


def copy_file(source, target):
    shutil.copyfile(source, target)
    with open(target, "rb+") as copy:
        os.fsync(copy)
    place = os.open(os.path.dirname(target), os.O_RDONLY)
    {end}
    os.close(place)
"""
APPEND = """# A method for a test.
# Use it nowhere.
# visible: each record
# lock: {lock}
# append: yes
# durable: no
from fcntl import LOCK_EX, LOCK_SH, LOCK_UN, flock


def append(path, records):
    written = 0
    with open(path, "ab", buffering=0) as log:
        {first}
        for record in records:
            {before}
            log.write(record)
            {after}
            written += 1
    return written
"""
TEXTS = {"create": CREATE, "copy": COPY, "append": APPEND}
SMALL: dict[str, dict[str, Value]] = {
    "create": {"files": 50, "file_bytes": 65537},
    "copy": {"file_bytes": 65537},
    "append": {"records": 1, "record_bytes": 100, "ending": "newline"},
}
PLACES = ("first", "before", "between", "after", "end")
SYNC, LOCK, UNLOCK = "os.fsync(place)", "flock(log, LOCK_EX)", "flock(log, LOCK_UN)"


def findings_of(job: str, folder: Path, monkeypatch: pytest.MonkeyPatch, **changes: str) -> str:
    """Return what `check` says of a method with some lines at some places; "" if it is content."""
    catalog, method = made(folder, monkeypatch, job, TEXTS[job].format(**{**dict.fromkeys(PLACES, "pass"), **changes}))
    target = folder / "target"
    target.mkdir()
    only_at(monkeypatch, **SMALL[job])
    found = check(catalog, [method], target)
    assert found, "no level was tried"
    return "; ".join(result.reason or "" for result in found if result.status != "ok")


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"durable": "each file", "after": SYNC}, ""),
        ({"durable": "at the end", "end": SYNC}, ""),
        ({"durable": "each file", "end": SYNC}, "of 8 files only 1 were safe before the next was begun"),
        # the name is another when the folder has been synced
        ({"durable": "each file", "between": SYNC}, "left 1 names of files in a folder that it did not sync"),
        ({"durable": "each file", "before": SYNC}, "left 1 names of files in a folder that it did not sync"),
        ({"durable": "each file"}, "left 8 names of files in a folder that it did not sync"),
        ({"durable": "at the end"}, "left 8 names of files in a folder that it did not sync"),
        ({"durable": "at the end", "after": SYNC}, "synced each file by itself"),
    ],
    ids=lambda value: ", ".join(value) if isinstance(value, dict) else None,
)
def test_a_file_is_safe_when_its_name_is(
    changes: dict[str, str], words: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = findings_of("create", tmp_path, monkeypatch, **changes)
    assert words in found if words else found == ""


@pytest.mark.parametrize(("end", "words"), [(SYNC, ""), ("pass", "left 1 names of files")])
def test_a_copy_is_safe_when_its_name_is(end: str, words: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    found = findings_of("copy", tmp_path, monkeypatch, end=end)
    assert words in found if words else found == ""


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"lock": "record", "before": LOCK, "after": UNLOCK}, ""),
        ({"lock": "whole", "first": LOCK}, ""),
        ({"lock": "whole", "before": LOCK, "after": UNLOCK}, "took a lock 64 times, so that others could write in"),
        ({"lock": "record", "before": f"{LOCK}; {UNLOCK}"}, "wrote 64 times without a lock that keeps others out"),
        ({"lock": "whole", "first": LOCK, "after": UNLOCK}, "wrote 63 times without a lock that keeps others out"),
        ({"lock": "record", "before": "flock(log, LOCK_SH)"}, "wrote 64 times without a lock that keeps others out"),
    ],
    ids=lambda value: ", ".join(value) if isinstance(value, dict) else None,
)
def test_a_lock_is_there_while_a_record_is_written(
    changes: dict[str, str], words: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = findings_of("append", tmp_path, monkeypatch, **changes)
    assert words in found if words else found == ""
