"""Claims put to stored runs: what tests of several kinds need."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from iotrial.claims.claim import Claim
from iotrial.claims.evaluate import judge_claims
from iotrial.claims.kinds import kind_of
from iotrial.judge.judging import Judging
from iotrial.store.record import Arm, Memory
from judge import made

MIB = 1 << 20

SIZES = (10, 100, 1000)


def claim(kind: str, *arms: str, **given: Any) -> Claim:
    """A claim of a kind about some arms."""
    return kind_of(kind)(key="1", says="It is so.", arms=arms, **given)


def verdicts(
    root: Path, *claims: Claim, ratios: made.Ratios | None = None, levels: list[Any] | None = None, **given: Any
) -> list[Any]:
    """A JudgedClaim for each claim; what may be null is not typed here, since each test knows what it must be."""
    levels = levels or [made.level({"records": 10, "sink": "pipe"}, "php/a", ["php/b", "php/c", "c/d"])]
    return judge_claims([Judging(made.opened(root, made.run(levels), ratios or {}, **given))], claims)


def row(root: Path, kind: str, *arms: str, **given: Any) -> Any:
    """The row of one claim about a run without noise; what a kind takes of its own is in `of_claim`."""
    (found,) = verdicts(root, claim(kind, *arms, **given.pop("of_claim", {})), noise=0.0, **given)
    return found


def told(found: Any) -> tuple[Any, ...]:
    """The verdict, the figure, the figure in words, and the reason."""
    return (found.verdict, found.measured, found.said, found.reason)


def together(*others: str | Arm, writers: int = 2) -> list[Any]:
    """A level of several writers."""
    return [made.level({"writers": writers}, "php/a", others, window_ns=250_000_000, workers=writers)]


def memories(**given: int) -> Memory:
    """Memory of a process to which the work added 10 MiB."""
    return Memory(peak_bytes=18 * MIB, before_bytes=8 * MIB, **given)
