"""The version of each library is read properly: a run stores it, and a row of dots tells nobody what was measured."""

from __future__ import annotations

import contextlib
import os
import re

import pytest

from iotrial.ask import tree
from iotrial.ask.catalog import Package
from iotrial.workers.build import which_of
from iotrial.workers.method_packages import _version_there
from iotrial.workers.unavailable import Unavailable

CATALOG = tree.load()
VERSION = re.compile(r"[0-9]+(?:\.[0-9]+)+\S*")


def versions_of_kit(language: str) -> dict[str, str]:
    """What is stored of each package of the system that a language has here."""
    kit = CATALOG.kits[language]
    runtime = which_of(kit.find)
    found = {}
    for name, package in kit.packages.items():
        try:
            if package.version and runtime is not None:
                found[name] = _version_there(package, runtime)
        except Unavailable:
            assert not os.environ.get("IOTRIAL_REQUIRE_KITS"), name
    return found


@pytest.mark.parametrize("language", sorted(kit for kit in CATALOG.kits if CATALOG.kits[kit].packages))
def test_each_package_of_the_system_says_a_version(language: str) -> None:
    said = versions_of_kit(language)
    assert {text for name, text in said.items() if not VERSION.fullmatch(text.removeprefix(f"{name} "))} == set()


def test_a_package_of_the_system_that_is_not_there_is_not_said_to_be() -> None:
    """A compiler that finds no header, as on a fresh machine: the words after it in a pipe must not say all is well."""
    there = []
    for language, kit in CATALOG.kits.items():
        for package in kit.packages.values():
            if "{runtime}" in package.version:
                with contextlib.suppress(Unavailable):
                    there.append((language, _version_there(package, "/bin/false")))
    assert there == []


def test_each_pinned_version_is_one() -> None:
    pins = {
        f"{language} {name}": version
        for language, kit in CATALOG.kits.items()
        for package in kit.packages.values()
        for name, version in package.pins.items()
    }
    assert pins and {name: one for name, one in pins.items() if not re.match(r"v?[0-9]+(\.[0-9]+)*", one)} == {}


@pytest.mark.parametrize(("said", "stored"), [(".......", "made"), ("", "made"), ("1.2", "made 1.2")])
def test_a_text_without_a_number_is_no_version(said: str, stored: str) -> None:
    package = Package("made", {}, version=("echo", said))
    assert _version_there(package, "") == stored
