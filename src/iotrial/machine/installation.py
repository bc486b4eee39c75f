"""Install packages of this system: unattended, without upgrades, and no service is started or switched on.

What the package manager prints goes into a file, which is named if it fails.
"""

from __future__ import annotations

import shlex
import subprocess
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from iotrial.folders.cache_folder import own_folder
from iotrial.machine import services
from iotrial.machine.deferred_signals import deferred_signals
from iotrial.machine.plain_words import in_plain_words
from iotrial.machine.system_packages import MANAGERS, UNATTENDED, package_manager

#: Where packages of Debian look for the programs of the system; apt would set it anyway.
_SYSTEM_PATH = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"

#: The folder of ours in the cache, the package manager's words in it, and what stands in for what starts services.
FOLDER, LOG, STAND_INS = "install", "install.log", "no-services"

#: The number of the package manager's last lines, no two alike, that say why it failed.
LAST_LINES = 2


@dataclass(frozen=True)
class InstallationFailure:
    """A package manager that did not do its work."""

    command: str
    status: int
    last_lines: tuple[str, ...]
    log: Path


@dataclass(frozen=True)
class Installed:
    """The outcome of an installation."""

    failure: InstallationFailure | None = None
    switched_off: tuple[str, ...] = ()  # services that came with a package, and start neither now nor at boot
    still_on: tuple[str, ...] = ()  # commands that should have switched one off, and did not


def refresh_lists(step: Callable[[str], None]) -> InstallationFailure | None:
    """Ask the package manager's servers what they have, if it keeps a list of that; return why that failed."""
    if package_manager() != "apt":
        return None
    step("reading the lists of packages")
    return _logged(["apt-get", "update", "-q", "-o", "DPkg::Lock::Timeout=60"], step, is_first=True)


def install_packages(packages: Sequence[str], step: Callable[[str], None] = lambda text: None) -> Installed:
    """Install packages and what they depend on; `step` is told what is going on, in a few words each time.

    A request to end waits until the package manager has finished, since half of a package is worse than none.
    """
    manager = package_manager()
    assert manager is not None
    if not packages:
        return Installed()
    command = [*MANAGERS[manager], *UNATTENDED.get(manager, ())]
    if manager == "apt":
        stand_ins = own_folder(FOLDER) / STAND_INS
        stand_ins.mkdir(mode=0o755, exist_ok=True)
        services.write_stand_ins(stand_ins)
        command += ["-o", f"DPkg::Path={stand_ins}:{_SYSTEM_PATH}"]
    before = services.started_at_boot()
    with deferred_signals():
        failure = _logged([*command, *packages], step)
        came = services.started_at_boot() - before
        still_on = services.switch_off(came)
    return Installed(failure, tuple(services.names_of(came)), tuple(still_on))


def _environment() -> dict[str, str]:
    """Return the environment in which a package manager asks no questions and speaks plain English."""
    apt = {"DEBIAN_FRONTEND": "noninteractive", "SYSTEMD_OFFLINE": "1"}
    brew = {"HOMEBREW_NO_INSTALL_UPGRADE": "1", "HOMEBREW_NO_AUTO_UPDATE": "1"}
    return {**in_plain_words(), **apt, **brew}


def _logged(
    command: Sequence[str], step: Callable[[str], None], *, is_first: bool = False
) -> InstallationFailure | None:
    """Run a command, write what it prints into our file, and tell each line; None if it went well.

    is_first: the file begins anew.
    """
    log = own_folder(FOLDER) / LOG
    lines: list[str] = []
    with log.open("w" if is_first else "a", encoding="utf-8", errors="replace") as file:
        file.write(f"$ {shlex.join(command)}\n")
        try:
            with subprocess.Popen(
                command,
                env=_environment(),
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                text=True,
                errors="replace",
                start_new_session=True,  # a Ctrl-C is for us
            ) as process:
                assert process.stdout is not None
                for line in process.stdout:
                    file.write(line)
                    if words := " ".join(line.split()):
                        lines.append(words)
                        step(words)
        except OSError as error:
            return InstallationFailure(shlex.join(command), 127, (str(error),), log)
    if process.returncode == 0:
        return None
    return InstallationFailure(shlex.join(command), process.returncode, tuple(dict.fromkeys(lines))[-LAST_LINES:], log)
