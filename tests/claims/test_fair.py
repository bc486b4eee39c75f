"""The benchmark as it should have been: what becomes of a claim if that says nothing."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from claims.judged import claim, verdicts
from iotrial.claims.by_level import LevelClaim
from iotrial.claims.evaluator import EvaluatedLevel
from iotrial.claims.outcome import Outcome
from iotrial.store.record import Memory
from judge import made

MENDED = "the benchmark with the fault mended is"


def test_a_fair_arm_that_is_wrong_itself_is_not_timed(tmp_path: Path) -> None:
    wrong = made.arm("php/wrong", status="disqualified", reason="no names", tags=["as-published"])
    (row,) = verdicts(
        tmp_path,
        claim("order", "php/a", "php/b", fair=("php/a", "php/wrong")),
        levels=[made.level({"records": 1}, "php/a", ["php/b", wrong])],
        ratios={"php/b": 2.0, "php/wrong": 0.5},
    )
    assert (row.verdict, row.reason) == ("confirmed", f"{MENDED} not run: php/wrong is disqualified: no names")


def test_a_counted_claim_holds_even_if_the_fair_arms_were_not_run(tmp_path: Path) -> None:
    arms = [
        made.arm(name, memory=Memory(peak_bytes=9_000_000 + size, before_bytes=9_000_000))
        for name, size in (("php/b", 1_000_000), ("php/c", 2_000_000))
    ]
    (row,) = verdicts(
        tmp_path,
        claim("differ", "php/b", "php/c", of="memory", fair=("php/b", "php/x")),
        levels=[made.level({"records": 1}, "php/a", arms)],
    )
    assert (row.verdict, row.measured) == ("confirmed", 2.0)
    assert row.reason == f"{MENDED} not run: php/x is not in the run"


@dataclass(frozen=True, kw_only=True)
class Silent(LevelClaim):
    """It holds of php/b, and of any other arm it is open without a reason."""

    def at_level(self, level: EvaluatedLevel, arms: Sequence[str]) -> Outcome:
        """Give no reason."""
        return Outcome("confirmed" if arms[0] == "php/b" else "open")


def test_a_kind_that_gives_no_reason_leaves_none_to_be_told(tmp_path: Path) -> None:
    (row,) = verdicts(tmp_path, Silent(key="1", says="It is so.", arms=("php/b",), fair=("php/c",)))
    assert (row.verdict, row.reason) == ("confirmed", f"{MENDED} open")
