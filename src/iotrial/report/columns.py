"""Every column of every table: a line on what it is and what to use it for. Page and docs are made of it."""

from __future__ import annotations

from collections.abc import Mapping

#: Table -> column -> what it is. `UNIT`, `NEW` and `OLD` stand for a word of the run.
COLUMNS: Mapping[str, Mapping[str, str]] = {
    "Ranking": {
        "method": "language and method; its code is further down",
        "time": "time of one iteration: the median over rounds of each round's median. Use it to see whether the "
        "difference matters to you, never to compare it with another run's",
        "ratio [low, high]": "its time over the baseline's, measured side by side, and the interval that it lies in "
        "with 95 % confidence for all arms of the level together. Use this to compare",
        "verdict": "faster or slower: the whole interval lies beyond the margin; equivalent: inside it; undecided: "
        "neither, so nothing is claimed; invalid: a rule was broken; not ranked: its bytes are read by nobody",
        "% of floor": "how near it comes to the least that this machine must do for the job. Use it to see whether "
        "another method could still gain anything",
        "rate": "work over time. Use it to compare with what your disk or network can do",
        "CPU": "CPU time of one iteration, user and system. Use it if the CPU is what you pay for",
        "calls": "system calls of one iteration, counted outside the timed part. Use it to see why",
        "peak": "resident memory of the process at its highest; the memory table tells its kinds apart",
        "heap peak": "what the runtime says that it handed out at the most, by its own count of its heap",
        "heap reserved": "what the runtime says that it took from the system for that",
        "note": "what it guarantees beside the baseline, and what speaks against its figure; numbers are those of "
        "the cautions below the table",
    },
    "The same method": {
        "the same method": "a method under another runtime, or as another text has it",
        "over": "what it is measured against: the first of the method's arms",
        "ratio [low, high]": "its time over that one's, block by block, and the interval that it lies in with 95 % "
        "confidence for all such pairs of the run together. Use it to ask whether an upgrade or a change of the code "
        "pays",
        "verdict": "as in the ranking",
    },
    "Memory": {
        "memory": "the arm",
        "RES": "what top shows at the peak: anonymous, file and shared together",
        "anonymous": "the process's own: heap, stack, what it changed of files",
        "file": "pages of files that it mapped, its program and libraries among them",
        "shared": "shared memory, and files that live in memory",
        "reclaimable": "clean pages of files: the system takes them back when others need room, and writes nothing",
        "held": "RES without what is reclaimable. Use it to ask what a method costs the machine",
        "heap peak": "what the runtime says that it handed out at the most",
    },
    "Memory over size": {
        "method": "the arm",
        "RES [low, high]": "bytes that top shows for each UNIT more",
        "held [low, high]": "bytes that nobody can take back for each UNIT more. Use it to ask whether memory grows",
    },
    "Several at once": {
        "at once": "the arm, several workers of which work at the same time",
        "rate": "what all of them get done together",
        "p50": "time of a piece of work (a record, a delivery): half are done in it",
        "p90": "nine of ten are done in it",
        "p99": "99 of 100 are done in it. Use it if somebody waits for each",
        "longest": "the longest in a window",
        "stall": "the longest that any worker went without finishing a piece of work",
        "served": "of what arrived at a rate of its own, the share that was done in time",
        "lock p99": "a call for the lock takes no longer in 99 of 100 cases",
        "lock longest": "the longest call for the lock",
        "fairness": "Jain's index of the writers' shares in 100 records that follow each other: 1 is even",
        "in a row": "most records of one writer in a row",
        "memory": "memory of all workers together, each shared page counted once",
    },
    "What came of it": {
        "method": "the arm, looked at once and not timed",
        "what came of it": "what it gave back, or how it ended",
    },
    "Why": {
        "method": "the arm; all figures are for one iteration, from passes that are not timed",
        "ratio": "its time over the baseline's",
        "calls": "system calls",
        "read": "bytes that the kernel copied to the process",
        "written": "bytes that the kernel took from the process",
        "device": "bytes that had to come from a device",
        "user": "CPU time in the program itself",
        "system": "CPU time in the kernel",
        "faults": "pages that were given or mapped at first touch",
        "waits": "times that it gave up the CPU to wait",
    },
    "Effect of a factor": {
        "method": "the arm",
        "NEW / OLD [low, high]": "its time with the one value over its time with the other, sweep by sweep",
        "verdict": "as in the ranking",
    },
    "Cost over size": {
        "method": "the arm",
        "fixed [low, high]": "what it costs before any work is done, by the fitted line",
        "per UNIT [low, high]": "what each further UNIT costs, by the fitted line. Use both to estimate other sizes",
        "off by": "how far the line is from the size that it fits worst. Do not use the line if that is much",
    },
    "Claims": {
        "claim": "what the article says, in our words",
        "fault": "what is wrong with the article, in our words",
        "published": "the figure as it was published",
        "here [low, high]": "the figure of this run that decides it, with its interval",
        "verdict": "what this run says of the sentence: docs/claims.md. A fault is shown or not",
        "sessions": "how many sessions in a row came to this verdict. One is not settled",
        "why": "the reason, what a fair comparison says, and what an earlier session said if it differs",
    },
}
