"""Install what the tests and linters take and users do not, if it is missing and this process may."""

from __future__ import annotations

import shutil
import sys

from benchmarks.browser import program

from iotrial.machine.installation import install_packages
from iotrial.machine.system_packages import may_install, typed_to_install
from iotrial.places.filesystems import program as system_program

#: The package, and if what it is for is there.
NEEDED = {
    "chromium": program() is not None,  # tests of the page
    "npm": shutil.which("npm") is not None,  # linters of JavaScript
    "rustfmt": shutil.which("rustfmt") is not None,
    "rust-clippy": shutil.which("clippy-driver") is not None,
    "debootstrap": system_program("debootstrap") is not None,  # make test-long installs servers into a fresh system
    "nftables": system_program("nft") is not None,  # packets between hosts of a fleet are lost
}

missing = [package for package, is_there in NEEDED.items() if not is_there]
if missing and not may_install():
    print(f"to test everything, type: {typed_to_install(missing) or missing}", file=sys.stderr)
else:
    for package in missing:  # one after the other, since a system may have some and not all
        if failure := install_packages([package]).failure:
            print(f"{package}: {failure.command} ended with status {failure.status}: {failure.log}", file=sys.stderr)
