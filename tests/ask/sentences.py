"""The sentences of the five articles that a run can judge, in our words, and the claims that put each on trial.

By study of the article: sentence -> claims, `STUDY: KEY`. Where each stands in its article, the claims say themselves.
"""

from __future__ import annotations

from collections.abc import Mapping

Sentences = Mapping[str, tuple[str, ...]]

#: What an author, or a reader below the article, says.
SENTENCES: Mapping[str, Sentences] = {
    "readfile": {
        "the peak of memory is the same for all four": ("readfile: 1", "readfile: 1, plain"),
        "the loop takes half as much run time again (the table)": ("readfile: 2",),
        "the loop takes half as much CPU time again (the text)": ("readfile: 2, CPU",),
        "the other three take nearly the same time": ("readfile: 3", "readfile: 3, CPU"),
        "all work with a memory_limit below the file's size": ("delivery-memory: 4",),
        "of the four the loop is the slowest": ("readfile: 5",),
        "the three are one operation": ("readfile: 6",),
        "which maps the file, or takes pieces of 8 KB": ("readfile: 6, mapped", "readfile: 6, pieces"),
        "and pieces sent from C are faster than from PHP": ("readfile: 6, in C",),
        "readfile does not read the whole file into memory": ("delivery-memory: 7, readfile",),
        "output buffering takes memory with the file": ("delivery-memory: 7",),
        "the buffer is not reported apart": ("readfile: 7, reported",),
        "a mapped file is paged in and out as needed": ("delivery-memory: 8, paged",),
        "top may show too much of a process that maps": ("delivery-memory: 8", "delivery-memory: 8, held"),
        "a stream filter of one's own is better than a loop": ("filtered-delivery: 9",),
        "mod_xsendfile is faster still": ("readfile: 10", "served-files: 10"),
        "the warnings have been wrong since PHP 5.0": ("readfile: 11",),
        "(readers) file_get_contents takes memory with the file": ("delivery-memory: 12",),
        "(a reader) output_buffering set wrong takes the whole file": ("delivery-memory: 12, wrong setting",),
        "(a reader) set otherwise readfile does like fpassthru": (
            "delivery-memory: 12, right setting",
            "delivery-memory: 12, right setting, time",
        ),
        "(a reader) 100 MB fail with readfile, not with fpassthru": (
            "readfile: 12, readfile",
            "delivery-memory: 12, fpassthru",
        ),
        "(a reader) readfile takes stream wrappers": ("readfile: 12, wrappers",),
    },
    "log-writes": {
        "keeping the log open is the fastest": ("log-writes: 1",),
        "but others must wait until it ends": ("log-writes: 1, others wait",),
        "2, 3 and 6 take the same time": ("log-writes: 2, 3, 6 equal",),
        "3 and 6 are an open, a write and a close": ("log-writes: 3, 6 wrap 2",),
        "and 30 seconds instead of 0.067": ("log-writes: 2 against 1",),
        "4 takes the double of 1": ("log-writes: 4 against 1",),
        "and 0.15 seconds where reopening takes 30": ("log-writes: 2 against 4",),
        "flock blocks until one has the lock": ("log-writes: 4 waits",),
        "only one thread writes at a time": ("log-writers-contend: 4, one writes",),
        "5 takes as long as 4": ("log-writes: 5 as 4",),
        "with the lock no mess happens": ("log-writers-contend: 5, no mess",),
        "5 seems to share the lock more evenly": ("log-writers-contend: 5, shares the lock",),
        "with 2 to 6 a second writer need not wait for the end": (
            "log-writes: 2, 3, 6 do not block",
            "log-writes: 4 does not block",
            "log-writes: 5 does not block",
        ),
        "(a reader) fwrite is atomic and needs no lock": ("log-writers-contend: atomic",),
        "cutting the log may still want the lock": ("log-rotation: cut, lock",),
        "one file for 10,000 requests a second could bring a system down": ("busy-log: load",),
    },
    "list-directory": {
        "run time grows linearly": ("list-directory: linear", "list-directory: linear, sorted"),
        "unsorted is at least 10 to 30 % faster": ("list-directory: unsorted scandir", "list-directory: unsorted glob"),
        "unsorted scandir is consistently the fastest": ("list-directory: first",),
        "readdir comes second": ("list-directory: second",),
        "DirectoryIterator is the slowest below 2,000 files": ("list-directory: iterator, small",),
        "and from then on it is not": ("list-directory: iterator, turns",),
        "at 10,000 it is about as fast as readdir and scandir": ("list-directory: iterator, large",),
    },
    "sequential-read": {
        "fread and ifstream are equal": ("sequential-read: fread, ifstream",),
        "read is slower than fread": ("sequential-read: read",),
        "buffers usually make software faster": ("sequential-read: buffers",),
        "a mapped file comes without needless copying": ("sequential-read: mmap, no copy",),
        "mapping brings nothing": (
            "sequential-read: mmap",
            "sequential-read: mmap, fread",
            "scan-conditions: mmap, never",
        ),
        "a buffer reduces accesses to the disk": ("sequential-read: disk",),
        "a mistake with mapped memory can crash, which is unlikely with fread and ifstream": (
            "truncated-scan: crash, mapped",
            "truncated-scan: crash, read",
        ),
        "results vary with the configuration": ("scan-conditions: varies",),
        "(readers) mmap is 15 to 33 % faster, 52 to 83 % with MAP_POPULATE": (
            "scan-conditions: readers, mmap",
            "scan-conditions: readers, populate",
        ),
    },
    "ram-drive": {
        "file_put_contents is 12 % faster on RAM": ("ram-drive: contents on RAM",),
        "an open file on the disk is 2.5 times faster than that": ("ram-drive: handle on disk",),
        "with an open file RAM is 42 % faster": ("ram-drive: handle on RAM",),
        "the wall clock hardly differs, by 0.55 µs a write": ("ram-drive: wall clock",),
        "2.1 seconds for file_put_contents, 1.6 for fwrite": ("ram-drive: 2.1 and 1.6",),
        "that is due to caching": ("durable-log: caching",),
        "it is minimal beside application logic": ("ram-drive: application",),
        "raw 55 and 290 MB/s": ("durable-log: dd, disk", "durable-log: dd, RAM", "durable-log: dd, both"),
        "(a reader) with much larger writes it looks different": ("large-records: larger files",),
        "(a reader) reopening runs into limits": ("ram-drive: limits",),
        "(a reader) 2.1 and 1.8 s on Windows": ("ram-drive: Windows",),
    },
}

