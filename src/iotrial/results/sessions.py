"""Claims by the latest run, and how many sessions in a row came to the same verdict (METHOD.md, rule 15)."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from iotrial.results.claims import judge_claims
from iotrial.results.read import open_run
from iotrial.results.record import Arm, Run
from iotrial.study.claims import Article, Claim

Document = dict[str, Any]

#: Factors of a level, and the arms at it.
_Question = set[tuple[tuple[tuple[str, int | str], ...], frozenset[str]]]


def question_of(run: Run) -> _Question:
    """What a run asked: its levels and arms, in no order; one whose runtime was named is another arm."""
    return {(tuple(sorted(level.level.items())), frozenset(map(_asked, level.arms))) for level in run.levels}


def _asked(arm: Arm) -> str:
    named = arm.variant.runtime_path if arm.variant is not None else None
    return arm.arm if named is None else f"{arm.arm} by {named}"


def asks_the_same(run: Run, other: Run) -> bool:
    """Whether a complete run is a session of the same question as another."""
    alike = (run.study, run.quick, run.margin) == (other.study, other.quick, other.margin)
    return run.complete and alike and question_of(run) == question_of(other)


def claim_rows(study: str, article: Article | None, claims: Sequence[Claim], folders: Sequence[Path]) -> list[Document]:
    """A row for each claim by the last of these runs; the others are earlier sessions of the same question."""
    judged = [judge_claims(open_run(folder), claims) for folder in folders]
    rows = []
    for place, row in enumerate(judged[-1]):
        agreeing = 0
        for session in reversed(judged):
            if session[place]["verdict"] != row["verdict"]:
                break
            agreeing += 1
        rows.append(
            {
                "article": article.title if article else study,
                "author": article.author if article else None,
                "date": article.date if article else None,
                "study": study,
                "run": folders[-1].name,
                **row,
                "sessions": agreeing,
            }
        )
    return rows
