"""What `iotrial machine --install` installs: all that kits lack; if one cannot be had, the others all the same."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest

from iotrial.catalog import tree
from iotrial.catalog.model import Kit
from iotrial.workers import toolchains
from iotrial.workers.build import require_programs
from iotrial.workers.unavailable import Unavailable

MISSING = "caddy"


def kit(name: str, *packages: str) -> Kit:
    return replace(tree.load().kits["nginx"], language=name, install={"apt": packages})


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[list[str]]:
    """The packages that were asked for at once, each time; one of them cannot be had."""
    found: list[list[str]] = []

    def install(packages: Sequence[str]) -> list[str]:
        found.append(list(packages))
        return [f"apt-get install {' '.join(packages)}"] if MISSING in packages else []

    monkeypatch.setattr(toolchains, "install_packages", install)
    monkeypatch.setattr(toolchains, "package_manager", lambda: "apt")
    monkeypatch.setattr(toolchains, "may_install", lambda: True)
    return found


def test_all_is_installed_at_once_and_nothing_twice(asked: list[list[str]]) -> None:
    assert toolchains.install([kit("a", "python3", "nginx"), kit("b", "python3", "lighttpd")]) == []
    assert asked == [["python3", "nginx", "lighttpd"]]


def test_a_package_that_cannot_be_had_keeps_no_other_kit_from_what_it_needs(asked: list[list[str]]) -> None:
    left = toolchains.install([kit("a", "nginx"), kit("b", MISSING)], ["strace"])
    assert left == [f"apt-get install {MISSING}"]
    assert asked[1:] == [["nginx"], [MISSING], ["strace"]]


def test_who_may_not_install_is_told_one_command(asked: list[list[str]], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(toolchains, "may_install", lambda: False)
    assert toolchains.install([kit("a", "nginx"), kit("b", MISSING)]) == [f"apt-get install nginx {MISSING}"]


def test_a_kit_without_one_of_its_programs_is_missing_and_named() -> None:
    lacking = kit("a", "nginx")
    lacking = replace(lacking, programs=(replace(lacking.programs[-1], name="Missing", find=("no-such-program",)),))
    with pytest.raises(Unavailable, match="Missing is not installed"):
        require_programs(lacking)
    catalog = replace(tree.load(), kits={"a": lacking})
    assert toolchains.missing_kits(catalog) == [lacking]
    (row,) = toolchains.toolchains(catalog)
    assert row["available"] is False and "Missing is not installed" in str(row["reason"])
