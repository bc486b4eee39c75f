"""`iotrial compare`: two runs of one study side by side."""

from __future__ import annotations

from iotrial.commands.output import print_json, stdout
from iotrial.store.address import Root
from iotrial.store.find_run import find_run
from iotrial.store.results_root import results_root


def compare(before: str, after: str, *, results: Root | None, json: bool) -> None:
    """Print which verdicts changed from one run to another."""
    from iotrial.judge.compare_runs import compare_runs
    from iotrial.report.compare_screen import show
    from iotrial.store.read import open_run

    root = results_root(results)
    document = compare_runs(open_run(find_run(root, before)), open_run(find_run(root, after)))
    if json:
        print_json(document)
    else:
        show(document, stdout())
