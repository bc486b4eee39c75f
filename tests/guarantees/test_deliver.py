"""Bytes that arrive at a sink are compared one by one, and the first wrong one is shown."""

from __future__ import annotations

from pathlib import Path

import pytest

from guarantees.levels import made, only_at
from iotrial.measure.check_methods import check

DELIVER = """# A method for a test.
# Use it nowhere.

def deliver(path, sink):
    with open(path, "rb") as file:
        content = file.read()
    {changes}
    done = 0
    while content[done:]:
        done += sink.write(content[done:])
    return {says}
"""


def findings_of(folder: Path, monkeypatch: pytest.MonkeyPatch, changes: str, says: str = "len(content)") -> str:
    """Return what `check` says of a method that changes what it delivers."""
    catalog, method = made(folder, monkeypatch, "deliver", DELIVER.format(changes=changes, says=says))
    target = folder / "target"
    target.mkdir()
    found = check(catalog, [method], target, sinks="no")
    assert list(target.iterdir()) == []
    return "; ".join(result.reason or "" for result in found if result.status != "ok")


def test_a_method_that_delivers_the_file_passes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert findings_of(tmp_path, monkeypatch, "pass") == ""


@pytest.mark.parametrize(
    ("changes", "says", "words"),
    [
        (
            "content = content[:5000] + bytes(1) + content[5001:] if content[5000:5001] > b'\\0' else content",
            "len(content)",
            'what arrived has the right size and differs from byte 5000 on: expected "',
        ),
        ("content = content[:-1]", "len(content) + (len(content) > 0)", "instead of"),
    ],
)
def test_the_first_wrong_byte_that_arrived_is_shown(
    changes: str, says: str, words: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    only_at(monkeypatch, file_bytes=65537)
    assert words in findings_of(tmp_path, monkeypatch, changes, says)
