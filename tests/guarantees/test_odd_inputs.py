"""A method that is right but for one odd input, or one kind of sink, is found out there and nowhere else."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest

from guarantees.levels import made, ours
from iotrial.ask.catalog import Value
from iotrial.measure.check_methods import Sinks, check, odd_levels

#: What was sent is there at once; a byte that never comes is waited for so long.
MISSED_MS = 1500

DELIVER = """# A method for a test.
# Use it nowhere.
import os
import stat

calls = []


def deliver(path, sink):
    with open(path, "rb") as file:
        content = file.read()
    mode = os.fstat(1).st_mode
    calls.append(path)
    if {fault}:
        content = content[:-1]
    done = 0
    while content[done:]:
        done += sink.write(content[done:])
    return done
"""

APPEND = """# A method for a test.
# Use it nowhere.
# visible: each record
# lock: none
# append: yes
# durable: no


def append(path, records):
    written = 0
    with open(path, "ab", buffering=0) as log:
        for record in records:
            log.write(record[:-1] if {fault} else record)
            written += 1
    return written
"""


def wrong_at(
    job: str, text: str, fault: str, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> list[Mapping[str, Value]]:
    """Return the odd levels at which a check finds a method with a fault wrong."""
    monkeypatch.setattr("iotrial.workers.sink.ARRIVAL_MS", MISSED_MS)
    catalog, method = made(folder, monkeypatch, job, text.format(fault=fault))
    found = check(catalog, [method], folder, sinks="ends")
    return [result.level for result in found if result.status != "ok" and result.level is not None]


@pytest.mark.parametrize(
    ("fault", "wrong"),
    [
        ("len(content) == 1", {"file_bytes": 1}),
        ("stat.S_ISREG(mode)", {"sink": "file", "file_bytes": 3_000_001}),
        ("stat.S_ISSOCK(mode) and len(content) > 1 << 21", {"file_bytes": 3_000_001}),
        # What it does in its first call for a path is right, and in each that follows is not.
        ("calls.count(path) == 2 and len(content) == 65537", {"sink": "pipe", "file_bytes": 65537}),
    ],
)
def test_a_byte_that_is_lost_at_one_size_or_sink_is_found_there_alone(
    fault: str, wrong: dict[str, Value], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = wrong_at("deliver", DELIVER, fault, tmp_path, monkeypatch)
    assert found and all(wrong.items() <= level.items() for level in found)
    if "SOCK" in fault:
        assert {level["sink"] for level in found} == {"unix", "tcp"}


@pytest.mark.parametrize(
    ("fault", "wrong"),
    [
        ("len(record) == 1", {"record_bytes": 1}),
        ("len(record) == 8193 and record[-1:] == b'\\n' and not written", {"record_bytes": 8193, "ending": "newline"}),
        ("written == 99", {"records": 100}),
    ],
)
def test_a_record_that_is_cut_at_one_level_is_found_there_alone(
    fault: str, wrong: dict[str, Value], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = wrong_at("append", APPEND, fault, tmp_path, monkeypatch)
    assert found and all(wrong.items() <= level.items() for level in found)


def test_a_level_of_each_size_and_of_each_sink_is_looked_at() -> None:
    job = ours().jobs["deliver"]
    hows: tuple[Sinks, ...] = ("every", "ends")
    every, ends = ({(level["sink"], level["file_bytes"]) for level in odd_levels(job, sinks=how)} for how in hows)
    sizes, sinks = set(job.factors["file_bytes"].odd), set(job.factors["sink"].choices)
    assert every == {(sink, size) for sink in sinks for size in sizes}
    seen = sinks - {"pipe", "null"}
    of_seen = {(sink, size) for sink in seen for size in (0, 3_000_001)}
    assert ends == {("pipe", size) for size in sizes} | of_seen | {("null", 3_000_001)}
