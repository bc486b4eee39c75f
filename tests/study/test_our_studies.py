"""The five studies that the project ships, against issue 2's table."""

from __future__ import annotations

import tomllib
from collections import Counter
from functools import cache

import pytest

from iotrial.catalog import tree
from iotrial.study import file, find
from iotrial.study.model import Study
from iotrial.study.plan import rounds_for

ARTICLE_DELIVER = {"php/readfile", "php/fpassthru", "php/stream_copy_to_stream", "php/fread_1k"}
ARTICLE_LOG = {
    f"php/{name}"
    for name in ("keep_open", "reopen", "file_put_contents", "flock_each", "nonblocking_flock_each", "error_log")
}
ARTICLE_LIST = {
    f"php/{name}"
    for name in ("directory_iterator_as_published", "readdir", "scandir", "scandir_unsorted", "glob", "glob_unsorted")
}
ARTICLE_SCAN = {"c/read_record", "c/fread_default", "cpp/ifstream", "c/mmap"}
ARTICLE_RAM = {"php/file_put_contents", "php/keep_open_truncate"}

ARTICLES = ("list-directory", "log-writes", "ram-drive", "readfile", "sequential-read")

SIZES = [0, *range(10, 101, 10), *range(200, 1001, 100), *range(2000, 10001, 1000)]


@cache
def study(name: str, *, quick: bool) -> Study:
    return file.load(find.find(name), tree.load(), quick=quick)


def everything(job: str, *languages: str) -> set[str]:
    methods = tree.load().methods_of(job)
    return {method.arm for method in methods if not languages or method.language in languages}


def test_the_articles_five_studies_are_there() -> None:
    assert set(ARTICLES) <= set(find.studies())


@pytest.mark.parametrize("name", ["log-writers-contend", "log-rotation", "busy-log", "delivery-under-load"])
def test_a_study_of_several_at_once_has_a_quick_form_with_several_workers(name: str) -> None:
    for quick in (False, True):
        factors = [level.factors for level in study(name, quick=quick).levels]
        assert any(int(level.get("writers", level.get("clients", 1))) > 1 for level in factors)


def test_writers_that_contend_are_those_of_the_article_with_1_2_and_8_writers() -> None:
    full = study("log-writers-contend", quick=False)
    assert {level.factors["writers"] for level in full.levels} == {1, 2, 8}
    for level in full.levels:
        assert set(level.arms) >= ARTICLE_LOG | {"php/flock_whole"}
        assert {arm.partition("/")[0] for arm in level.arms} == {"php", "c", "cpp", "python"}


def test_readfile_is_as_the_table_says() -> None:
    more = {"php/fread_8k", "php/file_get_contents", "php/readfile_output_buffered"}
    (level,) = study("readfile", quick=True).levels
    assert set(level.arms) == ARTICLE_DELIVER | more | {"c/read_write_64k", "python/copyfileobj"}
    assert level.factors == {"file_bytes": 20971520, "sink": "pipe", "clients": 1, "target": "disk"}
    full = study("readfile", quick=False)
    assert {(level.factors["file_bytes"], level.factors["sink"]) for level in full.levels} == {
        (size, sink) for size in (4096, 1 << 20, 20971520, 100_000_000) for sink in ("pipe", "unix", "null")
    }
    assert all(set(level.arms) == everything("deliver") for level in full.levels)


def test_log_writes_is_as_the_table_says() -> None:
    (level,) = study("log-writes", quick=True).levels
    assert set(level.arms) == ARTICLE_LOG | {"php/flock_whole", "c/write_keep_open", "python/os_write"}
    alone = {"writers": 1, "rotate": "no", "arrival": "none"}
    assert level.factors == {"records": 10000, "record_bytes": 100, "ending": "newline", **alone, "target": "disk"}
    full = study("log-writes", quick=False)
    shapes = [(level.factors["records"], level.factors["record_bytes"]) for level in full.levels]
    assert shapes == [(10000, 100), (100, 100), (10000, 4096)]
    assert all(set(level.arms) == everything("append") for level in full.levels)


def test_list_directory_is_as_the_table_says() -> None:
    quick, full = study("list-directory", quick=True), study("list-directory", quick=False)
    assert [level.factors["entries"] for level in quick.levels] == [0, 10, 100, 1000, 2000, 5000, 10000]
    expected = ARTICLE_LIST | {"php/directory_iterator", "c/readdir", "python/scandir"}
    assert all(set(level.arms) == expected for level in quick.levels)
    assert [level.factors["entries"] for level in full.levels] == SIZES
    assert len(SIZES) == 29
    assert all(set(level.arms) == everything("list") for level in full.levels)


def test_sequential_read_is_as_the_table_says() -> None:
    (level,) = study("sequential-read", quick=True).levels
    assert set(level.arms) == ARTICLE_SCAN | {"c/read_1m", "c/fread_whole", "c/mmap_populate"}
    assert level.factors["records"] == 32704
    small, big = study("sequential-read", quick=False).levels
    assert set(small.arms) == everything("scan")
    assert set(big.arms) == everything("scan", "c", "cpp")
    assert int(big.factors["records"]) * 2052 == 1_075_838_976


def test_ram_drive_is_as_the_table_says() -> None:
    quick, full = study("ram-drive", quick=True), study("ram-drive", quick=False)
    assert all(set(level.arms) == ARTICLE_RAM for level in quick.levels)
    assert Counter(level.factors["target"] for level in quick.levels) == {"disk": 1, "tmpfs": 1}
    assert Counter((level.factors["records"], len(level.arms)) for level in full.levels) == {
        (1_000_000, 3): 2,
        (20_000, len(everything("append"))): 2,
    }
    for level in (*quick.levels, *full.levels):
        assert (level.factors["record_bytes"], level.factors["ending"]) == (70, "none")


@pytest.mark.parametrize("quick", [True, False])
def test_every_baseline_is_sound_and_rounds_suffice(quick: bool) -> None:
    for name in find.studies():
        here = study(name, quick=quick)
        assert "as-published" not in tree.load().methods[(here.job, here.baseline)].tags
        assert all(here.baseline in level.arms for level in here.levels)
        for level in here.levels:
            assert 12 <= rounds_for(len(level.arms) + 1, quick) <= 24


def test_the_articles_quick_studies_share_110_seconds_and_the_full_ones_an_hour() -> None:
    assert sum(study(name, quick=True).budget_seconds for name in ARTICLES) <= 110
    assert sum(study(name, quick=False).budget_seconds for name in ARTICLES) <= 3600 - 300


def test_the_articles_methods_are_tagged_as_such() -> None:
    jobs = {"deliver": ARTICLE_DELIVER, "append": ARTICLE_LOG | ARTICLE_RAM, "list": ARTICLE_LIST, "scan": ARTICLE_SCAN}
    for job, expected in jobs.items():
        tagged = {method.arm for method in tree.load().methods_of(job) if "article" in method.tags}
        assert tagged >= expected, job


def test_every_study_has_a_question_in_one_line() -> None:
    for path in find.studies().values():
        assert tomllib.loads(path.read_text())["question"].endswith("?")
