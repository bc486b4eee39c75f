"""Faults planted in a copy of the checkout, at least one for each check: each is found, with a cache and without."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest

from lint.__main__ import all_checks
from lint.tracked import ROOT, files

_TYPE = '\n\nplanted: int = "text"\n'

#: Check -> file -> what is added to it, and found by this check alone or by others, too.
FAULTS: Mapping[str, Mapping[str, str]] = {
    "clippy": {
        "methods/append/rust/buf_writer.rs": "\nfn planted(value: i32) -> i32 {\n    return value;\n}\n",
        "kits/rust/jobs/empty.rs": "\nfn planted() {}\n",
        "kits/rust/shapes/outputs.rs.j2": "\nfn planted() {}\n",
        "methods/serve/axum/access.rs": "\nfn planted() {}\n",
        "benchmarks/plain/programs/append.rs": "\nfn planted() {}\n",
    },
    "rustfmt": {"methods/append/rust/buf_writer_64k.rs": "\n\n\n"},
    "c++": {"methods/append/cpp/ofstream_reopen.cpp": "\nstatic int planted(int value) { return 0; }\n"},
    "cc": {"kits/c/kit.c": "\nstatic int planted(int value) { return 0; }\n"},
    "clang-format": {"kits/c/kit.h": "\nint  planted ;\n"},
    "mypy": {
        name: _TYPE
        for name in (
            *("src/iotrial/units.py", "tests/in_memory.py", "benchmarks/row.py", "docs/generate.py"),
            *("methods/copy/python/shutil_copyfile.py", "kits/python/kit.py", "kits/http_server/kit.py"),
            *("kits/http_server/room.py", "methods/serve/python_web/access.py"),
        )
    },
    "ruff": {"attacks/__init__.py": "\nimport os\n"},
    "ruff-format": {"src/iotrial/errors.py": "\nPLANTED  =  1\n"},
    "go-vet": {
        "methods/append/go/bufio.go": "\nfunc planted() int {\n\treturn 1\n\treturn 2\n}\n",
        "benchmarks/plain/programs/append.go": "\nfunc planted() int {\n\treturn 1\n\treturn 2\n}\n",
    },
    "gofmt": {"kits/go/kit.go": "\nvar  planted = 1\n"},
    "javac": {
        "methods/append/java/file_channel.java": "\nclass Planted {\n    java.util.List list;\n}\n",
        "kits/java/kit.java": f"\n// {'long ' * 30}\n",
    },
    "eslint": {
        "kits/javascript/kit.mjs": "\nvar planted = 1;\n",
        "kits/javascript/shapes/outputs.mjs.j2": "\nvar planted = 1;\n",
    },
    "prettier": {"kits/javascript/jobs/empty.mjs": "\nexport const  planted=1\n"},
    "php": {
        "methods/append/php/reopen.php": "\nfunction planted( {}\n",
        "kits/php/kit.php": "\nfunction planted($value, $value) {}\n",  # found by what compiles, not by what reads
    },
}


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the checkout with the same environment and nothing kept."""
    folder = tmp_path_factory.mktemp("copy") / "checkout"
    for name in files("*"):
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / name, folder / name)
    (folder / ".venv").symlink_to(ROOT / ".venv")
    subprocess.run(["git", "init", "-q"], cwd=folder, check=True)
    return folder


def lint(copy: Path) -> dict[str, tuple[str, str]]:
    """Check -> what came of it, and what it said."""
    path = os.pathsep.join(str(copy / name) for name in ("tests", "src"))
    command = [sys.executable, "-m", "lint"]
    environment = {**os.environ, "PYTHONPATH": path, "PYTHONDONTWRITEBYTECODE": "1"}
    done = subprocess.run(command, cwd=copy, env=environment, check=False, capture_output=True, text=True)
    parts = re.split(r"^lint: (ok  |same|FAIL) (\S+)\n", done.stdout, flags=re.MULTILINE)
    found = {name: (state.strip(), text) for state, name, text in zip(*(parts[at::3] for at in (1, 2, 3)), strict=True)}
    assert done.returncode == any(state == "FAIL" for state, _ in found.values()), done.stderr
    return found


def states(found: Mapping[str, tuple[str, str]]) -> set[str]:
    return {state for state, _ in found.values()}


def require_all_found(found: Mapping[str, tuple[str, str]]) -> None:
    for check, places in FAULTS.items():
        state, text = found[check]
        assert state == "FAIL", check
        for name in places:
            # compilers are given copies, which have the name of a method in their path, or of a job that has the shape
            stem = "copy" if name.endswith(".j2") else Path(name).stem
            assert re.search(rf"(?<![a-z]){stem}(?![a-z])", text), (check, name, text)


def test_every_check_has_a_fault() -> None:
    assert set(FAULTS) == {check.name for check in all_checks()}


@pytest.mark.long
def test_each_fault_is_found_with_a_cache_and_without(copy: Path) -> None:
    places = [(name, text) for faults in FAULTS.values() for name, text in faults.items()]
    right = {name: (copy / name).read_text() for name, _ in places}
    for name, text in places:
        (copy / name).write_text(right[name] + text)
    require_all_found(lint(copy))
    for name, text in right.items():
        (copy / name).write_text(text)
    content = lint(copy)
    assert states(content) == {"ok"}, content
    assert states(lint(copy)) == {"same"}
    for name, text in places:
        (copy / name).write_text(right[name] + text)
    require_all_found(lint(copy))
