"""The texts that a run stores are those that it began with, whatever a method does to its file."""

from __future__ import annotations

import shutil
from dataclasses import replace
from pathlib import Path

from iotrial.ask import tree
from iotrial.measure.measured_files import read_texts, sha256_of
from iotrial.measure.recorded import level_record
from iotrial.workers.arm_worker import WrongWork
from iotrial.workers.build import Program
from iotrial.workers.round_workers import CHANGED_TEXT, LocalRoundWorkers, Start
from measure.scripted import level


def test_a_method_that_changes_or_removes_its_file_is_stored_as_it_was(tmp_path: Path) -> None:
    catalog = tree.load([])
    for change in (Path.unlink, lambda path: path.write_text("another"), lambda path: (path.unlink(), path.mkdir())):
        path = Path(shutil.copy(catalog.methods[("scan", "python/mmap")].path, tmp_path / "mmap.py"))
        text, one = path.read_text(), level(["python/mmap", "python/read"])
        for arm in one.arms:
            arm.method, arm.kit = replace(arm.method, job="scan", path=path), catalog.kits["python"]
        texts = read_texts([one], "scan")
        change(path)
        record = level_record(one, 1, texts)
        assert {arm.method_sha256 for arm in record.arms} == {sha256_of(text)}
        assert texts.by_hash()[sha256_of(text)] == text
        if path.is_dir():
            path.rmdir()


def test_a_method_whose_file_is_another_is_not_started_again(tmp_path: Path) -> None:
    catalog = tree.load([])
    method = catalog.methods[("scan", "python/mmap")]
    path = Path(shutil.copy(method.path, tmp_path / "mmap.py"))
    one = level(["python/mmap", "python/read"])
    for arm in one.arms:
        arm.method, arm.kit, arm.program = (
            replace(method, path=path),
            catalog.kits["python"],
            Program(("false",), "", ""),
        )
    read_texts([one], "scan")
    path.write_text("")
    with LocalRoundWorkers(one, None, tmp_path) as workers:
        (found,) = workers.start([(one.arms[2], Start())]).values()
    assert isinstance(found, WrongWork) and str(found) == CHANGED_TEXT
