"""What an installation would bring is read from the package manager: new packages, upgrades, sizes, refusals."""

from __future__ import annotations

import subprocess
from collections.abc import Sequence

import pytest

from iotrial.machine import package_sizes
from iotrial.machine.package_sizes import Bringing, bringing, coming_with, estimates, read_dependencies

SIMULATED = """Reading package lists...
The following NEW packages will be installed:
  php-cli php8.2-cli
Inst libxml2 [2.9.14-1] (2.9.14-2 Debian:12 [amd64])
Inst php8.2-cli (8.2.36-1 Debian-Security:12 [amd64]) []
Inst php-cli (2:8.2+93 Debian:12 [all])
Conf php-cli (2:8.2+93 Debian:12 [all])
"""
SHOWN = """Package: php8.2-cli
Version: 8.2.36-1
Installed-Size: 5000
Depends: libxml2
Size: 1700000

Package: php-cli
Version: 2:8.2+93
Installed-Size: 11
Size: 3500

Package: libxml2
Installed-Size: 1900
Size: 600000
"""
DEPENDS = """php-cli
  Depends: php8.2-cli
php8.2-cli
  Depends: libxml2
 |Depends: mailer
  Depends: <mail-agent>
    exim
    postfix
  PreDepends: tzdata
  Depends: <shell>
    bash
libxml2
tzdata
mailer
exim
  Depends: php8.2-cli
postfix
bash
<mail-agent>
  exim
  postfix
"""


#: First words of a command -> its status, its output and its errors.
Said = dict[str, tuple[int, str, str]]


@pytest.fixture
def said(monkeypatch: pytest.MonkeyPatch) -> Said:
    """What commands say; the package manager is apt."""
    answers: Said = {}

    def run(argv: Sequence[str], **options: object) -> subprocess.CompletedProcess[str]:
        status, out, err = next(answer for words, answer in answers.items() if " ".join(argv).startswith(words))
        return subprocess.CompletedProcess(argv, status, out, err)

    monkeypatch.setattr(package_sizes, "package_manager", lambda: "apt")
    monkeypatch.setattr(subprocess, "run", run)
    return answers


def test_new_packages_and_forced_upgrades_are_told_apart_with_their_sizes(
    said: Said,
) -> None:
    said["apt-get install"] = (0, SIMULATED, "")
    said["apt-cache show"] = (0, SHOWN, "")
    assert bringing(["php-cli"]) == Bringing(
        new=("php8.2-cli", "php-cli"),
        upgraded=("libxml2",),
        download_bytes=1_700_000 + 3_500 + 600_000,
        disk_bytes=(5000 + 11) * 1024,
    )


def test_a_size_that_is_not_told_is_not_known_and_never_nought(said: Said) -> None:
    said["apt-get install"] = (0, SIMULATED, "")
    said["apt-cache show"] = (0, SHOWN.partition("\n\n")[0], "")
    found = bringing(["php-cli"])
    assert found is not None and found.download_bytes is None and found.disk_bytes is None


def test_a_package_that_is_not_to_be_had_is_refused_in_the_managers_words(
    said: Said,
) -> None:
    said["apt-get install"] = (100, "", "W: something\nE: Unable to locate package caddy\n")
    assert bringing(["caddy"]) == Bringing(refused="Unable to locate package caddy")


def test_another_package_manager_tells_nothing_beforehand(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(package_sizes, "package_manager", lambda: "dnf")
    assert bringing(["nginx"]) is None and estimates([["nginx"]]) == {}


def test_dependencies_are_followed_by_the_first_way_that_is_real_and_not_there_yet() -> None:
    tree = read_dependencies(DEPENDS)
    assert tree["php8.2-cli"] == [
        ["libxml2"],
        ["mailer", "<mail-agent>", "exim", "postfix"],
        ["tzdata"],
        ["<shell>", "bash"],
    ]
    assert coming_with(["php-cli"], tree, set()) == ("bash", "libxml2", "mailer", "php-cli", "php8.2-cli", "tzdata")
    assert coming_with(["php-cli"], tree, {"bash", "postfix", "tzdata"}) == ("libxml2", "php-cli", "php8.2-cli")
    assert coming_with(["exim"], tree, {"php8.2-cli"}) == ("exim",)


def test_estimates_of_several_groups_take_three_questions(said: Said) -> None:
    said["apt-cache depends"] = (0, DEPENDS, "")
    said["dpkg-query"] = (0, "installed bash\ninstalled tzdata\nconfig-files libxml2\ninstalled postfix\n", "")
    said["apt-cache show"] = (0, SHOWN, "")
    found = estimates([["php-cli"], ["bash"], ["unheard-of"]])
    assert found.keys() == {("php-cli",), ("bash",)}
    assert found[("php-cli",)].new == ("libxml2", "php-cli", "php8.2-cli")
    assert found[("php-cli",)].disk_bytes == (5000 + 11 + 1900) * 1024
    assert found[("bash",)] == Bringing(download_bytes=0, disk_bytes=0)
