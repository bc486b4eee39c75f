"""JavaScript: ESLint and Prettier, which npm installs beside the tools of Python if they are missing."""

from __future__ import annotations

import threading
from collections.abc import Sequence

from lint.check import CONTENT, Check, Said, passes, version_of
from lint.programs import of_shapes, shaped
from lint.tracked import ROOT, files

_CONFIGURATION = ROOT / "tests" / "lint"

#: Where the linters are installed.
_TOOLS = ROOT / ".venv" / "node"

_INSTALLING = threading.Lock()


def checks() -> list[Check]:
    """The checks of JavaScript."""
    modules = files("*.mjs")
    eslint = ("eslint", "--max-warnings", "0", "--config", str(_CONFIGURATION / "eslint.config.mjs"), *modules)
    prettier = ("prettier", "--check", "--config", str(_CONFIGURATION / "prettier.json"), *modules)
    return [
        Check("eslint", lambda: _run([*eslint, *shaped("javascript")]), [*modules, *of_shapes()], _tools),
        Check("prettier", lambda: _run(prettier), modules, _tools),
    ]


def _tools() -> Sequence[str]:
    return [version_of("node", "--version")]


def _run(words: Sequence[str]) -> Said:
    with _INSTALLING:
        installed = _install()
    if not installed.is_content:
        return installed
    program = str(_TOOLS / "node_modules" / ".bin" / words[0])
    return passes([program, *words[1:]], NODE_PATH=str(_TOOLS / "node_modules"))


def _install() -> Said:
    """Install what node_packages.txt asks for, a name and a version on each line, if something else is there."""
    asked = (_CONFIGURATION / "node_packages.txt").read_text()
    note = _TOOLS / "installed.txt"
    if note.exists() and note.read_text() == asked:
        return CONTENT
    _TOOLS.mkdir(exist_ok=True)
    packages = ["@".join(line.split()) for line in asked.splitlines()]
    npm = ["npm", "install", "--no-save", "--no-package-lock", "--no-audit", "--no-fund", "--prefix"]
    said = passes([*npm, str(_TOOLS), *packages])
    if said.is_content:
        note.write_text(asked)
    return said
