"""Counters of what the machine did during a block: recorded with every sample, never a filter (rule 12)."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from pathlib import Path

_TICK_NS = 1_000_000_000 // os.sysconf("SC_CLK_TCK")
_PRESSURES = ("cpu", "io", "memory")


class Noise:
    """Counters of the machine, read from files that stay open. Those that the system does not tell are left out."""

    def __init__(self) -> None:
        self._files: dict[str, int] = {}
        for name in ("stat", "meminfo", *(f"pressure/{kind}" for kind in _PRESSURES)):
            self._open(name, Path("/proc") / name)

    def counters(self) -> Mapping[str, int]:
        """Totals since boot, in ns: steal and pressure."""
        totals = {}
        if (text := self._read("stat")) and (fields := text.split(b"\n", 1)[0].split()) and len(fields) > 8:
            totals["steal_ns"] = int(fields[8]) * _TICK_NS
        for kind in _PRESSURES:
            if found := re.search(rb"some [^\n]*total=(\d+)", self._read(f"pressure/{kind}")):
                totals[f"{kind}_pressure_ns"] = int(found[1]) * 1000
        return totals

    def over(self, before: Mapping[str, int], cpu: int | None) -> dict[str, int]:
        """Return what was added since `before`, and the present state: dirty pages and the speed of the CPU's clock."""
        after = self.counters()
        figures = {name: after[name] - before[name] for name in after if name in before}
        memory = self._read("meminfo")
        for name, column in ((b"Dirty", "dirty_bytes"), (b"Writeback", "writeback_bytes")):
            if found := re.search(rb"^" + name + rb": +(\d+) kB", memory, re.MULTILINE):
                figures[column] = int(found[1]) * 1024
        if cpu is not None:
            self._open(f"clock{cpu}", Path(f"/sys/devices/system/cpu/cpu{cpu}/cpufreq/scaling_cur_freq"))
            if text := self._read(f"clock{cpu}"):
                figures["clock_khz"] = int(text)
        return figures

    def close(self) -> None:
        """Close the files."""
        for descriptor in self._files.values():
            if descriptor >= 0:
                os.close(descriptor)
        self._files.clear()

    def _open(self, name: str, path: Path) -> None:
        if name in self._files:
            return
        try:
            self._files[name] = os.open(path, os.O_RDONLY | os.O_CLOEXEC)
        except OSError:
            self._files[name] = -1

    def _read(self, name: str) -> bytes:
        if self._files.get(name, -1) < 0:
            return b""
        try:
            return os.pread(self._files[name], 1 << 16, 0)
        except OSError:
            return b""
