"""Every caveat that iotrial can attach to a figure: the sentence that travels with it, and what to do about it.

A sentence has its figures in braces; whoever raises the caution gives them. Nothing else in iotrial words a caution.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True)
class Kind:
    """What a caution says, with its figures in braces, and what the user can do about it."""

    sentence: str
    advice: str


CAUTIONS: dict[str, Kind] = {
    # of an arm's samples (METHOD.md, rules 1, 7, 11 and 12)
    "drift": Kind(
        "the second half of the blocks stands {change:+.1%} from the first, beyond the margin",
        "give it more warm-up or more rounds; until then it is never called equivalent",
    ),
    "slot_effect": Kind(
        "its place in the block moves the figure by {effect:.1%} (p = {p:.2g})",
        "look at what the arm before it leaves behind (dirty pages, a cold cache); more blocks average it out",
    ),
    "autocorrelation": Kind(
        "its rounds follow each other (correlation {correlation:+.2f}, p = {p:.2g}), so the interval is too narrow",
        "run it again when the machine is quieter, or with more rounds",
    ),
    "trend": Kind(
        "its ratio moved by {change:+.1%} from the first round to the last (p = {p:.2g})",
        "find what changed meanwhile (a disk that fills, a CPU that heats up) and run it again",
    ),
    "skew": Kind(
        "the Hodges-Lehmann estimate is {estimate:.3f}, far from the median {median:.3f}: the rounds are skewed",
        "read the ratio as typical, not as an average; the tails (p90, p99) are figures of their own",
    ),
    "two_humps": Kind(
        "its ratios have two humps, near {low:.3f} and {high:.3f} ({share_high:.0%} in the upper; dip test, "
        "p = {p:.2g}): one figure describes neither",
        "look at the samples with `iotrial query` for what tells the humps apart",
    ),
    "placebo_excludes_one": Kind(
        "the placebo's interval [{low:.4f}, {high:.4f}] excludes 1",
        "differences of this size are noise here; run it again when the machine is quieter",
    ),
    # of how arms compare (rules 3, 5, 8)
    "kit_cost": Kind(
        "the kit's own cost of {kit_ns:.0f} ns is {share:.0%} of the time of one iteration",
        "measure a larger level; until then it is never called equivalent",
    ),
    "shifted": Kind(
        "measured with {factor} times {than} iterations a sample than the baseline",
        "compare it with arms of its own speed; it is never called equivalent",
    ),
    "sink_never_reads": Kind(
        "the sink never reads the data, so nothing was moved; the arm is not ranked",
        "measure it at a sink that reads: a pipe, a socket or a file",
    ),
    "unlike_guarantees": Kind(
        "other guarantees than the baseline {baseline}: {differences}",
        "choose by the guarantee that you need first, and by time second",
    ),
    # of a level or a run
    "one_session": Kind(
        "one session: a claim is settled by two or more",
        "run it again at another time, with rebuilt programs and new files",
    ),
    "void_blocks": Kind(
        "{share:.1%} of the blocks are void, most often because {reason}",
        'see all reasons: iotrial query "SELECT reason, count(*) FROM samples GROUP BY reason"; where inputs were read '
        "from a device, let them be held in memory (ulimit -l); where a cold one stayed in memory, end what maps it",
    ),
    "host_cache": Kind(
        "cold is what this virtual machine can see: the host may have had the file in its own memory",
        "what a device of one's own takes can only be measured where there is no host; levels are compared alike",
    ),
    "image_cache": Kind(
        "{target} lies in the file {image}: that was thrown out of memory too, which cannot be shown to be whole",
        "for a cold file that is shown to be cold, name a folder on a disk: --target DIR",
    ),
    "baseline_changed": Kind(
        "{change} at {level}",
        "ratios at that level are of the new baseline; where another should be, name it in the study",
    ),
    "no_pinning": Kind(
        "workers could not be bound to one CPU ({reason})",
        "allow it (taskset must work for your user); intervals are wider without",
    ),
    "not_traced": Kind(
        "system calls were not traced: {reason}",
        "iotrial machine tells whether strace is here; without it /proc counts reads and writes",
    ),
    "few_rounds": Kind(
        "{rounds} rounds are too few for an interval over {comparisons} comparisons, which takes {needed}",
        "give it more time (--budget) or more rounds (--rounds)",
    ),
    "coarse_clock": Kind(
        "the clock moves in steps of {step_ns} ns, {share:.1%} of a sample",
        "measure a larger level, so that a sample has more steps",
    ),
    "short_sample": Kind(
        "a sample lasts {sample_ms:.2f} ms, less than the {wanted_ms:.2f} ms asked for",
        "measure a larger level, or give it more time (--budget)",
    ),
    "damaged_part": Kind(
        "a part was not read: {problem}",
        "continue the run with --resume to measure that sweep again",
    ),
    "incomplete": Kind(
        "the run is not complete: {sweeps} sweeps are stored",
        "wait for it where it is still going, or finish it with --resume",
    ),
}


def sentence(code: str, figures: Mapping[str, object] | None = None) -> str:
    """The caution's sentence with its figures in place; KeyError for an unknown code or a figure that is missing."""
    return CAUTIONS[code].sentence.format_map(dict(figures or {}))


def advice(code: str) -> str | None:
    """What the user can do about it; None for a code of another version of iotrial."""
    kind = CAUTIONS.get(code)
    return kind.advice if kind else None
