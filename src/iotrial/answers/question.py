"""The question of `iotrial advise`, made into a study: the case that was asked about, and others around it.

The methods that may be recommended are chosen here, before anything is measured: those that give every guarantee asked
for, and the usual way's guarantee if none was asked for.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from iotrial.ask.adhoc_study import SOURCE, arms_of, setting_of
from iotrial.ask.arm_globs import matching
from iotrial.ask.catalog import Catalog, Factor, Job, Value
from iotrial.ask.factors import axes, unsaid_of
from iotrial.ask.level_factors import LevelFactors
from iotrial.ask.narrowed_study import check_languages
from iotrial.ask.study import Level, Study
from iotrial.ask.suggest import suggestion
from iotrial.ask.tags import risks_of
from iotrial.ask.usual_method import usual_arm
from iotrial.errors import Problem, UsageError
from iotrial.judge.ordered_guarantees import is_enough

#: Unit of a size -> the number by which the size is also tried divided and multiplied.
STEPS = {"bytes": 8, "count": 10}

#: Methods that wait for a device are tried with no more pieces of work than this, unless more were asked for.
MOST_SYNCS = 100

#: Why a method by a library is not tried unless it is named.
NEEDS_A_PACKAGE = "needs a package, which is fetched only for methods that you name with --method"

#: The guarantee of outliving a power cut, its value for none, and the beginning of those that hold when a call returns.
DURABLE, NOT_DURABLE, EACH = "durable", "no", "each"


@dataclass(frozen=True)
class Question:
    """A user's question: a job, the case, the languages, and the guarantees that it takes.

    settings: factor -> one value as it was typed. guarantees: name -> the values that will do. usual: the method that
    is used today, as it was typed; None if it was not named.
    """

    job: str
    languages: Sequence[str]
    settings: Mapping[str, str]
    guarantees: Mapping[str, Sequence[str]]
    globs: Sequence[str] = ()
    usual: str | None = None


@dataclass(frozen=True)
class OtherLevel:
    """A level besides the one asked about: the factors that differ, and the guarantee that it is tried for, or None."""

    changed: Mapping[str, Value]
    guarantee: str | None = None


@dataclass(frozen=True)
class Inquiry:
    """A question as a study, with all that is needed to read the run.

    usual: the baseline; `declared` says where it is declared as usual, and is None if no usual method is declared.
    allowed: the arms that may be recommended. elsewhere: how each level after the first differs from the first.
    untried: all that was left out from the start, each with the reason. unfetched: the methods among them that need
    packages and could be recommended otherwise, with their names in a sentence.
    """

    study: Study
    usual: str
    declared: str | None
    allowed: tuple[str, ...]
    asked: Mapping[str, tuple[str, ...]]
    elsewhere: tuple[OtherLevel, ...]
    untried: tuple[str, ...]
    unfetched: Mapping[str, str] = field(default_factory=dict)


def inquire(
    question: Question,
    catalog: Catalog,
    studies: Iterable[Path] = (),
    targets: Sequence[str] = (),
    why_not: Callable[[Mapping[str, Value]], str | None] = lambda factors: None,
) -> Inquiry:
    """Return the study of a question; UsageError with everything that is wrong with it.

    studies: files that may declare what is usual. targets: other places to try it in, as studies name them.
    why_not: returns why a level besides the one asked about cannot be tried; None if it can.
    """
    job = catalog.jobs.get(question.job)
    if job is None and (fault := catalog.faults.of_job(question.job)):
        raise UsageError(fault.problems)
    if job is None:
        raise UsageError(f"unknown job {question.job!r}", hint=suggestion(question.job, catalog.jobs))
    problems: list[Problem] = []
    asked, factors, everything, usual = _read(question, job, catalog, problems)
    if problems:
        raise UsageError(problems)
    giving = [arm for arm in everything if _gives(catalog, job, arm, asked)]
    if not giving:
        raise UsageError(
            f"no method of {job.name} in {', '.join(question.languages)} guarantees {_listed(asked)}",
            hint=f"what each guarantees: iotrial methods {job.name} --json, or docs/jobs.md",
        )
    declared = "you say that you use it" if usual else None
    prompt = [arm for arm in giving if not _waits(catalog, job, arm)] or giving
    if usual is None:
        prompt = [arm for arm in prompt if _gives_needed(catalog, job, arm, asked)] or prompt
        usual, declared = usual_arm(prompt, job.name, catalog, studies)
        if any(arm in everything and arm not in prompt for arm in job.usual):
            declared = None  # the usual way does not give what is wanted
    allowed = [arm for arm in giving if _is_alike(catalog, job, arm, usual, asked)]
    if declared is None and not asked and len(allowed) == 1:
        allowed = prompt  # they guarantee different things, and it is not said which is wanted
    allowed = _without_risks(catalog, job, allowed, usual)
    if not allowed:
        raise UsageError(
            f"no method of {job.name} guarantees {_listed(asked)} and otherwise what {usual} does",
            hint="ask for fewer guarantees, or leave --usual out",
        )
    waits = any("by-name" in catalog.methods[job.name, arm].tags for arm in allowed)
    if waits:
        factors = _fewer(factors, job, question.settings)
    levels, elsewhere, untried = _levels(job, catalog, factors, usual, allowed, everything, targets, why_not, asked)
    untried += [f"{arm}: {NEEDS_A_PACKAGE}" for arm in _unnamed(question, catalog) if _gives(catalog, job, arm, asked)]
    study = Study(
        name=job.name,
        question=f"Which method should be used here? {job.summary}",
        job=job.name,
        baseline=usual,
        levels=tuple(levels),
        text="",
        source=SOURCE,
        quick=True,
        eligible=tuple(allowed),
        fills_budget=True,
    )
    unfetched = {
        arm: catalog.methods[job.name, arm].spoken
        for arm in _unnamed(question, catalog)
        if _gives(catalog, job, arm, asked) and _is_alike(catalog, job, arm, usual, asked)
    }
    return Inquiry(study, usual, declared, tuple(allowed), asked, tuple(elsewhere), tuple(untried), unfetched)


def wrong_parts(question: Question, catalog: Catalog) -> list[Problem]:
    """Return what is wrong with a question as far as it was typed: its job is known, its languages may be missing."""
    problems: list[Problem] = []
    languages = list(question.languages or catalog.languages)
    _read(replace(question, languages=languages), catalog.jobs[question.job], catalog, problems)
    return problems


def _read(
    question: Question, job: Job, catalog: Catalog, problems: list[Problem]
) -> tuple[dict[str, tuple[str, ...]], dict[str, Value], list[str], str | None]:
    """The guarantees asked for, the factors, all methods that were meant, and the one that is used today."""
    asked = _guarantees(question, job, problems)
    factors = _factors(question, job, catalog, problems)
    everything = _methods(question, catalog, problems)
    return asked, factors, everything, _usual(question, everything, job, catalog, problems)


def _guarantees(question: Question, job: Job, problems: list[Problem]) -> dict[str, tuple[str, ...]]:
    """The guarantees asked for, each with the values that will do."""
    found: dict[str, tuple[str, ...]] = {}
    for name, values in question.guarantees.items():
        if name not in job.guarantees:
            known = suggestion(name, job.guarantees) or f"methods of {job.name} declare no guarantees"
            problems.append(Problem(f"{name!r} is no guarantee of {job.name}", where="--guarantee", hint=known))
            continue
        for value in values:
            if value not in job.guarantees[name]:
                listed = ", ".join(repr(known) for known in job.guarantees[name])
                problems.append(Problem(f"{name!r} cannot be {value!r}: it is one of {listed}", where="--guarantee"))
        found[name] = tuple(values)
    return found


def _factors(question: Question, job: Job, catalog: Catalog, problems: list[Problem]) -> dict[str, Value]:
    given = [setting_of(name, text) for name, text in question.settings.items()]
    values = axes(given, job, catalog, Path.cwd(), problems)
    for name, several in values.items():
        if len(several) > 1:
            hint = f"iotrial run {job.name} --set {name}={question.settings[name]}"
            problems.append(Problem(f"advice takes one value of {name}", where=f"--set {name}", hint=hint))
    return {name: several[0] for name, several in values.items() if several}


def _methods(question: Question, catalog: Catalog, problems: list[Problem]) -> list[str]:
    """All methods that were meant: those that wait for a device too, those that need packages only if named."""
    problems += check_languages(question.languages, catalog)
    if question.globs:
        return arms_of(question.job, catalog, question.languages, question.globs, problems)
    found = [
        method.arm
        for method in catalog.methods_of(question.job)
        if catalog.is_in(method.language, question.languages)
        and "as-published" not in method.tags
        and not method.packages
    ]
    if not found and not problems:
        problems.append(
            Problem(
                f"{question.job} has no method in {', '.join(question.languages)}",
                where="--language",
                hint=f"iotrial methods {question.job} lists what there is",
            )
        )
    return found


def _unnamed(question: Question, catalog: Catalog) -> list[str]:
    """The methods that were left out since they need packages and were not named."""
    methods = [] if question.globs else catalog.methods_of(question.job)
    return [one.arm for one in methods if one.packages and catalog.is_in(one.language, question.languages)]


def _usual(
    question: Question, everything: Sequence[str], job: Job, catalog: Catalog, problems: list[Problem]
) -> str | None:
    """The method that is used today, if it was named; any language will do."""
    if question.usual is None:
        return None
    of_job = [method.arm for method in catalog.methods_of(job.name)]
    found = matching(question.usual, everything, bare=True) or matching(question.usual, of_job, bare=True)
    if len(found) == 1:
        return found[0]
    if not found and (fault := catalog.faults.of_method(question.usual, job.name)):
        problems += fault.problems
        return None
    what = f"means several methods: {', '.join(found)}" if found else f"is no method of {job.name}"
    problems.append(
        Problem(
            f"{question.usual!r} {what}", where="--usual", hint=None if found else suggestion(question.usual, of_job)
        )
    )
    return None


def _gives(catalog: Catalog, job: Job, arm: str, asked: Mapping[str, Sequence[str]]) -> bool:
    """True if a method declares every guarantee that was asked for."""
    own = catalog.methods[job.name, arm].guarantees
    return all(own.get(name) in values for name, values in asked.items())


def _gives_needed(catalog: Catalog, job: Job, arm: str, asked: Mapping[str, Sequence[str]]) -> bool:
    """True if a method gives what nearly everybody needs, as far as nothing else was asked for."""
    own = catalog.methods[job.name, arm].guarantees
    return all(
        is_enough(own.get(name), value, job.ordered(name)) for name, value in job.needed.items() if name not in asked
    )


def _is_alike(catalog: Catalog, job: Job, arm: str, usual: str, asked: Mapping[str, Sequence[str]]) -> bool:
    """True if a method has the usual way's value of every guarantee that was not asked for."""
    own, other = (catalog.methods[job.name, name].guarantees for name in (arm, usual))
    return all(
        is_enough(own.get(name), other.get(name), job.ordered(name)) for name in job.guarantees if name not in asked
    )


