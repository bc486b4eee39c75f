"""Texts that a study measures today, beside those of a run: a session is one of the same texts (rules 15 and 21)."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping

from iotrial.ask.catalog import Catalog
from iotrial.ask.method_text import kit_texts, text_of
from iotrial.ask.study import Study
from iotrial.store.record import Run


def texts_now(study: Study, catalog: Catalog) -> dict[str, str]:
    """The hash of each text that a study measures today: methods by their arms, kits and their adapters."""
    found: dict[str, str] = {}
    for arm in dict.fromkeys(arm for level in study.levels for arm in level.arms):
        method = catalog.methods.get((study.job, arm))
        if method is None:
            continue
        kit = catalog.kits[method.language]
        found[arm] = _sha256(text_of(method))
        if f"the {kit.language} kit" not in found:
            found |= {name: _sha256(text) for name, text in kit_texts(kit, study.job).items()}
    return found


def _sha256(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "replace")).hexdigest()


def changed_since(run: Run, now: Mapping[str, str]) -> list[str]:
    """Return what has another text today than when the run measured it."""
    return [name for name, digest in now.items() if digest not in run.texts]


def has_the_texts_of(run: Run, other: Run) -> bool:
    """True if two runs measured the same texts, floors aside: each run has those that were quickest in its time."""
    return _without_floors(run) == _without_floors(other)


def _without_floors(run: Run) -> set[str]:
    arms = {arm.method_sha256 for level in run.levels for arm in level.arms}
    floors = {floor.method_sha256 for level in run.levels for floor in level.floors}
    return {digest for digest in run.texts if digest in arms or digest not in floors}
