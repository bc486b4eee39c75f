"""A remark on one source of noise on this machine."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from iotrial.machine.system_files import SystemFiles


@dataclass(frozen=True)
class Remark:
    """A source of noise: its state here, its effect on results, and how it can be changed."""

    what: str
    state: str
    effect: str
    change: str | None = None  # what can be done; None: nothing from inside
    command: str | None = None  # what to type for that, if it is that simple


#: A rule reads a system and returns remarks; none if all is well or the system does not tell.
Rule = Callable[[SystemFiles], Iterator[Remark]]
