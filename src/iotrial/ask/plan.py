"""The seeded plan of a study: every order, length and place that is drawn. Pure: same seed, same plan.

Each draw has a generator of its own. Its key says what is drawn, in which sweep and at which level, so that a resumed
run draws what the killed one would have drawn.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from iotrial.ask.planned_risk import useful_rounds

if TYPE_CHECKING:
    from iotrial.stats.risk import Risk

Integers = NDArray[np.int64]

#: First number of each generator's key: what is drawn.
_SWEEP, _BLOCKS, _START, _PADDING, _CPU, _FOLDER, _PATH, _HEAP = range(8)

#: Paddings are shorter than this: a page, beyond which the layout of memory repeats (Mytkowicz 2009).
MOST_PADDING_BYTES = 4096

#: The folders that stand above those of a round: their number, and the bytes of all their names with a slash each.
MOST_PATH_DEPTH = 6
LEAST_PATH_BYTES, MOST_PATH_BYTES = 12, 240

#: The memory that a worker takes and gives back before its first work; drawn on a scale of powers.
LEAST_HEAP_BYTES, MOST_HEAP_BYTES = 1 << 10, 16 << 20

#: Rounds by the number of arms, which counts baseline and placebo (rule 7).
QUICK_ROUNDS, QUICK_ARMS = 12, 8
WIDE_ROUNDS = 16
FULL_ROUNDS = 24


def sweep_order(seed: int, sweep: int, levels: int) -> Integers:
    """Draw the order in which a sweep visits the levels: a permutation of 0 to `levels` - 1 (rule 4)."""
    return _generator(seed, _SWEEP, sweep).permutation(levels)


def block_orders(seed: int, sweep: int, level: int, blocks: int, arms: int) -> Integers:
    """Draw the order of arms in every block of a round: shape (blocks, arms), each row a permutation (rule 2).

    The blocks are filled with as many whole designs as fit. In a design each arm stands once in every slot and comes
    equally often after every other arm (Williams 1949); it has `arms` rows for an even number of arms, twice as many
    for an odd one. If at least `arms` blocks are left, half of an odd design fills them: each arm still stands once in
    every slot. The rest are independent permutations. Every design has its own labelling of the arms.
    """
    source = _generator(seed, _BLOCKS, sweep, level)
    parts: list[Integers] = []
    left = blocks
    size = arms if arms % 2 == 0 else 2 * arms
    while arms > 1 and left >= arms:
        design = williams(arms)
        if left < size:  # half of an odd design, either of the two
            design = design[:arms] if source.integers(2) else design[arms:]
        labels = source.permutation(arms)
        parts.append(labels[design[source.permutation(len(design))]])
        left -= len(design)
    parts += [source.permutation(arms)[np.newaxis] for _ in range(left)]
    return np.concatenate(parts) if parts else np.empty((0, arms), dtype=np.int64)


def williams(arms: int) -> Integers:
    """Return an unlabelled design balanced for first-order carry-over: Williams, Aust. J. Sci. Res. A 2 (1949) 149.

    Shape (arms, arms) for an even number of arms; (2 arms, arms) for an odd one, the second half mirrors the first.
    """
    steps = np.arange(1, arms)
    zigzag = np.where(steps % 2 == 1, (steps + 1) // 2, -(steps // 2))
    first = np.concatenate(([0], zigzag)) % arms
    square: Integers = (first[np.newaxis, :] + np.arange(arms)[:, np.newaxis]) % arms
    return square if arms % 2 == 0 else np.concatenate((square, square[:, ::-1]))


def start_order(seed: int, sweep: int, level: int, arms: int, again: int = 0) -> Integers:
    """Draw for each arm its place in the order in which a round starts its processes (rule 1)."""
    return _generator(seed, _START, sweep, level, *_again(again)).permutation(arms)


def paddings(seed: int, sweep: int, level: int, arms: int, again: int = 0) -> Integers:
    """Draw for each arm the bytes that its environment and its arguments grow by: shape (arms, 2) (rule 1)."""
    return _generator(seed, _PADDING, sweep, level, *_again(again)).integers(0, MOST_PADDING_BYTES, size=(arms, 2))


def folders(seed: int, sweep: int, level: int, arms: int, again: int = 0) -> Integers:
    """Draw for each arm the number of the folder that its outputs go to.

    It is drawn for each round because, in two full runs of one study, the placebo came out 0.2 % and 2.1 % from the
    baseline, each time with a narrow interval, and the folder was all that an arm kept from the first round to the
    last. It is likely that the folder was the cause, but not shown.
    """
    return _generator(seed, _FOLDER, sweep, level, *_again(again)).permutation(arms)


def cpu(seed: int, sweep: int, level: int, cpus: Sequence[int]) -> int:
    """Draw the CPU that all workers of a round share (rule 1). ValueError if there is none."""
    if not cpus:
        raise ValueError("there is no CPU to choose from")
    return int(cpus[int(_generator(seed, _CPU, sweep, level).integers(len(cpus)))])


def path(seed: int, sweep: int, level: int) -> tuple[str, ...]:
    """Draw the names of the folders above those of a round: how many, how long, and their letters (rule 23)."""
    source = _generator(seed, _PATH, sweep, level)
    depth = int(source.integers(1, MOST_PATH_DEPTH + 1))
    letters = int(source.integers(LEAST_PATH_BYTES, MOST_PATH_BYTES + 1)) - depth
    sizes = [letters // depth + (place < letters % depth) for place in range(depth)]
    return tuple(bytes(source.integers(ord("a"), ord("z") + 1, size).tolist()).decode() for size in sizes)


def heap_bytes(seed: int, sweep: int, level: int) -> int:
    """Draw the memory that each worker of a round takes and gives back before its first work (rule 23)."""
    share = float(_generator(seed, _HEAP, sweep, level).random())
    return round(LEAST_HEAP_BYTES * math.exp(share * math.log(MOST_HEAP_BYTES / LEAST_HEAP_BYTES)))


def rounds_for(arms: Sequence[int], quick: bool, risk: Risk) -> int:
    """Return the rounds of a run for which no number is named (rules 7 and 26).

    arms: for each level their number, baseline and placebo included. risk: how the risk of error is shared out among
    all statements.
    """
    usual = FULL_ROUNDS if not quick else QUICK_ROUNDS if max(arms) <= QUICK_ARMS else WIDE_ROUNDS
    return max(usual, useful_rounds(risk, arms))


def _again(again: int) -> tuple[int, ...]:
    """Return the part of a key that tells further starts of a round from the first one."""
    return (again,) if again else ()


def _generator(seed: int, *key: int) -> np.random.Generator:
    return np.random.Generator(np.random.PCG64(np.random.SeedSequence(seed, spawn_key=key)))
