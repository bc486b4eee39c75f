"""A study of a user's own snippets: their files, the inputs that they get, and a catalog that has them as methods."""

from __future__ import annotations

import contextlib
import dataclasses
import json
import tomllib
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from iotrial.ask.catalog import Catalog, Factor, Job, JobShape, Kit, Method
from iotrial.ask.factors import FactorValues, axes, levels_of
from iotrial.ask.parameters import in_cache
from iotrial.ask.study import Level, Study
from iotrial.errors import Problem, UsageError
from iotrial.snippets.snippet_file import FUNCTION, in_text, install_hint, methods_of, not_an_input, with_pinned
from iotrial.store.record import Run
from iotrial.workers.build import require_presence
from iotrial.workers.tree_copy import states_of
from iotrial.workers.unavailable import Unavailable

#: The name of the job that snippets do, and of the shape that it has.
JOB, SHAPE = "vs", "returns"

#: The time that a comparison takes unless it is named, s; and that with a language whose programs warm up.
BUDGET_S, WARMING_BUDGET_S = 20.0, 45.0

SOURCE = "the command line"

#: The first line of the text of such a study.
HEADING = "[snippets]"


@dataclass(frozen=True)
class SnippetsAsked:
    """Files that are compared, and the inputs that each of them gets."""

    files: Sequence[Path]
    inputs: Sequence[Path]
    is_writing: bool = False
    paths: Sequence[Path] = field(default=())

    @property
    def text(self) -> str:
        """The same as a study's text, by which a run can go on."""
        lists = {"files": self.files, "inputs": self.inputs, "paths": self.paths}
        lines = [
            f"{key} = {json.dumps([in_text(str(path.absolute())) for path in paths], ensure_ascii=False)}"
            for key, paths in lists.items()
        ]
        return "\n".join([HEADING, *lines, f"output = {json.dumps(self.is_writing)}", ""])


def study_of(asked: SnippetsAsked, catalog: Catalog) -> tuple[Study, Catalog]:
    """Return the study and a catalog with its job and methods; UsageError with everything that is wrong."""
    problems: list[Problem] = []
    labels = _labels(asked.inputs)
    if len(asked.files) < 2:
        problems.append(Problem("name two files or more, which are compared", hint="iotrial vs A B --input FILE"))
    if not asked.inputs:
        hint = "add --input FILE, or a folder; it can be repeated"
        problems.append(Problem("name an input, whose path each of them gets", hint=hint))
    made = _with_shape(catalog, asked)
    made = dataclasses.replace(made, kits=with_pinned(made.kits, asked.files))
    methods = methods_of(asked.files, JOB, made.kits, problems, asked.paths)
    for path in asked.inputs:
        _look_at(path, problems)
    _require_runtimes(methods, made, problems)
    if problems:
        raise UsageError(dict.fromkeys(problems))
    job = _job(asked, labels)
    made = dataclasses.replace(
        made,
        jobs={**made.jobs, JOB: job},
        methods={(JOB, method.arm): method for method in methods},
    )
    chosen = FactorValues("input", list(labels), SOURCE, [SOURCE] * len(labels))
    values = axes([chosen], job, made, Path.cwd(), problems)
    arms = tuple(method.arm for method in methods)
    fastest = "faster" if len(methods) == 2 else "the fastest"
    kits = [made.kits[method.language] for method in methods]
    takes_longer = any(kit.warms_up and kit.build for kit in kits)
    return Study(
        name=JOB,
        question=f"{', '.join(method.called for method in methods)}: which is {fastest}?",
        job=JOB,
        baseline=arms[0],
        levels=tuple(Level(factors, arms) for factors in levels_of(values, job)),
        text=asked.text,
        source=SOURCE,
        quick=True,
        budget_seconds=WARMING_BUDGET_S if takes_longer else BUDGET_S,
    ), made


def catalog_with_snippets(run: Run, catalog: Catalog) -> Catalog:
    """Return the catalog that a run of snippets began with, from what its study's text says; else the same one."""
    if run.job != JOB or not run.study_text.startswith(HEADING):
        return catalog
    with contextlib.suppress(tomllib.TOMLDecodeError, KeyError, TypeError):
        told = tomllib.loads(run.study_text)[HEADING.strip("[]")]
        files, inputs, paths = ([Path(path) for path in told[key]] for key in ("files", "inputs", "paths"))
        return study_of(SnippetsAsked(files, inputs, told["output"] is True, paths), catalog)[1]
    return catalog


def _require_runtimes(methods: Sequence[Method], catalog: Catalog, problems: list[Problem]) -> None:
    for method in methods:
        try:
            require_presence(catalog.kits[method.language], method)
        except Unavailable as reason:
            problems.append(Problem(str(reason), where=method.called, hint=install_hint(method.language)))


def _labels(inputs: Sequence[Path]) -> dict[str, str]:
    """Return what each input is called, and its path: by its name, with its folder's or in full if others have that."""
    paths = list(dict.fromkeys(path.absolute() for path in inputs))
    found: dict[str, str] = {}
    for path in paths:
        forms = (path.resolve().name or str(path), f"{path.parent.name}/{path.name}", str(path))
        taken = [{other.resolve().name, f"{other.parent.name}/{other.name}"} for other in paths if other != path]
        label = next((form for form in forms if not any(form in names for names in taken)), str(path))
        found[in_text(label)] = str(path)
    return found


def _look_at(path: Path, problems: list[Problem]) -> None:
    try:
        states_of(path)
    except (OSError, RuntimeError) as error:
        problems.append(not_an_input(path, error))


def _job(asked: SnippetsAsked, labels: dict[str, str]) -> Job:
    """Return the job, whose task is made for these inputs; UsageError if it cannot be kept in the cache."""
    text = (
        '"""The task of snippets at these inputs."""\n\nfrom iotrial.jobs import task_of_inputs\n\n'
        f"Task = task_of_inputs({labels!r}, is_writing={asked.is_writing})\n"
    )
    choices = tuple(labels)
    return Job(
        name=JOB,
        folder=in_cache(text, "snippets", "job.py", "the job of snippets").parent,
        summary="Call a function of the user's own.",
        work_unit="calls",
        factors={
            "input": Factor(
                "input",
                "what the function is given the path of",
                "choice",
                choices[0],
                choices,
                said={name: name for name in choices},
                is_size=False,
            )
        },
    )


def _with_shape(catalog: Catalog, asked: SnippetsAsked) -> Catalog:
    """Return the catalog with the adapters of snippets in every kit that has one for their shape."""
    shape = JobShape(name=SHAPE, call=FUNCTION, takes=("output",) if asked.is_writing else ())
    kits = {
        name: dataclasses.replace(_with_form(kit, asked), shaped={**kit.shaped, JOB: shape})
        if kit.adapter_of_shape(SHAPE).is_file()
        else kit
        for name, kit in catalog.kits.items()
    }
    return dataclasses.replace(catalog, kits=kits)


def _with_form(kit: Kit, asked: SnippetsAsked) -> Kit:
    """Return the kit, which wants the function as it is written here: with a second path if it is given one."""
    form = kit.snippet
    if form is None or not asked.is_writing or not form.wanted_with_output:
        return kit
    return dataclasses.replace(kit, snippet=dataclasses.replace(form, wanted=form.wanted_with_output))
