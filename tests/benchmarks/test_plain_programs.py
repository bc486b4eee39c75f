"""Plain programs do the work of every arm of the five quick studies, and know nothing of iotrial."""

from __future__ import annotations

import hashlib
import os
import random
import re
import socket
import struct
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import IO

import pytest
from benchmarks.command import BESIDE_PROGRAMS, STUDIES
from benchmarks.plain import path_of
from benchmarks.plain.program import CHECKED, LANGUAGES, SOURCES, Missing, Program, program_of, source_of
from benchmarks.plain.work import RECORD, RECORD_SUM, WORKS, Found

from iotrial.ask import tree
from iotrial.ask.study_file import load
from iotrial.workers.task import task_of

JOBS = ("deliver", "append", "list", "scan", "load", "walk", "lines", "random")
OF_IOTRIAL = re.compile(r"iotrial|\bkits?\b|methods/|#include \"|\brequire|\binclude(_once)?\b[ (]['\"]")

SAMPLES, TURNS, UNTIMED, USED, HAS_NEIGHBOUR = 2, 3, 1, 50, 1
NUMBERS = [str(number) for number in (SAMPLES, TURNS, UNTIMED, USED, HAS_NEIGHBOUR)]
ALL_TURNS = SAMPLES * TURNS + UNTIMED
NOTHING_SMALLER = "0"


#: Nothing is timed here, so Java does without its optimizing compiler, in the compiler too.
QUICK_JAVA = ("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC")


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """The folder of the programs."""
    java, of_compiler = LANGUAGES["java"], [f"-J{word}" for word in QUICK_JAVA]
    quick = replace(java, build=(*of_compiler, *java.build), start=(java.start[0], *QUICK_JAVA, *java.start[1:]))
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(LANGUAGES, "java", quick)
        yield tmp_path_factory.mktemp("programs")


@cache
def programs(job: str, built: Path) -> dict[str, Program]:
    """The programs of a job by language, without languages that are not installed."""
    found = {}
    for language in LANGUAGES:
        if source_of(job, language).exists():
            try:
                found[language] = program_of(job, language, built)
            except Missing as reason:
                assert not os.environ.get("IOTRIAL_REQUIRE_KITS"), reason
    return found


def every_method(job: str, built: Path) -> list[tuple[str, list[str]]]:
    """The methods of a job, each with the words that start it."""
    found = [
        (f"{language}/{method}", [*program.argv, method])
        for language, program in programs(job, built).items()
        for method in program.methods
    ]
    if not found:
        pytest.skip(f"no language of {job} is installed")
    return found


def samples(stderr: str, words: int) -> list[list[str]]:
    """The samples that a program printed, of so many words each."""
    lines = [line.split() for line in stderr.splitlines()]
    assert len(lines) == SAMPLES, stderr
    for line in lines:
        assert len(line) == words, stderr
        assert int(line[0]) > 0
        assert re.fullmatch(r"[0-9]+|-", line[1])
    return lines


def beside(argv: list[str], stdout: IO[str] | int | None = subprocess.PIPE) -> subprocess.CompletedProcess[str]:
    """Run a program beside a neighbour, which answers whenever it is asked, and is asked before every sample."""
    asking, asked = socket.socketpair()
    with (
        asked,
        subprocess.Popen(argv, stdin=asking.fileno(), stdout=stdout, stderr=subprocess.PIPE, text=True) as process,
    ):
        asking.close()
        times = 0
        while request := asked.recv(1):
            times += 1
            asked.send(request)
        printed, told = process.communicate()
    assert times == (0 if process.returncode else SAMPLES)
    return subprocess.CompletedProcess(argv, process.returncode, printed, told)


