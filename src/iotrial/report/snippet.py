"""The code of a method as a page shows it: without what only iotrial reads, and highlighted."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import markupsafe

#: Kind of token, as Pygments has them -> class of the page's style.
_CLASSES = {"Comment": "note", "String": "text", "Number": "number", "Keyword": "word", "Function": "call"}


@cache  # of the process: the runs of a site have the same code
def highlighted(text: str, language: str) -> markupsafe.Markup:
    """Return code with its comments, strings, numbers, keywords and calls marked; as it is in an unknown language."""
    import markupsafe

    lexer = _lexer(language)
    if lexer is None:
        return markupsafe.escape(text)
    pieces = []
    for kind, value in lexer.get_tokens(text):
        name = next((_CLASSES[part] for part in kind if part in _CLASSES), "")
        piece = markupsafe.escape(value)
        pieces.append(
            markupsafe.Markup('<i class="{}">{}</i>').format(name, piece) if name and value.strip() else piece
        )
    return markupsafe.Markup("").join(pieces)


@cache
def _lexer(language: str) -> Any:
    from pygments.lexers import get_lexer_by_name
    from pygments.util import ClassNotFound

    try:
        return get_lexer_by_name(language, stripnl=False, ensurenl=False)
    except ClassNotFound:
        return None
