"""Real limits of processes and addresses for a user who is not root: one line and a hint, or the work is done."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from judge import made

LEVELS = [made.level({"entries": 10}, "php/readdir", ["c/readdir"])]

#: One that nobody else is, since a limit counts all that a user has.
USER = 61000 + os.getpid() % 4000

#: Root is above the limit of processes. Another user is not, and reads the tree with these rights.
RIGHTS = "-all,+dac_override,+dac_read_search"

pytestmark = pytest.mark.skipif(
    os.geteuid() != 0 or not (shutil.which("setpriv") and shutil.which("prlimit")), reason="only root becomes another"
)


def limited(folder: Path, limit: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run a command as a user of its own under a limit."""
    become = ["setpriv", "--reuid", str(USER), "--regid", str(USER), "--clear-groups"]
    rights = ["--inh-caps", RIGHTS, "--ambient-caps", RIGHTS]
    own = {
        "HOME": str(folder),
        "XDG_CACHE_HOME": str(folder / "cache"),
        "IOTRIAL_RESULTS": str(folder),
        "PYTHONPATH": os.pathsep.join(sys.path),
    }
    command = [*become, *rights, "prlimit", limit, sys.executable, "-m", "iotrial", *arguments]
    return subprocess.run(
        command, capture_output=True, text=True, check=False, cwd=folder, env={**os.environ, **own}, timeout=300
    )


@pytest.mark.parametrize(
    "limit", ["--nproc=3", "--nproc=6", "--nproc=9", "--nproc=12", "--nproc=1000", "--as=1400000000", "--as=300000000"]
)
def test_a_command_under_a_limit_does_its_work_or_says_in_one_line_what_is_missing(tmp_path: Path, limit: str) -> None:
    made.store(tmp_path, made.run(LEVELS, run="first"), {"c/readdir": 0.5}, sweeps=4)
    os.chown(tmp_path, USER, USER)
    wrong = []
    for arguments in (("show", "first"), ("report", "first", "-o", "page.html")):
        done = limited(tmp_path, limit, *arguments)
        lines = done.stderr.splitlines()
        is_told = done.returncode == 2 and len(lines) == 2 and "error: " in lines[0] and "raise" in lines[1]
        if not (is_told or (done.returncode == 0 and not lines)):
            wrong.append((arguments, done.returncode, done.stderr[-300:]))
    assert not wrong