def _levels(
    job: Job,
    catalog: Catalog,
    factors: dict[str, Value],
    usual: str,
    allowed: Sequence[str],
    everything: Sequence[str],
    targets: Sequence[str],
    why_not: Callable[[Mapping[str, Value]], str | None],
    asked: Mapping[str, Sequence[str]],
) -> tuple[list[Level], list[OtherLevel], list[str]]:
    """The level that was asked about, those around it, and those that are left out, with the reasons."""
    waiting = [arm for arm in everything if arm not in allowed and _waits(catalog, job, arm)]
    others = [
        arm for arm in everything if arm not in allowed and arm not in waiting and _gives(catalog, job, arm, asked)
    ]
    is_short = _fewer(factors, job, {}) == factors
    is_together = int(factors.get("writers", 1)) > 1 or int(factors.get("clients", 1)) > 1
    if is_together and len(allowed) > 1:
        others = []  # a sample is a window of time: each arm costs the others a good part of the budget
    unsaid = unsaid_of(job)
    first = Level(LevelFactors(factors, unsaid), _with(usual, [*allowed, *others, *(waiting if is_short else [])]))
    levels, elsewhere, untried = [first], [], []
    around = [OtherLevel(changed) for changed in _around(job, factors)]
    around += [OtherLevel({"target": name}) for name in targets if name != factors["target"]]
    arms = _with(usual, allowed)
    candidates = [(one, arms) for one in around if len(arms) > 1]
    if waiting and not is_short and DURABLE not in asked:
        fewer = {name: value for name, value in _fewer(factors, job, {}).items() if value != factors[name]}
        candidates.append((OtherLevel(fewer, DURABLE), _with(usual, waiting)))
    for one, names in candidates:
        changed = {**factors, **one.changed}
        if any(level.factors == changed for level in levels):
            continue
        if (reason := why_not(changed)) is not None:
            untried.append(f"{named(one.changed)}: {reason}")
            continue
        levels.append(Level(LevelFactors(changed, unsaid), names))
        elsewhere.append(one)
    return levels, elsewhere, untried


