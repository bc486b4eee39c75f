"""The search for what methods lack to run here; programs are asked in parallel."""

from __future__ import annotations

from collections.abc import Iterable
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import AbstractContextManager
from types import TracebackType

from iotrial.ask.catalog import Catalog, Method
from iotrial.workers.build import require_presence
from iotrial.workers.unavailable import Unavailable

#: Programs that are asked at once: most wait for a disk, and one that hangs holds up no other.
AT_ONCE = 8

#: What decides if a method can run: its language, its job (whose adapter the kit may lack) and what it says it needs.
_Need = tuple[str, str, tuple[str, ...]]


class Presence(AbstractContextManager["Presence"]):
    """The search for all that some methods need, which goes on while its maker does something else."""

    def __init__(self, catalog: Catalog, methods: Iterable[Method]) -> None:
        """Begin to look for what the methods need."""
        self._catalog = catalog
        self._pool = ThreadPoolExecutor(AT_ONCE)
        self._found: dict[_Need, Future[Unavailable | None]] = {}
        for method in methods:
            if _need_of(method) not in self._found:
                self._found[_need_of(method)] = self._pool.submit(self._look_for, method)

    def missing(self, method: Method) -> Unavailable | None:
        """Wait until it is known what a method lacks to run here; None if nothing."""
        return self._found[_need_of(method)].result()

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Ask nothing more, and wait for what was asked."""
        self._pool.shutdown(cancel_futures=True)

    def _look_for(self, method: Method) -> Unavailable | None:
        try:
            require_presence(self._catalog.kits[method.language], method)
        except Unavailable as reason:
            return reason
        return None


def _need_of(method: Method) -> _Need:
    return method.language, method.job, method.needs
