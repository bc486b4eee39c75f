"""The page of several machines: what it says, for few and for many of them, with names from anybody."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from pathlib import Path

import pytest

from across.made_machines import LEVEL, USUAL, facts, session
from iotrial.across.judge_across import across
from iotrial.cli import main
from iotrial.report.machines_page import page
from judge import made

RATIOS = {"php/glob": 0.6, "php/iterator": 1.5}


class Read(HTMLParser):
    """A page as a browser reads it: its tags, and its text."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.text = ""
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)

    def handle_data(self, data: str) -> None:
        self.text += data


def pictures(text: str) -> list[str]:
    return re.findall(r'<figure class="chart wide"[^>]*>(.*?)</figure>', text, re.DOTALL)


def test_it_has_the_answer_the_figures_of_each_machine_and_what_they_are(tmp_path: Path) -> None:
    for number in range(4):
        own = {"system": "Linux 5.10"} if number == 2 else {}
        session(tmp_path, number, RATIOS | ({"php/glob": 1.6} if number == 2 else {}), facts(number, **own))
    text = page(across([], tmp_path))
    read = Read(text).text.replace("\N{NO-BREAK SPACE}", " ")
    assert "use glob on 3 of 4 machines. Use readdir on m3 (glob takes 1.60 times as long)" in read
    assert len(re.findall(r"0\.(60|59)\d* \[0\.\d+, 0\.\d+\] faster", read)) == 3
    assert len(re.findall(r"1\.(60|59)\d* \[1\.\d+, 1\.\d+\] slower", read)) == 1
    assert read.count("Linux 5.10") >= 2  # in the answer, and in the table of machines
    (picture,) = pictures(text)
    assert all(f">{name}</text>" in picture for name in ("m1", "m4", "mean of all", "php/glob"))
    assert "script" not in Read(text).tags


def test_many_machines_have_one_row_for_each_method(tmp_path: Path) -> None:
    for number in range(12):
        session(tmp_path, number, RATIOS, facts(number))
    text = page(across([], tmp_path))
    (picture,) = pictures(text)
    assert ">m1</text>" not in picture and ">php/glob</text>" in picture
    assert "of each machine" not in Read(text).text and "m12" in Read(text).text


def test_names_and_facts_of_strangers_are_text(tmp_path: Path) -> None:
    for number in range(3):
        session(tmp_path, number, RATIOS, facts(number, system="<script>alert(1)</script>"), question="<b>Which?")
    named = [f"<i>{number}={folder}" for number, folder in enumerate(sorted(tmp_path.iterdir()))]
    text = page(across(named, tmp_path))
    assert "<script>alert" not in text and "<b>Which" not in text and "<i>0" not in text
    assert "<b>Which?" in Read(text).text and "<i>0" in Read(text).text
    assert all("<i>" not in picture for picture in pictures(text))


def test_a_level_that_nobody_could_measure_has_no_picture(tmp_path: Path) -> None:
    broken = [made.level(LEVEL, USUAL, [made.arm("php/glob", status="failed", reason="it broke")])]
    for number in range(2):
        session(tmp_path, number, {}, facts(number), levels=broken)
    text = page(across([], tmp_path))
    assert pictures(text) == [] and "not measured" in Read(text).text


def test_it_is_written_where_it_is_wanted_and_over_nothing_of_others(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for number in range(2):
        session(tmp_path / "runs", number, RATIOS, facts(number))
    file, words = tmp_path / "machines.html", ["across", "--results", str(tmp_path / "runs")]
    for _ in range(2):  # its own file is written again
        main([*words, "--page", str(file)])
        assert file.read_text().startswith("<!doctype html>")
    file.write_text("of somebody else")
    assert main([*words, "--page", str(file)]) == 2 and file.read_text() == "of somebody else"
    assert main([*words, "--page", str(tmp_path / "x"), "--markdown", str(tmp_path / "x")]) == 2
    assert "name the same file" in capsys.readouterr().err and not (tmp_path / "x").exists()
