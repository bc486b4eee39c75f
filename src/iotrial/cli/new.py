"""`iotrial new`: files to begin with."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from iotrial.cli.options import With
from iotrial.cli.options_dataclass import options
from iotrial.errors import UsageError

if TYPE_CHECKING:
    from iotrial.ask.catalog import Catalog, Job

_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,99}")


@options
class NewArticleOptions:
    """The options of `new article`."""

    name: Annotated[
        str | None, typer.Argument(metavar="[NAME]", help="The name of the study. The default is to ask for it.")
    ] = None
    job: Annotated[
        str | None, typer.Option("--job", metavar="JOB", help="The job that the article is about, as `methods` has it.")
    ] = None
    trees: With = ()


def new_article(options: NewArticleOptions) -> None:
    """Write a study file to begin an article with, every key explained.

    It is NAME.toml in this folder. What is there already is never written over.
    """
    from iotrial.claims.begun_article import begun_article
    from iotrial.cli.output import stdout
    from iotrial.cli.usable import usable
    from iotrial.folders.own_file import write_first

    catalog = usable(options.trees)
    job = _job(options.job, catalog)
    name = _named(options.name)
    try:
        text = begun_article(name, job, catalog)
    except ValueError as error:
        raise UsageError(str(error), hint="write one: docs/extending.md") from None
    path = Path(f"{name}.toml")
    write_first(path, text.encode())
    told = f"{path} is written: put in what was published, then type: iotrial claims ./{path} --quick"
    stdout().print(told, markup=False, highlight=False, soft_wrap=True)


def _job(name: str | None, catalog: Catalog) -> Job:
    """Return the job of this name, or the first that advice can be asked about; UsageError if there is none."""
    from iotrial.ask.suggest import suggestion

    known = {job.name: job for job in catalog.jobs.values() if job.is_asked_about}
    if name is None:
        name = next(iter(sorted(known)), "")
    if name not in known:
        raise UsageError(f"no job is called {name!r}", hint=suggestion(name, known) or f"one of {', '.join(known)}")
    return known[name]


def _named(name: str | None) -> str:
    """Return the name that was given or is asked for; UsageError if it is none."""
    from iotrial.cli.questions import ask, can_ask

    if name is None and not can_ask():
        raise UsageError("the study has no name", hint="give one: iotrial new article NAME")
    if name is None:
        return ask("the name of the study, such as on-logs", _checked)
    try:
        return _checked(name)
    except ValueError as error:
        raise UsageError(str(error), hint="such as: on-logs") from None


def _checked(name: str) -> str:
    name = name.removesuffix(".toml")
    if not _NAME.fullmatch(name):
        raise ValueError(f"{name[:60]!r} is no name: letters, digits, dots and dashes")
    return name
