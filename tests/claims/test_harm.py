"""Records that come to harm: counted, with the bounds of what was not seen."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from claims.judged import claim, row, together, told, verdicts
from iotrial.store.record import Records
from judge import made


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
        ("not seen here", "0 of 1,000"),
        ("holds nowhere tested", "7 of 2,000"),
        ("not run", None),
    ]
    assert rows[0].reason == "none among 1,000, so at most 1 in 333"
    assert [row.direction for row in rows] == ["open", "not so", None]
    assert [row.where for row in rows] == ["open", "nowhere", None]


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
    assert [row.verdict for row in rows] == ["confirmed", "not seen here", "not run"]
    assert rows[0].said == "1 of 1,000"
    # Clopper and Pearson: 1 of 1,000, and none of 1,000, at 95 %.
    assert (rows[0].measured, rows[0].low, rows[0].high) == pytest.approx((0.001, 2.53175e-5, 0.0055589), rel=1e-3)
    assert (rows[1].measured, rows[1].low, rows[1].high) == pytest.approx((0, 0, 1 - 0.025 ** (1 / 1000)))


def test_each_kind_of_harm_is_counted_by_itself(tmp_path: Path) -> None:
    records = Records(handed=1000, lost=1, torn=2, interleaved=3, doubled=4, astray=5, unknown=6)
    levels = together(made.arm("php/b", records=records))
    for count, harm in enumerate(("lost", "torn", "interleaved", "doubled", "astray"), 1):
        for kind, verdict in (("some", "confirmed"), ("none", "holds nowhere tested")):
            found = row(tmp_path / kind / harm, kind, "php/b", of_claim={"of": harm}, levels=levels)
            share = count / 1000 if kind == "some" else None
            assert told(found) == (verdict, share, f"{count} of 1,000", None)
    for kind, verdict in (("some", "confirmed"), ("none", "holds nowhere tested")):
        found = row(tmp_path / kind / "any", kind, "php/b", of_claim={"of": "harmed"}, levels=levels)
        assert (found.verdict, found.said) == (verdict, "15 of 1,000")


def test_harm_that_did_not_come_or_was_not_counted_says_so(tmp_path: Path) -> None:
    records = Records(handed=1000, lost=0, torn=0, interleaved=0, doubled=0, unknown=0)
    levels = together(made.arm("php/b", records=records), "php/c")

    def said(kind: str, arm: str, of: str) -> tuple[Any, ...]:
        return told(row(tmp_path / kind / arm / of, kind, arm, of_claim={"of": of}, levels=levels))

    assert said("some", "php/b", "torn") == ("not seen here", 0, "0 of 1,000", "none among 1,000, so at most 1 in 333")
    assert said("some", "php/b", "harmed")[0] == said("none", "php/b", "harmed")[0] == "not seen here"
    writers = "no records of php/c were counted; that takes several writers"
    assert said("none", "php/c", "lost") == said("some", "php/c", "lost") == ("not run", None, None, writers)
    cut = "no records of php/b were counted; that takes a log that is cut"
    assert said("none", "php/b", "astray") == ("not run", None, None, cut)


def test_a_record_that_came_to_harm_twice_is_no_two_records(tmp_path: Path) -> None:
    records = Records(handed=10, lost=0, torn=8, interleaved=8, doubled=0, unknown=0)
    found = row(
        tmp_path, "some", "php/b", of_claim={"of": "harmed"}, levels=together(made.arm("php/b", records=records))
    )
    assert (found.verdict, found.said) == ("confirmed", "10 of 10")


@pytest.mark.parametrize(
    ("fair", "verdict", "design"),
    [
        ((0, 241_154), "artefact", "artefact"),
        ((1437, 20_118), "confirmed", "fair form agrees"),
        ((1300, 20_118), "confirmed", "fair form agrees"),  # fewer, and the bounds of both shares overlap
        ((100, 20_118), "artefact", "artefact"),
        ((2000, 20_118), "confirmed", "fair form agrees"),  # more
        ((0, 10), "confirmed", "fair form agrees"),  # none among so few says nothing
    ],
)
def test_harm_is_an_artefact_if_the_fair_form_is_shown_to_come_to_less(
    tmp_path: Path, fair: tuple[int, int], verdict: str, design: str
) -> None:
    def arm(name: str, torn: int, handed: int) -> Any:
        records = Records(handed=handed, lost=0, torn=torn, interleaved=0, doubled=0, unknown=0)
        return made.arm(name, records=records)

    levels = together(arm("php/b", 1437, 20_118), arm("php/c", *fair))
    found = row(tmp_path, "some", "php/b", of_claim={"of": "torn", "fair": ("php/c",)}, levels=levels)
    assert (found.verdict, found.design) == (verdict, design)
    assert found.fair.said == f"{fair[0]:,} of {fair[1]:,}"


def test_harm_at_one_level_is_some_harm_and_the_levels_without_are_named(tmp_path: Path) -> None:
    def level(writers: int, torn: int) -> Any:
        records = Records(handed=1000, lost=0, torn=torn, interleaved=0, doubled=0, unknown=0)
        return together(made.arm("php/b", records=records), writers=writers)[0]

    levels = [level(2, 0), level(4, 3), level(8, 0)]
    some = row(tmp_path / "some", "some", "php/b", of_claim={"of": "torn"}, levels=levels)
    assert (some.verdict, some.said, some.reason) == ("confirmed", "3 of 1,000", "not seen at writers=2, writers=8")
    assert (some.direction, some.where, some.where_levels) == ("as said", "open", ("writers=4",))
    none = row(tmp_path / "none", "none", "php/b", of_claim={"of": "torn"}, levels=levels)
    assert (none.verdict, none.said) == ("holds nowhere tested", "3 of 1,000")


def test_the_arm_and_the_level_with_the_fewest_records_say_how_sure_it_is(tmp_path: Path) -> None:
    def level(writers: int, **handed: int) -> Any:
        arms = [
            made.arm(
                f"php/{name}",
                records=Records(handed=count, lost=0, torn=0, interleaved=0, doubled=0, unknown=0),
            )
            for name, count in handed.items()
        ]
        return together(*arms, writers=writers)[0]

    levels = [level(2, b=29_970, c=2_400_000), level(8, b=29_970, c=30)]
    for kind in ("none", "some"):
        found = row(tmp_path / kind, kind, "php/b", "php/c", of_claim={"of": "torn"}, levels=levels)
        assert found.verdict == "not seen here"
        least = "none among 30,000; 30 of them are of php/c, so at most 1 in 10"
        assert found.reason == f"{least} at writers=8, the level that tells the least"
    found = row(tmp_path / "no", "none", "php/b", "php/c", of_claim={"of": "torn"}, levels=[level(2, b=7, c=0)])
    assert (found.verdict, found.reason) == ("not run", "php/c was handed no record")
