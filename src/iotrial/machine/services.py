"""Services that start when a machine does: which ones there are, and how those that a package brought are switched off.

A package of a server usually starts it at once, and has it started at every boot. iotrial starts servers itself, on
addresses and with files of its own, and wants none of that.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import stat
import subprocess
from collections.abc import Collection, Iterator
from pathlib import Path

#: The links by which the system's first process starts something at boot: systemd's, those of System V, and OpenRC's.
_LINKS = (
    "etc/systemd/system/*.wants/*",
    "etc/systemd/system/*.requires/*",
    "etc/systemd/user/*.wants/*",
    "etc/rc[2345S].d/S*",
    "etc/runlevels/*/*",
)

#: Programs that packages of Debian call to start a service; each of ours does nothing.
_STARTERS = ("invoke-rc.d", "deb-systemd-invoke", "service")

_STARTS_NOTHING = """#!/bin/sh
# iotrial installs this package for its programs: its service is not started.
exit 0
"""

#: The program by which such a package has its service started at boot. What was there before goes on as it did.
_SWITCH = "deb-systemd-helper"

_SWITCHES_NOTHING_ON = """#!/bin/sh
# iotrial installs this package for its programs: a service that comes new is not switched on.
real=/usr/bin/deb-systemd-helper
with_action() {
    action=$1
    shift
    for word; do
        shift
        [ "$word" = enable ] && word=$action
        set -- "$@" "$word"
    done
    "$real" "$@"
}
case " $* " in
*" enable "*) with_action debian-installed "$@" || { with_action update-state "$@"; exit; } ;;
esac
exec "$real" "$@"
"""


def write_stand_ins(folder: Path) -> None:
    """Write, into a private folder, the programs that stand in for those by which packages start services."""
    for name, text in {**dict.fromkeys(_STARTERS, _STARTS_NOTHING), _SWITCH: _SWITCHES_NOTHING_ON}.items():
        path = folder / name
        path.write_text(text)
        path.chmod(stat.S_IRWXU | stat.S_IRGRP | stat.S_IXGRP | stat.S_IROTH | stat.S_IXOTH)


def started_at_boot(root: Path = Path("/")) -> frozenset[Path]:
    """Return the links by which something is started at boot, below the root of a system."""
    return frozenset(path for pattern in _LINKS for path in root.glob(pattern) if path.is_symlink())


def switch_off(links: Collection[Path], root: Path = Path("/")) -> list[str]:
    """Switch off what some links start at boot, as an administrator would; return the commands that did not help."""
    left = []
    for command, of_command in sorted(_commands(links, root)):
        with contextlib.suppress(OSError):
            subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, check=False)
        if any(path.is_symlink() for path in of_command):
            left.append(" ".join(command))
    return left


def names_of(links: Collection[Path]) -> list[str]:
    """Return the names of the services that some links start, each once."""
    return sorted({_unit(path) for path in links})


def _commands(links: Collection[Path], root: Path) -> Iterator[tuple[tuple[str, ...], tuple[Path, ...]]]:
    """Yield each command that switches services off, and the links that are gone then."""
    runs = Path("/run/systemd/system").is_dir() and root == Path("/")
    for name in names_of(links):
        mine = tuple(sorted(path for path in links if _unit(path) == name))
        kind = mine[0].relative_to(root).parts[1]
        if kind == "systemd" and shutil.which("systemctl"):
            everybody = ("--global",) if mine[0].relative_to(root).parts[2] == "user" else ()
            yield ("systemctl", *everybody, "disable", *(("--now",) if runs and not everybody else ()), name), mine
        elif kind == "systemd":
            yield ("deb-systemd-helper", "disable", name), mine
        elif kind == "runlevels":
            yield ("rc-update", "--all", "delete", name), mine
        else:
            yield ("update-rc.d", name, "disable"), mine


def _unit(link: Path) -> str:
    """Return the name of the service that a link starts: that of the link, without the place in System V's order."""
    name = os.fspath(link.name)
    return name[3:] if link.parent.name.startswith("rc") and name[1:3].isdigit() else name
