"""The judgement of a run that came to its end, kept beside its samples."""

from __future__ import annotations

from contextlib import suppress

from iotrial.errors import UsageError
from iotrial.judge.cached_judgement import kept_text
from iotrial.store.read import open_run
from iotrial.store.write import RunWriter


def keep_judgement(writer: RunWriter) -> None:
    """Judge a stored run and cache the judgement; a run without one is judged at each question."""
    with suppress(UsageError):  # a full disk, say: everything that was measured is stored already
        text = kept_text(open_run(writer.folder))
        if text is not None:
            writer.judgement(text)
