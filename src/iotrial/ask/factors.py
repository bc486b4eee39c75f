"""The factors of a level, and the values that each may have."""

from __future__ import annotations

import itertools
import math
import shlex
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from iotrial.ask.catalog import Catalog, Factor, Job, Value
from iotrial.ask.level_factors import LevelFactors
from iotrial.ask.named_targets import DEFAULT_TARGET, TARGETS
from iotrial.ask.suggest import suggestion
from iotrial.errors import Problem
from iotrial.units import LARGEST, format_bytes, parse_bytes, parse_count, parse_rate

#: The memory that each worker may take, with the page cache that it fills. Every job has this factor, if it is given.
MEMORY_LIMIT = "memory_limit"
NO_LIMIT = "none"

#: The factor of every job that says where the files live.
TARGET = "target"

#: The call of a process that is measured (rule 24): after others of its kind, or the first one.
STATE = "state"
STEADY, FIRST = "steady", "first"
STATES = (STEADY, FIRST)

#: Factors that are no job's own. A text for each is in study_keys.py.
OF_EVERY_JOB = (TARGET, MEMORY_LIMIT, STATE)

#: No program starts with less memory.
LEAST_LIMIT_BYTES = 64 << 10

#: More levels than this are a mistake: each is measured in every sweep.
MOST_LEVELS = 2_000

_TARGETS_ARE = "targets are disk, tmpfs, ext4 and the others of iotrial target list"

#: A list with more wrong values than this is not spelt out to its end.
MOST_PROBLEMS_OF_A_LIST = 20


@dataclass(frozen=True)
class FactorValues:
    """A factor and the values that were written for it, each with its place for messages."""

    name: str
    values: Sequence[object]
    where: str
    wheres: Sequence[str]


def axes(
    settings: Sequence[FactorValues], job: Job, catalog: Catalog, folder: Path, problems: list[Problem]
) -> dict[str, list[Value]]:
    """Return factor -> its values, in the order of levels: the job's factors, `target`, and then `memory_limit`,
    `state` and runtime options if they are given.

    Relative targets are taken from `folder`. Everything wrong is added to `problems` and left out.
    """
    given: dict[str, list[Value]] = {}
    for setting in settings:
        known = [*job.factors, *OF_EVERY_JOB]
        if setting.name not in known and (wrong := _wrong_option(setting.name, known, catalog)):
            message, hint = wrong
            problems.append(Problem(message, where=setting.where, hint=hint))
        elif setting.name in given:
            problems.append(Problem(f"{setting.name!r} is given twice", where=setting.where))
        else:
            given[setting.name] = _values(setting, job, catalog, folder, problems)
    found = {name: given.pop(name, [factor.default]) for name, factor in job.factors.items()}
    found[TARGET] = given.pop(TARGET, [DEFAULT_TARGET])
    return {**found, **given}


def memory_limit_of(factors: Mapping[str, Value]) -> int | None:
    """Return the memory limit of a level in bytes; None if it has none."""
    value = factors.get(MEMORY_LIMIT, NO_LIMIT)
    return None if value == NO_LIMIT else int(value)


def is_first_call(factors: Mapping[str, Value]) -> bool:
    """True if each sample of a level is the first call of a fresh process (rule 24)."""
    return factors.get(STATE, STEADY) == FIRST


def level_count(found: Mapping[str, Sequence[Value]]) -> int:
    """Count the levels that the values make, without making them."""
    return math.prod(len(values) for values in found.values())


def unsaid_of(job: Job) -> Mapping[str, Value]:
    """Return the values of factors that go without saying: those of the job, no memory limit, and later calls."""
    return {**job.unsaid, MEMORY_LIMIT: NO_LIMIT, STATE: STEADY}


def levels_of(found: Mapping[str, Sequence[Value]], job: Job) -> Iterator[LevelFactors]:
    """Yield every combination of the values; the last factor varies fastest."""
    unsaid = unsaid_of(job)
    for combination in itertools.product(*found.values()):
        yield LevelFactors(dict(zip(found, combination, strict=True)), unsaid)


def _values(setting: FactorValues, job: Job, catalog: Catalog, folder: Path, problems: list[Problem]) -> list[Value]:
    if not setting.values:
        is_named = bool(_before(setting.name, setting.where))
        text = f"{setting.name!r} is empty: it needs at least one value" if is_named else "it needs at least one value"
        problems.append(Problem(text, where=setting.where))
    values: dict[Value, str] = {}
    wrong = 0
    for raw, where in zip(setting.values, setting.wheres, strict=True):
        try:
            value = _value(setting.name, raw, job, catalog, folder)
            if value in values:
                raise ValueError(f"the level {value!r} is given twice, first at {values[value]}")
            values[value] = where
        except ValueError as error:
            wrong += 1
            if wrong <= MOST_PROBLEMS_OF_A_LIST:
                problems.append(Problem(f"{_before(setting.name, where)}{error}", where=where))
    if wrong > MOST_PROBLEMS_OF_A_LIST:
        rest = wrong - MOST_PROBLEMS_OF_A_LIST
        text = f"{_before(setting.name, setting.where)}{rest} more values are wrong"
        problems.append(Problem(text, where=setting.where))
    return list(values)


def _before(name: str, where: str) -> str:
    """The name of a factor before what is wrong with it; nothing if the place has it, as an option does."""
    return "" if where.split(" ")[-1] == name else f"{name!r}: "


