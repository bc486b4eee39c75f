"""The judgement of a run that came to its end, kept beside its samples."""

from __future__ import annotations

from contextlib import suppress

from iotrial.errors import UsageError
from iotrial.judge.cached_judgement import kept_text
from iotrial.store.read import open_run
from iotrial.store.write import RunWriter


def keep_judgement(writer: RunWriter) -> None:
    """Judge what a run has stored, and keep that; a run without it is judged whenever somebody asks."""
    with suppress(UsageError):  # a full disk, say: everything that was measured is stored already
        text = kept_text(open_run(writer.folder))
        if text is not None:
            writer.judgement(text)
