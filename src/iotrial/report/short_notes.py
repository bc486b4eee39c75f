"""A word or two for or against a row, for a table that has no room for a sentence.

A caution that changes nothing for the reader has no short form; it stands with its figures under --details.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

from iotrial.cautions import advice
from iotrial.judge.judge_arm import kit_share
from iotrial.judge.judged_arm import JudgedArm
from iotrial.judge.judged_level import JudgedLevel
from iotrial.judge.ordered_guarantees import is_enough
from iotrial.report.layout import clean
from iotrial.report.parts import gathered

#: Code of a caution -> its short form.
SHORT = {
    "drift": "still warming up",
    "no_plateau": "still warming up",
    "trend": "moves from round to round",
    "coarse_clock": "clock too coarse",
    "kit_cost": "{much} the kit's cost",
    "sink_never_reads": "nobody reads the bytes",
    "two_humps": "two speeds",
    "surroundings": "moves with paths or environment",
    "autocorrelation": "each round resembles the last",
    "few_rounds": "too few rounds",
    "sync_in_memory": "syncs to memory",
}


#: Those that take a verdict back, or keep it from being given; they stand beside it.
ON_VERDICT = ("drift", "trend", "no_plateau", "coarse_clock", "kit_cost", "sink_never_reads", "few_rounds")

#: What a machine did meanwhile that makes intervals wide and verdicts rarer, never wrong -> what it is called.
NOISE = {
    "stolen": "other virtual machines took CPU time",
    "run_queue": "other programs took CPU time",
    "io_pressure": "other programs used the disk",
    "memory_pressure": "memory was short",
    "writeback": "pages were being written to a disk",
    "clock_speed": "the CPU's clock moved",
    "void_blocks": "some blocks could not be used",
    "placebo_excludes_one": "the baseline differed from its own copy",
}

#: What is said of `shared_turns`, which may have moved ratios.
COMPANY = "Other programs took turns with the reader on its CPU, which may have moved the ratios."


def short_note(level: JudgedLevel, arm: JudgedArm) -> str:
    """Return the note of an arm's row: first guarantees that the baseline lacks, then what makes its figure noisy."""
    return ", ".join([*filter(None, [gained(level, arm)]), *told_of(arm)])


def told_of(arm: JudgedArm) -> list[str]:
    """Return what makes the figure of an arm doubtful, a few words each."""
    return _told(arm, tuple(SHORT))


def gained(level: JudgedLevel, arm: JudgedArm, more: Mapping[str, Sequence[str]] | None = None) -> str:
    """Return the guarantees of an arm that differ from the baseline's: `append=yes, lock=yes`.

    more: guarantees, each with its values from the most to the least, of which more is left out, being as good.
    """
    own = level.baseline_gives
    return ", ".join(
        f"{clean(name)}={clean(value)}"
        for name, value in arm.record.guarantees.items()
        if not is_enough(value, own.get(name), (more or {}).get(name, ()))
    )


def doubts(arm: JudgedArm) -> list[str]:
    """Return what changes how an arm's verdict is to be read."""
    return _told(arm, ON_VERDICT)


def note_beside(level: JudgedLevel, arm: JudgedArm) -> str:
    """Return the note of a row whose verdict already has its doubts."""
    others = tuple(code for code in SHORT if code not in ON_VERDICT)
    return ", ".join([*filter(None, [gained(level, arm)]), *_told(arm, others)])


def noise(level: JudgedLevel) -> str:
    """Say in a line what made the intervals of a level wide, or may have moved its ratios; "" if nothing is known."""
    told = [NOISE[code] for code in _codes(level) if code in NOISE]
    wide = f"Busy machine, so intervals are wide: {', '.join(told)}." if told else ""
    return " ".join(filter(None, [wide, company(level)]))


def is_noisy(level: JudgedLevel) -> bool:
    """True if something on the machine made the intervals of a level wide."""
    return any(code in NOISE for code in _codes(level))


def company(level: JudgedLevel) -> str:
    """Say in a line that other processes may have moved the ratios of a level; "" if none has."""
    return COMPANY if "shared_turns" in _codes(level) else ""


def _codes(level: JudgedLevel) -> list[str]:
    return list(dict.fromkeys(caution.code for caution in level.cautions))


def advised(code: str, text: str) -> str:
    """Return what a caution says with what to do about it, if there is something."""
    hint = advice(code)
    return f"{text}; {hint}" if hint else text


def in_full(level: JudgedLevel) -> list[str]:
    """Return every caution of a level once, after the arms that it is of, with its advice."""
    every = [("", level.cautions), *((clean(arm.arm), arm.cautions) for arm in level.arms)]
    found = gathered(((one.code, clean(one.text)), name) for name, cautions in every for one in cautions)
    return [
        ": ".join(filter(None, [", ".join(filter(None, names)), advised(code, text)]))
        for (code, text), names in found.items()
    ]


def _told(arm: JudgedArm, codes: Sequence[str]) -> list[str]:
    much = "mostly" if kit_percent(arm) > 50 else "in part"
    codes_told = (caution.code for caution in arm.cautions if caution.code in codes)
    return list(dict.fromkeys(SHORT[code].format(much=much) for code in codes_told))


def kit_percent(arm: JudgedArm) -> int:
    """Return how much of an arm's time is the kit's own, in percent, rounded up; 0 if it is not known."""
    share = kit_share(arm.record, arm.median_ns)
    return 0 if share is None else min(math.ceil(100 * share), 100)
