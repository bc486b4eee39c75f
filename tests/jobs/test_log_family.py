"""A log that its method rotates is all of its files, in the order in which they were written."""

from __future__ import annotations

from pathlib import Path

import pytest

from iotrial.jobs import log_bytes, log_content, remove_log, remove_rotated, rotated


@pytest.mark.parametrize(
    "older",
    [
        ["log.0.2", "log.0.1"],
        ["log.0.10", "log.0.9", "log.0.1"],
        ["log.0.2026-11-28", "log.0.2026-11-29"],
        ["log-2026.0"],
    ],
    ids=str,
)
def test_the_oldest_comes_first(older: list[str], tmp_path: Path) -> None:
    log = tmp_path / "log.0"
    for number, name in enumerate([*older, "log.0"]):
        (tmp_path / name).write_bytes(b"%d" % number)
    for other in ("log.1", "log.01", "led.0", "log-2026.1", "log"):
        (tmp_path / other).write_bytes(b"other")
    assert [path.name for path in rotated(log)] == older
    assert log_content(log) == b"".join(b"%d" % number for number in range(len(older) + 1))
    assert log_bytes(log) == len(older) + 1
    remove_rotated(log)
    assert log.exists() and rotated(log) == []
    remove_log(log)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["led.0", "log", "log-2026.1", "log.01", "log.1"]


def test_a_log_that_is_not_there_is_an_error_unless_it_was_rotated_last(tmp_path: Path) -> None:
    log = tmp_path / "log.0"
    with pytest.raises(FileNotFoundError):
        log_content(log)
    (tmp_path / "log.0.1").write_bytes(b"a")
    assert log_content(log) == b"a" and log_bytes(log) == 1


def test_more_than_any_method_leaves_is_refused(tmp_path: Path) -> None:
    for name in ("log.0.1", "log.0"):
        (tmp_path / name).write_bytes(b"12345678")
    with pytest.raises(OSError, match="far more"):
        log_content(tmp_path / "log.0", 12)
