"""The method texts that a run stored: those that it measured, even if the files hold others today."""

from __future__ import annotations

from iotrial.ask.catalog import method_of
from iotrial.store.record import Run

#: If a run had an old and a new text of a method, this label has the text that stays.
LATEST = "new"


def texts_of(run: Run) -> dict[str, str]:
    """LANGUAGE/METHOD -> the text that the run measured; arms whose text is not stored are left out."""
    found: dict[str, str] = {}
    for arm in (arm for level in run.levels for arm in level.arms):
        text, method = run.texts.get(arm.method_sha256 or ""), method_of(arm.arm)
        is_latest = arm.variant is not None and arm.variant.label == LATEST
        if text is not None and (is_latest or method not in found):
            found[method] = text
    return found
