"""Every kit passes every transcript of kits/transcripts, which say what a kit must answer."""

from __future__ import annotations

from pathlib import Path

import pytest

from iotrial.ask import tree
from iotrial.ask.catalog import Catalog
from iotrial.workers.transcripts import Transcript, matches, play, transcripts_in
from kits.made import FIFTH, ROOT, catalog_of_all, languages, program_for, quick

TRANSCRIPTS = transcripts_in(ROOT / "kits" / "transcripts")


@pytest.fixture(scope="module")
def catalog() -> Catalog:
    return catalog_of_all()


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("transcript", TRANSCRIPTS, ids=lambda transcript: transcript.name)
def test_a_kit_answers_as_the_transcript_says(
    transcript: Transcript, language: str, catalog: Catalog, tmp_path: Path
) -> None:
    plain = (method for method in catalog.methods_of(transcript.job) if not method.packages)
    method = next((method for method in plain if method.language == language), None)
    if transcript.also and transcript.also not in catalog.kits[language].also:
        assert language not in tree.load().kits, f"the {language} kit does no {transcript.also}"
        pytest.skip(f"{language} does no {transcript.also}")
    if method is None:
        assert language not in tree.load().kits, f"the {language} kit has no such job"
        pytest.skip(f"{language} has no such job")
    program = program_for(quick(catalog.kits[language], method), method)
    difference = play(transcript, program.argv, tmp_path)
    assert difference is None, difference.sentence()


def test_the_transcripts_hold_what_every_kit_must_have_in_common() -> None:
    names = {transcript.name for transcript in TRANSCRIPTS}
    assert {"duplicate_key", "failing_method", "wait_for_start"} <= names
    jobs = {transcript.job for transcript in TRANSCRIPTS}
    assert {"empty", "append"} <= jobs  # the jobs of the smallest kit, tests/fifth_language
    assert (FIFTH / "kits" / "perl" / "jobs" / "append.pl").exists()


@pytest.mark.parametrize(
    ("pattern", "said", "is_match"),
    [
        ("ready", "ready", True),
        ("ready", "ready more=1", True),
        ("ready", "error message=x", False),
        ("sample work={number}", "sample wall_ns=5 work=12", True),
        ("sample work={number}", "sample work=-1", False),
        ("sample work={number}", "sample work=", False),
        ("sample work={number}", "sample", False),
        ("sample work=1", "sample work=11", False),
        ("error message={..}x{..}", "error message=x", True),
        ("error message={..}x{..}", "error message=y", False),
        ("error message=a.c", "error message=abc", False),
        ("error message=a", "error message=a message=a", False),
        ("sample began_ns={since_soon}", "sample began_ns=50", True),
        ("sample began_ns={since_soon}", "sample began_ns=49", False),
        ("sample began_ns={since_soon}", "sample began_ns=soon", False),
        ("ready", "\\xff garbage", False),
    ],
)
def test_a_reply_matches_if_it_has_the_pairs_that_are_listed(pattern: str, said: str, is_match: bool) -> None:
    assert matches(pattern, said, {"soon": 50}) is is_match
