# aiofiles: a file object kept open, write() and flush() of each record in a thread of asyncio's.
# Use it in a program that runs on asyncio and must not wait for a disk; each call takes a thread there and back, which
# costs far more than the write.
# called: aiofiles, flushed for each record
# tags: threaded
# needs: package aiofiles
# visible: each record
# lock: none
# append: yes
# durable: no

from __future__ import annotations

import asyncio
from collections.abc import Iterable

import aiofiles


async def _append(path: str, records: Iterable[bytes]) -> int:
    written = 0
    async with aiofiles.open(path, "ab") as log:
        for record in records:
            await log.write(record)
            await log.flush()
            written += 1
    return written


def append(path: str, records: Iterable[bytes]) -> int:
    try:
        return asyncio.run(_append(path, records))
    except OSError as error:
        error.filename = path  # a failed write does not name the file
        raise
