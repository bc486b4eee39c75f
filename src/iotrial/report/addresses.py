"""Addresses of the parts of a page: made of names that stay, so that a link to a row goes on leading there."""

from __future__ import annotations

import re
from collections.abc import Mapping

from iotrial.ask.level_factors import said

#: What may not stand in an address.
_OTHER = re.compile(r"[^A-Za-z0-9_.-]+")


def address(*parts: str) -> str:
    """Return an address of names: `log-writes-use-php`; two names that differ in signs alone share one."""
    return "-".join(filter(None, (_OTHER.sub("-", part).strip("-") for part in parts)))


def of_level(level: Mapping[str, int | str]) -> str:
    """Return the part of an address that names a level; "" if all of it goes without saying."""
    return address(*(f"{name}-{level[name]}" for name in said(level)))
