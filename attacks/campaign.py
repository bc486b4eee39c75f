"""A campaign: inputs of a part that are tried for a while, and what came of them."""

from __future__ import annotations

import collections
import itertools
import random
import signal
import threading
import time
from collections.abc import Callable, Iterable
from types import FrameType
from typing import Any

from hypothesis import HealthCheck, Phase, given, settings

from attacks import (
    damage,
    faults,
    fleets,
    full_disk,
    kills,
    lying_stores,
    machines,
    options,
    queries,
    races,
    replies,
    short_kills,
    signals,
    studies,
)
from attacks.inputs import Dice
from attacks.part import Part, Skipped, keep
from attacks.tally import Tally

PARTS = {
    part.name: part
    for part in (
        *(studies.PART, options.PART, queries.PART, replies.PART),
        fleets.PART,
        *(damage.PART, machines.PART, lying_stores.PART, races.PART, kills.PART, faults.PART, full_disk.PART),
        *(signals.PART, short_kills.PART),
    )
}

#: Set when somebody ends this process.
_IS_ENDED = threading.Event()

#: Examples in a row, between two looks at the clock.
EXAMPLES = 200

#: From so many seconds on, dice make the inputs where a part lets them; a find is kept as it is then, not made smaller.
DICE_S = 20.0

#: Dice stop at so many finds, most of which are one.
MOST_FINDS = 20

_SETTINGS = settings(max_examples=EXAMPLES, deadline=None, database=None, suppress_health_check=list(HealthCheck))


class Ended(KeyboardInterrupt):
    """Somebody ended this process; Hypothesis takes any other exception for a find."""


def end_when_told() -> None:
    """Have SIGTERM end this process in an orderly way, so that mounts and processes go."""
    signal.signal(signal.SIGTERM, _end)


def _end(number: int, frame: FrameType | None) -> None:
    _IS_ENDED.set()
    raise Ended


def _attempt(part: Part, found: Any) -> None:
    """Try an input; Ended if this process is to end, even if a command took that for its own Ctrl-C."""
    try:
        part.attempt(found)
    finally:
        if _IS_ENDED.is_set():
            raise Ended


def attack_named(name: str, seconds: float, only: str = "") -> Tally:
    """Attack by the part of this name, in a process of its own."""
    end_when_told()
    return attack(PARTS[name], seconds, only=only)


def attack(
    part: Part, seconds: float, *, always_the_same: bool = False, examples: int = EXAMPLES, only: str = ""
) -> Tally:
    """Try inputs for so long; return how many, and how many of them did harm. What does is made smaller and kept.

    always_the_same: try the same inputs as the last time, once. examples: how many are tried in a row.
    only: of a slow part, the kinds of inputs that begin so.
    """
    end = time.monotonic() + seconds
    if part.is_slow:
        return _attack_slowly(part, end, only)
    if part.rolled and seconds >= DICE_S and not always_the_same:
        return _attack_by_dice(part, part.rolled, end)
    found = Tally()
    last: Any = None
    while not found.tried or (time.monotonic() < end and not always_the_same):

        @settings(_SETTINGS, max_examples=examples, derandomize=always_the_same, phases=(Phase.generate, Phase.shrink))
        @given(part.inputs)
        def one(drawn: Any) -> None:
            nonlocal last
            found.tried[""] += 1
            last = drawn
            _attempt(part, drawn)

        try:
            one()
        except Exception as error:  # whatever it is, it is a find
            found.broken[""] += 1
            if always_the_same:
                raise
            _tell_of(part, last, error)
    return found


def _attack_by_dice(part: Part, roll: Callable[[Dice], Any], end: float) -> Tally:
    """Try what dice make, in the time in which Hypothesis would make a hundredth of it; what does harm is kept."""
    found = Tally()
    first = random.SystemRandom().getrandbits(64)
    for seed in itertools.count(first):
        if time.monotonic() > end or found.broken.total() >= MOST_FINDS:
            return found
        given = roll(Dice(seed))
        found.tried[""] += 1
        try:
            _attempt(part, given)
        except Exception as error:  # whatever it is, it is a find
            found.broken[""] += 1
            _tell_of(part, given, error)
    raise AssertionError


def _attack_slowly(part: Part, end: float, only: str) -> Tally:
    """Try one input after the other, each once and as it is, the kinds of inputs in turn."""
    found = Tally()
    for one in itertools.chain.from_iterable(_of_kinds(part, only) for _ in itertools.count()):
        kind = part.kind(one)
        if time.monotonic() > end and (found.tried or found.skipped):
            break
        try:
            _attempt(part, one)
        except Skipped as reason:
            found.skipped[kind] += 1
            found.reasons[kind] = str(reason)
            continue
        except Exception as error:  # whatever it is, it is a find
            found.broken[kind] += 1
            _tell_of(part, one, error)
        found.tried[kind] += part.size(one)
    return found


def _of_kinds(part: Part, only: str) -> list[Any]:
    found = [one for one in in_turn(drawn(part), part.kind) if part.kind(one).startswith(only)]
    if not found:
        raise SystemExit(f"no input of {part.name} is of a kind that begins with {only!r}")
    return found


def drawn(part: Part) -> list[Any]:
    """Draw inputs at random. The first that Hypothesis makes is always the simplest, so it takes many to vary."""
    if part.rolled:
        seeds = random.SystemRandom()
        return [part.rolled(Dice(seeds.getrandbits(64))) for _ in range(EXAMPLES)]
    found = []

    @settings(_SETTINGS, phases=(Phase.generate,))
    @given(part.inputs)
    def one(given: Any) -> None:
        found.append(given)

    one()
    random.shuffle(found)
    return found


def in_turn(found: Iterable[Any], kind: Callable[[Any], str]) -> list[Any]:
    """Order inputs so that each kind has a first before any has a second."""
    seen = collections.Counter[str]()
    placed = []
    for one in found:
        placed.append((seen[kind(one)], one))
        seen[kind(one)] += 1
    return [one for _, one in sorted(placed, key=lambda pair: pair[0])]


def _tell_of(part: Part, found: Any, error: BaseException) -> None:
    while isinstance(error, BaseExceptionGroup):  # what happened once and not again
        error = error.exceptions[0]
    path = keep(part.name, found, f"{type(error).__name__}: {error}"[:1000])
    print(f"{part.name}: {type(error).__name__}: {str(error)[:300]}\n  kept as {path}", flush=True)