#: What is wrong with an article, as arms show it.
SHOWN: Mapping[str, Sentences] = {
    "readfile": {
        "the loop's pieces are below PHP's own": ("readfile: of 2",),
        "the loop does not do exactly the same": ("readfile: of 6",),
        "the buffer is PHP's working memory": ("delivery-memory: of 7",),
        "the figure moves in steps of 2 MiB": ("readfile: of 1",),
    },
    "log-writes": {
        "1 takes no lock, unlike the incident": ("log-writes: of 1", "log-writes: of 1, incident"),
        "5 is 4 with another first call": ("log-writes: of 5",),
    },
    "list-directory": {
        "DirectoryIterator as published returns no names": ("list-directory: of iterator",),
        "its cost is not linear": ("list-directory: of linear",),
        "the methods return different things": ("list-directory: of returns, dots", "list-directory: of returns, glob"),
    },
    "sequential-read": {
        "its read makes small calls": ("sequential-read: of read", "sequential-read: of read, calls"),
    },
    "ram-drive": {
        "one phase appends, the other truncates": ("ram-drive: of the phases", "ram-drive: of phases, other"),
    },
}

#: What is wrong with an article, as its readers see.
READ: Mapping[str, Sentences] = {
    "readfile": {
        "where the output went is not said": ("readfile: of the output",),
        "CPU time is spoken of, and run time printed": ("readfile: of the clock",),
    },
    "log-writes": {
        "0.14 ms is said of 0.149 s": ("log-writes: of 0.14 ms",),
        "blocking means two things": ("log-writes: of waiting",),
        "the printed loops never advance": ("log-writes: of the loops",),
    },
    "list-directory": {
        "at 0 files unsorted glob is the fastest": ("list-directory: of consistently",),
        "0 to 32 and 5 to 30 % are not at least 10": ("list-directory: of at least 10",),
    },
    "sequential-read": {
        "ten passes are timed and one is counted": ("sequential-read: of the rates",),
        "which of the two rates is printed is not said": ("sequential-read: of the columns",),
        "the sum does not fit into 32 bits": ("sequential-read: of the sum",),
        "the advice to the kernel is no set of flags": ("sequential-read: of madvise",),
        "CPU time had no system time": ("sequential-read: of CPU time",),
    },
    "ram-drive": {
        "ram0 is formatted, ram1 mounted": ("ram-drive: of the RAM drive",),
        "0.55 µs is near a difference of two gaps": ("ram-drive: of 0.55",),
        "nothing gives 2.5 times": ("ram-drive: of 2.5",),
    },
}

#: Sentences that nobody published.
OURS = {
    "readfile: 1, process",
    "readfile: beside the four",
    "readfile: beside, plain",
    "delivery-memory: 12, readfile",
    "filtered-delivery: 9, PHP's filter",
    "log-writers-contend: atomic, others",
    "log-rotation: cut, no lock",
    "log-rotation: cutter without a lock",
    "log-rotation: moved away",
    "busy-log: the log alone",
    "ram-drive: one medium",
    "served-files: 10, nginx",
    "served-files: 10, lighttpd",
    "served-files: asked: under load",
    "served-files: asked: memory",
    "served-files: asked: count first",
    "served-files: beside: the loop",
    "served-memory: whole files",
    "slow-clients: who waits",
    "slow-clients: who waits, Apache",
    "slow-clients: nginx puts it aside",
}

#: Sentences that take a web server, another system or version, or something else that no run has.
ELSEWHERE = {
    "readfile: 10",
    "readfile: 11",
    "readfile: 12, readfile",
    "busy-log: load",
    "sequential-read: disk",
    "ram-drive: 2.1 and 1.6",
    "ram-drive: application",
    "ram-drive: limits",
    "ram-drive: Windows",
}
