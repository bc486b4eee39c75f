"""`iotrial claims --require confirmed`: any other verdict ends the command with 1, and a fault is no claim."""

from __future__ import annotations

import dataclasses
from pathlib import Path

import pytest

from claims import judged
from iotrial.ask import tree
from iotrial.ask.find_study import find
from iotrial.claims.claims_file import load
from iotrial.claims.sessions import Sessions
from iotrial.cli import main
from judge import made

#: The one is borne out if php/b is faster, and the other, which is a fault, if it is slower.
CLAIMS = (
    judged.claim("order", "php/b", "php/a"),
    dataclasses.replace(judged.claim("order", "php/a", "php/b"), key="2", fault=True),
)


def test_a_claim_that_is_not_found_as_required_ends_the_command_with_1(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    catalog = tree.load()
    monkeypatch.setattr("iotrial.ask.tree.usable", lambda trees=(): catalog)
    asked = dataclasses.replace(load(find("readfile", ()), catalog, quick=True), claims=CLAIMS)
    monkeypatch.setattr("iotrial.cli.asked_studies.with_claims", lambda *given, **more: [asked])

    def ended(ratio: float, *options: str) -> int:
        level = made.level({"records": 10}, "php/a", ["php/b"])
        folder = made.store(tmp_path / f"{ratio}{len(options)}", made.run([level]), {"php/b": ratio})
        monkeypatch.setattr("iotrial.claims.sessions.sessions_of", lambda *given: Sessions((folder,), 0, ()))
        return main(["claims", "readfile", *options])

    assert [ended(1.5), ended(0.5, "--require", "confirmed")] == [0, 0]
    capsys.readouterr()
    assert ended(1.5, "--require", "confirmed") == 1
    said = capsys.readouterr()
    assert "opposite here" in said.out and "readfile 1 (opposite here)" in said.err
