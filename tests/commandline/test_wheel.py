"""The built wheel, installed in an empty environment and run outside the checkout, carries a study out."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import sysconfig
import venv
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]

STUDY = """question = "Which is the faster?"
job = "append"
baseline = "python/os_write"
methods = ["python/os_write", "python/file_reopen"]
rounds = 8
blocks = 1
[[levels]]
records = 20
"""


def test_a_wheel_carries_out_a_study_by_itself(tmp_path: Path) -> None:
    build = [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", str(tmp_path), str(ROOT)]
    subprocess.run(build, check=True, capture_output=True)
    wheel = next(tmp_path.glob("*.whl"))
    venv.create(tmp_path / "venv", with_pip=False)
    python = tmp_path / "venv" / "bin" / "python"
    packages = Path(
        subprocess.run(
            [str(python), "-c", "import sysconfig; print(sysconfig.get_path('purelib'))"],
            check=True,
            capture_output=True,
            text=True,
        ).stdout.strip()
    )
    # iotrial itself comes from the wheel; what it depends on, from here: nothing is fetched.
    quick = ("--quiet", "--no-deps", "--no-compile", "--disable-pip-version-check")  # Python compiles what it imports
    install = [sys.executable, "-m", "pip", "install", *quick, "--target", str(packages), str(wheel)]
    subprocess.run(install, check=True, capture_output=True)
    (packages / "dependencies.pth").write_text(sysconfig.get_path("purelib"))
    empty = tmp_path / "empty"
    empty.mkdir()
    (empty / "mine.toml").write_text(STUDY)
    environment = {"PATH": os.environ["PATH"], "HOME": str(empty), "LANG": "C.UTF-8"}

    def iotrial(*arguments: str) -> str:
        command = [str(python), "-m", "iotrial", *arguments]
        done = subprocess.run(command, cwd=empty, env=environment, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr
        return done.stdout

    where = [str(python), "-c", "import iotrial; print(iotrial.__file__)"]
    assert str(packages) in subprocess.run(where, cwd=empty, env=environment, capture_output=True, text=True).stdout
    names = {row["study"] for row in json.loads(iotrial("studies", "--json"))}
    assert names >= {"readfile", "log-writes", "list-directory", "sequential-read", "ram-drive", "log-writers-contend"}
    document = json.loads(iotrial("run", "./mine.toml", "--json"))
    assert {arm["status"] for arm in document["levels"][0]["arms"]} == {"measured"}
