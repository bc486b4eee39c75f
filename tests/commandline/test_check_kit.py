"""`iotrial check --kit`: a stranger's kit, and what it does otherwise than the transcripts say."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from commandline.command import require_shape
from iotrial.cli.check_kit import check_kit
from iotrial.errors import CheckFailed, NothingMeasured, UsageError

TESTS = Path(__file__).resolve().parents[1]
FIFTH = TESTS / "fifth_language"
BROKEN = TESTS / "broken_workers"


@pytest.fixture(autouse=True)
def perl_is_there() -> None:
    if shutil.which("perl") is None:
        pytest.skip("perl is not installed")


def test_a_strangers_kit_passes_and_what_it_has_no_method_for_is_left_out(capsys: pytest.CaptureFixture[str]) -> None:
    check_kit("perl", [], trees=[FIFTH], json=False)
    lines = capsys.readouterr().out.splitlines()
    transcripts = {path.stem for path in (TESTS.parent / "kits" / "transcripts").glob("*.txt")}
    assert {line[8:].split()[0] for line in lines} == transcripts
    assert {line[:8].strip() for line in lines} == {"ok", "left out"}
    assert "ok        duplicate_key" in lines
    assert "left out  measure_create  no method for create" in lines


def test_a_broken_kit_fails_and_each_line_says_what_was_expected_and_what_came(
    capsys: pytest.CaptureFixture[str],
) -> None:
    with pytest.raises(CheckFailed, match="does not do as"):
        check_kit("broken", ["wrong_version"], trees=[BROKEN], json=False)
    differs = [line for line in capsys.readouterr().out.splitlines() if line.startswith("differs ")]
    bye = next(line for line in differs if line.split()[1] == "bye")
    assert "line 4: expected hello protocol=1 " in bye and "; came hello protocol=2 " in bye


def test_a_worker_that_ends_is_quoted(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(CheckFailed):
        check_kit("broken", ["dies_at_start"], trees=[BROKEN], json=True)
    rows = json.loads(capsys.readouterr().out)
    require_shape(rows, "check", "--kit", "broken")
    bye = next(row for row in rows if row["transcript"] == "bye")
    assert bye["status"] == "differs" and bye["method"] == "append/broken/dies_at_start"
    assert bye["reason"].endswith("the worker ended with status 3 (broken on purpose at the start)")


def test_an_unknown_language_is_refused_with_those_that_there_are() -> None:
    with pytest.raises(UsageError) as refused:
        check_kit("ruby", [], trees=[FIFTH], json=False)
    hint = refused.value.problems[0].hint or ""
    assert all(language in hint for language in ("c", "cpp", "perl", "php", "python", "--with"))


def test_methods_of_another_language_are_refused() -> None:
    with pytest.raises(UsageError, match="of the perl kit"):
        check_kit("perl", ["scan/python/*"], trees=[FIFTH], json=False)


def test_a_kit_that_has_no_method_at_all_was_not_checked(tmp_path: Path) -> None:
    shutil.copytree(FIFTH / "kits", tmp_path / "kits")
    with pytest.raises(NothingMeasured, match="no method"):
        check_kit("perl", [], trees=[tmp_path], json=False)
