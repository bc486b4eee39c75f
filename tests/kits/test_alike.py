"""Kits are alike: the same files, and in them the same parts in the same order."""

from __future__ import annotations

import re
from pathlib import Path
from urllib.parse import quote

import pytest

from iotrial.ask import tree
from iotrial.ask.catalog import ALSO, SHAPES, TEMPLATES
from iotrial.ask.shaped import SHARED
from iotrial.workers.transcripts import PLAIN
from kits.made import ROOT, catalog_of_all, languages, with_own_worker

PAGE = (ROOT / "kits" / "PROTOCOL.md").read_text()
CATALOG = tree.load()
OURS = with_own_worker(CATALOG)
STACKS = sorted({*CATALOG.kits} - {*OURS})

#: Headers that methods and floors of C share, and methods of C++; other languages have none.
HEADERS = {
    "c": {"append", "floor", "floor_lines", "floor_tree", "list", "log", "contents", "load", "names", "scan"},
    "cpp": {"append", "log", "scan"},
}

#: The job whose methods are servers: the worker of stacks has its adapter, and no other.
OF_SERVERS = "serve"


def stems(folder: Path) -> set[str]:
    return {path.stem for path in folder.iterdir() if path.is_file()}


@pytest.mark.parametrize("language", languages())
def test_the_parts_of_a_kit_are_those_of_the_page_in_its_order(language: str) -> None:
    kit = catalog_of_all().kits[language]
    rows = PAGE.split("| part of `kit.EXT` |")[1].split("\n\n")[0].splitlines()[2:]
    parts = [row.split("|")[1].strip() for row in rows]
    parts = [part for part in parts if part.lower() in kit.also or part.lower() not in ALSO]
    assert re.findall(r"^(?://|#) ---- (.+)$", kit.program.read_text(), re.MULTILINE) == parts


@pytest.mark.parametrize("language", OURS)
def test_every_kit_of_ours_has_the_same_files(language: str) -> None:
    kit = catalog_of_all().kits[language]
    folder = kit.folder
    jobs = {job.name for job in CATALOG.jobs.values() if job.shape is None} - {OF_SERVERS}
    assert stems(folder / "jobs") - HEADERS.get(language, set()) == {*jobs, "tagged"}
    assert stems(folder / "shapes") == {
        f"{name}.{kit.extension}" for name in {SHARED, *(TEMPLATES.get(shape, shape) for shape in SHAPES)}
    }
    assert set(kit.shaped) == {job.name for job in CATALOG.jobs.values() if job.shape is not None}
    assert stems(folder) - {"packages"} == {"kit"}


@pytest.mark.parametrize("stack", STACKS)
def test_every_stack_is_a_kit_file_alone_and_has_the_worker_of_all(stack: str) -> None:
    kit = CATALOG.kits[stack]
    assert [path.name for path in kit.folder.iterdir()] == ["kit.toml"]
    assert [path.name for path in kit.like] == ["http_server", "python"]
    assert stems(kit.worker / "jobs") == {OF_SERVERS} and list(kit.adapters) == [OF_SERVERS]
    assert kit.entry and kit.programs and kit.called


#: The reading of the counters before the work and after it, in the order in which each kit does it.
READINGS = {
    "c": (
        ("getrusage(RUSAGE_SELF, &before->usage)", "before->own = scheduled(schedstat);\n}\n"),
        ("*after) {\n    after->own = scheduled(schedstat)", "getrusage(RUSAGE_SELF, &after->usage)"),
        ("read_before(&before);\n    int64_t began_ns = now_ns();", "ended_ns = now_ns();\n    read_after(&after);"),
    ),
    "cpp": (
        ("getrusage(RUSAGE_SELF, &before.usage)", "before.own = scheduled(schedstat);\n    return before;"),
        ("Counters after;\n    after.own = scheduled(schedstat)", "getrusage(RUSAGE_SELF, &after.usage)"),
        (
            "read_before();\n    const std::int64_t began_ns = now_ns();",
            "now_ns();\n    const Counters after = read_after();",
        ),
    ),
    "go": (
        ("before := usage()", "ownBefore := own.read()\n\tbeganNS := NowNS()"),
        ("endedNS := NowNS()\n\townAfter := own.read()", "after := usage()"),
    ),
    "java": (
        ("Usage before = usage();", "Counts ownBefore = own.counts();\n        long beganNs = nowNs();"),
        ("long endedNs = nowNs();\n        Counts ownAfter = own.counts();", "Usage after = usage();"),
    ),
    "javascript": (
        ("const before = process.resourceUsage();", "const ownBefore = own.read();\n        const beganNs = nowNs();"),
        ("const endedNs = nowNs();\n        const ownAfter = own.read();", "const after = process.resourceUsage();"),
    ),
    "perl": (
        ("= usage();", "queue_ns();\n    my $began_ns        = now_ns();"),
        ("= now_ns();\n    my $queue_after_ns  = queue_ns();", "@after           = usage();"),
    ),
    "php": (
        ("$before = getrusage();", "$ownBefore = $own->read();\n        $beganNs = hrtime(true);"),
        ("$endedNs = hrtime(true);\n        $ownAfter = $own->read();", "$after = getrusage();"),
    ),
    "python": (
        ("before = usage()", "own_before = own.read()\n        began_ns = clock()"),
        ("ended_ns = clock()\n        own_after = own.read()", "after = usage()"),
    ),
    "rust": (
        ("let before = usage();", "let own_before = self.own.read();\n        let began_ns = now_ns();"),
        ("let ended_ns = now_ns();\n        let own_after = self.own.read();", "let after = usage();"),
    ),
}


@pytest.mark.parametrize("language", languages())
def test_a_kit_reads_the_queue_right_next_to_the_clock_and_what_it_used_farther_from_it(language: str) -> None:
    text = catalog_of_all().kits[language].program.read_text()
    for first, then in READINGS[language]:
        assert text.count(then) == 1 or text.count(first) == 1
        assert -1 < text.find(first) < text.find(then), (first, then)


@pytest.mark.parametrize("language", languages())
def test_a_worker_wakes_equally_long_before_its_start(language: str) -> None:
    text = catalog_of_all().kits[language].program.read_text()
    found = re.search(r"AWAKE_?BEFORE_?NS(?:: \w+)?\s*=>?\s*([0-9_']+)", text, re.IGNORECASE)
    assert found is not None and int(re.sub(r"\D", "", found[1])) == 1_000_000


def test_the_words_of_every_error_on_the_page_are_in_a_transcript() -> None:
    """Those of sums that differ and of a mistake are not: it takes a method that is wrong (test_failing_methods.py)."""
    said = "\n".join(path.read_text() for path in (ROOT / "kits" / "transcripts").glob("*.txt"))
    rows = PAGE.split("| what went wrong | `message` |")[1].split("\n\n")[0].splitlines()[2:]
    messages = [word for row in rows for word in re.findall(r"`([^`]+)`", row.split("|")[2])[:1]]
    messages = [message for message in messages if "the sum was" not in message and message != "KIND: WORDS"]
    assert len(messages) >= 12
    for message in messages:
        words = (quote(part, safe=PLAIN) for part in re.split(r"[A-Z]{3,}", message))
        pattern = "[^ ]*".join(re.escape(part) for part in words)
        assert re.search(f"error message={pattern}$", said, re.MULTILINE), message