def named(changed: Mapping[str, Value]) -> str:
    """The factors that differ at a level, in one line."""
    return " ".join(f"{name}={value}" for name, value in changed.items())


def _around(job: Job, factors: Mapping[str, Value]) -> Iterator[dict[str, Value]]:
    """A smaller and a larger value of each size, those in bytes first."""
    sizes = [factor for factor in job.factors.values() if factor.unit in STEPS and factor.is_size]
    for factor in sorted(sizes, key=lambda factor: factor.unit != "bytes"):
        value = factors[factor.name]
        if isinstance(value, int):
            step = STEPS[factor.unit]
            for near in (value // step, value * step):
                if near != value and near > 0 and _is_possible(factor, near):
                    yield {factor.name: near}


def _is_possible(factor: Factor, value: int) -> bool:
    return value >= (factor.minimum or 0) and (factor.maximum is None or value <= factor.maximum)


def _fewer(factors: Mapping[str, Value], job: Job, said: Mapping[str, str]) -> dict[str, Value]:
    """The factors with no more pieces of work than a method that waits for a device can do in time."""
    counts = {name for name, factor in job.factors.items() if factor.unit == "count" and factor.is_size}
    return {
        name: min(value, MOST_SYNCS) if name in counts and name not in said and isinstance(value, int) else value
        for name, value in factors.items()
    }


def _waits(catalog: Catalog, job: Job, arm: str) -> bool:
    return "by-name" in catalog.methods[job.name, arm].tags


def _with(usual: str, arms: Sequence[str]) -> tuple[str, ...]:
    return tuple(sorted({usual, *arms}))


def _without_risks(catalog: Catalog, job: Job, arms: Sequence[str], usual: str) -> list[str]:
    """The methods that risk nothing by their tags; all of them if the usual way risks something, or if all do."""
    risky = {arm for arm in (*arms, usual) if risks_of(catalog.methods[job.name, arm].tags)}
    safe = [arm for arm in arms if arm not in risky]
    return safe if safe and usual not in risky else list(arms)


def _listed(guarantees: Mapping[str, Sequence[str]]) -> str:
    return ", ".join(f"{name}={' or '.join(values)}" for name, values in guarantees.items())
