"""The part of a difference in time that clocks show: time on a CPU, in the program or in the kernel, or off it. Pure.

The rule (rule 27). In each round, the CPU time that an arm takes more than the baseline is held against MOST of the
time that it takes more; both are medians over the blocks. If the interval of what the first exceeds the second by lies
above 0, the difference is CPU time, and if it lies below 0, waiting. Which part of the CPU time is the program's is
known from a profile or from the system's ticks, of which each counts as one draw: the program, or the kernel, explains
the difference only if its part is above MOST by SURE standard errors.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeVar

from iotrial.judge.counters import Counters
from iotrial.store.record import ProfiledFunction

Key = TypeVar("Key")

if TYPE_CHECKING:
    from numpy.typing import NDArray

#: Most of a difference: more than this share of it.
MOST = 0.5

#: A part is sure if it exceeds what it is compared with by this many standard errors.
SURE = 2.0

#: The chance of an interval that leaves 0 out by chance.
ALPHA = 0.05

#: Functions that a sentence names: at most this many, each with at least this share of the difference.
NAMED_FUNCTIONS = 3
NAMED_SHARE = 0.05


@dataclass(frozen=True)
class ClockShares:
    """The CPU time in a difference: its share, and if it, or waiting, is shown to be most of it.

    may_wait: if waiting is a part of the work, as it is beside other workers or the reader of a sink.
    """

    cpu_share: float | None = None
    is_cpu: bool = False
    is_waiting: bool = False
    may_wait: bool = False


@dataclass(frozen=True)
class DifferenceShare:
    """A part of a difference, as a share of it, and its standard error."""

    share: float
    error: float

    def is_most(self) -> bool:
        """True if it is most of the difference, beyond its error."""
        return self.share - SURE * self.error > MOST


def clocks_of(
    more_ns: NDArray[Any], more_cpu_ns: NDArray[Any], *, direction: int, may_wait: bool = False
) -> ClockShares:
    """Return the clocks of a difference from (rounds, blocks) of it and of the CPU time in it; NaN if one is missing.

    direction: 1 if the arm is slower than the baseline, -1 if it is faster.
    """
    import numpy as np

    from iotrial.stats.interval import median_interval

    whole = ~(np.isnan(more_ns) | np.isnan(more_cpu_ns))
    rounds = [row for row in range(len(more_ns)) if whole[row].any()]
    if not rounds:
        return ClockShares(may_wait=may_wait)
    wall = np.array([np.median(more_ns[row][whole[row]]) for row in rounds])
    cpu = np.array([np.median(more_cpu_ns[row][whole[row]]) for row in rounds])
    interval = median_interval(direction * (cpu - MOST * wall), ALPHA)
    center = float(np.median(wall))
    return ClockShares(
        cpu_share=float(np.median(cpu)) / center if center else None,
        is_cpu=interval is not None and interval.low > 0,
        is_waiting=interval is not None and interval.high < 0,
        may_wait=may_wait,
    )


def user_part(own: Counters, base: Counters) -> DifferenceShare | None:
    """Return the part of the difference that is CPU time of the programs; None if the clocks do not tell."""
    return _part_of(own, base, _user(own), _user(base))


def system_part(own: Counters, base: Counters) -> DifferenceShare | None:
    """Return the part of the difference that is CPU time of the kernel; None if the clocks do not tell."""
    return _part_of(own, base, _rest(_user(own)), _rest(_user(base)))


def call_parts(own: Counters, base: Counters) -> dict[str, DifferenceShare]:
    """Return the part of the difference that the kernel spends in each system call; empty without two profiles."""
    if own.profile is None or base.profile is None:
        return {}
    return _parts(own, base, own.profile.calls, base.profile.calls)


def function_parts(
    own: Counters, base: Counters, *, program: bool, kernel: bool
) -> list[tuple[ProfiledFunction, DifferenceShare]]:
    """Return the functions that are a sure part of the difference, the largest first; none without two profiles."""
    if own.profile is None or base.profile is None:
        return []
    one, other = (
        {
            (function.name, function.file): function
            for function in [*(profile.program if program else []), *(profile.kernel if kernel else [])]
        }
        for profile in (own.profile, base.profile)
    )
    shares, others = ({key: function.share for key, function in found.items()} for found in (one, other))
    known = other | one
    named = [
        (known[key], part)
        for key, part in _parts(own, base, shares, others).items()
        if part.share >= NAMED_SHARE and part.share > SURE * part.error
    ]
    return sorted(named, key=lambda one: (-one[1].share, one[0].name))[:NAMED_FUNCTIONS]


@dataclass(frozen=True)
class _ClockShare:
    """A share of the CPU time, estimated from a number of independent draws."""

    share: float
    draws: float

    @property
    def error(self) -> float:
        """Its standard error; above 0 even if all draws agree."""
        likely = (self.share * self.draws + 1) / (self.draws + 2)
        return math.sqrt(likely * (1 - likely) / (self.draws + 2))


def _user(counters: Counters) -> _ClockShare | None:
    """The share of an arm's CPU time that is its program's: from its profile, or else from the system's ticks."""
    profile = counters.profile
    if profile is not None and profile.kernel_share is not None and profile.samples:
        return _ClockShare(1 - profile.kernel_share, profile.samples)
    if counters.user_ns is None or not counters.cpu_ns or not counters.ticks:
        return None
    return _ClockShare(counters.user_ns / counters.cpu_ns, counters.ticks)


def _rest(share: _ClockShare | None) -> _ClockShare | None:
    return None if share is None else _ClockShare(1 - share.share, share.draws)


def _parts(
    own: Counters, base: Counters, shares: Mapping[Key, float], others: Mapping[Key, float]
) -> dict[Key, DifferenceShare]:
    """Return the part of the difference that each share of the samples of two profiles makes; 0 if one lacks it."""
    found = {}
    for key in shares.keys() | others.keys():
        part = _part_of(own, base, _sampled(own, shares.get(key, 0.0)), _sampled(base, others.get(key, 0.0)))
        if part is not None:
            found[key] = part
    return found


def _sampled(counters: Counters, share: float) -> _ClockShare | None:
    """A share of an arm's samples as one of its CPU time: if the kernel was not looked at, they are of the program."""
    profile = counters.profile
    if profile is None or not profile.samples:
        return None
    if profile.kernel_share is not None:
        return _ClockShare(share, profile.samples)
    user = _user(counters)
    return None if user is None else _ClockShare(share * user.share, profile.samples)


def _part_of(
    own: Counters, base: Counters, share: _ClockShare | None, other: _ClockShare | None
) -> DifferenceShare | None:
    """Return the part of the difference in wall time that a share of each arm's CPU time makes."""
    difference_ns = difference_of(own, base)
    if share is None or other is None or not difference_ns or own.cpu_ns is None or base.cpu_ns is None:
        return None
    more_ns = own.cpu_ns * share.share - base.cpu_ns * other.share
    error_ns = math.hypot(own.cpu_ns * share.error, base.cpu_ns * other.error)
    return DifferenceShare(more_ns / difference_ns, error_ns / abs(difference_ns))


def difference_of(own: Counters, base: Counters) -> float | None:
    """Return the time that a worker of one arm takes more than one of another; None if it is not known."""
    if own.worker_ns is None or base.worker_ns is None:
        return None
    return own.worker_ns - base.worker_ns
