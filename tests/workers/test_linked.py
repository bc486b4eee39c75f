"""A library that the system has is linked with the method that needs it, and with no other."""

from __future__ import annotations

from pathlib import Path

import pytest

from iotrial.ask import tree
from iotrial.workers.build import Program
from iotrial.workers.compiled import DoesNotCompile
from kits.made import program_for
from programs import share_programs

#: Without -lm nothing has j0(), whatever a compiler knows of its own: the number comes from outside.
METHOD = """// A function that does a little.
// Use it for this test.
// needs: package mathematics

#include <math.h>
#include <stdlib.h>

volatile double number;

void nothing(void) { number = j0(strtod("1", NULL)); }
"""


@pytest.fixture(autouse=True)
def own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    share_programs(tmp_path / "cache")  # of which the kit is one; a program with other words has another name
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))


def built(folder: Path, link: str) -> Program:
    """The program of a stranger's method, whose package is linked by these words."""
    (folder / "kits" / "c").mkdir(parents=True)
    (folder / "empty" / "c").mkdir(parents=True)
    (folder / "kits" / "c" / "packages.toml").write_text(f'[mathematics]\nversion = ["echo", "1.0"]\nlink = {link}\n')
    (folder / "empty" / "c" / "little.c").write_text(METHOD)
    catalog = tree.load([folder])
    method = next(method for method in catalog.methods_of("empty") if method.arm == "c/little")
    return program_for(catalog.kits["c"], method)


def test_a_method_is_linked_with_what_its_package_says(tmp_path: Path) -> None:
    program = built(tmp_path / "tree", '["-lm"]')
    assert program.packages == "mathematics 1.0" and Path(program.argv[0]).exists()


def test_other_words_are_another_program(tmp_path: Path) -> None:
    once, again = built(tmp_path / "1", '["-lm"]'), built(tmp_path / "2", '["-lm", "-lc"]')
    assert once.sha256 != again.sha256


def test_a_library_that_is_not_there_is_the_compilers_complaint(tmp_path: Path) -> None:
    with pytest.raises(DoesNotCompile, match="no_such_library"):
        built(tmp_path / "tree", '["-lno_such_library"]')
