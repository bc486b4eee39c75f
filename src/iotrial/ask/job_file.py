"""The file job.toml: what has to be done, which factors vary it, and which guarantees its methods declare."""

from __future__ import annotations

import re
from pathlib import Path

from iotrial.ask.catalog import SERVICES, SHAPES, Factor, Job, JobShape, Service, Value
from iotrial.ask.fields import Fields
from iotrial.ask.sink_readers import READERS
from iotrial.ask.suggest import suggestion
from iotrial.ask.toml_file import TomlFile, read
from iotrial.errors import Problem, UsageError
from iotrial.units import LARGEST

#: Units of factors that are numbers; a factor with `choices` has no unit.
UNITS = ("bytes", "count", "rate")

#: Words that mean something else beside a job's own factors and guarantees.
RESERVED = ("target", "methods", "tags", "needs", "parameters", "floor", "floors")

#: The unit of what the shapes count that give no number of their own: the bytes of a file.
BYTES = "bytes"

#: Shapes of which the work is always bytes.
_MOVE_BYTES = ("copies", "sends")

_IN_CODE = re.compile(r"[a-z][a-z0-9_]*")


def load(folder: Path, problems: list[Problem]) -> Job | None:
    """Read the job of a folder; None if its job.toml cannot be read. Everything wrong is added to `problems`."""
    try:
        file = read(folder / "job.toml")
    except UsageError as error:
        problems += error.problems
        return None
    if not (folder / "job.py").is_file():
        problems.append(Problem(f"the job {folder.name!r} has no job.py", where=str(folder)))
    fields = Fields(file, problems)
    job = Job(
        name=folder.name,
        folder=folder,
        summary=fields.text("summary", required=True),
        work_unit=fields.text("work", required=True),
        factors={name: _factor(file, name, problems) for name in fields.tables("factors")},
        guarantees=_guarantees(file, tuple(fields.tables("guarantees")), problems),
        usual=fields.texts("usual"),
        more=fields.texts("more"),
        needed=_needed(file, problems) if fields.tables("needed") else {},
        serves={name: _service(file, name, problems) for name in fields.tables("serves")},
        conditions={name: _conditions(file, name, problems) for name in fields.tables("conditions")},
        shape=_shape(file, fields, folder.name, problems),
    )
    fields.finish()
    reader = job.factors.get("reader")
    if reader is not None and "sink" in job.factors and not set(reader.choices or ("?",)) <= set(READERS):
        where = file.where("factors", "reader", "choices")
        problems.append(Problem("the readers of a sink are some of " + ", ".join(READERS), where=where))
    for name, service in job.serves.items():
        for factor in service.factors:
            if factor not in job.factors:
                where = file.where("serves", name, "factors", factor)
                hint = suggestion(factor, job.factors)
                problems.append(Problem(f"the job has no factor {factor!r}", where=where, hint=hint))
    for name in job.more:
        if name not in job.guarantees:
            problems.append(Problem(f"the job has no guarantee {name!r}", where=file.where("more")))
    for name, value in job.needed.items():
        if value not in job.guarantees.get(name, ()):
            problems.append(Problem(f"the job has no guarantee {name}={value}", where=file.where("needed", name)))
    for name, words in job.conditions.items():
        for value in words:
            if value not in job.guarantees.get(name, ()):
                where = file.where("conditions", name, value)
                problems.append(Problem(f"the job has no guarantee {name}={value}", where=where))
    for kind, names in (("factors", job.factors), ("guarantees", job.guarantees)):
        for name in names:
            if name in RESERVED or not name.isidentifier():
                problems.append(Problem(f"{name!r} cannot be the name of one of {kind}", where=file.where(kind, name)))
    return job


def _needed(file: TomlFile, problems: list[Problem]) -> dict[str, str]:
    """Guarantee -> the value that nearly everybody needs."""
    return Fields(file, problems, ("needed",)).all_texts()


def _shape(file: TomlFile, fields: Fields, job: str, problems: list[Problem]) -> JobShape | None:
    """Return the shape of a job, and what its adapters must know of the job's function; None if it has no shape."""
    name, unit = fields.text("shape"), fields.text("work")
    call, proof, answer = fields.text("call"), fields.text("proof"), fields.texts("answer")
    calls = Fields(file, problems, ("calls",)).all_texts() if fields.tables("calls") else {}
    for key, words in (("call", (call,)), ("calls", calls.values()), ("answer", answer), ("proof", (proof,))):
        if any(words) and not name:
            fields.complain("means nothing in a job without a 'shape'", key)
        if any(word and not _IN_CODE.fullmatch(word) for word in words):
            fields.complain("is written in small letters, digits and _, as the names of functions and numbers are", key)
    if not name:
        return None
    if name not in SHAPES:
        fields.complain(f"cannot be {name!r}", "shape", suggestion(name, SHAPES) or f"shapes are {', '.join(SHAPES)}")
    elif bool(answer) != (name == "reads"):
        fields.complain("names the numbers that a job gives which 'reads', and that job only", "answer")
    elif len(set(answer)) < len(answer) or (proof and proof not in answer):
        fields.complain("names each number once, that of the 'proof' among them", "answer")
    elif unit != BYTES and (name in _MOVE_BYTES or (answer and unit not in answer)):
        hint = "it is a number of the 'answer', or bytes: then those of the input are counted" if answer else None
        fields.complain(f"cannot be {unit!r} in a job that {name}", "work", hint)
    others = [number for number in answer if number != unit]
    return JobShape(
        name=name,
        call=call or job,
        calls=calls,
        answer=answer,
        work=unit if unit in answer else "",
        proof=proof or next(iter([*others, *answer]), ""),
    )


