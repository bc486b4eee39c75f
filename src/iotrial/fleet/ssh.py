"""A scheduler and workers started over SSH for as long as they are needed, by Dask's own classes for that."""

from __future__ import annotations

import asyncio
import contextlib
import ipaddress
import shlex
import socket
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from iotrial.errors import Problem, UsageError
from iotrial.fleet.certificate import Certificate, made
from iotrial.fleet.engine import PATIENCE_S, RESOURCE, installed
from iotrial.fleet.hosts_file import Host

#: A worker whose scheduler is gone for so long ends; what it measures goes on.
DEATH_TIMEOUT = "60s"

#: Files in a folder of a host's own, which only its user can read.
_CERTIFICATE, _KEY = "certificate.pem", "key.pem"


@dataclass(frozen=True)
class Started:
    """An engine that was started: where its scheduler is, its certificate, its hosts, and what keeps others from it."""

    address: str
    certificate: Certificate | None
    hosts: list[str]
    problems: list[Problem]


@contextlib.contextmanager
def started(hosts: Sequence[Host], *, keep_going: bool = False) -> Iterator[Started]:
    """Start a scheduler on the first host and a worker on each.

    With TLS, unless all hosts are this machine. UsageError, with each host that cannot be used, before any is started;
    if the others are to go on, only if there are none.
    """
    installed()
    import asyncssh  # what Dask starts hosts with

    asyncssh.logging.set_log_level("CRITICAL")
    certificate = None if all(_is_here(host.address) for host in hosts) else made()
    places, problems = asyncio.run(_prepared(hosts, certificate))
    fit = [host for host in hosts if host.name in places]
    try:
        if problems and not (keep_going and fit):
            raise UsageError(problems)
        with _cluster(fit, places, certificate) as address:
            yield Started(address, certificate, [host.name for host in fit], problems)
    finally:
        asyncio.run(_tidied(fit, places))


@contextlib.contextmanager
def _cluster(hosts: Sequence[Host], places: Mapping[str, str], certificate: Certificate | None) -> Iterator[str]:
    from distributed import SpecCluster
    from distributed.deploy.ssh import Scheduler, Worker
    from distributed.security import Security

    def options(host: Host) -> dict[str, object]:
        place = places[host.name]
        return {"security": Certificate(f"{place}/{_CERTIFICATE}", f"{place}/{_KEY}").settings} if certificate else {}

    first = hosts[0]
    scheduler = {
        "cls": Scheduler,
        "options": {
            "address": first.address,
            "connect_options": _connect_options(first),
            "remote_python": shlex.quote(first.interpreter),
            "kwargs": {
                **options(first),
                "host": first.address,
                "port": 0,
                "dashboard": False,
                "protocol": "tls" if certificate else "tcp",
            },
        },
    }
    workers = {
        host.name: {
            "cls": Worker,
            "options": {
                "address": host.address,
                "connect_options": _connect_options(host),
                "remote_python": shlex.quote(host.interpreter),
                "kwargs": {
                    **options(host),
                    "host": host.address,
                    "name": host.name,
                    "nthreads": 1,
                    "resources": {RESOURCE: 1},
                    "dashboard": False,
                    "death_timeout": DEATH_TIMEOUT,
                },
            },
        }
        for host in hosts
    }
    try:
        cluster = SpecCluster(
            workers,
            scheduler,
            name="iotrial",
            security=Security(**certificate.settings) if certificate else Security(),
            shutdown_on_close=True,
        )
    except Exception as error:  # whatever keeps it from starting, though all hosts were looked at
        said = " ".join(str(error).split()) or type(error).__name__
        raise UsageError(f"Dask cannot start on the hosts: {said[:300]}", hint="docs/fleets.md") from None
    try:
        yield str(cluster.scheduler_address)
    finally:
        with contextlib.suppress(Exception):  # hosts may be gone
            cluster.close(timeout=PATIENCE_S)


def _is_here(address: str) -> bool:
    """Return if an address is that of this machine and reaches no further."""
    with contextlib.suppress(ValueError):
        return ipaddress.ip_address(address).is_loopback
    with contextlib.suppress(OSError):
        return ipaddress.ip_address(socket.gethostbyname(address)).is_loopback
    return False


def _connect_options(host: Host) -> dict[str, object]:
    options: dict[str, object] = {"port": host.port, "connect_timeout": PATIENCE_S, "keepalive_interval": 15}
    if host.user is not None:
        options["username"] = host.user
    if host.key is not None:
        options["client_keys"] = [str(Path(host.key).expanduser())]
    return options


async def _prepared(hosts: Sequence[Host], certificate: Certificate | None) -> tuple[dict[str, str], list[Problem]]:
    """Look at all hosts at once, and give each the certificate.

    Returns host -> the folder of it there, "" without one, and what is wrong with the hosts that are missing then.
    """
    found = await asyncio.gather(*(_prepare(host, certificate) for host in hosts))
    problems = [told for told in found if isinstance(told, Problem)]
    places = {host.name: told for host, told in zip(hosts, found, strict=True) if isinstance(told, str)}
    return places, problems


async def _prepare(host: Host, certificate: Certificate | None) -> str | Problem:
    import asyncssh

    interpreter = shlex.quote(host.interpreter)
    try:
        async with asyncssh.connect(host.address, **_connect_options(host)) as connection:
            looked = await connection.run(f"{interpreter} -c 'import iotrial.fleet.on_host, distributed'")
            if looked.exit_status != 0:
                said = str(looked.stderr or "").strip().splitlines() or ["it does not say why"]
                return Problem(
                    f"its {host.interpreter} has no iotrial for fleets: {said[-1][:200]}",
                    where=host.name,
                    hint=f"there: {host.interpreter} -m pip install 'iotrial[fleet]'; or name another interpreter",
                )
            if certificate is None:
                return ""
            folder = await connection.run("mktemp -d", check=True)
            place = str(folder.stdout).strip()
            for name, text in ((_CERTIFICATE, certificate.certificate), (_KEY, certificate.key)):
                await connection.run(f"umask 077; cat > {shlex.quote(place)}/{name}", input=text, check=True)
            return place
    except asyncssh.PermissionDenied:
        hint = 'name a user or a key: user = "…", key = "…"'
        return Problem("SSH does not let us in", where=host.name, hint=hint)
    except asyncssh.HostKeyNotVerifiable:
        hint = f"connect once by hand, and look at what it shows: ssh -p {host.port} {host.address}"
        return Problem("its key is not known here", where=host.name, hint=hint)
    except (OSError, TimeoutError, asyncssh.Error, ValueError) as error:
        why = getattr(error, "strerror", None) or str(error) or type(error).__name__
        return Problem(f"cannot be reached by SSH: {' '.join(why.split())[:200]}", where=host.name)


async def _tidied(hosts: Sequence[Host], places: Mapping[str, str]) -> None:
    """Remove the certificate from each host that can be reached."""
    import asyncssh

    async def tidy(host: Host) -> None:
        with contextlib.suppress(OSError, TimeoutError, asyncssh.Error):
            async with asyncssh.connect(host.address, **_connect_options(host)) as connection:
                await connection.run(f"rm -r {shlex.quote(places[host.name])}")

    await asyncio.gather(*(tidy(host) for host in hosts if places.get(host.name)))
