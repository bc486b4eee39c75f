"""`iotrial across`: one study on several machines."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from iotrial.across.across_machines import AcrossMachines
from iotrial.commands.output import print_json, stdout
from iotrial.commands.own_file import require_writable, write_own
from iotrial.commands.usable import usable
from iotrial.errors import UsageError
from iotrial.store.address import Root
from iotrial.store.results_root import results_root


def across(
    places: Sequence[str],
    *,
    study: str | None,
    claims: bool,
    trees: Sequence[Path],
    markdown: Path | None,
    page: Path | None,
    results: Root | None,
    json: bool,
) -> None:
    """Print on which machines an answer holds."""
    from iotrial.across.judge_across import across as compute
    from iotrial.report import machines_markdown
    from iotrial.report.machines_screen import show
    from iotrial.visible_text import visible_bytes

    if markdown is not None and page is not None and markdown.absolute() == page.absolute():
        raise UsageError("--markdown and --page name the same file", hint="name two")
    if markdown is not None:
        require_writable(markdown, "--markdown", machines_markdown.MARK)
    if page is not None:
        require_page(page)
    document = compute(places, results_root(results), study, usable(trees) if claims else None)
    if json:
        print_json(document)
    else:
        show(document, stdout())
    if markdown is not None:
        write_own(markdown, visible_bytes(machines_markdown.markdown(document)), "--markdown")
    if page is not None:
        write_page(page, document)


def require_page(page: Path) -> None:
    """Raise UsageError unless the page can be written."""
    from iotrial.report import template

    require_writable(page, "--page", template.MARK)


def write_page(page: Path, document: AcrossMachines) -> None:
    """Write on which machines an answer holds as an HTML page."""
    from iotrial.report.machines_page import page as written
    from iotrial.visible_text import visible_bytes

    write_own(page, visible_bytes(written(document)), "--page")
