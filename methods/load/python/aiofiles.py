# aiofiles.open() and read() for so many files at once.
# Use it if you have it in an asyncio program already; opening, reading and closing change threads each.
# called: aiofiles
# needs: package aiofiles
# tags: threaded
# parameters: at_once 1..1024
# unsized: yes

from __future__ import annotations

import asyncio

import aiofiles

AT_ONCE = 8


async def load_all(folder: str, names: list[str]) -> list[bytes]:
    few = asyncio.Semaphore(AT_ONCE)

    async def read(name: str) -> bytes:
        async with few, aiofiles.open(f"{folder}/{name}", "rb") as file:
            content: bytes = await file.read()
            return content

    return await asyncio.gather(*map(read, names))


def load(folder: str, names: list[str]) -> list[bytes]:
    return asyncio.run(load_all(folder, names))
