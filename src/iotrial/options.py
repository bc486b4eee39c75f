"""Arguments and options that several commands share, each said once."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

Json = Annotated[bool, typer.Option("--json", help="Print one JSON document.")]
With = Annotated[
    list[Path] | None,
    typer.Option("--with", metavar="DIR", help="A tree of your own methods (JOB/LANGUAGE/METHOD.ext) to join in."),
]
Results = Annotated[
    Path | None, typer.Option("--results", metavar="DIR", help="Where runs are stored.", envvar="IOTRIAL_RESULTS")
]
Target = Annotated[
    Path | None,
    typer.Option(
        "--target",
        metavar="DIR|NAME",
        help="Where files are written and read: a folder (default: in your cache), or a name of iotrial target list.",
    ),
]
Language = Annotated[
    list[str] | None, typer.Option("--language", metavar="NAME", help="Only this language; may be repeated.")
]
MethodGlob = Annotated[
    list[str] | None, typer.Option("--method", metavar="GLOB", help="Only these methods; may be repeated.")
]
Margin = Annotated[
    str | None, typer.Option("--margin", metavar="SHARE", help="Differences below this do not matter, such as 1%.")
]
Seed = Annotated[int | None, typer.Option("--seed", help="The same seed gives the same plan.")]
RunName = Annotated[
    str, typer.Argument(metavar="RUN", help="A run's id, a unique beginning of it, `last`, or its folder.")
]
TargetName = Annotated[str, typer.Argument(metavar="NAME", help="A name of iotrial target list.")]
Settings = Annotated[
    list[str] | None, typer.Option("--set", metavar="FACTOR=VALUE,…", help="For a job: levels of a factor.")
]
Blocks = Annotated[int | None, typer.Option("--blocks", help="Blocks in a round; odd.")]
Markdown = Annotated[
    Path | None, typer.Option("--markdown", metavar="FILE", help="Also write a summary for a pull request.")
]
Junit = Annotated[Path | None, typer.Option("--junit", metavar="FILE", help="Also write JUnit XML.")]
