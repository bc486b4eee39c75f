"""Install what the tests and linters take and users do not, if it is missing and this process may."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

from benchmarks.browser import program

from iotrial.catalog import tree
from iotrial.host.packages import install_packages, package_manager
from iotrial.targets.filesystems import program as system_program

HAS_SERVICES = Path("/run/systemd/system").exists()

#: What it is for, the package, and if it is there.
NEEDED = (
    ("test the page", "chromium", program() is not None),
    ("lint JavaScript", "npm", shutil.which("npm") is not None),
    ("format Rust", "rustfmt", shutil.which("rustfmt") is not None),
    ("lint Rust", "rust-clippy", shutil.which("clippy-driver") is not None),
    ("lose packets between hosts of a fleet", "nftables", system_program("nft") is not None),
    ("mount by sshfs", "sshfs", system_program("sshfs") is not None),
    ("mount GlusterFS", "glusterfs-client", system_program("glusterfs") is not None),
    # Where services are managed, its package would start one that others can log in to: there a person decides.
    ("mount by sshfs", "openssh-server", system_program("sshd") is not None or HAS_SERVICES),
    ("mount GlusterFS", "glusterfs-server", system_program("glusterfsd") is not None or HAS_SERVICES),
)

#: What has the tools that fetch packages, if they are missing, and packages of the system, for methods that need some.
KITS = tree.load().kits.values()
OF_METHODS = [kit.fetching.packages for kit in KITS if kit.fetching and not any(map(shutil.which, kit.fetching.tool))]
OF_METHODS += [package.install for kit in KITS for package in kit.packages.values() if package.install]

for what, package, is_there in NEEDED:
    for command in [] if is_there else install_packages([package]):
        print(f"to {what}, type: {command}", file=sys.stderr)

manager = package_manager() or ""
for packages in OF_METHODS:  # one after the other, since a system may have some and not all
    for command in install_packages(packages.get(manager, ())):
        print(f"to try methods that need packages, type: {command}", file=sys.stderr)
