"""`iotrial export`: a stored run for other programs."""

from __future__ import annotations

import sys
from typing import Annotated, Literal

import typer

from iotrial.cli.options import Results, RunName
from iotrial.cli.options_dataclass import options


@options
class ExportOptions:
    """The options of `export`."""

    run: RunName = "last"
    format: Annotated[
        Literal["csv", "json", "hyperfine", "tsv"], typer.Option("--format", help="Print this format.")
    ] = "json"
    results: Results = None


def export(options: ExportOptions) -> None:
    """Print a run as JSON, CSV or TSV, or for hyperfine's tools."""
    from iotrial.judge.exported_forms import FORMATS
    from iotrial.judge.judging import Judging
    from iotrial.store.find_run import find_run
    from iotrial.store.read import open_run
    from iotrial.store.results_root import results_root

    judging = Judging(open_run(find_run(results_root(options.results), options.run)))
    sys.stdout.write(FORMATS[options.format](judging))
