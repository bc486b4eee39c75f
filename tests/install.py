"""Install what the tests and linters take and users do not, if it is missing and this process may."""

from __future__ import annotations

import shutil
import sys

from benchmarks.browser import program

from iotrial.host.packages import install_packages

#: What it is for -> the package, if it is missing.
MISSING = {
    "test the page": None if program() else "chromium",
    "lint JavaScript": None if shutil.which("npm") else "npm",
}

for what, package in MISSING.items():
    for command in install_packages([package]) if package else []:
        print(f"to {what}, type: {command}", file=sys.stderr)
