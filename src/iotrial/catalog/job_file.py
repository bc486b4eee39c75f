"""job.toml: what has to be done, which factors vary it, and which guarantees its methods declare."""

from __future__ import annotations

from pathlib import Path

from iotrial.catalog.fields import Fields
from iotrial.catalog.model import Factor, Job, Value
from iotrial.catalog.toml_file import TomlFile, read
from iotrial.errors import Problem, UsageError
from iotrial.units import LARGEST

#: Units of factors that are numbers; a factor with `choices` has no unit.
UNITS = ("bytes", "count", "rate")

#: Words that mean something else beside a job's own factors and guarantees.
RESERVED = ("target", "methods", "tags", "needs", "floor", "floors")


def load(folder: Path, problems: list[Problem]) -> Job | None:
    """The job of a folder; None where its job.toml cannot be read. What is wrong is added to `problems`."""
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
    )
    fields.finish()
    for kind, names in (("factors", job.factors), ("guarantees", job.guarantees)):
        for name in names:
            if name in RESERVED or not name.isidentifier():
                problems.append(Problem(f"{name!r} cannot be the name of one of {kind}", where=file.where(kind, name)))
    return job


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
    fields.finish()
    return factor


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
