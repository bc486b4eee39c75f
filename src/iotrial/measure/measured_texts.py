"""The texts that a run measures, read once, before anything runs: a method may change or remove its own file."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from iotrial.ask.catalog import Method
from iotrial.ask.method_text import kit_texts, state_of, text_of
from iotrial.workers.state import LevelState


@dataclass(frozen=True)
class Texts:
    """The texts of methods by their files, and of what their kits add."""

    methods: Mapping[Path, str] = field(default_factory=dict)
    kits: tuple[str, ...] = ()

    def of(self, method: Method) -> str:
        """Return the text of a method as it was when the run began."""
        return self.methods[method.path]

    def by_hash(self) -> dict[str, str]:
        """Return all texts by their SHA-256, as run.json has them."""
        return {sha256_of(text): text for text in (*self.methods.values(), *self.kits)}


def read_texts(levels: Iterable[LevelState], job: str) -> Texts:
    """Read the texts of all arms and floors, and note their state; OSError if one cannot be read."""
    arms = [arm for level in levels for arm in level.every]
    for arm in arms:
        arm.text_state = state_of(arm.method)
    methods = {arm.method.path: arm.method for arm in arms}
    kits = {arm.kit.key: arm.kit for arm in arms}
    return Texts(
        {path: text_of(method) for path, method in methods.items()},
        tuple(dict.fromkeys(text for kit in kits.values() for text in kit_texts(kit, job).values())),
    )


def sha256_of(text: str) -> str:
    """Return the hash by which a text is kept."""
    return hashlib.sha256(text.encode("utf-8", "replace")).hexdigest()
