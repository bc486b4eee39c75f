"""The regime in which plain programs run: the conditions that move a ratio, each of which can be switched."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

#: Blocks of memory that a program takes and gives back before its work, if its heap is to be a used one.
USED_BLOCKS = 40_000

#: Folders below one another that make a path long, each with a name of this length.
LONG_FOLDERS, LONG_NAME = 12, "deep-" * 3


@dataclass(frozen=True)
class Regime:
    """How plain programs run."""

    state: str = "steady"  # or first: the first call of a fresh process, nothing before it
    heap: str = "fresh"  # or used: memory was taken, and given back in another order
    path: str = "short"  # or long: folders in folders
    reader: str = "poll"  # or copy, allocate: see programs/reader.py
    care: str = "usual"  # or checked: methods look at what their calls returned, if they have such a form
    pieces: str = "1 MiB"  # or 4 KiB: in which the input was written

    @property
    def folders(self) -> str:
        """Return the folders that lie between a level's folder and what is in it."""
        return "/".join([LONG_NAME] * LONG_FOLDERS) if self.path == "long" else ""

    @property
    def piece_bytes(self) -> int:
        """Return the bytes of a piece."""
        return {"1 MiB": 1 << 20, "4 KiB": 1 << 12}[self.pieces]

    @property
    def used_blocks(self) -> int:
        """Return the blocks that a program takes before."""
        return USED_BLOCKS if self.heap == "used" else 0


#: How iotrial names the readers of a sink, and the plain reader of each.
READERS: Mapping[str, str] = {"bare": "poll", "poll": "poll", "copying": "copy", "allocating": "allocate"}

#: The condition that is switched -> how a table names it.
NAMES = {
    "state": {"first": "the first call of a process", "steady": "calls after a warm-up"},
    "heap": {"used": "a heap that was used before", "fresh": "a fresh heap"},
    "path": {"long": "a long path", "short": "a short path"},
    "reader": {
        "poll": "a reader that polls",
        "copy": "a reader that copies, like cat",
        "allocate": "a reader that allocates",
    },
    "care": {"checked": "calls that are checked", "usual": "calls as they are usually written"},
    "pieces": {"4 KiB": "an input written by 4 KiB", "1 MiB": "an input written by 1 MiB"},
}


def usual(level: Mapping[str, object]) -> Regime:
    """Return the regime of iotrial's own run at a level; ValueError for a reader that no plain one resembles."""
    reader = str(level.get("reader", "bare"))
    if reader not in READERS:
        raise ValueError(f"no plain reader is like reader={reader}")
    return Regime(state=str(level.get("state", "steady")), reader=READERS[reader])


def switched(regime: Regime, *, has_reader: bool, has_input: bool, has_checked: bool) -> dict[str, Regime]:
    """Return the regimes that differ from one in a single condition, by what a table calls that condition."""
    left_out = {"reader": not has_reader, "pieces": not has_input, "care": not has_checked}
    found = {}
    for condition, names in NAMES.items():
        if left_out.get(condition):
            continue
        for value, name in names.items():
            if value != getattr(regime, condition):
                found[name] = replace(regime, **{condition: value})
    return found
