# aiofiles: async for over the open file; each line comes from a thread.
# Use it when an event loop must not wait for a slow disk; for one file, asyncio.to_thread() around a plain loop is less
# work.
# needs: package aiofiles
# tags: threaded
# decodes: or fails
# splits: at CR too
# ending: kept
# long: taken
# memory: a line

from __future__ import annotations

import asyncio

import aiofiles


async def read(path: str) -> tuple[int, int, int]:
    lines = length = total = 0
    async with aiofiles.open(path, encoding="utf-8") as file:
        async for line in file:
            lines += 1
            length += len(line)
            text = line.rstrip("\n")
            if text:
                total += ord(text[0]) + ord(text[-1])
    return lines, length, total


def read_lines(path: str) -> tuple[int, int, int]:
    return asyncio.run(read(path))
