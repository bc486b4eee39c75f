"""Stopping a process on its way to a file; the methods themselves are under tests/commandline."""

from __future__ import annotations

import platform
import sys
from pathlib import Path

import pytest

from iotrial.ask import tree
from iotrial.ask.adhoc_study import make
from iotrial.errors import NothingMeasured
from iotrial.measure.carry_out import carry_out
from iotrial.measure.run_setting import RunSetting
from iotrial.probes import cut
from measure.silent import Silent

if sys.platform != "linux":
    pytest.skip("a process is stopped on its way to a file on Linux only", allow_module_level=True)


def look(tmp_path: Path) -> None:
    catalog = tree.load()
    study = make("scan", catalog, {"records": "512", "cut": "halfway"}, methods=["python/*"])
    (tmp_path / "target").mkdir()
    carry_out(study, RunSetting(catalog, tmp_path / "results", tmp_path / "target", Silent()))


def test_a_machine_whose_calls_are_not_known_skips_the_level_with_the_reason(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cut, "READS", {})
    with pytest.raises(NothingMeasured, match=f"on its way to a file on linux {platform.machine()}"):
        look(tmp_path)
    assert list((tmp_path / "target").iterdir()) == []


def test_a_system_that_does_not_let_a_process_be_stopped_says_why(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cut, "_SEIZE", 0x7777)  # no such request
    with pytest.raises(NothingMeasured, match="cannot be stopped on its way to a file: "):
        look(tmp_path)
