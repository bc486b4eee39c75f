"""Sources of noise on this machine, reported before anything is measured, and how each can be changed.

Everything is read and nothing is changed. A remark is about a state that was seen: there is none about what the system
does not tell.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import asdict

from iotrial.machine.noise_sources import clock_noise, memory_noise, neighbours, tracing
from iotrial.machine.noise_sources.disk_noise import FilePlace, of_place
from iotrial.machine.noise_sources.remark import Remark
from iotrial.machine.system_files import SystemFiles

__all__ = ["FilePlace", "Remark", "remarks"]


def remarks(
    files: SystemFiles | None = None, places: Sequence[FilePlace] = (), missing_tools: Iterable[str] = ()
) -> list[dict[str, str | None]]:
    """Return the remarks on this machine, on the places of files, and on the programs for evidence that it lacks."""
    files = files or SystemFiles()
    found: list[Remark] = []
    for rule in (*neighbours.RULES, *clock_noise.RULES, *memory_noise.RULES, *tracing.RULES):
        found += rule(files)
    for place in places:
        found += of_place(files, place)
    found += tracing.of_tools(missing_tools)
    return [asdict(remark) for remark in found]
