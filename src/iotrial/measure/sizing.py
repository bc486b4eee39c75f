"""The amount to measure: iterations of a sample, blocks of a round, rounds of a run. Pure."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

#: Arms within this factor of the baseline share its iteration count (rule 3).
PEER_FACTOR = 4.0

#: A sample is at least this many clock steps, divided by the margin (rule 3).
CLOCK_STEPS = 10.0

#: Samples that the pilot shows to be shorter than this share of the length asked for are made longer.
LEAST_SHARE = 0.5

#: An arm that tells less than this share of the time that a request takes is sized as if it told so much: samples of
#: one with a bent clock would take all of a budget before it is found out. An honest one tells two fifths and more.
LEAST_TOLD = 0.1

#: A floor's sample is at least this share of the length asked for.
FLOOR_SHARE = 0.5

#: The start of a round may cost this share of its blocks; a few long blocks are as good as many short ones.
START_SHARE = 0.25
FEWEST_BLOCKS = 3
MOST_BLOCKS = 61
LONG_BLOCK_NS = 1_000_000_000

#: In a budget that rounds fill, room is made for this many times the rounds that are wanted.
ROUNDS_TO_SPARE = 1.5

#: A named budget adds rounds, up to this many times the usual number.
MOST_MORE_ROUNDS = 4

#: If one level was asked for: the most blocks of each other level.
MOST_OTHER_BLOCKS = 5
#: The other levels must fit into this share of the time left, since a machine may grow busy meanwhile.
CARRIED_SHARE = 0.6
#: More rounds are worth more than more blocks up to the first number; more rounds than the second tell nothing new.
WANTED_ROUNDS = 24
MOST_ADVISED_ROUNDS = 96

#: Blocks that take no larger share of a round's start are kept if the rounds that an answer takes fit with them.
CHEAP_SHARE = START_SHARE

#: The share of the time left that is planned with: a pilot is one look at a noisy machine.
SURE_SHARE = 0.9

#: No sample has more iterations than this: each may need a file of its own.
MOST_ITERATIONS = 1 << 20


def shortest_sample_ns(sample_ns: int, clock_step_ns: int, margin: float) -> int:
    """Return the least length of a sample, ns: as asked, and long compared with the clock's steps."""
    return max(sample_ns, math.ceil(CLOCK_STEPS / margin * clock_step_ns))


def shared_times(times_ns: Sequence[float], methods: Sequence[str]) -> list[float]:
    """Return the times of one iteration by which arms are sized, from those of the pilot in ns and each arm's method.

    Arms of one method within PEER_FACTOR of the quickest of them get its time, so that they share one count (rule 3)
    however noisy the pilot was.
    """
    least: dict[str, float] = {}
    for time, method in zip(times_ns, methods, strict=True):
        least[method] = min(time, least.get(method, time))
    pairs = zip(times_ns, (least[method] for method in methods), strict=True)
    return [quickest if time <= PEER_FACTOR * quickest else time for time, quickest in pairs]


def iterations_of(times_ns: Sequence[float], sample_ns: int) -> list[int]:
    """Return the iterations per sample of each arm, from its time of one iteration in ns; the baseline comes first.

    Arms within PEER_FACTOR of the baseline share one count, with which the quickest of them takes `sample_ns`. The
    count of any other arm is the shared one times the power of two, up or down, that brings its sample nearest to
    the baseline's (rule 3).
    """
    baseline = times_ns[0]
    peers = [time for time in times_ns if baseline / PEER_FACTOR <= time <= baseline * PEER_FACTOR]
    shared = min(MOST_ITERATIONS, max(1, math.ceil(sample_ns / min(peers))))
    counts = []
    for time in times_ns:
        if baseline / PEER_FACTOR <= time <= baseline * PEER_FACTOR:
            counts.append(shared)
        else:
            counts.append(_beside(shared, baseline, time))
    return counts


def _beside(shared: int, baseline_ns: float, time_ns: float) -> int:
    """Return the iterations of an arm far from the baseline: the shared count times a power of two."""
    factor = 2.0 ** round(math.log2(baseline_ns / time_ns))
    return min(MOST_ITERATIONS, max(1, round(shared * factor)))


def resized(counts: Sequence[int], times_ns: Sequence[float], sample_ns: int) -> list[int] | None:
    """Return better iterations per sample, once arms have been seen beside each other; None if they are right.

    counts: as they are. times_ns: of one iteration, of each arm; the baseline comes first. A first look at each arm
    alone may have been disturbed: then arms near the baseline have unlike counts, or samples that are too short. They
    get one count; that of any other arm stays what it is, as a multiple of the shared one, unless its samples would be
    far longer than the baseline's.
    """
    right = iterations_of(times_ns, sample_ns)
    baseline = times_ns[0]
    is_peer = [baseline / PEER_FACTOR <= time <= baseline * PEER_FACTOR for time in times_ns]
    peers = [(time, old) for time, old, is_near in zip(times_ns, counts, is_peer, strict=True) if is_near]
    is_short = min(time * old for time, old in peers) < LEAST_SHARE * sample_ns
    shared = right[0] if is_short else counts[0]
    found = []
    for old, time, is_near in zip(counts, times_ns, is_peer, strict=True):
        kept = min(MOST_ITERATIONS, max(1, round(old * shared / counts[0])))
        near = shared if is_near else _beside(shared, baseline, time)
        found.append(near if is_near or kept > PEER_FACTOR * near else kept)
    return found if found != list(counts) else None


