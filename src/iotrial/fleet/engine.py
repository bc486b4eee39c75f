"""Dask's scheduler as the engine of a fleet: the one module that knows it."""

from __future__ import annotations

import contextlib
import importlib
import time
import warnings
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from iotrial.errors import Problem, UsageError

if TYPE_CHECKING:
    from distributed import Client, Future

#: What a worker of a fleet has one of, so that one study at a time is measured there.
RESOURCE = "iotrial"

#: How long a scheduler may take to answer.
PATIENCE_S = 10.0

#: How long a worker that was started may take to make itself known; a busy host takes many seconds.
ARRIVAL_S = 60.0

WORKER = f"dask worker ADDRESS --name HOST --nthreads 1 --resources {RESOURCE}=1"


class SchedulerGone(Exception):
    """The scheduler does not answer any more."""


@dataclass(frozen=True)
class Worker:
    """A worker of the engine: its host's name, and where it is."""

    host: str
    address: str
    is_able: bool  # if it was started so that it takes one study at a time


def installed() -> None:
    """Make sure that the engine is installed, and silent; UsageError if it is not there."""
    try:
        for package in ("asyncssh", "cryptography", "distributed"):
            importlib.import_module(package)
    except ImportError as error:
        raise UsageError(
            f"fleets need {error.name}, which is not installed", hint="pip install 'iotrial[fleet]', on each host too"
        ) from None
    import logging

    logging.getLogger("distributed").setLevel(logging.CRITICAL)  # what goes wrong is said by us


def needed(module: str, what: str, extra: str) -> Any:
    """Return a module of one of Dask's own packages; UsageError, with the extra that has it, if it is not there."""
    try:
        return importlib.import_module(module)
    except ImportError as error:
        raise UsageError(
            f"{what} needs {error.name}, which is not installed", hint=f"pip install 'iotrial[{extra}]'"
        ) from None


@contextlib.contextmanager
def connected(address: str, security: Mapping[str, object] | None = None) -> Iterator[Engine]:
    """Connect to a scheduler; UsageError if nobody answers there.

    security: settings of Dask; None: those that its user has.
    """
    installed()
    from distributed import Security

    try:
        secured = Security(**security) if security else None
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # hosts with other versions are named by us
            client = _own_client()(address, timeout=PATIENCE_S, set_as_default=False, security=secured)
    except (MemoryError, OverflowError):  # a length that no message of a scheduler has
        raise UsageError(f"what answers at {address} is no scheduler", hint="docs/fleets.md") from None
    except Exception as error:  # an address may be wrong in ways that Dask has no error of its own for
        raise UsageError(
            f"no scheduler answers at {address}: {str(error).splitlines()[0] if str(error) else type(error).__name__}",
            hint="start one: dask scheduler; docs/fleets.md",
        ) from None
    try:
        yield Engine(client)
    finally:
        with contextlib.suppress(Exception):  # it may be gone, which is no reason to fail
            client.close(timeout=PATIENCE_S)


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

    def workers(self) -> dict[str, Worker]:
        """Host -> its worker, for those that are there; SchedulerGone if the scheduler is not.

        UsageError if two workers have the name of one host.
        """
        if self._client.status not in ("running", "connecting"):
            raise SchedulerGone
        try:
            known = self._client.scheduler_info(n_workers=-1)["workers"]
        except (OSError, TimeoutError, KeyError, ValueError):
            raise SchedulerGone from None
        if self._client.status != "running":
            raise SchedulerGone
        found: dict[str, Worker] = {}
        twice = []
        for address, told in sorted(known.items()):
            host = str(told["name"])
            twice += [host] if host in found else []
            able = told.get("resources", {}).get(RESOURCE) == 1
            found[host] = Worker(host, address, able)
        if twice:
            raise UsageError(
                [Problem("is the name of two workers", where=host, hint=f"start one: {WORKER}") for host in twice]
            )
        return found

    def await_workers(self, hosts: Collection[str]) -> list[str]:
        """Wait until the workers of hosts are there; return the hosts whose worker did not come in time.

        A worker that was started says so before the scheduler knows it.
        """
        end = time.monotonic() + ARRIVAL_S
        while (missing := [host for host in hosts if host not in self.workers()]) and time.monotonic() < end:
            time.sleep(0.1)
        return missing

    def workers_of(self, hosts: Collection[str]) -> dict[str, Worker]:
        """The workers of some hosts, as `workers` returns them."""
        return {host: worker for host, worker in self.workers().items() if host in hosts}

    def ask(self, function: Callable[..., Any], *arguments: object, of: Mapping[str, Worker]) -> dict[str, Any]:
        """Call a function on some hosts at once, beside what they measure; host -> its answer, or an exception."""
        if not of:
            return {}
        addresses = {worker.address: host for host, worker in of.items()}
        try:
            answers = self._client.run(function, *arguments, workers=list(addresses), on_error="return")
        except (OSError, TimeoutError, ValueError):
            raise SchedulerGone from None
        return {addresses[address]: answer for address, answer in answers.items()}

    def assign(self, function: Callable[..., Any], argument: object, worker: Worker) -> Work:
        """Have a worker call a function when it has nothing else to do."""
        future = self._client.submit(
            function,
            argument,
            workers=[worker.address],
            allow_other_workers=False,
            resources={RESOURCE: 1},
            pure=False,
            retries=0,
        )
        return Work(worker, future)


class Work:
    """Work that was handed out."""

    def __init__(self, worker: Worker, future: Future) -> None:
        """Take over a future, and whom it was given to."""
        self.worker = worker
        self._future = future

    @property
    def is_ended(self) -> bool:
        """Return if it came to an end: a result, an error, or a worker that was lost."""
        return bool(self._future.done())

    def result(self) -> Any:
        """Return what came of it; whatever exception it ended with."""
        return self._future.result(timeout=60 * PATIENCE_S)

    def forget(self) -> None:
        """Let the engine forget it."""
        with contextlib.suppress(Exception):
            self._future.cancel()
