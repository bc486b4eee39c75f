"""A plain program: one source file that does a job by several methods, and how it is started."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from iotrial.machine.cpus import available_cpus

SOURCES = Path(__file__).with_name("programs")

#: Job -> the name of its programs, if a program of the job's own name would be taken for a module of Python.
PROGRAM_NAMES = {"random": "random_reads"}

#: A process is warmed for so long.
UNTIMED_NS = 20_000_000


@dataclass(frozen=True)
class Language:
    """How the programs of a language are made and started.

    In its words {runtime} stands for the runtime or compiler, {source} for the source file, {program} for what is built
    of it, {name} for the name of its class, and {cpus} for how many CPUs may be used.
    """

    extension: str
    runtimes: tuple[str, ...]  # names of its runtime or compiler, the first that is there
    build: tuple[str, ...] = ()
    start: tuple[str, ...] = ("{program}",)
    environment: tuple[tuple[str, str], ...] = ()
    #: It compiles while it runs: so long it works before its first sample.
    untimed_ns: int = UNTIMED_NS


#: The optimization of C and C++ is that of the article that named one. Java and Go look how many CPUs there are when
#: they start, here as in iotrial before they are bound to one.
LANGUAGES = {
    # a warning must not end up in what is delivered
    "php": Language("php", ("php",), start=("{runtime}", "-d", "display_errors=stderr", "{source}")),
    "python": Language("py", ("python3", "python"), start=("{runtime}", "{source}")),
    "c": Language("c", ("cc", "gcc", "clang"), ("-std=c17", "-D_GNU_SOURCE", "-O3", "-o", "{program}", "{source}")),
    "cpp": Language(
        "cpp", ("c++", "g++", "clang++"), ("-std=c++20", "-D_GNU_SOURCE", "-O3", "-o", "{program}", "{source}")
    ),
    "go": Language(
        "go",
        ("go",),
        ("build", "-o", "{program}", "{source}"),
        environment=(("GO111MODULE", "off"), ("GOTOOLCHAIN", "local"), ("GOMAXPROCS", "{cpus}")),
    ),
    "rust": Language("rs", ("rustc",), ("--edition=2021", "-O", "-o", "{program}", "{source}")),
    "java": Language(
        "java",
        ("javac",),
        ("-d", "{program}", "{source}"),
        ("java", "-XX:ActiveProcessorCount={cpus}", "-cp", "{program}", "{name}"),
        untimed_ns=600_000_000,
    ),
    "javascript": Language("mjs", ("node",), start=("{runtime}", "{source}"), untimed_ns=300_000_000),
}

#: What a method's name ends in if it looks at what its calls returned, beside one that does not.
CHECKED = "+checked"


class Missing(Exception):
    """A plain program that cannot be started here, with the reason."""


@dataclass(frozen=True)
class Program:
    """The words that start it, its methods, what it needs in its environment, and for how long it is warmed."""

    argv: tuple[str, ...]
    methods: tuple[str, ...]
    environment: Mapping[str, str] = field(default_factory=dict)
    untimed_ns: int = UNTIMED_NS

    def checked(self, method: str) -> str:
        """Return the form of a method that looks at what its calls returned, or the method itself without one."""
        return method + CHECKED if method + CHECKED in self.methods else method


def source_of(job: str, language: str) -> Path:
    """Return where the source of a job's program in a language lies, if there is one."""
    return SOURCES / f"{PROGRAM_NAMES.get(job, job)}.{LANGUAGES[language].extension}"


def program_of(job: str, language: str, folder: Path) -> Program:
    """Compile or find a program; Missing if it has no source, no runtime or no compiler. Programs go into `folder`."""
    if language not in LANGUAGES:
        raise Missing(f"no plain program is in {language}")
    source = source_of(job, language)
    if not source.exists():
        raise Missing(f"no plain program for {job} is in {language}")
    how = LANGUAGES[language]
    program = folder / f"{source.stem}-{language}"
    places = {
        "runtime": _runtime(how),
        "source": str(source),
        "program": str(program),
        "name": source.stem.capitalize(),
        "cpus": str(len(available_cpus()) or 1),
    }
    own = {name: value.format_map(places) for name, value in how.environment}
    if how.build and not program.exists():
        command = [places["runtime"], *(word.format_map(places) for word in how.build)]
        done = subprocess.run(command, capture_output=True, text=True, check=False, env={**os.environ, **own})
        if done.returncode:
            raise Missing(f"{source.name} does not compile: {first_line(done.stderr)}")
    argv = tuple(word.format_map(places) for word in how.start)
    done = subprocess.run(argv, capture_output=True, text=True, check=False)
    if done.returncode:
        raise Missing(f"{source.name} does not start: {first_line(done.stderr)}")
    return Program(argv, tuple(done.stdout.split()), own, how.untimed_ns)


def _runtime(how: Language) -> str:
    for name in how.runtimes:
        if path := shutil.which(name):
            return path
    raise Missing(f"{how.runtimes[0]} is not installed")


def first_line(text: str) -> str:
    """Return the first line that says anything."""
    return text.strip().partition("\n")[0]
