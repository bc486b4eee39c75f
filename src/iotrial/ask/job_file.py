"""The file job.toml: what has to be done, which factors vary it, and which guarantees its methods declare."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, TypeVar

from pydantic import AfterValidator, BeforeValidator, Field, ValidationInfo
from pydantic_core import PydanticCustomError

from iotrial.ask.catalog import SERVICES, SHAPES, Factor, Job, JobShape, Service, Value
from iotrial.ask.factors import shown
from iotrial.ask.sink_readers import READERS
from iotrial.ask.suggest import suggestion
from iotrial.ask.takes import COUNTED, fault_of
from iotrial.ask.toml_file import Keys, TomlFile, in_order, read_for, short
from iotrial.ask.toml_types import AnyLine, Flag, Line, Texts, Whole, shaped, wrong
from iotrial.errors import Problem
from iotrial.units import LARGEST

T = TypeVar("T")

#: Units of factors that are numbers; a factor with `choices` has no unit.
UNITS = ("bytes", "count", "rate")

#: Words that mean something else beside a job's own factors and guarantees.
RESERVED = ("target", "methods", "tags", "needs", "parameters", "floor", "floors")

#: The unit of what the shapes count that give no number of their own: the bytes of a file.
BYTES = "bytes"

#: Shapes of which the work is always bytes.
_MOVE_BYTES = ("sends",)

_NO_NUMBER = "no whole number"

CODE_NAME = r"[a-z][a-z0-9_]*"

_IN_CODE = shaped(CODE_NAME, "is written in small letters, digits and _, as the names of functions and numbers are")


def _unit(unit: str, info: ValidationInfo) -> str:
    if not unit and info.data.get("choices") == ():
        raise PydanticCustomError("missing", "no unit")
    if unit and unit not in UNITS:
        raise wrong(f"cannot be {unit!r}", f"units are {', '.join(UNITS[:-1])} and {UNITS[-1]}")
    return unit


def _of_numbers(value: T, info: ValidationInfo) -> T:
    if value and info.data.get("choices"):
        raise wrong("means nothing in a factor with choices")
    return value


def _not_negative(value: int) -> int:
    if value < 0:
        raise wrong("is negative; sizes and counts never are")
    return value


def _value(value: object) -> Value:
    if isinstance(value, int | str) and not isinstance(value, bool):
        return value
    raise wrong("must be a whole number or a text")


def _default(value: object, info: ValidationInfo) -> object:
    if unfit := _unfit(value, info):
        raise wrong("must be a whole number" if unfit == _NO_NUMBER else f"is {unfit}")
    return value


def _odd(values: object, info: ValidationInfo) -> tuple[object, ...]:
    """Read the values that `check` tries, each once."""
    if (
        not isinstance(values, list)
        or not values
        or not all(isinstance(one, int | str) and not isinstance(one, bool) for one in values)
        or len(set(values)) < len(values)
    ):
        raise wrong("must be a list of different values, with at least one in it")
    for value in values:
        if unfit := _unfit(value, info):
            raise wrong(f"holds {shown(value)}, which is {unfit}")
    return tuple(values)


def _said(value: object, info: ValidationInfo) -> object:
    """Read how people say a value: a text with {} for a number, or a text for each choice."""
    if choices := info.data.get("choices"):
        if not isinstance(value, dict) or not all(
            isinstance(text, str) and "\n" not in text for text in value.values()
        ):
            raise wrong("must be a table with a text of one line for each choice")
        if others := [name for name in value if name not in choices]:
            raise wrong(
                f"has {short(others[0])}, which is none of {', '.join(choices)}", suggestion(others[0], choices)
            )
        return value
    if not isinstance(value, str) or value.count("{}") != 1 or "\n" in value:
        raise wrong("must have {} once, where the number stands")
    return value


def _unfit(value: object, info: ValidationInfo) -> str | None:
    """Say why a factor cannot have a value; None: it can. What is wrong in the keys above is not held against it."""
    keys = info.data
    if choices := keys.get("choices"):
        return None if value in choices else f"none of {', '.join(choices)}"
    if isinstance(value, str) and (value in keys.get("words", [value]) or keys.get("unit") == "rate"):
        return None
    if not isinstance(value, int) or isinstance(value, bool):
        return _NO_NUMBER
    low, most = keys.get("minimum") or 0, keys.get("maximum")
    high = LARGEST if most is None else most
    return None if low <= value <= high else f"not between {low} and {high}"


class FactorKeys(Keys):
    """A table [factors.NAME]; keys that are held against another stand below it."""

    summary: Line
    choices: Texts = ()
    unit: Annotated[AnyLine, AfterValidator(_of_numbers), AfterValidator(_unit), Field(validate_default=True)] = ""
    words: Annotated[Texts, AfterValidator(_of_numbers)] = ()
    minimum: Annotated[Whole, AfterValidator(_not_negative), AfterValidator(_of_numbers)] | None = None
    maximum: Annotated[Whole, AfterValidator(_of_numbers)] | None = None
    default: Annotated[Value, BeforeValidator(_default)]
    odd: Annotated[tuple[Value, ...], BeforeValidator(_odd)] = ()
    said: Annotated[str | Mapping[str, str], BeforeValidator(_said)] = ""
    is_size: Annotated[Flag, Field(alias="size")] = True
    is_unsaid: Annotated[Flag, Field(alias="unsaid")] = False


class ServiceKeys(Keys):
    """A table [serves.NAME]."""

    factors: Mapping[str, Annotated[Value, BeforeValidator(_value)]] = {}
    methods: Texts = ()


def _in_a_shape(value: T, info: ValidationInfo) -> T:
    if value and info.data.get("shape") == "":
        raise wrong("means nothing in a job without a 'shape'")
    return value


def _shape(name: str) -> str:
    if name and name not in SHAPES:
        raise wrong(f"cannot be {name!r}", suggestion(name, SHAPES) or f"shapes are {', '.join(SHAPES)}")
    return name


class JobKeys(Keys):
    """The keys of job.toml."""

    summary: Line
    work: Line
    factors: Mapping[str, FactorKeys] = {}
    guarantees: Mapping[str, Texts] = {}
    usual: Texts = ()
    more: Texts = ()
    needed: Mapping[str, Line] = {}
    told: Texts = ()
    found_by: Texts = ()
    see: Texts = ()
    pitfalls: Texts = ()
    pitfalls_in: Mapping[str, Texts] = {}
    serves: Mapping[str, ServiceKeys] = {}
    conditions: Mapping[str, Mapping[str, Line]] = {}
    shape: Annotated[AnyLine, AfterValidator(_shape)] = ""
    call: Annotated[AnyLine, _IN_CODE, AfterValidator(_in_a_shape)] = ""
    calls: Annotated[Mapping[str, Annotated[Line, _IN_CODE]], AfterValidator(_in_a_shape)] = {}
    answer: Annotated[Texts, _IN_CODE, AfterValidator(_in_a_shape)] = ()
    proof: Annotated[AnyLine, _IN_CODE, AfterValidator(_in_a_shape)] = ""
    takes: Annotated[Texts, AfterValidator(_in_a_shape)] = ()


def load(folder: Path, problems: list[Problem]) -> Job | None:
    """Read the job of a folder; None if too much of its job.toml is wrong. All that is goes to `problems`."""
    file = read_for(folder / "job.toml", problems)
    if file is None:
        return None
    if not (folder / "job.py").is_file():
        file.problems.append(Problem(f"the job {folder.name!r} has no job.py", where=str(folder)))
    keys = file.read_as(JobKeys)
    job = None
    if keys is not None:
        job = Job(
            name=folder.name,
            folder=folder,
            summary=keys.summary,
            work_unit=keys.work,
            factors={
                name: Factor(name, unit="choice" if one.choices else one.unit, **one.model_dump(exclude={"unit"}))
                for name, one in keys.factors.items()
            },
            guarantees=keys.guarantees,
            usual=keys.usual,
            more=keys.more,
            needed=keys.needed,
            told=keys.told,
            found_by=keys.found_by,
            see=keys.see,
            pitfalls=keys.pitfalls,
            pitfalls_in=keys.pitfalls_in,
            serves={name: Service(one.factors, one.methods) for name, one in keys.serves.items()},
            conditions=keys.conditions,
            shape=_job_shape(keys, folder.name, file),
        )
        _check_names(job, file)
    problems += in_order(file.problems)
    return job


def _job_shape(keys: JobKeys, job: str, file: TomlFile) -> JobShape | None:
    """Return the shape of a job, and what its adapters must know of the job's function; None if it has no shape."""
    name, unit, answer, proof, takes = keys.shape, keys.work, keys.answer, keys.proof, keys.takes
    if not name:
        return None
    if bool(answer) != (name == "reads"):
        file.complain("names the numbers that a job gives which 'reads', and that job only", "answer")
    elif len(set(answer)) < len(answer) or (proof and proof not in answer):
        file.complain("names each number once, that of the 'proof' among them", "answer")
    elif unit != BYTES and (name in _MOVE_BYTES or (answer and unit not in answer)):
        hint = "it is a number of the 'answer', or bytes: then those of the input are counted" if answer else None
        file.complain(f"cannot be {unit!r} in a job that {name}", "work", hint=hint)
    elif name in COUNTED and not re.fullmatch(CODE_NAME, unit):
        file.complain("is written in small letters, digits and _: it is the name of a number", "work")
    elif fault := fault_of(takes, name, counts_bytes=unit == BYTES):
        file.complain(fault[0], "takes", hint=fault[1])
    return JobShape(
        name=name,
        call=keys.call or job,
        calls=keys.calls,
        answer=answer,
        work=unit if unit in answer or (name in COUNTED and (unit != BYTES or name == "removes")) else "",
        proof=proof or next(iter([*(number for number in answer if number != unit), *answer]), ""),
        takes=takes,
    )


