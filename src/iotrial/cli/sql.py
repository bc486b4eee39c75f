"""`iotrial query`: the samples of stored runs, by SQL."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import Annotated

import typer

from iotrial.cli.options import Json, Results
from iotrial.cli.options_dataclass import options
from iotrial.visible_text import visible_line


@options
class QueryOptions:
    """The options of `query`."""

    sql: Annotated[
        str, typer.Argument(metavar="SQL", help="A query over the views samples, runs, levels, arms and calls.")
    ]
    studies: Annotated[
        Sequence[str],
        typer.Option("--study", metavar="NAME", help="About all runs of this study, and no others. Can be repeated."),
    ] = ()
    results: Results = None
    json: Json = False


def query(options: QueryOptions) -> None:
    """Query stored samples with SQL.

    A query is about the last run. One that names `run` is about all runs.
    """
    from iotrial.cli.output import print_json, print_rows
    from iotrial.store.query import query as ask
    from iotrial.store.results_root import results_root

    answer = ask(results_root(options.results), options.sql, options.studies)
    for name in answer.left_out:
        print(f"note: left out: {visible_line(name)}", file=sys.stderr)
    if answer.of is not None and answer.stored > 1 and not options.json:
        of = visible_line(answer.of)
        print(f"note: of the run {of}; a query that names `run` sees all runs", file=sys.stderr)
    rows = [dict(zip(answer.columns, row, strict=True)) for row in answer.rows]
    if options.json:
        print_json([{name: _shown(value) for name, value in row.items()} for row in rows])
    else:
        print_rows(rows, {name: name for name in answer.columns}, folds=answer.columns[0])


def _shown(value: object) -> object:
    return value if isinstance(value, str | int | float | bool | None) else str(value)
