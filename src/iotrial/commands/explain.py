"""`iotrial explain`: the reasons for the ratios of a run's arms."""

from __future__ import annotations

from pathlib import Path

from iotrial.catalog.model import method_of
from iotrial.catalog.suggest import suggestion
from iotrial.commands.output import print_json, stdout
from iotrial.errors import UsageError
from iotrial.store.folder import find_run, results_root


def explain(run: str, arm: str | None, *, results: Path | None, json: bool) -> None:
    """Print the explanations of a run's figures; of one arm alone if one is named."""
    from iotrial.analysis.explained import explain_run
    from iotrial.report.explain import show
    from iotrial.store.read import open_run

    stored = open_run(find_run(results_root(results), run))
    names = list(dict.fromkeys(one.arm for level in stored.run.levels for one in level.arms))
    chosen = [name for name in names if arm in (None, name, method_of(name))]  # a method means all its variants
    if not chosen:
        raise UsageError(f"the run {stored.run.run} has no arm {arm}", hint=suggestion(arm or "", names))
    document = explain_run(stored, chosen)
    if json:
        print_json(document)
    else:
        show(document, stdout())
