"""The process that made a folder: there, gone, or in a container from which nobody can tell."""

from __future__ import annotations

import subprocess

import pytest

from iotrial.folders.folder_owner import is_gone, owner, started_ticks


def test_a_process_that_lives_is_there_and_one_that_ended_is_gone() -> None:
    assert not is_gone(owner())
    ended = subprocess.Popen(["true"])
    ended.wait()
    assert is_gone({**owner(), "pid": ended.pid, "started_ticks": 7})
    assert is_gone({**owner(), "started_ticks": 1})  # its number is another's now
    assert is_gone({**owner(), "boot": "another"})
    assert started_ticks(ended.pid) is None


@pytest.mark.parametrize("elsewhere", [{"host": "another"}, {"processes": "pid:[1]"}])
def test_nobody_can_tell_of_a_process_on_another_host_or_in_another_container(elsewhere: dict[str, str]) -> None:
    assert not is_gone({**owner(), "pid": 1, "started_ticks": 7, **elsewhere})


def test_a_marker_of_an_earlier_version_is_read() -> None:
    old = {name: value for name, value in owner().items() if name != "processes"}
    assert not is_gone(old)
    assert is_gone({**old, "started_ticks": 1})
