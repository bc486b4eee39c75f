"""Small files arrive by name and byte, and what a method declares of them is put to the test."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest

from guarantees.levels import made, only_at
from iotrial.measure.check_methods import check

METHOD = """# A method for a test.
# Use it nowhere.
# durable: {durable}
# atomic: {atomic}
import os


def create_files(folder, names, content):
    for name in names:
        path = os.path.join(folder, name)
        with open(path{part}, "wb", buffering=0) as file:
            {writes}
            {syncs}
        {renames}
    {ends}
    return len(names)
"""

RIGHT = {
    "durable": "no",
    "atomic": "no",
    "part": "",
    "writes": "file.write(content)",
    "syncs": "pass",
    "renames": "pass",
    "ends": "pass",
}
SYNCED = {
    "durable": "each file",
    "syncs": "os.fsync(file)",
    "renames": "place = os.open(folder, os.O_RDONLY); os.fsync(place); os.close(place)",
}
RENAMED = {"part": " + '.part'", "renames": "os.replace(path + '.part', path)"}

#: Never left out if every tool is required.
traced = pytest.mark.skipif(
    shutil.which("strace") is None and not os.environ.get("IOTRIAL_REQUIRE_KITS"), reason="strace is not installed"
)


def findings_of(folder: Path, monkeypatch: pytest.MonkeyPatch, **changes: str) -> str:
    """Return what `check` says of a method that differs from a right one; "" if it is content."""
    catalog, method = made(folder, monkeypatch, "create", METHOD.format(**{**RIGHT, **changes}))
    target = folder / "target"
    target.mkdir()
    found = check(catalog, [method], target)
    assert list(target.iterdir()) == []
    return "; ".join(result.reason or "" for result in found if result.status != "ok")


@pytest.mark.parametrize(
    "changes",
    [{}, SYNCED, {"atomic": "yes", **RENAMED}, {"durable": "at the end", "ends": "os.sync()"}],
    ids=["plain", "synced", "renamed", "synced at the end"],
)
def test_a_method_that_keeps_what_it_declares_passes(
    changes: dict[str, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert findings_of(tmp_path, monkeypatch, **changes) == ""


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        (
            {"writes": "file.write(content[::-1])"},
            'has the right size and differs from byte 0 on: expected "abcdefghijkl"…, found ',
        ),
        ({"writes": "file.write(content[1:])"}, "bytes instead of 65537"),
        ({"writes": "file.write(content) if name != names[-1] else os.unlink(path)"}, "files are missing"),
        ({"part": " + 'x'"}, "files are missing"),
        ({"ends": "open(os.path.join(folder, 'more'), 'w').close()"}, "'more' among them"),
        ({"ends": "return len(names) - 1"}, "says its work was"),
        ({"atomic": "yes"}, "declares `atomic: yes`"),
        (RENAMED, "declares `atomic: no`"),
    ],
    ids=lambda value: None if isinstance(value, str) else "",
)
def test_what_is_wrong_is_named(
    changes: dict[str, str], words: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    only_at(monkeypatch, files=50, file_bytes=65537)
    assert words in findings_of(tmp_path, monkeypatch, **changes)


@traced
@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"durable": "each file"}, "declares `durable: each file` and synced 0 times for 8 files"),
        ({"durable": "at the end"}, "declares `durable: at the end` and never synced"),
        ({**SYNCED, "durable": "no"}, "declares `durable: no` and synced 16 times"),
        ({**SYNCED, "durable": "at the end"}, "declares `durable: at the end` and synced each file by itself"),
        ({"durable": "each file", "ends": "os.sync()"}, "synced 1 times for 8 files"),
        ({**SYNCED, "syncs": "os.fsync(file); file.seek(0); file.write(content)"}, "after it had synced"),
    ],
    ids=lambda value: None if isinstance(value, str) else "",
)
def test_what_is_declared_to_be_durable_and_is_not_is_found(
    changes: dict[str, str], words: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    only_at(monkeypatch, files=50, file_bytes=65537)
    assert words in findings_of(tmp_path, monkeypatch, **changes)