@pytest.mark.parametrize("has_smaller", [True, False])
def test_deliver_sends_the_file_in_every_turn(tmp_path: Path, built: Path, has_smaller: bool) -> None:
    file, smaller = tmp_path / "file", tmp_path / "smaller"
    file.write_bytes(random.Random("plain").randbytes(100_001))
    smaller.write_bytes(random.Random("smaller").randbytes(5_000) if has_smaller else b"")
    sample = smaller.read_bytes() * TURNS + file.read_bytes() * TURNS
    right = file.read_bytes() * UNTIMED + sample * SAMPLES
    last = str(smaller) if has_smaller else NOTHING_SMALLER
    for arm, argv in every_method("deliver", built):
        reader = [sys.executable, str(SOURCES / "reader.py"), "digest"]
        with subprocess.Popen(reader, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as reading:
            done = beside([*argv, str(file), *NUMBERS, last], stdout=reading.stdin)
            said, _ = reading.communicate()
        assert done.returncode == 0, (arm, done.stderr)
        assert said.split() == ["ready", str(len(right)), hashlib.sha256(right).hexdigest()], arm
        samples(done.stderr, 2)


@pytest.mark.parametrize("how", ["poll", "copy", "allocate"])
def test_every_reader_counts_what_comes(how: str) -> None:
    sent = b"x" * 300_000
    done = subprocess.run(
        [sys.executable, str(SOURCES / "reader.py"), how], input=sent, capture_output=True, check=True
    )
    assert done.stdout.split() == [b"ready", b"300000"]


WITH_NEWLINE, WITHOUT = "ninety-nine characters or fewer, and a newline\n", "none at the end"


@pytest.mark.parametrize(
    ("text", "fewer"),
    [
        (WITH_NEWLINE, 2),
        (WITHOUT, 0),
        pytest.param(WITH_NEWLINE, 0, marks=pytest.mark.long),
        pytest.param(WITHOUT, 2, marks=pytest.mark.long),
    ],
)
def test_append_leaves_every_record_in_a_log_of_each_turn(tmp_path: Path, built: Path, text: str, fewer: int) -> None:
    for arm, argv in every_method("append", built):
        folder = tmp_path / arm.replace("/", "-")
        folder.mkdir()
        done = beside([*argv, str(folder), text, "7", *NUMBERS, str(fewer)])
        assert (done.returncode, done.stdout) == (0, ""), (arm, done.stderr)
        logs = sorted((path.read_text() for path in folder.iterdir()), key=len)
        assert logs == [text * fewer] * (SAMPLES * TURNS if fewer else 0) + [text * 7] * ALL_TURNS, arm
        samples(done.stderr, 2)


@pytest.mark.parametrize("count", [0, 1, 120])
def test_list_names_what_is_in_the_folder(tmp_path: Path, built: Path, count: int) -> None:
    folder, smaller = tmp_path / "folder", tmp_path / "smaller"
    folder.mkdir()
    smaller.mkdir()
    (smaller / "x").touch()
    for number in range(count):
        (folder / f"{number}.txt").touch()
    last = str(smaller) if count else NOTHING_SMALLER
    right = sorted(f"{number}.txt" for number in range(count))
    for arm, argv in every_method("list", built):
        done = beside([*argv, str(folder), *NUMBERS, last])
        assert done.returncode == 0, (arm, done.stderr)
        listed = [name.removeprefix(f"{folder}/") for name in done.stdout.split()]
        work = {int(line[2]) for line in samples(done.stderr, 3)}
        if arm == "php/directory_iterator_as_published":  # each entry is the iterator, which has no name at its end
            assert (listed, work) == ([], {TURNS * (count + 2)})
            continue
        assert sorted(name for name in listed if name not in (".", "..")) == right, arm
        assert work == {TURNS * len(listed)}, arm
        if arm in ("php/scandir", "php/glob"):
            assert listed == sorted(listed)


def test_scan_sums_the_articles_records(tmp_path: Path, built: Path) -> None:
    file, smaller = tmp_path / "integers", tmp_path / "smaller"
    file.write_bytes(RECORD * 700)  # more than a piece of 1 MiB
    smaller.write_bytes(RECORD * 35)
    for arm, argv in every_method("scan", built):
        done = beside([*argv, str(file), *NUMBERS, str(smaller)])
        assert done.returncode == 0, (arm, done.stderr)
        assert {int(line[2]) for line in samples(done.stderr, 3)} == {TURNS * 700 * RECORD_SUM}, arm


def test_scan_sums_records_of_any_length(tmp_path: Path, built: Path) -> None:
    source = random.Random("plain")
    records = [[source.randint(-(2**31), 2**31 - 1) for _ in range(source.randint(0, 512))] for _ in range(1500)]
    file = tmp_path / "integers"
    file.write_bytes(b"".join(struct.pack(f"<{len(one) + 1}i", len(one), *one) for one in records))
    right = sum(sum(one[0::2]) + 2 * sum(one[1::2]) for one in records)
    for arm, argv in every_method("scan", built):
        done = beside([*argv, str(file), *NUMBERS, NOTHING_SMALLER])
        assert {int(line[2]) for line in samples(done.stderr, 3)} == {TURNS * right}, (arm, done.stderr)


#: Job -> a level of it.
LEVELS: dict[str, dict[str, int]] = {
    "load": {"files": 47, "file_bytes": 5_001},
    "walk": {"files": 47, "depth": 2},
    "lines": {"file_bytes": 200_001, "line_bytes": 80},  # more than a piece of 64 KiB
    "random": {"file_bytes": 100_001, "reads": 47, "piece_bytes": 512},
}


@pytest.mark.parametrize("job", LEVELS)
def test_what_is_loaded_walked_and_read_is_all_that_is_there(tmp_path: Path, built: Path, job: str) -> None:
    work = WORKS[job](LEVELS[job])
    work.make(tmp_path, 1 << 20)
    for arm, argv in every_method(job, built):
        done = beside([*argv, *work.arguments(tmp_path, tmp_path), *NUMBERS, work.smaller(tmp_path)])
        assert done.returncode == 0, (arm, done.stderr)
        told = [int(line[2]) for line in samples(done.stderr, 3)]
        assert work.problem(Found(told, TURNS, ALL_TURNS, 0, None, tmp_path)) is None, arm
        assert work.problem(Found([told[0] - 1], TURNS, ALL_TURNS, 0, None, tmp_path)) is not None


def test_lines_of_any_length_are_read_as_they_are(tmp_path: Path, built: Path) -> None:
    source = random.Random("plain")
    lines = ["", "x", *(source.choice("abc") * source.choice((0, 1, 2, 80, 5_000)) + "z" for _ in range(300)), "end"]
    file = tmp_path / "text"
    file.write_text("\n".join(lines))  # the last one has no end
    letters = [ord(line[0]) + ord(line[-1]) + len(line) if line else 0 for line in lines]
    for arm, argv in every_method("lines", built):
        done = beside([*argv, str(file), *NUMBERS, NOTHING_SMALLER])
        work = {int(line[2]) for line in samples(done.stderr, 3)}
        assert work == {TURNS * (len(lines) + sum(letters))}, (arm, done.stderr)


@pytest.mark.parametrize(("job", "factors"), [("lines", {}), ("random", {}), ("random", {"reads": 1})])
def test_lines_and_pieces_are_those_that_iotrial_has_read(tmp_path: Path, job: str, factors: dict[str, int]) -> None:
    asked = tree.load().jobs[job]
    level = {name: factor.default for name, factor in asked.factors.items()} | LEVELS[job] | factors
    own, plain = tmp_path / "own", tmp_path / "plain"
    own.mkdir()
    plain.mkdir()
    task, work = task_of(asked, level, own), WORKS[job](level)
    task.create()
    work.make(plain, 4096)
    file, smaller = work.arguments(plain, tmp_path)[0], work.smaller(plain)
    pairs = {"input": file, "lead_input": smaller}
    pairs |= {"offsets": f"{file}.offsets", "lead_offsets": f"{smaller}.offsets"} if job == "random" else {}
    read = task.prepare(tmp_path, whole_lead_in=False)
    for key, path in pairs.items():
        assert Path(str(read[key])).read_bytes() == Path(path).read_bytes(), key


def test_the_record_is_the_articles() -> None:
    assert len(RECORD) == 2052
    assert RECORD_SUM == sum(range(0, 512, 2)) + 2 * sum(range(1, 512, 2)) == 196_352


def test_every_arm_of_the_studies_has_a_plain_program_and_no_program_has_more(built: Path) -> None:
    asked: dict[str, set[str]] = {}
    for name in (*STUDIES, *BESIDE_PROGRAMS):
        study = load(path_of(name), tree.load(), quick=True)
        asked.setdefault(study.job, set()).update(arm for level in study.levels for arm in level.arms)
    assert set(asked) == set(JOBS)
    for job, arms in asked.items():
        found = programs(job, built)
        has = {
            f"{language}/{method.removesuffix(CHECKED)}"
            for language, program in found.items()
            for method in program.methods
        }
        assert has == {arm for arm in arms if arm.partition("/")[0] in found}
        assert {arm.partition("/")[0] for arm in arms} == {
            language for language in LANGUAGES if source_of(job, language).exists()
        }


def test_no_plain_program_knows_of_iotrial() -> None:
    sources = [path for path in SOURCES.iterdir() if path.suffix != ".md" and path.is_file()]
    assert len(sources) >= 12
    for source in sources:
        text = source.read_text()
        assert not re.search(r"iotrial|\bkits?\b|methods/|#include \"|\brequire|\binclude(_once)?\b[ (]['\"]", text), (
            source
        )


def test_a_program_refuses_a_method_that_it_does_not_have(tmp_path: Path, built: Path) -> None:
    for job in JOBS:
        for language, program in programs(job, built).items():
            extra = [str(tmp_path), *{"append": ["x", "1"], "random": ["1"]}.get(job, [])]
            done = beside([*program.argv, "no_such_method", *extra, *NUMBERS, NOTHING_SMALLER])
            assert done.returncode != 0, (job, language)
            assert not done.stdout
