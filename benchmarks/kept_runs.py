"""What the full runs that are kept here say: claims that they leave open, and differences that nothing explains.

Nothing is measured: `iotrial claims` does that, and keeps its runs where this looks (IOTRIAL_RESULTS, or the usual
folder).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

from benchmarks.row import Row, share
from iotrial.ask import tree
from iotrial.claims.evaluate import judge_claims
from iotrial.claims.judged_claim import JudgedClaim
from iotrial.claims.sessions import on_one_machine, sessions_of, texts_now
from iotrial.cli.asked_studies import with_claims
from iotrial.judge.explain_run import explain_run
from iotrial.judge.judging import Judging
from iotrial.store.read import open_run
from iotrial.store.results_root import results_root

#: The share of claims that two sessions should decide, and of differences that something should explain.
DECIDED, EXPLAINED = 0.95, 0.90

#: A claim is asked of so many sessions.
SESSIONS = 2

#: Verdicts of sentences that no run here can test.
NOT_ASKED = ("not run", "in the text")

#: Verdicts on an arm beside which there is a difference.
APART = ("faster", "slower")


def rows(long: bool, root: Path | None = None) -> Iterator[Row]:
    """Yield a row for claims and one for explanations, each with the studies that it stands on."""
    root = results_root() if root is None else root
    catalog = tree.load()
    judged: list[JudgedClaim] = []
    causes: list[tuple[str, str]] = []
    short: list[str] = []
    for one in with_claims([], [], catalog, quick=False):
        folders = sessions_of(one.study, root, texts_now(one.study, catalog)).folders
        if not folders:
            continue
        folders = on_one_machine(folders)
        sessions = [Judging(open_run(folder)) for folder in folders]
        for stored in sessions:
            causes += [
                (one.study.name, arm.cause)
                for arm in explain_run(stored).arms
                if arm.verdict in APART and arm.cause is not None
            ]
        if len(folders) < SESSIONS:
            short.append(one.study.name)
        else:
            judged += judge_claims(sessions, one.claims, one.study.name, one.article)
    yield claims_row(judged, short)
    yield causes_row(causes)


def claims_row(judged: Sequence[JudgedClaim], short: Sequence[str]) -> Row:
    """The claims that are not open; those of a study with one session are left out, and it is named."""
    figure = f"claims that full runs of {SESSIONS} sessions do not leave open"
    asked = [claim for claim in judged if claim.verdict not in NOT_ASKED]
    if not asked:
        return Row(figure, f"{100 * DECIDED:.0f} %", "no study has so many: iotrial claims --again", None)
    decided = [claim for claim in asked if claim.verdict != "open"]
    found = share(len(decided), len(asked))
    if left := [f"{claim.study}: {claim.claim}" for claim in asked if claim.verdict == "open"]:
        found += f"; open: {', '.join(left)}"
    if short:
        found += f"; left out, with one session: {', '.join(short)}"
    table = [{"study": one.study, "claim": one.claim, "verdict": one.verdict, "reason": one.reason} for one in asked]
    return Row(figure, f"{100 * DECIDED:.0f} %", found, len(decided) / len(asked) >= DECIDED, tuple(table))


def causes_row(causes: Sequence[tuple[str, str]]) -> Row:
    """The arms whose difference from the baseline a counter, a clock or a function explains."""
    figure = "ratios of full runs that a counter, a clock or a function explains"
    if not causes:
        return Row(figure, f"{100 * EXPLAINED:.0f} %", "no full run is kept here: iotrial claims", None)
    explained = sum(cause != "none" for _, cause in causes)
    found = share(explained, len(causes))
    if left := Counter(study for study, cause in causes if cause == "none"):
        found += "; not explained: " + ", ".join(f"{count} of {study}" for study, count in left.most_common())
    table = [{"study": study, "cause": cause, "arms": count} for (study, cause), count in Counter(causes).items()]
    return Row(figure, f"{100 * EXPLAINED:.0f} %", found, explained / len(causes) >= EXPLAINED, tuple(table))
