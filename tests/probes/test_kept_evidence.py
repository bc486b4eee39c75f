"""Evidence is kept by what it depends on, and is never taken from a file that somebody else could have written."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from iotrial.probes.cached_evidence import EVIDENCE, recall, remember
from iotrial.store.record import Calls, Evidence
from iotrial.workers.build import Program
from iotrial.workers.conditions import Cold
from iotrial.workers.state import ArmState, LevelState
from measure.scripted import asked, given, level

FOUND = Evidence(source="strace", calls={"write": Calls(count=3, bytes=30)}, written_bytes=30)


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    return tmp_path / "iotrial" / EVIDENCE


def made(program: str = "p1") -> tuple[LevelState, ArmState]:
    one = level(["a/x", "a/y"])
    one.arms[2].program = Program(("true",), program, "1")
    return one, one.arms[2]


def test_what_was_found_is_recalled_for_the_same_program_at_the_same_level(cache: Path) -> None:
    one, arm = made()
    assert recall(one, arm) is None
    remember(one, arm, FOUND)
    assert recall(*made()) == FOUND


def test_another_text_another_level_or_another_kernel_is_looked_at_anew(
    cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    one, arm = made()
    remember(one, arm, FOUND)
    assert recall(*made("p2")) is None
    asked(one, factors={"n": 2})
    assert recall(one, arm) is None
    one, arm = made()
    given(one, target=replace(one.resources.target, filesystem="xfs"))
    assert recall(one, arm) is None
    import os

    here = os.uname()
    monkeypatch.setattr("os.uname", lambda: os.uname_result((here[0], here[1], "99.9", here[3], here[4])))
    assert recall(*made()) is None


def test_only_a_whole_trace_is_kept_and_none_of_a_cold_level(cache: Path) -> None:
    one, arm = made()
    remember(one, arm, Evidence(source="proc", read_calls=3))
    remember(one, arm, Evidence(reason="strace is not installed"))
    assert recall(one, arm) is None and not cache.exists()
    one.plan.task.cold = Cold((), 0)
    remember(one, arm, FOUND)
    assert not cache.exists()


def test_a_file_that_others_may_write_a_link_and_a_broken_one_are_not_believed(cache: Path, tmp_path: Path) -> None:
    one, arm = made()
    remember(one, arm, FOUND)
    (path,) = cache.iterdir()
    path.chmod(0o666)
    assert recall(one, arm) is None
    path.chmod(0o600)
    assert recall(one, arm) == FOUND
    path.write_text('{"source": "strace", "calls": 7}')
    assert recall(one, arm) is None
    moved = tmp_path / "moved.json"
    path.rename(moved)
    moved.write_text(FOUND.model_dump_json())
    path.symlink_to(moved)
    assert recall(one, arm) is None


def test_a_cache_that_cannot_be_written_is_no_failure(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "file"))
    one, arm = made()
    remember(one, arm, FOUND)
    assert recall(one, arm) is None
