"""The wall time of a run for people: what it went into."""

from __future__ import annotations

from iotrial.report.layout import joined
from iotrial.store.record import Spent
from iotrial.units import format_ns


def spent_line(spent: Spent) -> str:
    """Say in a line what the time of a run went into, in the order in which it was spent."""
    parts = {
        "building": spent.building_ns,
        "verifying": spent.verifying_ns,
        "pilot": spent.pilot_ns,
        "rounds": spent.rounds_ns,
        "evidence": spent.evidence_ns,
    }
    whole_ns = max(1, sum(parts.values()))
    told = (f"{name} {joined(f'{format_ns(ns)} ({100 * ns / whole_ns:.0f} %)')}" for name, ns in parts.items())
    return f"time: {', '.join(told)}"
