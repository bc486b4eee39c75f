"""The claims of a run beside what other sessions said of them: settled, or open since they differ (rule 21)."""

from __future__ import annotations

from collections.abc import Sequence

from iotrial.claims.judged_claim import JudgedClaim
from iotrial.claims.outcome import OPEN, SAME_WAY, Verdict
from iotrial.report.claim_words import verdict_named
from iotrial.report.layout import clean
from iotrial.site.site_run import SiteRun


def sessions_beside(run: SiteRun, runs: Sequence[SiteRun]) -> list[SiteRun]:
    """Return the last run of every other machine and day that asked the same in the same form."""
    found = {
        (other.machine, other.date): other
        for other in sorted(runs, key=lambda one: one.judged.started_at)
        if other.question == run.question and other.published.claims
    }
    found.pop((run.machine, run.date), None)
    return list(found.values())


def settled_claims(run: SiteRun, others: Sequence[SiteRun]) -> list[JudgedClaim]:
    """Return the claims of a run with their verdicts in all sessions; what it leaves open itself stays open."""
    return [_settled(claim, run, others) for claim in run.published.claims]


def _settled(claim: JudgedClaim, run: SiteRun, others: Sequence[SiteRun]) -> JudgedClaim:
    if claim.verdict in OPEN:
        return claim
    told = [(run, claim), *((other, same) for other in others if (same := _same(claim, run, other)) is not None)]
    decided = [(one, same) for one, same in told if same.verdict not in OPEN]
    if decided == [(run, claim)]:
        return claim
    verdicts: dict[Verdict, list[SiteRun]] = {}
    for one, same in decided:
        verdicts.setdefault(same.verdict, []).append(one)
    if len(verdicts) == 1:
        return claim.model_copy(update={"settled": True, "sessions": sum(same.sessions for _, same in decided)})
    apart = [f"{verdict_named(one, is_fault=claim.fault)} {_in(sessions)}" for one, sessions in verdicts.items()]
    reason = f"sessions differ: {'; '.join(apart)}"
    verdict: Verdict = "same direction" if all(one in SAME_WAY for one in verdicts) else "open"
    return claim.model_copy(update={"verdict": verdict, "reason": reason, "settled": False})


def _same(claim: JudgedClaim, run: SiteRun, other: SiteRun) -> JudgedClaim | None:
    """Return the same claim of another run, if its sentence and the code that it compares are the same; else None."""
    found = next((one for one in other.published.claims if (one.claim, one.says) == (claim.claim, claim.says)), None)
    arms = [arm for arm in (claim.arm, claim.over) if arm]
    texts, those = run.published.texts, other.published.texts
    return found if found and all(texts.get(arm) == those.get(arm) for arm in arms) else None


def _in(sessions: Sequence[SiteRun]) -> str:
    """Say in how many sessions, and on which machine and day if it is one."""
    first, *others = sessions
    machine = clean(first.judged.machine or first.machine)
    return f"in {len(sessions)} sessions" if others else f"on {machine}, {first.date}"
