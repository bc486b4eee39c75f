# ThreadPoolExecutor.map() of Path.read_bytes().
# Use it when files come from a device: Python's lock is open while a thread waits. In memory it is slower than one.
# called: Path.read_bytes() in threads
# tags: threaded
# parameters: at_once 1..256
# unsized: yes

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

AT_ONCE = 8


def load(folder: str, names: list[str]) -> list[bytes]:
    with ThreadPoolExecutor(AT_ONCE) as readers:
        return list(readers.map(lambda name: Path(folder, name).read_bytes(), names))
