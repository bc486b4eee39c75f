"""The usual way of doing a job: always one that is declared, never a guess of ours."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path

from iotrial.ask.arm_globs import reference
from iotrial.ask.catalog import Catalog
from iotrial.ask.toml_file import read_for


def usual_arm(arms: Sequence[str], job: str, catalog: Catalog, studies: Iterable[Path] = ()) -> tuple[str, str | None]:
    """Return the arm to compare with, and where it is declared as the usual way (None: nowhere).

    The first that the job itself names as usual, if it names one in each language; else the baseline that most studies
    of the job name; else one that an article timed; else what the job names; else the first of those whose guarantees
    most of the arms give. That last one is no usual way, only something to compare with.
    """
    own = [arm for arm in catalog.jobs[job].usual if arm in arms]
    of_job = "declared by the job"
    if {_language(arm, catalog) for arm in own} == {_language(arm, catalog) for arm in arms}:
        return own[0], of_job
    named = Counter(arm for arm in _baselines(job, studies) if arm in arms)
    if named:
        arm, count = min(named.items(), key=lambda item: (-item[1], item[0]))
        return arm, f"the baseline of {count} {'study' if count == 1 else 'studies'}"
    if any("article" in catalog.methods[job, arm].tags for arm in arms):
        return reference(arms, job, catalog), "an article timed it"
    if own:
        return own[0], of_job
    sets = Counter(_guarantees(catalog, job, arm) for arm in arms)
    return min(arms, key=lambda arm: (-sets[_guarantees(catalog, job, arm)], arm)), None


def _language(arm: str, catalog: Catalog) -> str:
    """The language that an arm is in; of a stack of servers, that of the programs that it runs."""
    kit = catalog.kits[arm.partition("/")[0]]
    return kit.program_language or kit.language


def _guarantees(catalog: Catalog, job: str, arm: str) -> tuple[tuple[str, str], ...]:
    return tuple(sorted(catalog.methods[job, arm].guarantees.items()))


def _baselines(job: str, studies: Iterable[Path]) -> Iterable[str]:
    """Yield the baselines of the studies of a job; a study that cannot be read declares nothing."""
    for path in studies:
        file = read_for(path, [])
        if file is not None and file.data.get("job") == job and isinstance(file.data.get("baseline"), str):
            yield file.data["baseline"]
