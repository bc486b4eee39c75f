"""The claims and mistakes of the five articles, in our words, and the entries that put each on trial.

By study of the article: sentence -> claims, `STUDY: KEY`. Faults are those that two arms can show, and those that only
a quoted line can.
"""

from __future__ import annotations

from collections.abc import Mapping

Sentences = Mapping[str, tuple[str, ...]]

SENTENCES: Mapping[str, Sentences] = {
    "readfile": {
        "1 the peak of memory is the same for all four": ("readfile: 1", "readfile: 1, plain", "readfile: 1, process"),
        "2 the loop takes half as much CPU time or run time again": (
            "readfile: 2",
            "readfile: 2, CPU",
            "readfile: 2, slower",
        ),
        "3 the other three take nearly the same time": ("readfile: 3",),
        "4 all work with a memory_limit below the file's size": ("delivery-memory: 4",),
        "5 the loop is the slowest": ("readfile: 5",),
        "6 the three are one operation": ("readfile: 6",),
        "6 which maps the file, or takes pieces of 8 KB": ("readfile: 6, mapped", "readfile: 6, pieces"),
        "6 and pieces made in C are faster than in PHP": ("readfile: 6, in C",),
        "7 output buffering eats memory, and not readfile": ("delivery-memory: 7", "delivery-memory: 7, readfile"),
        "7 the buffer overflows, and not PHP's memory": ("delivery-memory: 7, whose",),
        "8 top shows too much of a process that maps": ("delivery-memory: 8", "delivery-memory: 8, held"),
        "9 a stream filter beats a loop": ("filtered-delivery: 9", "filtered-delivery: 9, own filter"),
        "10 mod_xsendfile is faster still": ("readfile: 10",),
        "11 the warnings have been wrong since PHP 5.0": ("readfile: 11",),
        "12 (readers) file_get_contents eats memory": ("delivery-memory: 12",),
        "12 (readers) 100 MB failed with readfile, not with fpassthru": (
            "readfile: 12, readfile",
            "readfile: 12, fpassthru",
        ),
        "12 (readers) readfile takes stream wrappers": ("readfile: 12, wrappers",),
    },
    "log-writes": {
        "1 keeping the log open is the fastest": ("log-writes: 1",),
        "but others must wait until it ends": ("log-writes: 1, others wait",),
        "2, 3 and 6 are equal": ("log-writes: 2, 3, 6 equal",),
        "and 450 times slower": ("log-writes: 2 against 1",),
        "4 costs twice 1": ("log-writes: 4 against 1",),
        "5 equals 4": ("log-writes: 5 as 4",),
        "2 to 6 do not block": ("log-writes: 2, 3, 6 block", "log-writes: 4, 5 block"),
        "5 shares the lock more evenly": ("log-writers-contend: 5, shares the lock",),
        "fwrite is atomic and needs no lock": ("log-writers-contend: atomic", "log-writers-contend: lost"),
        "cutting the log wants the lock": ("log-rotation: cut, lock", "log-rotation: cut, no lock"),
        "one file for 10,000 requests a second brings a system down": ("busy-log: load",),
    },
    "list-directory": {
        "run time grows linearly": ("list-directory: linear", "list-directory: linear, iterator"),
        "unsorted is 10 to 30 % faster": ("list-directory: unsorted scandir", "list-directory: unsorted glob"),
        "unsorted scandir is the fastest": ("list-directory: first",),
        "readdir is second": ("list-directory: second",),
        "DirectoryIterator is the slowest below 2,000 files": (
            "list-directory: iterator, small",
            "list-directory: iterator, turns",
        ),
        "and as fast as readdir and scandir at 10,000": (
            "list-directory: iterator, large",
            "list-directory: iterator, scandir",
        ),
    },
    "sequential-read": {
        "fread and ifstream are equal": ("sequential-read: fread, ifstream",),
        "read is slower": ("sequential-read: read",),
        "mmap brings nothing": (
            "sequential-read: mmap",
            "scan-conditions: mmap, in memory",
            "scan-conditions: mmap, cold",
        ),
        "buffers make software faster": ("sequential-read: buffers",),
        "a mistake with mapped memory can crash, fread and ifstream survive it": (
            "truncated-scan: crash, mapped",
            "truncated-scan: crash, read",
        ),
        "results vary with the configuration": ("scan-conditions: varies",),
        "(readers) mmap is 15 to 33 % faster, 52 to 83 % with MAP_POPULATE": (
            "sequential-read: readers, mmap",
            "sequential-read: readers, populate",
        ),
    },
    "ram-drive": {
        "file_put_contents is 12 % faster on RAM": ("ram-drive: contents on RAM",),
        "an open handle on the disk is 2.5 times faster": ("ram-drive: handle on disk", "ram-drive: open handle"),
        "with an open handle RAM is 42 % faster": ("ram-drive: handle on RAM",),
        "the wall clock hardly differs, by 0.55 µs a write": ("ram-drive: wall clock", "ram-drive: hardly differs"),
        "nothing beside application logic": ("ram-drive: application",),
        "raw 55 and 290 MB/s": ("durable-log: dd, disk", "durable-log: dd, RAM", "durable-log: dd, RAM to disk"),
        "(a reader) 2.1 and 1.8 s on Windows": ("ram-drive: Windows",),
    },
}

