"""`iotrial across`: one study on several machines."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from iotrial.cli.options import Json, Markdown, Results, With
from iotrial.cli.options_dataclass import options
from iotrial.errors import UsageError

if TYPE_CHECKING:
    from iotrial.across.across_machines import AcrossMachines


@options
class AcrossOptions:
    """The options of `across`."""

    places: Annotated[
        Sequence[str],
        typer.Argument(
            metavar="RUN|FOLDER|NAME=FOLDER",
            help="A run, a folder of runs, such a folder of a machine with its name, or a folder of `fleet run`. "
            "The default is all runs.",
        ),
    ] = ()
    study: Annotated[str | None, typer.Option("--study", metavar="NAME", help="Take the runs of this study.")] = None
    claims: Annotated[
        bool, typer.Option("--claims", help="Judge the study's claims on each machine. This reads all samples.")
    ] = False
    trees: With = ()
    markdown: Markdown = None
    page: Annotated[
        Path | None, typer.Option("--page", metavar="FILE", help="Also write an HTML page with pictures to FILE.")
    ] = None
    results: Results = None
    json: Json = False


def across(options: AcrossOptions) -> None:
    """Show on which machines an answer holds.

    Each machine is judged by itself, by all of its runs of the study.
    """
    from iotrial.across.judge_across import across as compute
    from iotrial.cli.output import print_document
    from iotrial.cli.usable import usable
    from iotrial.folders.own_file import require_writable, write_own
    from iotrial.report import machines_markdown
    from iotrial.report.machines_screen import show
    from iotrial.store.results_root import results_root
    from iotrial.visible_text import visible_bytes

    markdown, page = options.markdown, options.page
    if markdown is not None and page is not None and markdown.absolute() == page.absolute():
        raise UsageError("--markdown and --page name the same file", hint="name two")
    if markdown is not None:
        require_writable(markdown, "--markdown", machines_markdown.MARK)
    if page is not None:
        require_page(page)
    catalog = usable(options.trees) if options.claims else None
    document = compute(options.places, results_root(options.results), options.study, catalog)
    print_document(document, show, json=options.json)
    if markdown is not None:
        write_own(markdown, visible_bytes(machines_markdown.markdown(document)), "--markdown")
    if page is not None:
        write_page(page, document)


def require_page(page: Path) -> None:
    """Raise UsageError unless the page can be written."""
    from iotrial.folders.own_file import require_writable
    from iotrial.report import template

    require_writable(page, "--page", template.MARK)


def write_page(page: Path, document: AcrossMachines) -> None:
    """Write on which machines an answer holds as an HTML page."""
    from iotrial.folders.own_file import write_own
    from iotrial.report.machines_page import page as written
    from iotrial.visible_text import visible_bytes

    write_own(page, visible_bytes(written(document)), "--page")
