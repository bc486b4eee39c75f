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
    "levels": "a document for each level",
}

#: A level.
LEVEL = {
    "level": "factor -> value",
    "status": "measured, planned (no sweep is stored yet) or skipped",
    "reason": "why it was skipped",
    "baseline": "the arm that the others are compared with",
    "rounds": "rounds that are stored",
    "planned_rounds": "rounds of the plan",
    "blocks": "blocks in a round",
    "placebo": "the second copy of the baseline, the noise floor: its arm, status, reason, ratio, low, high, verdict, "
    "median_ns, rounds",
    "invalid": "why no verdict of the level holds; null where they do",
    "top_group": "arms not shown to be slower than the fastest, best first",
    "winner": "the only arm of the top group; null where there are several",
    "lead": "the winner's lead: over (the next arm), and that arm's time over the winner's: ratio, low, high",
    "alike": "top_group, winner and lead among the arms with the baseline's guarantees; null where all have them",
    "cautions": "caveats of the whole level: code, text",
    "arms": "a document for each arm but the placebo, the baseline first",
}

#: An arm at a level.
ARM = {
    "arm": "LANGUAGE/METHOD",
    "language": "its first part",
    "method": "its second part",
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
    "throughput_per_second": "work over median time",
    "cpu_ns": "CPU time of one iteration, user and system",
    "user_ns": "its share in user mode",
    "system_ns": "its share in the kernel",
    "call_count": "system calls of one iteration, where they were traced",
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
    "ratio": "time over the baseline's time",
    "low": "lower bound of the ratio, corrected for all arms of the level",
    "high": "upper bound of the ratio",
    "verdict": "faster, slower, equivalent, undecided or invalid; null where nothing may be judged",
    "needed_rounds": "rounds in all that would decide an undecided arm",
    "p90": "90th percentile of the samples' ratios",
    "p99": "99th percentile of the samples' ratios",
    "differs_within_margin": "undecided, but 1 is excluded",
    "cautions": "caveats of the arm: code, text",
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
    "misfit_share": "how far the line is from the size that it fits worst, as a share of the time there",
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
    "A level, in `levels`": LEVEL,
    "An arm, in `arms` of a level": ARM,
    "An entry of `effects`": EFFECT,
    "An entry of `costs`": COST,
    "`changes`": CHANGES,
    "An entry of `flips` in `changes`": FLIP,
    "An entry of `growth`": GROWTH,
}
