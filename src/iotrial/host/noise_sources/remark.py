"""One thing that will blur results on this machine."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from iotrial.host.system_files import SystemFiles


@dataclass(frozen=True)
class Remark:
    """One thing that will blur results: its state here, what it does to them, and how it can be changed."""

    what: str
    state: str
    effect: str
    change: str | None = None  # what can be done; None: nothing from inside
    command: str | None = None  # what to type for that, where it is that simple


#: Looks at a system and says what is the matter; nothing where it is well or does not tell.
Rule = Callable[[SystemFiles], Iterator[Remark]]
