"""A host of a file as OpenSSH reaches it: the words before a command that have it done there."""

from __future__ import annotations

import os
import shutil
from collections.abc import Sequence
from pathlib import Path

from iotrial.errors import UsageError
from iotrial.hosts.hosts_file import FleetHost
from iotrial.machine.system_packages import package_manager, typed_to_install
from iotrial.machine.tools import package_of
from iotrial.workers.other_host import Way

#: Nothing is asked at a terminal, nothing is shared with another connection, and a host that is cut off is noticed.
_OPTIONS = (
    *("-T", "-o", "BatchMode=yes", "-o", "ConnectTimeout=10"),
    *("-o", "ControlMaster=no", "-o", "ControlPath=none"),
    *("-o", "ServerAliveInterval=5", "-o", "ServerAliveCountMax=3"),
)


def ways_of(hosts: Sequence[FleetHost]) -> list[Way]:
    """Return how each host is reached; UsageError if this machine has no ssh."""
    program = shutil.which("ssh")
    if program is None:
        typed = typed_to_install([package_of("ssh", package_manager() or "")])
        raise UsageError("ssh is not installed", hint=typed or "install the OpenSSH client")
    return [Way(host.name, _shell(program, host), host.interpreter) for host in hosts]


def _shell(program: str, host: FleetHost) -> tuple[str, ...]:
    user = ("-l", host.user) if host.user is not None else ()
    key: tuple[str, ...] = ()
    if host.key is not None:
        key = ("-i", os.fspath(Path(host.key).expanduser()), "-o", "IdentitiesOnly=yes")
    return (program, *_OPTIONS, "-p", str(host.port), *user, *key, "--", host.address)
