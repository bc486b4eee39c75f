"""The system calls of methods that write or find many files, counted by hand in their texts."""

from __future__ import annotations

import os
import shutil

import pytest

from commandline.command import Place

#: Job -> its level; then method -> its calls for 20 files or records.
LEVELS = {
    "deliver_tree": ("files=20", "file_bytes=4096"),  # all in one folder, two folders down: three folders
    "create": ("files=20", "file_bytes=100"),
    "append_many": ("logs=5", "records=20"),
    "append": ("records=20",),
}
BY_HAND: dict[str, dict[str, dict[str, int]]] = {
    "deliver_tree": {
        "c/readdir_sendfile": {"openat": 23, "sendfile": 40, "getdents64": 6, "close": 23, "write": 0},
        "c/readdir_read_write": {"openat": 23, "read": 40, "write": 20, "getdents64": 6, "close": 23},
        "python/scandir_read_write": {"openat": 23, "read": 40, "write": 20, "close": 23},
        "php/iterator_readfile": {"mmap": 20, "write": 20, "read": 0},
        "php/iterator_file_get_contents": {"mmap": 0, "write": 20},
    },
    "create": {
        "c/open_write": {"openat": 20, "write": 20, "close": 20},
        "c/openat_write": {"openat": 21, "write": 20, "close": 21},
        "c/openat_fsync": {"openat": 21, "write": 20, "fsync": 21, "close": 21},
        "c/openat_syncfs": {"openat": 21, "write": 20, "syncfs": 1, "close": 21},
        "php/file_put_contents": {"openat": 20, "write": 20, "close": 20},
        "php/fsync": {"openat": 21, "write": 20, "fsync": 21, "close": 21},
        "python/os_open": {"openat": 20, "write": 20, "close": 20},
        "python/fsync_replace": {"openat": 21, "write": 20, "fsync": 21, "rename": 20, "close": 21},
    },
    "append_many": {
        "c/keep_all_open": {"openat": 5, "write": 20, "close": 5},
        "c/reopen_each": {"openat": 20, "write": 20, "close": 20},
        "c/keep_recent": {"openat": 5, "write": 20, "close": 5},
        "php/keep_all_open": {"openat": 5, "write": 20, "close": 5},
        "php/gather": {"openat": 5, "write": 5, "close": 5},
        "python/reopen_each": {"openat": 20, "write": 20, "close": 20},
    },
    "append": {
        "c/write_fdatasync_each": {"openat": 1, "write": 20, "fdatasync": 20, "close": 1},
        "c/write_fdatasync_end": {"openat": 1, "write": 20, "fdatasync": 1, "close": 1},
        "c/write_o_dsync": {"openat": 1, "write": 20, "fdatasync": 0, "close": 1},
        "c/one_write_fdatasync": {"openat": 1, "write": 1, "fdatasync": 1, "close": 1},
        "php/fdatasync_each": {"openat": 1, "write": 20, "fdatasync": 20, "close": 1},
        "python/fdatasync_end": {"openat": 1, "write": 20, "fdatasync": 1, "close": 1},
    },
}

#: Never left out if every tool is required.
traced = pytest.mark.skipif(
    shutil.which("strace") is None and not os.environ.get("IOTRIAL_REQUIRE_KITS"), reason="strace is not installed"
)


@traced
@pytest.mark.parametrize("job", BY_HAND)
def test_calls_are_those_that_a_reader_of_the_method_counts(job: str, place: Place) -> None:
    chosen = [word for method in BY_HAND[job] for word in ("--method", method)]
    level = [word for setting in LEVELS[job] for word in ("--set", setting)]
    plan = ("--blocks", "1", "--rounds", "10", "--evidence", "--target", str(place.target))
    done = place.run("run", job, *chosen, *level, *plan)
    assert done.returncode == 0, done.stderr
    arms = {arm["arm"]: arm for arm in place.document("explain")["arms"]}
    for method, calls in BY_HAND[job].items():
        if arms[method]["status"] != "skipped":
            found = {name: arms[method]["iteration"].get(name, 0) for name in calls}
            assert found == calls, arms[method]
    assert place.leftovers() == []
