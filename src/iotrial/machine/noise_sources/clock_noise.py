"""Noise from the CPU's clock, if its speed changes or it is slow to read."""

from __future__ import annotations

from collections.abc import Iterator

from iotrial.machine.noise_sources.remark import Remark, Rule
from iotrial.machine.system_files import SystemFiles

#: Clocks that take microseconds to read.
SLOW_CLOCKS = ("hpet", "acpi_pm", "jiffies", "refined-jiffies")

_CPU = "/sys/devices/system/cpu"


def _governor(files: SystemFiles) -> Iterator[Remark]:
    names = [files.text(path) for path in files.paths(f"{_CPU}/cpu[0-9]*/cpufreq/scaling_governor")]
    moving = sorted({name for name in names if name and name.isprintable() and name != "performance"})
    if moving:
        yield Remark(
            "governor",
            ", ".join(name[:40] for name in moving[:3]),
            "the CPU's clock follows the load, so that a sample depends on what ran before it",
            "hold the clock still",
            f"echo performance | sudo tee {_CPU}/cpu*/cpufreq/scaling_governor",
        )


def _turbo(files: SystemFiles) -> Iterator[Remark]:
    for path, on, off in ((f"{_CPU}/intel_pstate/no_turbo", 0, 1), (f"{_CPU}/cpufreq/boost", 1, 0)):
        if files.number(path) == on:
            yield Remark(
                "turbo",
                "on",
                "the CPU's clock depends on how warm it is and how many CPUs are busy",
                "switch it off",
                f"echo {off} | sudo tee {path}",
            )
            return


def _throttling(files: SystemFiles) -> Iterator[Remark]:
    counts = [files.number(path) for path in files.paths(f"{_CPU}/cpu[0-9]*/thermal_throttle/core_throttle_count")]
    most = max((count for count in counts if count is not None), default=0)
    if most > 0:
        yield Remark(
            "heat",
            f"a CPU was slowed down {most:,} times since the start",
            "a hot CPU gets slower in the middle of a run",
            "let it cool, clean its fan, or switch turbo off",
        )


def _power(files: SystemFiles) -> Iterator[Remark]:
    for path in files.paths("/sys/class/power_supply/*/status"):
        if files.text(path) == "Discharging":
            yield Remark(
                "power supply", "battery", "the system saves power when it likes to", "connect it to the mains"
            )
            return


def _clock(files: SystemFiles) -> Iterator[Remark]:
    folder = "/sys/devices/system/clocksource/clocksource0"
    source = files.text(f"{folder}/current_clocksource")
    if source in SLOW_CLOCKS:
        better = "tsc" in (files.text(f"{folder}/available_clocksource") or "").split()
        yield Remark(
            "clock source",
            source,
            "reading the clock takes a microsecond or more",
            "use the CPU's own counter" if better else None,
            f"echo tsc | sudo tee {folder}/current_clocksource" if better else None,
        )


RULES: tuple[Rule, ...] = (_governor, _turbo, _throttling, _power, _clock)
