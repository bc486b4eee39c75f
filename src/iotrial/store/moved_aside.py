"""Runs of a mirror that are gone in their store: they are moved aside, and removed when they have lain there for days.

A store may be empty by mistake, or lie. So all that is taken out of a mirror can be put back by hand meanwhile.
"""

from __future__ import annotations

import contextlib
import re
import secrets
from datetime import UTC, datetime, timedelta
from pathlib import Path

from iotrial.folders.removal import empty, identity_of, names_in, opened, remove_name

#: The folder of a mirror that has what was moved aside, and for how long.
ASIDE, KEPT_DAYS = ".gone", 7

_FORM = "%Y%m%d-%H%M%S"
_NAMED = re.compile(r"(\d{8}-\d{6})-[0-9a-f]{8}")


def place_aside(mirror: Path) -> Path:
    """Make a folder for what is moved aside now."""
    place = mirror / ASIDE / f"{datetime.now(UTC):{_FORM}}-{secrets.token_hex(4)}"
    place.mkdir(mode=0o700, parents=True)
    return place


def move_aside(mirror: Path, run: str, place: Path) -> None:
    """Move the folder of a run; OSError if it cannot be moved."""
    to = place / run
    to.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    (mirror / run).rename(to)
    if to.parent != place:
        with contextlib.suppress(OSError):  # other runs of the machine are there
            (mirror / run).parent.rmdir()


def make_place(mirror: Path, run: str) -> None:
    """Make the folder of a run; a file that lies there is moved aside."""
    folder = mirror / run
    if folder.is_symlink() or (folder.exists() and not folder.is_dir()):
        move_aside(mirror, run, place_aside(mirror))
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)


def remove_old(mirror: Path) -> None:
    """Remove what was moved aside long enough ago; what cannot be removed stays for the next time."""
    with contextlib.suppress(OSError), opened(mirror / ASIDE) as aside:
        for name in names_in(aside):
            if _is_old(name):
                with opened(name, aside) as own:
                    empty(own)
                    remove_name(name, aside, identity_of(own))


def _is_old(name: str) -> bool:
    match = _NAMED.fullmatch(name)
    if match is None:
        return False
    try:
        moved = datetime.strptime(match[1], _FORM).replace(tzinfo=UTC)
    except ValueError:
        return False
    return datetime.now(UTC) - moved > timedelta(days=KEPT_DAYS)
