"""The first rough time of an arm, by which its samples are sized: an arm may tell less time than passed."""

from __future__ import annotations

from collections.abc import Mapping
from types import SimpleNamespace

import pytest

from iotrial.measure import verify
from iotrial.measure.sizing import LEAST_TOLD
from measure.scripted import level

#: What one iteration of these arms really takes, and what a sample is meant to.
PASSED_NS, SAMPLE_NS = 1_000_000, 10_000_000


class Clocked:
    """An arm worker whose clock tells a share of the time that passes; one of its samples may be disturbed."""

    def __init__(self, share: float, disturbed: int = 0) -> None:
        self.share, self.now_ns, self.asked, self.disturbed, self.samples = share, 0, 0, disturbed, 0

    def rough(self, iterations: int) -> Mapping[str, int]:
        self.samples += 1
        passed_ns = iterations * PASSED_NS + (10**9 if self.samples == self.disturbed else 0)
        self.now_ns += passed_ns
        self.asked += iterations
        return {"wall_ns": int(passed_ns * self.share)}


def timed(worker: Clocked, monkeypatch: pytest.MonkeyPatch) -> float | None:
    monkeypatch.setattr(verify, "time", SimpleNamespace(monotonic_ns=lambda: worker.now_ns))
    arm = level(["a/x", "a/y"]).arms[2]
    verify._time_roughly(arm, worker, SAMPLE_NS, 1 << 16)  # type: ignore[arg-type]
    return arm.ns


@pytest.mark.parametrize("share", [1.0, 0.4, 0.11])
def test_what_an_arm_tells_is_believed(share: float, monkeypatch: pytest.MonkeyPatch) -> None:
    assert timed(Clocked(share), monkeypatch) == pytest.approx(share * PASSED_NS)


@pytest.mark.parametrize("share", [0.01, 0.0])
def test_samples_of_an_arm_that_tells_next_to_nothing_stay_short(share: float, monkeypatch: pytest.MonkeyPatch) -> None:
    worker = Clocked(share)
    assert timed(worker, monkeypatch) == pytest.approx(LEAST_TOLD * PASSED_NS)
    assert worker.asked * PASSED_NS < 20 * SAMPLE_NS


@pytest.mark.parametrize("sample", [1, 2, 3])
def test_one_look_that_the_machine_disturbed_makes_no_arm_a_slow_one(
    sample: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All arms that are slower than a baseline would have samples as long as what disturbed it."""
    assert timed(Clocked(1.0, sample), monkeypatch) == pytest.approx(PASSED_NS)
