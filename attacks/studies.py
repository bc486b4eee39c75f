"""Study files with changes: each is read with its claims, or refused line by line."""

from __future__ import annotations

import tempfile
from functools import cache
from pathlib import Path

from attacks.inputs import bytes_of, changed, changed_by
from attacks.part import Part
from iotrial.ask import tree
from iotrial.ask.catalog import Catalog
from iotrial.claims.claims_file import load
from iotrial.errors import IotrialError

STUDIES = Path(__file__).resolve().parents[1] / "studies"


@cache
def catalog() -> Catalog:
    """Everything that exists."""
    return tree.load([])


def attempt(text: str) -> None:
    """Read a study file, both of its forms."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "study.toml"
        path.write_bytes(bytes_of(text))
        for quick in (False, True):
            try:
                load(path, catalog(), quick=quick)
            except IotrialError as error:
                assert error.problems, "an error without a problem"


TEXTS = [path.read_text() for path in STUDIES.glob("*.toml")]

PART = Part(
    "studies",
    "study files and their claims",
    changed(TEXTS),
    attempt,
    rolled=lambda dice: changed_by(dice, TEXTS),
)
