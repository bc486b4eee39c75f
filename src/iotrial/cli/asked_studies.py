"""The studies that a user asks for by name; the name of a job becomes a study of it."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Sequence
from pathlib import Path

from iotrial.ask.adhoc_study import make
from iotrial.ask.catalog import Catalog, Job
from iotrial.ask.factors import OF_EVERY_JOB
from iotrial.ask.find_study import find, studies
from iotrial.ask.narrowed_study import narrow
from iotrial.ask.relocated_study import between, names_of
from iotrial.ask.study import Study
from iotrial.ask.suggest import closest
from iotrial.ask.variant_arms import Runtime, require_enough_rounds, require_languages, with_runtimes
from iotrial.claims.claims_file import ClaimedStudy, load
from iotrial.cli.options import ChosenArms, pairs
from iotrial.cli.usable import warn
from iotrial.errors import Problem, UsageError, gathered


def studies_asked_for(
    names: Sequence[str],
    chosen: ChosenArms,
    catalog: Catalog,
    trees: Sequence[Path],
    *,
    quick: bool,
    adjusted: Callable[[Study], Study] = lambda study: study,
) -> list[Study]:
    """Return the studies, as `adjusted` returns each; UsageError with every problem of all of them."""
    problems: list[Problem] = []
    factors = pairs(chosen.settings, "--set", problems, form="FACTOR=VALUE,…")
    found: list[Study] = []
    for name in dict.fromkeys(names):
        with gathered(problems):
            is_job = name in catalog.jobs or catalog.faults.of_job(name) is not None
            if is_job and name not in studies(trees):
                study = make(name, catalog, factors, chosen.languages, chosen.methods, quick=quick)
            else:
                study = load(find(name, trees, catalog.jobs), catalog, quick=quick).study
                if factors:
                    hint = f"iotrial run {study.job} {_typed(chosen.settings, catalog.jobs[study.job])}"
                    problems.append(Problem(f"--set goes with a job, and {name} is a study", hint=hint))
                study = narrow(study, catalog, chosen.languages, chosen.methods)
            found.append(adjusted(study))
    if problems:
        raise UsageError(dict.fromkeys(problems))
    return found


def with_claims(names: Sequence[str], trees: Sequence[Path], catalog: Catalog, *, quick: bool) -> list[ClaimedStudy]:
    """The studies of these names, or all that have claims if none is named; UsageError if a named one has none."""
    problems: list[Problem] = []
    found: list[ClaimedStudy] = []
    for name in dict.fromkeys(names or studies(trees)):
        try:
            one = load(find(name, trees), catalog, quick=quick)
        except UsageError as error:
            if names or not catalog.faults.every:
                problems += error.problems
            else:
                warn(f"left out: {problem.line()}" for problem in error.problems)
            continue
        if one.claims:
            found.append(one)
        elif names:
            problems.append(
                Problem(f"the study {one.study.name} has no claims", hint="docs/claims.md says how to write them")
            )
    if problems:
        raise UsageError(dict.fromkeys(problems))
    return found


def _typed(settings: Sequence[str], job: Job) -> str:
    """Settings as they are typed, with the factors of a job in place of names that are nearly theirs."""
    words = []
    for setting in settings:
        name, *rest = setting.partition("=")
        known = name if name in job.factors or "." in name else closest(name, [*job.factors, *OF_EVERY_JOB]) or name
        words.append(f"--set {shlex.quote(''.join([known, *rest]))}")
    return " ".join(words)


def on_hosts(asked: Sequence[Study], hosts: int, target: Path | None) -> list[Study]:
    """Return studies with writers on several hosts; UsageError with all that is missing."""
    problems: list[Problem] = []
    if target is None or names_of(target):
        hint = "name a folder of a file system that all hosts have mounted in the same place: --target DIR"
        problems.append(Problem("--on: hosts write to one folder, which is not named", hint=hint))
    moved = []
    for study in asked:
        with gathered(problems):
            moved.append(between(study, hosts))
    if problems:
        raise UsageError(problems)
    return moved


def by_runtimes(asked: Sequence[Study], catalog: Catalog, runtimes: Sequence[Runtime]) -> tuple[list[Study], Catalog]:
    """Return studies, and their catalog, with each method by every one of some runtimes."""
    require_languages(runtimes, asked)
    found = []
    for study in asked:
        study, catalog = with_runtimes(study, catalog, runtimes)
        require_enough_rounds(study)
        found.append(study)
    return found, catalog
