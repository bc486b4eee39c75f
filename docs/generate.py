"""Write the pages that are made from the code; `make docs`. A test compares them with what is checked in."""

from __future__ import annotations

import contextlib
import io
import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from types import UnionType
from typing import Annotated, Literal, Union, get_args, get_origin

from pydantic import BaseModel

from iotrial.catalog.model import Factor, Parameter
from iotrial.catalog.tags import TAGS
from iotrial.catalog.tree import load
from iotrial.cautions import CAUTIONS
from iotrial.claims import kinds
from iotrial.claims.claim import Claim
from iotrial.claims.claim_table import Choice, Key, keys_of
from iotrial.cli import main as command_line
from iotrial.commands.schema import DOCUMENTS
from iotrial.report.columns import COLUMNS
from iotrial.store import record
from iotrial.study.study_keys import AS_ABOVE, LEVEL_KEYS, REQUIRED, QuickKeys, StudyKeys, texts_of
from iotrial.study.targets import NAMED
from iotrial.units import BYTE_UNITS, TIME_UNITS

FOLDER = Path(__file__).parent

NOTE = "<!-- Written by docs/generate.py from the code: change it there, then `make docs`. -->"

#: What stands above the columns, by paragraph.
READING = (
    "# Reading a report",
    "`iotrial report RUN -o page.html` writes a page; `iotrial show RUN` prints the same tables. All figures are of "
    "one machine, in the sessions that the page names. Figures of your machine may differ; the commands at the end "
    "of the page measure them.",
    "1. **Read the cautions first.** If a figure has a number beside it, the caution of that number speaks against "
    "it.\n"
    "2. **Look at the noise floor.** The baseline was measured twice, the second time as if it were another method. "
    "A ratio that is nearer to 1 than the second one is noise.\n"
    "3. **Compare by ratio and interval only.** If the whole interval lies beyond the margin, the arm is faster or "
    "slower; if it lies inside, the arm is equivalent. Anything else is undecided: nobody knows yet.\n"
    "4. **Compare the guarantees.** Methods with different guarantees do different work; the note beside a row says "
    "what differs.\n"
    "5. **Ask why.** The system calls, copied bytes and page faults of each arm are counted apart from the timing.",
    "In the pictures, a mark is a ratio and the line through it is its interval; the margin and the noise floor are "
    "grey. Dots are single samples: they show what a median hides, and decide nothing. Cost over size is drawn for "
    "each unit of work, so that arms can be told apart; if marks lie off their line, the line does not describe the "
    "method.",
)

#: Document -> the page that describes it, if it is another than that of all.
PAGES_OF = {"claims": "claims.md"}

#: A type of Python as a reader of JSON calls it.
TYPES = {
    int: "whole number",
    float: "number",
    str: "text",
    bool: "true or false",
    object: "anything",
    type(None): "null",
}


def cli() -> str:
    """Every command's own help."""
    commands = [line.split()[0] for line in _help().split("Commands:")[1].splitlines() if line.strip()]
    names = [[], *([name] for name in commands)]
    at = names.index(["selftest"])
    names[at + 1 : at + 1] = [["selftest", "aa"], ["selftest", "inject"]]
    at = names.index(["target"])
    names[at + 1 : at + 1] = [["target", "list"], ["target", "create"], ["target", "remove"]]
    parts = [f"## {' '.join(['iotrial', *name])}\n\n```\n{_help(*name).rstrip()}\n```" for name in names]
    codes = (
        "Exit codes: 0 done; 1 a check that you asked for failed; 2 bad usage or input; 3 nothing could be measured; "
        "4 undecided, where an answer was asked for (`advise`, `gate`); 5 invalid (`gate`); 130 interrupted. Data "
        "goes to stdout, everything else to stderr."
    )
    return "\n\n".join(["# The command line", codes, *parts])


