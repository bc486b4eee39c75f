"""The facts of a run for people: its targets and runtimes, what was drawn anew in each round, where its time went."""

from __future__ import annotations

from iotrial.ask.catalog import named_parts
from iotrial.ask.drawn_surroundings import SURROUNDINGS
from iotrial.judge.judged_run import JudgedRun
from iotrial.judge.target_facts import TargetFacts
from iotrial.report.layout import joined
from iotrial.store.record import Arm, Run, Spent
from iotrial.units import format_bytes, format_ns

#: Options of an overlay that name its layers; the line names them in words.
_LAYERS = ("lowerdir=", "upperdir=", "workdir=")


def target_line(target: TargetFacts) -> str:
    """Describe a target in a line.

    `ext4 (rw,relatime), 544 MiB, in a file on ext4, past its cache, on /dev/vda, virtual disk, scheduler none`.
    """
    parts = [target.filesystem or "an unknown file system"]
    options = [word for word in (target.options or "").split(",") if not word.startswith(_LAYERS)]
    if any(options):
        parts[0] += f" ({', '.join(options)})"
    if target.size_bytes is not None:
        parts.append(format_bytes(target.size_bytes))
    layers = target.below or []
    for number, layer in enumerate(layers):
        what = "over" if number == 0 and target.filesystem == "overlay" else "in a file on"
        parts.append(f"{what} {layer.filesystem}{', past its cache' if layer.direct else ''}")
    last = layers[-1] if layers else target
    if last.scheduler is not None:
        kind = "virtual disk" if last.virtual_disk else "rotating" if last.rotational else "not rotating"
        device = f"on {last.device}, " if last.device else ""
        parts.append(f"{device}{kind}, scheduler {last.scheduler}")
    return ", ".join(parts)


def runtimes(run: Run | JudgedRun, language: str | None = None) -> list[str]:
    """Return each once: names and versions, those of packages after their runtime's; or of one language."""
    own = (arm for arm in _records(run) if language in (None, named_parts(arm.arm)[0]))
    return list(dict.fromkeys(arm.runtime for arm in own if arm.runtime))


def runtimes_and_starts(run: Run | JudgedRun) -> list[str]:
    """Return the same, each with the least CPU time that a process took to start, where that is known."""
    least_ns: dict[str, int | None] = {}
    for arm in _records(run):
        if arm.runtime:
            known_ns = [ns for ns in (least_ns.get(arm.runtime), arm.start_cpu_ns) if ns is not None]
            least_ns[arm.runtime] = min(known_ns, default=None)
    return [f"{runtime} ({_started(ns)})" if ns else runtime for runtime, ns in least_ns.items()]


def _records(run: Run | JudgedRun) -> list[Arm]:
    arms = [arm for level in run.levels for arm in level.arms]
    return [arm if isinstance(arm, Arm) else arm.record for arm in arms]


def _started(ns: int) -> str:
    return f"starts in {format_ns(ns)} of CPU time"


DRAWN = "drawn anew in each round"


def drawn_words(judged: JudgedRun) -> str:
    """Return the surroundings that were drawn; empty if the run does not say."""
    if judged.surroundings is None:
        return ""
    words = [SURROUNDINGS[name] for name in judged.surroundings if name in SURROUNDINGS]
    return "; ".join(words) or "nothing, the surroundings were fixed"


def spent_line(spent: Spent) -> str:
    """Say in a line what the time of a run went into, in the order in which it was spent."""
    parts = {
        "building": spent.building_ns,
        "verifying": spent.verifying_ns,
        "pilot": spent.pilot_ns,
        "rounds": spent.rounds_ns,
        "evidence": spent.evidence_ns,
    }
    whole_ns = max(1, sum(parts.values()))
    told = (f"{name} {joined(f'{format_ns(ns)} ({100 * ns / whole_ns:.0f} %)')}" for name, ns in parts.items())
    return f"time: {', '.join(told)}"
