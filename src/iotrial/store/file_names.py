"""The names of a run's files: its record, a part for each sweep, and a judgement that is kept.

A part and a judgement never change: their names carry their checksums.
"""

from __future__ import annotations

import re
from pathlib import Path

RUN_FILE = "run.json"

#: A longer record is none: that of a run with hundreds of levels has a hundredth of it.
MOST_RECORD_BYTES = 64 << 20

#: A run is at most this large when it comes from elsewhere; one of an hour has a hundredth of it.
MOST_BYTES = 4 << 30

#: A longer judgement is not fetched, since the samples say the same; a usual one has a hundredth of it. A run has one,
#: and another if its writer was killed.
MOST_JUDGEMENT_BYTES, MOST_JUDGEMENTS = 8 << 20, 4

#: What may be the name of a run's folder, or of the folder of a machine's runs, that comes from elsewhere. An id that
#: iotrial makes is one, and none is a pattern, hidden, a path, an option or more than one line.
NAME = re.compile(r"[A-Za-z0-9_][A-Za-z0-9._+-]{0,99}")

PART = re.compile(r"sweep-(\d{5,9})(?:-([0-9a-f]{16}))?\.parquet")
JUDGEMENT = re.compile(r"judged-([0-9a-f]{16})\.json")


def part_name(sweep: int, checksum: str) -> str:
    """The file name of a sweep's part, which carries its checksum."""
    return f"sweep-{sweep:05d}-{checksum}.parquet"


def checksum_in(part: Path) -> str | None:
    """The checksum that the name of a part carries; None for one of an earlier version, whose name has none."""
    match = PART.fullmatch(part.name)
    return match[2] if match else None


def judgement_name(checksum: str) -> str:
    """The file name of the judgement that is kept beside a run, which carries its checksum."""
    return f"judged-{checksum}.json"


def is_of_a_run(name: str) -> bool:
    """True if a file of this name belongs to a run: its record, a part, or a judgement that is kept."""
    return name == RUN_FILE or PART.fullmatch(name) is not None or JUDGEMENT.fullmatch(name) is not None


def is_name(name: str) -> bool:
    """True if a folder of a run, or of a machine's runs, that comes from elsewhere may have this name."""
    return NAME.fullmatch(name) is not None and not is_of_a_run(name)
