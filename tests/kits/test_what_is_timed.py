"""A kit times the work and nothing before it: neither its lead-in nor its arranging.

Each kit does the job `nap` of tests/slow_beginnings, which sleeps as long as it is told. No sleep is shorter than that:
a figure that holds one is not below its length, and one that is below holds none. A machine that does something else
may take any time for no work, so the least of several samples is taken.
"""

from __future__ import annotations

import os
import shutil
from dataclasses import replace
from pathlib import Path

import pytest

from iotrial.catalog.model import Kit, Method
from iotrial.workers.worker import Command, Worker
from kits.made import ROOT, catalog_of_all, languages, program_for

SLOW = ROOT / "tests" / "slow_beginnings"
NAP_MS = 200
NAP_NS = NAP_MS * 10**6

#: Samples, of which the least counts.
TRIALS = 3

#: The line of each kit that reads the clock, and the lines before which it would be wrong.
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


def reads_the_clock_before(kit: Kit, line: str) -> None:
    """Move the reading of the clock up to where it would be wrong."""
    text = kit.program.read_text()
    clock = CLOCK_IS_READ[kit.language]
    assert text.count(clock) == text.count(line) == 1
    assert text.index(line) < text.index(clock)
    kit.program.write_text(text.replace(clock, "").replace(line, clock + line))


def least_wall_ns(kit: Kit, folder: Path, **naps_ms: int) -> int:
    """The least that a few samples of one iteration took by the kit's word, each after a lead-in of one."""
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
    try:
        worker.ask("prepare", 20, job="nap", **{"nap_ms": 0, "lead_nap_ms": 0, "arrange_ms": 0, **naps_ms})
        return min(worker.ask("measure", 20, iterations=1, lead_in=1).number("wall_ns") or 0 for _ in range(TRIALS))
    finally:
        worker.close()


@pytest.mark.parametrize("language", languages())
def test_what_is_slow_in_its_lead_in_only_comes_out_as_quick_as_what_is_not(language: str, tmp_path: Path) -> None:
    kit = kit_with_nap(language, tmp_path / "kit")
    assert least_wall_ns(kit, tmp_path, lead_nap_ms=NAP_MS) < NAP_NS


@pytest.mark.parametrize("language", languages())
def test_what_is_made_before_the_work_is_not_timed(language: str, tmp_path: Path) -> None:
    kit = kit_with_nap(language, tmp_path / "kit")
    assert least_wall_ns(kit, tmp_path, arrange_ms=NAP_MS) < NAP_NS


@pytest.mark.parametrize("language", languages())
def test_the_work_is_timed(language: str, tmp_path: Path) -> None:
    kit = kit_with_nap(language, tmp_path / "kit")
    assert least_wall_ns(kit, tmp_path, nap_ms=NAP_MS) >= NAP_NS


@pytest.mark.parametrize("language", languages())
def test_a_kit_that_times_its_lead_in_is_found_out(language: str, tmp_path: Path) -> None:
    kit = kit_with_nap(language, tmp_path / "kit")
    reads_the_clock_before(kit, LEAD_IN[language])
    assert least_wall_ns(kit, tmp_path, lead_nap_ms=NAP_MS) >= NAP_NS


@pytest.mark.parametrize("language", languages())
def test_a_kit_that_times_its_arranging_is_found_out(language: str, tmp_path: Path) -> None:
    kit = kit_with_nap(language, tmp_path / "kit")
    reads_the_clock_before(kit, ARRANGING[language])
    assert least_wall_ns(kit, tmp_path, arrange_ms=NAP_MS) >= NAP_NS
