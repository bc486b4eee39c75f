"""Write the pages that are made from the code; `make docs`. A test compares them with what is checked in."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path

from pydantic import BaseModel

from iotrial.advice.answer import ADVICE
from iotrial.analysis import document
from iotrial.analysis import explained as evidence
from iotrial.catalog.model import Parameter
from iotrial.catalog.tags import TAGS
from iotrial.catalog.tree import load
from iotrial.cautions import CAUTIONS
from iotrial.gate import decision
from iotrial.report.columns import COLUMNS
from iotrial.store import record
from iotrial.study.targets import NAMED

FOLDER = Path(__file__).parent

NOTE = "<!-- Written by docs/generate.py from the code: change it there, then `make docs`. -->"

#: What stands above the columns, by paragraph.
READING = (
    "# Reading a report",
    "`iotrial report RUN -o page.html` writes a page; `iotrial show RUN` prints the same tables. All figures are of "
    "one machine, in the sessions that the page names. They are no promise for yours: the commands at the end of "
    "the page are how to find out.",
    "1. **Read the cautions first.** A figure with a number beside it has something that speaks against it.\n"
    "2. **Look at the noise floor.** The baseline was measured twice, the second time as if it were another method. "
    "What is nearer to 1 than that is noise.\n"
    "3. **Compare by ratio and interval only.** The whole interval beyond the margin: faster or slower. Inside: "
    "equivalent. Anything else is undecided, and means that nobody knows yet.\n"
    "4. **Ask what is equal.** Methods of unlike guarantees do unlike work; the note beside a row says what "
    "differs.\n"
    "5. **Ask why.** The system calls, copied bytes and page faults of each arm are counted apart from the timing.",
    "In the pictures, a mark is a ratio and the line through it its interval; grey are the margin and the noise "
    "floor. Dots are single samples: they show what a median hides, and decide nothing. Cost over size is drawn for "
    "each unit of work, so that arms come apart; where marks lie off their line, the line does not describe the "
    "method.",
)

#: Models of run.json, outermost first.
MODELS = (
    record.Run,
    record.LevelRecord,
    record.Arm,
    record.Variant,
    record.Memory,
    record.Reading,
    record.Evidence,
    record.Calls,
    record.Observation,
    record.Caution,
)

#: A field without words of its own has those of the document.
ALSO: Mapping[type[BaseModel], Mapping[str, str]] = {
    record.Run: document.RUN,
    record.LevelRecord: document.LEVEL,
    record.Arm: document.ARM,
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
                ", ".join(factor.choices or (factor.unit, *factor.words)),
                str(factor.default),
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
    """The document of `show --json`, run.json and the Parquet parts."""
    parts = [
        "# What a run stores, and what `--json` prints",
        "A run is a folder: `run.json`, and one Parquet file for each sweep, written to a temporary name, synced and "
        "renamed. Nothing derived is stored: `iotrial show` computes every verdict anew. Missing is null, never 0.",
        "## What `show --json` prints",
    ]
    parts += _keys(document.PARTS)
    parts += ["## What `explain --json` prints", *_keys(evidence.PARTS)]
    parts += ["## What `gate --json` prints", *_keys(decision.PARTS)]
    parts += ["## What `advise --json` prints", *_keys({"The advice": ADVICE})]
    parts.append(f"## run.json\n\nFormat {record.FORMAT}.")
    for model in MODELS:
        parts.append(f"### {model.__name__}\n\n{_first_line(model)}\n\n{_fields(model)}")
    rows = [[f"`{name}`", kind, text] for name, (kind, text) in record.SAMPLE.items()]
    text = (
        "A row for each sample. `iotrial query` sees all runs as the table `samples`, with `run` and `study` in front."
    )
    parts += [f"## The Parquet parts\n\n{text}", _table(["column", "type", "what it is"], rows)]
    return "\n\n".join(parts)


def _targets() -> str:
    """Where the files of a level may live."""
    text = (
        "Every job has the factor `target`: where the files live. `disk`, the default, is a folder, in your cache "
        "unless `--target DIR` names another; a path with a slash is that folder. The names below are file systems "
        "that iotrial makes: for the one run that names them and taken away at its end, or by `iotrial target create` "
        "and there until `iotrial target remove`. Either takes root; without it those levels are skipped, with what to "
        "ask the administrator for. A `tmpfs` that the machine has is used as it is. An image file is no partition: "
        "what it is written to goes through the file system and the device below it."
    )
    rows = [[f"`{target.name}`", target.summary] for target in NAMED.values()]
    return "\n\n".join(["## Targets", text, _table(["target", "what it is"], rows)])


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


def page(name: str) -> str:
    """The text of a page."""
    return f"{NOTE}\n\n{PAGES[name]()}\n"


def _keys(documents: Mapping[str, Mapping[str, str]]) -> list[str]:
    """A table of keys for each part of a document."""
    return [
        f"### {title}\n\n" + _table(["key", "what it is"], [[f"`{key}`", text] for key, text in keys.items()])
        for title, keys in documents.items()
    ]


def _help(*command: str) -> str:
    done = subprocess.run(
        [sys.executable, "-m", "iotrial", *command, "--help"],
        capture_output=True,
        text=True,
        check=True,
        env={**os.environ, "COLUMNS": "90", "NO_COLOR": "1"},
    )
    return done.stdout


def _fields(model: type[BaseModel]) -> str:
    rows = []
    for name, field in model.model_fields.items():
        kind = str(field.annotation).removeprefix("<class '").removesuffix("'>")
        kind = kind.replace("iotrial.store.record.", "").replace("typing.", "")
        rows.append([f"`{name}`", kind, field.description or ALSO.get(model, {})[name]])
    return _table(["field", "type", "what it is"], rows)


def _first_line(model: type[BaseModel]) -> str:
    return (model.__doc__ or "").splitlines()[0]


def _table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join("| " + " | ".join(cell.replace("|", "\\|") for cell in line) + " |" for line in lines)


def main() -> None:
    """Write all pages."""
    for name in PAGES:
        (FOLDER / name).write_text(page(name), encoding="utf-8")
        print(f"docs/{name}")


if __name__ == "__main__":
    main()
