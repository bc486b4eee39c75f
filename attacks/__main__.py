"""`python -m attacks [--minutes N] [--jobs N] [--list] [PART...]`."""

from __future__ import annotations

import argparse
import collections
import itertools
import os
import random
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterable, Sequence
from types import FrameType
from typing import Any

from hypothesis import HealthCheck, Phase, given, settings

from attacks import damage, faults, kills, options, queries, races, replies, studies
from attacks.at_once import Count, at_once
from attacks.part import Part, Skipped, keep, table

PARTS = {
    part.name: part
    for part in (
        *(studies.PART, options.PART, queries.PART, replies.PART),
        *(damage.PART, races.PART, kills.PART, faults.PART),
    )
}

#: Set when somebody ends this process.
_IS_ENDED = threading.Event()

#: Examples in a row, between two looks at the clock.
EXAMPLES = 200

_SETTINGS = settings(max_examples=EXAMPLES, deadline=None, database=None, suppress_health_check=list(HealthCheck))


def main(arguments: Sequence[str] | None = None) -> int:
    """The command: 0 if nothing was found, 1 if something was."""
    parser = argparse.ArgumentParser(prog="python -m attacks", description=__doc__)
    parser.add_argument("parts", nargs="*", metavar="PART", help="campaigns; all of them if none is named")
    parser.add_argument("--minutes", type=float, default=30.0, help="how long all of them take together")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="processes of the quick ones at once")
    parser.add_argument("--list", action="store_true", help="list the campaigns and stop")
    asked = parser.parse_args(arguments)
    if asked.list:
        print(table(PARTS))
        return 0
    if unknown := [name for name in asked.parts if name not in PARTS]:
        parser.error(f"no campaign is called {unknown[0]!r}\n{table(PARTS)}")
    signal.signal(signal.SIGTERM, _end)  # so that mounts and processes go
    try:
        return _attack_all([PARTS[name] for name in asked.parts or PARTS], 60 * asked.minutes, max(1, asked.jobs))
    except Ended:
        return 128 + signal.SIGTERM


class Ended(KeyboardInterrupt):
    """Somebody ended this process; Hypothesis takes any other exception for a find."""


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


def _attack_all(chosen: Sequence[Part], seconds: float, jobs: int) -> int:
    found = 0
    for part in chosen:
        if part.needs_root and os.geteuid() != 0:
            print(f"{part.name:12} skipped: only root can act as another user", flush=True)
            continue
        share = seconds / len(chosen)
        if jobs == 1 or part.is_slow:
            tried, broken = attack(part, share)
        else:
            tried, broken = at_once(jobs, attack_named, part.name, share)
        print(f"{part.name:12} {tried:,} inputs, {broken} that did harm", flush=True)
        found += broken
    return 1 if found else 0


def attack_named(name: str, seconds: float) -> Count:
    """Do the same in a process of its own."""
    signal.signal(signal.SIGTERM, _end)
    return attack(PARTS[name], seconds)


def attack(part: Part, seconds: float, *, always_the_same: bool = False) -> Count:
    """Try inputs for so long; return how many, and how many of them did harm. What does is made smaller and kept.

    always_the_same: try the same inputs as the last time, once.
    """
    end = time.monotonic() + seconds
    if part.is_slow:
        return _attack_slowly(part, end)
    tried = broken = 0
    last: Any = None
    while not tried or (time.monotonic() < end and not always_the_same):

        @settings(_SETTINGS, derandomize=always_the_same, phases=(Phase.generate, Phase.shrink))
        @given(part.inputs)
        def one(found: Any) -> None:
            nonlocal tried, last
            tried += 1
            last = found
            _attempt(part, found)

        try:
            one()
        except Exception as error:  # whatever it is, it is a find
            broken += 1
            if always_the_same:
                raise
            _tell_of(part, last, error)
    return tried, broken


def _attack_slowly(part: Part, end: float) -> Count:
    """Try one input after the other, each once and as it is, the kinds of inputs in turn; print how many of each."""
    tried, broken, skipped = (collections.Counter[str]() for _ in range(3))
    reasons = {}
    for found in itertools.chain.from_iterable(in_turn(drawn(part), part.kind) for _ in itertools.count()):
        kind = part.kind(found)
        if time.monotonic() > end and (tried or skipped):
            break
        try:
            _attempt(part, found)
        except Skipped as reason:
            skipped[kind] += 1
            reasons[kind] = str(reason)
            continue
        except Exception as error:  # whatever it is, it is a find
            broken[kind] += 1
            _tell_of(part, found, error)
        tried[kind] += 1
    for kind in sorted({*tried, *skipped}):
        why = f", {skipped[kind]} skipped: {reasons[kind]}" if skipped[kind] else ""
        print(f"  {kind}: {tried[kind]} tried, {broken[kind]} that did harm{why}", flush=True)
    return tried.total(), broken.total()


def drawn(part: Part) -> list[Any]:
    """Draw inputs at random. The first that Hypothesis makes is always the simplest, so it takes many to vary."""
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


if __name__ == "__main__":
    sys.exit(main())
