"""A pytest plugin under mutants: tests in the order of what they take, since a cheaper one mostly kills first."""

from __future__ import annotations

import pytest

#: Files with fixtures that simulate thousands of runs, which count for no test.
SIMULATIONS = ("test_rates.py", "test_statement.py", "test_gate.py")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Put the quick tests first, and the simulations behind all others."""
    from mutmut.state import state

    took = state().duration_by_test  # none yet while mutmut finds out
    items.sort(key=lambda item: (item.path.name in SIMULATIONS, took.get(item.nodeid, 0.0)))
