"""How sure each interval must be, so that of all that is said of several statements 5 % is wrong at the most.

Each statement has an equal share of the 5 %. One that must be so *everywhere* (each of its intervals beyond the bound)
is wrongly said to hold only where the one interval missed that should have kept it from holding, whichever that is: it
takes no correction for how many there are. One that names *some* place, where it is otherwise, had that many chances to
find one, and is corrected for them. Both are mistaken on one side of an interval alone, so that the two together use
the share up and no more. Source: the intersection-union test, Berger, Technometrics 24 (1982) 295; rule 4.
"""

from __future__ import annotations

from iotrial.stats.interval import ALPHA


def everywhere(statements: int) -> float:
    """One minus the coverage of each interval, for one of so many statements to be so at all of its intervals.

    Raises ValueError for no statement.
    """
    if statements < 1:
        raise ValueError(f"at least one statement is needed, not {statements}")
    return ALPHA / statements


def somewhere(statements: int, intervals: int) -> float:
    """One minus the coverage of each interval, for one of so many statements to be otherwise at some of its intervals.

    Raises ValueError for no statement or no interval.
    """
    if intervals < 1:
        raise ValueError(f"at least one interval is needed, not {intervals}")
    return everywhere(statements) / intervals
