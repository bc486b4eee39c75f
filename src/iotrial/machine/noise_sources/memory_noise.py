"""Noise from memory: files that do not stay in it, and memory that takes longer at times."""

from __future__ import annotations

from collections.abc import Iterator

from iotrial.machine.noise_sources.remark import Remark, Rule
from iotrial.machine.system_files import SystemFiles

#: A machine that uses more than this share of its memory has little left for files.
MOST_USED = 0.9

#: The least bytes that wait for their device, and are written while something is measured, worth a remark.
LEAST_DIRTY_BYTES = 64 << 20

#: Inputs up to this size should be held in memory: the largest of our own studies' quick forms.
HELD_BYTES = 64 << 20

_HUGE_PAGES = "/sys/kernel/mm/transparent_hugepage/enabled"
_IPC_LOCK = 14


def _memory(files: SystemFiles) -> Iterator[Remark]:
    total, available = (files.field("/proc/meminfo", name) for name in ("MemTotal", "MemAvailable"))
    limits = [
        int(text[:18])
        for text in files.of_cgroup("memory", "memory.max", "memory.limit_in_bytes")
        if text.isascii() and text.isdigit()
    ]
    limit = min(limits, default=0)
    if total and 0 < limit < total * 1024:
        yield Remark(
            "memory limit",
            f"{limit / (1 << 20):,.0f} MiB for this container",
            "files in memory count too, and are dropped at the limit",
            "start the container with more memory than the largest level needs",
        )
    if total and available is not None and available < (1 - MOST_USED) * total:
        yield Remark(
            "memory",
            f"{available / 1024:,.0f} of {total / 1024:,.0f} MiB are free",
            "files that should stay in memory are dropped from it",
            "end programs that hold much of it",
            "top -o RES",
        )
    swap, unused = (files.field("/proc/meminfo", name) for name in ("SwapTotal", "SwapFree"))
    if swap and unused is not None and unused < swap:
        yield Remark(
            "swap",
            f"{(swap - unused) / 1024:,.0f} MiB in use",
            "what was swapped out comes back from a disk in the middle of a run",
            "take it back into memory, if there is room",
            "sudo swapoff -a && sudo swapon -a",
        )


def _dirty(files: SystemFiles) -> Iterator[Remark]:
    kib = sum(files.field("/proc/meminfo", name) or 0 for name in ("Dirty", "Writeback"))
    if kib * 1024 >= LEAST_DIRTY_BYTES:
        yield Remark(
            "unwritten pages",
            f"{kib / 1024:,.0f} MiB",
            "they will be written to their disks while something is measured",
            "have them written now",
            "sync",
        )


def _huge_pages(files: SystemFiles) -> Iterator[Remark]:
    if "[always]" in (files.text(_HUGE_PAGES) or ""):
        yield Remark(
            "transparent huge pages",
            "always",
            "large buffers cost more or less memory and time by the chance of finding huge pages",
            "leave them to programs that ask",
            f"echo madvise | sudo tee {_HUGE_PAGES}",
        )


def _locked_memory(files: SystemFiles) -> Iterator[Remark]:
    if files.may(_IPC_LOCK) is not False:
        return
    limit = "Max locked memory"
    soft = (*files.line("/proc/self/limits", limit).removeprefix(limit).split(), "")[0]
    if soft.isdecimal() and int(soft[:18]) < HELD_BYTES:
        yield Remark(
            "locked memory",
            f"{int(soft[:18]) / (1 << 20):.3g} MiB are allowed",
            "inputs cannot be held in memory; if the system drops them, blocks are void",
            "allow more in this shell, if you may, or run as root",
            "ulimit -l unlimited",
        )


RULES: tuple[Rule, ...] = (_memory, _dirty, _huge_pages, _locked_memory)
