"""`iotrial report`: runs as a page, a text, a picture or a table, for people who were not there."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from iotrial.cli.options import Details, Ratio, Results, RunNames, With, site_address
from iotrial.cli.options_dataclass import options
from iotrial.errors import Problem, UsageError, gathered

if TYPE_CHECKING:
    from iotrial.judge.judged_run import JudgedRun
    from iotrial.judge.judging import Judging
    from iotrial.report.view import RunView

#: Form -> endings of file names that mean it.
FORMS: Mapping[str, tuple[str, ...]] = {
    "html": (".html", ".htm"),
    "md": (".md", ".markdown"),
    "svg": (".svg",),
    "png": (".png",),
    "csv": (".csv",),
}


@options
class ReportOptions:
    """The options of `report`."""

    runs: RunNames = ()
    output: Annotated[
        Path | None,
        typer.Option("-o", "--output", metavar="FILE", help="Write to FILE. Its ending names the format. - is stdout."),
    ] = None
    format: Annotated[
        Literal["html", "md", "svg", "png", "csv"] | None,
        typer.Option("--format", help="Write this format. The default is html."),
    ] = None
    details: Details = False
    ratio: Ratio = "times"
    site: Annotated[
        str,
        typer.Option(
            "--site",
            metavar="URL",
            parser=site_address,
            help="The address of a site that has these runs, for a link to each in a comment.",
        ),
    ] = ""
    force: Annotated[bool, typer.Option("--force", help="Overwrite a file that exists.")] = False
    trees: With = ()
    results: Results = None


def report(options: ReportOptions) -> None:
    """Write runs as a page, Markdown, SVG, PNG or CSV.

    The page is one file and opens without a network. Markdown is a short comment for a pull request; with --details it
    has every table.
    """
    from iotrial.folders.own_file import require_writable, write_own
    from iotrial.judge.judging import Judging
    from iotrial.report.ratio_words import use_ratio_style
    from iotrial.report.report_marks import MARKS, marked
    from iotrial.store.read import open_run
    from iotrial.store.results_root import results_root

    use_ratio_style(options.ratio)
    root = results_root(options.results)
    folders = folders_of(root, options.runs or ["last"])
    output = options.output
    form = options.format or _form(output)
    if output is None and form in ("html", "png"):
        output = Path(f"iotrial-{folders[0].name}.{form}")
    if output is not None and str(output) != "-":
        require_writable(output, "-o", MARKS[form], force=options.force)
    found = content(
        form,
        [Judging(open_run(folder)) for folder in folders],
        root,
        options.trees,
        details=options.details,
        site=options.site,
    )
    written = marked(form, found)
    if output is None or str(output) == "-":
        sys.stdout.buffer.write(written)
        return
    write_own(output, written, "-o")
    print(output)


def folders_of(root: Path, names: Sequence[str]) -> list[Path]:
    """Return the folders of runs, each once; UsageError with every name that is none."""
    from iotrial.store.find_run import find_run

    problems: list[Problem] = []
    found: dict[Path, None] = {}
    for name in names:
        with gathered(problems):
            found[find_run(root, name)] = None
    if problems:
        raise UsageError(problems)
    return list(found)


def _form(output: Path | None) -> str:
    """Return the form that the ending of a file's name means."""
    if output is None or str(output) == "-":
        return "html"
    found = next((form for form, endings in FORMS.items() if output.suffix.lower() in endings), None)
    if found is None:
        endings = ", ".join(ending for endings in FORMS.values() for ending in endings)
        raise UsageError(f"the form of {output} is not known by its name", hint=f"end it in {endings}, or add --format")
    return found


def content(
    form: str, stored: Sequence[Judging], root: Path, trees: Sequence[Path], *, details: bool = False, site: str = ""
) -> bytes:
    """The report of some runs in one of FORMS; `root` is the folder of their other sessions.

    details: of Markdown, every table instead of a comment. site: the address of one that has these runs; "" for none.
    """
    from iotrial.machine.address_space import LEAST_TO_DRAW_BYTES, require_address_space
    from iotrial.visible_text import visible_bytes

    if form in ("html", "svg", "png"):  # before anything else takes of the addresses that are left
        require_address_space(LEAST_TO_DRAW_BYTES, "a page" if form == "html" else "a picture")
    if form == "csv":
        from iotrial.judge.exported_forms import to_csv

        return visible_bytes(to_csv(*stored))
    from iotrial.claims.claims_of_run import claims_of_run
    from iotrial.cli.usable import usable
    from iotrial.judge.explain_run import explain_run
    from iotrial.judge.judge_run import judge_run
    from iotrial.report.view import view
    from iotrial.store.record_index import runs_by_study

    catalog = usable(trees)
    judged = [judge_run(one) for one in stored]
    known = runs_by_study(root)
    views = [
        view(one.run, document, explain_run(one), *claims_of_run(one, known, catalog))
        for one, document in zip(stored, judged, strict=True)
    ]
    pairs = list(zip(views, judged, strict=True))
    if form == "md":
        from iotrial.report.comment import comment
        from iotrial.report.markdown import markdown

        return visible_bytes(markdown(views) if details else comment(pairs, site))
    if form in ("svg", "png"):
        from iotrial.report import picture

        return visible_bytes(picture.svg(pairs)) if form == "svg" else picture.png(pairs)
    return visible_bytes(_page(stored, views, judged))


def _page(stored: Sequence[Judging], views: Sequence[RunView], judged: Sequence[JudgedRun]) -> str:
    """Return the page of some runs, with their samples."""
    from iotrial.judge.picture_samples import draw
    from iotrial.report.page import MOST_DOTS, Shown, page

    most = MOST_DOTS // max(1, sum(len(one.run.levels) for one in stored))
    return page(
        [
            Shown(view, document, [draw(one.stored, number, most=most) for number in range(len(one.run.levels))])
            for one, view, document in zip(stored, views, judged, strict=True)
        ]
    )
