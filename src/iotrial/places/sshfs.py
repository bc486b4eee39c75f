"""A folder of this machine, reached through sshfs: ssh and its server as everywhere, and nothing that listens.

The client starts the server itself and speaks to it through a pipe. Both have keys that are made for it and lie in the
folder, so that no key, no setting and no service of the system or of a user takes part. When the file system is
unmounted, or its process is killed, all of them end.
"""

from __future__ import annotations

import os
import pwd
import re
import subprocess
from pathlib import Path

from iotrial.errors import Problem
from iotrial.machine.plain_words import in_plain_words
from iotrial.places.filesystems import program, run_program
from iotrial.places.fuse import last_line, why_not_fuse

#: What the kernel calls it.
SSHFS = "fuse.sshfs"

#: Keys and settings of each mount, in a folder beside it, and the variable that tells the server's start where that is.
SETTINGS, VARIABLE = "ssh-{}", "IOTRIAL_SSH"

#: A client with these asks the server each time.
_ASKS = ",direct_io,dir_cache=no,attr_timeout=0,entry_timeout=0"

#: A server that has not answered by then never will.
PATIENCE_S = 30.0

#: Programs that it takes.
TOOLS = ("sshfs", "sshd", "ssh-keygen")

#: No quotes in the settings of ssh hold these.
_NOT_QUOTED = re.compile(r'["\\\n]')

_CLIENT = """\
ProxyCommand sh -c 'cd "${variable}" && exec sh start'
IdentityFile "{settings}/client"
IdentitiesOnly yes
IdentityAgent none
HostKeyAlias iotrial
UserKnownHostsFile "{settings}/known_hosts"
GlobalKnownHostsFile none
StrictHostKeyChecking yes
BatchMode yes
"""

_SERVER = """\
HostKey server
AuthorizedKeysFile "{settings}/client.pub"
AllowUsers {user}
PermitRootLogin prohibit-password
PasswordAuthentication no
KbdInteractiveAuthentication no
UsePAM no
StrictModes no
Subsystem sftp internal-sftp
ForceCommand internal-sftp
DisableForwarding yes
PidFile none
LogLevel ERROR
"""

#: The server insists on a folder that only a system with its service has. Elsewhere it gets one that no other process
#: sees, without the mounts of others: its own, which is there already, would last as long as the server, and the server
#: as long as its mount.
_START = """\
server='{sshd} -i -f sshd_config -E server.log'
[ -d /run/sshd ] && exec $server
exec unshare --mount --propagation slave sh -c "
    umount --no-canonicalize --lazy --all --types fuse.sshfs,fuse.glusterfs
    mount -t tmpfs tmpfs /run && mkdir -m 755 /run/sshd && exec $server"
"""


def why_not() -> Problem | None:
    """Say what this machine lacks for sshfs; None if nothing is known to be missing."""
    return why_not_fuse("sshfs", TOOLS)


def mount(folder: Path, served: Path, point: Path, mark: str, may_keep: bool) -> str | None:
    """Mount a folder at a point, through ssh, both of them in a folder of ours; return the complaint, or None.

    mark: what the kernel names as the source of the mount. may_keep: the client may cache what the server said, as it
    does with its default settings.
    """
    if _NOT_QUOTED.search(os.fspath(folder)):
        return f"ssh does not take {os.fspath(folder)!r} in its settings: name a folder without quotes in its path"
    settings = folder / SETTINGS.format(point.name)
    settings.mkdir(mode=0o700)
    for name in ("server", "client"):
        if said := run_program("ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", settings / name):
            return said
    user = pwd.getpwuid(os.geteuid()).pw_name
    quoted = os.fspath(settings).replace("%", "%%")
    named = {"settings": quoted, "user": user, "sshd": program("sshd"), "variable": VARIABLE}
    for name, text in (("ssh_config", _CLIENT), ("sshd_config", _SERVER), ("start", _START)):
        (settings / name).write_text(text.format(**named))
    (settings / "known_hosts").write_text(f"iotrial {(settings / 'server.pub').read_text()}")
    # Others than root need both to use what root mounted, each with the rights that the files give.
    options = f"fsname={mark},nodev,nosuid,allow_other,default_permissions{'' if may_keep else _ASKS}"
    words = ["-F", f"{settings}/ssh_config", "-o", options, f"{user}@iotrial:{served}", os.fspath(point)]
    return _start([program("sshfs") or "sshfs", *words], settings)


def _start(command: list[str], settings: Path) -> str | None:
    """Start sshfs, which stays in the background; return what it or its server complains of."""
    with (settings / "client.log").open("wb") as log:  # no pipe: what stays in the background would keep it open
        try:
            done = subprocess.run(
                command,
                env={**in_plain_words(), VARIABLE: os.fspath(settings)},
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=subprocess.STDOUT,
                start_new_session=True,
                timeout=PATIENCE_S,
                check=False,
            )
        except subprocess.TimeoutExpired:
            return f"its server did not answer within {PATIENCE_S:.0f} s"
    if done.returncode == 0:
        return None
    said = [last_line(settings / name) for name in ("server.log", "client.log")]
    return "; ".join(filter(None, said)) or f"sshfs ended with status {done.returncode}"
