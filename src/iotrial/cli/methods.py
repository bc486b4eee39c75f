"""`iotrial methods`: the methods, and the reasons why some cannot run here.

It imports what it needs when it needs it: people wait for a list.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated

import typer

from iotrial.cli import completed_names
from iotrial.cli.options import Json, Languages, Search, With
from iotrial.cli.options_dataclass import options
from iotrial.errors import UsageError

if TYPE_CHECKING:
    from iotrial.ask.catalog import Catalog, Method
    from iotrial.ask.faults import Fault
    from iotrial.cli.listed import ListedMethod
    from iotrial.workers.presence import Presence


#: Of more rows than this it is said how to have fewer.
MOST_ROWS = 40


@options
class MethodsOptions:
    """The options of `methods`."""

    job: Annotated[
        str | None,
        typer.Argument(metavar="JOB", help="List the methods of this job only.", autocompletion=completed_names.jobs),
    ] = None
    languages: Languages = ()
    search: Search = ()
    trees: With = ()
    json: Json = False


def methods(options: MethodsOptions) -> None:
    """List the methods of each job, and which can run here."""
    from iotrial.ask.found_by import job_suggestion
    from iotrial.ask.narrowed_study import check_languages
    from iotrial.cli.searched import has_words, require_found
    from iotrial.cli.usable import usable
    from iotrial.workers.presence import Presence

    catalog = usable(options.trees, lists_all=True)
    job, languages = options.job, options.languages
    problems = check_languages(languages, catalog)
    if problems:
        raise UsageError(problems)
    if job is not None and (fault := catalog.faults.of_job(job)):
        raise UsageError(fault.problems)
    if job is not None and job not in catalog.jobs:
        raise UsageError(f"unknown job {job!r}", hint=job_suggestion(job, catalog.jobs))
    chosen = [
        method
        for name in ([job] if job else catalog.jobs)
        for method in catalog.methods_of(name)
        if not languages or catalog.is_in(method.language, languages)
        if has_words(
            options.search,
            *(method.job, method.spoken, method.arm, method.summary, method.when),
            *catalog.jobs[name].found_by,
        )
    ]
    with Presence(catalog, chosen) as presence:  # programs are asked while the rest is imported
        from iotrial.cli.output import print_json, print_rows

        rows = [_row(method, presence) for method in chosen]
    faults = [] if options.search else catalog.faults.every
    rows += [_fault_row(fault) for fault in faults if _is_listed(fault, job, languages, catalog)]
    order = list(catalog.jobs)
    named = {row.job for row in rows if has_words(options.search, row.job, row.arm)}  # a job stays in one piece
    rows.sort(key=lambda row: (row.job not in named, order.index(row.job)))
    if options.json:
        print_json(rows)
    else:
        require_found(rows, options.search, "methods")
        shown = [{**row.model_dump(), "here": "yes" if row.available else row.reason} for row in rows]
        headings = {"job": "job", "arm": "method", "here": "runs here", "summary": "what it is"}
        print_rows(shown, headings, folds="summary")
        if len(rows) > MOST_ROWS and not (job and languages) and sys.stdout.isatty():
            print(f"\n{len(rows)} methods; fewer: iotrial methods {rows[0].job} --language {rows[0].language}")


def _row(method: Method, presence: Presence) -> ListedMethod:
    from iotrial.cli.listed import ListedMethod

    missing = presence.missing(method)
    return ListedMethod(
        job=method.job,
        language=method.language,
        method=method.name,
        arm=method.arm,
        summary=method.summary,
        when=method.when,
        tags=list(method.tags),
        guarantees=dict(method.guarantees),
        parameters={one.name: [one.least, one.most, one.default] for one in method.parameters},
        available=missing is None,
        reason=str(missing) if missing is not None else None,
        install=missing.install if missing is not None else None,
    )


def _is_listed(fault: Fault, job: str | None, languages: Sequence[str], catalog: Catalog) -> bool:
    """True if a fault is that of a method of what is listed."""
    if fault.kind != "method" or fault.language is None or job not in (None, fault.job):
        return False
    is_one = (fault.job, fault.arm) not in catalog.methods  # else another one has its name
    return is_one and (not languages or catalog.is_in(fault.language, languages))


def _fault_row(fault: Fault) -> ListedMethod:
    """A method that is left out as a row: all that is known is its name and what is wrong."""
    from iotrial.cli.listed import ListedMethod

    arm = str(fault.arm)
    return ListedMethod(
        job=str(fault.job),
        language=str(fault.language),
        method=arm.partition("/")[2],
        arm=arm,
        summary="",
        when="",
        tags=[],
        guarantees={},
        parameters={},
        available=False,
        reason=f"left out: {fault.said}",
        install=None,
    )
