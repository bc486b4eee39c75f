"""What `show --json` prints, key by key: the document that `results.judge` makes of a run. Missing is null.

A ratio is time over another time: above 1 is slower. `low` and `high` bound it by METHOD.md's rule 7, or rule 10 for a
run with --precision; both are null where there are too few rounds.
"""

from __future__ import annotations

#: A run.
RUN = {
    "format": "version of this document",
    "run": "the run's id",
    "study": "the study's name",
    "question": "what the study asks",
    "job": "the job",
    "work_unit": "what the job's work is counted in",
    "quick": "whether it was the short form",
    "complete": "whether the run came to its end",
    "stopped": "why it ended: rounds, budget, precision, nothing left, interrupted; null while it goes on",
    "seconds": "wall time of the whole run",
    "started_at": "UTC, ISO 8601",
    "finished_at": "UTC, ISO 8601",
    "iotrial": "version of iotrial that measured",
    "seed": "the same seed gives the same plan",
    "margin": "differences below this share do not matter",
    "precision": "how narrow intervals were asked to be, as a share; null for a fixed plan",
    "sessions": "how many sessions stand behind the verdicts",
    "placebo": "all placebo rounds of the run in one interval: ratio, low, high, rounds",
    "invalid": "why no verdict of the run holds; null where they do",
    "cautions": "caveats of the whole run: code, text",
    "effects": "what another value of a factor does to an arm's time (see below)",
    "costs": "what an arm costs over size (see below)",
    "changes": "where the answer changes (see below)",
    "growth": "how the memory of an arm grows with size (see below)",
    "targets": "where the files were (see below)",
    "levels": "a document for each level",
}

#: An entry of `targets`.
TARGET = {
    "target": "the name that levels know it by",
    "folder": "the folder",
    "made": "for the run, or on request (iotrial target create); null for a folder that was there",
    "host": "the folder that it was made in",
    "filesystem": "kind of file system",
    "device": "what is mounted",
    "options": "mount options, then those of the file system",
    "size_bytes": "size of the file system",
    "free_bytes": "room that was left when the run began",
    "block_bytes": "size of a block",
    "read_ahead_bytes": "how far the system reads ahead on the device",
    "scheduler": "scheduler of the device; null where there is no device",
    "rotational": "whether the device says that it rotates",
    "virtual_disk": "whether a hypervisor makes the device",
    "model": "what the device calls itself",
    "below": "what an image or an overlay lies on, outermost first: file, direct (past the page cache there), and "
    "filesystem, device, options, scheduler, rotational, virtual_disk and model as here",
}

#: A level.
LEVEL = {
    "level": "factor -> value",
    "status": "measured, planned (no sweep is stored yet), observed (each arm was looked at once, never timed) or "
    "skipped",
    "reason": "why it was skipped",
    "baseline": "the arm that the others are compared with",
    "rounds": "rounds that are stored",
    "planned_rounds": "rounds of the plan",
    "blocks": "blocks in a round",
    "placebo": "the second copy of the baseline, the noise floor: its arm, status, reason, outcome, ratio, low, high, "
    "verdict, median_ns, rounds",
    "invalid": "why no verdict of the level holds; null where they do",
    "top_group": "arms not shown to be slower than the fastest, best first",
    "winner": "the only arm of the top group; null where there are several",
    "lead": "the winner's lead: over (the next arm), and that arm's time over the winner's: ratio, low, high",
    "alike": "top_group, winner and lead among the arms with the baseline's guarantees; null where all have them",
    "cautions": "caveats of the whole level: code, text",
    "arms": "a document for each arm but the placebo, the baseline first",
    "floors": "a document for each floor, the least that the machine must do (see below)",
    "variants": "arms of one method, each directly over the first of them (see below); empty where each has one",
}

