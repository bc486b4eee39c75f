"""The system's own SSH server on a host with a network of its own, and a clock that is set apart if a test wants it."""

from __future__ import annotations

import contextlib
import os
import shutil
import subprocess
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from fleet.network import Network

PORT = 22

_SETTINGS = """\
HostKey {folder}/host
AuthorizedKeysFile {folder}/authorized
PermitRootLogin prohibit-password
PasswordAuthentication no
UsePAM no
StrictModes no
PidFile none
SetEnv {environment}
"""

#: It takes no setting for the file of known hosts from the environment, and looks for the user's home elsewhere.
_CLIENT = """\
#!/bin/sh
exec {ssh} -o UserKnownHostsFile={folder}/known "$@"
"""


class Sshd:
    """The servers of some hosts, with one key for all and a client that knows them."""

    def __init__(self, folder: Path, network: Network, environment: Mapping[str, str]) -> None:
        self.folder, self._network = folder, network
        self._processes: list[subprocess.Popen[bytes]] = []
        folder.mkdir()
        Path("/run/sshd").mkdir(exist_ok=True)
        for name in ("host", "client"):
            subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", folder / name], check=True)
        shutil.copy(folder / "client.pub", folder / "authorized")
        settings = " ".join(f"{name}={value}" for name, value in environment.items())
        (folder / "settings").write_text(_SETTINGS.format(folder=folder, environment=settings))
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
            known.write(f"{self._network.address_of(name)} {kind} {key}\n")
        with (self.folder / f"{name}.log").open("ab") as log:
            self._processes.append(
                subprocess.Popen(
                    [*self._network.inside(name), *before, *apart, *words],
                    stdin=subprocess.DEVNULL,
                    stdout=log,
                    stderr=log,
                )
            )

    def end(self) -> None:
        for process in self._processes:
            process.kill()
            process.wait()


@contextlib.contextmanager
def sshd(folder: Path, network: Network, **environment: str) -> Iterator[Sshd]:
    """No server yet; all that were started end with it. Whoever logs in has an environment with these in it."""
    made = Sshd(folder, network, environment)
    try:
        yield made
    finally:
        made.end()
