"""The system's own SSH server on a host with a network of its own, and a clock that is set apart if a test wants it."""

from __future__ import annotations

import contextlib
import functools
import os
import shutil
import socket
import subprocess
from collections.abc import Iterator, Sequence
from pathlib import Path

from hosts.hosts import wait_until
from hosts.network import Network

PORT = 22

_SETTINGS = """\
HostKey {folder}/host
AuthorizedKeysFile {folder}/authorized
PermitRootLogin prohibit-password
PasswordAuthentication no
UsePAM no
StrictModes no
PidFile none
SetEnv XDG_CACHE_HOME={cache}
"""

#: It takes no setting for the file of known hosts from the environment, and looks for the user's home elsewhere.
_CLIENT = """\
#!/bin/sh
exec {ssh} -o UserKnownHostsFile={folder}/known "$@"
"""


class Sshd:
    """The servers of some hosts, with one key for all and a client that knows them."""

    def __init__(self, folder: Path, network: Network, cache: Path) -> None:
        self.folder, self.network, self.cache = folder, network, cache
        self._processes: dict[str, tuple[subprocess.Popen[bytes], int]] = {}
        folder.mkdir()
        Path("/run/sshd").mkdir(exist_ok=True)
        for name in ("host", "client"):
            subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", folder / name], check=True)
        shutil.copy(folder / "client.pub", folder / "authorized")
        (folder / "settings").write_text(_SETTINGS.format(folder=folder, cache=cache))
        (folder / "bin").mkdir()
        client = folder / "bin" / "ssh"
        client.write_text(_CLIENT.format(ssh=shutil.which("ssh"), folder=folder))
        client.chmod(0o755)

    @property
    def key(self) -> Path:
        return self.folder / "client"

    @property
    def environment(self) -> dict[str, str]:
        """The environment of whoever uses the client."""
        return {**os.environ, "PATH": f"{self.folder / 'bin'}:{os.environ['PATH']}"}

    def start(self, name: str, *, ahead_s: int = 0, before: Sequence[str] = ()) -> None:
        """Start the server of a host, whose monotonic clock is so far ahead; `before`: the words before its command."""
        words = [shutil.which("sshd") or "/usr/sbin/sshd", "-D", "-e", "-f", str(self.folder / "settings")]
        words += ["-p", str(PORT)]
        apart = ["unshare", "--time", "--monotonic", str(ahead_s), "--fork", "--kill-child"] if ahead_s else []
        kind, key = (self.folder / "host.pub").read_text().split()[:2]
        with (self.folder / "known").open("a") as known:
            known.write(f"{self.network.address_of(name)} {kind} {key}\n")
        with (self.folder / f"{name}.log").open("ab") as log:
            command = [*self.network.inside(name), *before, *apart, *words]
            process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=log, stderr=log)
        self._processes[name] = process, ahead_s
        wait_until(functools.partial(self._answers, name), f"the SSH server of {name}")

    def _answers(self, name: str) -> bool:
        with contextlib.suppress(OSError), socket.create_connection((self.network.address_of(name), PORT)):
            return True
        return False

    @contextlib.contextmanager
    def instead(self, name: str, before: Sequence[str]) -> Iterator[None]:
        """Let a host's server be another one for a while, started with words before its command."""
        ahead_s = self._end(name)
        self.start(name, before=before)
        try:
            yield
        finally:
            self._end(name)
            self.start(name, ahead_s=ahead_s)

    def _end(self, name: str) -> int:
        process, ahead_s = self._processes.pop(name)
        process.kill()
        process.wait()
        return ahead_s

    def end(self) -> None:
        for name in list(self._processes):
            self._end(name)


@contextlib.contextmanager
def sshd(folder: Path, network: Network, cache: Path) -> Iterator[Sshd]:
    """No server yet; all that were started end with it. Whoever logs in has this folder for caches."""
    made = Sshd(folder, network, cache)
    try:
        yield made
    finally:
        made.end()
