"""A study's text and its claims: if it has any, before anybody reads them."""

from __future__ import annotations

import tomllib


def has_claims(study_text: str) -> bool:
    """True if the text of a study has claims, which share the risk of what a run says; a wrong text has none."""
    try:
        return bool(tomllib.loads(study_text).get("claims"))
    except tomllib.TOMLDecodeError:
        return False
