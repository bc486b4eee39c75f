"""The pages of the documentation, from Markdown to the HTML of the site."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import markupsafe

#: Folders of the documentation that have pages for readers.
_FOLDERS = ("", "recipes")

#: The page on the method, which every page of figures points to.
METHOD = "docs/method"


@dataclass(frozen=True)
class DocsPage:
    """A page: its folder in the site, its title, its text without marks, and its HTML."""

    path: str
    title: str
    text: str
    html: markupsafe.Markup


def docs_pages(folder: Path) -> list[DocsPage]:
    """Return the pages of a folder of documentation; none if it is not there."""
    files = [path for name in _FOLDERS for path in sorted((folder / name).glob("*.md"))]
    names = {path.relative_to(folder).as_posix(): _place(path.relative_to(folder).as_posix()) for path in files}
    return [_page(path, path.relative_to(folder).as_posix(), names) for path in files]


def _place(name: str) -> str:
    """Return the folder that a page has in the site."""
    stem = name.removesuffix(".md")
    return "docs" if stem == "README" else f"docs/{stem}"


def slug(heading: str) -> str:
    """Return the address of a heading, as GitHub makes it."""
    return re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")


def _page(path: Path, name: str, names: dict[str, str]) -> DocsPage:
    import markupsafe
    from markdown_it import MarkdownIt

    reader = MarkdownIt("commonmark", {"html": False}).enable("table")
    tokens = reader.parse(re.sub(r"<!--.*?-->\n?", "", path.read_text(encoding="utf-8"), flags=re.DOTALL))
    title, used = "", set[str]()
    for number, token in enumerate(tokens):
        if token.type == "heading_open":
            heading = _plain(tokens[number + 1])
            title = title or heading
            token.attrSet("id", _unused(slug(heading), used))
        if token.type == "fence":
            token.attrSet("tabindex", "0")
        for child in token.children or ():
            if child.type == "link_open":
                child.attrSet("href", _target(str(child.attrGet("href")), name, names))
    html = reader.renderer.render(tokens, reader.options, {})
    html = html.replace("<table>", '<div class="scroll" tabindex="0"><table>').replace("</table>", "</table></div>")
    html = html.replace("<pre>", '<pre tabindex="0">')
    text = " ".join(_plain(token) for token in tokens if token.type == "inline")
    return DocsPage(names[name], title or name, text, markupsafe.Markup(re.sub(r'<a href="">(.*?)</a>', r"\1", html)))


def _plain(token: Any) -> str:
    return "".join(child.content for child in token.children or () if child.type in ("text", "code_inline"))


def _unused(name: str, used: set[str]) -> str:
    """Return a name that no heading of the page has yet."""
    found = next(one for one in (name, *(f"{name}-{number}" for number in range(1, 1000))) if one not in used)
    used.add(found)
    return found


def _target(href: str, name: str, names: dict[str, str]) -> str:
    """Return where a link leads in the site; "" if that is not in it."""
    if "://" in href or href.startswith("#"):
        return href
    path, _, anchor = href.partition("#")
    parts: list[str] = []
    for part in (PurePosixPath(name).parent / path).parts:
        if part == ".." and not parts:
            return ""
        if part == "..":
            parts.pop()
        elif part != ".":
            parts.append(part)
    found = names.get("/".join(parts))
    if found is None:
        return ""
    depth = len(PurePosixPath(names[name]).parts)
    return f"{'../' * depth}{found}/index.html{'#' * bool(anchor)}{anchor}"
