"""One method as several arms of a study: with several runtimes, or with an old and a new text. Pure."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import PurePath

from iotrial.ask import ranges
from iotrial.ask.catalog import Catalog, Method, MethodVariant, variant_name
from iotrial.ask.planned_risk import planned_risk
from iotrial.ask.study import Level, Study
from iotrial.errors import Problem, UsageError

#: Each arm of a level is a process that lives for the whole round; with more, rounds are long and intervals wide.
MOST_ARMS = 64


@dataclass(frozen=True)
class Runtime:
    """A runtime or compiler that the user named; `says` is its own answer: its name and exact version."""

    language: str
    path: str
    says: str


def spread(study: Study, catalog: Catalog, variants: Mapping[str, Sequence[MethodVariant]]) -> tuple[Study, Catalog]:
    """Return the study with each variant of an arm (LANGUAGE/METHOD) as an arm, and the catalog that knows them.

    The baseline becomes the first of its variants. UsageError if a level has more than MOST_ARMS arms.
    """
    variants = {
        arm: [dataclasses.replace(variant, is_first=place == 0) for place, variant in enumerate(several)]
        for arm, several in variants.items()
    }
    levels = tuple(
        Level(level.factors, tuple(name for arm in level.arms for name in _names(arm, variants)))
        for level in study.levels
    )
    if (most := max((len(level.arms) for level in levels), default=0)) > MOST_ARMS:
        raise UsageError(
            f"the study {study.name} would have {most} arms at one level: {MOST_ARMS} at most",
            hint="choose fewer methods with --method or --language, or name fewer runtimes",
        )
    made = {(study.job, variant.arm): variant for several in variants.values() for variant in several}
    baseline = _names(study.baseline, variants)[0]
    return (
        dataclasses.replace(study, baseline=baseline, levels=levels),
        dataclasses.replace(catalog, variants={**catalog.variants, **made}),
    )


def with_runtimes(study: Study, catalog: Catalog, runtimes: Sequence[Runtime]) -> tuple[Study, Catalog]:
    """Return the study with each arm once for every runtime of its language, and the catalog that knows these arms.

    A language with one runtime keeps the names of its arms. A note of the study says what each name stands for.
    """
    labels = labels_of(runtimes)
    arms = dict.fromkeys(arm for level in study.levels for arm in level.arms)
    variants: dict[str, list[MethodVariant]] = {}
    notes: dict[str, None] = {}
    for arm in arms:
        method = catalog.methods[(study.job, arm)]
        for runtime, label in zip(runtimes, labels, strict=True):
            if runtime.language == method.language:
                variants.setdefault(arm, []).append(variant_with(method, catalog, runtime.path, label))
                notes[f"{variant_name(f'{runtime.language}/*', label)} is {runtime.says}, {runtime.path}"] = None
    study, catalog = spread(study, catalog, variants)
    return dataclasses.replace(study, notes=(*study.notes, *notes)), catalog


def variant_with(method: Method, catalog: Catalog, runtime_path: str, label: str | None) -> MethodVariant:
    """Return a method with a runtime of its own."""
    return MethodVariant(method, dataclasses.replace(catalog.kits[method.language], named=runtime_path), label)


def labels_of(runtimes: Sequence[Runtime]) -> list[str | None]:
    """Return labels that tell the runtimes of one language apart, in their order; None for one that is alone.

    A label is the version that the runtime states, after its name if names differ. If that is not enough, the name of
    its file follows; if that is not enough either, its number in the order given follows instead.
    """
    found: dict[Runtime, str | None] = {}
    for language in dict.fromkeys(runtime.language for runtime in runtimes):
        own = [runtime for runtime in runtimes if runtime.language == language]
        found |= dict(zip(own, _labels(own), strict=True)) if len(own) > 1 else {own[0]: None}
    return [found[runtime] for runtime in runtimes]


def _labels(own: Sequence[Runtime]) -> list[str]:
    names = {runtime.says.partition(" ")[0] for runtime in own}
    versions = [_word(_version(runtime)) for runtime in own]
    if len(names) > 1:
        versions = [f"{_word(runtime.says.partition(' ')[0].lower())}-{_word(_version(runtime))}" for runtime in own]
    files = [f"{version}-{_word(PurePath(runtime.path).name)}" for version, runtime in zip(versions, own, strict=True)]
    numbers = [f"{version}-{place}" for place, version in enumerate(versions, start=1)]
    return next(labels for labels in (versions, files, numbers) if len(set(labels)) == len(labels))


def _version(runtime: Runtime) -> str:
    """Return the version in what a runtime says of itself; its file's name if there is none."""
    found = re.search(r"\d+(\.\d+)*\S*", runtime.says)
    return found[0] if found else PurePath(runtime.path).name


def _word(text: str) -> str:
    """Write a text in the letters that a label may have."""
    return re.sub(r"[^A-Za-z0-9_.+-]+", "_", text)[:40] or "_"


def require_languages(runtimes: Sequence[Runtime], studies: Sequence[Study]) -> None:
    """Refuse runtimes that no study has a method for, with UsageError."""
    used = {arm.partition("/")[0] for study in studies for level in study.levels for arm in level.arms}
    problems = [
        Problem(f"no study that was named has a method in {language}", where="--runtime", hint="leave it out")
        for language in dict.fromkeys(runtime.language for runtime in runtimes)
        if language not in used
    ]
    if problems:
        raise UsageError(problems)


def require_enough_rounds(study: Study) -> None:
    """Refuse, with UsageError, a number of rounds that is too small for the arms that there are now (rule 7)."""
    if study.rounds is None:
        return
    try:
        arms = [len(level.arms) for level in study.levels]
        ranges.require_rounds(study.rounds, arms, planned_risk(study, [count + 1 for count in arms]))
    except ValueError as error:
        raise UsageError(f"the study {study.name}: {error}", hint="ask for more with --rounds") from None


def _names(arm: str, variants: Mapping[str, Sequence[MethodVariant]]) -> list[str]:
    return [variant.arm for variant in variants.get(arm, ())] or [arm]
