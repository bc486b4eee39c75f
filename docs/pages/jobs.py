"""docs/jobs.md: every job with its methods."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from docs.pages.tables import table

from iotrial.ask.catalog import SHAPES, Job, JobShape, Method, Parameter
from iotrial.ask.own_tree import root
from iotrial.ask.tags import RISKS, TAGS
from iotrial.ask.tree import load

HEAD = (
    "# Jobs and methods",
    "Each method is one file, which begins with what it is and when to use it. `iotrial methods` says so too, with "
    "what keeps a method from running on your machine. [Studies](studies.md#levels) has what each factor is, with its "
    "values and defaults. [Tags](#tags) are below. A range is that of a parameter, beside its usual value.",
)

#: Jobs whose methods have a page of their own.
ELSEWHERE = {
    "serve": "[Servers](servers.md#stacks-and-methods) has its stacks, methods and floors.",
    "empty": "Each language has one method, `nothing`: its time is what the kit itself costs.",
}


def jobs() -> str:
    """Every job: factors, guarantees, methods, floors."""
    parts = [*HEAD]
    for job in load().jobs.values():
        parts.append(f"## {job.name}\n\n{job.summary} Work is counted in {job.work_unit}.{_shape(job.shape)}")
        if job.factors:
            parts.append(f"Factors: {', '.join(f'`{name}`' for name in job.factors)}.")
        parts += [ELSEWHERE[job.name]] if job.name in ELSEWHERE else _methods_of(job)
    tags = [
        [f"`{tag}`", meaning + (f"; it {RISKS[tag].told}" if tag in RISKS else "")] for tag, meaning in TAGS.items()
    ]
    return "\n\n".join([*parts, "## Tags", table(["tag", "what it says of a method"], tags)])


def _methods_of(job: Job) -> list[str]:
    """The methods of a job, by what they guarantee beside what most do, and its floors."""
    catalog = load()
    own, floors = catalog.methods_of(job.name), catalog.floors_of(job.name)
    usual = {name: _most([method.guarantees.get(name, "") for method in own]) for name in job.guarantees}
    parts = []
    if usual:
        told = ", ".join(f"`{name}={value}`" for name, value in usual.items())
        parts.append(f"A method guarantees {told}, unless its line says otherwise.")
    parts.append("\n".join(_line(method, usual) for method in own))
    if floors:
        lines = [
            f"- `{one.arm}` ({', '.join([str(one.floor), *one.guarantees.values()])}): {one.spoken}" for one in floors
        ]
        parts.append("Floors, with what they do and the guarantees of the methods that are compared with them:")
        parts.append("\n".join(lines))
    return parts


def _most(values: Sequence[str]) -> str:
    return Counter(values).most_common(1)[0][0] if values else ""


def _line(method: Method, usual: dict[str, str]) -> str:
    other = [f"`{name}={value}`" for name, value in method.guarantees.items() if usual.get(name) != value]
    marks = [*other, *map(_parameter, method.parameters), *method.tags]
    told = f" ({', '.join(marks)})" if marks else ""
    return f"- {_link(method)}{told}: {method.spoken}"


def _link(method: Method) -> str:
    return f"[`{method.arm}`](../{method.path.relative_to(root()).as_posix()})"


def _shape(shape: JobShape | None) -> str:
    if shape is None:
        return ""
    numbers = f" ({', '.join(shape.answer)})" if shape.answer else ""
    return f" A method is a function {SHAPES[shape.name]}{numbers}."


def _parameter(parameter: Parameter) -> str:
    return f"`{parameter.name}={parameter.default}`, {parameter.least}..{parameter.most}"
