"""All counters of one arm, for one iteration: what the pass of evidence saw, and what the samples recorded. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields

from iotrial.analysis.judged_arm import JudgedArm
from iotrial.store.read import ArmFigures
from iotrial.store.record import Calls, Evidence


@dataclass(frozen=True)
class Counters:
    """The counters of one iteration of an arm; None if one is not known.

    wall_ns, user_ns and system_ns are those of the judged arm; minor_faults and the like are the medians over rounds of
    the round's median; the rest is from the pass of evidence.
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

    @property
    def copied_bytes(self) -> float | None:
        """Bytes copied between process and kernel, both ways."""
        if self.read_bytes is None or self.written_bytes is None:
            return None
        return self.read_bytes + self.written_bytes

    @property
    def waiting_ns(self) -> float | None:
        """Wall time in which the process had no CPU."""
        if self.wall_ns is None or self.user_ns is None or self.system_ns is None:
            return None
        return max(0.0, self.wall_ns - self.user_ns - self.system_ns)

    def named(self) -> dict[str, float]:
        """All known counters by name, system calls among them by their own names."""
        plain = {one.name: getattr(self, one.name) for one in fields(self) if one.name not in ("wall_ns", "calls")}
        calls = {name: found.count for name, found in self.calls.items()}
        return calls | {name: value for name, value in plain.items() if value is not None}


def counters_of(judged: JudgedArm, evidence: Evidence, beside: ArmFigures | None) -> Counters:
    """Return the counters of an arm, from its judgement, its record and its samples."""
    beside = beside or ArmFigures()
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
    )


def _call_count(evidence: Evidence) -> float | None:
    """System calls of one iteration; without a trace the reads and writes that /proc counts."""
    if evidence.call_count is not None:
        return evidence.call_count
    if evidence.read_calls is None or evidence.write_calls is None:
        return None
    return evidence.read_calls + evidence.write_calls
