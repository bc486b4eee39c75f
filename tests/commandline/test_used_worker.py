"""A method that is right in a fresh worker only is found out by the second input of a worker."""

from __future__ import annotations

from pathlib import Path

from commandline.command import Place

METHODS = Path(__file__).resolve().parents[2] / "methods"

#: Keeps the sizes of the files that it saw, of which one check has two, and is wrong once there are more.
KEEPS = """

_sizes = set()


def scan(path):
    import os

    _sizes.add(os.path.getsize(path))
    found = _scan(path)
    return found if len(_sizes) <= 2 else (found[0], found[1] + 1, *found[2:])
"""


def test_a_method_that_is_wrong_at_a_workers_second_input_is_named(place: Place) -> None:
    folder = place.root / "tree" / "scan" / "python"
    folder.mkdir(parents=True)
    honest = (METHODS / "scan/python/readinto_1m.py").read_text()
    (folder / "keeps.py").write_text(honest.replace("def scan(", "def _scan(") + KEEPS)
    checked = place.run(
        "check", "scan/python/keeps", "--with", str(folder.parents[1]), "--target", str(place.target), "--json"
    )
    assert checked.returncode == 1, checked.stderr
    assert "right in a fresh worker only; in one that had other inputs before" in checked.stdout
