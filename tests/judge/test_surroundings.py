"""A stored run says which surroundings were drawn, and names one that moves a ratio."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from iotrial.judge.judged_run import JudgedRun
from judge import made

ALL = ["path", "heap", "environment"]


def judged(
    folder: Path, minds: dict[str, float], surroundings: list[str] | None = ALL, state: str = "steady"
) -> JudgedRun:
    """A run in which php/b minds some columns: its time grows by a share from the least draw to the most."""
    rng = np.random.default_rng(3)
    sweeps = 16
    drawn = {
        "path_bytes": rng.integers(12, 241, sweeps),
        "path_depth": rng.integers(1, 7, sweeps),
        "heap_bytes": rng.integers(1 << 10, 1 << 24, sweeps),
        "environment_bytes": rng.integers(0, 4096, sweeps),
        "argument_bytes": np.zeros(sweeps, dtype=np.int64),
    }

    def change(sweep: int, columns: dict[str, Any]) -> dict[str, Any]:
        own = {name: np.full(len(columns["arm"]), values[sweep]) for name, values in drawn.items()}
        slower = 1.0
        for name, share in minds.items():
            place = np.argsort(np.argsort(drawn[name], kind="stable"), kind="stable")[sweep] / (sweeps - 1)
            slower *= (1 + share) ** place
        wall = columns["wall_ns"] * np.where(columns["arm"] == 2, slower, 1.0)
        return {**columns, **own, "wall_ns": wall.round().astype(np.int64)}

    level = made.level({"n": 1, "state": state}, "php/a", ["php/b", "php/c"], surroundings=surroundings)
    return made.judged(folder, made.run([level]), sweeps=sweeps, change=change)


def named(run: JudgedRun) -> dict[str, list[str]]:
    return {
        arm.arm: [caution.text for caution in arm.cautions if caution.code == "surroundings"]
        for arm in run.levels[0].arms
    }


@pytest.mark.parametrize(
    ("column", "words"),
    [
        ("path_bytes", "with the longest paths it is 1.1"),
        ("heap_bytes", "with a heap that other work has used it is 1.1"),
        ("environment_bytes", "with a large environment and long arguments it is 1.1"),
    ],
)
def test_an_arm_that_minds_one_is_named_with_the_size_and_no_other_is(tmp_path: Path, column: str, words: str) -> None:
    found = named(judged(tmp_path, {column: 0.15}))
    assert len(found["php/b"]) == 1 and words in found["php/b"][0]
    assert found["php/a"] == found["php/c"] == []


def test_a_change_within_the_margin_is_not_named(tmp_path: Path) -> None:
    assert not any(named(judged(tmp_path, {"path_bytes": 0.005})).values())


def test_a_run_says_what_was_drawn_and_one_of_an_earlier_version_says_nothing(tmp_path: Path) -> None:
    assert judged(tmp_path / "all", {}).surroundings == ALL
    assert judged(tmp_path / "some", {}, ["heap"]).surroundings == ["heap"]
    assert judged(tmp_path / "none", {}, []).surroundings == []
    earlier = judged(tmp_path / "earlier", {"path_bytes": 0.15}, None)
    assert earlier.surroundings is None and not any(named(earlier).values())


def test_what_was_not_drawn_is_not_looked_at(tmp_path: Path) -> None:
    assert not any(named(judged(tmp_path / "1", {"path_bytes": 0.15}, ["heap"])).values())
    # Processes of a round that each have an environment of their own have none that is the round's.
    assert not any(named(judged(tmp_path / "2", {"environment_bytes": 0.15}, state="first")).values())
    assert named(judged(tmp_path / "3", {"heap_bytes": 0.15}, state="first"))["php/b"]


def test_the_details_say_what_was_drawn(tmp_path: Path) -> None:
    from iotrial.report.run_facts import drawn_words

    assert drawn_words(judged(tmp_path / "1", {}, ["heap"])) == "memory that was taken and given back before"
    assert drawn_words(judged(tmp_path / "2", {}, [])) == "nothing, the surroundings were fixed"
    assert drawn_words(judged(tmp_path / "3", {}, None)) == ""
