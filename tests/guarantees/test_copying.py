"""A method that copies its input is told from outside, and a tag that says otherwise is found out."""

from __future__ import annotations

from pathlib import Path

import pytest

from guarantees.levels import made, only_at
from iotrial.ask import own_tree
from iotrial.measure.check_methods import check


def findings_of(folder: Path, monkeypatch: pytest.MonkeyPatch, copied: str, tags: str) -> str:
    """Return what `check` says of one of our own methods under other tags; "" if it is content."""
    job, _, name = copied.partition("/")
    text = (own_tree.root() / "methods" / job / "python" / f"{name}.py").read_text()
    code = text[text.index("from __future__") :]
    catalog, method = made(folder, monkeypatch, job, f"# A method for a test.\n# Use it nowhere.\n{tags}\n{code}")
    target = folder / "target"
    target.mkdir()
    found = check(catalog, [method], target, sinks="no")
    return "; ".join(dict.fromkeys(result.reason or "" for result in found if result.status != "ok"))


def test_a_scan_that_maps_must_say_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    only_at(monkeypatch, records=1100)
    assert "does not declare `tags: mapped`" in findings_of(tmp_path, monkeypatch, "scan/mmap", "")


@pytest.mark.parametrize("tag", ["mapped", "uncounted"])
def test_a_scan_that_reads_and_says_that_it_does_not_is_found_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, tag: str
) -> None:
    only_at(monkeypatch, records=1100)
    found = findings_of(tmp_path, monkeypatch, "scan/readinto_1m", f"# tags: {tag}")
    assert f"declares `tags: {tag}` and read all" in found


def test_a_delivery_that_reads_and_says_that_its_runtime_maps_is_found_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    only_at(monkeypatch, file_bytes=1048577)
    found = findings_of(tmp_path, monkeypatch, "deliver/read_write_64k", "# tags: maps-to-4mib")
    assert "declares `tags: maps-to-4mib` and read all" in found


@pytest.mark.parametrize(
    ("copied", "tags"),
    [("scan/mmap", "# tags: mapped"), ("scan/readinto_1m", ""), ("deliver/sendfile", "# tags: untouched")],
)
def test_a_method_that_says_what_it_does_is_believed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, copied: str, tags: str
) -> None:
    assert findings_of(tmp_path, monkeypatch, copied, tags) == ""
