"""One method as several arms: what they are called, which is the first, and how many there may be."""

from __future__ import annotations

import dataclasses
from pathlib import Path

import pytest

from ask.made_of_study import CATALOG, TOP, load
from iotrial.ask.catalog import named_parts
from iotrial.ask.study import Study
from iotrial.ask.variant_arms import (
    MOST_ARMS,
    Runtime,
    labels_of,
    require_enough_rounds,
    require_languages,
    spread,
    variant_with,
    with_runtimes,
)
from iotrial.errors import UsageError

OLD, NEW = Runtime("php", "/usr/bin/php8.2", "PHP 8.2.35"), Runtime("php", "/usr/bin/php8.4", "PHP 8.4.1")


def study(folder: Path, methods: str = '["php/readfile", "php/fread_1k", "c/splice"]') -> Study:
    return load(folder, f"{TOP}methods = {methods}\n[[levels]]\nfile_bytes = [1, 2]\n")


def test_each_method_of_the_language_is_one_arm_for_each_runtime(tmp_path: Path) -> None:
    made, catalog = with_runtimes(study(tmp_path), CATALOG, [OLD, NEW])
    arms = ("php/readfile@8.2.35", "php/readfile@8.4.1", "php/fread_1k@8.2.35", "php/fread_1k@8.4.1", "c/splice")
    assert [level.arms for level in made.levels] == [arms, arms]
    assert made.baseline == "php/readfile@8.2.35"
    found = catalog.variant("deliver", "php/fread_1k@8.4.1")
    assert found is not None and (found.method.arm, found.kit.named) == ("php/fread_1k", "/usr/bin/php8.4")
    firsts = [arm for arm in arms if (variant := catalog.variant("deliver", arm)) and variant.is_first]
    assert firsts == ["php/readfile@8.2.35", "php/fread_1k@8.2.35"]
    assert CATALOG.variant("deliver", "php/fread_1k@8.4.1") is None


def test_what_each_name_stands_for_is_a_note(tmp_path: Path) -> None:
    made, _ = with_runtimes(study(tmp_path), CATALOG, [OLD, NEW])
    assert made.notes == (
        "php/*@8.2.35 is PHP 8.2.35, /usr/bin/php8.2",
        "php/*@8.4.1 is PHP 8.4.1, /usr/bin/php8.4",
    )


def test_a_single_runtime_keeps_the_names_and_is_still_the_one_that_was_named(tmp_path: Path) -> None:
    made, catalog = with_runtimes(study(tmp_path), CATALOG, [NEW])
    assert made.levels[0].arms == ("php/readfile", "php/fread_1k", "c/splice")
    found = catalog.variant("deliver", "php/readfile")
    assert found is not None and found.kit.named == "/usr/bin/php8.4" and found.label is None


@pytest.mark.parametrize(
    ("said", "labels"),
    [
        ([("/a/php", "PHP 8.2.35"), ("/b/php", "PHP 8.4.1")], ["8.2.35", "8.4.1"]),
        ([("/a/php", "PHP 8.2.35"), ("/a/jit", "PHP 8.2.35")], ["8.2.35-php", "8.2.35-jit"]),
        ([("/a/php", "PHP 8.2.35"), ("/b/php", "PHP 8.2.35")], ["8.2.35-1", "8.2.35-2"]),
        ([("/a/gcc", "gcc 12.2.0"), ("/a/clang", "clang 12.2.0")], ["gcc-12.2.0", "clang-12.2.0"]),
        ([("/a/x y", "PHP 8.2.35"), ("/a/x@y", "PHP 8.2.35")], ["8.2.35-1", "8.2.35-2"]),
        ([("/a/x", "PHP"), ("/a/y", "PHP 8.4.0-dev (cli)")], ["x", "8.4.0-dev"]),
    ],
)
def test_runtimes_are_told_apart_by_version_then_by_file_then_by_number(
    said: list[tuple[str, str]], labels: list[str]
) -> None:
    assert labels_of([Runtime("php", path, words) for path, words in said]) == labels


def test_labels_of_one_language_say_nothing_of_another() -> None:
    both = [OLD, Runtime("python", "/usr/bin/python3", "CPython 3.11.2"), NEW]
    assert labels_of(both) == ["8.2.35", None, "8.4.1"]


def test_the_parts_of_a_name_come_back() -> None:
    assert named_parts("php/readfile@8.2.35-php@x") == ("php", "readfile", "8.2.35-php@x")
    assert named_parts("php/readfile") == ("php", "readfile", None)


def test_more_arms_than_a_level_can_bear_are_refused(tmp_path: Path) -> None:
    many = [Runtime("php", f"/php{number}", f"PHP 8.{number}") for number in range(MOST_ARMS)]
    with pytest.raises(UsageError, match=f"would have {2 * MOST_ARMS + 1} arms at one level"):
        with_runtimes(study(tmp_path), CATALOG, many)


def test_rounds_that_are_too_few_for_the_arms_are_refused(tmp_path: Path) -> None:
    asked = dataclasses.replace(study(tmp_path), rounds=9)
    require_enough_rounds(asked)
    made, _ = with_runtimes(asked, CATALOG, [OLD, NEW])
    with pytest.raises(UsageError, match="9 rounds are too few for 5 arms"):
        require_enough_rounds(made)


def test_a_runtime_of_a_language_that_no_study_has_is_refused(tmp_path: Path) -> None:
    python = Runtime("python", "/usr/bin/python3", "CPython 3.11.2")
    require_languages([OLD], [study(tmp_path)])
    with pytest.raises(UsageError, match="no study that was named has a method in python"):
        require_languages([OLD, python], [study(tmp_path)])


def test_a_baseline_without_variants_stays_what_it_is(tmp_path: Path) -> None:
    method = CATALOG.methods[("deliver", "c/splice")]
    made, _ = spread(study(tmp_path), CATALOG, {"c/splice": [variant_with(method, CATALOG, "/usr/bin/gcc", "gcc")]})
    assert made.baseline == "php/readfile"
    assert made.levels[0].arms[-1] == "c/splice@gcc"
