"""Winners that change over sizes, and orders that vary, to the word."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from claims.judged import claim, row, told, verdicts
from iotrial.cautions import sentence
from iotrial.claims.kinds.crossover import Crossover
from iotrial.claims.kinds.varies import order_varies
from iotrial.claims.outcome import Outcome
from iotrial.claims.pair_at_level import PairAtLevel
from iotrial.store.record import Arm
from judge import made


def met(*verdicts_of: Any) -> list[PairAtLevel]:
    return [PairAtLevel(f"n={place}", verdict, place, f"open at {place}") for place, verdict in enumerate(verdicts_of)]


def test_an_order_that_changes_names_the_pair_and_two_levels() -> None:
    same = {("a", "b"): met("slower", "slower"), ("a", "c"): met("slower", "undecided", "undecided")}
    assert order_varies(same, dict.fromkeys(same, 3)) == Outcome("open", reason="open at 1")
    assert order_varies(
        {("a", "b"): met("slower", "slower")}, dict.fromkeys({("a", "b"): met("slower", "slower")}, 2)
    ) == Outcome("holds nowhere tested", said="the same order at every level")
    turns = {**same, ("b", "c"): met("equivalent", "faster", "slower", "slower")}
    reason = "c beside b: slower at n=2, faster at n=1"
    assert order_varies(turns, dict.fromkeys(turns, 4)) == Outcome("confirmed", said="the order changes", reason=reason)
    for first in ("slower", "faster"):
        reason = f"b beside a: {first} at n=1, equivalent at n=0"
        found = order_varies(
            {("a", "b"): met("equivalent", first)}, dict.fromkeys({("a", "b"): met("equivalent", first)}, 2)
        )
        assert found == Outcome("confirmed", said="the order changes", reason=reason)
    short = {("a", "b"): met("slower", "slower"), ("a", "c"): met("slower")}
    assert order_varies(short, dict.fromkeys(short, 2)) == Outcome(
        "open", reason="a and c can be compared at 1 of 2 levels"
    )
    assert order_varies({("a", "b"): met("slower")}, dict.fromkeys({("a", "b"): met("slower")}, 1)) == Outcome(
        "not run", reason="it takes several levels"
    )


def over_sizes(*others: str | Arm, sizes: tuple[int, ...] = (10, 100, 1000)) -> list[Any]:
    return [made.level({"records": size, "sink": "pipe"}, "php/a", others) for size in sizes]


def by_size(*ratios: float) -> Any:
    """A change that makes the third arm take this much longer at each of the sizes."""

    def change(sweep: int, columns: dict[str, Any]) -> dict[str, Any]:
        factor = np.where(columns["arm"] == 2, np.array(ratios)[columns["level"]], 1.0)
        return {**columns, "wall_ns": (columns["wall_ns"] * factor).astype(np.int64)}

    return change


def test_a_winner_that_changes_is_told_with_the_sizes(tmp_path: Path) -> None:
    def said(name: str, band: tuple[float, float], *ratios: float) -> tuple[Any, ...]:
        of_claim = {"along": "records", "band": band}
        change = by_size(*ratios)
        found = row(
            tmp_path / name, "crossover", "php/a", "php/b", of_claim=of_claim, levels=over_sizes("php/b"), change=change
        )
        assert found.measured is None and [one.level for one in found.levels] == ["sink=pipe"]
        return (found.verdict, found.said, found.reason)

    told_of = "records: php/a at 10 to 100; php/b at 1000"
    assert said("confirmed", (100, 1000), 2, 2, 0.5) == ("confirmed", told_of, None)
    early = "php/b is the faster one at records=10"
    assert said("early", (100, 1000), 0.5, 0.5, 2) == (
        "holds nowhere tested",
        "records: php/a at 1000; php/b at 10 to 100",
        "php/a is the faster one at records=1000",
    )
    assert said("first", (10, 1000), 0.5, 1, 1) == ("holds nowhere tested", "records: php/b at 10", early)
    assert said("never", (10, 1000), 2, 1, 1) == (
        "holds nowhere tested",
        "records: php/a at 10",
        "php/b is never the faster one",
    )
    assert said("ever", (10, 1000), 1, 1, 0.5) == (
        "holds nowhere tested",
        "records: php/b at 1000",
        "php/a is never the faster one",
    )
    assert said("none", (10, 1000), 1, 1, 1) == ("equal here", "records: no winner at any", None)
    assert said("wide", (50, 500), 2, 1, 0.5) == (
        "open",
        "records: php/a at 10; php/b at 1000",
        "what lies between them reaches over 50 to 500",
    )
    assert said("sizes", (9, 1000), 2, 1, 0.5) == ("not run", None, "it takes sizes up to 9 and from 1000 on")
    assert said("more", (10, 1001), 2, 1, 0.5) == ("not run", None, "it takes sizes up to 10 and from 1001 on")


def test_a_winner_that_changes_more_than_once_is_no_crossover(tmp_path: Path) -> None:
    levels = over_sizes("php/b", sizes=(1, 10, 100, 1000))
    of_claim = {"along": "records", "band": (1, 1000)}
    found = row(
        tmp_path, "crossover", "php/a", "php/b", of_claim=of_claim, levels=levels, change=by_size(2, 0.5, 2, 0.5)
    )
    assert (found.verdict, found.reason) == ("holds nowhere tested", "the winner changes more than once")
    assert found.said == "records: php/a at 1 to 100; php/b at 10 to 1000"


def test_claims_over_levels_of_arms_that_are_not_there_say_so(tmp_path: Path) -> None:
    levels = over_sizes("php/b", made.arm("c/d", status="failed", reason="died"))
    for other in ("php/x", "c/d"):
        of_claim = {"along": "records", "band": (10, 1000)}
        turns = row(tmp_path / other, "crossover", "php/a", other, of_claim=of_claim, levels=levels)
        assert told(turns) == ("not run", None, None, f"php/a and {other} are not both in the run")
        varies = row(tmp_path / f"{other}-varies", "varies", "php/a", other, levels=levels)
        assert told(varies) == ("not run", None, None, "it takes several levels")


@pytest.mark.parametrize("kind", ["varies", "crossover"])
def test_levels_that_are_open_keep_a_claim_over_them_open_with_the_reason(tmp_path: Path, kind: str) -> None:
    of_claim = {"along": "records", "band": (10, 1000)} if kind == "crossover" else {}

    def said(name: str, *others: str | Arm, **given: Any) -> tuple[str, str]:
        levels = over_sizes(*(others or ("php/b",)))
        found = row(tmp_path / name, kind, "php/a", "php/b", of_claim=of_claim, levels=levels, **given)
        return (found.verdict, found.reason)

    assert said("few", sweeps=3) == ("open", "too few rounds for an interval")
    kit = made.arm("php/b", kit_ns=made.BASE_NS / 2)
    cost = sentence("kit_cost", {"kit_ns": made.BASE_NS / 2, "share": 0.5})
    assert said("kit", kit) == ("open", f"php/b: {cost}")

    def spoil(sweep: int, columns: dict[str, Any]) -> dict[str, Any]:
        spoilt = (columns["arm"] == 1) & (columns["level"] == 0)
        return {**columns, "wall_ns": columns["wall_ns"] * np.where(spoilt, 2, 1)}

    verdict, reason = said("invalid", change=spoil)
    assert verdict == "open" and reason.startswith("the level records=10 sink=pipe is invalid: ")

    def waver(sweep: int, columns: dict[str, Any]) -> dict[str, Any]:
        factor = np.where((columns["arm"] == 2) & (columns["level"] == 0), 1.5 if sweep % 2 else 0.7, 1.0)
        return {**columns, "wall_ns": (columns["wall_ns"] * factor).astype(np.int64)}

    assert said("wide", change=waver) == ("open", "php/b over php/a is undecided at records=10")


def test_arms_that_are_wrong_as_published_may_vary_beside_the_fair_ones(tmp_path: Path) -> None:
    wrong = made.arm("php/wrong", status="disqualified", reason="no names", tags=["as-published"])
    levels = over_sizes(wrong, "php/b")
    varies = row(
        tmp_path, "varies", "php/a", "php/wrong", of_claim={"fault": True}, levels=levels, change=by_size(2, 1, 0.5)
    )
    assert (
        varies.verdict == "confirmed"
        and varies.reason == "php/wrong beside php/a: slower at records=10, faster at records=1000"
    )
    of_claim = {"along": "records", "band": (10, 1000), "fault": True}
    turns = row(
        tmp_path / "turns",
        "crossover",
        "php/a",
        "php/wrong",
        of_claim=of_claim,
        levels=levels,
        change=by_size(2, 1, 0.5),
    )
    assert turns.verdict == "confirmed"


def test_a_crossover_that_is_open_says_what_is_decided(tmp_path: Path) -> None:
    of_claim = {"along": "records", "band": (10, 1000)}
    levels = over_sizes("php/b")
    found = row(tmp_path, "crossover", "php/a", "php/b", of_claim=of_claim, levels=levels, sweeps=3)
    assert told(found) == ("open", None, "records: no winner at any", "too few rounds for an interval")


def test_a_kind_is_about_the_first_paragraph_of_its_description() -> None:
    assert Crossover.about().endswith("both sizes lie in a band.")
    assert Crossover.about().startswith("Over the sizes of the factor `along`, the first arm is faster up to one size")


def test_a_crossover_is_told_by_the_sizes_of_a_run(tmp_path: Path) -> None:
    levels = [made.level({"entries": size}, "php/a", ["php/b"]) for size in (10, 100, 1000)]

    def turn(sweep: int, columns: dict[str, Any]) -> dict[str, Any]:
        by_level = np.choose(columns["level"], [2.0, 2.0, 0.5])
        return {**columns, "wall_ns": (columns["wall_ns"] * np.where(columns["arm"] == 2, by_level, 1)).astype(int)}

    rows = verdicts(
        tmp_path,
        claim("crossover", "php/a", "php/b", along="entries", band=(100, 1000)),
        claim("crossover", "php/b", "php/a", along="entries", band=(100, 1000)),
        claim("varies", "php/a", "php/b"),
        levels=levels,
        change=turn,
    )
    assert [row.verdict for row in rows] == ["confirmed", "holds nowhere tested", "confirmed"]
    assert rows[0].said == "entries: php/a at 10 to 100; php/b at 1000"
