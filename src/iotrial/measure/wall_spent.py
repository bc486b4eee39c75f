"""The wall time of a run, by what it goes into."""

from __future__ import annotations

import contextlib
import time
from collections import Counter
from collections.abc import Iterator
from typing import Literal

from iotrial.store.record import Spent

Stage = Literal["building", "verifying", "pilot", "rounds", "evidence"]


class Spending:
    """The wall time that each stage of a run took so far."""

    def __init__(self) -> None:
        self._ns: Counter[Stage] = Counter()

    @contextlib.contextmanager
    def on(self, stage: Stage) -> Iterator[None]:
        """Count the time of a block of work, even if it fails."""
        begun_ns = time.monotonic_ns()
        try:
            yield
        finally:
            self._ns[stage] += time.monotonic_ns() - begun_ns

    @property
    def building_ns(self) -> int:
        """The time for building programs, which no budget pays for."""
        return self._ns["building"]

    def record(self, before: Spent | None = None) -> Spent:
        """Return the times as a run keeps them, with those of the sessions before that it goes on from."""
        old = before or Spent()
        return Spent(
            building_ns=old.building_ns + self._ns["building"],
            verifying_ns=old.verifying_ns + self._ns["verifying"],
            pilot_ns=old.pilot_ns + self._ns["pilot"],
            rounds_ns=old.rounds_ns + self._ns["rounds"],
            evidence_ns=old.evidence_ns + self._ns["evidence"],
        )