def _value(name: str, raw: object, job: Job, catalog: Catalog, folder: Path) -> Value:
    if name in job.factors:
        return _factor_value(job.factors[name], raw)
    if name == TARGET:
        return _target(raw, folder)
    if name == MEMORY_LIMIT:
        return _memory_limit(raw)
    if name == STATE:
        return _state(raw)
    return _option_value(name, raw, catalog)


def _factor_value(factor: Factor, raw: object) -> Value:
    if factor.choices:
        if not isinstance(raw, str) or raw not in factor.choices:
            raise ValueError(f"{shown(raw)} is none of {', '.join(factor.choices)}")
        return raw
    if factor.unit == "rate":
        rate = parse_rate(raw)
        return f"{rate}/s" if rate else "none"
    if isinstance(raw, str) and raw in factor.words:
        return raw
    try:
        value = parse_bytes(raw) if factor.unit == "bytes" else parse_count(raw)
    except ValueError as error:
        words = f", or {' or '.join(factor.words)}" if factor.words else ""
        raise ValueError(f"{error}{words}") from None
    low, high = factor.minimum or 0, LARGEST if factor.maximum is None else factor.maximum
    if not low <= value <= high:
        show = format_bytes if factor.unit == "bytes" else str
        most = "" if factor.maximum is None else f" and at most {show(high)}"
        raise ValueError(f"{value} is out of range: at least {show(low)}{most}")
    return value


def _target(raw: object, folder: Path) -> str:
    """Return a named target as it is, and a folder made absolute, so that it is the same when the run is resumed."""
    if not isinstance(raw, str) or not raw.strip() or not raw.isprintable():
        raise ValueError(f"{shown(raw)} is no target; {_TARGETS_ARE}, or the path of a folder")
    if raw in TARGETS:
        return raw
    if "/" not in raw and raw not in ("~", ".", ".."):
        raise ValueError(f"{shown(raw)} is no target; {_TARGETS_ARE}, or a path with a slash, such as ./{raw}")
    try:
        return str((folder / Path(raw).expanduser()).absolute())
    except RuntimeError:
        raise ValueError(f"{shown(raw)} names the home of a user that there is not") from None


def _memory_limit(raw: object) -> Value:
    if raw == NO_LIMIT:
        return NO_LIMIT
    try:
        value = parse_bytes(raw)
    except ValueError as error:
        raise ValueError(f'{error}; or "{NO_LIMIT}"') from None
    if value < LEAST_LIMIT_BYTES:
        raise ValueError(
            f"{format_bytes(value)} is too little for any program: at least {format_bytes(LEAST_LIMIT_BYTES)}"
        )
    return value


def _state(raw: object) -> str:
    if not isinstance(raw, str) or raw not in STATES:
        hint = suggestion(raw, STATES) if isinstance(raw, str) else None
        raise ValueError(f"{shown(raw)} is none of {', '.join(STATES)}{f'; {hint}' if hint else ''}")
    return raw


def _wrong_option(name: str, known: Sequence[str], catalog: Catalog) -> tuple[str, str | None] | None:
    """Return what is wrong with the name of a factor that is not the job's, and a hint; None: a runtime option."""
    language, point, key = name.partition(".")
    if not point:
        return f"unknown factor {shown(name)}", suggestion(name, known)
    kit = catalog.kits.get(language)
    if kit is None:
        return f"unknown factor {shown(name)}: there is no kit for {shown(language)}", suggestion(
            language, catalog.kits
        )
    if not key or not key.isprintable() or set(key) & set(" ="):
        return f"{shown(name)} is no option: it is written LANGUAGE.KEY", None
    if (key == "flags" and kit.build) or (kit.option and key != "flags"):
        return None
    if kit.build:
        return (
            f"unknown factor {shown(name)}: the {language} kit takes no options but its flags",
            f"did you mean '{language}.flags'?",
        )
    hint = "only kits that are compiled have flags" if key == "flags" else None
    return f"unknown factor {shown(name)}: the {language} kit does not take it", hint


def _option_value(name: str, raw: object, catalog: Catalog) -> str:
    """Return a runtime option as a word of a command line, so that 4096 and "4096" are the same level."""
    if isinstance(raw, bool) or not isinstance(raw, str | int):
        raise ValueError(f'{shown(raw)} is neither text nor a whole number; write it as the runtime does, such as "On"')
    if isinstance(raw, int) and abs(raw) > LARGEST:
        raise ValueError("the number is out of range")
    value = str(raw)
    if value and not value.isprintable():
        raise ValueError(f"{shown(value)} holds what no command line can")
    language, _, key = name.partition(".")
    if key == "flags" and catalog.kits[language].build:
        try:
            shlex.split(value)
        except ValueError as error:
            raise ValueError(f"{shown(value)} cannot be split into flags: {error}") from None
    return value


def shown(raw: object) -> str:
    """Return a value as people wrote it, cut off if it is long."""
    if isinstance(raw, dict):
        return "a table"
    if isinstance(raw, list):
        return "a list within a list"
    if isinstance(raw, int) and abs(raw) > LARGEST:  # Python refuses to print the longest of them
        return "a huge number"
    text = repr(raw).lower() if isinstance(raw, bool) else repr(raw)
    return text if len(text) <= 60 else f"{text[:60]}…"