def _check_names(job: Job, file: TomlFile) -> None:
    """Complain of names that a job cannot have, and of those that mean nothing in it.

    The factors and guarantees are those that the file names, since a wrong one was left out of the job.
    """
    factors, guarantees = (file.data.get(key, {}) for key in ("factors", "guarantees"))
    reader = job.factors.get("reader")
    if reader is not None and "sink" in factors and not set(reader.choices or ("?",)) <= set(READERS):
        file.add("the readers of a sink are some of " + ", ".join(READERS), "factors", "reader", "choices")
    for name, service in job.serves.items():
        if name not in SERVICES:
            file.complain("is nothing that a job can serve for", "serves", name, hint=suggestion(name, SERVICES))
        elif not service.methods and name != "kit_cost":
            file.complain("has no 'methods'", "serves", name)
        for factor in service.factors:
            if factor not in factors:
                hint = suggestion(factor, factors)
                file.add(f"the job has no factor {factor!r}", "serves", name, "factors", factor, hint=hint)
    for name in job.more:
        if name not in guarantees:
            file.add(f"the job has no guarantee {name!r}", "more")
    for name in job.told:
        if name not in job.more:
            file.add(f"{name!r} is none of the guarantees of 'more'", "told")
    for name, value in job.needed.items():
        if name not in guarantees or value not in job.guarantees.get(name, (value,)):
            file.add(f"the job has no guarantee {name}={value}", "needed", name)
    for name, words in job.conditions.items():
        for value in words:
            if name not in guarantees or value not in job.guarantees.get(name, (value,)):
                file.add(f"the job has no guarantee {name}={value}", "conditions", name, value)
    for kind, names in (("factors", factors), ("guarantees", guarantees)):
        for name in names:
            if name in RESERVED or not name.isidentifier():
                file.add(f"{short(name)} cannot be the name of one of {kind}", kind, name)
