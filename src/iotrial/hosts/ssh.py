"""A scheduler and workers started over SSH for as long as they are needed: a connection to each host carries them."""

from __future__ import annotations

import asyncio
import contextlib
import json
import re
import shlex
import threading
from collections.abc import Coroutine, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

from iotrial.errors import Problem, UsageError
from iotrial.hosts.engine import ARRIVAL_S, PATIENCE_S, RESOURCE, installed
from iotrial.hosts.fleet_part import CLOSE_S, MOST_LINE_BYTES, SIGN_OF_LIFE_S, PartOrder
from iotrial.hosts.hosts_file import FleetHost
from iotrial.hosts.identity import DESK, HOST, SCHEDULER, PartIdentity, identities
from iotrial.machine.deferred_signals import deferred_signals

#: How long a lost host is expected back: the number of looks at it, and the time between them.
_LOOKS, _LOOK_S = 20, 30

#: Where a scheduler says that it listens: a number of the network, and a port.
_ADDRESS = re.compile(r"tls://(\[[0-9A-Fa-f:.]+\]|[0-9.]+):[0-9]{1,5}")

T = TypeVar("T")


@dataclass(frozen=True)
class Started:
    """An engine that was started: its scheduler's address, our identity there, its hosts, and what keeps others out."""

    address: str
    identity: PartIdentity
    hosts: list[str]
    problems: list[Problem]


@contextlib.contextmanager
def started(hosts: Sequence[FleetHost], *, keep_going: bool = False) -> Iterator[Started]:
    """Start a scheduler on the first host and a worker on each, all of them encrypted.

    UsageError, with each host that cannot be used, before any is started; if the others are to go on, only if there are
    none. All that was started ends with this.
    """
    installed()
    import asyncssh

    asyncssh.logging.set_log_level("CRITICAL")
    with _background() as loop:
        launched = _Launched(hosts)
        try:
            problems = _done(loop, launched.prepare())
            if problems and not (keep_going and launched.hosts):
                raise UsageError(problems)
            address, late = _done(loop, launched.start())
            problems += late
            if late and not (keep_going and launched.hosts):
                raise UsageError(problems)
            yield Started(address, launched.identities[DESK], [host.name for host in launched.hosts], problems)
        finally:
            with deferred_signals(yields_to_second=True):
                _done(loop, launched.end())


@contextlib.contextmanager
def _background() -> Iterator[asyncio.AbstractEventLoop]:
    """Provide an event loop in a thread of its own."""
    loop = asyncio.new_event_loop()
    thread = threading.Thread(target=loop.run_forever, name="ssh", daemon=True)
    thread.start()
    try:
        yield loop
    finally:
        loop.call_soon_threadsafe(loop.stop)
        thread.join(PATIENCE_S)
        if not thread.is_alive():
            loop.close()


def _done(loop: asyncio.AbstractEventLoop, work: Coroutine[Any, Any, T]) -> T:
    """Have something done there, and wait for it; it is given up if this is interrupted."""
    future = asyncio.run_coroutine_threadsafe(work, loop)
    try:
        return future.result()
    except BaseException:
        future.cancel()
        raise


class _UnfitHost(Exception):
    """A host cannot be used: the problem."""

    def __init__(self, problem: Problem) -> None:
        super().__init__(problem.message)
        self.problem = problem


class _Part:
    """A process on a host, which is told to be a part."""

    def __init__(self, process: Any) -> None:
        self._process = process

    async def told(self, seconds: float) -> dict[str, Any]:
        """Return its answer of one line; {} if none comes in time."""
        line = b""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                while not line.endswith(b"\n") and len(line) <= MOST_LINE_BYTES:
                    piece = await self._process.stdout.read(4096)
                    if not piece:
                        break
                    line += piece
        try:
            found = json.loads(line)
        except (ValueError, RecursionError):
            return {}
        return found if isinstance(found, dict) else {}

    async def complaint(self) -> str:
        """Return the last line of its complaints, up to the length that people read."""
        text = b""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(PATIENCE_S):
                while len(text) <= MOST_LINE_BYTES and (piece := await self._process.stderr.read(4096)):
                    text += piece
        lines = text.decode(errors="replace").strip().splitlines()
        return lines[-1][:200] if lines else "it does not say why"

    async def be(self, order: PartOrder) -> dict[str, Any]:
        """Make it a part, and return its answer."""
        self._process.stdin.write(order.model_dump_json().encode() + b"\n")
        return await self.told(ARRIVAL_S)

    def sign_of_life(self) -> None:
        """Say that it is still wanted."""
        with contextlib.suppress(OSError, asyncio.InvalidStateError):
            self._process.stdin.write(b"\n")

    async def end(self) -> None:
        """End it, and wait for as long as that may take."""
        import asyncssh

        with contextlib.suppress(OSError, TimeoutError, asyncssh.Error):
            self._process.stdin.write_eof()
            async with asyncio.timeout(2 * CLOSE_S):
                await self._process.wait_closed()
        with contextlib.suppress(OSError, asyncssh.Error):
            self._process.kill()


