"""The planted faults: what each of them is, which tests find it, and the patch that plants it.

A fault is a file, ROOM/NAME.patch. Its head says `what:` once and `found by:` once or more, each the id of a test as
pytest has it; the diff follows, as git prints it.
"""

from __future__ import annotations

import os
import subprocess
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
FOLDER = Path(__file__).parent

#: Where a fault may be: never in a test.
PLACES = ("src/", "kits/", "methods/", "studies/", "docs/")


@dataclass(frozen=True)
class Fault:
    """A fault by its name, ROOM/NAME."""

    name: str
    what: str
    found_by: tuple[str, ...]
    changed: tuple[str, ...]  # the files

    @property
    def path(self) -> Path:
        """The file of the patch."""
        return FOLDER / f"{self.name}.patch"


def fault_of(path: Path) -> Fault:
    """Read the file of a fault; ValueError says what is wrong with it."""
    name = str(path.relative_to(FOLDER).with_suffix(""))
    head, is_there, diff = path.read_text(encoding="utf-8").partition("diff --git ")
    told = [line.partition(": ") for line in head.splitlines() if line]
    what = [text for key, _, text in told if key == "what"]
    found_by = tuple(text for key, _, text in told if key == "found by")
    changed = tuple(line.removeprefix("+++ b/") for line in diff.splitlines() if line.startswith("+++ "))
    if len(what) != 1 or not found_by or len(told) != 1 + len(found_by):
        raise ValueError(f"{name}: the head is one line `what: …`, and then `found by: …`, and nothing else")
    if not is_there or not changed or not all(file.startswith(PLACES) for file in changed):
        raise ValueError(f"{name}: there is no diff of files in {', '.join(PLACES)}")
    return Fault(name, what[0], found_by, changed)


def all_faults() -> list[Fault]:
    """Every fault that is listed, by room and name."""
    return [fault_of(path) for path in sorted(FOLDER.glob("*/*.patch"))]


def why_it_does_not_apply(fault: Fault, tree: Path, *, only_check: bool = False) -> str | None:
    """Apply the patch of a fault to a tree, or only try to; return what git says if it cannot."""
    command = ["git", "apply", *(["--check"] if only_check else []), str(fault.path)]
    # Within a repository git leaves out, without a word, what is not in the folder where it is started.
    alone = {**os.environ, "GIT_CEILING_DIRECTORIES": str(tree.parent)}
    done = subprocess.run(command, cwd=tree, env=alone, capture_output=True, text=True, check=False)
    return None if done.returncode == 0 else done.stderr.strip()
