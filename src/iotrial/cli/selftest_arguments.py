"""Arguments of `selftest`."""

from __future__ import annotations

from typing import Annotated

import typer

from iotrial.cli.help import help_if_nothing_is_asked
from iotrial.cli.options import Json, Target

app = typer.Typer(
    help="Test iotrial's own verdicts on this machine.",
    callback=help_if_nothing_is_asked,
    invoke_without_command=True,
    rich_markup_mode=None,
)

Seconds = Annotated[float, typer.Option("--seconds", min=0.1, metavar="S", help="Let each trial take S seconds.")]
Hogs = Annotated[int, typer.Option("--hogs", min=0, metavar="N", help="Run N busy processes that come and go.")]
Seed = Annotated[int, typer.Option("--seed", min=0, metavar="N", help="Draw the plan from this number.")]


@app.command()
def aa(
    trials: Annotated[int, typer.Option("--trials", min=1, metavar="N", help="Run N trials.")] = 20,
    seconds: Seconds = 2.0,
    hogs: Hogs = 0,
    seed: Seed = 0,
    target: Target = None,
    json: Json = False,
) -> None:
    """Compare identical arms and count the false differences."""
    from iotrial.commands.selftest import aa as command

    command(trials=trials, seconds=seconds, hogs=hogs, seed=seed, target=target, json=json)


@app.command()
def inject(
    trials: Annotated[int, typer.Option("--trials", min=1, metavar="N", help="Run N trials of each size.")] = 10,
    seconds: Seconds = 4.0,
    hogs: Hogs = 0,
    seed: Seed = 0,
    size: Annotated[
        list[str] | None,
        typer.Option("--size", metavar="SHARE", help="Plant this slowdown, such as 2%. Can be repeated."),
    ] = None,
    target: Target = None,
    json: Json = False,
) -> None:
    """Plant slowdowns of known size and count how many are found."""
    from iotrial.commands.selftest import inject as command

    command(trials=trials, seconds=seconds, hogs=hogs, seed=seed, sizes=size or [], target=target, json=json)


@app.command()
def surroundings(
    trials: Annotated[int, typer.Option("--trials", min=1, metavar="N", help="Run N trials of each kind.")] = 10,
    seconds: Seconds = 4.0,
    hogs: Hogs = 0,
    seed: Seed = 0,
    target: Target = None,
    json: Json = False,
) -> None:
    """Vary paths and heaps and count what is named falsely."""
    from iotrial.commands.selftest import surroundings as command

    command(trials=trials, seconds=seconds, hogs=hogs, seed=seed, target=target, json=json)
