"""The table that ranks a level's arms, the notes against each, and the reasons of those without a rank.

A narrow terminal loses columns in this order: system calls, wall time if the level is judged by another clock, what the
runtime reserved of the system's memory, throughput, CPU time, the runtime's own peak, peak memory, share of the floor,
CPU time of the sink's reader. Names fold; figures are never cut or
parted.
"""

from __future__ import annotations

import re

from iotrial.ask.level_factors import listed
from iotrial.judge.judged_arm import JudgedArm
from iotrial.judge.judged_level import JudgedLevel
from iotrial.judge.judged_run import JudgedRun
from iotrial.report import figures
from iotrial.report.layout import Column, clean, joined
from iotrial.report.parts import Said, Table
from iotrial.report.short_notes import advised, doubts, note_beside
from iotrial.report.work_timed import share_shown
from iotrial.store.record import Caution

#: More rounds than this are not worth naming.
MOST_ROUNDS_TOLD = 10_000

#: The folder of an arm's own files; it was made for the run and is gone.
_OWN_FOLDER = re.compile(r"[^\s()'\"]*/iotrial-[0-9a-f]{8,16}/level-\d+/arm-\d+/")


class Notes:
    """Cautions in the order in which they are met, each numbered once."""

    def __init__(self) -> None:
        """Begin with no caution."""
        self._numbers: dict[tuple[str, str], int] = {}

    def number(self, caution: Caution) -> int:
        """Return the caution's number."""
        return self._numbers.setdefault((caution.code, clean(caution.text)), len(self._numbers) + 1)

    def texts(self) -> list[str]:
        """Return all cautions in the order of their numbers, with advice; the advice of a kind is given once."""
        found: list[str] = []
        known: set[str] = set()
        for code, text in self._numbers:
            found.append(text if code in known else advised(code, text))
            known.add(code)
        return found


def timed(level: JudgedLevel) -> list[JudgedArm]:
    """Return the arms that have a time, the baseline first and then by their ratio."""
    arms = [arm for arm in level.arms if arm.status == "measured" and arm.median_ns is not None]
    return sorted(arms, key=lambda arm: (arm.record.role != "baseline", arm.ratio is None, arm.ratio or 0.0, arm.arm))


def ranking(judged: JudgedRun, level: JudgedLevel, notes: Notes | None = None) -> Table | None:
    """Return the arms of a level that have a time, each with its figures; None if none has.

    notes: number each caution there, and leave the numbers in the table; None: a word or two in the table.
    """
    arms, share = timed(level), share_shown(judged, level)
    if not arms:
        return None

    def time(ns: float | None) -> str:
        return figures.time(None if ns is None else ns * share)

    if notes is None:
        verdicts = [", ".join([verdict(arm), *doubts(arm)]) for arm in arms]
        marks = [note_beside(level, arm) for arm in arms]
    else:
        verdicts = [verdict(arm) for arm in arms]
        marks = [",".join(str(notes.number(caution)) for caution in arm.cautions) for arm in arms]
    return Table(
        [
            Column("method", [clean(arm.arm) for arm in arms], "left", folds=True),
            Column("time", [time(arm.median_ns) for arm in arms]),
            Column("wall", ["" if level.clock == "wall" else time(arm.wall_ns) for arm in arms], drop=6),
            Column("ratio [low, high]", [figures.interval(arm) for arm in arms], "left"),
            Column("verdict", verdicts, "left", styles=figures.STYLES),
            Column("% of floor", [_share(arm) for arm in arms], drop=1),
            Column(
                "rate",
                ["" if arm.several else figures.rate(arm.throughput_per_second, judged.work_unit) for arm in arms],
                drop=5,
            ),
            Column("CPU", [time(arm.cpu_ns) for arm in arms], drop=4),
            Column("reader", [time(arm.reader_ns) for arm in arms], drop=1),
            Column("calls", [_calls(arm, share) for arm in arms], drop=7),
            Column("peak", [figures.size(arm.record.memory.peak_bytes) for arm in arms], drop=2),
            Column("heap peak", [figures.size(arm.runtime_peak_bytes) for arm in arms], drop=3),
            Column("heap reserved", [figures.size(arm.runtime_peak_real_bytes) for arm in arms], drop=6),
            Column("note", marks, "left"),
        ]
    )


