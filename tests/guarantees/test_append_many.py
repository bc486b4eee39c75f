"""Every log gets its records, and what a method of many logs gets wrong is named."""

from __future__ import annotations

from pathlib import Path

import pytest

from guarantees.levels import made, only_at
from iotrial.measure.check_methods import check

METHOD = """# A method for a test.
# Use it nowhere.
# visible: {visible}


def append_many(paths, turns, record):
    for place, turn in enumerate(turns):
        with open(paths[{log}], "ab", buffering=0) as log:
            log.write({writes})
    {ends}
    return len(turns)
"""

RIGHT = {"visible": "each record", "log": "turn", "writes": "record", "ends": "pass"}


def findings_of(folder: Path, monkeypatch: pytest.MonkeyPatch, **changes: str) -> str:
    """Return what `check` says of a method that differs from a right one; "" if it is content."""
    catalog, method = made(folder, monkeypatch, "append_many", METHOD.format(**{**RIGHT, **changes}))
    target = folder / "target"
    target.mkdir()
    found = check(catalog, [method], target)
    assert list(target.iterdir()) == []
    return "; ".join(result.reason or "" for result in found if result.status != "ok")


def test_a_method_that_gives_every_log_its_records_passes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert findings_of(tmp_path, monkeypatch) == ""


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"log": "0"}, "the log '0' has 300 bytes instead of 3"),
        ({"log": "(turn + place // len(paths)) % len(paths)"}, "bytes instead of"),
        ({"writes": "record if place else b''"}, "bytes instead of"),
        (
            {"writes": "record[::-1]"},
            'has the right size and differs from byte 0 on, in record 0: expected "abcdefghijkl"…, found "\\nba',
        ),
        ({"ends": "open(paths[0] + '.more', 'w').close()"}, "are there that are no log, '0.more' among them"),
        ({"ends": "return len(turns) + 1"}, "says its work was"),
        ({"visible": "at the end"}, "declares `visible: at the end` and wrote each record by itself"),
    ],
    ids=lambda value: None if isinstance(value, str) else "",
)
def test_what_is_wrong_is_named(
    changes: dict[str, str], words: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    only_at(monkeypatch, logs=100, records=300)
    assert words in findings_of(tmp_path, monkeypatch, **changes)