class _Launched:
    """The parts of a fleet on its hosts."""

    def __init__(self, hosts: Sequence[FleetHost]) -> None:
        """Take over hosts; nothing is started yet."""
        self.hosts = list(hosts)
        self.identities = identities([DESK, SCHEDULER, *(HOST + host.name for host in hosts)])
        self._connections: dict[str, Any] = {}
        self._parts: dict[str, _Part] = {}
        self._beating: asyncio.Future[None] | None = None

    async def prepare(self) -> list[Problem]:
        """Have a process ready on each host at once; return what is wrong with the hosts that are missing then."""
        found = await asyncio.gather(*(self._ready(host) for host in self.hosts))
        self.hosts = [host for host, problem in zip(self.hosts, found, strict=True) if problem is None]
        return [problem for problem in found if problem is not None]

    async def start(self) -> tuple[str, list[Problem]]:
        """Have the processes be parts; return the scheduler's address, and what is wrong with hosts that are missing.

        UsageError if there is no scheduler.
        """
        first = self.hosts[0]
        try:
            self._parts[SCHEDULER] = await self._process(first)
        except _UnfitHost as error:
            raise UsageError(error.problem) from None
        told = await self._be(SCHEDULER, first, None)
        address = told.get("address")
        if not isinstance(address, str) or _ADDRESS.fullmatch(address) is None:
            raise UsageError(Problem(f"the scheduler cannot start there: {_said(told)}", where=first.name))
        self._beating = asyncio.ensure_future(self._beat())
        answers = await asyncio.gather(*(self._be(HOST + host.name, host, address) for host in self.hosts))
        problems = [
            Problem(
                f"its worker cannot start, or does not reach the scheduler: {_said(told)}",
                where=host.name,
                hint=f"can it reach {address}?",
            )
            for host, told in zip(self.hosts, answers, strict=True)
            if "address" not in told
        ]
        self.hosts = [host for host, told in zip(self.hosts, answers, strict=True) if "address" in told]
        return address, problems

    async def end(self) -> None:
        """End all parts, the scheduler last, and close all connections."""
        if self._beating is not None:
            self._beating.cancel()
        scheduler = self._parts.pop(SCHEDULER, None)
        await asyncio.gather(*(part.end() for part in self._parts.values()))
        if scheduler is not None:
            await scheduler.end()
        for connection in self._connections.values():
            connection.close()
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(PATIENCE_S):
                await asyncio.gather(*(one.wait_closed() for one in self._connections.values()), return_exceptions=True)

    async def _ready(self, host: FleetHost) -> Problem | None:
        """Connect to a host, and have a process ready there; return what keeps it from that."""
        import asyncssh

        try:
            self._connections[host.name] = await asyncssh.connect(host.address, **_connect_options(host))
            self._parts[HOST + host.name] = await self._process(host)
        except _UnfitHost as error:
            return error.problem
        except asyncssh.PermissionDenied:
            return Problem(
                "SSH does not let us in", where=host.name, hint='name a user or a key: user = "…", key = "…"'
            )
        except asyncssh.HostKeyNotVerifiable:
            hint = f"connect once by hand, and look at what it shows: ssh -p {host.port} {host.address}"
            return Problem("its key is not known here", where=host.name, hint=hint)
        except (OSError, TimeoutError, asyncssh.Error, ValueError) as error:
            why = getattr(error, "strerror", None) or str(error) or type(error).__name__
            return Problem(f"cannot be reached by SSH: {' '.join(why.split())[:200]}", where=host.name)
        return None

    async def _process(self, host: FleetHost) -> _Part:
        command = f"exec {shlex.quote(host.interpreter)} -m iotrial.hosts.fleet_part"
        part = _Part(await self._connections[host.name].create_process(command, encoding=None))
        if "ready" not in await part.told(ARRIVAL_S):
            said = await part.complaint()
            await part.end()
            hint = f"there: {host.interpreter} -m pip install 'iotrial[fleet]'; or name another interpreter"
            problem = f"its {host.interpreter} has no iotrial for fleets: {said}"
            raise _UnfitHost(Problem(problem, where=host.name, hint=hint))
        return part

    async def _be(self, name: str, host: FleetHost, scheduler: str | None) -> Mapping[str, Any]:
        order = PartOrder(
            part=name,
            address=host.address,
            scheduler=scheduler,
            resources={RESOURCE: 1.0},
            identity=self.identities[name],
        )
        try:
            return await self._parts[name].be(order)
        except OSError as error:
            return {"failed": error.strerror or str(error)}

    async def _beat(self) -> None:
        while True:
            await asyncio.sleep(SIGN_OF_LIFE_S)
            for part in self._parts.values():
                part.sign_of_life()


def _said(told: Mapping[str, Any]) -> str:
    """Return why a part is none, in its words."""
    return " ".join(str(told.get("failed") or "it does not say why").split())[:300]


def _connect_options(host: FleetHost) -> dict[str, object]:
    options: dict[str, object] = {"port": host.port, "connect_timeout": PATIENCE_S, "login_timeout": 3 * PATIENCE_S}
    options |= {"keepalive_interval": _LOOK_S, "keepalive_count_max": _LOOKS}
    if host.user is not None:
        options["username"] = host.user
    if host.key is not None:
        options["client_keys"] = [str(Path(host.key).expanduser())]
    return options
