"""`iotrial selftest`: iotrial itself on trial."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated, Any

import typer

from iotrial.cli.options import Json, Target
from iotrial.cli.options_dataclass import options
from iotrial.errors import CheckFailed, Problem, UsageError

if TYPE_CHECKING:
    from iotrial.selftest.trials import IdenticalTrials

Seconds = Annotated[float, typer.Option("--seconds", min=0.1, metavar="S", help="Let each trial take S seconds.")]
Hogs = Annotated[int, typer.Option("--hogs", min=0, metavar="N", help="Run N busy processes that come and go.")]
TrialSeed = Annotated[int, typer.Option("--seed", min=0, metavar="N", help="Draw the plan from this number.")]


@options
class TrialOptions:
    """The options of all trials."""

    trials: Annotated[int, typer.Option("--trials", min=1, metavar="N", help="Run N trials of each kind.")] = 10
    seconds: Seconds = 4.0
    hogs: Hogs = 0
    seed: TrialSeed = 0

    def conditions(self) -> dict[str, Any]:
        """Return what all trials take alike."""
        return {"trials": self.trials, "seconds": self.seconds, "hogs": self.hogs, "seed": self.seed}


@options
class AaOptions(TrialOptions):
    """The options of `selftest aa`."""

    trials: Annotated[int, typer.Option("--trials", min=1, metavar="N", help="Run N trials.")] = 20
    seconds: Seconds = 2.0
    target: Target = None
    json: Json = False


@options
class InjectOptions(TrialOptions):
    """The options of `selftest inject`."""

    trials: Annotated[int, typer.Option("--trials", min=1, metavar="N", help="Run N trials of each size.")] = 10
    sizes: Annotated[
        Sequence[str],
        typer.Option("--size", metavar="SHARE", help="Plant this slowdown, such as 2%. Can be repeated."),
    ] = ()
    target: Target = None
    json: Json = False


@options
class SurroundingsOptions(TrialOptions):
    """The options of `selftest surroundings`."""

    target: Target = None
    json: Json = False


def aa(options: AaOptions) -> None:
    """Compare identical arms and count the false differences."""
    from iotrial.cli.output import print_json
    from iotrial.cli.progress import Bars
    from iotrial.cli.usable import usable
    from iotrial.selftest import trial

    with Bars() as bars:
        bars.stage("trials", options.trials)
        found = trial.aa(usable(), options.target, **options.conditions(), on_trial=bars.step)
    if options.json:
        print_json(found)
    else:
        print(f"{found.false_verdicts} of {found.trials} trials told identical arms ({found.arm}) apart")
        p99, worst = _percent(found.p99_ratio), _percent(found.worst_ratio)
        print(f"ratios were off by {p99} at the 99th percentile, {worst} at worst")
        print(f"{_widths(found)}; {found.seconds:.0f} s in all")
        if found.clock != "wall":
            other = found.by_wall
            print(
                f"by wall time, of the same samples: {other.false_verdicts} told apart, {_percent(other.p99_ratio)} off"
            )
    if found.false_verdicts:
        raise CheckFailed("identical arms were told apart", hint="what blurs figures on this machine: iotrial machine")


def inject(options: InjectOptions) -> None:
    """Plant slowdowns of known size and count how many are found."""
    from iotrial.cli.output import print_json, print_rows
    from iotrial.cli.progress import Bars
    from iotrial.cli.usable import usable
    from iotrial.selftest import trial

    chosen = _sizes(options.sizes)
    with Bars() as bars:
        bars.stage("trials", options.trials * len(chosen))
        found = trial.inject(usable(), options.target, **options.conditions(), sizes=chosen, on_trial=bars.step)
    if options.json:
        print_json(found)
    else:
        shown = [
            {
                "planted": f"{100 * row.planted:.2f} %",
                "measured": f"{100 * row.measured:.2f} %" if row.measured is not None else "",
                "found slower": f"{row.found} of {row.trials}",
                "interval": f"{100 * row.interval_width:.2f} %" if row.interval_width is not None else "",
                "false verdicts": row.false_verdicts,
            }
            for row in found.sizes
        ]
        headings = ("planted", "measured", "found slower", "interval", "false verdicts")
        print_rows(shown, {name: name for name in headings}, folds="planted")
    if any(row.false_verdicts for row in found.sizes):
        raise CheckFailed("a verdict was false", hint="what blurs figures on this machine: iotrial machine")


def surroundings(options: SurroundingsOptions) -> None:
    """Vary paths and heaps and count what is named falsely."""
    from iotrial.ask.drawn_surroundings import SURROUNDINGS
    from iotrial.cli.output import print_json
    from iotrial.cli.progress import Bars
    from iotrial.cli.usable import usable
    from iotrial.selftest.surroundings_trials import surroundings as under_surroundings
    from iotrial.stats.interval import ALPHA

    with Bars() as bars:
        bars.stage("trials", 2 * options.trials)
        found = under_surroundings(usable(), options.target, **options.conditions(), on_trial=bars.step)
    if options.json:
        print_json(found)
    else:
        words = "; ".join(SURROUNDINGS[name] for name in found.drawn)
        print(f"drawn anew in each round: {words}")
        print(f"{found.false_verdicts} of {2 * found.trials} trials told identical arms ({found.arm}) apart")
        promised = f"at most {100 * ALPHA:.0f} % are promised in the long run"
        print(f"{found.false_names} of {2 * found.trials} trials named a surrounding that moves nothing ({promised})")
        share = f"{100 * found.planted:.0f} %"
        print(f"{found.found} of {found.trials} trials named the length of the path for an arm that minds it ({share})")
        if found.measured is not None:
            print(f"it came out at {100 * found.measured:.1f} % from the shortest path to the longest")
        more = "; for more of them: --seconds" if found.found < found.trials else ""
        print(f"{found.rounds} rounds or more in each trial{more}; {found.seconds:.0f} s in all")
    if found.false_verdicts or found.more_names_than_promised:
        raise CheckFailed("a verdict or a name was false", hint="what blurs figures on this machine: iotrial machine")


def _sizes(given: Sequence[str]) -> Sequence[float]:
    from iotrial.selftest.trial import SIZES
    from iotrial.units import parse_share

    if not given:
        return SIZES
    sizes = []
    problems = []
    for text in given:
        try:
            size = parse_share(text)
            if not 0.001 <= size <= 1:
                raise ValueError("a slowdown lies between 0.1% and 100%")
            sizes.append(size)
        except ValueError as error:
            problems.append(Problem(str(error), where="--size"))
    if problems:
        raise UsageError(problems)
    return sizes


def _widths(found: IdenticalTrials) -> str:
    """The width of the intervals in words; a trial without an interval counts neither as right nor as wrong."""
    short, width = found.without_interval, found.interval_width
    if width is None:
        return "no trial had rounds enough for a verdict: more --seconds"
    wide = f"intervals were {100 * width:.2f} % wide in the middle"
    return f"{wide}; {short} trials had too few rounds for a verdict" if short else wide


def _percent(ratio: float) -> str:
    return f"{100 * (ratio - 1):.2f} %"
