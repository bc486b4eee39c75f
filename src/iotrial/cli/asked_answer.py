"""Yes or no to the question of a run's study, by its claims and those of other sessions."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from iotrial.judge.judged_run import JudgedRun


def asked_of(folder: Path, judged: JudgedRun, root: Path) -> str:
    """Return the answer in words; "" if the study of the run does not declare what would be yes, or is not known."""
    from iotrial.store.read import open_run

    stored = open_run(folder)
    if judged.invalid or "\nmeans" not in stored.run.study_text:  # claims take longer than all the rest
        return ""
    from iotrial.claims.claims_of_run import claims_of_run
    from iotrial.cli.usable import usable
    from iotrial.judge.judging import Judging
    from iotrial.report.question_answer import question_answer
    from iotrial.store.record_index import runs_by_study

    known = runs_by_study(root)
    claims, _ = claims_of_run(Judging(stored), known, usable(()))
    return question_answer(claims, judged)
