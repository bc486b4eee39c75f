"""docs/results-format.md: every document that is printed or stored."""

from __future__ import annotations

from docs.pages.models import described, shared, within
from docs.pages.tables import table
from pydantic import BaseModel

from iotrial.commands.schema import DOCUMENTS
from iotrial.store import record, sample

HEAD = (
    "# What a run stores, and what `--json` prints",
    "A run is a folder: `run.json`, and one Parquet file for each sweep, written to a temporary name, synced and "
    "renamed. Its name, `sweep-NUMBER-CHECKSUM.parquet`, has the first 16 digits of its SHA-256; a part that has "
    "another, or that holds what no version writes, is named and left out. Nothing derived is stored: `iotrial "
    "show` computes every verdict anew.",
    "`iotrial schema run` prints the JSON Schema of the document `run`, with the type of each field and when it is "
    f"null. Format {record.FORMAT}; runs of earlier formats are read as before.",
    "- Missing is null, never 0. `?` marks a field that may be null: it was not measured, has no value, or a run of an "
    "earlier version lacks it.\n"
    "- Units are in the names: `wall_ns`, `peak_bytes`. A `_share` of 0.01 is 1 %.\n"
    "- A ratio is a time over another time: above 1 is slower. `low` and `high` bound it, at 95 % for all that is said "
    "together; both are null with too few rounds.\n"
    "- A level is an object of its factors, an arm a text: LANGUAGE/METHOD.",
)


def results_format() -> str:
    """Every document that is printed or stored, and the Parquet parts."""
    rows, models = [], dict[type[BaseModel], None]()
    for name, kind in DOCUMENTS.items():
        link = f"[{kind.model.__name__}](#{kind.model.__name__.lower()})"
        rows.append([f"`{name}`", kind.of, f"an array of {link}" if kind.is_list else link])
        models |= dict.fromkeys(within(kind.model))
    same = shared(models)
    fields = "\n".join(f"- `{name}`: {text}" for name, text in same.items())
    columns = "\n".join(f"- `{name}` ({kind}): {text}" for name, (kind, text) in sample.SAMPLE.items())
    parts = [
        *HEAD,
        "## Documents",
        table(["document", "what it is", "its fields"], rows),
        f"## Fields that several have\n\n{fields}",
        "## Fields of each",
        *(described(model, same) for model in models),
        "## The Parquet parts",
        "A row for each sample. `iotrial query` sees them as the view `samples`: with `run` in front, with the arm's "
        "name in `arm` (the placebo's ends in ` (placebo)`), and its number in `arm_number`. A query is about the last "
        "run; one that names `run` or `runs` is about all of them.",
        columns,
    ]
    return "\n\n".join(parts)
