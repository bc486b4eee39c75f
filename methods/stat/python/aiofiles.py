# aiofiles.os.path.exists() of each path, one after the other.
# Use it if you have it in an asyncio program already; each is a call in another thread.
# called: aiofiles.os.path.exists()
# needs: package aiofiles
# tags: threaded
# tells: existence
# finds: anything
# links: followed
# slashes: kept
# denied: missing

from __future__ import annotations

import asyncio

import aiofiles.os


async def count(folder: str, names: list[str]) -> int:
    return sum([await aiofiles.os.path.exists(f"{folder}/{name}") for name in names])


def stat_all(folder: str, names: list[str]) -> tuple[int, int, int]:
    return asyncio.run(count(folder, names)), 0, 0
