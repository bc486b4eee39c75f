"""The outputs of a failed sample go, whatever a method made of them, and nothing that they lead to."""

from __future__ import annotations

from pathlib import Path

import pytest

from iotrial.run.crew import Crew
from iotrial.run.hand import RealHand


@pytest.mark.parametrize("kind", [RealHand, Crew])
@pytest.mark.parametrize("where", ["the folder", "within it"])
def test_what_outputs_were_swapped_for_is_not_emptied(tmp_path: Path, kind: type[RealHand | Crew], where: str) -> None:
    precious = tmp_path / "precious"
    precious.mkdir()
    (precious / "file").write_text("mine")
    outputs = tmp_path / "outputs"
    if where == "the folder":
        outputs.symlink_to(precious)
    else:
        (outputs / "deep" / "er").mkdir(parents=True)
        (outputs / "deep" / "link").symlink_to(precious)
        (outputs / "log.0").touch()
    hand = kind.__new__(kind)
    hand._outputs = outputs
    hand._tidy()
    assert (precious / "file").read_text() == "mine"
    assert where == "the folder" or list(outputs.iterdir()) == []


@pytest.mark.parametrize("kind", [RealHand, Crew])
def test_outputs_that_a_method_removed_are_no_error(tmp_path: Path, kind: type[RealHand | Crew]) -> None:
    hand = kind.__new__(kind)
    hand._outputs = tmp_path / "not there"
    hand._tidy()
