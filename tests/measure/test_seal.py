"""A run that has programs started its own way goes on only where it began."""

from __future__ import annotations

import functools
from pathlib import Path
from typing import Any

import pytest

from iotrial.ask import tree
from iotrial.errors import UsageError
from iotrial.measure.restore import catalog_of
from iotrial.measure.seal import require_seal, sealed
from iotrial.store.record import Run, VariantRecord
from judge import made


@pytest.fixture(autouse=True)
def own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))


our_tree = functools.cache(tree.load)


def a_run(**factors: Any) -> Run:
    return made.run([made.level({"records": 1, **factors}, "php/a", ["php/b"])])


FLAGS = {"c.flags": "-O2"}


def test_a_run_that_names_nothing_to_be_started_has_no_seal_and_goes_on_anywhere() -> None:
    run = sealed(a_run())
    assert run.seal is None
    require_seal(run)
    require_seal(run.model_copy(update={"seal": "something"}))


def test_a_run_that_began_here_goes_on_here(tmp_path: Path) -> None:
    run = sealed(a_run(**FLAGS))
    assert run.seal is not None
    require_seal(run)
    assert sealed(a_run(**FLAGS)).seal == run.seal  # by the key that is kept
    assert [path.stat().st_mode & 0o777 for path in (tmp_path / "cache").rglob("key")] == [0o600]


@pytest.mark.parametrize(
    "change",
    [
        {"seal": None},
        {"seal": "0" * 64},
        {"seal": "\u00e9"},
        {"run": "20261121-143055-zzzz"},
        {"levels": a_run(**{"c.flags": "-O2 -wrapper /bin/sh,-c,id"}).levels},
        {"levels": a_run(**FLAGS, **{"php.auto_prepend_file": "data:,x"}).levels},
    ],
)
def test_a_run_that_was_changed_or_came_from_elsewhere_does_not_go_on(change: dict[str, Any]) -> None:
    run = sealed(a_run(**FLAGS)).model_copy(update=change)
    with pytest.raises(
        UsageError, match=r"did not begin here, and has programs started its own way: c\.flags=-O2"
    ) as it:
        catalog_of(run, our_tree())
    assert it.value.problems[0].hint is not None and "begin a new run" in it.value.problems[0].hint


def test_another_users_run_does_not_go_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    run = sealed(a_run(**FLAGS))
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "theirs"))
    with pytest.raises(UsageError):
        require_seal(run)


def test_the_path_of_a_runtime_is_sealed_too() -> None:
    variant = VariantRecord(of="php/b", label="8.4", is_first=True, runtime_path="/usr/bin/php")
    run = made.run([made.level({"records": 1}, "php/a", [made.arm("php/b@8.4", variant=variant)])])
    with pytest.raises(UsageError, match=r"php/b@8\.4=/usr/bin/php"):
        require_seal(run)
    require_seal(sealed(run))


def test_without_a_key_there_is_no_seal(tmp_path: Path) -> None:
    (tmp_path / "cache").mkdir()
    (tmp_path / "cache" / "iotrial").mkdir()
    (tmp_path / "cache" / "iotrial" / "seal").mkdir(mode=0o700)
    (tmp_path / "cache" / "iotrial" / "seal" / "key").write_bytes(b"short")
    run = sealed(a_run(**FLAGS))
    assert run.seal is None
    with pytest.raises(UsageError):
        require_seal(run)
