"""A plain program: one source file that does a job by several methods, and how it is started."""

from __future__ import annotations

import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path

SOURCES = Path(__file__).with_name("programs")

#: Language -> extension of its source, and the names of its runtime or compiler, the first that is there.
LANGUAGES = {
    "php": ("php", ("php",)),
    "python": ("py", ("python3", "python")),
    "c": ("c", ("cc", "gcc", "clang")),
    "cpp": ("cpp", ("c++", "g++", "clang++")),
}

#: Language -> options of its runtime: a warning of PHP must not end up in what is delivered.
OPTIONS = {"php": ("-d", "display_errors=stderr")}

#: Language -> options of its compiler; the optimization is that of the article that named one.
FLAGS = {"c": ("-std=c17", "-D_GNU_SOURCE", "-O3"), "cpp": ("-std=c++20", "-D_GNU_SOURCE", "-O3")}


#: What a method's name ends in if it looks at what its calls returned, beside one that does not.
CHECKED = "+checked"


class Missing(Exception):
    """A plain program that cannot be started here, with the reason."""


@dataclass(frozen=True)
class Program:
    """The words that start it, and its methods."""

    argv: tuple[str, ...]
    methods: tuple[str, ...]

    def checked(self, method: str) -> str:
        """Return the form of a method that looks at what its calls returned, or the method itself without one."""
        return method + CHECKED if method + CHECKED in self.methods else method


def source_of(job: str, language: str) -> Path:
    """Return where the source of a job's program in a language lies, if there is one."""
    extension, _ = LANGUAGES[language]
    return SOURCES / f"{job}.{extension}"


def program_of(job: str, language: str, folder: Path) -> Program:
    """Compile or find a program; Missing if it has no source, no runtime or no compiler. Programs go into `folder`."""
    if language not in LANGUAGES:
        raise Missing(f"no plain program is in {language}")
    source = source_of(job, language)
    if not source.exists():
        raise Missing(f"no plain program for {job} is in {language}")
    argv = (*_compiled(source, language, folder),) if language in FLAGS else (*_interpreted(source, language),)
    done = subprocess.run(argv, capture_output=True, text=True, check=False)
    if done.returncode:
        raise Missing(f"{source.name} does not start: {_first_line(done.stderr)}")
    return Program(argv, tuple(done.stdout.split()))


def _interpreted(source: Path, language: str) -> list[str]:
    return [_runtime(language), *OPTIONS.get(language, ()), str(source)]


def _compiled(source: Path, language: str, folder: Path) -> list[str]:
    program = folder / f"{source.stem}-{language}"
    if not program.exists():
        command = [_runtime(language), *FLAGS[language], "-o", str(program), str(source)]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode:
            raise Missing(f"{source.name} does not compile: {_first_line(done.stderr)}")
    return [str(program)]


def _runtime(language: str) -> str:
    _, names = LANGUAGES[language]
    for name in names:
        if path := shutil.which(name):
            return path
    raise Missing(f"{names[0]} is not installed")


def _first_line(text: str) -> str:
    return text.strip().partition("\n")[0]
