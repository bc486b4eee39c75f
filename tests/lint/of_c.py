"""C and C++: all warnings of the compiler, and clang-format."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from functools import partial
from pathlib import Path

from lint.check import Check, Said, passes, system_packages, version_of
from lint.programs import of_shapes, shaped
from lint.tracked import files

_WARNINGS = ("-D_GNU_SOURCE", "-Wall", "-Wextra", "-Wpedantic", "-Werror", "-O1", "-fsyntax-only")

_C = ("cc", "-std=c17", *_WARNINGS, "-I", "kits/c", "-I", "kits/c/jobs", "-I", "methods/serve/floors/c_server")
_CPP = ("c++", "-std=c++20", *_WARNINGS, "-I", "kits/cpp", "-I", "kits/cpp/jobs")


def checks() -> list[Check]:
    """The checks of C and C++."""
    c = files(
        *("kits/c/*.c", "methods/*/c/*.c", "methods/*/c_server/*.c", "benchmarks/*.c", "tests/*.c"),
        "src/iotrial/*/*.c",
    )
    cpp = files("kits/cpp/*.cpp", "methods/*/cpp/*.cpp", "benchmarks/*.cpp")
    headers = files("kits/c/*.h", "kits/cpp/*.hpp", "methods/*/c_server/*.h")
    every = files("*.c", "*.h", "*.cpp", "*.hpp")
    content = [*every, *of_shapes()]
    clang_format = str(Path(sys.executable).with_name("clang-format"))
    return [
        Check("c++", lambda: _compiled(_CPP, [*cpp, *shaped("cpp")]), content, partial(_compiler, "c++")),
        Check("cc", lambda: _compiled(_C, [*c, *shaped("c")]), content, partial(_compiler, "cc")),
        Check(
            "clang-format",
            lambda: passes([clang_format, "--dry-run", "-Werror", *c, *cpp, *headers]),
            [*every, ".clang-format"],
            lambda: [version_of(clang_format, "--version")],
        ),
    ]


def _compiled(command: Sequence[str], sources: Sequence[str]) -> Said:
    return passes([*command, *sources])


def _compiler(name: str) -> Sequence[str]:
    return [version_of(name, "--version"), system_packages()]
