"""A listing method's declarations about its names are put to the test."""

from __future__ import annotations

from pathlib import Path

import pytest

from guarantees.levels import made, only_at
from iotrial.measure.check_methods import check

METHOD = """# A method for a test.
# Use it nowhere.
# sorted: no
# yields: {yields}
# hidden: {hidden}
# dots: {dots}
import os


def list_folder(folder):
    return {returns}
"""

NAMES = "os.listdir(folder)"
PATHS = "[os.path.join(folder, name) for name in os.listdir(folder)]"
RIGHT = {"yields": "names", "hidden": "yes", "dots": "no", "returns": NAMES}


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({}, ""),
        ({"yields": "paths", "returns": PATHS}, ""),
        ({"dots": "yes", "returns": f"['.', '..'] + {NAMES}"}, ""),
        ({"yields": "names", "returns": PATHS}, "declares `yields: names` and returned paths"),
        ({"yields": "paths"}, "declares `yields: paths` and returned names"),
        ({"dots": "yes"}, "declares `dots: yes` and left out `.` or `..`"),
        ({"returns": f"['.', '..'] + {NAMES}"}, "declares `dots: no` and returned `.` or `..`"),
        ({"hidden": "no"}, "names are not in the folder"),
        ({"hidden": "yes", "returns": f"[name for name in {NAMES} if name[0] != '.']"}, "names are missing"),
    ],
)
def test_names_are_as_the_method_declares(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, changes: dict[str, str], words: str
) -> None:
    if words:
        only_at(monkeypatch, entries=1000)
    catalog, method = made(tmp_path, monkeypatch, "list", METHOD.format(**{**RIGHT, **changes}))
    target = tmp_path / "target"
    target.mkdir()
    found = check(catalog, [method], target)
    reasons = "; ".join({one.reason for one in found if one.reason})
    assert words in reasons if words else reasons == ""
