"""The parts of docs/studies.md: the keys of a study file, and what a level may be."""

from __future__ import annotations

from docs.pages.help import help_of
from docs.pages.tables import default_of, table, values_of

from iotrial.ask.named_targets import NAMED
from iotrial.ask.study_keys import AS_ABOVE, LEVEL_KEYS, REQUIRED, QuickKeys, StudyKeys, texts_of
from iotrial.ask.tree import load
from iotrial.units import BYTE_UNITS, TIME_UNITS


def study_keys() -> str:
    """Every key of a study file."""
    options = help_of("run")
    texts = texts_of(StudyKeys)
    own = [key for key in texts if key not in QuickKeys.model_fields]
    needed = [key for key in (*own, *texts) if texts[key].otherwise == REQUIRED]
    rows = [
        [f"`{key}`", texts[key].summary, texts[key].value, texts[key].otherwise, _option(key, options)]
        for key in dict.fromkeys([*needed, *QuickKeys.model_fields, *own])
    ]
    return table(["key", "what it is for", "what it may be", "if it is left out", "option"], rows)


def _option(key: str, options: str) -> str:
    return f"`--{key}`" if f" --{key} " in options else ""


def quick_keys() -> str:
    """What holds for `--quick` of the keys that `[quick]` leaves out."""
    texts = texts_of(QuickKeys)
    same = ", ".join(f"`{key}`" for key, text in texts.items() if text.quick == AS_ABOVE)
    rows = [[f"`{key}`", text.quick] for key, text in texts.items() if text.quick != AS_ABOVE]
    return table(["key", "if `[quick]` leaves it out"], [*rows, [same, AS_ABOVE]])


def level_keys() -> str:
    """Every key of a table of levels that is no factor of a job."""
    rows = [[f"`{key}`", text.summary, text.value, text.otherwise] for key, text in LEVEL_KEYS.items()]
    return table(["key", "what it is for", "what it may be", "if it is left out"], rows)


def factors() -> str:
    """Every factor of a job, once for all jobs in which it is the same."""
    jobs_of: dict[tuple[str, str, str, str], list[str]] = {}
    for job in load().jobs.values():
        for name, factor in job.factors.items():
            row = (name, factor.summary, values_of(factor), default_of(factor))
            jobs_of.setdefault(row, []).append(f"`{job.name}`")
    rows = [
        [f"`{name}`", ", ".join(names), summary, values, default]
        for (name, summary, values, default), names in sorted(jobs_of.items())
    ]
    return table(["factor", "jobs", "what it is", "values", "default"], rows)


def units() -> str:
    """How values are written."""
    rows = [
        ["bytes", '`4096`, `"4 KiB"`, `"100 MB"`', ", ".join(BYTE_UNITS)],
        ["duration", '`"90 s"`, `"2.5 ms"`', ", ".join(unit for unit in TIME_UNITS if unit.isascii())],
        ["share", '`"1%"`, `0.01`', "%"],
        ["count", "`10000`", "none"],
        ["rate", '`"10000/s"`, `"none"`', "/s"],
    ]
    return table(["value", "written as", "units"], rows)


def targets() -> str:
    """Every name of a target."""
    return table(["target", "what it is"], [[f"`{target.name}`", target.summary] for target in NAMED.values()])
