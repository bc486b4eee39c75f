# asyncio.to_thread() of Path.read_bytes() for each file, all at once.
# Use it in a program that runs on asyncio: a file is one change of threads, and the loop goes on meanwhile.
# called: asyncio.to_thread() of Path.read_bytes()
# tags: threaded
# unsized: yes

from __future__ import annotations

import asyncio
from pathlib import Path


async def load_all(folder: str, names: list[str]) -> list[bytes]:
    return await asyncio.gather(*(asyncio.to_thread(Path(folder, name).read_bytes) for name in names))


def load(folder: str, names: list[str]) -> list[bytes]:
    return asyncio.run(load_all(folder, names))
