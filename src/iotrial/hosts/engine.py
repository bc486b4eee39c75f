"""Dask's scheduler as the engine of a fleet: the one module that asks it.

Any peer may lie: the scheduler that was named, and each host behind it. So what arrives is plain data, and
what hosts answer are bytes that are read here; no library unpickles anything as long as there is a connection.
"""

from __future__ import annotations

import asyncio
import contextlib
import ctypes.util
import importlib
import re
import time
import warnings
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from iotrial.errors import Problem, UsageError
from iotrial.hosts.host_answers import answer, unpacked
from iotrial.hosts.identity import PartIdentity, is_scheduler
from iotrial.hosts.never_unpickled import never_unpickled
from iotrial.hosts.on_host import HostFailed, HostStopped

if TYPE_CHECKING:
    from distributed import Client, Future

#: The resource of which each worker of a fleet has one, so that it measures one study at a time.
RESOURCE = "iotrial"

#: How long a scheduler may take to answer.
PATIENCE_S = 10.0

#: How long hosts may take to answer: a run is long on its way.
ANSWER_S = 600.0

#: How long a worker that was started may take to make itself known; a busy host takes many seconds.
ARRIVAL_S = 60.0

#: More workers than a fleet has.
MOST_WORKERS = 10_000

WORKER = f"dask worker ADDRESS --name HOST --nthreads 1 --resources {RESOURCE}=1"

#: The addresses that are spoken to.
_ADDRESS = re.compile(r"(?:(?:tcp|tls)://)?[^/]+")

#: An error as Python writes it, `Name('text')`, in an error of Dask's own.
_ERROR = re.compile(r"\w+\((['\"])(.*)\1\)", re.DOTALL)


class SchedulerGone(Exception):
    """The scheduler does not answer any more."""


@dataclass(frozen=True)
class EngineWorker:
    """A worker of the engine: its host's name, and where it is."""

    host: str
    address: str
    is_able: bool  # if it was started so that it takes one study at a time


def installed() -> None:
    """Make sure that the engine is installed, and silent; UsageError if it is not there."""
    try:
        with _no_search_for_libraries():
            for package in ("asyncssh", "cryptography", "distributed"):
                importlib.import_module(package)
    except ImportError as error:
        raise UsageError(
            f"fleets need {error.name}, which is not installed", hint="pip install 'iotrial[fleet]', on each host too"
        ) from None
    import logging

    importlib.import_module("distributed.client")  # some of its loggers have a level of their own
    for name in ("distributed", *logging.root.manager.loggerDict):
        if name.partition(".")[0] in ("distributed", "tornado"):
            logging.getLogger(name).setLevel(logging.CRITICAL + 1)  # what goes wrong is said by us


@contextlib.contextmanager
def _no_search_for_libraries() -> Iterator[None]:
    """Have an import find no library of C: asyncssh looks for one by starting a compiler, whose file a kill leaves.

    That would be for a checksum for which SSH has others.
    """
    find = ctypes.util.find_library
    ctypes.util.find_library = lambda name: None
    try:
        yield
    finally:
        ctypes.util.find_library = find


def needed(module: str, what: str, extra: str) -> Any:
    """Return a module of one of Dask's own packages; UsageError, with the extra that has it, if it is not there."""
    try:
        return importlib.import_module(module)
    except ImportError as error:
        raise UsageError(
            f"{what} needs {error.name}, which is not installed", hint=f"pip install 'iotrial[{extra}]'"
        ) from None


@contextlib.contextmanager
def connected(address: str, identity: PartIdentity | None = None) -> Iterator[Engine]:
    """Connect to a scheduler; UsageError if there is no answer.

    identity: ours in the fleet that the scheduler was started for; None: Dask's settings, as its user has them.
    """
    installed()
    from iotrial.hosts.plain_comm import plain_connections

    with never_unpickled(), plain_connections():
        client = _client(address, identity)
        try:
            yield Engine(client)
        finally:
            with contextlib.suppress(Exception):  # it may be gone, which is no reason to fail
                client.close(timeout=PATIENCE_S)


def _client(address: str, identity: PartIdentity | None) -> Client:
    try:
        if _ADDRESS.fullmatch(address) is None:
            raise ValueError("such an address is not spoken to")
        security = None if identity is None else identity.security(is_scheduler)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # hosts with other versions are named by us
            return _own_client()(address, timeout=PATIENCE_S, set_as_default=False, security=security)
    except (MemoryError, OverflowError):  # a length that no message of a scheduler has
        raise UsageError(f"what answers at {address} is no scheduler", hint="docs/fleets.md") from None
    except Exception as error:  # an address may be wrong in ways that Dask has no error of its own for
        raise UsageError(
            f"no scheduler answers at {address}: {str(error).splitlines()[0] if str(error) else type(error).__name__}",
            hint="start one: dask scheduler; docs/fleets.md",
        ) from None


def _own_client() -> type[Client]:
    """Return a client of Dask that has nothing to close if it never connected.

    Dask's own waits for 20 s when Python removes one, and then complains on stderr.
    """
    from distributed import Client

    class OwnClient(Client):  # type: ignore[misc]
        def __del__(self) -> None:
            if getattr(self, "status", "closed") == "running":
                super().__del__()

    return OwnClient