SHOWN: Mapping[str, Sentences] = {
    "readfile": {
        "the loop's pieces are below PHP's own": ("readfile: of 2",),
        "file_get_contents and a buffered readfile are slower": (
            "readfile: of 5",
            "readfile: of 5, buffered",
            "readfile: of 5, readfile",
        ),
        "nothing is mapped, and all make the same reads": ("readfile: of 6", "readfile: of 6, loop"),
        "PHP counts its buffer, at three levels": (
            "delivery-memory: of 7",
            "delivery-memory: of 7, On",
            "delivery-memory: of 7, 4096",
        ),
        "the figure moves in steps of 2 MiB": ("readfile: of 1", "readfile: of 1, plain"),
    },
    "log-writes": {
        "1 takes no lock, unlike the incident": (
            "log-writes: of 1",
            "log-writes: of 1, incident",
            "log-writers-contend: of 1, waiting",
        ),
        "5 is 4 and one call more": ("log-writes: of 5", "log-writes: of 5, time"),
        "the factor of 450 is not the calls' own": ("log-writes: of 450",),
        "it is whoever cuts the log that needs the lock": (
            "log-rotation: of cutting",
            "log-rotation: of cutting, moved",
        ),
    },
    "list-directory": {
        "DirectoryIterator as published returns no names": (
            "list-directory: of iterator",
            "list-directory: of iterator, fair",
        ),
        "its cost is not linear": ("list-directory: of linear", "list-directory: of linear, readdir"),
        "the methods return different things": ("list-directory: of returns, dots", "list-directory: of returns, glob"),
    },
    "sequential-read": {
        "its read makes small calls": ("sequential-read: of read", "sequential-read: of read, calls"),
    },
    "ram-drive": {
        "the disk without fsync is the page cache": ("durable-log: of the disk",),
        "one phase appends, the other truncates": ("ram-drive: of the phases", "ram-drive: of phases, other"),
    },
}

QUOTED: Mapping[str, Sentences] = {
    "readfile": {"where the output went is not said": ("readfile: of the output",)},
    "log-writes": {
        "0.14 ms is said of 0.149 s": ("log-writes: of 0.14 ms",),
        "flock blocks, beside 2 to 6 that do not": ("log-writes: of waiting",),
        "the printed loops never advance": ("log-writes: of the loops",),
    },
    "list-directory": {
        "at 0 files unsorted glob is the fastest": ("list-directory: of consistently",),
        "0 to 32 and 5 to 30 % are not at least 10": ("list-directory: of at least 10",),
    },
    "sequential-read": {
        "ten passes are timed and one is counted": ("sequential-read: of the rates",),
        "the advice to the kernel is no set of flags": ("sequential-read: of madvise",),
        "CPU time had no system time": ("sequential-read: of CPU time",),
    },
    "ram-drive": {
        "ram0 is formatted, ram1 mounted": ("ram-drive: of the RAM drive",),
        "0.55 µs is near a difference of two gaps": ("ram-drive: of 0.55",),
        "nothing gives 2.5 times": ("ram-drive: of 2.5",),
    },
}

#: Sentences that take a web server, another system or version, or something else that no run has.
ELSEWHERE = {"readfile: 10", "readfile: 11", "ram-drive: application", "ram-drive: Windows"}
