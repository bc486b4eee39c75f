"""The odd levels at which a check of these tests looks for what is wrong with a method."""

from __future__ import annotations

import pytest

from iotrial.ask.catalog import Value
from iotrial.measure import check_methods as checking


def only_at(monkeypatch: pytest.MonkeyPatch, **factors: Value) -> None:
    """Have a check be at those odd levels alone that have some values: what is wrong at all is found at each anew."""
    every = checking.odd_levels
    monkeypatch.setattr(
        checking,
        "odd_levels",
        lambda job, **given: [level for level in every(job, **given) if factors.items() <= level.items()],
    )
