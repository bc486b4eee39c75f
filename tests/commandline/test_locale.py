"""Methods do their job whatever the locale is."""

from __future__ import annotations

import os
import subprocess
import sys

from commandline.command import Place


def test_in_a_locale_that_is_ascii_alone_a_method_is_right_all_the_same(place: Place) -> None:
    ascii_alone = {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}
    done = subprocess.run(
        [sys.executable, "-m", "iotrial", "check", "append/python/os_write", "--target", str(place.target)],
        env={**os.environ, **place.environment, **ascii_alone},
        capture_output=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
