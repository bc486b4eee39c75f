"""The claims of the study that a run carried out, as the run stored it, with the verdicts of other sessions."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from iotrial.ask.catalog import Catalog
from iotrial.claims.claims_file import claims_of
from iotrial.claims.evaluate import judge_claims
from iotrial.claims.judged_claim import JudgedClaim
from iotrial.claims.sessions import asks_the_same, hardware_of
from iotrial.errors import UsageError
from iotrial.judge.judging import Judging
from iotrial.store.folder import StoredFolder
from iotrial.store.read import open_run


def claims_of_run(
    judging: Judging, known: Callable[[str], Sequence[StoredFolder]], catalog: Catalog
) -> tuple[list[JudgedClaim], str | None]:
    """Return the claims of a run, and the reason why there are none if they cannot be read.

    known: gives the runs of a study, among which there may be other sessions of the same question.
    """

    run = judging.run
    if not run.study_text:
        return [], None
    try:
        article, claims = claims_of(run.study_text, f"{run.run}, study {run.study}", run.job, catalog)
    except UsageError as error:
        again = f"iotrial claims {run.study} judges them as they are written today"
        return [], f"the claims of this study are left out: {error.problems[0].line()}; {again}"
    if not claims:
        return [], None
    others = [
        one.folder
        for one in known(run.study)
        if one.run is not None
        and one.run.run != run.run
        and asks_the_same(one.run, run)
        and hardware_of(one.run) == hardware_of(run)
    ]
    return judge_claims([*(Judging(open_run(one)) for one in others), judging], claims, run.study, article), None
