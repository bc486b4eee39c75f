"""Packages are fetched once, by the tool that a kit names, and what cannot be had is a reason."""

from __future__ import annotations

import dataclasses
import os
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from iotrial.ask.catalog import Fetching, Kit, Package
from iotrial.folders import cache_folder
from iotrial.folders.one_at_a_time import alone
from iotrial.workers import method_packages
from iotrial.workers.method_packages import beside, packages_of, pins_together
from iotrial.workers.unavailable import Unavailable


@pytest.fixture(autouse=True)
def own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))


def kit_of(script: str, *, tool: tuple[str, ...] = ("sh",), **pins: str) -> Kit:
    """A kit whose packages a script brings: it gets the pins as arguments."""
    fetching = Fetching(tool, ("{tool}", "-c", script, "{runtime}", "{pins}"), "{name}@{version}")
    known = {"lib": Package("lib", pins or {"lib": "1.0", "below": "2.0"}), "more": Package("more", {"more": "3"})}
    return Kit("made", Path(), 1, "x", "#", ("x",), (), (), fetching=fetching, packages=known)


def test_a_package_is_fetched_once_with_all_that_it_needs(tmp_path: Path) -> None:
    count = tmp_path / "count"
    kit = kit_of(f'echo "$0 $@" > got; echo x >> {count}')
    for _ in range(3):
        found = packages_of(kit, ["lib"], "the-runtime", "1")
        assert found.folder is not None and found.spoken == "lib 1.0"
        assert (found.folder / "got").read_text() == "the-runtime lib@1.0 below@2.0\n"
    assert count.read_text() == "x\n"
    both = packages_of(kit, ["more", "lib"], "the-runtime", "1")
    assert both.spoken == "more 3, lib 1.0" and both.folder != found.folder
    other = packages_of(kit, ["lib"], "the-runtime", "2")  # another version of the runtime may want them otherwise
    assert other.folder != found.folder and count.read_text() == "x\nx\nx\n"


def test_several_threads_that_need_the_same_fetch_it_once_and_it_is_said_before(tmp_path: Path) -> None:
    count, notes = tmp_path / "count", list[str]()
    kit = kit_of(f"sleep 0.1; echo x >> {count}")
    with ThreadPoolExecutor(4) as pool:
        asked = [pool.submit(packages_of, kit, ["lib"], "r", "1", note=notes.append) for _ in range(4)]
        folders = {one.result().folder for one in asked}
    assert len(folders) == 1 and count.read_text() == "x\n" and notes == ["fetching lib 1.0 for made, once"]


def test_what_another_process_fetches_is_waited_for_and_not_fetched_again(tmp_path: Path) -> None:
    count = tmp_path / "count"
    kit = kit_of(f"echo x >> {count}")
    found = packages_of(kit, ["lib"], "r", "1").folder
    assert found is not None
    away = found.rename(tmp_path / "away")
    is_waiting = f" {os.getpid()} "
    with ThreadPoolExecutor(1) as pool:
        with alone(found.with_name("fetching.lock")):
            asked = pool.submit(packages_of, kit, ["lib"], "r", "1")
            while not any("->" in line and is_waiting in line for line in Path("/proc/locks").read_text().splitlines()):
                assert not asked.done()
            away.rename(found)
        assert asked.result().folder == found
    assert count.read_text() == "x\n"


def test_one_that_another_run_fetched_meanwhile_is_taken(tmp_path: Path) -> None:
    kit = kit_of("case $PWD in *.part) mkdir -p ${PWD%.*.part}; touch ${PWD%.*.part}/theirs mine;; esac")
    found = packages_of(kit, ["lib"], "r", "1")
    assert found.folder is not None and [path.name for path in found.folder.iterdir()] == ["theirs"]
    assert list(found.folder.parent.glob("*.part")) == []


def test_what_cannot_be_had_is_said_in_the_tools_own_words_and_asked_for_once(tmp_path: Path) -> None:
    count = tmp_path / "count"
    kit = kit_of(
        f"echo x >> {count}; echo 'warning: error is near'; echo 'error E404'; "
        "echo '\x1b[31merror: there is no version 1.0 of lib' >&2; echo bye; exit 3"
    )
    for _ in range(2):
        with pytest.raises(Unavailable, match=r"^lib 1\.0 cannot be had: error: there is no version 1\.0 of lib$"):
            packages_of(kit, ["lib"], "r", "1")
    assert count.read_text() == "x\n"
    left = list((tmp_path / "cache").rglob("*lib*"))
    assert left == []


