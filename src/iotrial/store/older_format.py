"""Runs of earlier formats, read as if they were of today's: old keys under their new names, nothing else changed.

Format 1 called the floor of a level its limit. The names of parts have their checksums from format 3 on. Runs of the
first version do not say what goes without saying.
"""

from __future__ import annotations

from typing import Any

from iotrial.store.record import FORMAT

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


def upgraded(document: dict[str, Any]) -> dict[str, Any]:
    """Return a run.json of any earlier format in today's format; one of today's is returned as it is.

    The document may be damaged: anything that is wrong is left for the check that follows.
    """
    if "unsaid" not in document:
        document = {**document, "unsaid": UNSAID}
    written, levels = document.get("format"), document.get("levels")
    if written == FORMAT:
        return document
    if written == 1 and isinstance(levels, list):
        document = {**document, "levels": [_level(level) for level in levels]}
    return {**document, "format": FORMAT}


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
