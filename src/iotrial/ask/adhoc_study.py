"""A study made on the command line: a job, what varies, and which methods, without a file."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from iotrial.ask.arm_globs import NoMatch, is_named_by, matching, method_hint, settled
from iotrial.ask.catalog import Catalog
from iotrial.ask.chosen_baseline import baseline_of
from iotrial.ask.factors import MOST_LEVELS, FactorValues, axes, level_count, levels_of
from iotrial.ask.narrowed_study import check_languages
from iotrial.ask.other_languages import hint_of_languages, languages_of
from iotrial.ask.parameters import split
from iotrial.ask.study import Level, Study
from iotrial.ask.suggest import suggestion
from iotrial.errors import Problem, UsageError

SOURCE = "the command line"


def make(
    job: str,
    catalog: Catalog,
    settings: Mapping[str, str] | None = None,
    languages: Sequence[str] = (),
    methods: Sequence[str] = (),
    *,
    quick: bool = False,
) -> Study:
    """Make a study of one job: factor -> values with commas between them, some languages, some globs over methods.

    Without languages or globs all methods take part, except those that must be named. UsageError with everything
    that is wrong.
    """
    found = catalog.jobs.get(job)
    if found is None and (fault := catalog.faults.of_job(job)):
        raise UsageError(fault.problems)
    if found is None:
        raise UsageError(f"unknown job {job!r}", hint=suggestion(job, catalog.jobs))
    problems: list[Problem] = []
    chosen = arms_of(job, catalog, languages, methods, problems)
    given = [setting_of(name, text) for name, text in (settings or {}).items()]
    values = axes(given, found, catalog, Path.cwd(), problems)
    if (total := level_count(values)) > MOST_LEVELS:
        problems.append(Problem(f"{total} levels are too many: {MOST_LEVELS} at most", where="--set"))
    if problems:
        raise UsageError(problems)
    baseline = baseline_of(chosen, job, catalog)
    return Study(
        name=job,
        question=f"Which method is the fastest here? {found.summary}",
        job=job,
        baseline=baseline,
        levels=tuple(Level(factors, tuple(chosen)) for factors in levels_of(values, found)),
        text="",
        source=SOURCE,
        quick=quick,
    )


def setting_of(name: str, text: str) -> FactorValues:
    """Read `record_bytes=4096,70` as two values; an empty text is no value at all."""
    where = f"--set {name}"
    values = [value.strip() for value in text.split(",")] if text.strip() else []
    return FactorValues(name, values, where, [where] * len(values))


def arms_of(
    job: str, catalog: Catalog, languages: Sequence[str], globs: Sequence[str], problems: list[Problem]
) -> list[str]:
    """Return the arms of the languages that any of the globs means; everything wrong is added to `problems`."""
    problems += check_languages(languages, catalog)
    everything = [method.arm for method in catalog.methods_of(job)]
    arms = [arm for arm in everything if not languages or catalog.is_in(arm.partition("/")[0], languages)]
    methods = {arm: catalog.methods[(job, arm)] for arm in arms}
    chosen = {arm for arm in arms if not globs and is_named_by("*", methods[arm])}
    for glob in globs:
        found = [arm for arm in matching(split(glob)[0], arms, bare=True) if is_named_by(glob, methods[arm])]
        try:
            found = settled(glob, found, job, catalog) if found else []
        except NoMatch as error:
            problems.append(Problem(str(error), where="--method", hint=error.hint))
            continue
        if not found and (fault := catalog.faults.of_method(split(glob)[0], job)):
            problems += fault.problems
        elif not found:
            hint = method_hint(glob, job, catalog, arms)
            problems.append(Problem(f"{glob!r} matches no method of {job}", where="--method", hint=hint))
        chosen.update(found)
    if not chosen and not problems:
        of = f" in {', '.join(languages)}" if languages else ""
        hint = hint_of_languages(languages_of(everything), "", languages, catalog) if languages else None
        problems.append(Problem(f"{job} has no method{of}", hint=hint or "`iotrial methods` lists what there is"))
    return sorted(chosen)
