"""docs/jobs.md: every job with its methods."""

from __future__ import annotations

from docs.pages.tables import default_of, table, values_of

from iotrial.ask.catalog import Parameter
from iotrial.ask.tags import TAGS
from iotrial.ask.tree import load


def jobs() -> str:
    """Every job: factors, guarantees, methods, floors."""
    catalog = load()
    parts = ["# Jobs and methods", "`iotrial methods` lists them with what keeps them from running on your machine."]
    for job in catalog.jobs.values():
        parts.append(f"## {job.name}\n\n{job.summary} Work is counted in {job.work_unit}.")
        factors = [
            [
                f"`{name}`",
                factor.summary,
                values_of(factor),
                default_of(factor),
            ]
            for name, factor in job.factors.items()
        ]
        if factors:
            parts.append(table(["factor", "what it is", "values", "default"], factors))
        names = list(job.guarantees)
        own = catalog.methods_of(job.name)
        has_parameters = any(method.parameters for method in own)
        methods = [
            [
                f"`{method.arm}`",
                method.summary,
                *(method.guarantees.get(name, "") for name in names),
                *([", ".join(map(_parameter, method.parameters))] if has_parameters else []),
                ", ".join(method.tags),
            ]
            for method in own
        ]
        heads = ["method", "what it is", *names, *(["parameters"] if has_parameters else []), "tags"]
        parts.append(table(heads, methods))
        floors = [
            [f"`{floor.arm}`", floor.summary, str(floor.floor), ", ".join(floor.guarantees.values())]
            for floor in catalog.floors_of(job.name)
        ]
        if floors:
            parts.append(table(["floor", "what it is", "kind", "for methods that guarantee"], floors))
    tags = [[f"`{tag}`", meaning] for tag, meaning in TAGS.items()]
    return "\n\n".join([*parts, "## Tags", table(["tag", "what it says of a method"], tags)])


def _parameter(parameter: Parameter) -> str:
    return f"`{parameter.name}` {parameter.least}..{parameter.most}, here {parameter.default}"
