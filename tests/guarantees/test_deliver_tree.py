"""A tree arrives whole, once and alone, and a method that gets it wrong is found out with what was wrong."""

from __future__ import annotations

from pathlib import Path

import pytest

from guarantees.levels import made, only_at
from iotrial.measure.check_methods import check

METHOD = """# A method for a test.
# Use it nowhere.
# hidden: {hidden}
import os


def deliver_tree(folder, sink):
    total = 0
    for above, folders, names in os.walk(folder, followlinks={follows}):
        for name in names:
            path = os.path.join(above, name)
            if {skips}:
                continue
            with open(path, "rb") as file:
                content = file.read()
            total += {counts}
            content = {sends}
            while content:
                content = content[sink.write(content) :]
    return total
"""

RIGHT = {
    "hidden": "yes",
    "follows": "False",
    "skips": "os.path.islink(path)",
    "counts": "len(content)",
    "sends": "content",
}


def findings_of(folder: Path, monkeypatch: pytest.MonkeyPatch, **changes: str) -> str:
    """Return what `check` says of a method that differs from a right one; "" if it is content."""
    catalog, method = made(folder, monkeypatch, "deliver_tree", METHOD.format(**{**RIGHT, **changes}))
    target = folder / "target"
    target.mkdir()
    found = check(catalog, [method], target, sinks="no")
    assert list(target.iterdir()) == []
    return "; ".join(result.reason or "" for result in found if result.status != "ok")


def test_a_method_that_delivers_every_file_once_passes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert findings_of(tmp_path, monkeypatch) == ""


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        # Four times around are enough: a busy system may refuse a path for its links before it has forty of them.
        ({"follows": "True", "skips": "os.path.islink(path) or path.count('/up/') > 3"}, "arrived more than once"),
        ({"skips": "not os.path.exists(path)"}, "arrived more than once, 'a b/é/tiny' among them"),
        ({"skips": "False"}, "No such file or directory"),
        ({"skips": "os.path.islink(path) or name.startswith('.')"}, "did not arrive"),
        ({"hidden": "no"}, "cannot be cut into files of the tree"),
        ({"skips": "os.path.islink(path) or name == 'tiny'"}, "1 of 41 files did not arrive, 'a b/é/tiny' among them"),
        ({"counts": "len(content) + 1"}, "says"),
        ({"sends": "content[::-1]"}, "cannot be cut into files"),
        ({"sends": "content[:-1] + b'?' if content else b''"}, "it has the right size and differs from byte "),
        ({"sends": "content + content"}, "600 bytes arrived instead of 300"),
    ],
    ids=lambda value: "" if isinstance(value, dict) else None,
)
def test_what_is_wrong_is_named(
    changes: dict[str, str], words: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    only_at(monkeypatch, files=300, file_bytes=1)
    assert words in findings_of(tmp_path, monkeypatch, **changes)
