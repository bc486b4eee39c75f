"""Noise: other things that the machine did while it measured, if they plausibly blur the result (rule 12).

A round's value is a median over blocks, which a minority of disturbed blocks does not move. So each rule first finds
the blocks that were disturbed by as much as the practical margin, and then asks if these are more than MOST_HIT of all:
a quarter leaves room for rounds in which they happen to be the majority. Nothing is left out or corrected for.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from iotrial.stats.interval import Floats

Figures = dict[str, float]

#: Share of blocks that may be disturbed without a caution.
MOST_HIT = 0.25

#: From fewer blocks than this nothing is said.
FEWEST_BLOCKS = 8

#: The clocks of neighbouring blocks differ if they are this far apart; the kernel's own reading wavers by less.
CLOCK_CHANGE = 0.05

#: Bytes on their way to a device that count as writing; the system always has a page or two of its own.
LEAST_WRITEBACK_BYTES = 1 << 20


@dataclass(frozen=True, eq=False)
class BlockNoise:
    """A level's blocks in order, 1-d arrays of one length; NaN if the system did not tell.

    sweep: the round. span_ns: time of all samples of the block together, lead-ins left out. queue_ns: how long, in the
    same time, the workers were ready to run but did not. The others are the machine's, over the block (steal_ns of all
    CPUs, pressures) or at its end (writeback_bytes, clock_khz).
    """

    sweep: NDArray[np.int_]
    span_ns: Floats
    queue_ns: Floats
    steal_ns: Floats
    io_pressure_ns: Floats
    memory_pressure_ns: Floats
    writeback_bytes: Floats
    clock_khz: Floats


def noise(
    blocks: BlockNoise, *, margin: float, cpus: int | None, shares_cpu: bool, waits_for_device: bool
) -> Mapping[str, Figures]:
    """Caution -> its figures, `share` of blocks hit among them; only what plausibly blurs the result.

    margin: the practical margin, as a share. cpus: of the machine, None if unknown. shares_cpu: if others of the job
    share a worker's CPU, so that waiting for it is part of the work. waits_for_device: if waiting for a disk is part of
    the work.
    """
    found: dict[str, Figures | None] = {"stolen": steal(blocks, margin, cpus)}
    if not shares_cpu:
        found["run_queue"] = lost(blocks.queue_ns, blocks.span_ns, margin)
    if not waits_for_device:
        found["io_pressure"] = lost(blocks.io_pressure_ns, blocks.span_ns, margin)
        found["writeback"] = writeback(blocks.writeback_bytes)
    found["memory_pressure"] = lost(blocks.memory_pressure_ns, blocks.span_ns, margin)
    found["clock_speed"] = clock_speed(blocks.sweep, blocks.clock_khz)
    return {code: figures for code, figures in found.items() if figures is not None}


def steal(blocks: BlockNoise, margin: float, cpus: int | None) -> Figures | None:
    """Time that the hypervisor gave to others: `stolen`, its share of the CPUs' time, if that reaches the margin.

    Judged by its sum and not block by block: the system counts it in ticks, and a tick is longer than most thefts.
    """
    told = ~np.isnan(blocks.steal_ns)
    if told.sum() < FEWEST_BLOCKS or not cpus:
        return None
    stolen = float(blocks.steal_ns[told].sum() / (cpus * blocks.span_ns[told].sum()))
    return {"stolen": stolen} if stolen >= margin else None


def lost(lost_ns: Floats, span_ns: Floats, margin: float) -> Figures | None:
    """Time lost within blocks: `share` of the blocks that lost the margin or more, and `lost`, the share in all."""
    told = ~np.isnan(lost_ns) & (span_ns > 0)
    if told.sum() < FEWEST_BLOCKS:
        return None
    share = float((lost_ns[told] >= margin * span_ns[told]).mean())
    if share <= MOST_HIT:
        return None
    return {"share": share, "lost": float(lost_ns[told].sum() / span_ns[told].sum())}


def writeback(writeback_bytes: Floats) -> Figures | None:
    """Pages being written to a device: `share` of the blocks with some at their end, and how many `mebibytes`."""
    told = writeback_bytes[~np.isnan(writeback_bytes)]
    hit = told[told >= LEAST_WRITEBACK_BYTES]
    if len(told) < FEWEST_BLOCKS or len(hit) <= MOST_HIT * len(told):
        return None
    return {"share": len(hit) / len(told), "mebibytes": float(np.median(hit)) / (1 << 20)}


def clock_speed(sweep: NDArray[np.int_], clock_khz: Floats) -> Figures | None:
    """A clock that moves within rounds: `share` of neighbours that differ, 10th and 90th percentile in GHz.

    Neighbours differ if their clocks are CLOCK_CHANGE apart. Between rounds the clock may change: a round is compared
    only with itself.
    """
    told = ~np.isnan(clock_khz) & (clock_khz > 0)
    khz, rounds = clock_khz[told], sweep[told]
    within = rounds[1:] == rounds[:-1]
    if within.sum() < FEWEST_BLOCKS:
        return None
    change = np.abs(np.log(khz[1:] / khz[:-1]))[within]
    share = float((change >= np.log1p(CLOCK_CHANGE)).mean())
    if share <= MOST_HIT:
        return None
    low, high = np.quantile(khz, [0.1, 0.9]) / 1e6
    return {"share": share, "low": float(low), "high": float(high)}
