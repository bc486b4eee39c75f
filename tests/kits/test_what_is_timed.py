"""A kit times the work and nothing before it: neither its lead-in nor its arranging.

Each kit does the job `nap` of tests/slow_beginnings, which sleeps as long as it is told. No sleep is shorter than that:
a figure that holds one is not below its length, and one that is below holds none. A machine that does something else
may take any time for no work, so the least of several samples is taken.
"""

from __future__ import annotations

import contextlib
import os
import shutil
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from iotrial.ask.catalog import Kit, Method
from iotrial.workers.worker import Command, Worker
from kits.made import ROOT, catalog_of_all, languages, program_for

SLOW = ROOT / "tests" / "slow_beginnings"
NAP_MS = 100
NAP_NS = NAP_MS * 10**6

#: Samples, of which the least counts: where that is to be a short one, those after it need not be taken.
TRIALS = 3

#: Flags for kits that are wrong, and are compiled for one test.
QUICK = {"c": "-O0", "cpp": "-O0", "rust": "-C opt-level=0"}

#: The line of each kit that reads the clock, and those with which its lead-in and its arranging begin: before either it
#: would be wrong.
CLOCK_IS_READ = {
    "c": "    int64_t began_ns = now_ns();\n",
    "cpp": "    const std::int64_t began_ns = now_ns();\n",
    "go": "\tbeganNS := NowNS()\n",
    "java": "        long beganNs = nowNs();\n",
    "javascript": "        const beganNs = nowNs();\n",
    "perl": "    my $began_ns        = now_ns();\n",
    "php": "        $beganNs = hrtime(true);\n",
    "python": "        began_ns = clock()\n",
    "rust": "        let began_ns = now_ns();\n",
}
LEAD_IN = {
    "c": "    if (lead_in_with(lead_in) < 0)\n",
    "cpp": "    if (lead_in_iterations > 0) {\n",
    "go": "\tif leadIn > 0 {\n",
    "java": "        if (leadIn > 0) {\n",
    "javascript": "        if (leadIn > 0) {\n",
    "perl": "    if ($lead_in_iterations > 0) {\n",
    "php": "        if ($leadIn > 0) {\n",
    "python": "        if lead_in > 0:\n",
    "rust": "        if lead_in > 0 {\n",
}
ARRANGING = {
    "c": "    if (arrange(work_task, iterations) < 0)\n",
    "cpp": "    work->arrange(iterations);\n",
    "go": "\tarrange(work, iterations)\n",
    "java": "        work.arrange(iterations);\n",
    "javascript": "        work.arrange(iterations);\n",
    "perl": "    Adapter::arrange($work, $iterations);\n",
    "php": "        $work->arrange($iterations);\n",
    "python": "        work.arrange(iterations)\n",
    "rust": "        self.work.arrange(iterations);\n",
}


def kit_with_nap(language: str, folder: Path) -> Kit:
    """A copy of a kit that has an adapter for `nap`."""
    kit = catalog_of_all().kits[language]
    shutil.copytree(kit.folder, folder, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(SLOW / language / f"adapter.{kit.extension}", folder / "jobs" / f"nap.{kit.extension}")
    return replace(kit, folder=folder)


def reads_the_clock_too_early(kit: Kit) -> None:
    """Move the reading of the clock up to where it would be wrong: before the arranging, which the lead-in follows."""
    text = kit.program.read_text()
    arranging, lead_in, clock = (lines[kit.language] for lines in (ARRANGING, LEAD_IN, CLOCK_IS_READ))
    assert text.count(arranging) == text.count(lead_in) == text.count(clock) == 1
    assert text.index(arranging) < text.index(lead_in) < text.index(clock)
    kit.program.write_text(text.replace(clock, "").replace(arranging, clock + arranging))


@contextlib.contextmanager
def napping(kit: Kit, folder: Path) -> Iterator[Callable[..., Iterator[int]]]:
    """Give what asks one worker for samples of one iteration, each after a lead-in of one, and yields their times."""
    method = Method(
        job="nap",
        language=kit.language,
        name="method",
        path=SLOW / kit.language / f"method.{kit.extension}",
        summary="",
        when="",
    )
    log = folder / "log of the worker"
    worker = Worker(Command(program_for(kit, method).argv, os.environ, stdout=None, log=log))

    def walls_ns(**naps_ms: int) -> Iterator[int]:
        worker.ask("prepare", 20, job="nap", **{"nap_ms": 0, "lead_nap_ms": 0, "arrange_ms": 0, **naps_ms})
        for _ in range(TRIALS):
            yield worker.ask("measure", 20, iterations=1, lead_in=1).number("wall_ns") or 0

    try:
        yield walls_ns
    finally:
        worker.close()


@pytest.mark.parametrize("language", languages())
def test_the_work_is_timed_and_neither_its_lead_in_nor_what_is_made_before_it(language: str, tmp_path: Path) -> None:
    kit = kit_with_nap(language, tmp_path / "kit")
    with napping(kit, tmp_path) as walls_ns:
        assert any(wall_ns < NAP_NS for wall_ns in walls_ns(lead_nap_ms=NAP_MS))
        assert any(wall_ns < NAP_NS for wall_ns in walls_ns(arrange_ms=NAP_MS))
        assert all(wall_ns >= NAP_NS for wall_ns in walls_ns(nap_ms=NAP_MS))


@pytest.mark.parametrize("language", languages())
def test_a_kit_that_times_what_is_before_the_work_is_found_out(language: str, tmp_path: Path) -> None:
    kit = kit_with_nap(language, tmp_path / "kit")
    reads_the_clock_too_early(kit)
    with napping(replace(kit, flags=QUICK.get(language, kit.flags)), tmp_path) as walls_ns:
        for nap in ("lead_nap_ms", "arrange_ms"):
            assert all(wall_ns >= NAP_NS for wall_ns in walls_ns(**{nap: NAP_MS})), nap
