"""A word or two for or against a row, for a table that has no room for a sentence.

A caution that changes nothing for the reader has no short form; it stands with its figures under --details.
"""

from __future__ import annotations

from iotrial.analysis.judged_arm import JudgedArm
from iotrial.analysis.judged_level import JudgedLevel
from iotrial.report.layout import clean

#: Code of a caution -> its short form.
SHORT = {
    "drift": "still warming up",
    "kit_cost": "mostly the kit's cost",
    "sink_never_reads": "nobody reads the bytes",
    "below_floor": "beats its floor",
    "two_humps": "two speeds",
    "autocorrelation": "rounds not independent",
    "few_rounds": "too few rounds",
    "sync_in_memory": "syncs to memory",
}


def short_note(level: JudgedLevel, arm: JudgedArm) -> str:
    """Return the note of an arm's row: first guarantees that the baseline lacks, then what makes its figure noisy."""
    baseline = next((one for one in level.arms if one.role == "baseline"), None)
    own = baseline.guarantees if baseline else {}
    gained = [f"{clean(name)}={clean(value)}" for name, value in arm.guarantees.items() if value != own.get(name)]
    told = [SHORT[caution.code] for caution in arm.cautions if caution.code in SHORT]
    return ", ".join([*gained, *dict.fromkeys(told)])


def left_unsaid(level: JudgedLevel) -> int:
    """Count the cautions of a level that its short table does not tell."""
    of_arms = [caution for arm in level.arms for caution in arm.cautions if caution.code != "unlike_guarantees"]
    return len([*level.cautions, *(caution for caution in of_arms if caution.code not in SHORT)])
