"""Arguments and options that several commands share, each defined once."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import Annotated, Literal

import typer

from iotrial.cli import completed_names
from iotrial.cli.options_dataclass import options
from iotrial.errors import Problem
from iotrial.store.address import LONGEST_NAME_BYTES, Root, is_url


def folder(text: str) -> Path:
    """Return the path that was typed; typer.BadParameter if nothing can have that path."""
    if not text.strip():
        raise typer.BadParameter("names no folder")
    if any(len(os.fsencode(part)) > LONGEST_NAME_BYTES for part in Path(text).parts):
        raise typer.BadParameter(f"has a name of over {LONGEST_NAME_BYTES} bytes in it, which no file can have")
    try:
        return Path(text).expanduser()
    except RuntimeError:
        raise typer.BadParameter(f"is in the home of {Path(text).parts[0][1:]!r}, who is not known here") from None


def site_address(text: str) -> str:
    """Return the address of a site, with a slash at its end; typer.BadParameter if it is none."""
    from urllib.parse import urlsplit

    if not text:
        return ""
    try:
        found = urlsplit(text)
        is_one = found.scheme in ("http", "https") and bool(found.hostname) and not (found.query or found.fragment)
    except ValueError:
        is_one = False
    if not is_one or not text.isprintable() or any(letter.isspace() for letter in text):
        raise typer.BadParameter(f"{text!r:.80} is no address of a site, such as https://NAME/PATH")
    return text.rstrip("/") + "/"


def root(text: str) -> Root:
    """Return the path or the address that was typed; typer.BadParameter if nothing can have that path."""
    return Root(text if is_url(text) else str(folder(text)))


def pairs(
    given: Sequence[str],
    where: str,
    problems: list[Problem],
    *,
    form: str = "NAME=VALUE",
    hints: Mapping[str, str] = MappingProxyType({}),
) -> dict[str, str]:
    """Return name -> value of NAME=VALUE, each name once; mistakes are added to the problems.

    form: how to write a pair. hints: at what to type instead, for names that are given without a value.
    """
    found: dict[str, str] = {}
    for pair in given:
        name, equals, value = pair.partition("=")
        if not equals or not name:
            problems.append(Problem(f"{pair!r} is not {form}", where=where, hint=hints.get(pair)))
        elif name in found:
            hint = "several values go in one, with commas between them" if "," in form else None
            problems.append(Problem(f"{name} is given twice", where=where, hint=hint))
        found[name] = value
    return found


Json = Annotated[bool, typer.Option("--json", help="Print one JSON document.")]
Search = Annotated[
    Sequence[str],
    typer.Option("--search", metavar="WORDS", help="List only what has all these words in it."),
]
With = Annotated[
    Sequence[Path],
    typer.Option(
        "--with", metavar="DIR", parser=folder, help="Add a folder of your own methods: JOB/LANGUAGE/METHOD.ext."
    ),
]
Results = Annotated[
    Root | None,
    typer.Option(
        "--results",
        metavar="DIR|URL",
        parser=root,
        help="The folder that runs are stored in, or its address in an object store: s3://BUCKET/NAME.",
        envvar="IOTRIAL_RESULTS",
    ),
]
Target = Annotated[
    Path | None,
    typer.Option(
        "--target",
        metavar="DIR|NAME",
        parser=folder,
        help="Write and read files in this folder or on this named target. The default is in your cache.",
    ),
]
Languages = Annotated[
    Sequence[str],
    typer.Option(
        "--language",
        metavar="NAME",
        help="Use this language only. Can be repeated.",
        autocompletion=completed_names.languages,
    ),
]
MethodGlobs = Annotated[
    Sequence[str],
    typer.Option(
        "--method",
        metavar="GLOB",
        help="Use these methods only. Can be repeated.",
        autocompletion=completed_names.methods,
    ),
]
Margin = Annotated[
    str | None, typer.Option("--margin", metavar="SHARE", help="Ignore differences smaller than SHARE, such as 1%.")
]
Sandbox = Annotated[
    bool,
    typer.Option("--sandbox", help="Start methods in a sandbox. They can change nothing but a folder made for them."),
]
Seed = Annotated[
    int | None,
    typer.Option("--seed", metavar="N", help="Draw the plan from this number. The same seed gives the same plan."),
]
_RUN = typer.Argument(metavar="RUN", help="A run's id, the beginning of it, `last`, or its folder.")
RunName = Annotated[str, _RUN]
RunNames = Annotated[Sequence[str], _RUN]
Settings = Annotated[
    Sequence[str],
    typer.Option("--set", metavar="FACTOR=VALUE,…", help="Set a factor of a job to one or more values."),
]
Rounds = Annotated[int | None, typer.Option("--rounds", metavar="N", help="Measure N rounds, each in fresh processes.")]
Budget = Annotated[
    str | None, typer.Option("--budget", metavar="TIME", help="Stop after TIME at the latest, such as 90s or 10min.")
]
Evidence = Annotated[
    bool,
    typer.Option("--evidence/--no-evidence", help="Trace system calls before the rounds, for `iotrial explain`."),
]
Blocks = Annotated[int | None, typer.Option("--blocks", metavar="N", help="Measure N blocks in each round. N is odd.")]
Markdown = Annotated[
    Path | None, typer.Option("--markdown", metavar="FILE", help="Also write a summary for a pull request to FILE.")
]
Quick = Annotated[bool, typer.Option("--quick", help="Run the short form of each study.")]
Ratio = Annotated[
    Literal["times", "percent"],
    typer.Option("--ratio", help="Word a ratio as 1.15 times as long, or as 15 % longer."),
]
Details = Annotated[bool, typer.Option("--details", help="Show the table of every level.")]


@options
class ChosenArms:
    """The arms of a study that are measured, and the levels of a job."""

    settings: Settings = ()
    languages: Languages = ()
    methods: MethodGlobs = ()
