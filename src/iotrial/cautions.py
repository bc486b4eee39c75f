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
        "the second half of its blocks differs from the first half by {change:+.1%}, more than the margin",
        "give it more warm-up or more blocks; until then nothing is decided of it",
    ),
    "no_plateau": Kind(
        "its times were still moving at the end of the longest warm-up that was tried, so no verdict on it is given",
        "give it a larger budget, so that it can be warmed for longer; a runtime that compiles as it goes may need "
        "many blocks",
    ),
    "memory_grows": Kind(
        "the memory of its processes grew evenly to the end of {requests:,} requests, by about "
        "{bytes_per_request:,.0f} bytes for each",
        "see what it keeps of each request; if its runtime collects garbage, limit its heap and run again: "
        "what was never collected looks the same",
    ),
    "slot_effect": Kind(
        "its figure depends on its place in the block, by {effect:.1%} (p = {p:.2g})",
        "look at what the arm before it leaves behind (dirty pages, a cold cache); more blocks average it out",
    ),
    "autocorrelation": Kind(
        "each round resembles the one before (correlation {correlation:+.2f}, p = {p:.2g}), so the interval may "
        "be too narrow",
        "run it again when the machine is quieter, or with more rounds",
    ),
    "trend": Kind(
        "its ratio moved by {change:+.1%} from the first round to the last (p = {p:.2g})",
        "find what changed meanwhile (a disk that fills, a CPU that heats up) and run it again; until then nothing is "
        "decided of it",
    ),
    "skew": Kind(
        "its rounds lean to one side: the Hodges-Lehmann estimate is {estimate:.3f}, far from the median {median:.3f}",
        "read the ratio as that of a typical round, not as an average; slow samples have their own figures (p90, p99)",
    ),
    "two_humps": Kind(
        "its ratios form two groups, near {low:.3f} and {high:.3f} ({share_high:.0%} in the upper; dip test, "
        "p = {p:.2g}): one figure describes neither",
        "look with `iotrial query` for how the samples of the two groups differ",
    ),
    "placebo_excludes_one": Kind(
        "the placebo, the baseline once more, has an interval without 1: [{low:.4f}, {high:.4f}]",
        "differences of this size are noise here; run it again when the machine is quieter",
    ),
    "surroundings": Kind(
        "its ratio moves with its surroundings: with {high} it is {change:.3f} [{least:.3f}, {most:.3f}] times what it "
        "is with {low}",
        "read the ratio as one over all surroundings that were drawn, and measure where yours lie; `surroundings` in a "
        "study says which are drawn",
    ),
    # of how arms compare (rules 3, 5, 8)
    "kit_cost": Kind(
        "the kit's own cost, the call of a method that does nothing, is {kit_ns:.0f} ns: {share:.0%} of the time "
        "of one iteration",
        "measure a larger size; until then it is never called equivalent",
    ),
    "client_busy": Kind(
        "the client needed its CPU for over half of the time to load {arms} ({share:.0%} at the most), so they may be "
        "quicker than this",
        "read their times as the most that they take; larger files, or fewer of them a second, leave the client more "
        "time",
    ),
    "shifted": Kind(
        "its samples have {factor} times {than} iterations than those of the baseline",
        "compare it with arms that are about as fast; it is never called equivalent to the baseline",
    ),
    "sink_never_reads": Kind(
        "the sink, where output goes, never reads the data, so nothing was moved; the arm is not ranked",
        "measure it at a sink that reads: a pipe, a socket or a file",
    ),
    "reference_beaten": Kind(
        "the reference {floor} ({kind}) does not do the least here: it takes {share:.3f} [{low:.3f}, {high:.3f}] times "
        "as long as {arm}, and the fastest arm is the floor instead",
        "nothing is wrong with the arm, whose work was checked; a program that does less is welcome in "
        "methods/JOB/floors",
    ),
    "no_floor": Kind(
        "what the machine can do at best was not measured for methods of the kind {kind}: {reason}",
        "install the compiler that floors (measurements of that best) need: iotrial machine --install lists languages",
    ),
    "unlike_guarantees": Kind(
        "its guarantees differ from those of the baseline {baseline}: {differences}",
        "choose by the guarantee that you need first, and by time second",
    ),
    # of two variants of one method
    "uneven_pair": Kind(
        "its samples have {iterations:,} iterations, those of {over} {others:,}, so the two are never called equal",
        "a verdict of faster or slower still holds; equality needs two times so near each other that one number of "
        "iterations suits both",
    ),
    "changed_guarantees": Kind(
        "its guarantees differ from those of {over}: {differences}",
        "guarantees differ, so the times are not comparable; say in the change which guarantee is meant",
    ),
    # of a level or a run
    "one_session": Kind(
        "measured once: a claim is settled by two sessions or more",
        "run it again at another time, with rebuilt programs and new files",
    ),
    "void_blocks": Kind(
        "{share:.1%} of the blocks are void, most often because {reason}",
        'see all reasons: iotrial query "SELECT reason, count(*) FROM samples GROUP BY reason"; if inputs were read '
        "from a device, let them be held in memory (raise ulimit -l); if a cold one stayed in memory, end the program "
        "that maps it",
    ),
    "host_cache": Kind(
        "the file was cold for this virtual machine, but its host may have had it in memory",
        "only a machine without a host shows what the device itself takes; here all arms are measured alike",
    ),
    "image_cache": Kind(
        "{target} lies in the file {image}: that was thrown out of memory too, but nothing shows that all of it went",
        "for a cold file that is shown to be cold, name a folder on a disk: --target DIR",
    ),
    "held_back": Kind(
        "on {target} ({filesystem}) a record that is written may still be on its way to the server, where other hosts "
        "look for it; one whose log is closed or synced after it is there",
        "compare the methods that close or sync for each record if other hosts read along; for two hosts that write: "
        "iotrial run shared-log",
    ),
    "other_hosts": Kind(
        "writers work on {hosts}, by clocks that are compared over SSH before and after each window; what else runs "
        "there is not seen from here",
        "see how far the clocks may be off: clock_error_ns of the samples; a window is void by more than a tenth of it",
    ),
    # of noise from the machine (rule 12); no sample is left out for it
    "stolen": Kind(
        "the hypervisor gave {stolen:.1%} of the CPUs' time to other machines",
        "run it at a quieter hour, on a machine of your own, or on one with CPUs that are not shared",
    ),
    "run_queue": Kind(
        "in {share:.0%} of the blocks the workers had to wait for their CPU, {lost:.1%} of all time",
        "stop what else runs (see `top`), or leave the workers a CPU that nothing else uses (isolcpus, cpusets)",
    ),
    "shared_turns": Kind(
        "other programs had {share:.0%} of the time on the CPU on which methods and the reader of their output take "
        "turns, which may have changed how often the reader was let in, and so the ratios",
        "stop what else runs in this container or session (see `top`) and run it again",
    ),
    "wait_beyond_sample": Kind(
        "the workers of {samples} samples are said to have waited for a CPU longer than the samples took; of those, "
        "only the time that they ran was counted",
        "see that their kit reads /proc/self/schedstat right next to the clock (kits/PROTOCOL.md)",
    ),
    "io_pressure": Kind(
        "in {share:.0%} of the blocks some program waited for a disk, {lost:.1%} of all time",
        "stop what else reads or writes, let earlier writes end (`sync`), or measure on another device (--target)",
    ),
    "memory_pressure": Kind(
        "in {share:.0%} of the blocks some program waited for memory, {lost:.1%} of all time",
        "free memory or measure smaller sizes: what is taken away from the page cache must be read again",
    ),
    "writeback": Kind(
        "at the end of {share:.0%} of the blocks pages were being written to a disk, {mebibytes:.0f} MiB at a time",
        "let earlier writes end (`sync`) and stop what else writes; if the job itself writes, measure it on tmpfs "
        "too (--set target=disk,tmpfs)",
    ),
    "clock_speed": Kind(
        "the CPU's clock changed from one block to the next in {share:.0%} of them, between {low:.2f} and {high:.2f} "
        "GHz",
        "keep the clock fixed: see what `iotrial machine` says of governor and turbo",
    ),
    "runtime_replaced": Kind(
        "{language} was replaced or changed while the run went on ({what}), so the figures of {level} may be of two "
        "programs",
        "run it again when nothing is installed or upgraded meanwhile",
    ),
    "baseline_changed": Kind(
        "{change} at {level}",
        "ratios at that level are to the new baseline; if you want another, name it in the study",
    ),
    "sync_in_memory": Kind(
        "the target {target} is in memory ({what}): a sync costs nothing there, and nothing outlives a power cut",
        "to see what a durable record costs, measure at a target on a device",
    ),
    "no_pinning": Kind(
        "workers could not be bound to one CPU ({reason})",
        "let your user do that (taskset must work); until then intervals are wider",
    ),
    "many_calls": Kind(
        "{arms} made too many reads and writes to be traced, more than {most:,} an iteration; /proc counted them",
        "to see their system calls, measure a smaller size",
    ),
    "not_traced": Kind(
        "system calls were not traced: {reason}",
        "iotrial machine shows if strace and perf are here; without them only reads and writes are counted (by /proc)",
    ),
    "limited_input": Kind(
        "at {level} each worker has {memory_limit} for itself and for what it reads into the page cache; the part of "
        "the input that does not fit is read from the device",
        "compare arms within the level; between it and a level without a limit, the device is part of the difference",
    ),
    "memory_not_told": Kind(
        "memory could not be broken down by kind: {reason}",
        "the total, if it is shown, is the system's own figure and holds; kinds need Linux and the right to use ptrace",
    ),
    "few_rounds": Kind(
        "{rounds} rounds are too few for an exact interval ({comparisons} comparisons at once need {needed}): at most "
        "large differences are told",
        "give it more time (--budget) or more rounds (--rounds)",
    ),
    "coarse_clock": Kind(
        "the clock moves in steps of {step_ns} ns, {share:.1%} of a sample",
        "measure a larger size, so that a sample lasts more steps",
    ),
    "short_sample": Kind(
        "a sample lasts {sample_ms:.2f} ms, less than the {wanted_ms:.2f} ms asked for",
        "measure a larger size, or give it more time (--budget)",
    ),
    "damaged_part": Kind(
        "a part of the run could not be read: {problem}",
        "continue the run with --resume to measure that sweep again",
    ),
    "incomplete": Kind(
        "the run is not complete: {sweeps} sweeps are stored",
        "wait for it if it is still going, or finish it: iotrial run --resume RUN",
    ),
}


def sentence(code: str, figures: Mapping[str, object] | None = None) -> str:
    """The caution's sentence with its figures in place; KeyError for an unknown code or a figure that is missing."""
    return CAUTIONS[code].sentence.format_map(dict(figures or {}))


def advice(code: str) -> str | None:
    """The user's remedy for a caution; None for a code of another version of iotrial."""
    kind = CAUTIONS.get(code)
    return kind.advice if kind else None
