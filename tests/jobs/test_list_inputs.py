"""Folders of many files on file systems that allow a file few names, or do not list all that is there."""

from __future__ import annotations

import errno
import os
from pathlib import Path

import pytest

from iotrial.ask import tree
from iotrial.measure.check_methods import check
from iotrial.workers.task import task_of


@pytest.mark.parametrize("most", [0, 1, 7, 1000])
def test_it_has_all_names_however_many_a_file_may_have(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, most: int
) -> None:
    link = os.link

    def few(file: str, name: str) -> None:
        if Path(file).stat().st_nlink > most:
            raise OSError(errno.ENOSPC, "as GlusterFS says it", name)
        link(file, name)

    monkeypatch.setattr(os, "link", few)
    job = tree.load().jobs["list"]
    task_of(job, {"entries": 1000, "cache": "warm"}, tmp_path).create()
    (folder,) = tmp_path.glob("lead-in-*")
    assert sorted(path.name for path in folder.iterdir()) == sorted(
        f"{number}.txt" for number in range(int(folder.name[8:]))
    )
    links = {path.stat().st_nlink for path in folder.iterdir()}
    assert max(links) <= most + 1


def test_a_file_system_that_does_not_list_all_names_is_told_and_no_method_blamed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    listdir = os.listdir
    monkeypatch.setattr(os, "listdir", lambda *place: [name for name in listdir(*place) if name != "7.txt"])
    catalog = tree.load()
    target = tmp_path / "target"
    target.mkdir()
    found = check(catalog, [catalog.methods[("list", "python/listdir")]], target)
    whole = [one for one in found if one.level and int(one.level["entries"]) < 8]
    assert whole and {one.status for one in whole} == {"ok"}
    others = [one for one in found if one not in whole]
    assert {one.status for one in others} == {"skipped"}
    assert all("does not list 1 of" in str(one.reason) and "'7.txt' among them" in str(one.reason) for one in others)
