"""A worker that is asked for thousands of samples has no more files open at the end than at the beginning."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from iotrial.workers.worker import Command, Worker
from kits.made import catalog_of_all, languages, program_for

pytestmark = pytest.mark.skipif(not Path("/proc/self/fd").exists(), reason="the system does not tell")


@pytest.mark.parametrize("language", languages())
def test_a_worker_has_no_more_files_open_however_often_it_is_asked(language: str, tmp_path: Path) -> None:
    catalog = catalog_of_all()
    method = next(one for one in catalog.methods_of("empty") if one.language == language)
    program = program_for(catalog.kits[language], method)
    worker = Worker(Command(program.argv, os.environ, stdout=None, log=tmp_path / "log of the worker"))
    try:
        counts = []
        for _ in range(4):
            worker.ask("prepare", 60, job="empty")
            window: dict[str, str | int] = {"start_ns": 1, "end_ns": 2, "moments": str(tmp_path / "moments")}
            ways: list[dict[str, str | int]] = [{}, {"reader": os.getpid()}]
            ways += [window] if "windows" in catalog.kits[language].also else []
            for more in ways:  # the reader's file may stay open: it is read again
                worker.ask("measure", 60, iterations=1, lead_in=1, **more)
            counts.append(len(list(Path(f"/proc/{worker.pid}/fd").iterdir())))
        assert counts[1:] == counts[1:2] * 3
    finally:
        worker.close()