def _factor(file: TomlFile, name: str, problems: list[Problem]) -> Factor:
    fields = Fields(file, problems, ("factors", name))
    choices = fields.texts("choices")
    words = fields.texts("words")
    unit = fields.text("unit", required=not choices)
    if choices and unit:
        fields.complain("has choices and so no unit", "unit")
    elif unit and unit not in UNITS:
        fields.complain(f"cannot be {unit!r}", "unit", f"units are {', '.join(UNITS[:-1])} and {UNITS[-1]}")
    factor = Factor(
        name=name,
        summary=fields.text("summary", required=True),
        unit="choice" if choices else unit,
        default=_default(fields, choices, words),
        choices=choices,
        minimum=fields.integer("minimum"),
        maximum=fields.integer("maximum"),
        words=words,
        odd=_odd(fields),
        said=_said(file, name, fields, choices, problems),
        is_size=fields.flag("size", otherwise=True),
        is_unsaid=fields.flag("unsaid", otherwise=False),
    )
    if choices and words:
        fields.complain("has choices and so no words beside them", "words")
    if choices and (factor.minimum is not None or factor.maximum is not None):
        fields.complain("has choices and so neither minimum nor maximum")
    lowest, highest = factor.minimum or 0, LARGEST if factor.maximum is None else factor.maximum
    if lowest < 0:
        fields.complain("is negative; sizes and counts never are", "minimum")
    elif isinstance(factor.default, int) and not lowest <= factor.default <= highest:
        fields.complain(f"is not between {lowest} and {highest}", "default")
    for value in factor.odd:
        if wrong := _wrong(value, factor, lowest, highest):
            fields.complain(wrong, "odd")
    fields.finish()
    return factor


def _said(
    file: TomlFile, name: str, fields: Fields, choices: tuple[str, ...], problems: list[Problem]
) -> str | dict[str, str]:
    """Return how people say a value: a text with {} for a number, or a text for each choice."""
    if not choices:
        said = fields.text("said")
        if said and said.count("{}") != 1:
            fields.complain("has {} once, where the number stands", "said")
        return said
    if not fields.tables("said"):
        return ""
    known = Fields(file, problems, ("factors", name, "said")).all_texts(may_be_empty=True)
    for value in known:
        if value not in choices:
            where = file.where("factors", name, "said", value)
            problems.append(Problem(f"{value!r} is none of its choices", where=where, hint=suggestion(value, choices)))
    return known


def _wrong(value: Value, factor: Factor, lowest: int, highest: int) -> str | None:
    """Return why a factor cannot have a value; None: it can."""
    if factor.choices:
        return None if value in factor.choices else f"holds {value!r}, which is none of {', '.join(factor.choices)}"
    if value in factor.words or (factor.unit == "rate" and isinstance(value, str)):
        return None
    if not isinstance(value, int):
        return f"holds {value!r}, which is no whole number"
    return None if lowest <= value <= highest else f"holds {value}, which is not between {lowest} and {highest}"


def _odd(fields: Fields) -> tuple[Value, ...]:
    """Return the values that `check` tries, each once."""
    value = fields.value("odd")
    if value is None:
        return ()
    if (
        not isinstance(value, list)
        or not value
        or not all(isinstance(one, int | str) and not isinstance(one, bool) for one in value)
        or len(set(value)) < len(value)
    ):
        fields.complain("must be a list of different values, with at least one in it", "odd")
        return ()
    return tuple(value)


def _service(file: TomlFile, name: str, problems: list[Problem]) -> Service:
    fields = Fields(file, problems, ("serves", name))
    if name not in SERVICES:
        fields.complain("is nothing that a job can serve for", hint=suggestion(name, SERVICES))
    values = fields.value("factors")
    if values is not None and not isinstance(values, dict):
        fields.complain("must be a table of factors and values", "factors")
    methods = fields.texts("methods", required=name != "kit_cost")
    fields.finish()
    return Service(dict(values) if isinstance(values, dict) else {}, methods)


def _conditions(file: TomlFile, name: str, problems: list[Problem]) -> dict[str, str]:
    """Return the words that say when a guarantee is needed, by its value."""
    return Fields(file, problems, ("conditions", name)).all_texts()


def _default(fields: Fields, choices: tuple[str, ...], words: tuple[str, ...]) -> Value:
    value = fields.value("default")
    if value is None:
        fields.complain("has no 'default'")
    elif choices and value not in choices:
        fields.complain(f"is none of {', '.join(choices)}", "default")
    elif fields.value("unit") == "rate" and value == "none":
        return "none"
    elif not choices and value not in words and (not isinstance(value, int) or isinstance(value, bool)):
        fields.complain("must be a whole number", "default")
    elif isinstance(value, int | str):
        return value
    return choices[0] if choices else 0


def _guarantees(file: TomlFile, names: tuple[str, ...], problems: list[Problem]) -> dict[str, tuple[str, ...]]:
    if not names:
        return {}
    fields = Fields(file, problems, ("guarantees",))
    return {name: fields.texts(name) for name in names}
