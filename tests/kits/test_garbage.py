"""Kits of languages that collect garbage tell how often, if they are asked; the others leave it out."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from iotrial.workers.worker import Command, Worker
from kits.made import catalog_of_all, languages, program_for

#: Those whose kits tell; a method of each reads a file into memory that it takes anew each time.
READS_WHOLE = {"go": "go/read_file", "java": "java/read_all_bytes", "javascript": "javascript/read_file_sync"}
FILE_BYTES = 4 << 20

#: So much is read at the most until a collection is seen: no heap takes all of it without one.
MOST_BYTES = 32 << 30
ITERATIONS = 64


@pytest.mark.parametrize("language", sorted(READS_WHOLE))
def test_reading_gigabytes_into_memory_collects_garbage_and_only_whoever_asks_is_told(
    language: str, tmp_path: Path
) -> None:
    catalog = catalog_of_all()
    program = program_for(catalog.kits[language], catalog.methods["deliver", READS_WHOLE[language]])
    path = tmp_path / "input"
    path.write_bytes(bytes(FILE_BYTES))
    with Path(os.devnull).open("wb") as nowhere:
        worker = Worker(Command(program.argv, os.environ, stdout=nowhere.fileno(), log=tmp_path / "log of the worker"))
        try:
            worker.ask("prepare", 60, job="deliver", input=str(path), lead_input=str(path))
            assert worker.ask("measure", 60, iterations=1, lead_in=0).number("collections") is None
            count = 0
            for _ in range(MOST_BYTES // FILE_BYTES // ITERATIONS):
                reply = worker.ask("measure", 60, iterations=ITERATIONS, lead_in=0, collections=1)
                stopped_ns, wall_ns = reply.number("gc_ns"), reply.number("wall_ns")
                assert stopped_ns is not None and wall_ns is not None and 0 <= stopped_ns < 2 * wall_ns
                count += reply.number("collections") or 0
                if count:
                    break
            assert count > 0
        finally:
            worker.close()


@pytest.mark.parametrize("language", sorted(set(languages()) - set(READS_WHOLE)))
def test_a_kit_that_does_not_know_the_question_works_as_ever(language: str, tmp_path: Path) -> None:
    catalog = catalog_of_all()
    method = next(one for (job, _), one in catalog.methods.items() if job == "empty" and one.language == language)
    program = program_for(catalog.kits[language], method)
    worker = Worker(Command(program.argv, os.environ, stdout=None, log=tmp_path / "log of the worker"))
    try:
        worker.ask("prepare", 60, job="empty")
        reply = worker.ask("measure", 60, iterations=1, lead_in=0, collections=1)
        assert reply.number("work") == 1 and reply.number("collections") is None
    finally:
        worker.close()
