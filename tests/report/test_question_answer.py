"""A study's title is a question: yes or no comes first, where the study declares what would be which."""

from __future__ import annotations

import io
import re
from pathlib import Path
from typing import Any

from rich.console import Console

from iotrial.ask import tree
from iotrial.ask.find_study import studies
from iotrial.claims.claims_of_run import claims_of_run
from iotrial.claims.judged_claim import JudgedClaim
from iotrial.claims.kinds.order import Order
from iotrial.judge.judging import Judging
from iotrial.report.comment import comment
from iotrial.report.question_answer import question_answer
from iotrial.report.run_screen import show
from iotrial.store.read import open_run
from report import shown
from report.test_wanted_sentences import measured, root
from stored_runs.packed import unpack

__all__ = ["root"]

YES = {"as said": "yes", "opposite": "no", "equal": "no"}
SLOWER = ("php/fread_1k", "php/readfile")


def order(arms: tuple[str, str] = SLOWER, **given: Any) -> Order:
    return Order(key=str(arms), says="One is slower.", arms=arms[::-1], answers=True, means=YES, **given)


def answered(folder: Path, *claims: Any) -> str:
    _, _, view = shown.opened(folder, claims=claims, levels=[shown.level(4096)])
    assert view.answered in ("", view.asked)
    return view.answered.replace("\N{NO-BREAK SPACE}", " ")


def test_yes_and_no_are_what_the_study_declares_with_the_times_of_both(tmp_path: Path) -> None:
    found = answered(tmp_path / "yes", order())
    assert re.fullmatch(r"Yes\. readfile is 2\.5 times as fast as fread_1k \([\d.]+ µs and [\d.]+ µs\)\.", found)
    assert answered(tmp_path / "no", order(SLOWER[::-1])).startswith("No. ")
    assert answered(tmp_path / "not", Order(key="1", says="x", arms=SLOWER, answers=True)) == ""


def test_each_part_of_a_question_has_its_word_and_one_word_is_said_once(tmp_path: Path) -> None:
    both = answered(tmp_path / "both", order(part="time"), order(("php/fread_1k", "c/sendfile"), part="C"))
    assert both.startswith("Yes. Time: ") and "; C: " in both and both.count("es.") <= 1
    mixed = answered(tmp_path / "mixed", order(part="time"), order(("c/sendfile", "php/readfile"), part="C"))
    assert mixed.startswith("Time: yes, ") and "; C: no, " in mixed
    assert answered(tmp_path / "one", order(part="time")).startswith("Time: yes, ")


def test_what_a_claim_leaves_open_is_told_with_its_bounds_and_never_as_yes_or_no(tmp_path: Path, root: Path) -> None:
    stored = open_run(unpack("ram-drive", root))
    text = studies()["ram-drive"].read_text()
    stored.run = stored.run.model_copy(update={"study_text": text})
    claims, why = claims_of_run(Judging(stored), lambda study: [], tree.load())
    assert why is None
    asked = [claim for claim in claims if claim.asks]
    judged, times = measured("ram-drive", root), "(22.5 ms and 27.0 ms)"

    def of(*rows: JudgedClaim) -> str:
        return question_answer(rows, judged).replace("\N{NO-BREAK SPACE}", " ")

    name = "file_put_contents() for each record on tmpfs"
    assert of(*asked).startswith(
        f"Yes. A RAM drive: {name} takes 17 % less time than on disk {times}; keeping it open: "
    )
    assert of(*asked).endswith(" on disk (22.5 ms and 3.27 ms).")
    left_open = asked[0].model_copy(update={"means": None, "low": 0.55, "high": 1.25})
    drive, _, kept = of(left_open, asked[1]).partition("; ")
    assert drive == f"A RAM drive: unclear, {name} takes 0.55 to 1.25 times as long as on disk {times}"
    assert kept.startswith(f"keeping it open: yes, {name} takes 6.9 times as long as ")


def test_the_answer_to_the_question_stands_before_all_else(tmp_path: Path) -> None:
    _, judged, view = shown.opened(tmp_path, claims=[order()], levels=[shown.level(4096)])
    for details in (False, True):
        out = io.StringIO()
        show(judged, Console(file=out, width=200), details=details, asked=view.answered)
        assert 0 < out.getvalue().index("Yes. readfile") < out.getvalue().index("In php")
    text = comment([(view, judged)])
    assert 0 < text.index("**Yes. readfile") < text.index("**In php")
