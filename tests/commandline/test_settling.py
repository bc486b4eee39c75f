"""A kit that says so is told before each sample that it may put itself in order."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest

from commandline.command import Place

ROOT = Path(__file__).resolve().parents[2]


def orderly(place: Place, said: str) -> tuple[Path, Path]:
    """A tree with the Python kit under another name, and a folder in which each worker notes its requests."""
    tree, notes = place.root / "tree", place.root / "notes"
    notes.mkdir()
    kit = tree / "kits" / "orderly"
    shutil.copytree(ROOT / "kits" / "python", kit, ignore=shutil.ignore_patterns("__pycache__", "packages.toml"))
    text = (kit / "kit.toml").read_text().replace("protocol = 1\n", f"protocol = 1\n{said}\n")
    (kit / "kit.toml").write_text(text.partition("# How packages come")[0])
    program = (kit / "kit.py").read_text()
    noting = f"        with open(f'{notes}/{{os.getpid()}}', 'a') as notes:\n            notes.write(verb[0])\n"
    settled = "        if verb == 'settle':\n            return 'settled', {}\n"
    program, count = re.subn(r'(?m)^        if verb == "hello":\n', lambda found: noting + settled + found[0], program)
    assert count == 1
    (kit / "kit.py").write_text(program)
    method = tree / "methods" / "append" / "orderly" / "os_write.py"
    method.parent.mkdir(parents=True)
    shutil.copy(ROOT / "methods" / "append" / "python" / "os_write.py", method)
    return tree, notes


@pytest.mark.parametrize("given", [(), ("--set", "writers=2")], ids=["alone", "several"])
@pytest.mark.parametrize(("said", "settles"), [("settles = true", True), ("settles = false", False), ("", False)])
def test_it_settles_before_each_sample_and_no_other_kit_is_asked_to(
    place: Place, said: str, settles: bool, given: tuple[str, ...]
) -> None:
    tree, notes = orderly(place, said)
    document = place.document(
        "run", "append", "--with", str(tree), "--method=python/os_write", "--method=orderly/os_write", "--rounds=10",
        "--blocks=1", "--no-evidence", "--target", str(place.target), *given,
    )  # fmt: skip
    assert {arm["status"] for arm in document["levels"][0]["arms"]} == {"measured"}
    asked = [path.read_text() for path in notes.iterdir()]
    assert sum(requests.count("m") for requests in asked) >= 10
    for requests in asked:
        if settles:
            assert re.search("(?<!s)m", requests) is None and "ss" not in requests
        else:
            assert "s" not in requests
