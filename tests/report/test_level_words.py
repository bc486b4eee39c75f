"""Levels as people say them, wherever a level stands by itself: in `across`, `compare`, `explain`, `gate`."""

from __future__ import annotations

from pathlib import Path

from iotrial.across.judge_across import across
from iotrial.ask.catalog import Value
from iotrial.ask.level_factors import LevelFactors, Words
from iotrial.report.level_words import level_said
from iotrial.report.machines_screen import answers, levels_of
from stored_runs.packed import unpack

WORDS: Words = {"file_bytes": "{}", "sink": {"pipe": "through a pipe", "null": "to /dev/null"}, "reader": {"bare": ""}}


def of(file_bytes: int, sink: str = "pipe", target: str = "disk") -> LevelFactors:
    sent: dict[str, Value] = {"file_bytes": file_bytes, "sink": sink, "reader": "bare"}
    return LevelFactors({**sent, "target": target, "state": "steady"}, {"state": "steady"}, WORDS)


def test_a_level_is_named_by_what_differs_or_by_all_that_needs_saying() -> None:
    for level, others, told in (
        (of(20 << 20), [], "20 MiB through a pipe"),
        (of(4096, target="tmpfs"), [], "4 KiB through a pipe on tmpfs"),
        (of(4096), [of(20 << 20)], "4 KiB"),
        (of(4096), [of(4096, "null")], "through a pipe"),
        (of(4096), [of(4096, target="tmpfs")], "on disk"),
        (LevelFactors((("entries", 10), ("target", "disk"))), [], "entries=10"),
    ):
        assert level_said(level, others).replace("\N{NO-BREAK SPACE}", " ") == told


def test_machines_are_told_of_as_people_say_it(tmp_path: Path) -> None:
    given = [f"{name}={unpack(f'fleet-{name}', tmp_path / name)}" for name in ("web1", "web2")]
    document = across(given, tmp_path)
    assert [name.replace("\N{NO-BREAK SPACE}", " ") for name in levels_of(document)] == ["10,000 records of 100 B"]
    (told,) = answers(document)
    assert told.replace("\N{NO-BREAK SPACE}", " ").startswith("In PHP (10,000 records of 100 B): use fopen() once")
