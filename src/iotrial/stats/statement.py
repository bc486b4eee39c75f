"""The coverage that each interval needs, so that several statements together are wrong with their risk at the most.

Each statement has an equal share of the risk, which is 5 % if a run says nothing else (stats/risk.py). One that must
hold *everywhere* (each of its intervals beyond the bound) is false only if the one interval that should have prevented
it misses, whichever that is: it takes no correction for the number of intervals. One that names *some* place at which
it is otherwise had that many chances to find one, and is corrected for them. Both can be mistaken on one side of an
interval only, so the two together use up the share and no more. Source: the intersection-union test, Berger,
Technometrics 24 (1982) 295; rule 4.
"""

from __future__ import annotations

from iotrial.stats.interval import ALPHA


def everywhere(statements: int, risk: float = ALPHA) -> float:
    """One minus the coverage of each interval, for one of that many statements that must hold at all of its intervals.

    Raises ValueError for no statement.
    """
    if statements < 1:
        raise ValueError(f"at least one statement is needed, not {statements}")
    return risk / statements


def somewhere(statements: int, intervals: int, risk: float = ALPHA) -> float:
    """One minus the coverage of each interval, for one of that many statements that names some exception.

    Raises ValueError for no statement or no interval.
    """
    if intervals < 1:
        raise ValueError(f"at least one interval is needed, not {intervals}")
    return everywhere(statements, risk) / intervals
