"""`iotrial claims` without a stored run asks before it measures; without a terminal it says what to type."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from pathlib import Path

import pytest

from claims import judged
from iotrial.ask import tree
from iotrial.ask.find_study import find
from iotrial.ask.study import Study
from iotrial.claims.claims_file import load
from iotrial.claims.sessions import Sessions
from iotrial.cli import main
from iotrial.errors import UsageError
from judge import made


@pytest.fixture
def nothing_stored(monkeypatch: pytest.MonkeyPatch) -> None:
    catalog = tree.load()
    monkeypatch.setattr("iotrial.ask.tree.usable", lambda trees=(): catalog)
    claims = (judged.claim("order", "php/b", "php/a"),)
    asked = dataclasses.replace(load(find("readfile", ()), catalog, quick=True), claims=claims)
    monkeypatch.setattr("iotrial.cli.asked_studies.with_claims", lambda *given, **more: [asked])
    monkeypatch.setattr("iotrial.claims.sessions.sessions_of", lambda *given: Sessions((), 0, ()))

    def carry_out(study: Study, *given: object, **more: object) -> Path:
        raise UsageError("it was measured", hint=study.name)

    monkeypatch.setattr("iotrial.cli.claims._carry_out", carry_out)
    monkeypatch.setattr("iotrial.cli.questions.can_ask", lambda: False)


def said(capsys: pytest.CaptureFixture[str], *options: str) -> str:
    assert main(["claims", "readfile", "--quick", *options]) == 2
    return capsys.readouterr().err


@pytest.mark.usefixtures("nothing_stored")
def test_without_a_terminal_it_says_what_to_type(capsys: pytest.CaptureFixture[str]) -> None:
    told = said(capsys)
    assert "it was measured" not in told and "no quick run of readfile is stored" in told and "--measure" in told


@pytest.mark.usefixtures("nothing_stored")
@pytest.mark.parametrize("option", ["--measure", "--again"])
def test_who_says_so_has_it_measured(option: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert "it was measured" in said(capsys, option)


@pytest.mark.usefixtures("nothing_stored")
@pytest.mark.parametrize(("answer", "is_measured"), [("y", True), ("n", False)])
def test_on_a_terminal_it_asks(
    answer: str, is_measured: bool, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    asked: list[str] = []
    monkeypatch.setattr("iotrial.cli.questions.can_ask", lambda: True)

    def ask(question: str, check: Callable[[str], str], default: str) -> str:
        asked.append(question)
        return check(answer)

    monkeypatch.setattr("iotrial.cli.questions.ask", ask)
    assert ("it was measured" in said(capsys)) == is_measured
    (question,) = asked
    assert "measure for up to" in question


@pytest.mark.usefixtures("nothing_stored")
def test_what_is_stored_is_read_without_a_question(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = made.store(tmp_path, made.run([made.level({"records": 10}, "php/a", ["php/b"])]), {"php/b": 1.5})
    monkeypatch.setattr("iotrial.claims.sessions.sessions_of", lambda *given: Sessions((folder,), 0, ()))
    main(["claims", "readfile", "--quick"])
    assert "it was measured" not in capsys.readouterr().err
