"""Runtimes that a user names: what is no runtime is refused with its reason, before anything is measured."""

from __future__ import annotations

import shutil
import sys
import time
from pathlib import Path

import pytest

from iotrial.ask import tree
from iotrial.ask.catalog import Catalog
from iotrial.errors import UsageError
from iotrial.workers import named_runtimes
from iotrial.workers.named_runtimes import find_runtimes
from workers.running import is_running

PYTHON = sys.executable


@pytest.fixture(scope="module")
def catalog() -> Catalog:
    return tree.load()


def script(path: Path, body: str, mode: int = 0o755) -> str:
    path.write_text(f"#!/bin/sh\n{body}\n")
    path.chmod(mode)
    return str(path)


def refused(given: list[str], catalog: Catalog) -> list[str]:
    with pytest.raises(UsageError) as caught:
        find_runtimes(given, catalog)
    return [problem.line() for problem in caught.value.problems]


def test_a_runtime_says_its_name_and_version_by_the_kit(catalog: Catalog, tmp_path: Path) -> None:
    other = script(tmp_path / "python-quiet", f'exec {PYTHON} "$@"')
    first, second = find_runtimes([f"python={PYTHON},{other}"], catalog)
    version = ".".join(map(str, sys.version_info[:3]))
    assert (first.path, second.path) == (PYTHON, other)
    assert version in first.says and first.says == second.says


def test_an_option_may_be_repeated_and_a_name_is_looked_up(catalog: Catalog, tmp_path: Path) -> None:
    other = script(tmp_path / "mine", f'exec {PYTHON} "$@"')
    found = find_runtimes([f"python={other}", "python=python3"], catalog)
    assert [one.path for one in found] == [other, shutil.which("python3")]


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ("python", "'python' is not LANGUAGE=PATH"),
        ("=x", "'=x' is not LANGUAGE=PATH"),
        ("cobol=/usr/bin/cobc", "unknown language 'cobol'"),
        ("python=", "names no runtime"),
        (f"python={PYTHON},,", "names no runtime"),
        ("python=/no/such/python", "does not exist"),
        ("python=/", "is a folder"),
        ("python=no-such-program", "is not on PATH"),
        (f"python={PYTHON},{PYTHON}", "is named twice"),
        ("python=/bin/cat", "is no runtime of python"),
        ("python=/bin/sh", "is no runtime of python"),
        ("python=/" + 5000 * "x", "cannot be looked up"),
        ("python=a\x00b", "names no runtime"),
    ],
)
def test_what_is_no_runtime_is_refused(catalog: Catalog, given: str, said: str) -> None:
    assert any(said in line for line in refused([given], catalog))


def test_all_that_is_wrong_is_told_at_once(catalog: Catalog) -> None:
    assert len(refused(["python=/no/such,/bin/cat", "cobol=x"], catalog)) == 3


def test_what_cannot_be_executed_is_refused(catalog: Catalog, tmp_path: Path) -> None:
    plain = script(tmp_path / "plain", "", mode=0o644)
    assert "cannot be executed" in refused([f"python={plain}"], catalog)[0]
    empty = tmp_path / "empty"
    empty.write_bytes(b"\x7fnothing")
    empty.chmod(0o755)
    assert "cannot be started" in refused([f"python={empty}"], catalog)[0]


def test_what_would_do_harm_with_the_kits_files_is_never_given_them(catalog: Catalog, tmp_path: Path) -> None:
    seen = tmp_path / "seen"
    spy = script(tmp_path / "spy", f'echo "$@" >> {seen}; echo Python 3.11.2')
    assert "is no runtime of python: it says it is 'Python 3.11.2'" in refused([f"python={spy}"], catalog)[0]
    assert "kit.py" not in seen.read_text()


def test_a_script_that_starts_the_runtime_beside_itself_is_refused(catalog: Catalog, tmp_path: Path) -> None:
    beside = script(tmp_path / "beside", f'{PYTHON} "$@"; exit $?')
    assert "a process of its own" in refused([f"python={beside}"], catalog)[0]


def test_a_runtime_that_hangs_is_refused_and_leaves_nothing_behind(
    catalog: Catalog, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(named_runtimes, "PATIENCE_S", 0.5)
    pid = tmp_path / "pid"
    hangs = script(tmp_path / "hangs", f"sleep 1000 & echo $! > {pid}; wait")
    assert "does not state its version within" in refused([f"python={hangs}"], catalog)[0]
    left = int(pid.read_text())
    deadline = time.monotonic() + 60
    while is_running(left):  # a process that was killed takes a moment to go
        assert time.monotonic() < deadline
        time.sleep(0.01)


def test_a_runtime_that_knows_its_version_and_nothing_of_the_kit_is_refused(catalog: Catalog, tmp_path: Path) -> None:
    body = f'case "$1" in --version|-c) exec {PYTHON} "$@";; esac; echo no such option >&2; exit 3'
    broken = script(tmp_path / "broken", body)
    assert "does not start the python kit: it ended with status 3" in refused([f"python={broken}"], catalog)[0]


def test_a_compiler_is_named_as_a_runtime_is(catalog: Catalog, tmp_path: Path) -> None:
    if shutil.which("gcc") is None:
        pytest.skip("gcc is not installed")
    (found,) = find_runtimes(["c=gcc"], catalog)
    assert found.says.startswith("gcc ")
    liar = script(tmp_path / "cc", '[ "$1" = --version ] && echo cc 1.0 || exit 1')
    assert "cannot be used for c: does not compile" in refused([f"c={liar}"], catalog)[0]
