"""Guarantees that arms declare."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from claims.judged import claim, row, told, verdicts
from iotrial.store.record import Arm
from judge import made


def test_what_all_give_is_what_each_declares_and_was_tested_for(tmp_path: Path) -> None:
    def listing(name: str, **guarantees: str) -> Arm:
        return made.arm(name, guarantees=guarantees)

    wrong = made.arm("php/e", guarantees={"dots": "yes"}, status="disqualified", reason="declares `dots: yes`")
    arms: list[str | Arm] = [listing("php/b", dots="yes"), listing("php/c", dots="no"), listing("php/d"), wrong]
    rows = verdicts(
        tmp_path,
        claim("gives", "php/b", gives={"dots": "yes"}),
        claim("gives", "php/b", "php/c", gives={"dots": "yes"}),
        claim("gives", "php/d", gives={"dots": "yes"}),
        claim("gives", "php/e", gives={"dots": "yes"}),
        levels=[made.level({"entries": 10}, "php/a", arms)],
    )
    assert [row.verdict for row in rows] == ["confirmed", "holds nowhere tested", "not run", "not run"]
    assert rows[1].said == "dots yes; dots no" and rows[1].reason == "php/c: dots no"
    assert "does not declare dots" in rows[2].reason and "disqualified" in rows[3].reason


def test_guarantees_are_told_once_for_arms_that_give_the_same(tmp_path: Path) -> None:
    whole, none = {"lock": "whole", "dots": "yes"}, {"lock": "none", "dots": "yes"}
    arms = [made.arm(name, guarantees=given) for name, given in (("php/b", whole), ("php/c", whole), ("php/d", none))]
    levels = [made.level({"records": 1}, "php/a", [*arms, "php/e"])]

    def said(*names: str) -> tuple[Any, ...]:
        return told(row(tmp_path / "-".join(names), "gives", *names, of_claim={"gives": whole}, levels=levels))

    assert said("php/b", "php/c") == ("confirmed", None, "lock whole, dots yes", None)
    both = "lock whole, dots yes; lock none, dots yes"
    assert said("php/b", "php/d") == ("holds nowhere tested", None, both, "php/d: lock none, dots yes")
    assert said("php/d", "php/d")[3] == "php/d: lock none, dots yes; php/d: lock none, dots yes"
    assert said("php/b", "php/e") == ("not run", None, None, "php/e does not declare lock and dots")
