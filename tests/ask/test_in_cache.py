"""A text in the cache appears whole, and nothing half-written lies in its folder, of which others read every file."""

from __future__ import annotations

from pathlib import Path

import pytest

from iotrial.ask.parameters import in_cache


def test_nothing_half_written_lies_beside_a_text_in_the_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    seen: list[list[str]] = []
    replace = Path.replace

    def watched(part: Path, path: Path) -> Path:
        seen.append([one.name for one in path.parent.iterdir()])
        return replace(part, path)

    monkeypatch.setattr(Path, "replace", watched)
    path = in_cache("int main;", "adapters", "append.c", "the adapter")
    assert path.read_text() == "int main;" and seen == [[]]
    assert [one.name for one in path.parent.parent.iterdir()] == [path.parent.name]
    in_cache("int main;", "adapters", "append.c", "the adapter")
    assert len(seen) == 1  # it is there
