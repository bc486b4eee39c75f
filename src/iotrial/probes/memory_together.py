"""The memory that several processes have together, at its highest, while this is open."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from pathlib import Path
from types import TracebackType

from iotrial.store.record import MemoryReading

#: The time between two looks. The system adds up all pages of all processes for each.
LOOK_S = 0.01

#: Field of MemoryReading -> its name in /proc/PID/smaps_rollup. A page that n processes share counts as one n-th.
_KINDS = {
    "peak_bytes": "Pss",
    "anonymous_bytes": "Pss_Anon",
    "file_bytes": "Pss_File",
    "shared_bytes": "Pss_Shmem",
}


class MemoryTogether:
    """A thread that reads the memory of some processes again and again; `most` is the highest sum that it saw."""

    def __init__(self, pids: Callable[[], Sequence[int]]) -> None:
        """Take what names the processes, which may change; each look asks anew."""
        self._pids = pids
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._look, daemon=True)
        #: None: there was no look, or the system does not tell.
        self.most: MemoryReading | None = None
        self.first: MemoryReading | None = None

    def __enter__(self) -> MemoryTogether:
        """Look once, then begin to look again and again."""
        self._keep()
        self.first = self.most
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Stop looking."""
        self._ended.set()
        self._thread.join()

    def _look(self) -> None:
        while not self._ended.wait(LOOK_S):
            self._keep()

    def _keep(self) -> None:
        found = together(self._pids())
        if found is not None and (self.most is None or found.peak_bytes > self.most.peak_bytes):
            self.most = found


def together(pids: Sequence[int]) -> MemoryReading | None:
    """Return the memory of processes by kind; None if there are none, or if the system does not tell."""
    sums: dict[str, int] = {}
    for pid in pids:
        try:
            lines = Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()
        except OSError:  # it has ended meanwhile, or the system has no such file
            continue
        read = {
            name: int(words[0]) * 1024
            for name, _, rest in (line.partition(":") for line in lines)
            if (words := rest.split())[1:] == ["kB"]
        }
        for field, name in _KINDS.items():
            if name in read:
                sums[field] = sums.get(field, 0) + read[name]
    return MemoryReading(how="samples", **sums) if sums.get("peak_bytes") else None
