"""Facts of the machine that figures depend on, and the installing of missing toolchains."""

from __future__ import annotations

import os
import platform
import shlex
import shutil
import subprocess
from collections.abc import Iterable, Sequence
from pathlib import Path

import psutil

from iotrial.catalog.model import Catalog, Kit
from iotrial.targets import filesystems
from iotrial.targets.backing import read_ahead_bytes
from iotrial.targets.device import facts_of
from iotrial.targets.target import Target
from iotrial.workers.build import MANAGERS, Unavailable, first_line_of, runtime_of

#: Programs that evidence is gathered with; packages have their names.
TOOLS = ("strace",)

_NO_PACKAGES = "no package manager known here has it"


def facts(targets: Iterable[Target] = ()) -> dict[str, object]:
    """What is known of this machine; what the system does not tell is None."""
    memory = psutil.virtual_memory()
    return {
        "system": f"{platform.system()} {platform.release()}",
        "architecture": platform.machine(),
        "processor": _processor(),
        "cpus": psutil.cpu_count(logical=True),
        "cores": psutil.cpu_count(logical=False),
        "memory_bytes": memory.total,
        "available_bytes": memory.available,
        "hypervisor": hypervisor(),
        "governor": _read(Path("/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor")),
        "clock_source": _read(Path("/sys/devices/system/clocksource/clocksource0/current_clocksource")),
        "load_average": list(os.getloadavg()),
        "python": platform.python_version(),
        "tools": {tool: _version(tool) for tool in TOOLS},
        "targets": [
            {
                "target": target.name,
                "folder": str(target.folder),
                "filesystem": target.filesystem,
                "device": target.device,
                "options": target.options,
                "read_ahead_bytes": read_ahead_bytes(target.folder),
                "made": target.made,
                "host": str(target.host) if target.host else None,
                **facts_of(target.folder),
            }
            for target in targets
        ],
    }


def toolchains(catalog: Catalog) -> list[dict[str, object]]:
    """Each kit's runtime or compiler: whether it is there, its version, and how to install it where it is not."""
    rows: list[dict[str, object]] = []
    for kit in catalog.kits.values():
        row: dict[str, object] = {"language": kit.language, "available": True, "reason": None, "install": None}
        try:
            row["path"], row["version"] = runtime_of(kit)
        except Unavailable as missing:
            row.update(available=False, reason=str(missing), install=missing.install, path=None, version=None)
        rows.append(row)
    return rows


def missing_kits(catalog: Catalog) -> list[Kit]:
    """Kits whose runtime or compiler is not there."""
    missing = []
    for kit in catalog.kits.values():
        try:
            runtime_of(kit)
        except Unavailable:
            missing.append(kit)
    return missing


def missing_tools() -> list[str]:
    """Programs for evidence, and for file systems, that are not there."""
    return [*(tool for tool in TOOLS if shutil.which(tool) is None), *filesystems.missing_tools()]


def install(kits: Sequence[Kit], tools: Sequence[str] = ()) -> list[str]:
    """Install runtimes of kits, and tools, where this process may; else the commands that a person has to type."""
    manager = package_manager()
    packages = [package for kit in kits for package in kit.install.get(manager or "", ())]
    if kits and not packages:
        return [f"install {', '.join(kit.find[0] for kit in kits)} by hand: {_NO_PACKAGES}"]
    return install_packages([*packages, *(_package_of(tool, manager or "") for tool in tools)])


def _package_of(tool: str, manager: str) -> str:
    return tool if tool in TOOLS else filesystems.package_of(tool, manager)


def package_manager() -> str | None:
    """This system's package manager, as MANAGERS names it; None where it has none that is known here."""
    return next((name for name, command in MANAGERS.items() if shutil.which(command[0])), None)


def install_packages(packages: Sequence[str]) -> list[str]:
    """Install packages of this system where this process may; the commands that a person has to type otherwise."""
    if not packages:
        return []
    manager = package_manager()
    if manager is None:
        return [f"install {', '.join(packages)} by hand: {_NO_PACKAGES}"]
    command = [*MANAGERS[manager], *packages]
    if os.geteuid() != 0 and manager != "brew":
        return [shlex.join(["sudo", *command])]
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    if manager == "apt":
        subprocess.run(["apt-get", "update", "-q"], env=environment, check=False, stdout=2, stdin=subprocess.DEVNULL)
    done = subprocess.run(command, env=environment, check=False, stdout=2, stdin=subprocess.DEVNULL)
    return [] if done.returncode == 0 else [f"{shlex.join(command)} (it ended with status {done.returncode})"]


def _version(tool: str) -> str | None:
    """What a tool says of its version; None where it is not there or says nothing."""
    path = shutil.which(tool)
    return first_line_of(path, ("{runtime}", "--version")) or None if path else None


def _processor() -> str | None:
    try:
        for line in Path("/proc/cpuinfo").read_text(errors="replace").splitlines():
            if line.startswith("model name"):
                return line.split(":", 1)[1].strip()
    except OSError:
        pass
    return platform.processor() or None


def hypervisor() -> str | None:
    """Name of the hypervisor, where there is one and it can be told."""
    try:
        flags = "hypervisor" in Path("/proc/cpuinfo").read_text(errors="replace")
    except OSError:
        return None
    if not flags:
        return None
    return _read(Path("/sys/hypervisor/type")) or _read(Path("/sys/class/dmi/id/sys_vendor")) or "yes"


def _read(path: Path) -> str | None:
    try:
        return path.read_text(errors="replace").strip() or None
    except OSError:
        return None
