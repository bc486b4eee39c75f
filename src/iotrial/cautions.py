"""Every caution that iotrial can attach to a figure: the sentence that travels with it, and what to do about it.

A sentence has its figures in braces; the code that raises the caution gives them. No other file words a caution.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True)
class Kind:
    """The sentence of a caution, with its figures in braces, and the user's remedy."""

    sentence: str
    advice: str


CAUTIONS: dict[str, Kind] = {
    # of an arm's samples (rules 1, 7, 11 and 12)
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
    "below_floor": Kind(
        "{arm} is faster than the least that the machine must do for it: {floor} ({kind}) takes {share:.3f} "
        "[{low:.3f}, {high:.3f}] times as long",
        "look for work that it leaves out or leaves to others; if it moves bytes without copying them, its tags "
        "must say so (untouched, mapped)",
    ),
    "no_floor": Kind(
        "what the machine can do at best was not measured for methods of the kind {kind}: {reason}",
        "install the compiler that floors take: iotrial machine --install",
    ),
    "unlike_guarantees": Kind(
        "other guarantees than the baseline {baseline}: {differences}",
        "choose by the guarantee that you need first, and by time second",
    ),
    # of two variants of one method
    "uneven_pair": Kind(
        "its samples have {iterations:,} iterations, those of {over} {others:,}, so the two are never called equal",
        "how much faster or slower it is holds; for equality both must take times that one count suits",
    ),
    "changed_guarantees": Kind(
        "it guarantees other than {over}: {differences}",
        "guarantees differ, so the times are not comparable; say in the change which one is meant",
    ),
    # of a level or a run
    "one_session": Kind(
        "one session: a claim is settled by two or more",
        "run it again at another time, with rebuilt programs and new files",
    ),
    "void_blocks": Kind(
        "{share:.1%} of the blocks are void, most often because {reason}",
        'see all reasons: iotrial query "SELECT reason, count(*) FROM samples GROUP BY reason"; if inputs were read '
        "from a device, let them be held in memory (ulimit -l); if a cold one stayed in memory, end what maps it",
    ),
    "host_cache": Kind(
        "cold is what this virtual machine can see: the host may have had the file in its own memory",
        "what a device of one's own takes can only be measured if there is no host; levels are compared alike",
    ),
    "image_cache": Kind(
        "{target} lies in the file {image}: that was thrown out of memory too, which cannot be shown to be whole",
        "for a cold file that is shown to be cold, name a folder on a disk: --target DIR",
    ),
    # of noise from the machine (rule 12); no sample is left out for it
    "stolen": Kind(
        "the hypervisor gave {stolen:.1%} of the CPUs' time to other machines",
        "run it at a quieter hour, on a machine of your own, or on one with CPUs that are not shared",
    ),
    "run_queue": Kind(
        "in {share:.0%} of the blocks the workers were kept off their CPU, {lost:.1%} of all time",
        "stop what else runs (see `top`), or leave the workers a CPU that nothing else uses (isolcpus, cpusets)",
    ),
    "io_pressure": Kind(
        "in {share:.0%} of the blocks some program waited for a disk, {lost:.1%} of all time",
        "stop what else reads or writes, let earlier writes end (`sync`), or measure on another device (--target)",
    ),
    "memory_pressure": Kind(
        "in {share:.0%} of the blocks some program waited for memory, {lost:.1%} of all time",
        "free memory or use smaller levels: what is taken away from the page cache must be read again",
    ),
    "writeback": Kind(
        "at the end of {share:.0%} of the blocks pages were being written to a disk, {mebibytes:.0f} MiB at a time",
        "let earlier writes end (`sync`) and stop what else writes; if the job itself writes, measure it on tmpfs "
        "too (--set target=disk,tmpfs)",
    ),
    "clock_speed": Kind(
        "the CPU's clock moved from one block to the next in {share:.0%} of them, between {low:.2f} and {high:.2f} GHz",
        "hold the clock still: see what `iotrial machine` says of governor and turbo",
    ),
    "baseline_changed": Kind(
        "{change} at {level}",
        "ratios at that level are of the new baseline; if another should be, name it in the study",
    ),
    "sync_in_memory": Kind(
        "the target {target} is in memory ({what}): a sync costs nothing there, and nothing outlives a power cut",
        "ask what a durable record costs of a target on a device",
    ),
    "no_pinning": Kind(
        "workers could not be bound to one CPU ({reason})",
        "allow it (taskset must work for your user); intervals are wider without",
    ),
    "many_calls": Kind(
        "{arms} made too many reads and writes to be traced, more than {most:,} an iteration; /proc counted them",
        "for their system calls take a smaller level",
    ),
    "not_traced": Kind(
        "system calls were not traced: {reason}",
        "iotrial machine tells whether strace and perf are here; without them /proc counts reads and writes",
    ),
    "limited_input": Kind(
        "each worker has {memory_limit} for itself and for what it reads into the page cache, so that the input is "
        "read from the device as far as it does not fit, at {level}",
        "compare arms within the level; against a level without a limit the device is part of the difference",
    ),
    "memory_not_told": Kind(
        "memory could not be told apart: {reason}",
        "the whole, if it is shown, is the system's own figure and holds; the kinds need Linux, and ptrace allowed",
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
        "wait for it if it is still going, or finish it with --resume",
    ),
}


def sentence(code: str, figures: Mapping[str, object] | None = None) -> str:
    """The caution's sentence with its figures in place; KeyError for an unknown code or a figure that is missing."""
    return CAUTIONS[code].sentence.format_map(dict(figures or {}))


def advice(code: str) -> str | None:
    """The user's remedy for a caution; None for a code of another version of iotrial."""
    kind = CAUTIONS.get(code)
    return kind.advice if kind else None
