"""Write the pages that are made from the code; `make docs`. A test compares them with what is checked in."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from pathlib import Path

FOLDER = Path(__file__).parent
sys.path.insert(0, str(FOLDER.parent))  # it is started as a file, and its parts are docs.pages

from docs.pages import answers, cautions, claims, commands, glossary, jobs, reading, results, servers, studies  # noqa: E402

NOTE = "<!-- Written by docs/generate.py from the code: change it there, then `make docs`. -->"

PAGES: Mapping[str, Callable[[], str]] = {
    "reading-a-report.md": reading.reading,
    "cli.md": commands.cli,
    "cautions.md": cautions.cautions,
    "glossary.md": glossary.glossary,
    "jobs.md": jobs.jobs,
    "answers.md": answers.answers,
    "results-format.md": results.results_format,
}

#: Page -> part -> what makes it; the rest of these pages is written by hand.
PARTS_OF_PAGES: Mapping[str, Mapping[str, Callable[[], str]]] = {
    "claims.md": {
        "kinds": claims.claim_kinds,
        "examples": claims.claim_examples,
    },
    "studies.md": {
        "keys": studies.study_keys,
        "level keys": studies.level_keys,
        "factors": studies.factors,
        "targets": studies.targets,
        "units": studies.units,
        "quick": studies.quick_keys,
    },
    "servers.md": {
        "stacks": servers.stacks,
        "methods": servers.server_methods,
        "floors": servers.server_floors,
    },
}


def filled(name: str, text: str) -> str:
    """The text of a page with its made parts made anew; ValueError if it has no room for one."""
    for part, make in PARTS_OF_PAGES[name].items():
        begin, end = f"<!-- {part}: written by docs/generate.py -->\n", f"<!-- end of {part} -->"
        if text.count(begin) != 1 or text.count(end) != 1:
            raise ValueError(f"docs/{name} must have {begin.strip()} and {end} once")
        before, _, rest = text.partition(begin)
        text = f"{before}{begin}\n{make()}\n\n{end}{rest.partition(end)[2]}"
    return text


def page(name: str) -> str:
    """The text of a page."""
    return f"{NOTE}\n\n{PAGES[name]()}\n"


def main() -> None:
    """Write all pages."""
    for name in PAGES:
        (FOLDER / name).write_text(page(name), encoding="utf-8")
        print(f"docs/{name}")
    for name in PARTS_OF_PAGES:
        text = (FOLDER / name).read_text(encoding="utf-8")
        (FOLDER / name).write_text(filled(name, text), encoding="utf-8")
        print(f"docs/{name}")


if __name__ == "__main__":
    main()
