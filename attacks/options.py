"""Command lines: words that commands know, values that nobody expects."""

from __future__ import annotations

import tempfile
from pathlib import Path

from hypothesis import strategies as st

from attacks.inputs import lists_of, words
from attacks.part import Part, command

COMMANDS = (
    *("run", "show", "explain", "claims", "advise", "schema", "compare", "gate", "report", "runs", "studies"),
    *("methods", "export", "query", "target list", ""),
)
KNOWN = (
    *("readfile", "append", "list", "last", "php", "php/readfile", "os_write", "disk", "tmpfs", "html", "svg"),
    "SELECT 1",
    *("--quick", "--json", "--details", "--set", "records=10", "--method", "--language", "--target", "--with", "."),
    *("--rounds", "--blocks", "--precision", "--margin", "--budget", "--seed", "--memory", "--runtime", "--resume"),
    *("--against", "--format", "-o", "-", "--force", "--help", "--version", "--guarantee", "--durable", "--writers"),
)


def attempt(arguments: list[str]) -> None:
    """Type it in a fresh home."""
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder)
        command(
            *arguments,
            HOME=folder,
            XDG_CACHE_HOME=str(home / "cache"),
            XDG_DATA_HOME=str(home / "data"),
            IOTRIAL_RESULTS=str(home / "results"),
        )


PART = Part(
    "options",
    "command lines",
    st.tuples(st.sampled_from(COMMANDS), lists_of(st.one_of(st.sampled_from(KNOWN), words), 6)).map(
        lambda given: [*given[0].split(), *given[1]]
    ),
    attempt,
)
