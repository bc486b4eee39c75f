"""No method can void what the others measured: whoever is in a wrong state by its nature leaves, and says so."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from iotrial.ask import tree
from iotrial.measure import verify
from iotrial.measure.round import MOST_WRONG_STATES, Row
from iotrial.measure.scheduler import Stop, schedule
from iotrial.workers.arm_worker import SampleFailed, WrongState, WrongWork
from iotrial.workers.state import LevelState
from measure.scripted import SAMPLE_NS, ScriptedHost, asked, level

READ = "read from a device although the level is warm"


def played(one: LevelState, *wrong: str) -> list[Row]:
    """All rows of a run in which some methods are in a wrong state in each sample."""

    def script(arm: str, sweep: int, count: int) -> float:
        if arm in wrong:
            raise WrongState(READ, {"device_read_bytes": 5})
        return SAMPLE_NS

    rows: list[Row] = []
    schedule([one], ScriptedHost(script), 1, Stop(12), lambda _, more: rows.extend(more))
    return rows


def groups() -> dict[tuple[str, str], list[str]]:
    """The methods of each job in each language, by their names in order."""
    found: dict[tuple[str, str], list[str]] = {}
    for (job, _), method in tree.load([]).methods.items():
        found.setdefault((job, method.language), []).append(method.arm)
    return {key: sorted(names) for key, names in found.items()}


@pytest.mark.parametrize("is_whole", [False, pytest.param(True, marks=pytest.mark.long)])
def test_no_method_of_any_job_and_language_voids_what_the_others_measure(is_whole: bool) -> None:
    """A name decides nothing here, so one group of methods stands for all of its size."""
    every = groups()
    of_a_size = {len(names): key for key, names in every.items()}
    wrong = {}
    for job, language in every if is_whole else of_a_size.values():
        names = every[job, language]
        for bad in names[1:] if len(names) > 2 else []:
            one = level(names, blocks=1, warmup_blocks=0)
            rows = played(one, bad)
            void = {row["sweep"] for row in rows if row["status"] == "void"}
            others = {arm.status for arm in one.arms if arm.arm != bad}
            (left,) = [arm for arm in one.arms if arm.arm == bad]
            if len(void) != MOST_WRONG_STATES or others != {"measured"} or left.status != "failed":
                wrong[job, bad] = len(void), others, left.reason
    assert wrong == {}


def test_whoever_leaves_so_says_what_it_did() -> None:
    one = level(["a/x", "a/y", "a/z"], blocks=1, warmup_blocks=0)
    played(one, "a/z")
    assert one.arms[3].reason == f"{READ}, 4 times in a row while other methods did not"


def test_several_such_methods_all_leave() -> None:
    one = level(["a/x", "a/y", "a/z", "a/v"], blocks=1, warmup_blocks=0)
    played(one, "a/z", "a/v")
    assert [arm.status for arm in one.arms] == ["measured", "measured", "measured", "failed", "failed"]


def test_if_all_are_in_a_wrong_state_the_machine_is_to_blame_and_nobody_leaves() -> None:
    one = level(["a/x", "a/y"], blocks=1, warmup_blocks=0)
    rows = played(one, "a/x", "a/y")
    assert {arm.status for arm in one.arms} == {"measured"} and {row["status"] for row in rows} == {"void"}


class Worker:
    """A worker whose samples follow a list; the last goes on."""

    def __init__(self, *samples: Exception | None) -> None:
        self._samples = list(samples)

    def sample(self, iterations: int) -> dict[str, int]:
        sample = self._samples.pop(0) if len(self._samples) > 1 else self._samples[0]
        if sample is not None:
            raise sample
        return {}


COLD = WrongState(READ, {"device_read_bytes": 5})


@pytest.mark.parametrize(
    ("samples", "in_memory", "status"),
    [
        ([None], True, "measured"),
        ([COLD], True, "skipped"),
        ([COLD, COLD, None], True, "measured"),
        ([COLD], False, "measured"),  # the machine took its input out of memory
        ([WrongState("found its input in memory", {})], True, "measured"),
        ([SampleFailed("has died", alive=False)], True, "failed"),
        ([WrongWork("counts wrongly", alive=True)], True, "disqualified"),
    ],
)
def test_whoever_reads_from_the_device_each_time_is_left_out_of_a_warm_level(
    samples: list[Exception | None], in_memory: bool, status: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(verify, "are_there", lambda paths: in_memory)
    made = level(["a/x", "a/y"])
    task: Any = SimpleNamespace(warm=SimpleNamespace(resident=(Path("in"),)))
    one, worker = asked(made, task=task), Worker(*samples)
    verify.leave_if_never_warm(one, one.arms[2], worker)  # type: ignore[arg-type]
    assert one.arms[2].status == status
    if status == "skipped":
        assert one.arms[2].reason == f"it {READ}, and its input was in memory: compare it where files are cold"