class Engine:
    """A connection to the scheduler."""

    def __init__(self, client: Client) -> None:
        """Take over an open client."""
        self._client = client

    def workers(self) -> dict[str, EngineWorker]:
        """Host -> its worker, for those that are there; SchedulerGone if the scheduler is not.

        UsageError if two workers have the name of one host.
        """
        self._require_there("running", "connecting")
        try:
            told = self._client.sync(self._client.scheduler.identity, n_workers=-1, callback_timeout=PATIENCE_S)
            workers = [_worker(*one) for one in sorted(told["workers"].items())[:MOST_WORKERS]]
        except Exception:  # any reply of something that is no scheduler
            raise SchedulerGone from None
        self._require_there("running")
        found: dict[str, EngineWorker] = {}
        twice = []
        for worker in workers:
            twice += [worker.host] if worker.host in found else []
            found[worker.host] = worker
        if twice:
            raise UsageError(
                [Problem("is the name of two workers", where=host, hint=f"start one: {WORKER}") for host in twice]
            )
        return found

    def _require_there(self, *states: str) -> None:
        """Raise SchedulerGone if the scheduler does not listen any more."""
        listening = getattr(self._client, "_handle_report_task", None)
        if self._client.status not in states or (listening is not None and listening.done()):
            raise SchedulerGone

    def await_workers(self, hosts: Collection[str]) -> list[str]:
        """Wait until the workers of hosts are there; return the hosts whose worker did not come in time.

        A worker that was started says so before the scheduler knows it.
        """
        end = time.monotonic() + ARRIVAL_S
        while (missing := [host for host in hosts if host not in self.workers()]) and time.monotonic() < end:
            time.sleep(0.1)
        return missing

    def workers_of(self, hosts: Collection[str]) -> dict[str, EngineWorker]:
        """The workers of some hosts, as `workers` returns them."""
        return {host: worker for host, worker in self.workers().items() if host in hosts}

    def ask(self, function: Callable[..., Any], *arguments: object, of: Mapping[str, EngineWorker]) -> dict[str, Any]:
        """Call a function on some hosts at once, beside what they measure; host -> its answer, or an exception."""
        from distributed.protocol import pickle

        if not of:
            return {}
        said = {"op": "run", "wait": True, "kwargs": pickle.dumps({})}
        said |= {"function": pickle.dumps(answer), "args": pickle.dumps((function, *arguments))}

        async def ask_one(worker: EngineWorker) -> Any:
            try:
                told = self._client.scheduler.broadcast(msg=dict(said), workers=[worker.address])
                return _read(await asyncio.wait_for(told, ANSWER_S), worker)
            except (HostFailed, HostStopped, UsageError) as error:
                return error
            except (OSError, TimeoutError):
                return SchedulerGone()
            except Exception as error:  # as Dask tells of a host that could not do it
                return HostFailed(_text_of(str(error)))

        async def ask_all() -> list[Any]:
            return await asyncio.gather(*map(ask_one, of.values()))

        try:
            answers = self._client.sync(ask_all, callback_timeout=2 * ANSWER_S)
        except (OSError, TimeoutError, ValueError):
            raise SchedulerGone from None
        if all(isinstance(one, SchedulerGone) for one in answers):
            raise SchedulerGone
        return dict(zip(of, answers, strict=True))

    def assign(self, function: Callable[..., Any], argument: object, worker: EngineWorker) -> Work:
        """Have a worker call a function when it has nothing else to do."""
        future = self._client.submit(
            answer,
            function,
            argument,
            workers=[worker.address],
            allow_other_workers=False,
            resources={RESOURCE: 1},
            pure=False,
            retries=0,
        )
        return Work(worker, future)


def _worker(address: object, told: Any) -> EngineWorker:
    """Return a worker as the scheduler tells of it; TypeError or the like if that is none."""
    resources = told.get("resources")
    is_able = isinstance(resources, dict) and resources.get(RESOURCE) == 1
    if not isinstance(address, str) or len(address) > 1000:
        raise TypeError
    return EngineWorker(str(told["name"])[:200], address, is_able)


def _read(told: Any, worker: EngineWorker) -> Any:
    """Return the answer of a host from what its scheduler passed on."""
    own = told.get(worker.address) if isinstance(told, dict) else None
    if not isinstance(own, dict):
        raise UsageError("it sent something else than an answer")
    if own.get("status") != "OK":
        raise HostFailed(_text_of(str(own.get("exception_text"))))
    return unpacked(own.get("result"))


def _text_of(error: str) -> str:
    """Return the text of an error that Dask tells of, in one line."""
    match = _ERROR.fullmatch(error.strip())
    return " ".join((match[2] if match else error).split())[:1000]


class Work:
    """Work that was handed out."""

    def __init__(self, worker: EngineWorker, future: Future) -> None:
        """Take over a future, and whom it was given to."""
        self.worker = worker
        self._future = future

    @property
    def is_ended(self) -> bool:
        """True if it came to an end: a result, an error, or a worker that was lost."""
        return bool(self._future.done())

    def result(self) -> Any:
        """Return the result, or raise the exception it ended with."""
        return unpacked(self._future.result(timeout=ANSWER_S))

    def forget(self) -> None:
        """Let the engine forget it."""
        with contextlib.suppress(Exception):
            self._future.cancel()
