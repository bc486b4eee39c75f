"""Claims by the latest run, and how many sessions in a row came to the same verdict (rule 15)."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Sequence
from pathlib import Path

from iotrial.claims.claim import Article, Claim
from iotrial.claims.evaluate import judge_claims
from iotrial.claims.judged_claim import ClaimInRun, JudgedClaim
from iotrial.claims.outcome import OPEN, Verdict
from iotrial.store.folder import list_folders
from iotrial.store.read import StoredRun
from iotrial.store.record import Arm, Run
from iotrial.study.model import Study

#: Factors of a level, and the arms at it.
_Question = set[tuple[tuple[tuple[str, int | str], ...], frozenset[str]]]


def question_of(run: Run) -> _Question:
    """The question of a run: its levels and arms, in no order; an arm with another named runtime is another arm."""
    return {(tuple(sorted(level.level.items())), frozenset(map(_asked, level.arms))) for level in run.levels}


def _asked(arm: Arm) -> str:
    named = arm.variant.runtime_path if arm.variant is not None else None
    return arm.arm if named is None else f"{arm.arm} by {named}"


def asks_the_same(run: Run, other: Run) -> bool:
    """Return if a complete run is a session of the same question as another."""
    alike = (run.study, run.quick, run.margin) == (other.study, other.quick, other.margin)
    return run.complete and alike and question_of(run) == question_of(other)


def sessions_of(study: Study, root: Path) -> list[Path]:
    """Folders of the complete runs of a study as it is now, whatever its claims say, oldest first."""
    return [stored.folder for stored in list_folders(root) if stored.run is not None and _is_of(stored.run, study)]


def _is_of(run: Run, study: Study) -> bool:
    if not run.complete or (run.study, run.quick, run.margin) != (study.name, study.quick, study.margin):
        return False
    asked = {(tuple(sorted(level.factors.items())), frozenset(level.arms)) for level in study.levels}
    return asked == question_of(run)


def judged_claims(
    study: str, article: Article | None, claims: Sequence[Claim], sessions: Iterable[StoredRun]
) -> list[JudgedClaim]:
    """Judge each claim by the last of these runs; the others are earlier sessions of the same question."""
    run, seconds, judged = "", None, list[list[ClaimInRun]]()
    for stored in sessions:  # one after the other: each may be large
        run, seconds = stored.run.run, stored.run.seconds
        judged.append(judge_claims(stored, claims))
    verdicts = [[session[place].verdict for session in judged] for place in range(len(claims))]
    return [
        JudgedClaim(
            article=article.title if article else study,
            author=article.author if article else None,
            date=article.date if article else None,
            study=study,
            run=run,
            seconds=seconds,
            **dict(last),
            sessions=_agreeing(told),
            otherwise=_otherwise(told),
        )
        for last, told in zip(judged[-1], verdicts, strict=True)
    ]


def _agreeing(verdicts: Sequence[Verdict]) -> int:
    """Count the last verdicts that are the same as the very last."""
    return len(list(itertools.takewhile(lambda verdict: verdict == verdicts[-1], reversed(verdicts))))


def _otherwise(verdicts: Sequence[Verdict]) -> tuple[Verdict, ...]:
    """The verdicts of earlier sessions that decided something else than the very last, once each."""
    return tuple(verdict for verdict in dict.fromkeys(verdicts) if verdict not in (*OPEN, verdicts[-1]))
