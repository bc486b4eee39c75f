"""Formatters, linters and types for every language here; ends with 1 if anything is found, all of it shown."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
WARNINGS = ["-Wall", "-Wextra", "-Wpedantic", "-Werror", "-O1", "-fsyntax-only"]


def files(*patterns: str) -> list[str]:
    """Tracked and new files that match, without ignored ones."""
    command = ["git", "ls-files", "--cached", "--others", "--exclude-standard", *patterns]
    listed = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout.split("\n")
    return [name for name in listed if name and (ROOT / name).exists()]


def folders(*names: str) -> list[str]:
    """Those of some folders that hold Python."""
    return [name for name in names if any((ROOT / name).rglob("*.py"))]


def passes(command: Sequence[str], **environment: str) -> bool:
    """Return if a command is content; show its output if it is not."""
    shown = " ".join(Path(word).name if "/" in word else word for word in command[:6]) + (" …" if command[6:] else "")
    if shutil.which(command[0]) is None:
        print(f"lint: {command[0]} is not installed", file=sys.stderr)
        return False
    done = subprocess.run(
        command, cwd=ROOT, env={**os.environ, **environment}, check=False, capture_output=True, text=True
    )
    said = "" if done.returncode == 0 else f"{done.stdout}{done.stderr}\n"
    # In one piece: others say theirs meanwhile.
    sys.stdout.write(f"lint: {'FAIL' if done.returncode else 'ok  '} {shown}\n{said}")
    sys.stdout.flush()
    return done.returncode == 0


def main() -> int:
    """Run them all, as many at once as there are CPUs; those that take longest begin."""
    python = [sys.executable, "-m"]
    clang_format = str(Path(sys.executable).with_name("clang-format"))
    c, cpp = (
        files(
            *("kits/c/*.c", "methods/*/c/*.c", "methods/*/c_server/*.c"),  # a star means folders in folders, too
            *("benchmarks/*.c", "tests/*.c", "src/iotrial/*/*.c"),
        ),
        files("kits/cpp/*.cpp", "methods/*/cpp/*.cpp", "benchmarks/*.cpp"),
    )
    headers = files("kits/c/*.h", "kits/cpp/*.hpp", "methods/*/c_server/*.h")
    server = "methods/serve/floors/c_server"
    gcc = ["-D_GNU_SOURCE", *WARNINGS]
    checked = folders("src", "tests", "benchmarks", "attacks", "docs")
    methods = ["--cache-dir", ".mypy_cache/methods", "methods", "kits/python"]  # beside the other: a cache of its own
    # Of the two files that are named kit.py, an import means that of Python; the other is looked at alone.
    servers = ["--cache-dir", ".mypy_cache/servers", "--exclude", "/kit\\.py$", "kits/http_server"]
    their_kit = ["--cache-dir", ".mypy_cache/kit", "--follow-imports", "silent", "kits/http_server/kit.py"]
    checks: list[Callable[[], bool]] = [
        partial(passes, [*python, "mypy", *checked], MYPYPATH="src:tests:kits/python:kits/http_server"),
        partial(passes, ["c++", "-std=c++20", *gcc, "-I", "kits/cpp", "-I", "kits/cpp/jobs", *cpp]),
        partial(passes, [*python, "mypy", *methods], MYPYPATH="src:.:kits/python:methods/serve/python_web"),
        partial(passes, [*python, "mypy", *servers], MYPYPATH="kits/python:kits/http_server"),
        partial(passes, [*python, "mypy", *their_kit], MYPYPATH="kits/http_server"),
        partial(passes, ["cc", "-std=c17", *gcc, "-I", "kits/c", "-I", "kits/c/jobs", "-I", server, *c]),
        partial(passes, [*python, "ruff", "check", "."]),
        partial(passes, [*python, "ruff", "format", "--check", "."]),
        partial(passes, [clang_format, "--dry-run", "-Werror", *c, *cpp, *headers]),
        *(partial(passes, ["php", "-l", name]) for name in files("*.php")),
        *(partial(passes, ["node", "--check", name]) for name in files("*.mjs")),
    ]
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        results = list(pool.map(lambda check: check(), checks))
    return 0 if all(results) else 1


if __name__ == "__main__":
    sys.exit(main())
