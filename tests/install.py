"""Install what the tests and linters take and users do not, if it is missing and this process may."""

from __future__ import annotations

import shutil
import sys

from benchmarks.browser import program

from iotrial.host.packages import install_packages

#: What it is for, the package, and if it is there.
NEEDED = (
    ("test the page", "chromium", program() is not None),
    ("lint JavaScript", "npm", shutil.which("npm") is not None),
    ("format Rust", "rustfmt", shutil.which("rustfmt") is not None),
    ("lint Rust", "rust-clippy", shutil.which("clippy-driver") is not None),
)

for what, package, is_there in NEEDED:
    for command in [] if is_there else install_packages([package]):
        print(f"to {what}, type: {command}", file=sys.stderr)