def _calls(arm: JudgedArm, share: float) -> str:
    count = arm.record.evidence.call_count
    return figures.count(None if count is None else count * share)


def _share(arm: JudgedArm) -> str:
    held = arm.floor_share
    if held is None:
        return ""
    return "the floor" if held.floor == arm.arm else figures.share(held.share)


def verdict(arm: JudgedArm) -> str:
    """Return the arm's verdict in a word or two."""
    if arm.record.role == "baseline":
        return "baseline"
    return arm.verdict or "not ranked"


def below_ranking(level: JudgedLevel) -> list[Said]:
    """Return what is said below a level's table: arms without a rank, and how the figures are to be read."""
    return [*unranked(level), *noise_floor(level), *judged_by(level), *cpus_had(level), *compared(level)]


def unranked(level: JudgedLevel) -> list[Said]:
    """Name the arms that were not measured or failed their check, each with its reason and its time if it has one."""
    if level.status == "skipped":
        return []  # its answer says why, for all of them
    told: list[Said] = []
    for arm in level.not_measured:
        time = f" ({joined(figures.time(arm.median_ns))})" if arm.median_ns is not None else ""
        told.append(Said(f"{clean(arm.arm)}{time} {arm.status}: {reason(arm)}"))
    return told


def noise_floor(level: JudgedLevel) -> list[Said]:
    """Say how a second copy of the baseline came out."""
    placebo = level.placebo
    if not placebo or placebo.ratio is None:
        return []
    floor = joined(figures.fine_interval(placebo))
    return [Said(f"noise floor: a copy of {clean(placebo.arm)} came out at {floor}", "dim")]


def judged_by(level: JudgedLevel) -> list[Said]:
    """Say by which clock a level is judged, and how much that leaves out; nothing for plain wall time."""
    if level.clock == "wall":
        return []
    share = joined(figures.share(level.left_out_share or 0.0))
    who = "the worker" if level.clock == "wall less queue" else "the worker and its reader"
    return [Said(f"judged by wall time without the {share} in which {who} waited for a CPU that others had", "dim")]


def cpus_had(level: JudgedLevel) -> list[Said]:
    """Say that workers could use every CPU, and for whose sake; nothing if all of them shared one."""
    several = [clean(arm.arm) for arm in timed(level) if "threaded" in arm.record.tags]
    if not several:
        return []
    names = listed(sorted(set(several)))
    verb = "uses" if len(set(several)) == 1 else "use"
    return [Said(f"all methods had every CPU, since {names} {verb} threads: it is wall time that is judged", "dim")]


def compared(level: JudgedLevel) -> list[Said]:
    """Say what share of a server's answers was compared byte by byte; nothing for anything else."""
    groups = [arm.several for arm in level.arms if arm.several and arm.several.compared and arm.several.requests]
    shares = [(one.compared or 0.0) / ((one.compared or 0.0) + (one.requests or 0.0)) for one in groups]
    if not shares:
        return []
    low, high = (joined(figures.share(share)) for share in (min(shares), max(shares)))
    share = low if low == high else f"{low} to {high}"
    text = f"of all answers under load {share} were compared byte by byte, between samples; of the others, status and"
    return [Said(f"{text} length", "dim")]


def undecided(level: JudgedLevel) -> list[Said]:
    """Say what each undecided arm lacks."""
    told: list[Said] = []
    for arm in timed(level):
        if arm.verdict == "undecided":
            parts = ["differs, perhaps by less than the margin"] if arm.differs_within_margin else []
            if arm.needed_rounds:
                parts.append(_needed(arm.needed_rounds))
            if parts:
                told.append(Said(f"{clean(arm.arm)} undecided: {'; '.join(parts)}", "dim"))
    return told


def reason(arm: JudgedArm) -> str:
    """Return why an arm is not measured, with its files named from its own folder on."""
    return _OWN_FOLDER.sub("", clean(arm.reason or "no reason is stored"))


def _needed(rounds: int) -> str:
    if rounds > MOST_ROUNDS_TOLD:
        return "so near the margin that no practical number of rounds would decide it"
    return f"{rounds:,} rounds in all would decide it"
