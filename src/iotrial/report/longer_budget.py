"""The budget that is advised if the rounds were too few."""

from __future__ import annotations

#: Budgets that a person would type, minutes.
_MINUTES = (1, 2, 3, 5, 10, 20, 30, 60)


def longer(seconds: float | None) -> str:
    """Return a budget that a person would type, at least half as long again as a run took."""
    minutes = next((one for one in _MINUTES if 60 * one >= 1.5 * (seconds or 0.0)), _MINUTES[-1])
    return f"{minutes}min"
