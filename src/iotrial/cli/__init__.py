"""The command line: every command, and the way in and out of the process.

Each start imports the modules of all commands, so these import inside functions what a command needs to do its work.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Annotated, Any

import typer

from iotrial import __version__
from iotrial.cli import (
    across,
    advise,
    check,
    claims,
    compare,
    explain,
    export,
    fleet,
    fleet_script,
    gate,
    machine,
    methods,
    new,
    publish,
    report,
    run,
    runs,
    schema,
    selftest,
    show,
    site,
    sql,
    studies,
    target_commands,
    vs,
)
from iotrial.cli.grouped_commands import GroupedCommands
from iotrial.cli.options_dataclass import command
from iotrial.folders.own_rights import keep_own_rights
from iotrial.machine.address_space import require_address_space, spare_addresses
from iotrial.machine.command_start import note_start
from iotrial.machine.orderly_end import orderly_end
from iotrial.machine.own_threads import require_threads
from iotrial.standard_streams import lasting_streams, open_closed_streams
from iotrial.utf8_mode import go_on_in_utf8
from iotrial.visible_text import visible_streams

app = typer.Typer(
    name="iotrial",
    cls=GroupedCommands,
    help="Put file I/O claims on trial: which call to use, measured on this machine.",
    invoke_without_command=True,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


#: Commands that measure: other load of the same session must not change what they find.
MEASURING = frozenset({"run", "vs", "claims", "advise", "gate", "check", "selftest"})


#: The headings of the help.
ASK, MEASURE, READ, SHARE, HERE = "Ask", "Measure", "Read and compare", "Share", "This machine"


def _version(given: bool) -> None:
    if given:
        print(f"iotrial {__version__}")
        raise typer.Exit


def _help_if_nothing_is_asked(context: typer.Context) -> None:
    """Print the help and end with 2 if no command was named."""
    if context.invoked_subcommand is None:
        print(context.get_help(), file=sys.stderr)
        raise typer.Exit(2)


@app.callback()
def _main(
    context: typer.Context,
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Show the version and exit.")
    ] = False,
) -> None:
    _help_if_nothing_is_asked(context)
    require_address_space()
    spare_addresses()
    require_threads()
    Path.cwd()  # a command that is nowhere says so now, not halfway


def _group(help_text: str, *commands: tuple[Callable[[Any], int | None], str, str | None]) -> typer.Typer:
    """Return a command that has commands of its own: function, name, and its line in the help if that is shorter."""
    group = typer.Typer(
        help=help_text, callback=_help_if_nothing_is_asked, invoke_without_command=True, rich_markup_mode=None
    )
    for function, name, short_help in commands:
        group.command(name, short_help=short_help)(command(function))
    return group


# In the order of the help, the three to begin with first.
app.command(rich_help_panel=ASK)(command(advise.advise))
app.command(short_help="Compare your own snippets.", rich_help_panel=ASK)(command(vs.vs))
app.command(rich_help_panel=ASK)(command(run.run))
app.command(rich_help_panel=ASK)(command(studies.studies))
app.command(rich_help_panel=ASK)(command(methods.methods))
app.command(rich_help_panel=MEASURE)(command(claims.claims))
app.command(rich_help_panel=MEASURE)(command(gate.gate))
app.command(rich_help_panel=MEASURE)(command(check.check))
app.add_typer(
    _group("Write files to begin with.", (new.new_article, "article", None)), name="new", rich_help_panel=MEASURE
)
app.add_typer(
    _group(
        "Measure studies on many hosts at once.",
        (fleet.run, "run", "Measure studies on each host, and say on which an answer holds."),
        (fleet.status, "status", None),
        (fleet.collect, "collect", None),
        (fleet.machine, "machine", None),
        (fleet_script.slurm, "slurm", None),
        (fleet_script.kubernetes, "kubernetes", None),
    ),
    name="fleet",
    rich_help_panel=MEASURE,
)
app.command(rich_help_panel=READ)(command(runs.runs))
app.command(rich_help_panel=READ)(command(show.show))
app.command(short_help="Show each arm's system calls and what explains its ratio.", rich_help_panel=READ)(
    command(explain.explain)
)
app.command(rich_help_panel=READ)(command(compare.compare))
app.command(rich_help_panel=READ)(command(across.across))
app.command(rich_help_panel=READ)(command(sql.query))
app.command(rich_help_panel=SHARE)(command(report.report))
app.command(short_help="Write runs to a file to send.", rich_help_panel=SHARE)(command(publish.publish))
app.command(short_help="Write a site of runs.", rich_help_panel=SHARE)(command(site.site))
app.command(rich_help_panel=SHARE)(command(export.export))
app.command(rich_help_panel=SHARE)(command(schema.schema))
app.command(short_help="Show this machine's runtimes, or install what is missing.", rich_help_panel=HERE)(
    command(machine.machine)
)
app.add_typer(
    _group(
        "Create and remove the file systems that studies can run on.",
        (target_commands.target_list, "list", None),
        (target_commands.target_create, "create", None),
        (target_commands.target_remove, "remove", None),
    ),
    name="target",
    rich_help_panel=HERE,
)
app.add_typer(
    _group(
        "Test iotrial's own verdicts on this machine.",
        (selftest.aa, "aa", None),
        (selftest.inject, "inject", None),
        (selftest.surroundings, "surroundings", None),
    ),
    name="selftest",
    rich_help_panel=HERE,
)


def main(arguments: list[str] | None = None) -> int:
    """Run a command line and return the exit code: errors are shown here and nowhere else."""
    from iotrial.cli.edge import INTERRUPTED, guarded, send_runs

    try:
        with lasting_streams(), visible_streams(), orderly_end():
            code = guarded(lambda: _command()(args=arguments, standalone_mode=False, prog_name="iotrial"))
            return send_runs(code)
    except KeyboardInterrupt:  # asked again, once everything was said
        return INTERRUPTED


@cache
def _command() -> Any:
    """All commands with their options: put together once, however many command lines a process is given."""
    return typer.main.get_command(app)


def entry() -> Any:
    """The `iotrial` command."""
    note_start()
    open_closed_streams()
    go_on_in_utf8()
    keep_own_rights()
    ended = None
    if MEASURING.intersection(sys.argv[1:2]):
        from iotrial.machine.own_session import go_on_in_own_session

        ended = go_on_in_own_session()
    sys.exit(main() if ended is None else ended)