def cautions() -> str:
    """Every caution, with what can be done about it."""
    rows = [[f"`{code}`", kind.sentence, kind.advice] for code, kind in sorted(CAUTIONS.items())]
    text = (
        "A caution is stored and shown with the figure that it belongs to. What stands in braces is a figure of that "
        "very case."
    )
    return "\n\n".join(["# Cautions", text, _table(["code", "what it says", "what you can do"], rows)])


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
                _values_of(factor),
                _default_of(factor),
            ]
            for name, factor in job.factors.items()
        ]
        if factors:
            parts.append(_table(["factor", "what it is", "values", "default"], factors))
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
        parts.append(_table(heads, methods))
        floors = [
            [f"`{floor.arm}`", floor.summary, str(floor.floor), ", ".join(floor.guarantees.values())]
            for floor in catalog.floors_of(job.name)
        ]
        if floors:
            parts.append(_table(["floor", "what it is", "kind", "for methods that guarantee"], floors))
    tags = [[f"`{tag}`", meaning] for tag, meaning in TAGS.items()]
    return "\n\n".join([*parts, "## Tags", _table(["tag", "what it says of a method"], tags)])


def _parameter(parameter: Parameter) -> str:
    return f"`{parameter.name}` {parameter.least}..{parameter.most}, here {parameter.default}"


def results_format() -> str:
    """Every document that is printed or stored, and the Parquet parts."""
    parts = [
        "# What a run stores, and what `--json` prints",
        "A run is a folder: `run.json`, and one Parquet file for each sweep, written to a temporary name, synced and "
        "renamed. Nothing derived is stored: `iotrial show` computes every verdict anew. Missing is null, never 0: "
        "a figure is null if it was not measured, and any other field says when it is.",
        f"`iotrial schema` lists the documents, and `iotrial schema run` prints the JSON Schema of one. Format "
        f"{record.FORMAT}; runs of earlier formats are read as before.",
    ]
    told: set[type[BaseModel]] = set()
    for name, kind in DOCUMENTS.items():
        link = f"[{kind.model.__name__}]({PAGES_OF.get(name, '')}#{kind.model.__name__.lower()})"
        shape = f"an array of {link}" if kind.is_list else link
        parts.append(f"## The document `{name}`\n\n{kind.of[0].upper()}{kind.of[1:]}: {shape}.")
        models = [] if name in PAGES_OF else [model for model in _within(kind.model) if model not in told]
        told.update(models)
        parts += map(_described, models)
    rows = [[f"`{name}`", kind, text] for name, (kind, text) in record.SAMPLE.items()]
    text = (
        "A row for each sample. `iotrial query` sees them as the view `samples`: with `run` in front, with the arm's "
        "name in `arm` (the placebo's ends in ` (placebo)`), and its number in `arm_number`. A query is about the last "
        "run; one that names `run` or `runs` is about all of them."
    )
    parts += [f"## The Parquet parts\n\n{text}", _table(["column", "type", "what it is"], rows)]
    return "\n\n".join(parts)


def reading() -> str:
    """Every column of a report."""
    parts = [*READING]
    for kind, columns in COLUMNS.items():
        parts.append(f"## {kind}")
        parts.append(_table(["column", "what it is, and what to use it for"], list(map(list, columns.items()))))
    return "\n\n".join(parts)


PAGES: Mapping[str, Callable[[], str]] = {
    "reading-a-report.md": reading,
    "cli.md": cli,
    "cautions.md": cautions,
    "jobs.md": jobs,
    "results-format.md": results_format,
}


#: A study that every example of a claim is about.
STUDY_OF_EXAMPLES = """\
question = "How should a log be written?"
job = "append"
baseline = "php/keep_open"
methods = ["php/keep_open", "php/reopen", "php/flock_each"]

[[levels]]
records = [100, 1000]

[article]
title = "On logs"
author = "A. Nyone"
date = "2009"
"""


def claim_kinds() -> str:
    """Every kind of claim with its keys."""
    return _table(
        ["kind", "what it says", "keys"],
        [[f"`{name}`", kinds.kind_of(name).about(), _keys_of_kind(kinds.kind_of(name))] for name in kinds.names()],
    )


