"""Results are typed: each field is described, what is judged fits its model, and nobody changes it afterwards."""

from __future__ import annotations

from pathlib import Path
from types import UnionType
from typing import Any, Union, get_args, get_origin

import numpy as np
import pytest
from pydantic import BaseModel, ValidationError

from iotrial.cli.documents import DOCUMENTS
from iotrial.json_text import json_text
from iotrial.judge.bounds import Bounds
from iotrial.judge.judge_run import judge_run
from iotrial.judge.judged_run import JudgedRun
from iotrial.judge.judging import Judging
from iotrial.judge.statements_across import SizeCost
from iotrial.judge.target_facts import TargetFacts
from iotrial.store.read import open_run
from judge import made


def judged(tmp_path: Path) -> JudgedRun:
    """A run with effects, costs, and an arm that wins at one level and loses at another."""
    levels = []
    for size in (10, 100, 1000):
        for target in ("disk", "tmpfs"):
            level = made.level({"entries": size, "target": target}, "php/a", ["php/b"])
            arms = [arm.model_copy(update={"work": size}) for arm in level.arms]
            floors = [made.arm("c/least", role="floor", floor="copying", work=size)]
            levels.append(level.model_copy(update={"arms": arms, "floors": floors}))

    def flip(sweep: int, columns: dict[str, Any]) -> dict[str, Any]:
        factor = np.where((columns["arm"] == 2) & (columns["level"] > 1), 2.0, 1.0)
        columns["wall_ns"] = (columns["wall_ns"] * factor).astype(np.int64)
        return columns

    run = made.run(levels, machine={"targets": [{"target": "disk"}, {"target": "tmpfs"}]})
    return made.judged(tmp_path, run, {"php/b": 0.8, "c/least": 0.5}, sweeps=16, change=flip)


def models(model: type[BaseModel]) -> dict[str, type[BaseModel]]:
    """The model and all that its fields hold, by name."""
    found = {model.__name__: model}
    for field in model.model_fields.values():
        for inner in inside(field.annotation):
            found |= models(inner)
    return found


def inside(annotation: object) -> list[type[BaseModel]]:
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        return [annotation]
    return [model for inner in get_args(annotation) for model in inside(inner)]


MODELS = {name: model for document in DOCUMENTS.values() for name, model in models(document.model).items()}


def test_every_part_of_every_document_is_looked_at() -> None:
    assert {"JudgedRun", "JudgedArm", "MeetingPoint", "TargetLayer", "Advice", "GatedPair", "Run"} <= set(MODELS)


def test_a_model_is_frozen_knows_no_other_key_and_describes_each_field() -> None:
    strict = {name for name, model in MODELS.items() if model.model_config.get("extra") == "forbid"}
    frozen = {name for name, model in MODELS.items() if model.model_config.get("frozen")}
    silent = [
        f"{name}.{field_name}"
        for name, model in MODELS.items()
        for field_name, field in model.model_fields.items()
        if not field.description
    ]
    assert frozen == strict == set(MODELS) and silent == []
    assert [name for name, model in MODELS.items() if not model.__doc__] == []


def test_figures_of_results_that_may_be_null_say_when() -> None:
    silent = []
    for name, model in MODELS.items():
        if model.__module__ == "iotrial.store.record" or "null" in (model.__doc__ or ""):
            continue
        for field_name, field in model.model_fields.items():
            is_nullable = get_origin(field.annotation) in (Union, UnionType) and type(None) in get_args(
                field.annotation
            )
            if is_nullable and "null" not in str(field.description):
                silent.append(f"{name}.{field_name}")
    assert silent == []


def test_what_is_judged_has_something_of_each_kind_and_comes_back_from_its_json(tmp_path: Path) -> None:
    run = judged(tmp_path)
    assert run.effects and run.costs and run.changes.flips and run.targets and run.levels[0].floors
    assert all(arm.floor_share for level in run.levels for arm in level.arms)
    assert JudgedRun.model_validate_json(json_text(run)) == run


def test_what_is_judged_cannot_be_changed(tmp_path: Path) -> None:
    run = judged(tmp_path)
    with pytest.raises(ValidationError, match="frozen"):
        run.levels[0].arms[0].verdict = "faster"  # type: ignore[misc]


def test_a_run_is_judged_once_and_two_that_are_opened_are_two(tmp_path: Path) -> None:
    folder = made.store(tmp_path, made.run([made.level({"records": 1}, "php/a", ["php/b"])]))
    one, other = Judging(open_run(folder)), Judging(open_run(folder))
    assert judge_run(one) is judge_run(one) is not judge_run(other)
    assert judge_run(one) == judge_run(other)


def test_an_infinite_bound_is_null_in_json() -> None:
    none = Bounds(median=None, low=None, high=None)
    grows = Bounds(median=float("inf"), low=2.0, high=float("inf"))
    cost = SizeCost(
        factor="n", at={}, arm="php/a", sizes=3, fixed_ns=none, unit_ns=none, misfit_share=none, growth_share=grows
    )
    found = SizeCost.model_validate_json(json_text(cost)).growth_share
    assert (found.median, found.low, found.high) == (None, 2.0, None)


def test_facts_of_a_target_that_are_not_of_their_kind_are_unknown() -> None:
    found = TargetFacts.of({"target": "xfs", "size_bytes": "many", "below": [{"file": "/image", "direct": 7}, 3]})
    assert (found.target, found.size_bytes, found.folder) == ("xfs", None, None)
    assert found.below is not None and [(one.file, one.direct) for one in found.below] == [("/image", None)]
    assert TargetFacts.of({"below": 7}).below is None
