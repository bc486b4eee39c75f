"""Guarantees on file systems whose server has the locks: honest methods keep theirs, and others are told."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from iotrial.ask import tree
from iotrial.measure import check_methods as checking
from iotrial.measure.check_methods import check
from iotrial.places.target import Target
from iotrial.places.temporary import provided_at
from places.mounting import require

HONEST = ("python/os_write", "python/flock_each", "c/flock_each")

#: Methods that are wrong about their lock -> what they declare, what they do, and what is said of them.
WRONG = {
    "keeps": (
        "record",
        "fcntl.lockf(log, fcntl.LOCK_EX); KEPT.append(log)",
        "kept a lock on the file after it was done",
    ),
    "has_none": (
        "record",
        "pass",
        "declares `lock: record` and wrote 64 times without a lock that keeps others out; "
        "declares `lock: record` and did not wait for a lock that another process held",
    ),
}

METHOD = """\
# Wrong about its lock: of no use to anyone.
# visible: each record
# lock: {declared}
# append: yes
# durable: no

import fcntl

KEPT = []


def append(path, records):
    written = 0
    log = open(path, "ab", buffering=0)
    {wrong}
    for record in records:
        log.write(record)
        written += 1
    return written
"""


@pytest.fixture(params=["disk", "glusterfs", "sshfs"])
def target(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Target]:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    level = next(iter(checking.odd_levels(tree.load().jobs["append"])))
    monkeypatch.setattr(checking, "odd_levels", lambda job, **_: [level])  # a lock is waited for at every one
    if request.param != "disk":
        require(request.param)
    with provided_at(Path(request.param)) as found:
        yield found


def test_honest_methods_keep_their_guarantees_and_who_is_wrong_about_its_lock_is_told(
    target: Target, tmp_path: Path
) -> None:
    folder = tmp_path / "tree" / "append" / "python"
    folder.mkdir(parents=True)
    for name, (declared, text, _) in WRONG.items():
        (folder / f"{name}.py").write_text(METHOD.format(declared=declared, wrong=text))
    right = {(arm, "ok", None) for arm in HONEST} | {
        (f"python/{name}", "disqualified", said) for name, (_, _, said) in WRONG.items()
    }
    catalog = tree.load([tmp_path / "tree"])
    found = check(catalog, [catalog.methods[("append", arm)] for arm, _, _ in sorted(right, key=str)], target.folder)
    assert len(found) == len(right)
    assert {(one.arm, one.status, one.reason) for one in found} == right
