"""A umask that takes this user's own rights away leaves no folder that nobody removes."""

from __future__ import annotations

import errno
import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from iotrial.errors import UsageError
from iotrial.folders.own_rights import keep_own_rights
from iotrial.folders.removal import open_folder
from iotrial.places import workplace
from iotrial.places.target import Target


@pytest.fixture
def umask() -> Iterator[None]:
    before = os.umask(0o022)
    yield
    os.umask(before)


@pytest.mark.parametrize(("given", "kept"), [(0o777, 0o077), (0o027, 0o027), (0o700, 0), (0, 0)])
@pytest.mark.usefixtures("umask")
def test_own_rights_stay_and_those_of_others_do_not_grow(given: int, kept: int) -> None:
    os.umask(given)
    keep_own_rights()
    assert os.umask(0o022) == kept


def test_a_folder_that_cannot_be_opened_is_taken_away_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As it is for whoever is not root, under a umask of 777."""

    def refused(name: str, parent: int | None = None) -> int:
        if str(name).startswith("iotrial-"):
            raise PermissionError(errno.EACCES, "Permission denied")
        return open_folder(name, parent)

    monkeypatch.setattr(workplace, "open_folder", refused)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    (tmp_path / "target").mkdir()
    with pytest.raises(UsageError, match="Permission denied"):
        workplace.Workplace(Target("files", tmp_path / "target", "tmpfs", "tmpfs", "rw"))
    assert not list((tmp_path / "target").iterdir())
