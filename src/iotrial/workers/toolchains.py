"""Runtimes and compilers of all kits, and the tools that are missing: what there is on this machine."""

from __future__ import annotations

import shutil

from iotrial.ask.catalog import Catalog
from iotrial.machine.tools import TOOLS
from iotrial.places import filesystems
from iotrial.workers.build import require_programs, runtime_of
from iotrial.workers.unavailable import Unavailable


def toolchains(catalog: Catalog) -> list[dict[str, object]]:
    """Return each kit's runtime or compiler: its path and version, or why it is missing and how to install it."""
    rows: list[dict[str, object]] = []
    for kit in catalog.kits.values():
        row: dict[str, object] = {"language": kit.language, "available": True, "reason": None, "install": None}
        try:
            row["path"], row["version"] = runtime_of(kit)
            if kit.programs:
                row["version"] = require_programs(kit)
        except Unavailable as missing:
            row.update(available=False, reason=str(missing), install=missing.install, path=None, version=None)
        rows.append(row)
    return rows


def missing_tools() -> list[str]:
    """Return the programs for evidence, and for file systems, that are not there."""
    return [*(tool for tool in TOOLS if shutil.which(tool) is None), *filesystems.missing_tools()]
