"""Records of earlier formats, each turned into the next one: nothing else asks which format a run was stored in.

A document may be damaged: anything that is wrong is left for the check that follows.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

#: The values of factors, the same for all jobs, that were implied before runs recorded them.
UNSAID = {
    "cache": "warm",
    "cut": "never",
    "writers": 1,
    "rotate": "no",
    "arrival": "none",
    "clients": 1,
    "hosts": 1,
    "memory_limit": "none",
}


def from_1(document: dict[str, Any]) -> dict[str, Any]:
    """Call the limits of levels floors."""
    levels = document.get("levels")
    found = {**document, "levels": [_level(level) for level in levels]} if isinstance(levels, list) else document
    return {**found, "format": 2}


def from_2(document: dict[str, Any]) -> dict[str, Any]:
    """Leave the record as it is: from format 3 on the names of parts have their checksums."""
    return {**document, "format": 3}


def from_3(document: dict[str, Any]) -> dict[str, Any]:
    """Add what goes without saying, which the first versions did not record."""
    return {"unsaid": UNSAID, **document, "format": 4}


#: Format -> what turns a record of it into the next.
CONVERTERS: Mapping[int, Callable[[dict[str, Any]], dict[str, Any]]] = {1: from_1, 2: from_2, 3: from_3}


def upgraded(document: dict[str, Any]) -> dict[str, Any]:
    """Return a run.json of any earlier format in today's; one of today's is returned as it is."""
    while (convert := CONVERTERS.get(document["format"])) is not None:
        document = convert(document)
    return document


def _level(level: Any) -> Any:
    if not isinstance(level, dict):
        return level
    renamed = _renamed(level, {"limits": "floors"})
    for key in ("arms", "floors"):
        if isinstance(renamed.get(key), list):
            renamed[key] = [_arm(arm) for arm in renamed[key]]
    return renamed


def _arm(arm: Any) -> Any:
    if not isinstance(arm, dict):
        return arm
    renamed = _renamed(arm, {"limit": "floor"})
    return {**renamed, "role": "floor"} if renamed.get("role") == "limit" else renamed


def _renamed(table: dict[str, Any], names: dict[str, str]) -> dict[str, Any]:
    """Return a copy with renamed keys. If the new key is there already, the old one stays, and the check refuses it."""
    return {names[key] if key in names and names[key] not in table else key: value for key, value in table.items()}
