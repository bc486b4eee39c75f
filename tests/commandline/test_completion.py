"""What the tab key completes: commands, options, and the names of jobs, studies, languages and methods."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from iotrial.cli import main

#: A command line that is typed so far -> what is offered.
Offered = Callable[[str], list[str]]


@pytest.fixture
def completed(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Offered:
    """What bash is offered for a command line that is typed so far; its last word is not ended."""

    def offered(line: str) -> list[str]:
        words = line.split(" ")
        monkeypatch.setenv("_IOTRIAL_COMPLETE", "complete_bash")
        monkeypatch.setenv("COMP_WORDS", line)
        monkeypatch.setenv("COMP_CWORD", str(len(words) - 1))
        with pytest.raises(SystemExit) as ended:
            main([])
        said = capsys.readouterr()
        assert not ended.value.code and not said.err
        return said.out.split()

    return offered


@pytest.mark.parametrize(
    ("line", "among", "never"),
    [
        ("iotrial ru", {"run", "runs"}, {"show"}),
        ("iotrial run --quic", {"--quick"}, {"--json"}),
        ("iotrial run re", {"readfile"}, {"append", "scan"}),
        ("iotrial run app", {"append", "append-by-language"}, {"readfile"}),
        ("iotrial claims log", {"log-writes"}, {"log"}),
        ("iotrial studies --se", {"--search"}, {"--json"}),
        ("iotrial methods --se", {"--search"}, {"--json"}),
        ("iotrial advise sc", {"scan"}, {"scan-conditions"}),
        ("iotrial gate app", {"append"}, {"readfile"}),
        ("iotrial methods append --language p", {"php", "python"}, {"c", "floors"}),
        ("iotrial methods serve --language ", {"gunicorn"}, {"floors", "python_web", "job"}),
        ("iotrial run append --method c/", {"c/write_reopen"}, {"c/readdir", "php/reopen"}),
        ("iotrial run --baseline c/", {"c/write_reopen", "c/readdir"}, {"php/reopen"}),
        ("iotrial advise append --usual python/os", {"python/os_write"}, {"c/write_reopen"}),
        ("iotrial check ap", {"append", "append_many"}, {"append/c"}),
        ("iotrial check append/p", {"append/php", "append/python"}, {"append/c", "append"}),
        ("iotrial check append/c/w", {"append/c/write_reopen"}, {"append/c", "append/c/flock_each"}),
        ("iotrial fleet ru", {"run"}, {"runs"}),
        ("iotrial run nothing-is-called-so", set(), {"readfile"}),
    ],
)
def test_what_is_offered_begins_as_what_was_typed(
    completed: Offered, line: str, among: set[str], never: set[str]
) -> None:
    offered = completed(line)
    begun = line.rpartition(" ")[2]
    assert among <= {*offered} and not never & {*offered} and len({*offered}) == len(offered)
    assert all(name.startswith(begun) for name in offered)


def test_the_names_of_a_tree_that_is_joined_are_offered_too(completed: Offered, tmp_path: Path) -> None:
    (tmp_path / "append" / "c").mkdir(parents=True)
    (tmp_path / "append" / "c" / "of_mine.c").touch()
    (tmp_path / "studies").mkdir()
    (tmp_path / "studies" / "own-study.toml").touch()
    assert completed(f"iotrial run --with {tmp_path} own") == ["own-study"]
    assert completed(f"iotrial run append --with {tmp_path} --method c/of") == ["c/of_mine"]
    assert completed("iotrial run --with nowhere/at/all own") == []


def test_a_shell_gets_its_script(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    for shell in ("bash", "zsh", "fish"):
        monkeypatch.setenv("_IOTRIAL_COMPLETE", f"source_{shell}")
        with pytest.raises(SystemExit) as ended:
            main([])
        assert not ended.value.code and "_IOTRIAL_COMPLETE" in capsys.readouterr().out
