"""Packages of this system: its package manager, and the commands by which it installs."""

from __future__ import annotations

import os
import shlex
import shutil
from collections.abc import Mapping, Sequence

#: Package managers, as kit.toml names them, and the command by which each installs packages and nothing recommended.
MANAGERS: dict[str, tuple[str, ...]] = {
    "apt": ("apt-get", "install", "--no-install-recommends"),
    "dnf": ("dnf", "install", "--setopt=install_weak_deps=False"),
    "pacman": ("pacman", "-S", "--needed"),
    "apk": ("apk", "add"),
    "zypper": ("zypper", "install", "--no-recommends"),
    "brew": ("brew", "install"),
}

#: Package manager -> what the command takes on top if it must not ask, and must leave alone what is there.
UNATTENDED: dict[str, tuple[str, ...]] = {
    "apt": ("-y", "-q", "--no-upgrade", "-o", "DPkg::Lock::Timeout=60"),
    "dnf": ("-y",),
    "pacman": ("--noconfirm",),
    "zypper": ("-y",),
}

NO_PACKAGES = "no package manager known here has it"


def package_manager() -> str | None:
    """Return this system's package manager, as MANAGERS names it; None if it has none that is known here."""
    return next((name for name, command in MANAGERS.items() if shutil.which(command[0])), None)


def typed_to_install(packages: Sequence[str]) -> str | None:
    """Return what this user types to install packages; None without a package manager that is known here."""
    manager = package_manager()
    return None if manager is None else shlex.join([*_sudo(manager), *MANAGERS[manager], *packages])


def command_for(packages: Mapping[str, Sequence[str]]) -> str | None:
    """Return the command that installs what each package manager calls otherwise; None if none of them is here."""
    for manager, command in MANAGERS.items():
        if shutil.which(command[0]) and manager in packages:
            return shlex.join([*command, *packages[manager]])
    return None


def may_install() -> bool:
    """True if this process may install packages itself."""
    manager = package_manager()
    return manager is not None and not _sudo(manager)


def _sudo(manager: str) -> list[str]:
    return ["sudo"] if os.geteuid() != 0 and manager != "brew" else []
