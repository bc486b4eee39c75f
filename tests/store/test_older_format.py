"""Runs that an earlier iotrial stored are read as before, whatever their keys were called."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from iotrial.ask.level_factors import level_name
from iotrial.errors import UsageError
from iotrial.judge.judge_run import judge_folder
from iotrial.store.folder import read_run
from iotrial.store.older_format import CONVERTERS, from_3, upgraded
from iotrial.store.record import FORMAT
from judge import made

LEVEL: dict[str, int | str] = {"file_bytes": 4096, "target": "disk"}
FLOOR = made.arm("c/least", role="floor", floor="copying")


def test_a_run_of_the_first_format_is_read_with_its_limits_as_floors(tmp_path: Path) -> None:
    run = made.run([made.level(LEVEL, "php/a", ["php/b"], floors=[FLOOR])], run="old")
    document = run.model_dump(mode="json")
    old = made.as_format_1(document)
    assert old["levels"][0]["limits"][0]["role"] == "limit" and "floors" not in old["levels"][0]
    folder = tmp_path / "old"
    folder.mkdir()
    (folder / "run.json").write_text(json.dumps(old))
    assert read_run(folder) == run


def test_a_run_of_todays_format_is_left_as_it_is() -> None:
    document = made.run([made.level(LEVEL, "php/a", ["php/b"])]).model_dump(mode="json")
    assert upgraded(document) is document


@pytest.mark.parametrize("form", [1, 2, 3])
def test_levels_of_a_run_that_does_not_say_what_goes_without_saying_are_named_as_before(
    tmp_path: Path, form: int
) -> None:
    factors: dict[str, int | str] = {**LEVEL, "cache": "warm", "clients": 4, "writers": 1}
    document = made.run([made.level(factors, "php/a", ["php/b"])], run="old").model_dump(mode="json")
    del document["unsaid"]
    folder = tmp_path / "old"
    folder.mkdir()
    (folder / "run.json").write_text(
        json.dumps(made.as_format_1(document) if form == 1 else {**document, "format": form})
    )
    level = read_run(folder).levels[0].level
    assert level == factors and level_name(level) == "file_bytes=4096 target=disk clients=4"
    judged = judge_folder(folder).levels[0].level
    assert level_name(judged) == level_name(level)


def test_each_format_is_turned_into_the_next_and_todays_into_none() -> None:
    document = made.run([made.level(LEVEL, "php/a", ["php/b"], floors=[FLOOR])]).model_dump(mode="json")
    assert [convert({"format": form})["format"] for form, convert in CONVERTERS.items()] == [2, 3, FORMAT]
    assert upgraded(made.as_format_1(document)) == upgraded({**document, "format": 2}) == document
    assert from_3({**document, "format": 3, "unsaid": {"tint": "grey"}})["unsaid"] == {"tint": "grey"}


def test_a_run_that_says_what_goes_without_saying_is_believed(tmp_path: Path) -> None:
    factors: dict[str, int | str] = {"file_bytes": 4096, "cache": "warm", "tint": "grey"}
    levels = [made.level(factors, "php/a", ["php/b"])]
    folder = made.store(tmp_path, made.run(levels, unsaid={"tint": "grey"}))
    assert level_name(read_run(folder).levels[0].level) == "file_bytes=4096 cache=warm"
    assert level_name(judge_folder(folder).levels[0].level) == "file_bytes=4096 cache=warm"


@pytest.mark.parametrize(
    "spoilt",
    [{"levels": 7}, {"levels": [7]}, {"levels": [{"limits": 7}]}, {"levels": [{"arms": [7]}]}],
    ids=["levels", "level", "limits", "arm"],
)
def test_a_damaged_run_of_the_first_format_is_named_and_never_a_crash(tmp_path: Path, spoilt: dict[str, Any]) -> None:
    document = made.as_format_1(made.run([made.level(LEVEL, "php/a", ["php/b"])], run="old").model_dump(mode="json"))
    folder = tmp_path / "old"
    folder.mkdir()
    (folder / "run.json").write_text(json.dumps({**document, **spoilt}))
    with pytest.raises(UsageError, match="does not fit format 1"):
        read_run(folder)


def test_a_run_with_the_old_and_the_new_key_is_not_guessed_at(tmp_path: Path) -> None:
    document = made.as_format_1(made.run([made.level(LEVEL, "php/a", ["php/b"])], run="old").model_dump(mode="json"))
    document["levels"][0]["floors"] = []
    folder = tmp_path / "old"
    folder.mkdir()
    (folder / "run.json").write_text(json.dumps(document))
    with pytest.raises(UsageError, match="limits"):
        read_run(folder)
