"""All counters of one arm, for one iteration: from the pass of evidence, and from the samples. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields

from iotrial.judge.judged_arm import JudgedArm
from iotrial.probes.trace import LISTING
from iotrial.store.level_figures import ArmFigures
from iotrial.store.record import Arm, Calls, Evidence, Profile

#: Fields that are no counters of an iteration.
NOT_COUNTED = frozenset(("wall_ns", "calls", "ticks", "workers", "profile"))

#: The longest interval between two ticks of a system's CPU accounting.
LONGEST_TICK_NS = 10_000_000


@dataclass(frozen=True)
class Counters:
    """The counters of one iteration of an arm; None if one is not known.

    wall_ns, user_ns and system_ns are those of the judged arm; minor_faults and the like are the medians over rounds of
    the round's median; the profile is from a pass of its own; the rest is from the pass of evidence.

    ticks: how often the system looked whether the program or the kernel was at work, which user_ns and system_ns come
    from. workers: several at once share the wall time of an iteration, and their CPU time is that of all of them.
    """

    wall_ns: float | None = None
    user_ns: float | None = None
    system_ns: float | None = None
    call_count: float | None = None
    calls: Mapping[str, Calls] = field(default_factory=dict)
    read_bytes: float | None = None
    written_bytes: float | None = None
    device_read_bytes: float | None = None
    device_written_bytes: float | None = None
    minor_faults: float | None = None
    major_faults: float | None = None
    voluntary_switches: float | None = None
    involuntary_switches: float | None = None
    instructions: float | None = None
    collections: float | None = None
    gc_ns: float | None = None
    ticks: float | None = None
    workers: int = 1
    profile: Profile | None = None

    @property
    def copied_bytes(self) -> float | None:
        """Bytes copied between process and kernel, both ways."""
        if self.read_bytes is None or self.written_bytes is None:
            return None
        return self.read_bytes + self.written_bytes

    @property
    def listed_bytes(self) -> float | None:
        """Bytes of folders that were read; None if calls were not traced."""
        if not self.calls:
            return None
        return sum(found.bytes or 0.0 for name, found in self.calls.items() if name in LISTING)

    @property
    def cpu_ns(self) -> float | None:
        """Time on a CPU, in the program and in the kernel."""
        return None if self.user_ns is None or self.system_ns is None else self.user_ns + self.system_ns

    @property
    def worker_ns(self) -> float | None:
        """Wall time that one worker spends on an iteration."""
        return None if self.wall_ns is None else self.wall_ns * self.workers

    @property
    def waiting_ns(self) -> float | None:
        """Wall time in which the process had no CPU."""
        if self.worker_ns is None or self.cpu_ns is None:
            return None
        return max(0.0, self.worker_ns - self.cpu_ns)

    def named(self) -> dict[str, float]:
        """All known counters by name, system calls among them by their own names."""
        plain = {one.name: getattr(self, one.name) for one in fields(self) if one.name not in NOT_COUNTED}
        calls = {name: found.count for name, found in self.calls.items()}
        return calls | {name: value for name, value in plain.items() if value is not None}


def counters_of(
    judged: JudgedArm, arm: Arm, beside: ArmFigures | None, *, workers: int = 1, tick_ns: float = LONGEST_TICK_NS
) -> Counters:
    """Return the counters of an arm, from its judgement, its record and its samples."""
    beside = beside or ArmFigures()
    evidence = arm.evidence
    profile = arm.profile if arm.profile and not arm.profile.reason else None
    return Counters(
        wall_ns=judged.median_ns,
        user_ns=judged.user_ns,
        system_ns=judged.system_ns,
        call_count=_call_count(evidence),
        calls=evidence.calls,
        read_bytes=evidence.read_bytes,
        written_bytes=evidence.written_bytes,
        device_read_bytes=evidence.device_read_bytes if evidence.source else beside.device_read_bytes,
        device_written_bytes=evidence.device_written_bytes,
        minor_faults=beside.minor_faults,
        major_faults=beside.major_faults,
        voluntary_switches=beside.voluntary_switches,
        involuntary_switches=beside.involuntary_switches,
        instructions=arm.profile.instructions if arm.profile else None,
        collections=evidence.collections,
        gc_ns=evidence.gc_ns,
        ticks=beside.cpu_total_ns / tick_ns if beside.cpu_total_ns else None,
        workers=workers,
        profile=profile,
    )


def _call_count(evidence: Evidence) -> float | None:
    """System calls of one iteration; without a trace the reads and writes that /proc counts."""
    if evidence.call_count is not None:
        return evidence.call_count
    if evidence.read_calls is None or evidence.write_calls is None:
        return None
    return evidence.read_calls + evidence.write_calls
