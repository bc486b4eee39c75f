"""Declared guarantees are put to the test, and a method that does not keep them is found out."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest

from guarantees.levels import made
from iotrial.measure.check_methods import check
from iotrial.probes.tracer import NoTrace

HEADER = """# A method for a test.
# Use it nowhere.
# visible: {visible}
# lock: {lock}
# append: {append}
# durable: {durable}
import fcntl
import os


def append(path, records):
    written = 0
    with open(path, "{mode}", buffering={buffering}) as log:
        for record in records:
            {lock_line}
            {write_line}
            {unlock_line}
            {sync_line}
            written += 1
        {end_line}
    return written
"""

HONEST = {"visible": "each record", "lock": "none", "append": "yes", "durable": "no"}

#: Never left out if every tool is required.
traced = pytest.mark.skipif(
    shutil.which("strace") is None and not os.environ.get("IOTRIAL_REQUIRE_KITS"), reason="strace is not installed"
)


def findings_of(
    folder: Path,
    monkeypatch: pytest.MonkeyPatch,
    *,
    mode: str = "ab",
    buffering: str = "0",
    locks: str = "",
    writes: str = "log.write(record)",
    syncs: str = "pass",
    at_the_end: str = "pass",
    **declared: str,
) -> str:
    """Return what `check` says of a method that declares some things and does others; "" if it is content."""
    text = HEADER.format(
        **{**HONEST, **declared},
        mode=mode,
        buffering=buffering,
        lock_line="fcntl.flock(log, fcntl.LOCK_EX)" if locks else "pass",
        write_line=writes,
        sync_line=syncs,
        end_line=at_the_end,
        unlock_line="fcntl.flock(log, fcntl.LOCK_UN)" if locks else "pass",
    )
    catalog, method = made(folder, monkeypatch, "append", text)
    target = folder / "target"
    target.mkdir()
    found = check(catalog, [method], target)
    assert list(target.iterdir()) == []
    return "; ".join(result.reason or "" for result in found if result.status != "ok")


def test_a_method_that_keeps_what_it_declares_passes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert findings_of(tmp_path, monkeypatch) == ""


def test_a_method_that_locks_and_says_so_passes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert findings_of(tmp_path, monkeypatch, locks="yes", lock="record") == ""


def test_truncating_is_found_where_appending_is_declared(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert "declares `append: yes`" in findings_of(tmp_path, monkeypatch, mode="wb")


def test_appending_is_found_where_truncating_is_declared(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert "declares `append: no`" in findings_of(tmp_path, monkeypatch, append="no")


def test_buffering_is_found_where_each_record_is_declared(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    reasons = findings_of(tmp_path, monkeypatch, buffering="65536")
    assert "declares `visible: each record`" in reasons


def test_records_that_a_crash_loses_are_counted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    reasons = findings_of(
        tmp_path,
        monkeypatch,
        writes="kept = locals().get('kept', []) + [record]; len(kept) > 100 and log.write(kept.pop(0))",
        at_the_end="written and [log.write(one) for one in kept]",
    )
    said = "declares `visible: each record` and lost 100 of 250 records when it was killed"
    assert set(reasons.split("; ")) == {said}


def test_single_writes_are_found_where_the_end_is_declared(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert "declares `visible: at the end`" in findings_of(tmp_path, monkeypatch, visible="at the end")


def test_a_missing_lock_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert "did not wait for a lock" in findings_of(tmp_path, monkeypatch, lock="record")


def test_an_undeclared_lock_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert "waited for a lock" in findings_of(tmp_path, monkeypatch, locks="yes")


SYNC = "os.fdatasync(log.fileno())"


@traced
@pytest.mark.parametrize(("place", "durable"), [("syncs", "each record"), ("at_the_end", "at the end")])
def test_a_method_that_syncs_and_says_so_passes(
    place: str, durable: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert findings_of(tmp_path, monkeypatch, durable=durable, **{place: SYNC}) == ""


@traced
@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"durable": "each record"}, "declares `durable: each record` and synced 0 times for 64 records"),
        ({"durable": "each record", "at_the_end": SYNC}, "synced 1 times for 64 records"),
        ({"durable": "at the end"}, "declares `durable: at the end` and never synced"),
        ({"durable": "at the end", "syncs": SYNC}, "synced each record by itself"),
        ({"syncs": SYNC}, "declares `durable: no` and synced 64 times"),
        ({"durable": "at the end", "syncs": f"written == 3 and {SYNC}"}, "wrote 60 times after it had synced"),
    ],
    ids=lambda value: None if isinstance(value, str) else "",
)
def test_syncs_are_compared_with_what_is_declared(
    changes: dict[str, str], words: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert words in findings_of(tmp_path, monkeypatch, **changes)


def test_without_strace_nothing_is_held_against_a_method(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*given: object, **more: object) -> None:
        raise NoTrace("strace is not installed")

    monkeypatch.setattr("iotrial.probes.watched.Strace", refuse)
    assert findings_of(tmp_path, monkeypatch, durable="each record") == ""