def _keys_of_kind(kind: type[Claim]) -> str:
    own = keys_of(kind).values()
    needed = [*(f"`{name}`" for name in kind.must_have), *(_key(one) for one in own if one.needed)]
    others = [_key(one) for one in own if not one.needed]
    return ", ".join(needed) + (f"; may have {', '.join(others)}" if others else "")


def _key(key: Key) -> str:
    words = ", ".join(f"`{word}`" for word in key.read.words) if isinstance(key.read, Choice) else ""
    return f"`{key.named}`" + (f" ({words})" if words else "")


def claim_examples() -> str:
    """A study file with a claim of every kind."""
    tables = [f'[[claims]]\nclaim = "{name}"\n{kinds.kind_of(name).example}' for name in kinds.names()]
    return "```toml\n" + "\n".join([STUDY_OF_EXAMPLES, *tables]) + "```"


def claim_document() -> str:
    """A judged claim, and its parts."""
    return "\n\n".join(_described(model) for model in _within(DOCUMENTS["claims"].model))


def study_keys() -> str:
    """Every key of a study file."""
    options = _help("run")
    texts = texts_of(StudyKeys)
    own = [key for key in texts if key not in QuickKeys.model_fields]
    needed = [key for key in (*own, *texts) if texts[key].otherwise == REQUIRED]
    rows = [
        [f"`{key}`", texts[key].summary, texts[key].value, texts[key].otherwise, _option(key, options)]
        for key in dict.fromkeys([*needed, *QuickKeys.model_fields, *own])
    ]
    return _table(["key", "what it is for", "what it may be", "if it is left out", "option"], rows)


def _option(key: str, options: str) -> str:
    return f"`--{key}`" if f" --{key} " in options else ""


def quick_keys() -> str:
    """What holds for `--quick` of the keys that `[quick]` leaves out."""
    texts = texts_of(QuickKeys)
    same = ", ".join(f"`{key}`" for key, text in texts.items() if text.quick == AS_ABOVE)
    rows = [[f"`{key}`", text.quick] for key, text in texts.items() if text.quick != AS_ABOVE]
    return _table(["key", "if `[quick]` leaves it out"], [*rows, [same, AS_ABOVE]])


def level_keys() -> str:
    """Every key of a table of levels that is no factor of a job."""
    rows = [[f"`{key}`", text.summary, text.value, text.otherwise] for key, text in LEVEL_KEYS.items()]
    return _table(["key", "what it is for", "what it may be", "if it is left out"], rows)


def factors() -> str:
    """Every factor of a job, once for all jobs in which it is the same."""
    jobs_of: dict[tuple[str, str, str, str], list[str]] = {}
    for job in load().jobs.values():
        for name, factor in job.factors.items():
            row = (name, factor.summary, _values_of(factor), _default_of(factor))
            jobs_of.setdefault(row, []).append(f"`{job.name}`")
    rows = [
        [f"`{name}`", ", ".join(names), summary, values, default]
        for (name, summary, values, default), names in sorted(jobs_of.items())
    ]
    return _table(["factor", "jobs", "what it is", "values", "default"], rows)


def _values_of(factor: Factor) -> str:
    return ", ".join(factor.choices or (factor.unit, *factor.words))


def _default_of(factor: Factor) -> str:
    return f"{factor.default} (goes without saying)" if factor.is_unsaid else str(factor.default)


def units() -> str:
    """How values are written."""
    rows = [
        ["bytes", '`4096`, `"4 KiB"`, `"100 MB"`', ", ".join(BYTE_UNITS)],
        ["duration", '`"90 s"`, `"2.5 ms"`', ", ".join(unit for unit in TIME_UNITS if unit.isascii())],
        ["share", '`"1%"`, `0.01`', "%"],
        ["count", "`10000`", "none"],
        ["rate", '`"10000/s"`, `"none"`', "/s"],
    ]
    return _table(["value", "written as", "units"], rows)


