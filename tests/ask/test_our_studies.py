"""The studies that the project ships: the five articles against issue 2's table, and what their readers asked."""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Sequence
from functools import cache

import pytest

from iotrial.ask import find_study, study_file, tree
from iotrial.ask.drawn_surroundings import SURROUNDINGS
from iotrial.ask.plan import rounds_for
from iotrial.ask.planned_risk import planned_risk
from iotrial.ask.sink_readers import READERS
from iotrial.ask.study import Study
from iotrial.stats.replication import INDEPENDENT

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
#: The calls of the article, in the programs of servers that send a file by them.
ARTICLE_SERVE = {
    *(f"nginx_fpm/{name}" for name in ("readfile", "fpassthru", "fread_1k")),
    *(f"{name}_fpm/readfile" for name in ("apache", "caddy", "lighttpd")),
}
ARTICLE_RAM = {"php/file_put_contents", "php/keep_open_truncate"}

ARTICLES = ("list-directory", "log-writes", "ram-drive", "readfile", "sequential-read")

BASELINES = {
    "list-directory": "php/readdir",
    "log-writes": "php/keep_open",
    "ram-drive": "php/keep_open_truncate",
    "readfile": "php/readfile",
    "sequential-read": "c/fread_default",
}

#: Studies that the articles' readers asked for.
ASKED = tuple(sorted(set(find_study.studies()) - set(ARTICLES)))

SIZES = [0, *range(10, 101, 10), *range(200, 1001, 100), *range(2000, 10001, 1000)]


catalog = cache(tree.load)


@cache
def study(name: str, *, quick: bool) -> Study:
    return study_file.load(find_study.find(name), catalog(), quick=quick)


#: The languages of which these studies name all methods, and those of which they name the usual one and a quicker one.
NAMED = ("php", "python", "c", "cpp")
BESIDE = {"go", "rust", "java", "javascript"}


def everything(job: str, *languages: str) -> set[str]:
    """The methods that a star means in some languages: those that wait for a device must be named."""
    methods = [method for method in catalog().methods_of(job) if not (method.packages or "by-name" in method.tags)]
    return {method.arm for method in methods if method.language in (languages or NAMED)}


def speaks_all(arms: Sequence[str], job: str) -> bool:
    """True if these are all methods of four languages, and some of each of the other four."""
    beside = set(arms) - everything(job)
    return everything(job) <= set(arms) and {arm.partition("/")[0] for arm in beside} == BESIDE


def test_each_of_the_five_articles_has_its_study() -> None:
    assert set(ARTICLES) <= set(find_study.studies())


@pytest.mark.parametrize("quick", [True, False])
def test_each_article_keeps_its_baseline(quick: bool) -> None:
    assert {name: study(name, quick=quick).baseline for name in ARTICLES} == BASELINES


def test_what_a_disk_costs_is_asked_of_warm_and_cold_files_of_the_same_sizes() -> None:
    for quick in (True, False):
        caches: dict[object, set[object]] = {}
        for level in study("cold-reads", quick=quick).levels:
            caches.setdefault(level.factors["file_bytes"], set()).add(level.factors["cache"])
        assert len(caches) >= 2 and all(found == {"warm", "cold"} for found in caches.values())


def test_a_file_that_was_just_written_is_compared_with_one_of_the_same_size_that_was_read() -> None:
    for quick in (True, False):
        caches: dict[object, set[object]] = {}
        for level in study("just-written", quick=quick).levels:
            caches.setdefault(level.factors["records"], set()).add(level.factors["cache"])
        assert caches and all(found == {"warm", "written"} for found in caches.values())


def test_the_articles_quick_studies_vary_their_surroundings() -> None:
    assert all(study(name, quick=True).surroundings == tuple(SURROUNDINGS) for name in ARTICLES)


@pytest.mark.parametrize("job", ["list", "deliver", "append"])
def test_the_first_call_is_compared_with_later_ones_in_every_language(job: str) -> None:
    for quick in (True, False):
        here = study(f"first-call-{job}", quick=quick)
        states: dict[object, set[object]] = {}
        for level in here.levels:
            rest = tuple(value for name, value in level.factors.items() if name != "state")
            states.setdefault(rest, set()).add(level.factors["state"])
            languages = {arm.partition("/")[0] for arm in level.arms}
            others = set() if quick else {"go", "rust", "java", "javascript"}
            assert languages == {"php", "c", "cpp", "python"} | others
        assert here.job == job and all(found == {"steady", "first"} for found in states.values())


