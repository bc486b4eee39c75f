"""`iotrial show`: a stored run."""

from __future__ import annotations

from iotrial.cli.options import Details, Json, Ratio, Results, RunName
from iotrial.cli.options_dataclass import options


@options
class ShowOptions:
    """The options of `show`."""

    run: RunName = "last"
    details: Details = False
    ratio: Ratio = "times"
    results: Results = None
    json: Json = False


def show(options: ShowOptions) -> None:
    """Show the results of a run."""
    from iotrial.cli.asked_answer import asked_of
    from iotrial.cli.output import print_document
    from iotrial.judge.judge_run import judge_folder
    from iotrial.report.ratio_words import use_ratio_style
    from iotrial.report.run_screen import show as show_document
    from iotrial.store.find_run import find_run
    from iotrial.store.results_root import results_root

    use_ratio_style(options.ratio)
    root = results_root(options.results)
    folder = find_run(root, options.run)
    document = judge_folder(folder)
    asked = "" if options.json else asked_of(folder, document, root)
    print_document(document, show_document, json=options.json, details=options.details, asked=asked)