@pytest.mark.parametrize(
    ("script", "said"), [("exit 4", "ended with status 4"), ("echo; echo 'I stop'; exit 1", "I stop")]
)
def test_a_tool_that_says_little_is_quoted_with_what_there_is(script: str, said: str) -> None:
    with pytest.raises(Unavailable, match=said):
        packages_of(kit_of(script), ["lib"], "r", "1")


def test_a_tool_that_hangs_is_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(method_packages, "PATIENCE_S", 0.2)
    with pytest.raises(Unavailable, match="sh took over 0 s"):
        packages_of(kit_of("sleep 1000"), ["lib"], "r", "1")


def test_packages_that_need_different_versions_of_another_do_not_fit_together() -> None:
    kit = kit_of("true", lib="1", more="2")
    with pytest.raises(Unavailable, match=r"do not fit together: lib needs more 2 and more 3"):
        packages_of(kit, ["lib", "more"], "r", "1")


def test_a_tool_that_is_missing_is_named_with_the_command_that_brings_it() -> None:
    kit = kit_of("true", tool=("no-such-tool",))
    with pytest.raises(Unavailable, match="no-such-tool is not installed, which brings packages"):
        packages_of(kit, ["lib"], "r", "1")


def test_in_a_sandbox_only_what_is_there_is_used() -> None:
    kit = kit_of("echo > got")
    with pytest.raises(Unavailable, match=r"needs lib 1\.0, and nothing is fetched for a sandbox"):
        packages_of(kit, ["lib"], "r", "1", may_fetch=False)
    fetched = packages_of(kit, ["lib"], "r", "1")
    assert packages_of(kit, ["lib"], "r", "1", may_fetch=False) == fetched


def test_a_package_of_the_system_says_its_version_or_is_missing(tmp_path: Path) -> None:
    said = ("sh", "-c", "test -e $0 && echo 4.5 && echo more", "{runtime}")
    known = {"lib": Package("lib", version=said, install={"no-manager": ("lib-dev",)})}
    kit = dataclasses.replace(kit_of(""), fetching=None, packages=known)
    there = tmp_path / "there"
    there.touch()
    assert packages_of(kit, ["lib"], str(there), "1").spoken == "lib 4.5"
    with pytest.raises(Unavailable, match=r"^lib is not installed$"):
        packages_of(kit, ["lib"], str(tmp_path / "gone"), "1")


def test_what_packages_of_the_system_link_comes_with_them_in_order() -> None:
    known = {
        name: Package(name, version=("true",), link=link) for name, link in (("one", ("-l1", "-l0")), ("two", ("-l2",)))
    }
    kit = dataclasses.replace(kit_of(""), fetching=None, packages=known)
    assert packages_of(kit, ["two", "one"], "r", "1").link == ("-l2", "-l1", "-l0")
    assert packages_of(kit, [], "r", "1").link == ()


def test_a_cache_that_takes_nothing_is_a_reason(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "file"))
    monkeypatch.setattr(cache_folder, "ROOTS_OWN", tmp_path / "file")
    with pytest.raises(Unavailable, match=r"^lib 1\.0 cannot be kept in the cache: "):
        packages_of(kit_of("true"), ["lib"], "r", "1")
    method = tmp_path / "method.x"
    method.write_text("one")
    with pytest.raises(Unavailable, match="cannot be laid beside its packages"):
        beside(method, tmp_path / "file")


def test_a_copy_of_a_method_lies_beside_its_packages_and_follows_its_text(tmp_path: Path) -> None:
    method, folder = tmp_path / "method.x", tmp_path / "packages"
    folder.mkdir()
    method.write_text("one")
    first = beside(method, folder)
    assert first.parent == folder and first.suffix == ".x" and first.read_text() == "one"
    assert beside(method, folder) == first
    method.write_text("two")
    second = beside(method, folder)
    assert second != first and second.read_text() == "two" and first.read_text() == "one"
    first.write_text("changed")
    method.write_text("one")
    assert beside(method, folder).read_text() == "one"


def test_packages_that_need_other_parts_of_one_have_the_parts_of_both() -> None:
    runtime = Package("runtime", {"io[fs,rt]": "1.2", "pin": "0.1"})
    server = Package("server", {"web": "2.0", "io[rt,net]": "1.2", "pin": "0.1", "log[std]": "3.0"})
    assert pins_together([runtime]) == runtime.pins
    both = pins_together([runtime, server])
    assert both == {"io[fs,rt,net]": "1.2", "pin": "0.1", "web": "2.0", "log[std]": "3.0"}
    assert next(iter(both)) == "io[fs,rt,net]"
