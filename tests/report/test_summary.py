"""The last screen of a call that ran several studies: what to use for each, and how to go on."""

from __future__ import annotations

import io
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from rich.console import Console

from iotrial.claims.judged_claim import JudgedClaim
from iotrial.judge.judged_run import JudgedRun
from iotrial.report.summary import MOST_LINES, WIDTH, summarise
from judge import made
from report.shown import judged_once
from report.test_claims import row

#: As long as those of the articles are.
QUESTION = "Which of the calls that everybody knows is the one to use, and how much is it worth?"


def document(
    root: Path, study: str, sizes: Sequence[int], others: list[Any], ratios: made.Ratios, **given: Any
) -> JudgedRun:
    levels = [made.level({"entries": size, "target": "disk"}, "php/readdir", others) for size in sizes]
    levels = [
        level.model_copy(update={"arms": [arm.model_copy(update={"work": size}) for arm in level.arms]})
        for level, size in zip(levels, sizes, strict=True)
    ]
    run = made.run(levels, **{"study": study, "run": study, **given})
    return judged_once(made.opened(root, run, ratios, sweeps=20))


def printed(documents: Sequence[JudgedRun], width: int, claims: dict[str, list[JudgedClaim]] | None = None) -> str:
    file = io.StringIO()
    summarise(documents, Console(file=file, width=width), claims)
    return file.getvalue()


def claims_of(run: JudgedRun, count: int = 6) -> list[JudgedClaim]:
    source = {
        "article": "What everybody should know of the calls that they use each day",
        "author": "A. N. Author",
        "date": "2012",
        "study": run.study,
        "run": run.run,
    }
    verdicts: list[Any] = ["confirmed", "opposite here", "open", "not run"]
    return [row(str(number), verdicts[number % 4], **source) for number in range(count)]


def five(root: Path, methods: int) -> list[JudgedRun]:
    """Runs of three languages with so many methods each, as talkative as their sentences get."""
    names = [f"{language}/a_way_to_do_it_{number}" for number in range(methods) for language in ("php", "c", "python")]
    ratios = {name: 1.2 + number / 10 for number, name in enumerate(names)}
    gone = made.arm("php/locked_for_each_record", guarantees={"lock": "record"})
    return [
        document(
            root / str(number), f"study-{number}", [1, 10], [*names, gone], ratios,
            question=QUESTION, run=f"20261122-16005{number}-k3x9",
        )
        for number in range(5)
    ]  # fmt: skip


def test_each_study_has_its_answer_and_what_was_left_open(tmp_path: Path) -> None:
    skipped = made.arm("go/x", status="skipped", reason="no go")
    documents = [
        document(tmp_path / "1", "readfile", [1], ["c/readdir"], {"c/readdir": 0.5}),
        document(tmp_path / "2", "list-directory", [1, 2, 3], ["php/scandir", "php/glob", skipped], {"php/glob": 2.0}),
    ]
    lines = printed(documents, 200, {"readfile": claims_of(documents[0])}).splitlines()
    assert lines == [
        "What to use, as measured here",
        "readfile: In any language: readdir in c is the fastest; it is 2.0 times as fast as readdir in php.",
        "  “What everybody should know of the calls that they use each day” (A. N. Author, 2012) makes 6 claims: "
        "2 confirmed here, 2 are the other way round here, 1 is open and 1 was not measured in this run.",
        "list-directory: In php, from entries=1 to 3: use readdir, the usual way. scandir is as good "
        "(the same time within 1 %). Avoid glob (2.0 times as long).",
        "",
        "Each was measured once: measure it again on another day before you build on it. To go on:",
        "  every table of a run        iotrial show list-directory --details",
        "  an article, claim by claim  iotrial claims readfile --quick",
        "  a page for others           iotrial report last -o page.html",
    ]


def test_where_the_answer_turns_is_said(tmp_path: Path) -> None:
    levels = [made.level({"target": name}, "php/a", ["php/b"]) for name in ("disk", "xfs")]

    def turn(sweep: int, columns: dict[str, Any]) -> dict[str, Any]:
        factor = np.where((columns["arm"] == 2) & (columns["level"] == 1), 4.0, 1.0)
        columns["wall_ns"] = (columns["wall_ns"] * factor).astype(np.int64)
        return columns

    found = judged_once(made.opened(tmp_path, made.run(levels), {"php/b": 0.5}, sweeps=16, change=turn))
    text = " ".join(printed([found], 500).split())
    assert "In php it depends: on disk use b; on xfs use a, the usual way." in text


def test_a_run_that_is_invalid_says_so_instead_of_an_answer(tmp_path: Path) -> None:
    found = document(tmp_path, "readfile", [1], ["php/b"], {"php/b": 0.5})
    found = found.model_copy(update={"invalid": "the placebo differs", "answers": []})
    text = printed([found], 100)
    assert "readfile: No answer: the placebo differs. Measure again when the machine is quieter." in text
    assert "use b" not in text


@pytest.mark.parametrize("methods", [1, 3, 7])
def test_five_runs_fit_a_screen(tmp_path: Path, methods: int) -> None:
    runs = five(tmp_path, methods)
    claims = {run.run: claims_of(run) for run in runs}
    lines = printed(runs, WIDTH, claims).splitlines()
    most = MOST_LINES if methods == 1 else MOST_LINES + 5 * 2  # of three languages each keeps a line in each study
    assert len(lines) <= most and MOST_LINES == 26 and max(len(line) for line in lines) <= WIDTH == 100
    text = "\n".join(lines)
    # Each says what to use in every language, and what became of its article, whatever else has no room.
    assert (
        len(re.findall(r"^study-\d: In php, at entries=1 and 10: use readdir, the usual way\.", text, re.M))
        == 5
        == " ".join(text.split()).count("makes 6 claims")
    )
    assert text.count("  In c, at entries=1 and 10: use a_way_to_do_it_0.") == (5 if methods > 1 else 0)


def test_what_has_no_room_is_left_out_after_a_whole_sentence(tmp_path: Path) -> None:
    runs = five(tmp_path, 7)
    claims = {run.run: claims_of(run) for run in runs}
    alone = " ".join(printed(runs[:1], WIDTH, claims).split())
    among = " ".join(printed(runs, WIDTH, claims).split()).split("study-1")[0]
    assert (
        "…" not in alone
        and "In php, at entries=1 and 10: use readdir, the usual way. a_way_to_do_it_0 takes 1.20 times as long"
        in alone
    )
    assert re.search(r"In \w+, at entries=1 and 10: use \w+\. …", among)
    for sentence in re.findall(r"In \w+, at entries=1 and 10: [^…]*…", among):
        assert sentence.removesuffix(" …") in alone


@pytest.mark.parametrize("width", [80, 60])
def test_a_narrow_terminal_has_the_same_words(tmp_path: Path, width: int) -> None:
    runs = five(tmp_path, 3)
    claims = {run.run: claims_of(run) for run in runs}
    wide, narrow = printed(runs, WIDTH, claims), printed(runs, width, claims)
    assert max(len(line) for line in narrow.splitlines()) <= width
    assert " ".join(narrow.split()).replace(": iotrial", " iotrial") == " ".join(wide.split())
    commands = re.findall(r"iotrial (?:show|claims|report) [^\n]*", wide)
    assert len(commands) == 3 and all(command in narrow for command in commands)  # in one piece, to be copied
