"""Facts of the machine that figures depend on."""

from __future__ import annotations

import hashlib
import os
import platform
import time
from pathlib import Path

import psutil

from iotrial.machine.own_session import sessions_are_groups
from iotrial.machine.system_files import SystemFiles
from iotrial.machine.tools import TOOLS, version_of

_FILES = SystemFiles()


def facts() -> dict[str, object]:
    """Return what is known of this machine; what the system does not tell is None."""
    memory = psutil.virtual_memory()
    return {
        "key": _key(),
        "system": f"{platform.system()} {platform.release()}",
        "architecture": platform.machine(),
        "processor": _processor(),
        "cpus": psutil.cpu_count(logical=True),
        "cores": psutil.cpu_count(logical=False),
        "memory_bytes": memory.total,
        "available_bytes": memory.available,
        "hypervisor": hypervisor(),
        "governor": _FILES.text("/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor"),
        "clock_source": _FILES.text("/sys/devices/system/clocksource/clocksource0/current_clocksource"),
        "tick_ns": _tick_ns(),
        "sessions_are_groups": sessions_are_groups(),
        "load_average": list(os.getloadavg()),
        "python": platform.python_version(),
        "tools": {tool: version_of(tool) for tool in TOOLS},
    }


def _key() -> str | None:
    """A hash of the system's own identifier, which tells this machine from others that look like it.

    None if the system has none. Copies of a virtual machine may share theirs.
    """
    found = _FILES.text("/etc/machine-id")
    return hashlib.sha256(f"iotrial {found}".encode()).hexdigest()[:12] if found else None


def _tick_ns() -> int | None:
    """The time between two looks of the kernel at what a CPU does, by which it parts user from system time."""
    coarse = getattr(time, "CLOCK_MONOTONIC_COARSE", 6 if platform.system() == "Linux" else None)
    try:
        return None if coarse is None else round(time.clock_getres(coarse) * 1e9)
    except OSError:
        return None


def _processor() -> str | None:
    named = _FILES.line("/proc/cpuinfo", "model name").partition(":")[2].strip()
    return named or platform.processor() or None


def hypervisor() -> str | None:
    """The name of the hypervisor, `yes` if it does not tell its name; None if there is none or it is not known."""
    try:
        flags = "hypervisor" in Path("/proc/cpuinfo").read_text(errors="replace")
    except OSError:
        return None
    if not flags:
        return None
    return _FILES.text("/sys/hypervisor/type") or _FILES.text("/sys/class/dmi/id/sys_vendor") or "yes"