#: An arm at a level.
ARM = {
    "arm": "LANGUAGE/METHOD, and @VARIANT where a run has several of a method",
    "language": "its first part",
    "method": "its second part",
    "variant": "what tells it from other arms of its method: a runtime's version, or old and new; null where nothing",
    "role": "baseline or arm",
    "status": "measured, skipped, disqualified or failed",
    "reason": "why it is not measured",
    "runtime": "name and exact version of the runtime",
    "guarantees": "what the method declares, guarantee -> value",
    "tags": "tags of the method",
    "iterations": "iterations in a sample",
    "shift": "power of two between its iterations and the level's; not 0: never equivalent",
    "rounds": "rounds with a value",
    "median_ns": "time of one iteration: median over rounds of the rounds' medians",
    "mean_ns": "mean of all samples, since articles quote it; nothing is judged by it",
    "spread_low_ns": "10th percentile of the rounds' medians; not a bound of an interval",
    "spread_high_ns": "90th percentile of the rounds' medians",
    "work": "work of one iteration, in the job's unit",
    "throughput_per_second": "work over median time; null where work arrives at a rate of its own",
    "cpu_ns": "CPU time of one iteration, user and system",
    "user_ns": "its share in user mode",
    "system_ns": "its share in the kernel",
    "call_count": "system calls of one iteration, where they were traced",
    "outcome": "what came of it at a level that is looked at and not timed: code (short, whole, error, wrong, died), "
    "text; null at all others",
    "peak_bytes": "highest resident memory of the process, reset before the work",
    "before_bytes": "resident memory just before the work",
    "runtime_peak_bytes": "the runtime's own peak: what it handed out",
    "runtime_peak_real_bytes": "the runtime's own peak: what it took from the system",
    "peak_anonymous_bytes": "of peak_bytes, what is the process's own: heap, stack, what it changed of files; this "
    "and the next six where memory was taken apart",
    "peak_file_bytes": "of peak_bytes, pages of files that it mapped, its program and libraries among them",
    "peak_shared_bytes": "of peak_bytes, shared memory and files that live in memory",
    "peak_reclaimable_bytes": "of peak_file_bytes, clean pages: the system may take them back and write nothing",
    "held_bytes": "the three kinds less what is reclaimable",
    "cached_bytes": "bytes of the input in the page cache, which no process's figure has unless it maps them",
    "memory_processes": "fresh processes whose memory was taken apart; the figures are those of the median peak",
    "memory_how": "stops: read wherever memory could begin to shrink, so that no peak is missed; samples: every "
    "millisecond",
    "memory_reason": "why memory could not be taken apart, or not in every process",
    "several": "what several workers at once showed; null where one works alone (see below)",
    "ratio": "time over the baseline's time",
    "low": "lower bound of the ratio, corrected for all arms of the level",
    "high": "upper bound of the ratio",
    "verdict": "faster, slower, equivalent, undecided or invalid; null where nothing may be judged",
    "needed_rounds": "rounds in all that would decide an undecided arm",
    "p90": "90th percentile of the samples' ratios",
    "p99": "99th percentile of the samples' ratios",
    "differs_within_margin": "undecided, but 1 is excluded",
    "floor_share": "how near it comes to the fastest floor of its kind (see below); null where none was measured",
    "cautions": "caveats of the arm: code, text",
}

#: `floor_share` of an arm.
SHARE = {
    "floor": "the floor, LANGUAGE/NAME",
    "kind": "copying (bytes come into the program's own memory) or not copying",
    "share": "the floor's time over the arm's: 1 is as fast as can be",
    "low": "lower bound, corrected for all arms and floors of the level; null with too few rounds",
    "high": "upper bound; an arm whose lower bound is above 1 by more than the margin is invalid",
}

#: An entry of `floors` of a level.
FLOOR = {
    "arm": "LANGUAGE/NAME",
    "language": "its first part",
    "method": "its second part",
    "kind": "copying or not copying",
    "guarantees": "what an arm must guarantee to be held against it, guarantee -> value",
    "status": "measured, skipped, disqualified or failed",
    "reason": "why it is not measured",
    "iterations": "iterations in a sample",
    "median_ns": "time of one iteration, as for an arm",
    "work": "work of one iteration, in the job's unit",
    "throughput_per_second": "work over median time",
}

#: An entry of `variants` of a level.
VARIANT = {
    "arm": "the arm, LANGUAGE/METHOD@VARIANT",
    "over": "the first variant of its method, which it is compared with",
    "ratio": "the arm's time over that one's, block by block",
    "low": "lower bound, corrected for all entries of the run",
    "high": "upper bound",
    "rounds": "rounds with a value",
    "verdict": "as for an arm, about these two; null where nothing may be judged",
    "may_be_equal": "whether they could be told to be equal: one iteration count, no drift, little of the kit's own",
    "reason": "why there is no verdict, or why it is invalid",
    "cautions": "caveats of the pair: code, text",
}

