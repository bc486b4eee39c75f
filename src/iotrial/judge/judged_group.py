"""Several writers or clients at once: the figures that one worker alone does not have."""

from __future__ import annotations

from pydantic import Field

from iotrial.judge.bounds import RatioBounds
from iotrial.store.strict import Strict


class ServedInTime(Strict):
    """Of all arrivals that were due within a window, those that were done by its end."""

    share: float = Field(description="share of all arrivals that were done in time")
    low: float | None = Field(description="lower bound of the rounds' shares; null with too few rounds")
    high: float | None = Field(description="upper bound of the rounds' shares; null with too few rounds")
    keeps_up: bool | None = Field(description="if the method keeps up with what arrives; null: not decided")


class Spread(Strict):
    """The middle eight tenths of the rounds' figures; no interval."""

    low: float | None = Field(description="10th percentile; null if there is no round")
    high: float | None = Field(description="90th percentile; null if there is no round")


class JudgedGroup(Strict):
    """Several workers at once: medians over rounds of the rounds' medians, unless a field says otherwise.

    A figure is null if it was not measured.
    """

    p50_ns: float | None = Field(description="time of a piece of work (a record, a delivery): median")
    p90_ns: float | None = Field(description="its 90th percentile")
    p99_ns: float | None = Field(description="its 99th percentile")
    longest_ns: float | None = Field(description="the longest")
    stall_ns: float | None = Field(description="the longest that any worker went without a piece of work being done")
    fairness: float | None = Field(
        description="Jain's index of the writers' shares in 100 records that follow each other in the file: 1 is even; "
        "null if they share no file"
    )
    longest_run: float | None = Field(description="most records of one writer in a row; null if they share no file")
    served: ServedInTime | None = Field(description="arrivals that were done in time; null if nothing arrives")
    p99_spread_ns: Spread = Field(description="10th and 90th percentile of the rounds' 99th percentiles")
    p99_ratio: RatioBounds | None = Field(
        description="the 99th percentile over the baseline's; null with too few rounds"
    )
    held_ns: float | None = Field(
        description="servers: how long a process of the program is busy with a request; null if that is not logged"
    )
    requests: float | None = Field(description="servers: requests of a sample; null for anything else")
    compared: float | None = Field(
        description="servers: answers that were compared byte by byte after a sample; null for anything else"
    )
    clock_error_ns: float | None = Field(
        description="writers on other hosts: the most by which their clocks may have been off in any window; null if "
        "all worked on one machine"
    )
