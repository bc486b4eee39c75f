"""`iotrial compare`: two runs of one study side by side."""

from __future__ import annotations

from typing import Annotated

import typer

from iotrial.cli.options import Json, Ratio, Results
from iotrial.cli.options_dataclass import options


@options
class CompareOptions:
    """The options of `compare`."""

    before: Annotated[
        str, typer.Argument(metavar="RUN", help="The first run: its id, the beginning of it, or its folder.")
    ]
    after: Annotated[str, typer.Argument(metavar="RUN", help="The second run.")] = "last"
    ratio: Ratio = "times"
    results: Results = None
    json: Json = False


def compare(options: CompareOptions) -> None:
    """Compare two runs of one study.

    They may be of two machines, runtimes, file systems or days.
    """
    from iotrial.cli.output import print_document
    from iotrial.judge.compare_runs import compare_runs
    from iotrial.judge.judging import Judging
    from iotrial.report.compare_screen import show
    from iotrial.report.ratio_words import use_ratio_style
    from iotrial.store.find_run import find_run
    from iotrial.store.read import open_run
    from iotrial.store.results_root import results_root

    use_ratio_style(options.ratio)
    root = results_root(options.results)
    before, after = (Judging(open_run(find_run(root, name))) for name in (options.before, options.after))
    document = compare_runs(before, after)
    print_document(document, show, json=options.json)
