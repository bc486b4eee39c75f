"""Install the browser that the tests of the page take, where it is missing and this process may."""

from __future__ import annotations

import sys

from browser.chromium import program
from iotrial.run.machine import install_packages

if program() is None:
    left = install_packages(["chromium"])
    for command in left:
        print(f"to test the page, type: {command}", file=sys.stderr)
