"""A level of servers says what share of the answers was compared byte by byte."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

from iotrial.report.ranking_table import compared


def level(*figures: tuple[float | None, float | None]) -> Any:
    several = [SimpleNamespace(compared=one, requests=requests) for one, requests in figures]
    return SimpleNamespace(arms=[SimpleNamespace(several=one) for one in (*several, None)])


def test_the_share_is_told_from_the_least_to_the_most() -> None:
    (said,) = compared(level((10, 90), (50, 50)))
    assert "10" in said.text and "to 50" in said.text and "compared byte by byte" in said.text


def test_nothing_is_said_where_nothing_was_compared() -> None:
    assert compared(level((None, 90))) == [] and compared(level()) == []
