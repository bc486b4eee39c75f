"""A method's way with the bytes that it moves, by its tags: which floor bounds it, and if anybody reads them."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Protocol

from iotrial.ask.tags import mapped_bytes
from iotrial.store.record import FloorKind

Tags = Collection[str]
Level = Mapping[str, int | str]


class Floor(Protocol):
    """A floor, as a method or as it is stored: its kind, and what it guarantees."""

    @property
    def floor(self) -> str | None:
        """Its kind; None, or nothing, if it is no floor."""

    @property
    def guarantees(self) -> Mapping[str, str]:
        """Its guarantees."""


def is_untouched(tags: Tags, level: Level) -> bool:
    """True if the bytes of a method with these tags are not read: they go to a sink that discards them."""
    return level.get("sink") == "null" and ("untouched" in tags or _maps(tags, level))


def is_mapped(tags: Tags, level: Level) -> bool:
    """True if a method with these tags has its input mapped, so that its memory counts what the page cache has."""
    return "mapped" in tags or _maps(tags, level)


def floor_kind(tags: Tags, level: Level) -> FloorKind:
    """Return the kind of floor that bounds a method with these tags: do bytes come into its own memory?"""
    return "not copying" if "untouched" in tags or is_mapped(tags, level) else "copying"


def has_floor(tags: Tags, guarantees: Mapping[str, str], level: Level, floor: Floor) -> bool:
    """True if a floor bounds a method with these tags and guarantees: it is of its kind, and guarantees no more.

    Nothing is bounded if the device has a part in the time: what overlaps with it best is not what does the least.
    """
    if level.get("cache") == "cold" or level.get("memory_limit", "none") != "none":
        return False
    return floor_kind(tags, level) == floor.floor and floor.guarantees.items() <= guarantees.items()


def _maps(tags: Tags, level: Level) -> bool:
    """True if a runtime maps the level's file, so that it never reads it into memory of its own."""
    size, most = level.get("file_bytes"), mapped_bytes(tags)
    return most is not None and isinstance(size, int) and size <= most
