"""Java: javac has no warning about any program, and no line is longer than those of others may be."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from lint.check import Check, Said, all_of, passes, version_of
from lint.programs import kit_of, of_shapes, stage_plain, stage_stacks, staged, with_packages
from lint.tracked import ROOT, files

_LONGEST_LINE = 120

#: It ends before its own optimizing compiler would be of use.
_JAVA = ("java", "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC")


def checks() -> list[Check]:
    """The check of Java."""
    return [Check("javac", _is_content, [*files("*.java"), *files("kits/*.toml"), *of_shapes()], _tools)]


def _tools() -> Sequence[str]:
    return [version_of("javac", "--version")]


def _is_content() -> Said:
    kit = kit_of("java")
    with TemporaryDirectory() as name:
        folder = Path(name)
        staged(kit, "{job}/{method}", folder)
        stage_stacks("java", folder)
        stage_plain(files("benchmarks/*.java"), folder / "plain")
        programs = sorted({str(path.parent) for path in folder.rglob("*.java")})
        environment, _ = with_packages(kit, folder)
        compiled = passes([*_JAVA, str(ROOT / "tests" / "lint" / "Lint.java"), *programs], **environment)
    return all_of(compiled, *_long_lines())


def _long_lines() -> list[Said]:
    lines = {name: (ROOT / name).read_text().splitlines() for name in files("*.java")}
    long = [name for name, texts in lines.items() if any(len(text) > _LONGEST_LINE for text in texts)]
    return [Said(False, f"{name} has lines of more than {_LONGEST_LINE} characters\n") for name in long]
