"""Methods that wait for a device, or need a package, are measured only if they are named, and a star is no name."""

from __future__ import annotations

import pytest

from iotrial.ask import adhoc_study, tree
from iotrial.ask.arm_globs import NoMatch, select
from iotrial.ask.catalog import Catalog
from iotrial.ask.study import Study
from iotrial.cli.named_methods import methods_named

SAFE = {
    f"{language}/{name}"
    for language, names in {
        "c": (
            "one_write_fdatasync",
            "write_fdatasync_each",
            "write_fdatasync_end",
            "write_fdatasync_batch",
            "write_o_dsync",
        ),
        "go": ("sync_each", "sync_end"),
        "java": ("sync_each", "sync_end"),
        "javascript": ("fdatasync_each", "fdatasync_end"),
        "php": ("fdatasync_each", "fdatasync_end", "fdatasync_batch", "flock_fdatasync_each"),
        "python": ("fdatasync_each", "fdatasync_end"),
        "rust": ("sync_each", "sync_end"),
    }.items()
    for name in names
}
FDATASYNC = {arm for arm in SAFE if "fdatasync" in arm}


@pytest.fixture(scope="module")
def catalog() -> Catalog:
    return tree.load()


def test_all_that_wait_for_a_device_say_so(catalog: Catalog) -> None:
    for method in catalog.methods.values():
        waits = method.guarantees.get("durable", "no") != "no"
        assert waits == ("by-name" in method.tags), method.arm


@pytest.mark.parametrize("glob", ["*", "*/*", "php/*", "p*/*", "c/**"])
def test_a_star_means_none_of_them(glob: str, catalog: Catalog) -> None:
    assert not SAFE & set(select(glob, "append", catalog)) and select(glob, "append", catalog)


def test_a_name_or_part_of_one_means_them(catalog: Catalog) -> None:
    assert set(select("*/*fdatasync*", "append", catalog)) == FDATASYNC
    assert select("c/write_o_dsync", "append", catalog) == ["c/write_o_dsync"]
    with pytest.raises(NoMatch):
        select("perl/*", "append", catalog)


def chosen(catalog: Catalog, *globs: str) -> set[str]:
    made: Study = adhoc_study.make("append", catalog, methods=globs, quick=True)
    return set(made.levels[0].arms)


def test_on_the_command_line_it_is_the_same(catalog: Catalog) -> None:
    assert not SAFE & chosen(catalog) and len(chosen(catalog)) > 20
    assert not SAFE & chosen(catalog, "*")
    assert chosen(catalog, "*fdatasync*", "keep_open") == FDATASYNC | {"php/keep_open"}


def test_nothing_is_fetched_that_nobody_named(catalog: Catalog) -> None:
    needing = {method.arm for method in catalog.methods_of("append") if method.packages}
    assert needing and not needing & chosen(catalog) and not needing & chosen(catalog, "python/*")
    assert needing & set(select("*/log*", "append", catalog)) == {"python/loguru", "java/logback"}


def test_a_check_of_a_job_fetches_nothing_either(catalog: Catalog) -> None:
    for names in (["append"], ["append/*"], ["python/*"], ["*"]):
        assert not any(method.packages for method in methods_named(names, catalog)), names
    for names in (["loguru"], ["append/python/loguru"], ["python/log*"], ["append/*/loguru"]):
        assert "python/loguru" in [method.arm for method in methods_named(names, catalog)], names


def test_a_check_of_a_language_of_a_job_names_all_its_methods_but_those_with_packages(catalog: Catalog) -> None:
    found = methods_named(["list/java"], catalog)
    assert found == methods_named(["list/java/*"], catalog)
    assert {(method.job, method.language) for method in found} == {("list", "java")} and len(found) > 3
    in_rust = {method.arm for method in methods_named(["list/rust"], catalog)}
    of_packages = {method.arm for method in catalog.methods_of("list") if method.packages}
    assert in_rust and of_packages and not in_rust & of_packages
