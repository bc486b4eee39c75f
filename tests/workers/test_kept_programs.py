"""A program of the cache is started only if it is the one that we put there; else it is compiled again."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest

from iotrial.catalog import tree
from iotrial.workers.build import program_of, programs_folder
from targets.hostile import give, require_root


@pytest.fixture(autouse=True)
def own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))


def build() -> Path:
    """The program of some method in C."""
    catalog = tree.load()
    kit = catalog.kits["c"]
    method = next(method for method in catalog.methods.values() if method.language == "c")
    program = Path(program_of(kit, method, {}).argv[0])
    assert program.parent == programs_folder()
    return program


@pytest.mark.parametrize("what", ["a link", "another user's", "of all to write to"])
def test_a_program_that_somebody_else_could_have_put_there_is_compiled_again(tmp_path: Path, what: str) -> None:
    if shutil.which("cc") is None and shutil.which("gcc") is None and shutil.which("clang") is None:
        pytest.skip("no compiler is installed")
    program = build()
    compiled = program.read_bytes()
    planted = tmp_path / "planted"
    planted.write_bytes(b"#!/bin/sh\n")
    planted.chmod(0o755)
    program.unlink()
    if what == "a link":
        program.symlink_to(planted)
    else:
        planted.rename(program)
        if what == "another user's":
            require_root()
            give(program)
        else:
            program.chmod(0o777)
    assert build() == program
    assert not program.is_symlink() and program.read_bytes() == compiled
    assert program.stat().st_uid == os.geteuid() and program.stat().st_mode & 0o777 == 0o700


def test_a_program_that_we_put_there_is_not_compiled_again() -> None:
    if shutil.which("cc") is None and shutil.which("gcc") is None and shutil.which("clang") is None:
        pytest.skip("no compiler is installed")
    before = build().stat()
    assert build().stat().st_ino == before.st_ino
    assert programs_folder().stat().st_mode & 0o777 == 0o700