#: `several` of an arm: medians over rounds of the rounds' medians, unless it says otherwise.
SEVERAL = {
    "p50_ns": "time of a piece of work (a record, a delivery): median",
    "p90_ns": "its 90th percentile",
    "p99_ns": "its 99th percentile",
    "longest_ns": "the longest",
    "stall_ns": "the longest that any worker went without a piece of work being done",
    "fairness": "Jain's index of the writers' shares in 100 records that follow each other in the file: 1 is even",
    "longest_run": "most records of one writer in a row",
    "served": "arrivals: of all that were due within a window, those that were done by its end: share, low, high, and "
    "keeps_up (null: not decided); null without",
    "p99_spread_ns": "10th and 90th percentile of the rounds' 99th percentiles: low, high",
    "p99_ratio": "the 99th percentile over the baseline's: ratio, low, high; null for too few rounds",
    "records": "records that were counted: handed, lost, torn, interleaved, doubled, unknown, astray; null without any",
    "lock_wait": "calls for a lock, in a pass of its own: reason, count, p50_ns, p90_ns, p99_ns, longest_ns",
    "all_bytes": "memory of all workers, each shared page once",
}

#: An entry of `effects`: levels that differ in one factor only, and do the same work.
EFFECT = {
    "factor": "the factor",
    "of": "its value at the one level",
    "to": "its value at the other",
    "at": "the factors that both levels share",
    "arm": "the arm",
    "ratio": "its time at the other level over its time at the one, sweep by sweep",
    "low": "lower bound, corrected for all effects of the run",
    "high": "upper bound",
    "verdict": "as for an arm",
}

#: An entry of `costs`: time = fixed + unit x work, fitted sweep by sweep over three sizes or more.
COST = {
    "factor": "the factor that sets the size",
    "at": "the factors that the levels share",
    "arm": "the arm",
    "sizes": "levels that the line goes through",
    "fixed_ns": "cost at size 0: median, low, high",
    "unit_ns": "cost of one unit of work: median, low, high",
    "misfit_share": "how far the line is from the size that it fits worst, as a share of the time there: median, low, "
    "high",
    "growth_share": "by how much the largest size takes longer than the smallest by that line, as a share of the "
    "smallest's: median, low, high",
}

#: `changes`.
CHANGES = {
    "winners": "the winners that stay so when corrected over all levels, if there are several: arm, levels",
    "flips": "arms that are faster than the baseline at one level and slower at another (see below)",
}

#: An entry of `flips`.
FLIP = {
    "arm": "the arm",
    "baseline": "the baseline of these levels",
    "faster": "levels where it is faster, corrected over arms and levels",
    "slower": "levels where it is slower",
    "crossover": "where the two lines meet, if the levels bear it out: factor, units (median, low, high), faster_below",
}

#: An entry of `growth`: levels of different work that differ in one factor only.
GROWTH = {
    "factor": "the factor that sets the size",
    "at": "the factors that the levels share",
    "arm": "the arm",
    "of": "peak: resident memory (peak_bytes); held: without what is reclaimable (held_bytes)",
    "units": "the sizes, in the job's unit, ascending",
    "processes": "fresh processes at each size",
    "needed_processes": "how many an interval takes that is corrected for all entries",
    "bytes_per_unit": "bytes of memory for each unit from the smallest size to the largest: median, low, high "
    "(corrected for all entries; null with too few processes)",
    "least": "the least of the processes' figures; no bound of an interval",
    "most": "the most of them",
    "steps": "the median of the same from each size to the next",
    "misfit_bytes": "how far a size between is from the line through the ends, at most",
    "flat_below": "bytes for each unit that count as none",
    "verdict": "flat, grows, falls or undecided",
}

PARTS = {
    "The run": RUN,
    "An entry of `targets`": TARGET,
    "A level, in `levels`": LEVEL,
    "An arm, in `arms` of a level": ARM,
    "`floor_share` of an arm": SHARE,
    "An entry of `floors` of a level": FLOOR,
    "An entry of `variants` of a level": VARIANT,
    "`several` of an arm": SEVERAL,
    "An entry of `effects`": EFFECT,
    "An entry of `costs`": COST,
    "`changes`": CHANGES,
    "An entry of `flips` in `changes`": FLIP,
    "An entry of `growth`": GROWTH,
}