def test_what_a_reader_does_is_asked_of_each_of_them_at_the_same_sinks() -> None:
    for quick in (True, False):
        readers: dict[object, set[object]] = {}
        for level in study("readers", quick=quick).levels:
            readers.setdefault(level.factors["sink"], set()).add(level.factors["reader"])
            assert {"php/readfile", "php/fread_1k"} <= set(level.arms)
        assert "pipe" in readers and all(found == set(READERS) for found in readers.values())


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
    more = {"php/fread_8k", "php/fread_64k", "php/file_get_contents", "php/readfile_output_buffered"}
    level, small = study("readfile", quick=True).levels
    assert set(level.arms) == ARTICLE_DELIVER | more | {"c/read_write_64k", "python/copyfileobj"}
    alone = {"reader": "bare", "cache": "warm", "clients": 1}
    assert level.factors == {"file_bytes": 20971520, "sink": "pipe", **alone, "target": "disk"}
    assert (set(small.arms), small.factors["file_bytes"]) == (ARTICLE_DELIVER - {"php/fread_1k"}, 1 << 20)
    full = study("readfile", quick=False)
    assert {(level.factors["file_bytes"], level.factors["sink"]) for level in full.levels} == {
        *((size, sink) for size in (4096, 1 << 20, 20971520) for sink in ("pipe", "unix", "null")),
        (100_000_000, "pipe"),  # a reader's size: one sink is enough for it
    }
    assert all(speaks_all(level.arms, "deliver") for level in full.levels)


def test_log_writes_is_as_the_table_says() -> None:
    (level,) = study("log-writes", quick=True).levels
    assert set(level.arms) == ARTICLE_LOG | {"php/flock_whole", "c/write_keep_open", "python/os_write"}
    alone = {"writers": 1, "hosts": 1, "rotate": "no", "arrival": "none"}
    assert level.factors == {"records": 10000, "record_bytes": 100, "ending": "newline", **alone, "target": "disk"}
    full = study("log-writes", quick=False)
    shapes = [(level.factors["records"], level.factors["record_bytes"]) for level in full.levels]
    assert shapes == [(10000, 100), (100, 100), (10000, 4096)]
    assert all(speaks_all(level.arms, "append") for level in full.levels)


def test_list_directory_is_as_the_table_says() -> None:
    quick, full = study("list-directory", quick=True), study("list-directory", quick=False)
    assert [level.factors["entries"] for level in quick.levels] == [10, 1000, 2000, 10000]
    expected = ARTICLE_LIST | {"php/directory_iterator", "c/readdir", "python/scandir"}
    assert all(set(level.arms) == expected for level in quick.levels)
    assert [level.factors["entries"] for level in full.levels] == SIZES
    assert len(SIZES) == 29
    assert all(speaks_all(level.arms, "list") for level in full.levels)


def test_sequential_read_is_as_the_table_says() -> None:
    level, as_there = study("sequential-read", quick=True).levels
    both = ARTICLE_SCAN | {"c/read_1m", "c/fread_whole"}
    assert (set(as_there.arms), as_there.factors["cache"]) == (both, "written")
    assert set(level.arms) == ARTICLE_SCAN | {"c/read_1m", "c/fread_whole", "c/mmap_populate", "cpp/fread_default"}
    assert level.factors["records"] == 32704
    small, big, *written = study("sequential-read", quick=False).levels
    assert {(level.factors["cache"], *sorted(level.arms)) for level in written} == {("written", *sorted(both))}
    assert speaks_all(small.arms, "scan")
    assert set(big.arms) == everything("scan", "c", "cpp")
    assert int(big.factors["records"]) * 2052 == 1_075_838_976


def test_ram_drive_is_as_the_table_says() -> None:
    quick, full = study("ram-drive", quick=True), study("ram-drive", quick=False)
    assert all(set(level.arms) == ARTICLE_RAM | {"php/keep_open"} for level in quick.levels)
    assert [level.factors["target"] for level in quick.levels] == ["disk", "tmpfs", "ext4-in-memory"]
    assert Counter((level.factors["records"], len(level.arms)) for level in full.levels) == {
        (1_000_000, 3): 2,
        (20_000, len(everything("append")) + len(BESIDE)): 3,
    }
    for level in (*quick.levels, *full.levels):
        assert (level.factors["record_bytes"], level.factors["ending"]) == (70, "none")


def test_small_files_are_many_on_both_media_and_by_every_method() -> None:
    full = study("small-files", quick=False)
    assert {level.factors["target"] for level in full.levels if level.factors["files"] == 1000} == {"disk", "tmpfs"}
    assert all(set(level.arms) == everything("create") for level in full.levels if int(level.factors["files"]) >= 100)


def test_small_files_that_are_safe_have_a_level_of_their_own() -> None:
    methods = catalog().methods
    levels = study("small-files", quick=False).levels
    synced = [[methods[("create", arm)].guarantees["durable"] for arm in level.arms] for level in levels]
    assert {"no", "at the end", "each file"} in map(set, synced)


def test_a_durable_log_has_every_guarantee_and_the_ceiling() -> None:
    methods = catalog().methods
    for level in study("durable-log", quick=False).levels:
        kinds = {methods[("append", arm)].guarantees["durable"] for arm in level.arms}
        assert kinds == {"no", "at the end", "each record"} and "c/one_write_fdatasync" in level.arms
    assert {level.factors["target"] for level in study("durable-log", quick=False).levels} >= {"disk", "tmpfs"}


