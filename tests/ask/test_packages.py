"""packages.toml: the libraries that methods may need, and what is wrong with a file or with a method that needs one."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from iotrial.ask import tree
from iotrial.errors import UsageError

METHOD = "# x.\n# needs: {needs}\n# sorted: no\n# yields: names\n# hidden: yes\n# dots: no\n"


def tree_with(folder: Path, packages: str, needs: str = "linux", language: str = "python") -> Path:
    """A tree of somebody's own, with packages and a method that needs something."""
    kit, methods = folder / "kits" / language, folder / "list" / "python"
    kit.mkdir(parents=True)
    methods.mkdir(parents=True)
    (kit / "packages.toml").write_text(packages)
    (methods / "mine.py").write_text(METHOD.format(needs=needs))
    return folder


def wrong(folder: Path) -> str:
    with pytest.raises(UsageError) as refused:
        tree.load([folder])
    return "\n".join(f"{problem.line()} ({problem.hint})" for problem in refused.value.problems)


def test_a_tree_brings_packages_and_a_method_needs_some(tmp_path: Path) -> None:
    packages = '[mine]\nmine = "1.2.3"\nbelow = "0.1"\n[other]\nother = "2.0rc1"\n'
    catalog = tree.load([tree_with(tmp_path, packages, "package other, linux, package mine")])
    method = catalog.methods["list", "python/mine"]
    assert method.packages == ("other", "mine") and method.needs[1] == "linux"
    found = catalog.kits["python"].packages
    assert dict(found["mine"].pins) == {"mine": "1.2.3", "below": "0.1"} and found["mine"].spoken == "mine 1.2.3"
    assert found["loguru"].pins  # those of the kit stay


@pytest.mark.parametrize(
    ("packages", "said"),
    [
        ("[loguru]\nloguru = '1.0'", r"has a package 'loguru' already"),
        ("[mine]", r"packages.toml:1: 'mine' names no version"),
        ("[mine]\nmine = 1", r"packages.toml:2: 'mine' must be a text"),
        ("mine = '1.0'", r"packages.toml:1: 'mine' must be a table"),
        ("[mine]\nmine = '>=1.0'", r"packages.toml:2: 'mine' has no single version: '>=1.0'"),
        ("[mine]\nmine = 'latest'", r"packages.toml:2: 'mine' has no single version: 'latest'"),
        ("[mine]\nmine = 'v1.0'", r"has no single version: 'v1.0'"),
        ("[mine]\nmine = '1.0 --index-url x'", r"has no single version"),
        ("[mine]\n'--target=/etc' = '1.0'", r"'--target=/etc' is no name"),
        ("[mine]\n'../../x' = '1.0'", r"is no name"),
        ("[mine]\n'a b' = '1.0'", r"is no name"),
        ("[mine]\n'' = '1.0'", r"packages.toml:2: '' is no name"),
        ("['../mine']\nmine = '1.0'", r"is no name of a package"),
        ("[mine\n", r"packages.toml"),
        ("[mine]\nmine = '1.0'\u0000", r"packages.toml"),
    ],
)
def test_a_wrong_file_is_named_by_its_line(tmp_path: Path, packages: str, said: str) -> None:
    assert re.search(said, wrong(tree_with(tmp_path, packages)))


@pytest.mark.parametrize(
    ("packages", "said"),
    [
        ("[mine]\nmine = '1.0'", r"has no 'version'"),
        ("[mine]\nversion = ['x', '{kit}']", r"'version' cannot hold \{kit\}"),
        ("[mine]\nversion = ['x']\nother = 1", r"'other' is no key here"),
        ("[mine]\nversion = ['x']\ninstall = 'apt'", r"'install' must be a table"),
        ("[mine]\nversion = ['x']\nlink = '-lx'", r"'link' must be a list of texts"),
        (
            "[mine]\nversion = ['x']\nlink = ['-lx']",
            r"'link' means nothing to a kit whose 'build' has no",
        ),
    ],
)
def test_packages_of_the_system_have_a_command_for_their_version(tmp_path: Path, packages: str, said: str) -> None:
    assert re.search(said, wrong(tree_with(tmp_path, packages, language="php")))


@pytest.mark.parametrize(
    ("needs", "said"),
    [
        (
            "package logguru",
            r"needs a package 'logguru', which kits/python/packages.toml does not have \(did you mean 'loguru'\?\)",
        ),
        ("package unheard-of", r"does not have \(there are: aiofiles, .*loguru, mine, .*structlog\)"),
        ("package", r"unknown word 'package' in 'needs'"),
        ("package ../x", r"unknown word 'package ../x' in 'needs'"),
    ],
)
def test_a_method_that_needs_what_nobody_knows_is_refused(tmp_path: Path, needs: str, said: str) -> None:
    assert re.search(said, wrong(tree_with(tmp_path, "[mine]\nmine = '1.0'", needs)))


def test_every_package_of_ours_is_needed_by_some_method() -> None:
    catalog = tree.load()
    needed = {
        (catalog.kits[method.language].with_packages.language, name)
        for method in catalog.methods.values()
        for name in method.packages
    }
    assert needed == {(kit.language, name) for kit in catalog.kits.values() for name in kit.packages}


def test_packages_that_are_compiled_can_be_needed_together() -> None:
    for kit in (kit for kit in tree.load().kits.values() if kit.build):
        versions: dict[str, set[str]] = {}
        for package in kit.packages.values():
            for name, version in package.pins.items():
                versions.setdefault(name.partition("[")[0], set()).add(version)
        assert not {name: several for name, several in versions.items() if len(several) > 1}
