"""Packages of real servers, installed into a fresh Debian in a folder: none of their services is switched on."""

from __future__ import annotations

import json
import os
import platform
import shutil
import subprocess
from pathlib import Path

import pytest

from iotrial.machine import services
from iotrial.machine.installation import install_packages, refresh_lists

SERVERS = ("nginx", "apache2", "lighttpd", "caddy", "php-fpm", "openssh-server", "glusterfs-server")

pytestmark = [
    pytest.mark.long,
    pytest.mark.skipif(os.geteuid() != 0 or shutil.which("debootstrap") is None, reason="needs root and debootstrap"),
]


def installed_in(root: Path) -> dict[str, object]:
    """Install the servers in the system below `root`, by a process that sees nothing else; return what it found."""
    reads, writes = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reads)
        try:
            os.chroot(root)
            os.chdir("/")
            os.environ.update(HOME="/var", XDG_CACHE_HOME="/var/cache", PATH="/usr/sbin:/usr/bin:/sbin:/bin")
            refresh_lists(lambda text: None)
            done = install_packages(SERVERS)
            found = {"failure": str(done.failure or ""), "off": done.switched_off, "still_on": done.still_on}
        except BaseException as error:
            found = {"failure": repr(error)}
        os.write(writes, json.dumps(found).encode())
        os._exit(0)
    os.close(writes)
    with os.fdopen(reads) as pipe:
        found = json.loads(pipe.read())
    os.waitpid(child, 0)
    return dict(found)


@pytest.mark.parametrize("first_process", ["systemd-sysv", "sysvinit-core"])
def test_no_server_that_is_installed_starts_with_the_machine(tmp_path: Path, first_process: str) -> None:
    root = tmp_path / "debian"
    release = platform.freedesktop_os_release()["VERSION_CODENAME"]
    make = ["debootstrap", "--variant=minbase", f"--include={first_process}", release, str(root)]
    subprocess.run(make, check=True, capture_output=True)
    before = services.started_at_boot(root)
    assert before  # those of the system itself
    found = installed_in(root)
    assert found["failure"] == "" and found["still_on"] == []
    assert (root / "usr/sbin/nginx").exists() and (root / "usr/sbin/apache2").exists()
    assert services.started_at_boot(root) == before
