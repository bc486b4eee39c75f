"""Folders for as long as something goes on."""

from __future__ import annotations

import ast
import os
from pathlib import Path

import pytest

import iotrial
from iotrial.folders.cache_folder import own_folder
from iotrial.places import passing
from iotrial.places.passing import FOLDER, passing_folder

ROOT = Path(iotrial.__file__).parent

#: Modules that may take the system's folder for temporary files, where none of the cache will do: a key where the
#: system has no files in memory, the mirror, which removes its own, and files without names.
TAKES_A_TEMPORARY_ONE = {"hosts/identity", "store/mirror", "places/passing", "jobs/http2_request"}


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))


def test_it_is_empty_and_goes_with_all_that_was_put_there() -> None:
    with passing_folder() as folder:
        assert list(folder.iterdir()) == []
        (folder / "below").mkdir()
        (folder / "below" / "file").write_text("x")
    assert list(own_folder(FOLDER).iterdir()) == []


def test_what_a_killed_process_left_goes_at_the_next_start() -> None:
    pid = os.fork()
    if pid == 0:
        with passing_folder() as folder:
            (folder / "file").write_text("x")
            os._exit(0)
    os.waitpid(pid, 0)
    assert len(list(own_folder(FOLDER).iterdir())) == 1
    with passing_folder() as folder:
        assert list(own_folder(FOLDER).iterdir()) == [folder.parent]
    assert list(own_folder(FOLDER).iterdir()) == []


def test_where_no_cache_can_be_it_is_a_temporary_one(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(name: str) -> Path:
        raise PermissionError(name)

    monkeypatch.setattr(passing, "own_folder", refuse)
    with passing_folder() as folder:
        assert list(folder.iterdir()) == []
    assert not folder.exists()


def test_no_other_module_leaves_a_temporary_folder_to_the_next_start_of_the_machine() -> None:
    found = set()
    for path, text in ((path, path.read_text()) for path in ROOT.rglob("*.py")):
        for node in ast.walk(ast.parse(text)) if "tempfile" in text else ():
            names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            names += [node.module or ""] if isinstance(node, ast.ImportFrom) else []
            found |= {str(path.relative_to(ROOT).with_suffix(""))} if "tempfile" in names else set()
    assert found == TAKES_A_TEMPORARY_ONE
