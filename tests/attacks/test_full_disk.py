"""A disk that is full at a few places each time; `python -m attacks full-disk` tries all of them."""

from __future__ import annotations

from typing import Any

import pytest
from attacks.full_disk import attempt

from places.hostile import require_root

TRIED = (
    ["call", "fsync", 0],
    ["call", "fsync", 9],
    ["call", "rename", 3],
    ["call", "mkdir", 0],
    ["store", 1],
    ["store", 9],
    ["store", 30],
    ["file", "md", 1],
    ["file", "csv", 4],
    ["cache", 1],
    ["print", 2, 1],
)


@pytest.mark.parametrize("given", TRIED, ids=lambda given: "-".join(map(str, given)))
def test_a_full_disk_loses_nothing_that_was_stored(given: list[Any]) -> None:
    require_root()
    attempt(given)
