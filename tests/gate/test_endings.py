"""The end of `iotrial gate`: only a pass ends with exit code 0, and the files say what was found whatever it is."""

from __future__ import annotations

from pathlib import Path
from typing import Any, get_args

import pytest

from iotrial.ask import own_tree, tree
from iotrial.cli import gate
from iotrial.cli.edge import guarded
from iotrial.cli.options import ChosenArms
from iotrial.gate.decision import Asked, gate_result
from iotrial.gate.gate_result import GatedPair, GateVerdict
from iotrial.judge.judge_run import judge_folder
from iotrial.store.address import Root
from judge import made

CODES: dict[GateVerdict, int] = {"pass": 0, "regression": 1, "not measured": 3, "undecided": 4, "invalid": 5}


def test_every_verdict_has_an_exit_code_of_its_own_and_only_a_pass_has_0(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert set(CODES) == set(get_args(GateVerdict))
    session = judge_folder(made.store(tmp_path, made.run([made.level({"records": 10}, "php/a", ["php/b"])])))

    def pair(verdict: GateVerdict) -> GatedPair:
        figures: dict[str, Any] = {"ratio": 1.2, "low": 1.1, "high": 1.3, "rounds": 20, "second": None, "cautions": []}
        return GatedPair(
            arm="php/b", called="b", level={"records": 10}, changed=True, verdict=verdict, reason="why", **figures
        )

    catalog = tree.load()
    monkeypatch.setattr("iotrial.ask.tree.usable", lambda trees=(): catalog)

    def ended(verdict: GateVerdict, summary: Path) -> int:
        document = gate_result([pair(verdict)], [session], Asked("append", "before", 0.03, frozenset()))
        monkeypatch.setattr("iotrial.gate.gate_sessions.gate_sessions", lambda *given: document)
        options = gate.GateOptions(
            study="append",
            against=str(own_tree.root() / "methods"),
            quick=True,
            chosen=ChosenArms(languages=["python"], methods=["os_write"]),
            seed=7,
            results=Root(str(tmp_path)),
            files=gate.SummaryFiles(markdown=summary),
            json=True,
        )
        return guarded(lambda: gate.gate(options))

    for verdict, code in CODES.items():
        summary = tmp_path / f"{verdict}.md"
        assert ended(verdict, summary) == code and summary.is_file()
        assert f'"verdict": "{verdict}"' in capsys.readouterr().out
