"""The words that a method may be tagged with, and what each of them means."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

#: Tag -> what it means; `SIZE` in one stands for a size, such as 4mib.
TAGS = {
    "article": "an article timed it",
    "as-published": "exactly as an article had it; timed even if it fails its check, and then never ranked",
    "by-name": "waits for a device; measured only if it is named, and `LANGUAGE/*` does not name it",
    "threaded": "uses several threads, so the workers of its level are not bound to one CPU",
    "untouched": "moves the bytes without looking at them; not ranked at a sink that throws them away",
    "maps-to-SIZE": "does so with files of up to SIZE (`maps-to-4mib`), which its runtime maps into memory, and reads "
    "larger ones",
    "uncounted": "reads the file into its own memory by a way that the system counts as no reading, such as io_uring",
    "mapped": "reads the file where the system keeps it, through a mapping, and copies nothing",
}


@dataclass(frozen=True)
class MethodRisk:
    """A harm that a method may do: the words behind "which", when it does so, and when it never does."""

    what: str
    when: str
    never: str

    @property
    def told(self) -> str:
        """The harm, and when it is done."""
        return f"{self.what} if {self.when}"


#: Tag -> what such a method risks. It is the one to use only if the usual way risks it too, or all others do.
RISKS = {
    "mapped": MethodRisk(
        what="may end the program (SIGBUS)",
        when="the file is cut short meanwhile",
        never="the file is never cut short meanwhile",
    )
}

_MAPS_TO = re.compile(r"maps-to-([1-9][0-9]{0,3})(kib|mib|gib)")
_UNITS = {"kib": 1 << 10, "mib": 1 << 20, "gib": 1 << 30}


def is_tag(word: str) -> bool:
    """True if a word is one of the tags."""
    return "SIZE" not in word and (word in TAGS or mapped_bytes([word]) is not None)


def risks_of(tags: Iterable[str]) -> list[MethodRisk]:
    """Return what a method with these tags risks; none for most."""
    return [RISKS[tag] for tag in tags if tag in RISKS]


def mapped_bytes(tags: Iterable[str]) -> int | None:
    """Return the size up to which a runtime maps a file by itself, as a tag `maps-to-SIZE` says; None: none says so."""
    found = next((match for match in map(_MAPS_TO.fullmatch, tags) if match), None)
    return int(found[1]) * _UNITS[found[2]] if found else None
