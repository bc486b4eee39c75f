"""Every column of every table: a line on what it is and what to use it for. Page and docs are made of it."""

from __future__ import annotations

from collections.abc import Mapping

#: Table -> column -> what it is. `UNIT`, `NEW` and `OLD` stand for a word of the run.
COLUMNS: Mapping[str, Mapping[str, str]] = {
    "Ranking": {
        "method": "the arm: one method in one language; its code is further down",
        "time": "time of one iteration, the job done once: the median of the rounds' medians. Use it to see if the "
        "difference matters to you, never to compare it with another run's",
        "wall": "wall time of one iteration, the wait for a CPU that other programs had included; the time beside it "
        "leaves that out. Use it to see how busy the machine was",
        "ratio [low, high]": "its time divided by the baseline's, measured side by side, and the interval in which the "
        "true ratio lies, with 95 % confidence for all arms of the level together. Use this to compare",
        "verdict": "faster or slower: the whole interval lies beyond the margin; equivalent: inside it; undecided: "
        "neither, so nothing is claimed; invalid: a rule was broken; not ranked: nobody reads its bytes",
        "% of floor": "the floor's time as a share of its time; the floor is the least time that was seen for the same "
        "work, by a reference program or by the fastest method. Use it to see if another method could still gain "
        "anything",
        "rate": "work done per second. Use it to compare with what your disk or network can do",
        "CPU": "CPU time of one iteration, in the program and in the kernel. Use it if the CPU is what you pay for",
        "reader": "CPU time that the process at the other end of the pipe or socket took for it; it is part of the "
        "time, since the two share a CPU. Use it to see how much of the time is not the method's own. Of a "
        "server, that of its client, which has a CPU of its own if there are two",
        "calls": "system calls of one iteration, counted outside the timed part. Use it to see why it takes its time",
        "peak": "the most memory that the process had in RAM; the memory table has its kinds",
        "heap peak": "the most memory that the runtime handed out to the program, by its own count",
        "heap reserved": "what the runtime took from the system for that, by its own count",
        "note": "how its guarantees differ from the baseline's, and what speaks against its figure; a number is "
        "that of a caution below the table",
    },
    "The same method": {
        "the same method": "a method under another runtime, or another text of it",
        "over": "what it is measured against: the first of the method's arms",
        "ratio [low, high]": "its time divided by that one's, block by block, and the interval in which the true ratio "
        "lies, with 95 % confidence for all such pairs of the run together. Use it to see if an upgrade or a change of "
        "the code pays",
        "verdict": "as in the ranking",
    },
    "Memory": {
        "memory": "the arm",
        "RES": "what top shows as RES at the peak: anonymous, file and shared together",
        "PSS": "memory of all processes of a server together; of a page that several share, each counts its part",
        "anonymous": "the process's own: heap, stack, and its changed copies of pages of files",
        "file": "pages of files that it mapped, its program and libraries among them",
        "shared": "shared memory, and files that live in memory",
        "reclaimable": "clean pages of files: the system takes them back when others need room, and writes nothing",
        "held": "RES without what is reclaimable. Use it to see what a method costs the machine",
        "heap peak": "the most memory that the runtime handed out to the program, by its own count",
    },
    "Memory over size": {
        "method": "the arm",
        "RES [low, high]": "bytes by which RES, what top shows, grows for each further unit of work",
        "held [low, high]": "bytes by which memory that nobody can take back grows for each further unit of work",
    },
    "Several at once": {
        "at once": "the arm, of which several workers work at the same time, or a server that several clients ask",
        "requests": "of servers: requests that are answered in a second, to all clients together",
        "rate": "what all of them get done together",
        "p50": "time of a piece of work (a record, a delivery, a request): half of them take no longer",
        "p90": "nine of ten take no longer",
        "p99": "99 of 100 take no longer. Use it if somebody waits for each",
        "longest": "the longest of a sample (a window of time)",
        "stall": "the longest that any worker went without finishing a piece of work",
        "served": "the share of the work that was done in time, if work arrives at a rate of its own",
        "lock p99": "99 of 100 calls for the lock take no longer",
        "lock longest": "the longest call for the lock",
        "fairness": "how evenly writers share each 100 records in a row (Jain's index): 1 if all shares are equal",
        "in a row": "the most records of one writer in a row",
        "held": "of servers: how long a request holds a process of the program, by the program's own log. Use it to "
        "see how many of them you need: requests per second times this",
        "memory": "memory of all workers together, each shared page counted once",
    },
    "What came of it": {
        "method": "the arm, looked at once and not timed",
        "what came of it": "what it returned, or how it ended",
    },
    "Why": {
        "method": "the arm; all figures are for one iteration, from passes that are not timed",
        "ratio": "its time divided by the baseline's",
        "calls": "system calls",
        "read": "bytes that the kernel copied to the process",
        "written": "bytes that the kernel took from the process",
        "device": "bytes that had to come from a device",
        "user": "CPU time in the program itself",
        "system": "CPU time in the kernel",
        "gc": "the time for which the runtime's garbage collector stopped the program, if it has one that tells",
        "faults": "page faults: pages of memory that the kernel supplied at their first use",
        "instructions": "instructions in the program itself: how much work it does, whatever its speed",
        "waits": "times that it gave up the CPU to wait",
    },
    "Functions": {
        "method": "the arm",
        "program": "functions of the program and its libraries, the five that take the most time",
        "share": "of the arm's CPU time, the function's own, without those that it calls",
        "kernel": "functions of the kernel, the five that take the most time",
        "share in the kernel": "the same for the kernel's function",
    },
    "Effect of a factor": {
        "method": "the arm",
        "NEW / OLD [low, high]": "its time with the first value divided by its time with the second, sweep by sweep",
        "verdict": "as in the ranking",
    },
    "Cost over size": {
        "method": "the arm",
        "fixed [low, high]": "its time for no work at all, where the fitted line begins",
        "per UNIT [low, high]": "time of each further unit of work, by the fitted line. Use both to estimate other "
        "sizes",
        "off by": "how far the line is off at the size that it fits worst. Do not use the line if that is much",
    },
    "On several machines": {
        "method": "the arm: one method in one language",
        "mean ratio [low, high]": "the geometric mean of the machines' ratios, and the interval in which the mean over "
        "all machines such as these lies. Use it to see what is usual",
        "least to most": "the ratio of the machine where it is quickest, and of that where it is slowest, by its own "
        "baseline. If they are far apart, look at the machines before the mean",
        "faster on": "on how many machines it is faster than the baseline there",
        "equivalent on": "on how many it is neither faster nor slower by more than the margin",
        "slower on": "on how many it is slower",
        "undecided on": "on how many that cannot be told yet",
        "invalid on": "on how many a rule was broken",
        "not measured on": "on how many it has no figure",
        "one more machine": "where the ratio of one more such machine is to be expected. Use it if yours is not here",
    },
    "Machines": {
        "machine": "the name that was given, else m1, m2 and so on",
        "runs": "how many runs of the study it has; facts in which machines differ come next",
    },
    "Claims": {
        "claim": "what the article says, in our words",
        "fault": "what is wrong with the article, in our words",
        "published": "the figure as it was published",
        "here [low, high]": "the figure of this run that decides it, with its interval",
        "verdict": "what this run says of the claim (docs/claims.md has each verdict). A fault is shown or not",
        "sessions": "how many sessions in a row came to this verdict. One does not settle it",
        "why": "the reason, what a fair comparison says, and what an earlier session said if it said something else",
    },
}
