"""What studies, methods, kits and targets need of the system: all of it, each once, and nothing else."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from iotrial.ask import study_file, tree
from iotrial.ask.catalog import Kit
from iotrial.ask.find_study import studies
from iotrial.ask.study import Study
from iotrial.workers import needs, toolchains
from iotrial.workers.build import require_programs
from iotrial.workers.unavailable import Unavailable

CATALOG = tree.load()


def lacking(name: str) -> Kit:
    """A stack of which one program is not there."""
    kit = CATALOG.kits[name]
    missing = replace(kit.programs[-1], name="Missing", find=("no-such-program",))
    return replace(kit, programs=(missing,))


def study(name: str, *, quick: bool) -> Study:
    return study_file.read(studies()[name], CATALOG).study(quick=quick)


def of_study(name: str, *, quick: bool = False) -> list[str]:
    return [need.name for need in needs.study_needs(CATALOG, study(name, quick=quick))]


def test_a_study_needs_its_languages_and_evidence_and_no_other_language() -> None:
    assert set(of_study("readfile", quick=True)) == {"php", "c", "python", "strace"}
    assert set(of_study("readfile")) == {"php", "c", "cpp", "python", "go", "rust", "java", "javascript", "strace"}


def test_a_study_needs_what_makes_or_mounts_its_targets() -> None:
    assert {"mkfs.ext4", "mkfs.xfs", "mkfs.btrfs"} <= set(of_study("file-systems"))
    assert {"sshfs", "sshd", "ssh-keygen", "glusterfs", "glusterfsd"} <= set(of_study("shared-log"))
    assert needs.target_tools("disk") == () and needs.target_tools("/srv/www") == ()


def test_a_study_needs_what_fetches_the_packages_of_its_methods_and_those_of_the_system() -> None:
    found = {need.name: need for need in needs.study_needs(CATALOG, study("loggers", quick=False))}
    assert {"cargo", "npm", "mvn", "monolog", "spdlog"} <= found.keys()
    assert found["monolog"].is_there or found["monolog"].packages["apt"] == ("php-monolog",)


def test_everything_has_every_kit_and_what_every_target_takes() -> None:
    found = {need.name for need in needs.everything(CATALOG)}
    assert found >= {*CATALOG.kits, "strace", "perf", "bwrap", "mkfs.xfs", "sshfs", "glusterfsd", "cargo"}


def test_targets_are_named_once_for_each_file_system_that_takes_a_program() -> None:
    assert needs.targets_with_tools() == ["ext4", "xfs", "btrfs", "sshfs", "glusterfs"]


def test_only_what_starts_a_server_brings_a_service() -> None:
    assert needs.kit_need(lacking("nginx")).brings_service
    assert needs.tool_need("sshd").brings_service and not needs.tool_need("strace").brings_service


def test_a_kit_without_one_of_its_programs_is_needed_and_named() -> None:
    kit = lacking("nginx")
    with pytest.raises(Unavailable, match="Missing is not installed"):
        require_programs(kit)
    need = needs.kit_need(kit)
    assert (need.name, need.is_there, need.packages) == ("nginx", False, kit.install)
    (row,) = toolchains.toolchains(replace(CATALOG, kits={"a": kit}))
    assert row["available"] is False and "Missing is not installed" in str(row["reason"])


def test_a_kit_whose_runtime_is_there_needs_nothing() -> None:
    assert needs.kit_need(CATALOG.kits["python"]).is_there


def test_a_program_that_only_administrators_have_on_their_path_is_there(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(Path("/usr/bin")))
    assert needs.tool_need("mkfs.ext4").is_there


def test_two_methods_of_one_language_need_it_once() -> None:
    found = list(needs.methods_needs(CATALOG, CATALOG.methods_of("scan")))
    names = [need.name for need in found if need.name in CATALOG.kits]
    assert len(names) == len(set(names))
