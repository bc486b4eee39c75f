"""The work of one host: one study, in one session."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from iotrial.folders.sent_tree import Tree

#: The outcome of an assignment, as its host and the fleet's own folder record it.
State = Literal["waiting", "measuring", "finished", "failed", "stopped", "gone"]

#: Names of fleets, hosts and studies become names of folders.
NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,99}")


@dataclass(frozen=True)
class Assignment:
    """A study for a host, with all that it takes. The same one may be given to a host again: it is done once.

    options: what else `iotrial run` is told.
    """

    fleet: str
    host: str
    study: str
    session: int
    study_text: str
    options: Sequence[str] = ()
    trees: Sequence[Tree] = ()

    @property
    def key(self) -> str:
        """Tell it from all others of its fleet and host."""
        return key_of(self.study, self.session)


def key_of(study: str, session: int) -> str:
    """Tell an assignment from all others of its fleet and host."""
    return f"{study}-{session}"
