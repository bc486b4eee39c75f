"""A few lies of schedulers, hosts and folders each time; `python -m attacks fleets` tries thousands."""

from __future__ import annotations

import pytest
from attacks.fleets import attempt, kind, lies

pytest.importorskip("distributed")

TRIED = (
    'message|identity|["workers"]|a pickle',
    'message|broadcast|["tcp://127.0.0.1:9", "result"]|an object',
    "answer|run|[]|a type that is a pickle",
    "file|'../x'",
    "frames|identity|0|9223372036854775808",
    "link|host",
)


def test_there_are_thousands_of_lies_each_with_a_name() -> None:
    assert len(set(lies())) == len(lies()) > 3000
    assert len({kind(lie) for lie in lies()}) > 20
    assert set(TRIED) <= set(lies())


@pytest.mark.parametrize("lie", TRIED)
def test_a_lie_does_no_harm(lie: str) -> None:
    attempt(lie)
