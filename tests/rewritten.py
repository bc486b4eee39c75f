"""The assertions of test files as pytest rewrites them, kept beside the files before processes share the tests.

pytest does this whenever it imports such a file for which nothing is kept, so processes that begin together would each
do all of it, which is half of their start. What pytest keeps is bound to the text of the file.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

import pytest
from _pytest.assertion import rewrite
from _pytest.config import ExitCode


def files_of(given: Sequence[str]) -> list[Path]:
    """The files that pytest would import for these words of its command line."""
    found: list[Path] = []
    for word in given:
        path = Path(word.partition("::")[0]).resolve()
        found += [one for name in ("test_*.py", "conftest.py") for one in path.rglob(name)] or [path]
    return [path for path in dict.fromkeys(found) if path.is_file()]


def keep_rewritten(config: pytest.Config, files: Sequence[Path], processes: int) -> None:
    """Keep each file rewritten, in forks of this process that share them; what fails there is left to pytest."""
    forks = []
    for number in range(processes):
        if (pid := os.fork()) == 0:
            try:
                for path in files[number::processes]:
                    keep(config, path)
            finally:
                os._exit(ExitCode.OK)
        forks.append(pid)
    for pid in forks:
        os.waitpid(pid, 0)


def keep(config: pytest.Config, path: Path) -> None:
    """Keep a file rewritten, where pytest looks for it and as pytest would."""
    state = config.stash[rewrite.assertstate_key]
    kept = rewrite.get_cache_dir(path) / f"{path.stem}{rewrite.PYC_TAIL}"
    if rewrite.try_makedirs(kept.parent) and rewrite._read_pyc(path, kept) is None:
        source_hash, code = rewrite._rewrite_test(path, config)
        rewrite._write_pyc(state, code, source_hash, kept)
