"""The bounds that the docs name are those of the code."""

from __future__ import annotations

from pathlib import Path

from iotrial.ask.header import LONGEST_NAME
from iotrial.store.fetch import LEAST_BYTES_PER_S, MOST_FETCHED_BYTES, PATIENCE_S
from iotrial.store.file_names import MOST_BYTES, MOST_JUDGEMENT_BYTES, MOST_JUDGEMENTS, MOST_RECORD_BYTES
from iotrial.store.moved_aside import ASIDE, KEPT_DAYS
from iotrial.store.parquet_part import MOST_ROWS, MOST_RUN_ROWS
from iotrial.store.s3_answers import MOST_ANSWER_BYTES, MOST_ANSWERED_BYTES
from iotrial.store.stored_objects import LISTING_S, MOST_OBJECTS, MOST_RUNS

DOCS = Path(__file__).parents[2] / "docs"


def _mib(byte_count: int) -> str:
    return f"{byte_count >> 20:,} MiB"


def test_the_bounds_of_a_store_are_said() -> None:
    text = (DOCS / "machines.md").read_text(encoding="utf-8")
    rows = (
        f"| `run.json` | {_mib(MOST_RECORD_BYTES)} |",
        f"| {_mib(MOST_JUDGEMENT_BYTES)}, and {MOST_JUDGEMENTS} of a run;",
        f"| {_mib(MOST_BYTES)}; {MOST_ROWS:,} rows, and {MOST_RUN_ROWS:,} in a run |",
        f"| {MOST_OBJECTS:,} and {MOST_RUNS:,}, listed in {LISTING_S} s |",
        f"| {_mib(MOST_ANSWER_BYTES)}, {_mib(MOST_ANSWERED_BYTES)} |",
        f"| {_mib(MOST_FETCHED_BYTES)}, and half of what is free",
        f"| {PATIENCE_S} s, and a second more for each {LEAST_BYTES_PER_S:,} bytes;",
        f"into `{ASIDE}` in that folder; a warning says where, and it is removed after {KEPT_DAYS} days",
    )
    assert not [row for row in rows if row not in text]


def test_the_longest_name_in_a_sentence_is_said() -> None:
    assert f"1 to {LONGEST_NAME} characters" in (DOCS / "extending.md").read_text(encoding="utf-8")
