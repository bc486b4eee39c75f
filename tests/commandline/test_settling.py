"""A kit that says so is told before each sample that it may put itself in order."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest

from commandline.command import Place

ROOT = Path(__file__).resolve().parents[2]


#: Name of a kit -> what its kit.toml says of it.
KITS = {"orderly": "settles = true", "untidy": "settles = false", "silent": ""}

#: Where the kit begins to answer a request, and what it does before that.
BEGINS = '        if verb == "hello":\n'
BEFORE = """\
        with open(f'NOTES', 'a') as notes:
            notes.write(verb[0])
        if verb == 'settle':
            return 'settled', {}
"""

#: A line of a method, and what follows it: several workers at once leave the CPUs to others.
EACH = "        for record in records:\n"
WAITS = "            __import__('time').sleep(0.001)\n"


def with_kits(place: Place) -> tuple[Path, Path]:
    """A tree with the Python kit under other names, and a folder in which each worker of theirs notes its requests."""
    tree, notes = place.root / "tree", place.root / "notes"
    notes.mkdir()
    for name, said in KITS.items():
        kit = tree / "kits" / name
        shutil.copytree(ROOT / "kits" / "python", kit, ignore=shutil.ignore_patterns("__pycache__", "packages.toml"))
        text = (kit / "kit.toml").read_text().replace("protocol = 1\n", f"protocol = 1\n{said}\n")
        (kit / "kit.toml").write_text(text.partition("# How packages come")[0])
        program = (kit / "kit.py").read_text()
        assert program.count(BEGINS) == 1
        own = BEFORE.replace("NOTES", f"{notes}/{name}-{{os.getpid()}}")
        (kit / "kit.py").write_text(program.replace(BEGINS, own + BEGINS))
        method = tree / "methods" / "append" / name / "os_write.py"
        method.parent.mkdir(parents=True)
        text = (ROOT / "methods" / "append" / "python" / "os_write.py").read_text()
        assert text.count(EACH) == 1
        method.write_text(text.replace(EACH, EACH + WAITS))
    return tree, notes


@pytest.mark.parametrize("given", [(), ("--set", "writers=2")], ids=["alone", "several"])
def test_a_kit_settles_before_each_sample_if_it_says_so_and_no_other_is_asked_to(
    place: Place, given: tuple[str, ...]
) -> None:
    tree, notes = with_kits(place)
    place.shorten_windows()
    methods = [f"--method={name}/os_write" for name in KITS]
    document = place.document(
        "run", "append", "--set", "records=10", "--with", str(tree), *methods, "--rounds=8", "--blocks=1",
        "--no-evidence", "--target", str(place.target), *given,
    )  # fmt: skip
    assert {arm["status"] for arm in document["levels"][0]["arms"]} == {"measured"}
    for name in KITS:
        asked = [path.read_text() for path in notes.glob(f"{name}-*")]
        assert sum(requests.count("m") for requests in asked) >= 8
        for requests in asked:
            if name == "orderly":
                assert re.search("(?<!s)m", requests) is None and "ss" not in requests
            else:
                assert "s" not in requests, name
