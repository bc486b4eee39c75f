"""`iotrial show`, `export` and `query`: stored runs, in several forms."""

from __future__ import annotations

import sys
from collections.abc import Sequence

from iotrial.commands.output import print_json, print_rows, stdout
from iotrial.store.address import Root
from iotrial.store.find_run import find_run
from iotrial.store.results_root import results_root
from iotrial.visible_text import visible_line


def show(run: str, *, details: bool, results: Root | None, json: bool) -> None:
    """Print the results of a run."""
    from iotrial.judge.judge_run import judge_folder
    from iotrial.report.run_screen import show as show_document

    document = judge_folder(find_run(results_root(results), run))
    if json:
        print_json(document)
    else:
        show_document(document, stdout(), details=details)


def export(run: str, form: str, *, results: Root | None) -> None:
    """Print a run as CSV, JSON, hyperfine's JSON, or tab-separated values."""
    from iotrial.judge.exported_forms import FORMATS
    from iotrial.store.read import open_run

    sys.stdout.write(FORMATS[form](open_run(find_run(results_root(results), run))))


def query(sql: str, *, studies: Sequence[str], results: Root | None, json: bool) -> None:
    """Print the rows of a query."""
    from iotrial.store.query import query as ask

    answer = ask(results_root(results), sql, studies)
    for name in answer.left_out:
        print(f"note: left out: {visible_line(name)}", file=sys.stderr)
    if answer.of is not None and answer.stored > 1 and not json:
        of = visible_line(answer.of)
        print(f"note: of the run {of}; a query that names `run` sees all runs", file=sys.stderr)
    rows = [dict(zip(answer.columns, row, strict=True)) for row in answer.rows]
    if json:
        print_json([{name: _shown(value) for name, value in row.items()} for row in rows])
    else:
        print_rows(rows, {name: name for name in answer.columns}, folds=answer.columns[0])


def _shown(value: object) -> object:
    return value if isinstance(value, str | int | float | bool | None) else str(value)
