"""`iotrial site`: a site of static files from runs, stored or published."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from iotrial.cli.options import Results, folder, site_address
from iotrial.cli.options_dataclass import options
from iotrial.errors import Problem, UsageError

if TYPE_CHECKING:
    from iotrial.ask.catalog import Catalog
    from iotrial.publish.published_run import PublishedRun
    from iotrial.site.site_pages import SiteInput


@options
class SiteOptions:
    """The options of `site`."""

    output: Annotated[
        Path,
        typer.Option(
            "-o", "--output", metavar="DIR", parser=folder, help="Write to DIR, which is made or was made by `site`."
        ),
    ]
    address: Annotated[
        str,
        typer.Option(
            "--address",
            metavar="URL",
            parser=site_address,
            help="The address that the site will have, for its feed and for pictures of its links.",
        ),
    ] = ""
    results: Results = None


def site(options: SiteOptions) -> None:
    """Write a site of runs, or of files that `publish` wrote.

    It needs no server and loads nothing from a network.
    """
    from iotrial.folders.marked_folder import require_own, write_site
    from iotrial.site.site_pages import site_files
    from iotrial.store.results_root import results_root

    root = results_root(options.results)
    require_own(options.output)
    if not root.is_dir():
        raise UsageError(
            Problem("is no folder", where=f"--results {root}", hint="name one with runs or published files")
        )
    given = replace(site_input(root), address=options.address, converter=_converter())
    for name, reason in given.left_out:
        print(f"left out: {name}: {reason}", file=sys.stderr)
    files = site_files(given)
    write_site(options.output, files)
    print(options.output / "index.html")


def _converter() -> Any:
    """Return what draws the pictures that links show, None where it cannot work, which is said."""
    from iotrial.report.charts.still import converter

    try:
        return converter("pictures of answers")
    except UsageError as error:
        print(f"note: without pictures of answers: {error.problems[0].message}", file=sys.stderr)
        return None


def site_input(root: Path) -> SiteInput:
    """Return all that a site is made from: what cannot be shown is named, and left out."""
    from iotrial.ask import tree
    from iotrial.ask.find_study import studies
    from iotrial.ask.own_tree import root as own_root
    from iotrial.claims.claims_file import load
    from iotrial.publish.published_file import ENDING
    from iotrial.publish.published_set import published_set
    from iotrial.site.docs_pages import docs_pages
    from iotrial.site.site_pages import SiteInput
    from iotrial.site.site_run import SiteRun

    catalog = tree.load()
    left_out: list[tuple[str, str]] = []
    found = published_set(sorted(root.rglob(f"*{ENDING}")))
    left_out += [(path.relative_to(root).as_posix(), text) for path, text in found.problems]
    runs = {run.judged.run: SiteRun(run, found.signed_by.get(path)) for path, run in found.runs}
    for one in _stored(root, catalog, left_out):
        runs.setdefault(one.judged.run, SiteRun(one))
    return SiteInput(
        runs=sorted(runs.values(), key=lambda one: one.judged.started_at, reverse=True),
        left_out=left_out,
        catalog=catalog,
        studies=[load(path, catalog, quick=False) for path in studies().values()],
        docs=docs_pages(own_root() / "docs"),
    )


def _stored(root: Path, catalog: Catalog, left_out: list[tuple[str, str]]) -> Iterator[PublishedRun]:
    """Yield what may be published of each stored run under a root; what may not is added to `left_out`."""
    from iotrial.cli.publish import publication
    from iotrial.publish.own_words import own_words
    from iotrial.store.file_names import RUN_FILE
    from iotrial.store.record_index import runs_by_study
    from iotrial.store.run_folders import run_folders

    folders = [one for one in run_folders(root) if (one / RUN_FILE).exists()]
    if not folders:
        return
    known, words = runs_by_study(root), own_words(catalog)
    for one in folders:
        try:
            found = publication(one, known, catalog, words)
        except UsageError as error:
            found = error.problems[0]
        if isinstance(found, Problem):
            left_out.append((one.name, found.message))
        else:
            yield found.published
