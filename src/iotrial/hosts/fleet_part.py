"""A part of a fleet, started over SSH: `python -m iotrial.hosts.fleet_part`.

It says that it is ready, is told what it is to be in one line, and says where it listens. It is there for as long as
its standard input is open: whoever started it may be killed, or cut off, and nothing of it stays, since it keeps its
key in memory alone.
"""

from __future__ import annotations

import asyncio
import contextlib
import importlib
import json
import os
import signal
import sys
from typing import Any

from iotrial.hosts.identity import HOST, SCHEDULER, PartIdentity
from iotrial.machine.orderly_end import ENDING
from iotrial.places.passing import passing_folder
from iotrial.store.strict import Strict

#: The longest line that either side says.
MOST_LINE_BYTES = 1 << 16

#: How long a part may take to close what is open.
CLOSE_S = 2.0

#: The starter of a part sends a sign of life this often; a part without one for this long ends.
SIGN_OF_LIFE_S, MOST_SILENCE_S = 60.0, 1200.0


class PartOrder(Strict):
    """The order to a part: what it is to be."""

    part: str
    address: str
    scheduler: str | None
    resources: dict[str, float]
    identity: PartIdentity


def main() -> None:
    """Be a part until the fleet ends."""
    for number in ENDING:
        signal.signal(number, lambda *given: os._exit(0))  # until there is something to close
    for module in ("distributed", "iotrial.hosts.guarded", "iotrial.hosts.on_host"):
        importlib.import_module(module)  # a host that lacks it says so here, before anything is started
    _say({"ready": True})
    os.dup(2)  # some servers take its end for that of the connection
    os.dup2(os.open(os.devnull, os.O_WRONLY), 2)  # Dask's complaints have no reader from here on
    line = sys.stdin.buffer.readline(MOST_LINE_BYTES + 1)
    if not line.endswith(b"\n"):
        return
    with passing_folder() as folder:
        # `asyncio.run` would wait for threads, and one may wait for what is measured, which goes on.
        asyncio.new_event_loop().run_until_complete(_be(PartOrder.model_validate_json(line), str(folder)))
    os._exit(0)


async def _be(order: PartOrder, folder: str) -> None:
    import dask

    from iotrial.hosts.guarded import backends_of, started_scheduler, started_worker
    from iotrial.hosts.plain_comm import plain_connections

    unwanted: dict[str, list[str]] = {"distributed.scheduler.preload": [], "distributed.worker.preload": []}
    with dask.config.set(unwanted), plain_connections(lambda: backends_of(order.part)):
        ended = asyncio.Event()
        _end_when_told(ended)
        told = asyncio.ensure_future(ended.wait())
        if order.part == SCHEDULER:
            starting = asyncio.ensure_future(started_scheduler(order.address, order.identity, folder))
        else:
            name = order.part.removeprefix(HOST)
            known = (order.scheduler or "", order.identity, order.resources)
            starting = asyncio.ensure_future(started_worker(name, order.address, *known, folder))
        await asyncio.wait({starting, told}, return_when=asyncio.FIRST_COMPLETED)
        if not starting.done():
            return  # a worker looks for its scheduler for ever, and that may be gone
        try:
            server = starting.result()
        except Exception as error:
            cause = error.__cause__ or error
            _say({"failed": " ".join(f"{type(cause).__name__}: {cause}".split())[:1000]})
            return
        _say({"address": server.address})
        finished = asyncio.ensure_future(server.finished())
        await asyncio.wait({finished, told}, return_when=asyncio.FIRST_COMPLETED)
        # Not longer, and not for it to be cancelled: a worker that its scheduler has left waits for its thread.
        await asyncio.wait({asyncio.ensure_future(_close(server, order.part))}, timeout=CLOSE_S)


async def _close(server: Any, part: str) -> None:
    if part == SCHEDULER:
        await server.close()
    else:
        await server.close(executor_wait=False, nanny=False)


def _end_when_told(ended: asyncio.Event) -> None:
    """Set an event at a signal, or when the process that started this is gone."""
    loop = asyncio.get_running_loop()
    for number in ENDING:
        loop.add_signal_handler(number, ended.set)
    silence = loop.call_later(MOST_SILENCE_S, ended.set)

    def look() -> None:
        nonlocal silence
        silence.cancel()
        if os.read(0, 4096):
            silence = loop.call_later(MOST_SILENCE_S, ended.set)
        else:
            loop.remove_reader(0)
            ended.set()

    loop.add_reader(0, look)


def _say(document: dict[str, object]) -> None:
    with contextlib.suppress(OSError):
        print(json.dumps(document), flush=True)


if __name__ == "__main__":
    main()
