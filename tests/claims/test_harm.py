"""Records that come to harm: counted, with the bounds of what was not seen."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from analysis import made
from claims.judged import claim, row, together, told, verdicts
from iotrial.store.record import Records


def test_no_harm_is_told_by_the_count_of_all_records(tmp_path: Path) -> None:
    def records(lost: int) -> Records:
        return Records(handed=1000, lost=lost, torn=0, interleaved=0, doubled=0, unknown=0)

    arms = [
        made.arm("php/b", records=records(0)),
        made.arm("php/c", records=records(7), status="disqualified", reason="lost 7"),
    ]
    level = made.level({"writers": 2}, "php/a", arms, window_ns=250_000_000, workers=2)
    rows = verdicts(
        tmp_path,
        claim("none", "php/b", of="lost"),
        claim("none", "php/b", "php/c", of="lost"),
        claim("none", "php/a", of="lost"),
        levels=[level],
    )
    assert [(row.verdict, row.said) for row in rows] == [
        ("confirmed", "0 of 1,000"),
        ("holds nowhere tested", "7 of 2,000"),
        ("not run", None),
    ]


def test_some_harm_takes_one_record_and_none_in_one_run_refutes_nothing(tmp_path: Path) -> None:
    def records(lost: int) -> Records:
        return Records(handed=1000, lost=lost, torn=0, interleaved=0, doubled=0, unknown=0)

    rows = verdicts(
        tmp_path,
        claim("some", "php/b", of="lost"),
        claim("some", "php/c", of="lost"),
        claim("none", "php/b", of="astray"),
        levels=together(made.arm("php/b", records=records(1)), made.arm("php/c", records=records(0))),
    )
    assert [row.verdict for row in rows] == ["confirmed", "open", "not run"]
    assert rows[0].said == "1 of 1,000"


def test_each_kind_of_harm_is_counted_by_itself(tmp_path: Path) -> None:
    records = Records(handed=1000, lost=1, torn=2, interleaved=3, doubled=4, astray=5, unknown=6)
    levels = together(made.arm("php/b", records=records))
    for count, harm in enumerate(("lost", "torn", "interleaved", "doubled", "astray"), 1):
        for kind, verdict in (("some", "confirmed"), ("none", "holds nowhere tested")):
            found = row(tmp_path / kind / harm, kind, "php/b", of_claim={"of": harm}, levels=levels)
            assert told(found) == (verdict, None, f"{count} of 1,000", None)


def test_harm_that_did_not_come_or_was_not_counted_says_so(tmp_path: Path) -> None:
    records = Records(handed=1000, lost=0, torn=0, interleaved=0, doubled=0, unknown=0)
    levels = together(made.arm("php/b", records=records), "php/c")

    def said(kind: str, arm: str, of: str) -> tuple[Any, ...]:
        return told(row(tmp_path / kind / arm / of, kind, arm, of_claim={"of": of}, levels=levels))

    assert said("some", "php/b", "torn") == ("open", None, "0 of 1,000", "none of 1,000 was torn this time")
    writers = "no records of php/c were counted; that takes several writers"
    assert said("none", "php/c", "lost") == said("some", "php/c", "lost") == ("not run", None, None, writers)
    cut = "no records of php/b were counted; that takes a log that is cut"
    assert said("none", "php/b", "astray") == ("not run", None, None, cut)
