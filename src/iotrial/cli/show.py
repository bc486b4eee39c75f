"""`iotrial show`: a stored run."""

from __future__ import annotations

from iotrial.cli.options import Details, Json, Results, RunName
from iotrial.cli.options_dataclass import options


@options
class ShowOptions:
    """The options of `show`."""

    run: RunName = "last"
    details: Details = False
    results: Results = None
    json: Json = False


def show(options: ShowOptions) -> None:
    """Show the results of a run."""
    from iotrial.cli.output import print_document
    from iotrial.judge.judge_run import judge_folder
    from iotrial.report.run_screen import show as show_document
    from iotrial.store.find_run import find_run
    from iotrial.store.results_root import results_root

    document = judge_folder(find_run(results_root(options.results), options.run))
    print_document(document, show_document, json=options.json, details=options.details)
