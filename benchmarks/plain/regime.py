"""The regime in which plain programs run: the conditions that move a ratio, each of which can be switched."""

from __future__ import annotations

import random
import string
from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace

#: Blocks of memory that a program takes and gives back before its work, if its heap is to be a used one.
USED_BLOCKS = 40_000

#: The fewest and the most of them if they are drawn, on a scale of powers; a block has about 60 bytes.
LEAST_BLOCKS, MOST_BLOCKS = 16, 270_000

#: Folders below one another that make a path long, each with a name of this length.
LONG_FOLDERS, LONG_NAME = 12, "deep-" * 3

#: The most folders of a drawn path, and the fewest and the most bytes of their names together.
MOST_FOLDERS, LEAST_PATH_BYTES, MOST_PATH_BYTES = 6, 12, 240


@dataclass(frozen=True)
class Surroundings:
    """What is drawn for a round: the folders of a path, and the blocks of memory that are used before."""

    folders: tuple[str, ...]
    used_blocks: int


def drawn(draw: random.Random) -> Surroundings:
    """Draw the surroundings of a round."""
    depth = draw.randint(1, MOST_FOLDERS)
    letters = draw.randint(LEAST_PATH_BYTES, MOST_PATH_BYTES) // depth
    folders = tuple("".join(draw.choices(string.ascii_lowercase, k=letters)) for _ in range(depth))
    return Surroundings(folders, round(LEAST_BLOCKS * (MOST_BLOCKS / LEAST_BLOCKS) ** draw.random()))


@dataclass(frozen=True)
class Regime:
    """How plain programs run."""

    state: str = "steady"  # or first: the first call of a fresh process, nothing before it
    heap: str = "fresh"  # or used: memory was taken, and given back in another order; or drawn, for each round
    path: str = "short"  # or long: folders in folders; or drawn, for each round
    reader: str = "ask"  # or poll, copy, allocate: see programs/reader.py
    sessions: str = "one"  # or two: program and reader are apart for a system that shares CPUs between sessions
    care: str = "usual"  # or checked: methods look at what their calls returned, if they have such a form
    before: str = "others"  # have the CPU before a sample, and read the input; or elsewhere: other files; or own: none
    lead_in: str = "smaller"  # turns on a smaller input come right before each sample; or none
    logs: str = "removed"  # what a sample has written is removed by another program before the next; or kept
    pages: str = "1 MiB"  # or 4 KiB: the input was written in such pieces; or read: it is read again in each round

    def folders(self, round_of: Surroundings) -> tuple[str, ...]:
        """Return the folders that lie above inputs and outputs."""
        return {"short": (), "long": (LONG_NAME,) * LONG_FOLDERS, "drawn": round_of.folders}[self.path]

    def used_blocks(self, round_of: Surroundings) -> int:
        """Return the blocks that a program takes before."""
        return {"fresh": 0, "used": USED_BLOCKS, "drawn": round_of.used_blocks}[self.heap]

    @property
    def piece_bytes(self) -> int:
        """Return the bytes of a piece in which the input is written."""
        return {"1 MiB": 1 << 20, "4 KiB": 1 << 12, "read": 1 << 20}[self.pages]


#: How iotrial names the readers of a sink, and the plain reader of each.
READERS: Mapping[str, str] = {"bare": "ask", "copying": "copy"}

#: The condition that is switched -> how a table names it.
NAMES = {
    "state": {"first": "the first call of a process", "steady": "calls after a warm-up"},
    "heap": {"drawn": "another heap in each round", "used": "a heap that was used before", "fresh": "a fresh heap"},
    "path": {"drawn": "another path in each round", "long": "a long path", "short": "a short path"},
    "reader": {
        "ask": "a reader that waits for bytes and for requests",
        "poll": "a reader that waits for bytes alone",
        "copy": "a reader that copies, like cat",
        "allocate": "a reader that allocates",
    },
    "sessions": {"two": "a reader of another session", "one": "a reader of the same session"},
    "care": {"checked": "calls that are checked", "usual": "calls as they are usually written"},
    "before": {
        "others": "other programs' work before each sample",
        "elsewhere": "other programs' work before each sample, on other files",
        "own": "samples right after one another",
    },
    "lead_in": {
        "smaller": "turns on a smaller input right before each sample",
        "none": "nothing of their own right before each sample",
    },
    "logs": {
        "removed": "logs that are removed after each sample",
        "kept": "logs of all samples that stay",
    },
    "pages": {
        "read": "an input that is read again in each round",
        "4 KiB": "an input written by 4 KiB",
        "1 MiB": "an input written by 1 MiB",
    },
}


def usual(level: Mapping[str, object], surroundings: Collection[str] = ()) -> Regime:
    """Return the regime of iotrial's own run at a level, in which some surroundings are drawn anew in each round.

    ValueError for a reader that no plain one resembles.
    """
    reader = str(level.get("reader", "bare"))
    if reader not in READERS:
        raise ValueError(f"no plain reader is like reader={reader}")
    return Regime(
        state=str(level.get("state", "steady")),
        heap="drawn" if "heap" in surroundings else "fresh",
        path="drawn" if "path" in surroundings else "short",
        pages="read" if "pages" in surroundings else "1 MiB",
        reader=READERS[reader],
    )


def switched(
    regime: Regime, *, has_reader: bool, has_input: bool, has_logs: bool, has_checked: bool
) -> dict[str, Regime]:
    """Return the regimes that differ from one in a single condition, by what a table calls that condition."""
    left_out = {
        "reader": not has_reader,
        "sessions": not has_reader,
        "pages": not has_input,
        "logs": not has_logs or regime.state == "first",
        "care": not has_checked,
        "before": regime.state == "first",  # nothing of its own comes before the first call
        "lead_in": regime.state == "first",
    }
    found = {}
    for condition, names in NAMES.items():
        if left_out.get(condition):
            continue
        for value, name in names.items():
            if value not in (getattr(regime, condition), "drawn", *([] if has_input else ["elsewhere"])):
                found[name] = replace(regime, **{condition: value})
    return found
