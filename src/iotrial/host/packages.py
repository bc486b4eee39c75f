"""Packages of this system: find its package manager, and install with it."""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
from collections.abc import Mapping, Sequence

#: Package managers, as kit.toml names them, and the command by which each installs.
MANAGERS: dict[str, tuple[str, ...]] = {
    "apt": ("apt-get", "install", "-y"),
    "dnf": ("dnf", "install", "-y"),
    "pacman": ("pacman", "-S", "--noconfirm"),
    "apk": ("apk", "add"),
    "zypper": ("zypper", "--non-interactive", "install"),
    "brew": ("brew", "install"),
}

NO_PACKAGES = "no package manager known here has it"


def package_manager() -> str | None:
    """Return this system's package manager, as MANAGERS names it; None if it has none that is known here."""
    return next((name for name, command in MANAGERS.items() if shutil.which(command[0])), None)


def typed_to_install(packages: Sequence[str]) -> str | None:
    """Return what this user types to install packages; None without a package manager that is known here."""
    manager = package_manager()
    return shlex.join(_command(manager, packages)) if manager else None


def _command(manager: str, packages: Sequence[str]) -> list[str]:
    """Return the command that installs packages, with sudo for a user who is not root."""
    sudo = ["sudo"] if os.geteuid() != 0 and manager != "brew" else []
    return [*sudo, *MANAGERS[manager], *packages]


def command_for(packages: Mapping[str, Sequence[str]]) -> str | None:
    """Return the command that installs what each package manager calls otherwise; None if none of them is here."""
    for manager, command in MANAGERS.items():
        if shutil.which(command[0]) and manager in packages:
            return shlex.join([*command, *packages[manager]])
    return None


def may_install() -> bool:
    """Return if this process may install packages itself."""
    manager = package_manager()
    return manager is not None and _command(manager, ())[0] != "sudo"


def install_packages(packages: Sequence[str]) -> list[str]:
    """Install packages if this process may; otherwise return the commands that a person has to type."""
    if not packages:
        return []
    manager = package_manager()
    if manager is None:
        return [f"install {', '.join(packages)} by hand: {NO_PACKAGES}"]
    command = _command(manager, packages)
    if command[0] == "sudo":
        return [shlex.join(command)]
    # Packages of servers would start their services, which nobody asked for, and take ports.
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive", "SYSTEMD_OFFLINE": "1"}
    if manager == "apt":
        subprocess.run(["apt-get", "update", "-q"], env=environment, check=False, stdout=2, stdin=subprocess.DEVNULL)
    done = subprocess.run(command, env=environment, check=False, stdout=2, stdin=subprocess.DEVNULL)
    return [] if done.returncode == 0 else [f"{shlex.join(command)} (it ended with status {done.returncode})"]
