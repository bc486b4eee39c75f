"""The words for what is wrong with a value that was read: those of pydantic are for programmers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pydantic_core import ErrorDetails

#: Kind of error -> its words after the name of what is wrong; {} is what is told with it.
_WORDS: Mapping[str, str] = {
    "missing": "is missing",
    "extra_forbidden": "is no key here",
    "unexpected_keyword_argument": "is no key here",
    "invalid_key": "is no key here",
    "json_invalid": "is not JSON",
    "json_type": "is not JSON",
    "none_required": "must be null",
    "literal_error": "must be {expected}",
    "enum": "must be {expected}",
    "union_tag_invalid": "must be of one of the kinds {expected_tags}",
    "union_tag_not_found": "does not say of which kind it is",
    "greater_than": "must be more than {gt:g}",
    "greater_than_equal": "must be at least {ge:g}",
    "less_than": "must be less than {lt:g}",
    "less_than_equal": "must be at most {le:g}",
    "finite_number": "must be a number that is not infinite",
    "string_too_short": "is too short",
    "string_too_long": "is too long",
    "too_short": "has too few entries",
    "too_long": "has too many entries",
    "string_pattern_mismatch": "is not of the form that it must have",
    "recursion_loop": "is nested too deep",
}

#: The same by what a kind begins with: each has several, such as int_type and int_parsing.
_BEGINNINGS: Mapping[str, str] = {
    "int_": "must be a whole number",
    "float_": "must be a number",
    "decimal_": "must be a number",
    "bool_": "must be true or false",
    "string_": "must be a text",
    "bytes_": "must be a text",
    **dict.fromkeys(("list_", "tuple_", "set_", "frozen_set_", "iterable_"), "must be a list"),
    **dict.fromkeys(("dict_", "mapping_", "model_", "dataclass_"), "must be a table"),
    **dict.fromkeys(("date_", "datetime_", "time_"), "must be a time"),
}

_ANYTHING_ELSE = "is not as it must be"


def wrong_words(error: ErrorDetails) -> str:
    """Return the words for an error, to stand after the name of what is wrong."""
    kind, told = error["type"], error.get("ctx", {})
    if kind in ("value_error", "assertion_error"):
        return str(told.get("error", _ANYTHING_ELSE))
    if kind in _WORDS:
        return _filled(_WORDS[kind], told)
    return next((words for start, words in _BEGINNINGS.items() if kind.startswith(start)), _ANYTHING_ELSE)


def _filled(words: str, told: Mapping[str, Any]) -> str:
    try:
        return words.format_map(told)
    except (KeyError, ValueError):
        return _ANYTHING_ELSE
