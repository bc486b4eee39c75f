"""`iotrial fleet slurm` and `kubernetes`: files by which a cluster starts the hosts of a fleet; nothing is started."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Annotated

import typer

from iotrial.cli.fleet import Scheduler, seconds_of
from iotrial.cli.options_dataclass import options
from iotrial.errors import Problem, UsageError

Nodes = Annotated[int, typer.Option("--nodes", min=1, max=1000, metavar="N", help="Start a worker on N nodes.")]

_SCHEDULER = r"([a-z]+://)?[A-Za-z0-9.\[\]:_-]+:[0-9]{1,5}"
_WORD = r"[A-Za-z0-9][A-Za-z0-9._,@:/+-]*"
_PATH = r"/?[^\x00-\x1f\x7f]+"
_NAME = r"[a-z0-9]([a-z0-9-]{0,40}[a-z0-9])?"

_HINT = "docs/fleets.md"


@options
class SlurmOptions:
    """The options of `fleet slurm`."""

    nodes: Nodes
    scheduler: Scheduler = None
    queue: Annotated[str | None, typer.Option("--queue", metavar="NAME", help="The partition.")] = None
    account: Annotated[str | None, typer.Option("--account", metavar="NAME", help="Who pays for it.")] = None
    time: Annotated[
        str, typer.Option("--time", metavar="TIME", help="End the jobs after TIME, such as 30min or 4h.")
    ] = "4h"
    interpreter: Annotated[
        str, typer.Option("--interpreter", metavar="PATH", help="The Python on the nodes that has iotrial.")
    ] = "python3"


@options
class KubernetesOptions:
    """The options of `fleet kubernetes`."""

    nodes: Nodes
    image: Annotated[str, typer.Option("--image", metavar="IMAGE", help="An image that has iotrial.")]
    folder: Annotated[
        str,
        typer.Option("--folder", metavar="PATH", help="The folder of each node in which runs are kept."),
    ] = "/var/lib/iotrial"
    name: Annotated[str, typer.Option("--name", metavar="NAME", help="The name of the cluster.")] = "iotrial"


def slurm(options: SlurmOptions) -> None:
    """Print a script for Slurm. Its jobs are workers, each with a node of its own."""
    from iotrial.hosts.slurm import SlurmJobs, job_script

    scheduler, interpreter, queue, account = options.scheduler, options.interpreter, options.queue, options.account
    problems = _words({"--queue": queue, "--account": account}, _WORD)
    problems += _words({"--interpreter": interpreter}, _PATH)
    if scheduler is None:
        problems.append(
            Problem("name the scheduler that workers look for", hint=f"--scheduler tcp://HOST:8786: {_HINT}")
        )
    problems += _words({"--scheduler": scheduler}, _SCHEDULER)
    limit_s = seconds_of(options.time, "--time", problems)
    if problems:
        raise UsageError(problems)
    assert scheduler is not None
    print(job_script(SlurmJobs(scheduler, options.nodes, interpreter, queue, account, limit_s)), end="")


def kubernetes(options: KubernetesOptions) -> None:
    """Print a manifest for Kubernetes. Dask's operator makes a scheduler of it, and a worker on each node."""
    from iotrial.hosts.kubernetes import Pods, manifest

    folder = options.folder
    problems = _words({"--image": options.image}, _WORD) + _words({"--folder": folder}, _PATH)
    problems += _words({"--name": options.name}, _NAME)
    if not folder.startswith("/"):
        problems.append(Problem(f"{folder!r} is no absolute path", where="--folder", hint="a folder of each node"))
    if problems:
        raise UsageError(problems)
    print(manifest(Pods(options.image, options.nodes, folder, options.name)), end="")


def _words(given: Mapping[str, str | None], allowed: str) -> list[Problem]:
    """Return what is wrong with words that go into a script or a manifest."""
    return [
        Problem(f"{text!r} is no word for it", where=option, hint=_HINT)
        for option, text in given.items()
        if text is not None and not re.fullmatch(allowed, text)
    ]
