"""Noise from others on this machine: programs, guests of the same host, and too few CPUs for all of them."""

from __future__ import annotations

from collections.abc import Iterator

from iotrial.machine.noise_sources.remark import Remark, Rule
from iotrial.machine.system_files import SystemFiles

#: A load above this share of one CPU comes from other programs.
LEAST_LOAD = 0.5

#: The least time that programs waited, in % of the last minute, that is worth a remark.
LEAST_PRESSURE = 1.0

#: The least share of all time since the start, kept by a hypervisor, that is worth a remark.
LEAST_STEAL = 0.002

#: The kernel's own period of a CPU limit.
USUAL_PERIOD_US = 100_000

_CPU = "/sys/devices/system/cpu"


def _load(files: SystemFiles) -> Iterator[Remark]:
    words = (files.text("/proc/loadavg") or "").split()
    try:
        load = float(words[0]) if words else 0.0
    except ValueError:
        return
    if LEAST_LOAD <= load < 1e6:
        yield Remark(
            "load",
            f"{load:.2f} over the last minute",
            "other programs take turns with what is measured, on its CPU and in its caches",
            "see what runs, and stop it",
            "top",
        )


def _pressure(files: SystemFiles) -> Iterator[Remark]:
    told = {
        "io": ("waiting for disks", "ps -eo stat,pid,args | grep ^D"),
        "memory": ("waiting for memory", "top -o RES"),
    }
    for kind, (what, command) in told.items():
        line = (files.text(f"/proc/pressure/{kind}") or "").partition("\n")[0]
        words = dict(word.split("=", 1) for word in line.split() if word.count("=") == 1)
        try:
            share = float(words.get("avg60", "0"))
        except ValueError:
            continue
        if LEAST_PRESSURE <= share <= 100:
            yield Remark(
                f"{kind} pressure",
                f"{share:.1f} % of the last minute",
                f"some program was {what}, and what is measured will do so too",
                "see which, and stop it",
                command,
            )


def _steal(files: SystemFiles) -> Iterator[Remark]:
    words = (files.text("/proc/stat") or "").partition("\n")[0].split()
    if len(words) < 9 or words[0] != "cpu" or not all(word.isascii() and word.isdigit() for word in words[1:9]):
        return
    ticks = [int(word[:18]) for word in words[1:9]]
    if sum(ticks) and ticks[7] / sum(ticks) >= LEAST_STEAL:
        yield Remark(
            "steal",
            f"{ticks[7] / sum(ticks):.1%} of the time since the start",
            "the hypervisor gives the CPUs to other machines in the middle of a sample",
            "take a quieter hour, or a machine whose CPUs are not shared",
        )


def _hyper_threads(files: SystemFiles) -> Iterator[Remark]:
    if files.number(f"{_CPU}/smt/active") == 1:
        yield Remark(
            "hyper-threads",
            "on",
            "two CPUs share a core, and what runs on the one slows the other down",
            "switch them off",
            f"echo off | sudo tee {_CPU}/smt/control",
        )


def _cpus(files: SystemFiles) -> Iterator[Remark]:
    listed = files.text("/sys/devices/system/cpu/online")
    allowed = files.line("/proc/self/status", "Cpus_allowed_list:").partition(":")[2].strip()
    count = min((number for number in (_count(listed), _count(allowed)) if number), default=None)
    if count == 1:
        yield Remark(
            "CPUs",
            "1",
            "the workers share it with iotrial itself and with everything else",
            "give the machine, or this process, a second one",
        )
    elif count is not None and count < 4:
        yield Remark(
            "CPUs",
            str(count),
            "several writers or clients have to take turns, so that such levels show the scheduler too",
            "measure those on a machine with more",
        )


def _quota(files: SystemFiles) -> Iterator[Remark]:
    shares = [_cpus_of(text) for text in files.of_cgroup("cpu", "cpu.max", "cpu.cfs_quota_us")]
    # Version 1 has the period in another file; it is nearly always the kernel's default.
    share = min((share for share in shares if share), default=None)
    if share is not None:
        yield Remark(
            "CPU limit",
            f"{share:.2g} CPUs for this container",
            "once it is used up, everything stands still until the next period",
            "start the container without --cpus, or the service without CPUQuota=",
        )


def _virtual(files: SystemFiles) -> Iterator[Remark]:
    if "hypervisor" in files.line("/proc/cpuinfo", "flags").split():
        yield Remark(
            "virtual machine",
            "yes",
            "neighbours on the same host share its memory, caches and disks, and cannot be seen from here",
            "settle a claim by sessions at different hours",
        )


def _cpus_of(quota: str) -> float | None:
    """Count the CPUs that `QUOTA PERIOD` (µs) or a quota of the usual period allow; None if that is no limit."""
    words = [*quota.split(), str(USUAL_PERIOD_US)][:2]
    if not all(word.isascii() and word.isdigit() and int(word[:18]) > 0 for word in words):
        return None
    return int(words[0][:18]) / int(words[1][:18])


def _count(listed: str | None) -> int | None:
    """Count the CPUs that a list such as `0-3,8` names; None if it is no such list."""
    total = 0
    for part in (listed or "").split(","):
        first, _, last = part.partition("-")
        last = last or first
        if not (first.isdecimal() and last.isdecimal() and len(last) < 7 and int(first) <= int(last)):
            return None
        total += int(last) - int(first) + 1
    return total


RULES: tuple[Rule, ...] = (_load, _pressure, _steal, _hyper_threads, _cpus, _quota, _virtual)
