"""Pictures where a process may have few addresses: one line and a hint, instead of an end without a word."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from judge import made

PROGRAM = """
import resource, sys
resource.setrlimit(resource.RLIMIT_AS, (int(sys.argv[1]),) * 2)
from iotrial.cli import main
sys.exit(main(sys.argv[2:]))
"""


@pytest.mark.parametrize("limit_bytes", [2 << 30, 60 << 30])
def test_a_picture_that_cannot_be_drawn_is_one_line_and_a_hint(tmp_path: Path, limit_bytes: int) -> None:
    level = made.level({"entries": 10}, "php/readdir", ["c/readdir"])
    made.store(tmp_path / "runs", made.run([level]), sweeps=4)
    asked = ("report", "--format", "svg", "--output", str(tmp_path / "x.svg"), "--results", str(tmp_path / "runs"))
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, str(limit_bytes), *asked], capture_output=True, text=True, check=False
    )
    first, hint = done.stderr.splitlines()
    assert done.returncode == 2 and first.startswith("error: the limit of addresses"), done.stderr
    assert "a picture needs 66" in first and hint == "hint: raise it: ulimit -v unlimited"
    assert not (tmp_path / "x.svg").exists()
