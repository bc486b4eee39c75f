"""The rules that may be set for a study, in a file or on the command line: each read and held to its range.

Every function raises ValueError with one sentence.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from iotrial.ask.planned_risk import least_rounds
from iotrial.units import format_ns, format_share, parse_count, parse_duration_ns, parse_share

if TYPE_CHECKING:
    from iotrial.stats.risk import Risk

SECOND_NS = 1_000_000_000

#: A larger margin or width than this would be meaningless.
MOST_SHARE = 0.5
MOST_ROUNDS = 10_000
MOST_BLOCKS = 999
BUDGET_NS = (SECOND_NS, 7 * 24 * 3600 * SECOND_NS)
SAMPLE_NS = (100_000, 60 * SECOND_NS)
MOST_PROCESSES = 100


def margin(given: object) -> float:
    """Read the practical margin d of rule 8, as a share."""
    return _share(given, "a margin")


def precision(given: object) -> float:
    """Read the width at which an interval is narrow enough (rule 10), as a share."""
    return _share(given, "a precision")


def rounds(given: object) -> int:
    """Read a number of rounds; the arms decide if it is enough (`require_rounds`)."""
    number = parse_count(given)
    if not 1 <= number <= MOST_ROUNDS:
        raise ValueError(f"{number} rounds are out of range: 1 to {MOST_ROUNDS}")
    return number


def blocks(given: object) -> int:
    """Read a number of blocks; it must be odd, since an even number biases the ratio of a skewed arm (rule 1)."""
    number = parse_count(given)
    if not 1 <= number <= MOST_BLOCKS:
        raise ValueError(f"{number} blocks are out of range: 1 to {MOST_BLOCKS}")
    if number % 2 == 0:
        raise ValueError(f"{number} blocks are even, which biases medians; take {number - 1} or {number + 1}")
    return number


def budget_seconds(given: object) -> float:
    """Read the budget of a run, in seconds."""
    return _duration_ns(given, "a budget", BUDGET_NS) / SECOND_NS


def sample_ns(given: object) -> int:
    """Read the duration of the shortest sample, in ns."""
    return _duration_ns(given, "a sample", SAMPLE_NS)


def memory(given: object) -> int:
    """Read the number of fresh processes of each arm in which memory is profiled."""
    number = parse_count(given)
    if not 1 <= number <= MOST_PROCESSES:
        raise ValueError(f"memory of {number} processes is out of range: 1 to {MOST_PROCESSES}")
    return number


def seed(given: object) -> int:
    """Read a seed of the plan."""
    return parse_count(given)


def require_rounds(number: int, arm_counts: Sequence[int], risk: Risk) -> None:
    """Refuse fewer rounds than intervals take at levels of that many arms (baseline counted, placebo not)."""
    if not any(arm_counts):
        return
    least = least_rounds(risk, [count + 1 for count in arm_counts])
    if number < least:
        levels = len(arm_counts)
        where = f" at {levels} levels" if levels > 1 else ""
        raise ValueError(
            f"{number} rounds are too few for {max(arm_counts)} arms and a placebo{where}: no interval at 95 % exists "
            f"below {least} rounds"
        )


def _share(given: object, what: str) -> float:
    share = parse_share(given)
    if not 0 < share <= MOST_SHARE:
        raise ValueError(
            f"{what} of {format_share(share)} is out of range: above 0% and at most {format_share(MOST_SHARE)}"
        )
    return share


def _duration_ns(given: object, what: str, limits: tuple[int, int]) -> int:
    ns = parse_duration_ns(given)
    low, high = limits
    if not low <= ns <= high:
        raise ValueError(f"{what} of {format_ns(ns)} is out of range: {format_ns(low)} to {format_ns(high)}")
    return ns