def test_many_logs_are_more_than_may_be_open() -> None:
    for quick in (True, False):
        levels = study("many-logs", quick=quick).levels
        limits = [
            (int(level.factors["open_files"]), int(level.factors["logs"]))
            for level in levels
            if level.factors["open_files"] != "none"
        ]
        assert limits and all(limit < logs for limit, logs in limits)
        assert any(level.factors["open_files"] == "none" for level in levels)


def test_large_records_go_from_70_bytes_to_a_mebibyte() -> None:
    for quick in (True, False):
        sizes = [level.factors["record_bytes"] for level in study("large-records", quick=quick).levels]
        assert (min(sizes), max(sizes)) == (70, 1 << 20)


@pytest.mark.parametrize("quick", [True, False])
def test_file_systems_are_compared_on_one_log(quick: bool) -> None:
    here = study("file-systems", quick=quick)
    every = ["disk", "tmpfs", "ext4", "xfs", "btrfs", "overlay"]
    assert [level.factors["target"] for level in here.levels] == every * (1 if quick else 2)
    assert len({tuple(level.arms) for level in here.levels}) == 1
    assert {"php/keep_open", "php/reopen", "c/write_keep_open"} <= set(here.levels[0].arms)


@pytest.mark.parametrize("quick", [True, False])
def test_a_log_behind_a_server_is_kept_open_reopened_and_locked_beside_the_disk(quick: bool) -> None:
    here = study("log-behind-a-server", quick=quick)
    assert [level.factors["target"] for level in here.levels] == ["disk", "sshfs", "glusterfs"] * (1 if quick else 2)
    assert {"php/keep_open", "php/reopen", "php/flock_each"} <= set(here.levels[0].arms)


@pytest.mark.parametrize("quick", [True, False])
def test_a_log_that_two_hosts_write_to_is_written_with_and_without_a_lock(quick: bool) -> None:
    here = study("shared-log", quick=quick)
    assert [level.factors["hosts"] for level in here.levels] == ([2, 2] if quick else [2, 2, 1, 1])
    assert {"php/keep_open", "php/flock_each", "php/flock_fdatasync_each"} <= set(here.levels[0].arms)


@pytest.mark.parametrize("quick", [True, False])
def test_every_baseline_is_sound_and_rounds_suffice(quick: bool) -> None:
    for name in find_study.studies():
        here = study(name, quick=quick)
        assert "as-published" not in catalog().methods[(here.job, here.baseline)].tags
        assert all(here.baseline in level.arms for level in here.levels)
        arms = [len(level.arms) + 1 for level in here.levels]
        assert 12 <= rounds_for(arms, quick, planned_risk(here, arms)) <= 24


def test_the_articles_quick_studies_share_four_minutes_and_the_full_ones_an_hour() -> None:
    assert sum(study(name, quick=True).budget_seconds for name in ARTICLES) <= 240
    assert sum(study(name, quick=False).budget_seconds for name in ARTICLES) <= 3600


def test_what_readers_asked_is_answered_in_three_minutes_and_in_twenty() -> None:
    for name in ASKED:
        assert study(name, quick=True).budget_seconds <= 180
        assert study(name, quick=False).budget_seconds <= 1200


def test_delivery_memory_asks_for_all_that_the_article_says_of_memory() -> None:
    for quick in (True, False):
        here = study("delivery-memory", quick=quick)
        statements = 2 * max(len(level.arms) for level in here.levels)
        arms = [len(level.arms) + 1 for level in here.levels]
        share = planned_risk(here, arms).share("memory")
        assert here.memory >= INDEPENDENT.least_rounds(share / statements)
        assert ARTICLE_DELIVER & set(here.levels[0].arms) and "php/readfile_output_buffered" in here.levels[0].arms
        assert {"16M"} <= {level.factors.get("php.memory_limit") for level in here.levels}
    levels = study("delivery-memory", quick=False).levels
    assert {100_000_000, 1_000_000_000} <= {level.factors["file_bytes"] for level in levels}
    assert {"0", "4096", "On"} <= {level.factors.get("php.output_buffering") for level in levels}
    assert {"none", 32 << 20} <= {level.factors.get("memory_limit") for level in levels}
    assert set(levels[0].arms) >= ARTICLE_DELIVER


def test_deliver_tree_is_ten_thousand_files_of_4_kib() -> None:
    full = study("deliver-tree", quick=False)
    assert any(level.factors["files"] == 10_000 and level.factors["file_bytes"] == 4096 for level in full.levels)
    assert all(set(level.arms) == everything("deliver_tree") for level in full.levels)


def test_the_methods_that_an_article_timed_are_tagged_and_no_others() -> None:
    timed = {
        "deliver": ARTICLE_DELIVER,
        "append": ARTICLE_LOG | ARTICLE_RAM,
        "list": ARTICLE_LIST,
        "scan": ARTICLE_SCAN,
        "serve": ARTICLE_SERVE,
    }
    for job in catalog().jobs:
        tagged = {method.arm for method in catalog().methods_of(job) if "article" in method.tags}
        assert tagged == timed.get(job, set()), job


def test_every_study_has_a_question_in_one_line() -> None:
    for path in find_study.studies().values():
        assert tomllib.loads(path.read_text())["question"].endswith("?")
