"""Memory on a terminal: what is held beside what top shows, and how either grows, in a sentence."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

from iotrial.judge.judged_run import JudgedRun
from iotrial.report.run_screen import show
from judge import made
from report.shown import judged_once


def printed(document: JudgedRun, width: int = 100, *, details: bool = True) -> str:
    file = io.StringIO()
    show(document, Console(file=file, width=width, color_system=None), details=details)
    return file.getvalue()


def document(tmp_path: Path, **given: Any) -> JudgedRun:
    return judged_once(made.opened(tmp_path, made.memory_run(**given)))


def test_what_top_shows_stands_beside_what_is_held(tmp_path: Path) -> None:
    rows = [line.split() for line in printed(document(tmp_path)).splitlines()]
    mapped = [row for row in rows if row[:1] == ["c/mmap_write"] and "B" in row]
    # RES, anonymous, file, shared, reclaimable, held
    assert " ".join(mapped[1]).startswith("c/mmap_write 25.0 MiB 4.00 MiB 21.0 MiB 0 B 21.0 MiB 4.00 MiB")


def test_growth_is_answered_in_sentences(tmp_path: Path) -> None:
    run = document(tmp_path)
    brief, detailed = (" ".join(printed(run, details=details).split()) for details in (False, True))
    for text in (brief, detailed):
        assert "What is held grows with file_bytes for php/file_get_contents by 1.000 bytes for each byte." in text
        assert "It is the same at every size for php/readfile and c/mmap_write." in text
        assert "What `top` shows for c/mmap_write grows, but the system can take that memory back." in text
    assert "grows 1.000 [1.000, 1.000]" in detailed and "flat [0.0000, 0.0000]" in detailed


def test_too_few_processes_say_how_many_it_takes(tmp_path: Path) -> None:
    run = document(tmp_path, processes=3)
    brief, detailed = (" ".join(printed(run, details=details).split()) for details in (False, True))
    assert "measured in 3 processes, and an interval needs 10: --memory" in detailed
    assert all("It is unclear if memory grows with file_bytes." in text for text in (brief, detailed))


@pytest.mark.parametrize("processes", [3, 8])
@pytest.mark.parametrize("width", [200, 100, 80, 60])
def test_no_line_is_wider_than_the_terminal(tmp_path: Path, width: int, processes: int) -> None:
    run = document(tmp_path, processes=processes)
    for details in (False, True):
        assert max(len(line) for line in printed(run, width, details=details).splitlines()) <= width
