"""Obstacles to finding out the reasons of a figure."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from iotrial.machine.noise_sources.remark import Remark, Rule
from iotrial.machine.system_files import SystemFiles
from iotrial.machine.tools import TOOLS

_SYS_PTRACE = 19

#: The effect of a missing program that is not one of TOOLS.
_WITHOUT = "file systems of its kind cannot be made"


def _tracing(files: SystemFiles) -> Iterator[Remark]:
    scope = files.number("/proc/sys/kernel/yama/ptrace_scope")
    effect = "system calls cannot be traced; reads and writes are counted all the same"
    if scope == 3:
        yield Remark(
            "tracing", "switched off until the next start", effect, "start the system with ptrace_scope below 3"
        )
    elif scope in (1, 2) and files.may(_SYS_PTRACE) is False:
        yield Remark(
            "tracing", "not allowed", effect, "allow it, or run as root", "sudo sysctl kernel.yama.ptrace_scope=0"
        )


def of_tools(missing: Iterable[str]) -> Iterator[Remark]:
    """Return a remark for each program for evidence that is missing."""
    for tool in missing:
        yield Remark(tool, "is missing", TOOLS.get(tool, _WITHOUT), "install it", f"iotrial machine --install {tool}")


RULES: tuple[Rule, ...] = (_tracing,)
