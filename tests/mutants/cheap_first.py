"""A pytest plugin under mutants: simulations of error rates run last, since a cheaper test mostly kills first."""

from __future__ import annotations

import pytest

#: Files with fixtures that simulate thousands of runs.
SIMULATIONS = ("test_rates.py", "test_statement.py", "test_gate.py")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Put the simulations behind the others, which stay as they are."""
    items.sort(key=lambda item: item.path.name in SIMULATIONS)
