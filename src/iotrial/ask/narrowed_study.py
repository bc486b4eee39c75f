"""Fewer arms than a study has: those that --language and --method leave."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence

from iotrial.ask.arm_globs import matching, method_hint
from iotrial.ask.catalog import Catalog
from iotrial.ask.chosen_baseline import baseline_of
from iotrial.ask.level_factors import names_among
from iotrial.ask.other_languages import hint_of_languages, languages_of
from iotrial.ask.parameters import split
from iotrial.ask.study import Level, Study
from iotrial.ask.suggest import beginning, nearest, suggestion
from iotrial.errors import Problem, UsageError


def narrow(study: Study, catalog: Catalog, languages: Sequence[str] = (), globs: Sequence[str] = ()) -> Study:
    """Return the study with the arms of these languages that any of the globs (over LANGUAGE/METHOD or METHOD) means.

    Levels without such arms are dropped. If the baseline is left out, the usual way takes its place, if it is there,
    else the first remaining method that an article timed, else the first. The study's notes say both. UsageError if
    nothing is left.
    """
    if not languages and not globs:
        return study
    problems = check_languages(languages, catalog)
    everything = sorted({arm for level in study.levels for arm in level.arms})
    arms = [arm for arm in everything if not languages or catalog.is_in(arm.partition("/")[0], languages)]
    kept = set(arms if not globs else ())
    for glob in globs:
        found = matching(glob, arms, bare=True)
        if not found and (fault := catalog.faults.of_method(split(glob)[0], study.job)):
            problems += fault.problems
        elif not found:
            hint = method_hint(glob, study.job, catalog, arms)
            problems.append(
                Problem(f"{glob!r} matches no method of the study {study.name}", where="--method", hint=hint)
            )
        kept.update(found)
    if not kept and not problems:
        hint = hint_of_languages(languages_of(everything), study.job, languages, catalog)
        message = f"the study {study.name} has no method in {', '.join(languages)}"
        problems.append(Problem(message, where="--language", hint=hint))
    if problems:
        raise UsageError(problems)
    levels = [Level(level.factors, tuple(arm for arm in level.arms if arm in kept)) for level in study.levels]
    return _with_baseline(study, catalog, [level for level in levels if level.arms])


def check_languages(languages: Sequence[str], catalog: Catalog) -> list[Problem]:
    """Return the problems of each language that has no kit that can be used."""
    found: list[Problem] = []
    for language in languages:
        if language in catalog.languages:
            continue
        fault = catalog.faults.of_kit(language)
        hint = _language_hint(language, catalog)
        found += fault.problems if fault else [Problem(f"unknown language {language!r}", "--language", hint)]
    return found


def _language_hint(typed: str, catalog: Catalog) -> str | None:
    """Return a hint for an unknown language: as people call it, nearly so, with something added, or all there are."""
    called = {catalog.kits[name].called.lower(): name for name in catalog.languages if name in catalog.kits}
    if typed.lower() in called:
        return f"did you mean {called[typed.lower()]!r}?"
    known = catalog.languages
    if told := nearest(typed, known) or beginning(typed, known):
        return told
    stacks = [name for name in known if name in catalog.kits and catalog.kits[name].programs]
    languages = [name for name in known if name not in stacks]
    apart = f"; stacks of servers: {', '.join(stacks)}" if stacks else ""
    return f"{suggestion(typed, languages)}{apart}"


def _with_baseline(study: Study, catalog: Catalog, levels: list[Level]) -> Study:
    notes = list(study.notes)
    if len(levels) < len(study.levels):
        kept = [level.factors for level in levels]
        gone = [level.factors for level in study.levels if level.factors not in kept]
        which = names_among(gone, [level.factors for level in study.levels])
        notes.append(f"{len(gone)} of {len(study.levels)} levels have none of the chosen methods: {which}")
    everywhere = set(levels[0].arms).intersection(*(level.arms for level in levels))
    baseline = study.baseline
    if baseline not in everywhere:
        if not everywhere:
            raise UsageError(
                "no method that is left is in all levels, so that there is no baseline",
                hint="choose more methods or languages",
            )
        baseline = baseline_of(sorted(everywhere), study.job, catalog)
        notes.append(f"the baseline is {baseline}, since {study.baseline} was not chosen")
    return dataclasses.replace(study, baseline=baseline, levels=tuple(levels), notes=tuple(notes))
