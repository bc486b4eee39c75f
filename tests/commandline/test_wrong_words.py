"""What is typed wrong: what was meant is suggested, in words of ours, and before anything else is done."""

from __future__ import annotations

from pathlib import Path

import pytest

from iotrial.cli import main


def wrong(capsys: pytest.CaptureFixture[str], *typed: str) -> list[str]:
    """The lines that a command with something wrong in it prints."""
    assert main(list(typed)) == 2
    return capsys.readouterr().err.splitlines()


@pytest.mark.parametrize(
    ("typed", "name"), [("golang", "go"), ("python3", "python"), ("C++", "cpp"), ("Rust", "rust"), ("phpp", "php")]
)
def test_a_language_by_another_name_is_suggested(capsys: pytest.CaptureFixture[str], typed: str, name: str) -> None:
    told = wrong(capsys, "advise", "append", "--language", typed)
    assert told == [f"error: --language: unknown language {typed!r}", f"hint: did you mean {name!r}?"]


def test_a_language_that_is_like_none_is_told_all_there_are(capsys: pytest.CaptureFixture[str]) -> None:
    assert wrong(capsys, "advise", "append", "--language", "xyzzy")[1].startswith("hint: there are: ")


def test_a_setting_that_goes_with_a_job_is_hinted_at_without_its_typo(capsys: pytest.CaptureFixture[str]) -> None:
    told = wrong(capsys, "run", "readfile", "--set", "file_byte=4096", "--set", "xyzzy=a b")
    assert told[-1] == "hint: iotrial run deliver --set file_bytes=4096 --set 'xyzzy=a b'"


def test_a_number_that_cannot_be_is_told_with_its_name_once(capsys: pytest.CaptureFixture[str]) -> None:
    assert wrong(capsys, "run", "append", "--set", "writers=-1") == ["error: --set writers: '-1' is negative"]


def test_a_text_for_a_number_is_told_in_few_words(capsys: pytest.CaptureFixture[str]) -> None:
    assert wrong(capsys, "advise", "append", "--writers", "two")[0] == "error: --writers: must be a whole number"


def test_a_guarantee_that_has_an_option_of_its_own_names_it(capsys: pytest.CaptureFixture[str]) -> None:
    told = wrong(capsys, "advise", "append", "--language", "python", "--guarantee", "durable")
    assert told == ["error: --guarantee: 'durable' is not NAME=VALUE", "hint: type --durable"]


def test_snippets_and_inputs_that_are_not_there_are_told_at_once(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("iotrial.cli.usable.usable", lambda *trees: pytest.fail("something else was done first"))
    (tmp_path / "whole.php").touch()
    (tmp_path / "by_line.php").touch()
    told = wrong(capsys, "vs", "nope.php", "by_lines.php", "whole.php", "--input", "gone", "--results", "runs")
    assert told == [
        "error: nope.php: cannot be read: No such file or directory",
        "hint: `iotrial vs --init LANGUAGE` writes two to begin with",
        "error: by_lines.php: cannot be read: No such file or directory",
        "hint: did you mean 'by_line.php'?",
        "error: gone: cannot be an input: No such file or directory",
    ]
    (tmp_path / "access.log").touch()
    told = wrong(capsys, "vs", "by_line.php", "whole.php", "--input", "acces.log", "--results", "runs")
    assert told[1:] == ["hint: did you mean 'access.log'?"]


@pytest.mark.parametrize(
    "typed",
    [
        ("run", "append"),
        ("advise", "append", "--language", "python"),
        ("vs", "a.py", "b.py", "--input", "a.py"),
    ],
)
def test_a_results_folder_that_is_a_file_is_told_before_anything_is_done(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, typed: tuple[str, ...]
) -> None:
    monkeypatch.setattr("iotrial.cli.usable.usable", lambda *trees: pytest.fail("something else was done first"))
    file = tmp_path / "file"
    file.touch()
    for folder, why in ((file, "it is no folder"), (file / "runs", f"{file} is no folder")):
        first, hint = wrong(capsys, *typed, "--results", str(folder))
        assert first == f"error: results cannot be written to {folder}: {why}"
        assert hint == "hint: check the folder, or name another: --results DIR"
