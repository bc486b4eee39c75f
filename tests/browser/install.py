"""Install the browser that the tests of the page take, if it is missing and this process may."""

from __future__ import annotations

import sys

from benchmarks.browser import program

from iotrial.host.packages import install_packages

if program() is None:
    for command in install_packages(["chromium"]):
        print(f"to test the page, type: {command}", file=sys.stderr)
