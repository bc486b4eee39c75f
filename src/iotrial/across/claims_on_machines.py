"""The claims of a study on several machines: each machine's own verdict, by all of its sessions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from iotrial.across.across_machines import ClaimOnMachine, ClaimOnMachines
from iotrial.across.machine_runs import MachineRuns
from iotrial.across.parting_facts import goes_with
from iotrial.ask.catalog import Catalog
from iotrial.claims.claims_file import claims_of
from iotrial.claims.evaluate import judge_claims
from iotrial.claims.judged_claim import JudgedClaim
from iotrial.claims.outcome import AGAINST, SAME_WAY
from iotrial.errors import UsageError
from iotrial.judge.judging import Judging
from iotrial.store.read import open_run


def claims_on(
    machines: Sequence[MachineRuns], facts: Mapping[str, Mapping[str, str]], catalog: Catalog
) -> list[ClaimOnMachines]:
    """Return each claim of the study that the newest run stored, on all machines; UsageError if it has none.

    The samples of all runs are read for it.
    """
    newest = max((run for machine in machines for _, run in machine.runs), key=lambda run: run.started_at)
    article, claims = claims_of(newest.study_text, f"{newest.run}, study {newest.study}", newest.job, catalog)
    if not claims:
        raise UsageError(f"the study {newest.study} has no claims", hint="docs/claims.md says how to write them")
    judged = {
        machine.name: judge_claims(
            [Judging(open_run(folder)) for folder, _ in machine.runs], claims, newest.study, article
        )
        for machine in machines
    }
    return [_on_machines({name: rows[number] for name, rows in judged.items()}, facts) for number in range(len(claims))]


def _on_machines(rows: Mapping[str, JudgedClaim], facts: Mapping[str, Mapping[str, str]]) -> ClaimOnMachines:
    first = next(iter(rows.values()))
    holds = [name for name, row in rows.items() if row.verdict in SAME_WAY]
    against = [name for name, row in rows.items() if row.verdict in AGAINST]
    return ClaimOnMachines(
        article=first.article,
        author=first.author,
        date=first.date,
        address=first.address,
        claim=first.claim,
        says=first.says,
        by=first.by,
        ours=first.ours,
        fault=first.fault,
        counts=dict(Counter(row.verdict for row in rows.values())),
        holds=holds,
        against=against,
        goes_with=goes_with(facts, against, holds, ""),
        machines=[
            ClaimOnMachine(
                machine=name,
                verdict=row.verdict,
                sessions=row.sessions,
                measured=row.measured,
                low=row.low,
                high=row.high,
                reason=row.reason,
            )
            for name, row in rows.items()
        ],
    )
