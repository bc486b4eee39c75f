"""Arguments of `fleet`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from iotrial.cli.help import help_if_nothing_is_asked
from iotrial.cli.options import Json, With, folder, root
from iotrial.store.address import Root

app = typer.Typer(
    help="Measure studies on many hosts at once.",
    callback=help_if_nothing_is_asked,
    invoke_without_command=True,
    rich_markup_mode=None,
)

Scheduler = Annotated[
    str | None,
    typer.Option(
        "--scheduler",
        metavar="ADDRESS",
        help="The address of Dask's scheduler, such as tcp://web1:8786.",
        envvar="DASK_SCHEDULER_ADDRESS",
    ),
]
On = Annotated[
    Path | None,
    typer.Option(
        "--on", metavar="FILE", parser=folder, help="Start Dask over SSH on the hosts of this TOML file: [hosts.NAME]."
    ),
]
Hosts = Annotated[
    list[str] | None,
    typer.Option("--host", metavar="NAME", help="Use this host only. Can be repeated. The default is all."),
]
Fleet = Annotated[
    Path, typer.Argument(metavar="FOLDER", parser=folder, help="The folder that `fleet run` brought runs to.")
]

Shared = Annotated[
    Root | None,
    typer.Option(
        "--results",
        metavar="DIR|URL",
        parser=root,
        help="Copy the runs here too, beside those of others: a folder, or an address in an object store.",
    ),
]


@app.command(short_help="Measure studies on each host, and say on which an answer holds.")
def run(
    studies: Annotated[list[str] | None, typer.Argument(metavar="STUDY", help="Names or paths of studies.")] = None,
    on: On = None,
    scheduler: Scheduler = None,
    host: Hosts = None,
    quick: Annotated[bool, typer.Option("--quick", help="Run the short form of each study.")] = False,
    budget: Annotated[
        str | None,
        typer.Option("--budget", metavar="TIME", help="Stop each run after TIME at the latest, such as 90s or 10min."),
    ] = None,
    sessions: Annotated[
        int, typer.Option("--sessions", min=1, max=1000, metavar="N", help="Measure each study N times on each host.")
    ] = 1,
    apart: Annotated[
        str, typer.Option("--apart", metavar="TIME", help="Begin a session TIME after the one before, such as 6h.")
    ] = "0s",
    wait: Annotated[
        str, typer.Option("--wait", metavar="TIME", help="Give a host up that has been gone for TIME.")
    ] = "10min",
    to: Annotated[
        Path | None,
        typer.Option(
            "--to", metavar="FOLDER", parser=folder, help="Bring the runs to this folder. The default is `fleet`."
        ),
    ] = None,
    resume: Annotated[
        Path | None,
        typer.Option("--resume", metavar="FOLDER", parser=folder, help="Go on with the fleet of this folder."),
    ] = None,
    with_trees: With = None,
    keep_going: Annotated[
        bool, typer.Option("--keep-going", help="Leave out hosts that cannot take part, and go on with the others.")
    ] = False,
    results: Shared = None,
    page: Annotated[
        Path | None,
        typer.Option(
            "--page", metavar="FILE", help="Also write on which hosts the answer holds to FILE, as an HTML page."
        ),
    ] = None,
    json: Json = False,
) -> None:
    """Measure studies on each host, and say on which of them an answer holds.

    Hosts measure by themselves and keep their runs. One that is cut off goes on when it is back.
    """
    from iotrial.commands.fleet import run as command

    command(
        studies or [],
        scheduler=scheduler,
        on=on,
        hosts=host or [],
        quick=quick,
        budget=budget,
        sessions=sessions,
        apart=apart,
        wait=wait,
        to=to or Path("fleet"),
        resume=resume,
        trees=with_trees or [],
        keep_going=keep_going,
        results=results,
        page=page,
        json=json,
    )


@app.command()
def status(fleet: Fleet, scheduler: Scheduler = None, json: Json = False) -> None:
    """Show how far each host is."""
    from iotrial.commands.fleet import status as command

    command(fleet, scheduler=scheduler, json=json)


@app.command()
def collect(fleet: Fleet, on: On = None, scheduler: Scheduler = None, results: Shared = None) -> None:
    """Bring the runs that hosts have finished and that are not here."""
    from iotrial.commands.fleet import bring as command

    command(fleet, scheduler=scheduler, on=on, results=results)


@app.command()
def machine(on: On = None, scheduler: Scheduler = None, host: Hosts = None, json: Json = False) -> None:
    """Show what each host is, and what will blur results there."""
    from iotrial.commands.fleet import machine as command

    command(scheduler=scheduler, on=on, hosts=host or [], json=json)


Nodes = Annotated[int, typer.Option("--nodes", min=1, max=1000, metavar="N", help="Start a worker on N nodes.")]


@app.command()
def slurm(
    nodes: Nodes,
    scheduler: Scheduler = None,
    queue: Annotated[str | None, typer.Option("--queue", metavar="NAME", help="The partition.")] = None,
    account: Annotated[str | None, typer.Option("--account", metavar="NAME", help="Who pays for it.")] = None,
    time: Annotated[
        str, typer.Option("--time", metavar="TIME", help="End the jobs after TIME, such as 30min or 4h.")
    ] = "4h",
    interpreter: Annotated[
        str, typer.Option("--interpreter", metavar="PATH", help="The Python on the nodes that has iotrial.")
    ] = "python3",
) -> None:
    """Print a script for Slurm. Its jobs are workers, each with a node of its own."""
    from iotrial.commands.fleet_script import slurm as command

    command(scheduler=scheduler, nodes=nodes, queue=queue, account=account, limit=time, interpreter=interpreter)


@app.command()
def kubernetes(
    nodes: Nodes,
    image: Annotated[str, typer.Option("--image", metavar="IMAGE", help="An image that has iotrial.")],
    on_node: Annotated[
        str,
        typer.Option("--folder", metavar="PATH", help="The folder of each node in which runs are kept."),
    ] = "/var/lib/iotrial",
    name: Annotated[str, typer.Option("--name", metavar="NAME", help="The name of the cluster.")] = "iotrial",
) -> None:
    """Print a manifest for Kubernetes. Dask's operator makes a scheduler of it, and a worker on each node."""
    from iotrial.commands.fleet_script import kubernetes as command

    command(image=image, nodes=nodes, folder=on_node, name=name)