def targets() -> str:
    """Every name of a target."""
    return _table(["target", "what it is"], [[f"`{target.name}`", target.summary] for target in NAMED.values()])


#: Page -> part -> what makes it; the rest of these pages is written by hand.
PARTS_OF_PAGES: Mapping[str, Mapping[str, Callable[[], str]]] = {
    "claims.md": {"kinds": claim_kinds, "document": claim_document, "examples": claim_examples},
    "studies.md": {
        "keys": study_keys,
        "level keys": level_keys,
        "factors": factors,
        "targets": targets,
        "units": units,
        "quick": quick_keys,
    },
}


def filled(name: str, text: str) -> str:
    """The text of a page with its made parts made anew; ValueError if it has no room for one."""
    for part, make in PARTS_OF_PAGES[name].items():
        begin, end = f"<!-- {part}: written by docs/generate.py -->\n", f"<!-- end of {part} -->"
        if text.count(begin) != 1 or text.count(end) != 1:
            raise ValueError(f"docs/{name} must have {begin.strip()} and {end} once")
        before, _, rest = text.partition(begin)
        text = f"{before}{begin}\n{make()}\n\n{end}{rest.partition(end)[2]}"
    return text


def page(name: str) -> str:
    """The text of a page."""
    return f"{NOTE}\n\n{PAGES[name]()}\n"


def _help(*command: str) -> str:
    before = os.environ.get("COLUMNS")
    os.environ["COLUMNS"] = "90"
    try:
        with contextlib.redirect_stdout(io.StringIO()) as printed:
            code = command_line([*command, "--help"])
    finally:
        if before is None:
            del os.environ["COLUMNS"]
        else:
            os.environ["COLUMNS"] = before
    assert code == 0, command
    return printed.getvalue()


def _within(model: type[BaseModel]) -> list[type[BaseModel]]:
    """The model and all that its fields hold, each once, in the order of the fields."""
    found = {model: None}
    for field in model.model_fields.values():
        for inner in _models_in(field.annotation):
            found |= dict.fromkeys(_within(inner))
    return list(found)


def _models_in(annotation: object) -> list[type[BaseModel]]:
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        return [annotation]
    return [model for inner in get_args(annotation) for model in _models_in(inner)]


def _fields(model: type[BaseModel]) -> str:
    rows = [
        [f"`{name}`", _words(field.annotation), field.description or ""] for name, field in model.model_fields.items()
    ]
    return _table(["field", "type", "what it is"], rows)


def _words(annotation: object) -> str:
    """A field's type in words."""
    inner = get_args(annotation)
    kind = get_origin(annotation)
    if kind is Annotated:
        return _words(inner[0])
    if kind is Literal:
        return " or ".join(f"`{value}`" for value in inner)
    if kind in (Union, UnionType):
        return " or ".join(_words(one) for one in inner)
    if kind is list or (kind is tuple and inner[1] is Ellipsis):
        return f"list of {_words(inner[0])}"
    if kind is tuple:
        return f"list of {' and '.join(map(_words, inner))}"
    if kind is dict:
        return f"object of {_words(inner[1])}"
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        return f"[{annotation.__name__}](#{annotation.__name__.lower()})"
    assert isinstance(annotation, type)
    return TYPES[annotation]


def _described(model: type[BaseModel]) -> str:
    """A model under its name: what it is, and a row for each field."""
    return f"### {model.__name__}\n\n{' '.join((model.__doc__ or '').split())}\n\n{_fields(model)}"


def _table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join("| " + " | ".join(cell.replace("|", "\\|") for cell in line) + " |" for line in lines)


def main() -> None:
    """Write all pages."""
    for name in PAGES:
        (FOLDER / name).write_text(page(name), encoding="utf-8")
        print(f"docs/{name}")
    for name in PARTS_OF_PAGES:
        text = (FOLDER / name).read_text(encoding="utf-8")
        (FOLDER / name).write_text(filled(name, text), encoding="utf-8")
        print(f"docs/{name}")


if __name__ == "__main__":
    main()
