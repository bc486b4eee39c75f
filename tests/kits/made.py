"""The parts that tests of kits share: every kit there is, the fifth language included, and its programs."""

from __future__ import annotations

import functools
import os
import shlex
import subprocess
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import pytest

from iotrial.ask import tree
from iotrial.ask.catalog import Catalog, Kit, Method, Value
from iotrial.folders.one_at_a_time import alone
from iotrial.workers.build import Program, program_of, which_of
from iotrial.workers.unavailable import Unavailable
from programs import FOLDER

ROOT = Path(__file__).resolve().parents[2]
FIFTH = ROOT / "tests" / "fifth_language"

#: What does not say `unsafe` does the same however it is compiled; so it takes a third of the time.
QUICK_RUST = "-C opt-level=0 -C codegen-units=1 -C debug-assertions=off -C overflow-checks=off"

#: Headers of C++ that take a compiler longer than a method does, so that it reads them once a test session. That each
#: file names those that it needs is seen by tests/lint, which reads them every time.
HEADERS_CPP = (
    *("algorithm", "cerrno", "chrono", "cstdint", "cstdio", "cstring", "filesystem", "fstream", "iostream", "map"),
    *("memory", "optional", "sstream", "stdexcept", "string", "string_view", "system_error", "utility", "vector"),
)

#: A program in Go without what only a debugger reads is linked in half of the time.
QUICK_GO = "-ldflags=-w"

#: Flags for stacks whose server is compiled of much, and is not timed in these tests.
QUICK_SERVERS = {"axum": "-C opt-level=0"}


@functools.cache
def catalog_of_all() -> Catalog:
    return tree.load([FIFTH])


def languages() -> list[str]:
    """The kits with a worker of their own; a stack of servers has that of another."""
    return with_own_worker(catalog_of_all())


def languages_with(what: str) -> list[str]:
    """The languages whose kits do something beside the least."""
    return [name for name in languages() if what in catalog_of_all().kits[name].also]


def with_own_worker(catalog: Catalog) -> list[str]:
    return sorted(name for name, kit in catalog.kits.items() if not kit.like)


def quick(kit: Kit, method: Method) -> Kit:
    """Return a kit that compiles a method in less time, for tests that do not time it: what it does is the same."""
    if kit.language == "rust" and "unsafe" not in method.path.read_text():
        return replace(kit, flags=QUICK_RUST)
    if kit.language == "cpp" and (headers := headers_of(kit)) is not None:
        return replace(kit, flags=f"{kit.flags} -include {headers}")
    if kit.language == "go":
        return replace(kit, flags=QUICK_GO)
    return replace(kit, flags=QUICK_SERVERS.get(kit.language, kit.flags))


def headers_of(kit: Kit) -> Path | None:
    """The headers of C++ in one, compiled with the flags of a kit; None if it has no compiler here."""
    compiler = which_of(kit.find)
    folder = Path(os.environ[FOLDER]) / "headers"
    if compiler is None:
        return None
    folder.mkdir(mode=0o700, exist_ok=True)
    headers, made = folder / "headers.hpp", folder / "headers.hpp.gch"
    with alone(folder / "lock"):
        if not made.exists():
            headers.write_text("".join(f"#include <{name}>\n" for name in HEADERS_CPP))
            language = kit.part[1 : kit.part.index("{flags}")]
            words = [compiler, *language, *shlex.split(kit.flags), "-x", "c++-header", "-o", f"{made}.part"]
            subprocess.run([*words, str(headers)], check=True)
            Path(f"{made}.part").rename(made)
    return headers


def program_for(kit: Kit, method: Method, options: Mapping[str, Value] | None = None) -> Program:
    """The program of a method; the test is left out if it cannot run here, unless every kit is required."""
    try:
        return program_of(kit, method, options or {})
    except Unavailable as missing:
        if os.environ.get("IOTRIAL_REQUIRE_KITS"):
            pytest.fail(f"{kit.language}: {missing}")
        pytest.skip(f"{kit.language}: {missing}")
