"""The scheduler and the workers of a fleet that iotrial starts itself: Dask's own, with fewer ways in.

In Dask everybody who has the fleet's certificate may do everything everywhere. Here each part has its own: the desk may
have anything done, the scheduler may have a host do it, and a host says to the scheduler what a worker says, as plain
data and in its own name. Hosts are not spoken to by each other, and nothing listens but the one port of each part.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import Any

from distributed import Scheduler, Worker
from distributed.comm import CommClosedError, tcp

from iotrial.hosts.identity import DESK, HOST, SCHEDULER, PartIdentity, is_host, is_scheduler
from iotrial.hosts.plain_comm import PlainTLS, backend_of
from iotrial.hosts.plain_messages import NotPlain

#: The time in which a peer that connects must identify itself.
GREETING_S = 30.0

#: What a worker asks of its scheduler, each with the address of the worker itself.
REQUESTS = frozenset({"register-worker", "heartbeat_worker", "unregister"})

#: What a worker tells its scheduler afterwards, without being asked.
REPORTS = frozenset(
    {
        *("task-finished", "task-erred", "release-worker-data", "add-keys", "long-running", "reschedule"),
        *("keep-alive", "log-event", "worker-status-change", "request-refresh-who-has", "close-stream", "close"),
    }
)


class _Listener(tcp.TLSListener):  # type: ignore[misc]
    """A listener that speaks only to parts of this fleet."""

    allowed: tuple[str, ...] = ()

    async def _prepare_stream(self, stream: Any, address: str) -> Any:
        try:
            return await asyncio.wait_for(super()._prepare_stream(stream, address), GREETING_S)
        except TimeoutError:
            stream.close()
            return None

    async def on_connection(self, comm: Any, handshake_overrides: Any = None) -> Any:
        if comm.peer is None or not comm.peer.startswith(self.allowed):
            comm.abort()
            raise CommClosedError("a part that has nothing to say here")
        return await super().on_connection(comm, handshake_overrides)


class _FromScheduler(PlainTLS):
    """A connection of a worker."""

    def trusts(self) -> bool:
        return self.peer == SCHEDULER


class _ToHost(PlainTLS):
    """A connection of the scheduler to a worker: it hands on to the desk what that answers, as it is."""

    is_passed_on = True


class _AtScheduler(PlainTLS):
    """An incoming connection to the scheduler."""

    is_passed_on = True

    def trusts(self) -> bool:
        return self.peer == DESK

    def require_allowed(self, message: Any) -> None:
        """Refuse what no worker says, and what is said in the name of another."""
        if not self._has_greeted:
            return
        for one in message if isinstance(message, tuple) else (message,):
            if not isinstance(one, Mapping) or one.get("op") not in REQUESTS | REPORTS:
                if one == "OK":
                    continue
                raise NotPlain("something that no worker says")
            if one["op"] in REQUESTS:
                self._require_own_name(one)

    def _require_own_name(self, message: Mapping[Any, Any]) -> None:
        host = (self.peer or "").removeprefix(HOST)
        if message["op"] == "register-worker":
            name = message.get("name")
        else:
            known = OwnScheduler.the_one.workers.get(message.get("address")) if OwnScheduler.the_one else None
            name = host if known is None else known.name
        if name != host:
            raise NotPlain("something in the name of another host")


class OwnScheduler(Scheduler):  # type: ignore[misc]
    """Dask's scheduler without its web server and its extensions."""

    the_one: OwnScheduler | None = None

    def start_http_server(self, *given: Any, **named: Any) -> None:
        """Start none; Dask starts one if the dashboard is off, too."""


class OwnWorker(Worker):  # type: ignore[misc]
    """Dask's worker without its web server."""

    def start_http_server(self, *given: Any, **named: Any) -> None:
        """Start none."""


def backends_of(part: str) -> dict[str, Any]:
    """Return what carries the messages of a part."""

    class PartListener(_Listener):
        allowed = (DESK, HOST) if part == SCHEDULER else (SCHEDULER,)
        comm_class = _AtScheduler if part == SCHEDULER else _FromScheduler

    return {"tls": backend_of(_ToHost if part == SCHEDULER else _FromScheduler, PartListener)}


async def started_scheduler(address: str, identity: PartIdentity, folder: str) -> Scheduler:
    """Start the scheduler at an address of this host; its own address tells the port."""
    made = OwnScheduler(
        host=address,
        port=0,
        protocol="tls",
        security=identity.security(is_host),
        dashboard=False,
        extensions={},
        local_directory=folder,
    )
    OwnScheduler.the_one = made
    await made
    return made


async def started_worker(
    name: str, address: str, scheduler: str, identity: PartIdentity, resources: Mapping[str, float], folder: str
) -> Worker:
    """Start the worker of a host, which is known to the scheduler then."""
    made = OwnWorker(
        scheduler,
        name=name,
        host=address,
        port=0,
        protocol="tls",
        nthreads=1,
        resources=dict(resources),
        security=identity.security(is_scheduler),
        dashboard=False,
        extensions={},
        memory_limit=0,
        local_directory=folder,
    )
    await made
    return made
