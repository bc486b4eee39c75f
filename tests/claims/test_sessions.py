"""Sessions of one question are counted, and those that said otherwise are told."""

from __future__ import annotations

from pathlib import Path

import pytest

from analysis import made
from iotrial.claims.judged_claim import JudgedClaim
from iotrial.claims.kinds.order import Order
from iotrial.claims.sessions import judged_claims
from iotrial.store.read import open_run


def rows(root: Path, *ratios: float) -> list[JudgedClaim]:
    """Judge "b takes longer than a" after a session for each of these ratios, oldest first."""
    sessions = []
    for hour, ratio in enumerate(ratios):
        level = made.level({"records": 10}, "php/a", ["php/b"])
        session = made.run([level], run=f"20261121-{hour:02d}3055-k3x9")
        sessions.append(open_run(made.store(root, session, {"php/b": ratio})))
    order = Order(key="1", says="It is so.", arms=("php/a", "php/b"))
    return judged_claims("logs", None, [order], sessions)


@pytest.mark.parametrize(
    ("ratios", "verdict", "sessions", "otherwise"),
    [
        ((2.0,), "holds", 1, []),
        ((2.0, 3.0), "holds", 2, []),
        ((0.5, 0.5, 2.0), "holds", 1, ["reversed"]),
        ((2.0, 0.5, 1.0, 2.0), "holds", 1, ["reversed", "no difference"]),
        ((1.01, 2.0), "holds", 1, []),  # what was open says nothing else
        ((2.0, 1.01), "undecided", 1, ["holds"]),
    ],
)
def test_sessions_in_a_row_are_counted_and_others_are_told(
    tmp_path: Path, ratios: tuple[float, ...], verdict: str, sessions: int, otherwise: list[str]
) -> None:
    (row,) = rows(tmp_path, *ratios)
    assert (row.verdict, row.sessions, list(row.otherwise)) == (verdict, sessions, otherwise)
