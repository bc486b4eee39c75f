"""docs/results-format.md: every document that is printed or stored."""

from __future__ import annotations

from docs.pages.models import described
from pydantic import BaseModel

from iotrial.cli.documents import DOCUMENTS
from iotrial.judge.judged_arm import JudgedArm
from iotrial.judge.judged_level import JudgedLevel
from iotrial.judge.judged_run import JudgedRun
from iotrial.store import record, sample

#: The parts of a run that are described here; of all else the schemas do so.
DESCRIBED: tuple[type[BaseModel], ...] = (JudgedRun, JudgedLevel, JudgedArm)

HEAD = (
    "# What a run stores, and what `--json` prints",
    "A run is a folder: `run.json`, and one Parquet file for each sweep, written to a temporary name, synced and "
    "renamed. Its name, `sweep-NUMBER-CHECKSUM.parquet`, has the first 16 digits of its SHA-256; a part that has "
    "another, or that holds what no version writes, is named and left out. Nothing derived is stored: `iotrial "
    "show` computes every verdict anew.",
    "`iotrial schema NAME` prints the JSON Schema of a document: each field with its type, what it is, and when it is "
    "null. Below is what people read most: a run, a level and an arm of the document `run`. "
    f"Format {record.FORMAT}; runs of earlier formats are read as before.",
    "- Missing is null, never 0. `?` marks a field that may be null: it was not measured, has no value, or a run of an "
    "earlier version lacks it.\n"
    "- Units are in the names: `wall_ns`, `peak_bytes`. A `_share` of 0.01 is 1 %.\n"
    "- A ratio is a time over another time: above 1 is slower. `low` and `high` bound it, at 95 % for all that is said "
    "together; both are null with too few rounds.\n"
    "- A level is an object of its factors, an arm a text: LANGUAGE/METHOD.",
)


def results_format() -> str:
    """Every document that is printed or stored, and the Parquet parts."""
    documents = "\n".join(
        f"- `{name}`: {kind.of}{', an array' if kind.is_list else ''}" for name, kind in DOCUMENTS.items()
    )
    columns = "\n".join(
        f"- `{name}`{f' ({kind})' if kind != 'BIGINT' else ''}: {text}" for name, (kind, text) in sample.SAMPLE.items()
    )
    parts = [
        *HEAD,
        f"## Documents\n\n{documents}",
        "## A run, a level, an arm",
        *map(described, DESCRIBED),
        "## The Parquet parts",
        "A row for each sample; columns are BIGINT unless another type is named. "
        "`iotrial query` sees them as the view `samples`: with `run` in front, with the arm's "
        "name in `arm` (the placebo's ends in ` (placebo)`), and its number in `arm_number`. A query is about the last "
        "run; one that names `run` or `runs` is about all of them.",
        columns,
    ]
    return "\n\n".join(parts)
