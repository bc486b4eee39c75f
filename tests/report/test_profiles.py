"""The functions of an arm on the screen and on the page."""

from __future__ import annotations

from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

from iotrial.judge.counters import Counters
from iotrial.judge.explain_run import explain_run
from iotrial.judge.explained_profile import MOST_LETTERS, MOST_SHOWN, ExplainedProfile, explained_profile
from iotrial.judge.explained_run import ExplainedArm, ExplainedRun
from iotrial.judge.judging import Judging
from iotrial.report.explain_screen import show
from iotrial.report.markdown import markdown
from iotrial.report.page import page
from iotrial.report.profiles import profile_table, profiles
from iotrial.report.template import hint
from iotrial.store.record import Profile, ProfiledFunction
from report import shown

SORT = ProfiledFunction(name="zend_sort", file="php8.2", share=0.31)
HOSTILE = ProfiledFunction(name="<img src=x onerror=alert(1)>", file="h", share=0.02)
LONG = ProfiledFunction(name="f" * 200, file="libc.so.6", share=0.2)
UNNAMED = ProfiledFunction(name="[unknown]", file="php8.2", share=0.1)
LIST_DIR = ProfiledFunction(name="iterate_dir", share=0.25)

PROFILE = Profile(
    event="cpu-clock",
    samples=1200,
    kernel_share=0.37,
    program=[SORT, LONG, UNNAMED, HOSTILE],
    kernel=[LIST_DIR],
    calls={"getdents64": 0.3, "close": 0.01},
    instructions=95_625.0,
    instructions_source="valgrind",
)


def explained(root: Path, profile: Profile | None, **given: Any) -> ExplainedRun:
    """A made-up run whose arms all have the same profile."""
    stored, _, _ = shown.opened(root, levels=[levels(profile)], **given)
    return explain_run(Judging(stored))


def levels(profile: Profile | None) -> Any:
    level = shown.level(shown.SIZES[0])
    arms = [arm.model_copy(update={"profile": profile if arm.role != "placebo" else None}) for arm in level.arms]
    return level.model_copy(update={"arms": arms})


def screen(document: ExplainedRun, width: int = 100) -> str:
    """What a terminal of a width shows."""
    console = Console(file=StringIO(), width=width, force_terminal=False)
    show(document, console)
    assert isinstance(console.file, StringIO)
    return console.file.getvalue()


@pytest.mark.parametrize("width", [80, 120])
def test_a_sentence_for_each_arm_says_where_its_time_goes(tmp_path: Path, width: int) -> None:
    text = screen(explained(tmp_path, PROFILE), width)
    assert max(map(len, text.splitlines())) <= width
    words = " ".join(text.split())
    cut = "f" * (MOST_LETTERS - 1) + "…"
    assert (
        f"php/fread_1k spends 63 % in the program: zend_sort 31 %, {cut} 20 %, code of php8.2 without names 10 %, "
        "<img src=x onerror=alert(1)> 2 %; 37 % in the kernel: iterate_dir 25 %; by system call: getdents64 30 %; "
        "95,625 instructions in the program" in words
    )
    assert words.count("where the CPU time goes, from a profile that was not timed") == 1
    assert "php/readfile spends" in words and "iotrial explain --profile" not in words


def test_of_each_place_five_functions_are_shown() -> None:
    many = [ProfiledFunction(name=f"f{number}", file="x", share=0.5 / 2**number) for number in range(9)]
    found = explained_profile(PROFILE.model_copy(update={"program": many}), Counters(user_ns=600.0, system_ns=400.0))
    assert found is not None
    assert [one.name for one in found.program] == [f"f{number}" for number in range(MOST_SHOWN)]
    assert [one.ns for one in found.program[:2]] == [500.0, 250.0]
    assert found.program_share == pytest.approx(0.63) and found.kernel_share == 0.37


