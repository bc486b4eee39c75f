"""`iotrial explain`: the reasons for the ratios of a run's arms."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from iotrial.ask.catalog import method_of
from iotrial.ask.suggest import suggestion
from iotrial.commands.output import print_json, stdout
from iotrial.commands.progress import Bars
from iotrial.commands.usable import usable
from iotrial.errors import UsageError
from iotrial.store.address import Root
from iotrial.store.find_run import find_run
from iotrial.store.results_root import results_root


def explain(
    run: str, arm: str | None, *, profile: bool, trees: Sequence[Path], results: Root | None, json: bool
) -> None:
    """Print the explanations of a run's figures; of one arm alone if one is named. With `profile`, profile them first.

    Only a profile reads the methods as they are now.
    """
    from iotrial.judge.explain_run import explain_run
    from iotrial.measure.profiled import profile_run
    from iotrial.measure.run_setting import RunSetting
    from iotrial.report.explain_screen import show
    from iotrial.store.read import open_run

    root = results_root(results)
    folder = find_run(root, run)
    stored = open_run(folder)
    names = list(dict.fromkeys(one.arm for level in stored.run.levels for one in level.arms))
    chosen = [name for name in names if arm in (None, name, method_of(name))]  # a method means all its variants
    if not chosen:
        raise UsageError(f"the run {stored.run.run} has no arm {arm}", hint=suggestion(arm or "", names))
    if profile:
        with Bars(stored.run.study, standings=False) as bars:
            profile_run(folder, RunSetting(usable(trees), root, None, bars), chosen)
        stored = open_run(folder)
    document = explain_run(stored, chosen)
    if json:
        print_json(document)
    else:
        show(document, stdout())
