"""Packages are installed unattended, with the package manager's words in a file; a test's own manager stands in."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from iotrial.machine import installation, services, system_packages
from iotrial.machine.installation import install_packages, refresh_lists

#: A package manager that starts and switches on a service, as packages of servers ask for.
APT = """#!/bin/sh
echo "apt-get $*" >> "$ROOT/said"
[ "$1" = update ] && { echo "Hit:1 somewhere"; exit 0; }
for word; do case $word in DPkg::Path=*) PATH=${word#DPkg::Path=} ;; esac; done
echo "Setting up nginx (1.22) ..."
invoke-rc.d nginx start
mkdir -p "$ROOT/etc/rc3.d" && ln -s ../init.d/nginx "$ROOT/etc/rc3.d/S01nginx"
%s
"""


@pytest.fixture
def root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The root of a made-up system, with a cache folder of its own; what is switched off goes."""
    (tmp_path / "bin").mkdir()
    monkeypatch.setenv("ROOT", str(tmp_path))
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setenv("PATH", f"{tmp_path / 'bin'}:{os.environ['PATH']}")
    monkeypatch.setattr(installation, "package_manager", lambda: "apt")
    started = services.started_at_boot
    monkeypatch.setattr(services, "started_at_boot", lambda: started(tmp_path))
    switch_off = services.switch_off
    monkeypatch.setattr(services, "switch_off", lambda links: switch_off(links, tmp_path))
    program(tmp_path, "update-rc.d", '#!/bin/sh\nrm "$ROOT/etc/rc3.d/S01$1"\n')
    program(tmp_path, "invoke-rc.d", '#!/bin/sh\ntouch "$ROOT/started"\n')
    return tmp_path


def program(root: Path, name: str, text: str) -> None:
    (root / "bin" / name).write_text(text)
    (root / "bin" / name).chmod(0o755)


def test_a_service_that_a_package_brings_is_neither_started_nor_switched_on(root: Path) -> None:
    program(root, "apt-get", APT % "exit 0")
    done = install_packages(["nginx"])
    assert done.failure is None and done.switched_off == ("nginx",) and done.still_on == ()
    assert not (root / "started").exists() and list((root / "etc/rc3.d").iterdir()) == []


def test_nothing_recommended_comes_and_nothing_that_is_there_is_upgraded(root: Path) -> None:
    program(root, "apt-get", APT % "exit 0")
    assert refresh_lists(lambda text: None) is None
    install_packages(["nginx", "caddy"])
    update, install = (root / "said").read_text().splitlines()
    assert update.startswith("apt-get update")
    assert {"--no-install-recommends", "--no-upgrade", "-y", "nginx", "caddy"} <= set(install.split())


def test_what_the_package_manager_prints_goes_into_a_file_and_its_lines_are_told(
    root: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    program(root, "apt-get", APT % "exit 0")
    told: list[str] = []
    refresh_lists(told.append)
    install_packages(["nginx"], told.append)
    assert told == ["reading the lists of packages", "Hit:1 somewhere", "Setting up nginx (1.22) ..."]
    log = (root / "cache/iotrial/install/install.log").read_text()
    assert "Hit:1 somewhere" in log and "Setting up nginx" in log and log.startswith("$ apt-get update")
    assert capfd.readouterr() == ("", "")


def test_a_package_manager_that_fails_is_named_with_its_last_lines_and_its_file(root: Path) -> None:
    said = "echo waiting for a lock; echo waiting for a lock; echo 'E: Could not get lock /var/lib/dpkg/lock'; exit 100"
    program(root, "apt-get", APT % said)
    failure = install_packages(["nginx"]).failure
    assert failure is not None and failure.status == 100 and failure.command.startswith("apt-get install")
    assert failure.last_lines == ("waiting for a lock", "E: Could not get lock /var/lib/dpkg/lock")
    assert failure.log == root / "cache/iotrial/install/install.log"
    assert "Could not get lock" in failure.log.read_text()


def test_a_service_is_switched_off_although_the_installation_failed(root: Path) -> None:
    program(root, "apt-get", APT % "exit 100")
    assert install_packages(["nginx"]).switched_off == ("nginx",)


def test_nothing_is_asked_for_where_nothing_is_needed(root: Path) -> None:
    assert install_packages([]) == installation.Installed()
    assert not (root / "said").exists()


def test_each_manager_that_may_ask_is_told_not_to() -> None:
    assert set(system_packages.UNATTENDED) == set(system_packages.MANAGERS) - {"apk", "brew"}  # these two never ask
