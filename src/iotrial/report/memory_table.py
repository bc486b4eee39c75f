"""Memory: the most that one iteration held, by kind, and its growth with size."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from iotrial.judge.judged_level import JudgedLevel
from iotrial.judge.judged_run import JudgedRun
from iotrial.judge.statements_across import MemoryGrowth
from iotrial.report import figures
from iotrial.report.layout import Column, clean, joined
from iotrial.report.level_words import LevelGroup, grouped
from iotrial.report.parts import Said, Table
from iotrial.report.times import listed

#: The explanation of the columns of a level's table.
LEGEND = (
    "RES is what top shows at the peak: anonymous, file and shared. Reclaimable are clean pages of files: the system "
    "takes them back when others need room, and writes nothing. Held is the rest"
)

#: The same if arms are servers.
LEGEND_OF_SERVERS = (
    "PSS is the memory of all processes of a server together at its highest while its clients are served; of a page "
    "that several share, each counts its part"
)

STYLES = {"flat": "cyan", "grows": "red", "falls": "green", "undecided": "yellow"}


def memory(level: JudgedLevel) -> Table | None:
    """Return a level's arms by kind of memory, the least held first; None if no kind is known."""
    arms = [arm for arm in level.arms if arm.record.memory.kinds is not None]
    if not arms:
        return None
    arms.sort(key=lambda arm: (arm.held_bytes is None, arm.held_bytes or arm.record.memory.peak_bytes or 0, arm.arm))
    kinds = [found for arm in arms if (found := arm.record.memory.kinds) is not None]
    are_servers = any(arm.several is not None and arm.several.requests for arm in arms)
    columns = [
        Column("memory", [clean(arm.arm) for arm in arms], "left", folds=True),
        Column("PSS" if are_servers else "RES", _sizes(arm.record.memory.peak_bytes for arm in arms)),
        Column("anonymous", _sizes(one.anonymous_bytes for one in kinds), drop=1),
        Column("file", _sizes(one.file_bytes for one in kinds), drop=2),
        Column("shared", _sizes(one.shared_bytes for one in kinds), drop=3),
        Column("reclaimable", _sizes(one.reclaimable_bytes for one in kinds)),
        Column("held", _sizes(one.held_bytes for one in kinds)),
        Column("heap peak", _sizes(arm.runtime_peak_bytes for arm in arms), drop=4),
    ]
    cached = next((arm.record.memory.cached_bytes for arm in arms if arm.record.memory.cached_bytes), None)
    text = f"{LEGEND_OF_SERVERS if are_servers else LEGEND}."
    if cached:
        text += f" The page cache also has {joined(figures.size(cached))} of the input, whichever method reads it."
    return Table(columns, below=(Said(text, "dim"),))


def growth(judged: JudgedRun) -> list[Table]:
    """Return a table for each factor that sets a size: the growth of memory over it."""
    unit = figures.one(clean(judged.work_unit))
    return [_growth_table(group, unit) for group in grouped(judged, judged.growth)]


def _growth_table(group: LevelGroup[MemoryGrowth], unit: str) -> Table:
    arms: dict[str, dict[str, MemoryGrowth]] = {}
    for entry in group.rows:
        arms.setdefault(entry.arm, {})[entry.of] = entry
    order = sorted(arms, key=lambda arm: _median(arms[arm]))
    columns = [
        Column("method", [clean(arm) for arm in order], "left", folds=True),
        Column("RES [low, high]", [_growth(arms[arm].get("peak")) for arm in order], "left", drop=1, styles=STYLES),
        Column("held [low, high]", [_growth(arms[arm].get("held")) for arm in order], "left", styles=STYLES),
    ]
    entries = [entry for kinds in arms.values() for entry in kinds.values()]
    note = f"flat: the whole interval lies within {entries[0].flat_below:g} bytes for each {unit}, up or down"
    if any(entry.bytes_per_unit.low is None for entry in entries):
        note += f"; measured in {min(entry.processes for entry in entries)} processes, and an interval needs "
        note += f"{entries[0].needed_processes}: --memory"
    title = f"{group.titled(f'memory over {clean(group.factor)}')}: bytes for each {unit}"
    return Table(columns, title, (Said(note, "dim"), Said(growth_answer(arms, group.factor, unit), "bold")))


def growth_answer(arms: Mapping[str, Mapping[str, MemoryGrowth]], factor: str, unit: str) -> str:
    """Sum up the growth of the arms (arm -> peak or held -> entry) in one to three sentences."""
    held = {arm: kinds["held"] for arm, kinds in arms.items() if "held" in kinds}
    grown = sorted(
        (arm for arm in held if held[arm].verdict == "grows"),
        key=lambda arm: -held[arm].bytes_per_unit.median,
    )
    flat = [arm for arm in held if held[arm].verdict == "flat"]
    lent = [arm for arm in flat if "peak" in arms[arm] and arms[arm]["peak"].verdict == "grows"]
    parts = []
    if grown:
        by_how_much = [f"{clean(arm)} by {joined(_number(held[arm].bytes_per_unit.median))}" for arm in grown]
        parts.append(f"What is held grows with {clean(factor)} for {listed(by_how_much)} bytes for each {unit}")
    if flat:
        parts.append(f"It is the same at every size for {listed([clean(arm) for arm in flat])}")
        if not grown:
            parts[-1] = parts[-1].replace("It", "What is held", 1)
    if lent:
        shown = listed([clean(arm) for arm in lent])
        parts.append(f"What `top` shows for {shown} grows, but the system can take that memory back")
    if not parts:
        return f"It is unclear if memory grows with {clean(factor)}."
    return ". ".join(parts) + "."


def _median(kinds: Mapping[str, MemoryGrowth]) -> tuple[float, float]:
    held, peak = (kinds[of].bytes_per_unit.median if of in kinds else 0.0 for of in ("held", "peak"))
    return round(held, 2), peak


def _growth(entry: MemoryGrowth | None) -> str:
    """Write `grows 1.00 [0.99, 1.01]` or `flat [-0.001, 0.002]`; without an interval `undecided` and the median."""
    if entry is None:
        return ""
    bounds, verdict = entry.bytes_per_unit, entry.verdict
    if bounds.low is None or bounds.high is None:
        return f"undecided {_number(bounds.median)}"
    interval = f"[{_number(bounds.low)}, {_number(bounds.high)}]"
    return f"{verdict} {interval}" if verdict == "flat" else f"{verdict} {_number(bounds.median)} {interval}"


def _number(value: float) -> str:
    digits = 4 if abs(value) < 0.0995 else 3 if abs(value) < 9.995 else 0
    return f"{value + 0.0:.{digits}f}".replace("-0.0000", "0.0000")


def _sizes(counts: Iterable[int | None]) -> list[str]:
    return [figures.size(count) for count in counts]
