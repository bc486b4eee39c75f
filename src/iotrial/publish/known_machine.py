"""The machine of a run without anything that is its own: manufacturer, model, kernel."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping

from iotrial.publish.published_run import PublishedMachine

#: Words of processors' names; model numbers are letters and at most five digits.
_PROCESSOR_WORDS = (
    "Intel AMD Apple ARM Ampere Altra Graviton Neoverse Cortex Xeon Core EPYC Ryzen Threadripper Opteron Athlon "
    "Atom Celeron Pentium Gold Silver Bronze Platinum Pro Max Ultra Plus with Radeon Graphics Processor CPU"
)
_PROCESSORS = frozenset(_PROCESSOR_WORDS.split())
_MODEL = re.compile(
    r"[A-Z]{0,3}-?\d{1,5}[A-Z]{0,3}\d?|[ivEM]\d|[EW]\d?-\d{3,5}[A-Z]?|v\d|\d+-Core|i\d-\d{3,5}[A-Z]{0,2}"
)
_MARKS = re.compile(r"\((?:R|TM|C)\)|@ [\d.]+ ?GHz")
_SYSTEM = re.compile(r"(Linux|Darwin|FreeBSD) (\d{1,3}\.\d{1,3})")
_CLOCKS = frozenset(
    ("tsc", "kvm-clock", "hpet", "acpi_pm", "xen", "arch_sys_counter", "jiffies", "hyperv_clocksource_tsc_page")
)
_KEY = re.compile(r"[0-9a-f]{12}")


def known_machine(facts: Mapping[str, object]) -> PublishedMachine:
    """Return what may be told of a machine by the facts that a run stored of it."""
    memory_bytes, cpus = facts.get("memory_bytes"), facts.get("cpus")
    system, clock, key = (str(facts.get(name) or "") for name in ("system", "clock_source", "key"))
    found = _SYSTEM.match(system)
    return PublishedMachine(
        key=hashlib.sha256(f"published {key}".encode()).hexdigest()[:12] if _KEY.fullmatch(key) else None,
        system=f"{found[1]} {found[2]}" if found else None,
        processor=_processor(str(facts.get("processor") or "")),
        cpus=cpus if isinstance(cpus, int) else None,
        memory_gib=round(memory_bytes / 2**30) if isinstance(memory_bytes, int) else None,
        is_virtual=bool(facts.get("hypervisor")) and facts.get("hypervisor") != "no",
        clock_source=clock if clock in _CLOCKS else None,
    )


def _processor(name: str) -> str | None:
    """Return the words of a processor's name that are known, in their order."""
    told = [word for word in _MARKS.sub(" ", name).split() if word in _PROCESSORS or _MODEL.fullmatch(word)]
    return " ".join(told) if any(word in _PROCESSORS for word in told) else None
