"""Want of open files while a program is compiled is no method's fault: it is shown with what to do about it."""

from __future__ import annotations

import errno
import os
from functools import partial
from hashlib import sha256
from pathlib import Path

import pytest

from iotrial.ask import tree
from iotrial.machine.refusal import refusal_of
from iotrial.workers import build
from iotrial.workers.compiled import compiled


def test_want_of_open_files_is_told_with_the_command_that_helps(monkeypatch: pytest.MonkeyPatch) -> None:
    def lacks(*words: object, **more: object) -> Path:
        raise OSError(errno.EMFILE, os.strerror(errno.EMFILE))

    catalog = tree.load([])
    monkeypatch.setattr(build, "compiled", lacks)
    with pytest.raises(OSError, match="Too many open files") as error:
        build.program_of(catalog.kits["c"], catalog.methods[("scan", "c/mmap")], {})
    refused = refusal_of(error.value)
    assert refused is not None and "ulimit -n" in (refused.hint or "")


def failing(said: str, part: Path) -> list[str]:
    """The command of a compiler that fails."""
    return ["sh", "-c", f"echo '{said}' >&2; exit 1"]


def test_so_is_a_compiler_or_a_linker_that_may_have_no_more_of_them() -> None:
    for said in (
        "cc: error: x.o: Too many open files",
        "ld: plugin framework: out of file descriptors. Try using fewer",
    ):
        with pytest.raises(OSError, match="Too many open files"):
            compiled(sha256(said.encode()).hexdigest(), partial(failing, said))
