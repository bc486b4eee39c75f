"""Services that packages bring are neither started nor switched on, and those that were there stay as they are."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

from iotrial.machine import services


def link(root: Path, name: str, to: str = "/lib/systemd/system/x.service") -> Path:
    path = root / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.symlink_to(to)
    return path


def script(folder: Path, name: str, text: str) -> Path:
    folder.mkdir(exist_ok=True)
    path = folder / name
    path.write_text(f"#!/bin/sh\n{text}\n")
    path.chmod(0o755)
    return path


def test_links_of_every_kind_of_first_process_are_seen_and_nothing_else(tmp_path: Path) -> None:
    starts = [
        link(tmp_path, "etc/systemd/system/multi-user.target.wants/nginx.service"),
        link(tmp_path, "etc/systemd/system/sockets.target.requires/ssh.socket"),
        link(tmp_path, "etc/systemd/user/default.target.wants/a.service"),
        link(tmp_path, "etc/rc3.d/S01lighttpd"),
        link(tmp_path, "etc/runlevels/default/caddy"),
    ]
    link(tmp_path, "etc/rc3.d/K01apache2")
    link(tmp_path, "etc/rc6.d/K01apache2")
    link(tmp_path, "etc/systemd/system/masked.service", "/dev/null")
    (tmp_path / "etc/systemd/system/own.service").write_text("")
    assert services.started_at_boot(tmp_path) == set(starts)
    assert services.names_of(starts) == ["a.service", "caddy", "lighttpd", "nginx.service", "ssh.socket"]


def test_what_came_is_switched_off_by_the_systems_own_programs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    root, said = tmp_path / "root", tmp_path / "said"
    for name, word in (("systemctl", "$2"), ("update-rc.d", "$1"), ("rc-update", "$3")):
        script(tmp_path / "bin", name, f'echo "{name} $*" >> {said}; find {root} -type l -name "*{word}" -delete')
    monkeypatch.setenv("PATH", f"{tmp_path / 'bin'}:{os.environ['PATH']}")
    came = {
        link(root, "etc/systemd/system/multi-user.target.wants/nginx.service"),
        link(root, "etc/rc2.d/S01web"),
        link(root, "etc/rc3.d/S01web"),
        link(root, "etc/runlevels/default/caddy"),
    }
    kept = link(root, "etc/systemd/system/multi-user.target.wants/cron.service")
    assert services.switch_off(came, root) == []
    commands = ["rc-update --all delete caddy", "systemctl disable nginx.service", "update-rc.d web disable"]
    assert said.read_text().splitlines() == commands
    assert kept.is_symlink() and not any(path.is_symlink() for path in came)


def test_a_service_that_cannot_be_switched_off_is_told_with_the_command(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    script(tmp_path / "bin", "systemctl", "exit 1")
    monkeypatch.setenv("PATH", str(tmp_path / "bin"))
    came = {link(tmp_path / "root", "etc/systemd/system/multi-user.target.wants/nginx.service")}
    assert services.switch_off(came, tmp_path / "root") == ["systemctl disable nginx.service"]


@pytest.mark.parametrize("words", ["invoke-rc.d nginx start", "deb-systemd-invoke start nginx", "service nginx start"])
def test_what_packages_call_to_start_a_service_does_nothing(tmp_path: Path, words: str) -> None:
    services.write_stand_ins(tmp_path)
    program, *arguments = words.split()
    done = subprocess.run([tmp_path / program, *arguments], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


@pytest.mark.parametrize(
    ("asked", "is_known", "passed_on"),
    [
        ("enable new.service", False, ["debian-installed new.service", "update-state new.service"]),
        (
            "--user enable new.service",
            False,
            ["--user debian-installed new.service", "--user update-state new.service"],
        ),
        ("enable old.service", True, ["debian-installed old.service", "enable old.service"]),
        ("--quiet was-enabled new.service", False, ["--quiet was-enabled new.service"]),
    ],
)
def test_a_new_service_is_recorded_and_not_switched_on_and_an_old_one_is_left_alone(
    tmp_path: Path, asked: str, is_known: bool, passed_on: list[str]
) -> None:
    services.write_stand_ins(tmp_path)
    said = tmp_path / "said"
    knows = "exit 0" if is_known else 'case "$*" in *debian-installed*) exit 1 ;; esac'
    real = script(tmp_path, "real", f'echo "$*" >> {said}; {knows}')
    stand_in = tmp_path / "deb-systemd-helper"
    stand_in.write_text(stand_in.read_text().replace("/usr/bin/deb-systemd-helper", str(real)))
    subprocess.run([stand_in, *asked.split()], check=True)
    assert said.read_text().splitlines() == passed_on
