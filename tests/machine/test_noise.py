"""The machine's doings during a block; a figure that it does not tell is left out, never 0."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from iotrial.machine.noise_counters import Noise
from iotrial.store.sample import SAMPLE

if sys.platform != "linux":
    pytest.skip("these counters are Linux's", allow_module_level=True)


def test_every_figure_is_a_column_and_none_goes_down() -> None:
    machine = Noise()
    figures = machine.over(machine.counters(), 0)
    machine.close()
    assert {"steal_ns", "dirty_bytes", "writeback_bytes"} <= set(figures) <= set(SAMPLE)
    assert all(value >= 0 for value in figures.values())


def test_pressure_is_told_where_the_kernel_keeps_it() -> None:
    machine = Noise()
    known = [kind for kind in ("cpu", "io", "memory") if Path(f"/proc/pressure/{kind}").exists()]
    assert {f"{kind}_pressure_ns" for kind in known} <= set(machine.counters())
    machine.close()


def test_a_system_that_tells_nothing_gives_no_figures(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    machine = Noise()
    before = machine.counters()
    machine.close()
    assert machine.counters() == {}
    assert machine.over(before, None) == {}
    machine.close()
