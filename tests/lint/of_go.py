"""Go: go vet over all programs at once, each of which is a package in one tree, and gofmt."""

from __future__ import annotations

import subprocess
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from lint.check import Check, Said, passes, version_of
from lint.programs import kit_of, of_shapes, stage_plain, stage_stacks, staged, with_packages
from lint.tracked import ROOT, files

#: What a program imports is compiled first, for what it declares; it is never run, so no time goes into its speed.
_QUICKLY = "-gcflags=all=-N -l"


def checks() -> list[Check]:
    """The checks of Go."""
    programs = files("*.go")
    return [
        Check("go-vet", _is_vetted, [*programs, *files("kits/*.toml"), *of_shapes()], _tools),
        Check("gofmt", lambda: _is_formatted(programs), programs, _tools),
    ]


def _is_vetted() -> Said:
    kit = kit_of("go")
    with TemporaryDirectory() as name:
        folder = Path(name)
        environment = staged(kit, "src/{job}/{method}", folder)
        environment |= with_packages(kit, folder)[0]
        stage_stacks("go", folder / "src")
        stage_plain(files("benchmarks/*.go"), folder / "src" / "plain")
        packages = sorted({str(path.parent.relative_to(folder / "src")) for path in folder.rglob("*.go")})
        return passes(["go", "vet", _QUICKLY, *packages], **environment)


def _is_formatted(programs: Sequence[str]) -> Said:
    """True if gofmt would change nothing; it names what it would change, and ends with status 0."""
    if not version_of("gofmt", "-h"):
        return Said(False, "gofmt is not installed")
    done = subprocess.run(["gofmt", "-l", *programs], cwd=ROOT, check=False, capture_output=True, text=True)
    said = f"{done.stdout}{done.stderr}"
    return Said(not said.strip() and done.returncode == 0, said)


def _tools() -> Sequence[str]:
    return [version_of("go", "version")]
