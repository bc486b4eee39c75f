"""A campaign in several processes at once, each of which draws inputs of its own."""

from __future__ import annotations

import contextlib
import multiprocessing
import signal
from collections import Counter
from collections.abc import Callable, Iterator
from functools import partial
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess

from attacks.tally import Tally

#: A fork would draw what all others draw.
_SPAWN = multiprocessing.get_context("spawn")

#: A process that was told to end and is still there after this long is killed.
_ENDING_S = 10.0


def at_once(jobs: int, count: Callable[..., Tally], *given: str | float) -> Tally:
    """Have so many processes count something of what is given; return all that they counted.

    count: a function of a module, which each process imports. A process that dies counts as one more that did harm.
    """
    with _started(jobs, partial(count, *given)) as processes:
        found = Tally()
        for process, told in processes:
            try:
                found += told.recv()
            except EOFError:
                process.join()
                print(f"a process ended with {process.exitcode} in the middle of {given[0]}", flush=True)
                found += Tally(broken=Counter({"died": 1}))
            process.join(_ENDING_S)  # it has told all that it had to
        return found


@contextlib.contextmanager
def _started(jobs: int, count: Callable[[], Tally]) -> Iterator[list[tuple[BaseProcess, Connection[None, Tally]]]]:
    """Start processes; end them if they still go on."""
    started: list[tuple[BaseProcess, Connection[None, Tally]]] = []
    try:
        for _ in range(jobs):
            told, telling = _SPAWN.Pipe(duplex=False)
            process: BaseProcess = _SPAWN.Process(target=_count, args=(count, telling))
            process.start()
            telling.close()  # ours, so that the end of the process is the end of the pipe
            started.append((process, told))
        yield started
    finally:
        for process, _ in started:
            if process.is_alive():
                process.terminate()
        for process, _ in started:
            process.join(_ENDING_S)
            process.kill()
            process.join()


def _count(count: Callable[[], Tally], telling: Connection[Tally, None]) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # which goes to all of them; the first one ends the others
    with contextlib.suppress(KeyboardInterrupt):  # who is ended tells nothing
        telling.send(count())