def test_times_of_a_program_alone_are_shares_of_its_own_time() -> None:
    alone = PROFILE.model_copy(update={"kernel_share": None, "kernel": []})
    found = explained_profile(alone, Counters(user_ns=600.0, system_ns=400.0))
    assert found is not None and found.program[0].ns == pytest.approx(186.0) and found.program_share is None
    unknown = explained_profile(PROFILE, Counters())
    assert unknown is not None and unknown.program[0].ns is None
    assert explained_profile(None, Counters()) is None


def arm_with(tmp_path: Path, profile: Profile) -> ExplainedArm:
    return next(arm for arm in explained(tmp_path, profile).arms if arm.arm == "php/fread_1k")


def test_a_kernel_that_could_not_be_looked_at_is_said_with_what_allows_it(tmp_path: Path) -> None:
    arm = arm_with(tmp_path, PROFILE.model_copy(update={"kernel_share": None, "kernel": [], "calls": {}}))
    said = [one.text for one in profiles([arm, arm])]
    assert said[1].startswith("php/fread_1k spends its time in the program: zend_sort")
    assert said[-1] == "note: the kernel could not be looked at; to allow it: sudo sysctl kernel.perf_event_paranoid=1"
    assert len(said) == 4  # a title, two arms, one note


def test_functions_of_the_kernel_without_names_are_said_with_what_shows_them(tmp_path: Path) -> None:
    unnamed = ProfiledFunction(name="[unknown]", share=0.37)
    arm = arm_with(tmp_path, PROFILE.model_copy(update={"kernel": [unnamed]}))
    said = [one.text for one in profiles([arm])]
    assert "37\N{NO-BREAK SPACE}% in the kernel: code without names 37" in said[1]
    assert said[-1].endswith("to see them: sudo sysctl kernel.kptr_restrict=0")


def test_why_there_is_no_profile_is_said_once(tmp_path: Path) -> None:
    arm = arm_with(tmp_path, Profile(reason="perf did not attach: \x1b[31mno"))
    said = profiles([arm, arm])
    assert [one.text for one in said] == ["note: no profile: perf did not attach: \\u001b[31mno"]
    assert profile_table([arm]) is None


def test_page_and_markdown_have_a_table_of_functions_in_which_nothing_is_believed(tmp_path: Path) -> None:
    found = shown.shown(tmp_path, levels=[levels(PROFILE)])
    (level,) = found.view.levels
    assert level.functions is not None
    rows = list(zip(*(column.cells for column in level.functions.columns), strict=True))
    assert rows[0] == ("php/readfile", "zend_sort", "31 %", "iterate_dir", "25 %")
    assert rows[1][3:] == ("", "") and len(rows) == 3 * 4
    assert all(hint("Functions", column.title) for column in level.functions.columns)
    text = page([found])
    assert "Functions that take the most time" in text and "<img src=x" not in text and "zend_sort" in text
    written = markdown([found.view])
    assert "Functions that take the most time" in written and "| \\<img src=x" in written


def test_without_a_profile_nothing_of_it_is_on_page_or_screen(tmp_path: Path) -> None:
    found = shown.shown(tmp_path / "page", levels=[levels(None)])
    assert found.view.levels[0].functions is None and "Functions that take" not in page([found])
    document = explained(tmp_path / "screen", None)
    assert "where the CPU time goes" not in screen(document)
    clocked = document.model_copy(
        update={"arms": [arm.model_copy(update={"cause": "user_ns"}) for arm in document.arms]}
    )
    note = f"note: the functions that take this time: iotrial explain --profile {document.run}"
    assert screen(clocked).splitlines()[-1] == note
    assert note not in screen(
        document.model_copy(update={"arms": [arm.model_copy(update={"cause": "calls"}) for arm in document.arms]})
    )


def test_a_profile_in_an_old_run_is_null(tmp_path: Path) -> None:
    assert all(arm.profile is None for arm in explained(tmp_path, None).arms)
    assert isinstance(arm_with(tmp_path / "new", PROFILE).profile, ExplainedProfile)
