"""The search: what each page is about, in a file that a page loads when a reader begins to type."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class SearchedPage:
    """A page that can be found: its path, its title, and words that it is found by."""

    path: str
    title: str
    about: str
    kind: str


def index_text(pages: Sequence[SearchedPage]) -> str:
    """Return the script that hands the pages to the search."""
    rows = [
        {"id": number, "path": page.path, "title": page.title, "about": page.about, "kind": page.kind}
        for number, page in enumerate(pages)
    ]
    body = json.dumps(rows, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")
    return f"window.iotrialPages = {body};\n"
