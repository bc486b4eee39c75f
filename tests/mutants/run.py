"""Put the tests to the test: mutants of stats, analysis and claims, each held against the tests of its package.

    python tests/mutants/run.py [--minutes N] [--children N] [PACKAGE | PACKAGE/MODULE]...

Ends with 1 below 90 % killed, with a survivor that survivors.toml has not, or with a mutant that was not tried yet.
mutmut keeps what it found in .mutants/: a second call goes on, and tries again what survived; `make clean` forgets it.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import chdir
from dataclasses import dataclass
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))  # for who starts this file by its name

from mutants.survivors import Survivor, accepted

ROOT = Path(__file__).resolve().parents[2]
FOLDER = ROOT / ".mutants"
PACKAGES = ("stats", "judge", "claims")
GOAL = 0.9

#: What the tests read, beside src and tests.
ALSO_READ = ("methods", "kits", "studies", "docs", "benchmarks", "README.md", "CONTRIBUTING.md")

#: Tests that read the source: mutants all stand in one file, and such a test meets every one of them.
READS_SOURCE = ("tests/judge/test_cautions.py::test_every_code_that_the_source_raises_has_its_words_and_no_other_has",)

#: mutmut reads no other file. Hypothesis draws the same for every mutant, or one might be killed by luck.
#: No test says how the words of an exception for programmers go.
CONFIG = """
[tool.mutmut]
source_paths = ["src"]
only_mutate = ["src/iotrial/{package}/*"]
do_not_mutate_patterns = ['raise \\w+Error']
also_copy = {also_copy}
pytest_add_cli_args = ["-p", "no:cacheprovider", "-p", "no:xdist", "--hypothesis-seed=0"]
pytest_add_cli_args_test_selection = {tests}
use_git_change_detection = false
track_dependencies = false
"""

#: Exit codes of pytest under a mutant that mutmut's own table calls survived or without a test; None is not tried.
SURVIVED = (0, 5, 33)


@dataclass(frozen=True)
class Mutants:
    """What became of the mutants of a selection, by their names."""

    killed: list[str]
    survived: list[str]
    untried: list[str]

    @property
    def share(self) -> float:
        """Of those that were tried, those that a test killed."""
        tried = len(self.killed) + len(self.survived)
        return len(self.killed) / tried if tried else 0.0


def prepare(package: str) -> Path:
    """Make the folder that mutmut works in: the tree by links, with a configuration for the package."""
    folder = FOLDER / package
    folder.mkdir(parents=True, exist_ok=True)
    for name in ("src", "tests", *ALSO_READ):
        link = folder / name
        link.unlink(missing_ok=True)
        link.symlink_to(os.path.relpath(ROOT / name, folder))
    # What was copied for an earlier call: a test that is gone since must not be found there.
    shutil.rmtree(folder / "mutants" / "tests", ignore_errors=True)
    ours = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    tests = [f"tests/{package}", *(f"--deselect={test}" for test in READS_SOURCE if f"/{package}/" in test)]
    config = CONFIG.format(package=package, also_copy=json.dumps(ALSO_READ), tests=json.dumps(tests))
    (folder / "pyproject.toml").write_text(ours + config, encoding="utf-8")
    return folder


def metas(folder: Path, selection: str) -> Iterator[tuple[str, dict[str, int | None]]]:
    """Each file of a selection as mutmut keeps it: its path, and the exit code of pytest by mutant."""
    mutated = folder / "mutants"
    for path in sorted(mutated.glob(f"src/iotrial/{selection}/**/*.meta")) or [
        mutated / f"src/iotrial/{selection}.py.meta"
    ]:
        if path.exists():
            found = json.loads(path.read_text(encoding="utf-8"))["exit_code_by_key"]
            yield str(path.relative_to(mutated)).removesuffix(".meta"), found


def found_in(folder: Path, selection: str) -> Mutants:
    """Sort the mutants of a selection by what became of them; a test that ran out of time or died killed one too."""
    codes = {name: code for _, found in metas(folder, selection) for name, code in found.items()}
    return Mutants(
        killed=[name for name, code in codes.items() if code is not None and code not in SURVIVED],
        survived=[name for name, code in codes.items() if code in SURVIVED],
        untried=[name for name, code in codes.items() if code is None],
    )


def survivors(folder: Path, selection: str) -> Iterator[Survivor]:
    """The survivors of a selection, as what each of them changed."""
    from mutmut.mutation.diff_apply import get_diff_for_mutant

    with chdir(folder):
        for path, found in metas(folder, selection):
            for name, code in found.items():
                if code in SURVIVED:
                    yield Survivor.of(path, name, get_diff_for_mutant(name, path=path))


def mutate(folder: Path, names: list[str], seconds: float, children: int) -> None:
    """Have mutmut try some mutants, by names or patterns, as long as there is time; what it found until then stays."""
    # Not in the configuration, whose every change makes mutmut forget what it found.
    environment = {**os.environ, "PYTEST_ADDOPTS": "-p tests.mutants.cheap_first -p tests.mutants.stored_once"}
    command = [str(Path(sys.executable).with_name("mutmut")), "run", "--max-children", str(children), *names]
    with (
        (folder / "log.txt").open("w", encoding="utf-8") as log,
        subprocess.Popen(command, cwd=folder, env=environment, stdout=log, stderr=log) as running,
    ):
        try:
            code = running.wait(seconds)
        except subprocess.TimeoutExpired:
            running.send_signal(signal.SIGINT)
            return
    if code:
        sys.exit(f"error: mutmut ended with {code}\nhint: {folder / 'log.txt'} says why")


def tried(selection: str, seconds: float, children: int) -> bool:
    """Try a package, or a module of it, and print what became of it; return if it is as it should be."""
    folder = prepare(selection.partition("/")[0])
    end = time.monotonic() + seconds
    before = found_in(folder, selection).survived
    if "/" in selection:
        mutate(folder, [f"iotrial.{selection.replace('/', '.')}.*"], seconds, children)
    else:
        mutate(folder, [], seconds, children)  # those that were not tried yet
        if before and (left := end - time.monotonic()) > 0:
            mutate(folder, before, left, children)
    found = found_in(folder, selection)
    known = accepted()
    new = [one for one in survivors(folder, selection) if one not in known]
    count = len(found.killed) + len(found.survived) + len(found.untried)
    print(
        f"{selection}: {count} mutants, {len(found.killed)} killed, {len(found.survived)} survived "
        f"({len(new)} of them not listed), {len(found.untried)} not tried: {found.share:.1%} of those tried"
    )
    for one in new:
        print(f"\n  {one.place}\n    - {one.line}\n    + {one.becomes}")
    sys.stdout.flush()
    return count > 0 and found.share >= GOAL and not new and not found.untried


def main() -> int:
    """Try what is asked for, one after the other."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("selection", nargs="*", metavar="PACKAGE[/MODULE]", help=f"of {', '.join(PACKAGES)}; all")
    parser.add_argument("--minutes", type=float, default=120.0, help="of each selection; then what is left is told")
    parser.add_argument("--children", type=int, default=os.cpu_count() or 1, help="mutants at once")
    asked = parser.parse_args()
    for selection in asked.selection:
        if selection.partition("/")[0] not in PACKAGES:
            parser.error(f"{selection} is not in {', '.join(PACKAGES)}")
    results = [tried(one, 60 * asked.minutes, asked.children) for one in asked.selection or PACKAGES]
    return 0 if all(results) else 1


if __name__ == "__main__":
    sys.exit(main())
