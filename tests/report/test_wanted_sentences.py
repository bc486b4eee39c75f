"""What readers of measured runs were once told wrongly or not at all, as it is told now."""

from __future__ import annotations

import functools
import re
from pathlib import Path
from typing import Any

import pytest

from iotrial.ask import tree
from iotrial.judge.judge_run import judge_run
from iotrial.judge.judged_run import JudgedRun
from iotrial.judge.judging import Judging
from iotrial.measure.recorded import said_of
from iotrial.report.what_to_use import what_to_use
from iotrial.store.read import open_run
from judge import made
from judge.test_answer import over_levels
from report.shown import judged_once
from stored_runs.packed import unpack


@functools.cache
def measured(name: str, root: Path) -> JudgedRun:
    """Judge a packed run with what a run of today stores of its job."""
    stored = open_run(unpack(name, root))
    job = tree.load().jobs[stored.run.job]
    arms = {arm.arm for level in stored.run.levels for arm in level.arms}
    usual = [arm for arm in job.usual if arm in arms]
    stored.run = stored.run.model_copy(update={"said": said_of(job), "needed": dict(job.needed), "usual": usual})
    return judge_run(Judging(stored))


@pytest.fixture(scope="module")
def root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("measured")


def told(judged: JudgedRun, language: str = "") -> str:
    """What a run says to use in one language, or in all, with plain spaces."""
    texts = [text.replace("\N{NO-BREAK SPACE}", " ") for text in what_to_use(judged)]
    return " ".join(text for text in texts if text.startswith(f"In {language}"))


def test_no_answer_for_a_log_begins_with_a_method_that_empties_it(root: Path) -> None:
    text = told(measured("ram-drive", root), "PHP")
    assert text.startswith(
        "In PHP, on disk, tmpfs and ext4-in-memory: use file_put_contents() for each record, "
        "the usual way; the other ways here promise something else."
    )
    assert text.endswith(
        "If the log may be emptied when it is opened: fopen('w') once, fwrite() for each record "
        "(8.4 to 9.4 times as fast)."
    )


def test_conditions_are_those_that_people_say(root: Path) -> None:
    assert told(measured("readfile", root)).startswith("In PHP (20 MiB through a pipe): use readfile(), the usual way.")
    assert told(measured("sequential-read", root)).startswith("In C (32,704 records of 2 KiB): use read()")
    texts = [told(measured(name, root)) for name in ("readfile", "sequential-read", "memory", "cold", "sizes")]
    assert not re.search(r"file_bytes|record_bytes|cache=|sink", " ".join(texts))


def test_one_pair_has_one_interval_in_the_sentence_and_in_the_row(root: Path) -> None:
    judged = measured("readfile", root)
    (level,), text = judged.levels, told(judged, "PHP")
    found = re.search(r"use readfile\(\), the usual way\. (.*?) are as good \(the same time within (\d+) %\)", text)
    assert found is not None and found[1] == "fpassthru(), stream_copy_to_stream() and a loop of fread(8192)"
    rows = [level.by_name[f"php/{name}"] for name in ("fpassthru", "stream_copy_to_stream", "fread_8k")]
    widest = max(max(1 - (row.low or 0), (row.high or 9) - 1) for row in rows)
    assert widest <= int(found[2]) / 100 < widest + 0.01
    assert "between" not in text


def test_what_a_sentence_tells_is_beside_the_method_to_use_and_follows_from_the_rows(root: Path) -> None:
    judged = measured("sequential-read", root)
    (level,), text = judged.levels, told(judged, "C")
    ratios = {name: level.by_name[f"c/{name}"].ratio or 1.0 for name in ("mmap_populate", "fread_default")}
    usual = ratios["fread_default"] / ratios["mmap_populate"]
    assert f"The usual way, fread() of each record, takes {usual:.1f} times as long." in text
    found = re.search(r"Avoid read\(\) of each record \(([\d.]+) times as long\)", text)
    slow = level.by_name["c/read_record"].ratio or 1.0
    assert found is not None and float(found[1]) == pytest.approx(slow / ratios["mmap_populate"], rel=0.02)


def test_the_usual_way_is_not_left_for_a_few_percent_at_one_size(root: Path) -> None:
    text = told(measured("list-directory", root), "PHP")
    assert text.startswith(
        "In PHP, from 10 to 10,000 entries: use readdir(). "
        "Where it is shown to be behind most, readdir() takes 5 % longer than scandir() with SCANDIR_SORT_NONE "
        "(1,000 entries)."
    )


def test_a_method_that_is_not_told_from_the_usual_way_at_one_of_several_sizes_makes_no_exception(
    tmp_path: Path,
) -> None:
    """At one size of four the usual way came out behind another by what nobody can tell."""
    times: dict[Any, made.Ratios] = {size: {"php/b": 1.3, "php/c": 1.2} for size in (4096, 20_971_520, 100_000_000)}
    text = told(over_levels(tmp_path, "file_bytes", {**times, 1 << 20: {"php/b": 0.98, "php/c": 1.0}}, noise=0.06))
    assert text.startswith("In php, from file_bytes=4096 to 100000000: use readfile, the usual way.")
    assert "depends" not in text


def test_few_rounds_that_tell_three_times_from_one_are_an_answer(tmp_path: Path) -> None:
    """Rounds too few for the sign test, over rows of 0.274 and of 0.313: a quarter and a third of the time."""
    level = made.level({"file_bytes": 20_971_520}, "php/readfile", ["php/sendfile", "php/other"])
    stored = made.opened(tmp_path, made.run([level]), {"php/sendfile": 0.274, "php/other": 1.0}, sweeps=5, noise=0.03)
    text = told(judged_once(stored))
    assert text.startswith("In php (file_bytes 20 MiB): use sendfile. The usual way, readfile, takes 3.")
    assert "cannot tell" not in text


def test_what_is_open_is_told_with_a_bound_and_never_as_cannot_tell(root: Path) -> None:
    for name in ("append-by-language", "cold", "memory", "sizes", "skipped", "sequential-read"):
        text = told(measured(name, root))
        assert "cannot tell" not in text, name
    assert "Unclear so far: os.sendfile() (14 % quicker to 7 % slower)." in told(measured("sizes", root))


def test_every_language_with_a_choice_names_its_usual_way(root: Path) -> None:
    text = told(measured("append-by-language", root))
    assert text.count("(1,000 records of 100 B)") == 1  # the only level is said once
    for language in ("PHP", "Python", "Java", "JavaScript"):
        (own,) = re.findall(rf"In {language}(?: \(1,000 records of 100 B\))?: .*?(?= In |$)", text)
        assert re.search(r"use [^.]*?, the usual way|The usual way, ", own), own
