"""Python: ruff, and types by mypy. All files are one program for it but for one of two that are both named kit."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from importlib.metadata import distributions

from lint.check import Check, Said, all_of, passes
from lint.programs import of_shapes, shaped
from lint.tracked import files

#: What looks for modules: a folder that a file lies in is nearer than one above that.
_WAYS = ("src", ".", "tests", "kits/python", "kits/http_server", "methods/serve/python_web")

#: Of the two files of this name, an import means that of Python; this one is looked at alone.
_OTHER_KIT = "kits/http_server/kit.py"

#: Folders that are checked whole.
_WHOLE = ("src", "tests", "benchmarks", "attacks", "docs", "methods", "kits/python")


def checks() -> list[Check]:
    """The checks of Python."""
    modules = files("*.py")
    ruff = [sys.executable, "-m", "ruff"]
    return [
        Check("mypy", _types, [*modules, *of_shapes(), "pyproject.toml"], _tools),
        Check("ruff", lambda: _is_content(ruff), [*modules, *of_shapes(), "pyproject.toml"], _tools),
        Check("ruff-format", lambda: passes([*ruff, "format", "--check", "."]), [*modules, "pyproject.toml"], _tools),
    ]


def _is_content(ruff: Sequence[str]) -> Said:
    """Look at all files, and at the adapters of shapes, which like those of jobs are for an older Python, too."""
    return all_of(passes([*ruff, "check", "."]), passes([*ruff, "check", "--ignore", "UP", *shaped("python")]))


def _types() -> Said:
    mypy = [sys.executable, "-m", "mypy"]
    others = [name for name in files("kits/http_server/*.py") if name != _OTHER_KIT]
    checked = [name for name in _WHOLE if files(f"{name}/*.py")]
    return all_of(
        passes([*mypy, *checked, *others], MYPYPATH=os.pathsep.join(_WAYS)),
        passes([*mypy, "--follow-imports", "silent", _OTHER_KIT], MYPYPATH="kits/http_server"),
        *(passes([*mypy, "--follow-imports", "silent", name], MYPYPATH="kits/python") for name in shaped("python")),
    )


def _tools() -> Sequence[str]:
    """Python, and all packages: the types of those that we use are theirs."""
    return [sys.version, *sorted(f"{one.name} {one.version}" for one in distributions())]
