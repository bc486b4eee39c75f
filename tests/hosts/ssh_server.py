"""SSH servers for tests, on loopback, in one process: they let one key in, and do what they are told.

python ssh_server.py FOLDER HOST...: makes the keys there, prints a port for each host, and serves until it is ended.
A host has its fleets in FOLDER/HOST/fleets.
"""

from __future__ import annotations

import asyncio
import contextlib
import functools
import os
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import asyncssh

CLIENT, AUTHORIZED, HOST = "key", "authorized", "host"


class SshServers:
    """What a client needs to be let in."""

    def __init__(self, folder: Path, ports: Mapping[str, int]) -> None:
        self.folder, self.key, self.ports = folder, folder / CLIENT, ports
        self._public = (folder / HOST).read_text().strip()

    def known_to(self, home: Path) -> None:
        """Let the hosts' key be known to the user with a home."""
        (home / ".ssh").mkdir(parents=True, exist_ok=True)
        lines = (f"[127.0.0.1]:{port} {self._public}\n" for port in self.ports.values())
        (home / ".ssh" / "known_hosts").write_text("".join(lines))


@contextlib.contextmanager
def ssh_servers(folder: Path, *hosts: str, **environment: str) -> Iterator[SshServers]:
    """Servers with an environment of their own; what they started ends with them."""
    command = [sys.executable, __file__, str(folder), *hosts]
    with subprocess.Popen(
        command,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        env={**os.environ, **environment},
    ) as process:
        assert process.stdout is not None
        try:
            yield SshServers(folder, {host: int(process.stdout.readline()) for host in hosts})
        finally:
            process.kill()


async def _serve(folder: Path, hosts: Sequence[str]) -> None:
    key = asyncssh.generate_private_key("ssh-ed25519")
    (folder / HOST).write_bytes(key.export_public_key())
    client = asyncssh.generate_private_key("ssh-ed25519")
    client.write_public_key(str(folder / AUTHORIZED))
    client.write_private_key(str(folder / CLIENT))
    (folder / CLIENT).chmod(0o600)
    for host in hosts:
        listening = await asyncssh.listen(
            "127.0.0.1",
            0,
            server_host_keys=[key],
            authorized_client_keys=str(folder / AUTHORIZED),
            process_factory=functools.partial(_do, folder / host / "fleets"),
            encoding=None,
        )
        print(listening.get_port(), flush=True)
    await asyncio.Event().wait()


async def _do(fleets: Path, process: Any) -> None:
    """Do a command; it ends if the connection does."""
    pipe = asyncio.subprocess.PIPE
    own = {**os.environ, "IOTRIAL_FLEETS": str(fleets)}
    child = await asyncio.create_subprocess_shell(process.command, stdin=pipe, stdout=pipe, stderr=pipe, env=own)
    await process.redirect(stdin=child.stdin, stdout=child.stdout, stderr=child.stderr)
    ended, closed = asyncio.ensure_future(child.wait()), asyncio.ensure_future(process.channel.wait_closed())
    await asyncio.wait({ended, closed}, return_when=asyncio.FIRST_COMPLETED)
    if child.returncode is None:
        child.terminate()
    else:
        await process.stdout.drain()
        await process.stderr.drain()
        process.exit(child.returncode)


if __name__ == "__main__":
    asyncio.run(_serve(Path(sys.argv[1]), sys.argv[2:]))
