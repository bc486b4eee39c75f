"""An SSH server for tests, on loopback, in a process of its own: it lets one key in, and does what it is told.

python ssh_server.py FOLDER: makes its keys there, prints its port, and serves until it is ended.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import asyncssh

CLIENT, AUTHORIZED, HOST = "key", "authorized", "host"


class SshServer:
    """What a client needs to be let in."""

    def __init__(self, folder: Path, port: int) -> None:
        self.key, self.port = folder / CLIENT, port
        self._public = (folder / HOST).read_text().strip()

    def known_to(self, home: Path) -> None:
        """Let the host's key be known to the user with a home."""
        (home / ".ssh").mkdir(parents=True, exist_ok=True)
        with (home / ".ssh" / "known_hosts").open("a") as known:
            known.write(f"[127.0.0.1]:{self.port} {self._public}\n")


@contextlib.contextmanager
def ssh_server(folder: Path, **environment: str) -> Iterator[SshServer]:
    """A server with an environment of its own; what it started ends with it."""
    folder.mkdir()
    command = [sys.executable, __file__, str(folder)]
    with subprocess.Popen(
        command,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        env={**os.environ, **environment},
    ) as process:
        assert process.stdout is not None
        try:
            yield SshServer(folder, int(process.stdout.readline()))
        finally:
            process.kill()


async def _serve(folder: Path) -> None:
    key = asyncssh.generate_private_key("ssh-ed25519")
    (folder / HOST).write_bytes(key.export_public_key())
    client = asyncssh.generate_private_key("ssh-ed25519")
    client.write_public_key(str(folder / AUTHORIZED))
    client.write_private_key(str(folder / CLIENT))
    (folder / CLIENT).chmod(0o600)
    listening = await asyncssh.listen(
        "127.0.0.1",
        0,
        server_host_keys=[key],
        authorized_client_keys=str(folder / AUTHORIZED),
        process_factory=_do,
        encoding=None,
    )
    print(listening.get_port(), flush=True)
    await asyncio.Event().wait()


async def _do(process: Any) -> None:
    """Do a command; it ends if the connection does."""
    pipe = asyncio.subprocess.PIPE
    child = await asyncio.create_subprocess_shell(process.command, stdin=pipe, stdout=pipe, stderr=pipe)
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
    asyncio.run(_serve(Path(sys.argv[1])))
