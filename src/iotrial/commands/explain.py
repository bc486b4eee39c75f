"""`iotrial explain`: why the arms of a run compare as they do."""

from __future__ import annotations

from pathlib import Path

from iotrial.catalog.suggest import suggestion
from iotrial.commands.output import print_json, stdout
from iotrial.errors import UsageError
from iotrial.results.folder import find_run, results_root


def explain(run: str, arm: str | None, *, results: Path | None, json: bool) -> None:
    """Print what explains a run's figures, of one arm alone where one is named."""
    from iotrial.evidence.document import explain_run
    from iotrial.report.explain import show
    from iotrial.results.read import open_run

    stored = open_run(find_run(results_root(results), run))
    names = list(dict.fromkeys(one.arm for level in stored.run.levels for one in level.arms))
    if arm is not None and arm not in names:
        raise UsageError(f"the run {stored.run.run} has no arm {arm}", hint=suggestion(arm, names))
    document = explain_run(stored, arm)
    if json:
        print_json(document)
    else:
        show(document, stdout())
