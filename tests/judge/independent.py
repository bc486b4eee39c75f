"""Rounds of made-up runs do not resemble each other, nor do levels wander, and most tests are about something else.

So their correlation is taken to be 0, as if it were known. A test of the correlation itself asks for `estimated`.
"""

from __future__ import annotations

from typing import Any

import pytest

from iotrial.stats import dependence, wander


@pytest.fixture
def estimated() -> bool:
    """Ask for this to have the correlation of rounds estimated from them."""
    return True


@pytest.fixture(autouse=True)
def independent_rounds(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    def known(levels: Any) -> dependence.Correlation:
        return dependence.Correlation(0.0, 0.0)

    if "estimated" not in request.fixturenames:
        monkeypatch.setattr(dependence, "estimated", known)
        monkeypatch.setattr(wander, "wander_effect", lambda values: 1.0)
