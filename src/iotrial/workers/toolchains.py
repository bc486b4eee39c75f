"""Runtimes and compilers of all kits, and other tools: find what is missing, and install it."""

from __future__ import annotations

import shutil
from collections.abc import Sequence

from iotrial.catalog.model import Catalog, Kit
from iotrial.host.packages import NO_PACKAGES, install_packages, may_install, package_manager
from iotrial.host.sandbox import PROGRAM
from iotrial.host.tools import TOOLS
from iotrial.host.tools import package_of as package_of_tool
from iotrial.targets import filesystems
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


def missing_kits(catalog: Catalog) -> list[Kit]:
    """Return the kits of which the runtime, the compiler or a program that they start is not there."""
    missing = []
    for kit in catalog.kits.values():
        try:
            runtime_of(kit)
            require_programs(kit)
        except Unavailable:
            missing.append(kit)
    return missing


def missing_tools() -> list[str]:
    """Return the programs for evidence, and for file systems, that are not there."""
    return [*(tool for tool in TOOLS if shutil.which(tool) is None), *filesystems.missing_tools()]


def missing_sandbox() -> list[str]:
    """Return the program of the sandbox if it is not there; nothing that is measured lacks it."""
    return [] if shutil.which(PROGRAM) else [PROGRAM]


def install(kits: Sequence[Kit], tools: Sequence[str] = ()) -> list[str]:
    """Install what kits lack, and tools, if this process may; otherwise return the commands to be typed.

    All at once; if that fails, one after the other, since a system may lack a package that a single kit needs.
    """
    manager = package_manager()
    groups = [list(kit.install.get(manager or "", ())) for kit in kits]
    if kits and not any(groups):
        return [f"install {', '.join(kit.find[0] for kit in kits)} by hand: {NO_PACKAGES}"]
    groups += [[_package_of(tool, manager or "")] for tool in tools]
    left = install_packages(list(dict.fromkeys(package for group in groups for package in group)))
    if not left or not may_install() or len(groups) == 1:
        return left
    return [command for group in groups for command in install_packages(group)]


def _package_of(tool: str, manager: str) -> str:
    return package_of_tool(tool, manager) if tool in TOOLS or tool == PROGRAM else filesystems.package_of(tool, manager)