def floor_iterations(time_ns: float, shared: int, sample_ns: int) -> int:
    """Return the iterations per sample of a floor, from its time of one in ns: the level's, times a power of two.

    The factor grows only until the sample takes FLOOR_SHARE of `sample_ns`, so that a floor adds little to a block.
    """
    iterations = shared
    while iterations * 2 <= MOST_ITERATIONS and iterations * time_ns < FLOOR_SHARE * sample_ns:
        iterations *= 2
    return iterations


def shift_of(iterations: int, shared: int) -> int:
    """Return the power of two between an arm's iterations and the shared count; never 0 if they differ."""
    if iterations == shared:
        return 0
    return round(math.log2(iterations / shared)) or (1 if iterations > shared else -1)


def blocks_of(start_ns: float, block_ns: float) -> int:
    """Return the blocks of a round: odd, and enough to be worth its start."""
    wanted = start_ns / (START_SHARE * block_ns)
    return _odd(max(wanted, 1 if block_ns > LONG_BLOCK_NS else FEWEST_BLOCKS))


def fitting_blocks(rounds: Sequence[tuple[int, float, float]], allowed_ns: float) -> list[int]:
    """Return the blocks of each level, so that one round of all levels takes at most `allowed_ns`, if that is possible.

    `rounds` holds each level's wanted blocks, and the costs of a start and of a block in ns. The level that spends most
    on blocks gives way first: rounds are worth more than blocks, and a short level keeps its blocks.
    """
    blocks = [wanted for wanted, _, _ in rounds]
    budget_ns = SURE_SHARE * allowed_ns - sum(start_ns for _, start_ns, _ in rounds)
    spent = [wanted * block_ns for wanted, _, block_ns in rounds]
    while sum(spent) > budget_ns and max(blocks, default=1) > 1:
        most = max((place for place in range(len(blocks)) if blocks[place] > 1), key=lambda place: spent[place])
        blocks[most] -= 2
        spent[most] = blocks[most] * rounds[most][2]
    return blocks


def blocks_for_rounds(rounds: Sequence[tuple[int, float, float]], count: int, left_ns: float) -> list[int]:
    """Return the blocks of each level if `count` rounds are to fit into the rest of a budget that rounds will fill.

    As `fitting_blocks`, but for ROUNDS_TO_SPARE times as many rounds, as far as each keeps FEWEST_BLOCKS: a machine
    that grows busy then still leaves enough, and an interval narrows more by a round than by the blocks it costs.
    """
    most = fitting_blocks(rounds, left_ns / count)
    fewer = fitting_blocks(rounds, left_ns / (ROUNDS_TO_SPARE * count))
    return [max(few, min(FEWEST_BLOCKS, many)) for few, many in zip(fewer, most, strict=True)]


def fitting_rounds(rounds: int, sweep_ns: float, left_ns: float) -> int:
    """Return the rounds that fit into the rest of a budget if a sweep takes `sweep_ns`; never fewer than `rounds`."""
    fit = int(SURE_SHARE * left_ns / sweep_ns) if sweep_ns > 0 else rounds
    return max(rounds, min(MOST_MORE_ROUNDS * rounds, fit))


@dataclass(frozen=True)
class RoundCost:
    """The cost of a round of a level: its start and one block, ns, and the number of blocks that it is worth."""

    start_ns: float
    block_ns: float
    blocks: int

    def round_ns(self, blocks: int) -> float:
        """Return the time of a round of that many blocks, ns."""
        return self.start_ns + blocks * self.block_ns


@dataclass(frozen=True)
class Shares:
    """A plan: sweeps, blocks of the level asked for, blocks of the others that are measured, in every n-th sweep."""

    sweeps: int
    blocks: int
    others: Mapping[int, int]
    every: int


def share_out(
    asked: RoundCost, others: Mapping[int, RoundCost], asked_rounds: int, other_rounds: int, left_ns: float
) -> Shares:
    """Divide the rest of a budget so that the level that was asked for gets most, and at least `asked_rounds`.

    Each other level gets at least `other_rounds`, or none: the costliest gets fewer blocks first, then is left out.
    """
    room_ns = CARRIED_SHARE * left_ns
    kept = {number: min(cost.blocks, MOST_OTHER_BLOCKS) for number, cost in others.items()}

    def taken_ns() -> float:
        return other_rounds * sum(others[number].round_ns(blocks) for number, blocks in kept.items())

    while kept and taken_ns() > min(room_ns / 2, room_ns - asked_rounds * asked.round_ns(1)):
        costliest = max(kept, key=lambda number: others[number].round_ns(kept[number]))
        if kept[costliest] > 1 and others[costliest].block_ns * 8 > others[costliest].start_ns:
            kept[costliest] -= 2
        else:
            del kept[costliest]
    blocks, left_for_it_ns = asked.blocks, room_ns - taken_ns()
    while blocks > 1 and WANTED_ROUNDS * asked.round_ns(blocks) > left_for_it_ns:
        is_cheap = blocks * asked.block_ns <= CHEAP_SHARE * asked.start_ns
        if is_cheap and asked_rounds * asked.round_ns(blocks) <= left_for_it_ns:
            break
        blocks -= 2

    def sweeps(share: float) -> int:
        fit = int(max(0.0, share * left_ns - taken_ns()) / asked.round_ns(blocks))
        return max(asked_rounds, min(MOST_ADVISED_ROUNDS, fit))

    every = max(1, sweeps(CARRIED_SHARE) // other_rounds) if kept else 1
    return Shares(sweeps(SURE_SHARE), blocks, kept, every)


def _odd(blocks: float) -> int:
    whole = min(MOST_BLOCKS, max(1, math.ceil(blocks)))
    return whole if whole % 2 else whole + (1 if whole < MOST_BLOCKS else -1)
