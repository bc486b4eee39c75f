"""A question becomes a study: which methods may be recommended, and what is tried around the case."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from iotrial.answers.question import Inquiry, Question, inquire
from iotrial.ask import tree
from iotrial.ask.catalog import Catalog
from iotrial.ask.find_study import studies
from iotrial.ask.usual_method import usual_arm
from iotrial.errors import UsageError

CATALOG = tree.load()
STUDIES = list(studies().values())


def undeclared(job: str) -> Catalog:
    """Return a catalog whose job does not say what is usual."""
    return replace(CATALOG, jobs={**CATALOG.jobs, job: replace(CATALOG.jobs[job], usual=())})


def ask(job: str = "append", language: str = "php", **given: Any) -> Inquiry:
    named: dict[str, Any] = {"settings": {}, "guarantees": {}, "globs": (), "usual": None}
    around = {name: given.pop(name) for name in ("targets", "why_not") if name in given}
    declaring, catalog = given.pop("studies", STUDIES), given.pop("catalog", CATALOG)
    return inquire(Question(job, [language], **{**named, **given}), catalog, declaring, **around)


def guarantees(arm: str, job: str = "append") -> Mapping[str, str]:
    return CATALOG.methods[job, arm].guarantees


def test_what_may_be_recommended_guarantees_what_the_usual_way_does() -> None:
    found = ask(catalog=undeclared("append"))
    assert found.usual == "php/keep_open" and found.declared is not None and "studies" in found.declared
    assert {"php/keep_open", "php/reopen", "php/spl_file_object"} <= set(found.allowed)
    assert all(guarantees(arm) == guarantees("php/keep_open") for arm in found.allowed)
    assert "php/batched" in found.study.levels[0].arms  # tried all the same, and never recommended


def test_a_guarantee_that_is_asked_for_is_given_by_all_that_may_be_recommended() -> None:
    found = ask(guarantees={"durable": ("each record",)})
    assert found.allowed == ("php/fdatasync_each",)
    found = ask(guarantees={"lock": ("record", "whole")})
    assert {guarantees(arm)["lock"] for arm in found.allowed} == {"record", "whole"}
    assert "php/flock_each" in found.allowed and "php/keep_open" not in found.allowed


def test_a_guarantee_that_no_method_gives_is_refused() -> None:
    with pytest.raises(UsageError, match="no method of append in python guarantees lock=whole"):
        ask(language="python", guarantees={"lock": ("whole",)})


def test_a_method_that_may_end_the_program_is_measured_and_never_the_answer() -> None:
    inquiry = ask("scan", "c")
    (asked_level, *_) = inquiry.study.levels
    assert "c/mmap" in asked_level.arms and "c/mmap" not in inquiry.allowed and "c/read_1m" in inquiry.allowed
    used = ask("scan", "c", usual="c/mmap")  # who uses one such may use another
    assert {"c/mmap", "c/mmap_populate", "c/read_1m"} <= set(used.allowed)


def test_what_you_use_today_is_measured_though_it_may_not_be_recommended() -> None:
    found = ask(usual="keep_open", guarantees={"durable": ("at the end",)})
    assert found.usual == "php/keep_open" and found.declared == "you say that you use it"
    assert found.allowed == ("php/fdatasync_batch", "php/fdatasync_end")
    assert all("php/keep_open" in level.arms for level in found.study.levels)
    assert ask(usual="c/write_keep_open").usual == "c/write_keep_open"


@pytest.mark.parametrize(("usual", "said"), [("no_such", "is no method"), ("*", "means several"), ("", "is no method")])
def test_what_you_use_must_be_one_method(usual: str, said: str) -> None:
    with pytest.raises(UsageError, match=said):
        ask(usual=usual)


def test_where_nobody_declares_a_usual_way_most_methods_decide_and_it_is_said() -> None:
    found = ask(language="c", studies=[], catalog=undeclared("append"))
    assert found.declared is None and found.usual != "c/flock_each"
    assert {"c/write_keep_open", "c/write_reopen"} <= set(found.allowed)


def test_where_each_method_guarantees_something_else_none_is_left_out() -> None:
    found = ask("list", "python", globs=("listdir", "scandir", "iterdir", "glob"), catalog=undeclared("list"))
    assert found.declared is None and len(found.allowed) == 4


def test_an_article_declares_what_is_usual_where_no_study_does() -> None:
    assert ask(studies=[], catalog=undeclared("append")).declared == "an article timed it"


def test_a_job_declares_what_is_usual_in_a_language_of_which_no_study_does() -> None:
    found = ask(language="javascript")
    assert (found.usual, found.declared) == ("javascript/append_file_sync", "declared by the job")
    both = ["javascript/append_file_sync", "php/keep_open", "php/batched"]
    assert usual_arm(both, "append", CATALOG, STUDIES) == ("php/keep_open", "the baseline of 5 studies")
    assert usual_arm(both[:1] + both[2:], "append", CATALOG) == (both[0], "declared by the job")


def test_every_job_says_what_is_usual_in_every_language_that_has_a_method_of_it() -> None:
    for job in CATALOG.jobs.values():
        if not job.is_asked_about or job.name == "serve":
            continue
        usual = {arm.partition("/")[0] for arm in job.usual}
        written = {
            method.language for method in CATALOG.methods_of(job.name) if not CATALOG.kits[method.language].programs
        }
        assert written <= usual, job.name


def test_a_study_that_cannot_be_read_declares_nothing(tmp_path: Path) -> None:
    bad = [tmp_path / "none.toml", tmp_path / "bad.toml"]
    bad[1].write_bytes(b"\xff = [")
    assert ask(studies=bad, catalog=undeclared("append")).declared == "an article timed it"


def test_another_size_and_another_place_are_tried_around_the_case() -> None:
    found = ask("deliver", settings={"file_bytes": "1MiB"}, targets=["tmpfs"])
    assert found.study.levels[0].factors["file_bytes"] == 1 << 20
    assert [dict(one.changed) for one in found.elsewhere] == [
        {"file_bytes": 1 << 17},
        {"file_bytes": 1 << 23},
        {"target": "tmpfs"},
    ]
    assert all(set(level.arms) == {found.usual, *found.allowed} for level in found.study.levels[1:])


def test_writers_are_the_case_and_no_size() -> None:
    found = ask(settings={"writers": "4"})
    assert all(level.factors["writers"] == 4 for level in found.study.levels)


def test_durable_methods_are_tried_with_few_records_unless_many_were_asked_for() -> None:
    found = ask()
    one, level = next(
        (one, level) for one, level in zip(found.elsewhere, found.study.levels[1:], strict=True) if one.guarantee
    )
    assert level.factors["records"] == 100 and "php/fdatasync_each" in level.arms and found.usual in level.arms
    assert dict(one.changed) == {"records": 100}
    durable = {"durable": ("each record",)}
    assert ask(guarantees=durable).study.levels[0].factors["records"] == 100
    assert ask(guarantees=durable, settings={"records": "5000"}).study.levels[0].factors["records"] == 5000


def test_no_two_levels_are_the_same() -> None:
    for settings in ({}, {"records": "100"}, {"records": "1"}, {"records": "10", "record_bytes": "1"}):
        levels = [tuple(level.factors.items()) for level in ask(settings=settings).study.levels]
        assert len(set(levels)) == len(levels), settings


def test_what_cannot_be_tried_is_told_with_its_reason() -> None:
    def why_not(factors: Mapping[str, Any]) -> str | None:
        return "no room" if factors["file_bytes"] > 1 << 20 else None

    found = ask("deliver", settings={"file_bytes": "1MiB"}, why_not=why_not)
    assert found.untried == ("file_bytes=8388608: no room",) and len(found.study.levels) == 2


def test_methods_by_libraries_are_said_to_be_left_out_unless_methods_are_named() -> None:
    reason = "needs a package, which is fetched only for methods that you name with --method"
    found = ask("log", "python")
    assert found.untried == (f"python/loguru: {reason}", f"python/structlog: {reason}")
    assert ask("log", "python", globs=("*", "loguru")).untried == ()
    assert "python/loguru" in ask("log", "python", globs=("*", "loguru")).allowed
    assert ask("log", "python", guarantees={"stamped": ("no",)}).untried == ()


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"job": "apend"}, "did you mean"),
        ({"language": "cobol"}, "cobol"),
        ({"job": "transform", "language": "cpp", "settings": {"file_bytes": "-1"}}, "file_bytes"),
        ({"settings": {"records": "1,2"}}, "one value"),
        ({"settings": {"writers": "400"}}, "400"),
        ({"guarantees": {"colour": ("red",)}}, "colour"),
        ({"guarantees": {"durable": ("maybe",)}}, "maybe"),
        ({"globs": ("no_such",)}, "no_such"),
    ],
)
def test_what_cannot_be_asked_is_refused_with_the_reason(given: dict[str, Any], said: str) -> None:
    with pytest.raises(UsageError) as caught:
        ask(**given)
    assert said in " ".join(f"{problem.line()} {problem.hint}" for problem in caught.value.problems)


def test_a_method_that_gives_more_may_be_recommended_where_more_is_as_good() -> None:
    found = ask("serve", "nginx_fpm", usual="nginx_fpm/readfile")
    usual, more = (guarantees(f"nginx_fpm/{name}", "serve") for name in ("readfile", "x_accel_redirect"))
    assert (usual["ranges"], more["ranges"]) == ("no", "yes")
    assert "nginx_fpm/x_accel_redirect" in found.allowed
    assert guarantees("nginx_fpm/file_get_contents", "serve")["streams"] == "no"
    assert "nginx_fpm/file_get_contents" not in found.allowed  # it gives less
    assert ask("serve", "nginx_fpm", usual="nginx_fpm/x_accel_redirect").allowed == ("nginx_fpm/x_accel_redirect",)


def test_a_guarantee_of_which_more_is_not_as_good_must_be_the_same() -> None:
    assert "decides" not in CATALOG.jobs["serve"].more
    assert all(guarantees(arm, "serve")["decides"] == "program" for arm in ask("serve", "nginx_fpm").allowed)


def test_a_language_of_programs_asks_for_the_stacks_that_run_them() -> None:
    arms = {arm for level in ask("serve", "php").study.levels for arm in level.arms}
    assert arms and {CATALOG.kits[arm.partition("/")[0]].program_language for arm in arms} == {"php"}


def test_nothing_is_fetched_for_advice_unless_it_is_named() -> None:
    needing = {method.arm for method in CATALOG.methods_of("append") if method.packages}
    found = ask(language="javascript", guarantees={"durable": ("at the end",)})
    assert "javascript/sonic_boom" in needing and not needing & {
        arm for level in found.study.levels for arm in level.arms
    }
    assert "python/loguru" in ask(language="python", globs=("loguru", "os_write")).allowed


def test_methods_that_need_packages_and_could_be_recommended_are_known_by_name() -> None:
    found = ask("scan", "python")
    assert found.unfetched.keys() == {"python/numpy_fromfile", "python/numpy_memmap"}
    assert all(any(arm in text for text in found.untried) for arm in found.unfetched)
    assert ask("append", "c").unfetched == {}


def test_what_nearly_everybody_needs_is_not_given_up_unless_something_else_is_asked_for() -> None:
    """The usual way to replace a file empties it first."""
    found = ask("replace", "go")
    assert all(guarantees(arm, "replace")["atomic"] == "yes" for arm in (*found.allowed, found.usual))
    assert found.declared is None and len(found.allowed) > 1
    assert "go/write_file" in found.study.levels[0].arms  # measured all the same: what it gains is said
    loose = ask("replace", "go", guarantees={"atomic": ("no",)})
    assert loose.usual == "go/write_file" and loose.declared
    used = ask("replace", "go", usual="write_file")
    assert "go/write_file" in used.allowed


def test_a_guarantee_that_is_asked_for_is_given_by_all_that_is_measured_but_for_the_usual_way() -> None:
    found = ask("replace", "go", guarantees={"atomic": ("yes",)})
    others = {arm for level in found.study.levels for arm in level.arms} - {found.usual}
    assert others and all(guarantees(arm, "replace")["atomic"] == "yes" for arm in others)
