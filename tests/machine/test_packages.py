"""The packages of tools by package manager and distribution, and what a user types to get them."""

from __future__ import annotations

import os
import platform

import pytest

from iotrial.machine import system_packages
from iotrial.machine.system_packages import typed_to_install
from iotrial.machine.tools import TOOLS, package_of


@pytest.mark.parametrize(
    ("distribution", "manager", "package"),
    [
        ("debian", "apt", "linux-perf"),
        ("ubuntu", "apt", "linux-tools-generic"),
        ("fedora", "dnf", "perf"),
        ("arch", "pacman", "perf"),
        ("alpine", "apk", "perf"),
        ("", "", "perf"),
    ],
)
def test_perf_has_other_names_in_other_places(
    monkeypatch: pytest.MonkeyPatch, distribution: str, manager: str, package: str
) -> None:
    monkeypatch.setattr(platform, "freedesktop_os_release", lambda: {"ID": distribution})
    assert package_of("perf", manager) == package
    assert package_of("strace", manager) == "strace"


def test_a_system_that_does_not_tell_its_name_has_packages_all_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing() -> dict[str, str]:
        raise OSError

    monkeypatch.setattr(platform, "freedesktop_os_release", missing)
    assert package_of("perf", "apt") == "linux-perf"


@pytest.mark.parametrize(
    ("manager", "user", "typed"),
    [
        ("apt", 1000, "sudo apt-get install --no-install-recommends linux-perf"),
        ("apt", 0, "apt-get install --no-install-recommends linux-perf"),
        ("brew", 1000, "brew install linux-perf"),
        (None, 0, None),
    ],
)
def test_a_user_who_is_not_root_types_sudo(
    monkeypatch: pytest.MonkeyPatch, manager: str | None, user: int, typed: str | None
) -> None:
    monkeypatch.setattr(system_packages, "package_manager", lambda: manager)
    monkeypatch.setattr(os, "geteuid", lambda: user)
    assert typed_to_install(["linux-perf"]) == typed


def test_each_tool_says_what_is_not_known_without_it() -> None:
    assert set(TOOLS) == {"strace", "perf"} and len(set(TOOLS.values())) == len(TOOLS)
