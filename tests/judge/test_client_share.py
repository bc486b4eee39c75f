"""A client that is busy all the time measures itself, and the level says so."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from iotrial.judge.level_cautions import client_cautions


def level(requests: str | None = "closed loop") -> Any:
    names = ("nginx/readfile", "nginx/readfile", "nginx/x_accel_redirect")
    return SimpleNamespace(requests=requests, arms=[SimpleNamespace(arm=name) for name in names])


def figures(*reader_ns: float | None) -> Any:
    beside = {index: SimpleNamespace(reader_ns=one) for index, one in enumerate(reader_ns)}
    return SimpleNamespace(arms=list(range(len(reader_ns))), beside=beside)


JUDGED: Any = [SimpleNamespace(median_ns=100.0)] * 3


def test_the_servers_are_named_whose_client_was_busy_for_over_half_of_the_time() -> None:
    ((code, told),) = client_cautions(level(), figures(50.0, 90.0, 80.0), JUDGED)
    assert code == "client_busy"
    assert told == {"arms": "nginx/x_accel_redirect", "share": pytest.approx(0.8)}


@pytest.mark.parametrize("reader_ns", [(50.0, 50.0, 50.0), (None, None, None)])
def test_nothing_is_said_of_a_client_that_was_not(reader_ns: tuple[float | None, ...]) -> None:
    assert client_cautions(level(), figures(*reader_ns), JUDGED) == []


def test_at_a_rate_the_client_waits_for_its_turn() -> None:
    assert client_cautions(level("open loop"), figures(99.0, 99.0, 99.0), JUDGED) == []
