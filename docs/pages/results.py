"""docs/results-format.md: every document that is printed or stored."""

from __future__ import annotations

from docs.pages.models import described, within
from docs.pages.tables import table
from pydantic import BaseModel

from iotrial.commands.schema import DOCUMENTS
from iotrial.store import record, sample

#: Document -> the page that describes it, if it is another than that of all.
PAGES_OF = {"claims": "claims.md"}


def results_format() -> str:
    """Every document that is printed or stored, and the Parquet parts."""
    parts = [
        "# What a run stores, and what `--json` prints",
        "A run is a folder: `run.json`, and one Parquet file for each sweep, written to a temporary name, synced and "
        "renamed. Its name, `sweep-NUMBER-CHECKSUM.parquet`, has the first 16 digits of its SHA-256; a part that has "
        "another, or that holds what no version writes, is named and left out. Nothing derived is stored: `iotrial "
        "show` computes every verdict anew. Missing is null, never 0: a figure is null if it was not measured, and any "
        "other field says when it is.",
        f"`iotrial schema` lists the documents, and `iotrial schema run` prints the JSON Schema of one. Format "
        f"{record.FORMAT}; runs of earlier formats are read as before.",
    ]
    told: set[type[BaseModel]] = set()
    for name, kind in DOCUMENTS.items():
        link = f"[{kind.model.__name__}]({PAGES_OF.get(name, '')}#{kind.model.__name__.lower()})"
        shape = f"an array of {link}" if kind.is_list else link
        parts.append(f"## The document `{name}`\n\n{kind.of[0].upper()}{kind.of[1:]}: {shape}.")
        models = [] if name in PAGES_OF else [model for model in within(kind.model) if model not in told]
        told.update(models)
        parts += map(described, models)
    rows = [[f"`{name}`", kind, text] for name, (kind, text) in sample.SAMPLE.items()]
    text = (
        "A row for each sample. `iotrial query` sees them as the view `samples`: with `run` in front, with the arm's "
        "name in `arm` (the placebo's ends in ` (placebo)`), and its number in `arm_number`. A query is about the last "
        "run; one that names `run` or `runs` is about all of them."
    )
    parts += [f"## The Parquet parts\n\n{text}", table(["column", "type", "what it is"], rows)]
    return "\n\n".join(parts)
