# anyio.Path.read_bytes() of each file, one after the other.
# Use it in a program that runs on anyio; each file is a call in a thread of anyio's.
# called: anyio.Path.read_bytes()
# needs: package anyio
# tags: threaded
# unsized: yes

from __future__ import annotations

import anyio


async def load_all(folder: str, names: list[str]) -> list[bytes]:
    return [await anyio.Path(folder, name).read_bytes() for name in names]


def load(folder: str, names: list[str]) -> list[bytes]:
    return anyio.run(load_all, folder, names)
