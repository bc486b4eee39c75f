"""The factor `cache`: an input is in memory since it was read, or since it was written, or on its device alone."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

from iotrial.ask.catalog import Value
from iotrial.workers.conditions import Cold, Warm

#: The factor, and its words.
CACHE, WARM, WRITTEN, COLD = "cache", "warm", "written", "cold"

#: The bytes per call that wrote a file which has been in memory since: those of a log, or of a program with a buffer of
#: the usual size. A page has as many on most machines.
WRITTEN_BYTES = 4096


class KeptInput(NamedTuple):
    """An input and the smaller one of the lead-in, how they are written, and where they are when they are read."""

    whole: Path
    lead_in: Path
    call_bytes: int | None  # by calls of this many bytes; None: of any size
    warm: Warm | None
    cold: Cold | None


def kept_input(level: Mapping[str, Value], name: Path, units: int, lead_units: int, file_bytes: int) -> KeptInput:
    """Return the inputs of a level, which are called `name`-UNITS; file_bytes: the size of the whole one."""
    cache = str(level.get(CACHE, WARM))
    if cache == COLD:  # one has a name of its own, since reading it must not warm the other
        inputs = (_named(name, units), _named(name, lead_units, "lead"))
        return KeptInput(*inputs, None, None, Cold(inputs, file_bytes))
    if cache == WRITTEN:
        inputs = (_named(name, units, WRITTEN), _named(name, lead_units, WRITTEN))
        return KeptInput(*inputs, WRITTEN_BYTES, Warm(inputs, may_be_read_again=False), None)
    inputs = (_named(name, units), _named(name, lead_units))
    return KeptInput(*inputs, None, Warm(inputs), None)


def _named(name: Path, *parts: object) -> Path:
    return name.with_name("-".join([name.name, *map(str, parts)]))
