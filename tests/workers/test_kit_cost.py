"""The method that does nothing, with which a kit is timed and a runtime looked at."""

from __future__ import annotations

from pathlib import Path

from iotrial.ask import tree
from iotrial.workers.kit_cost import empty_method

FIFTH_LANGUAGE = Path(__file__).resolve().parents[1] / "fifth_language"


def test_one_of_iotrials_own_is_taken_though_a_tree_brings_another(tmp_path: Path) -> None:
    folder = tmp_path / "methods" / "empty" / "python"
    folder.mkdir(parents=True)
    (folder / "a.py").write_text("# Does nothing.\n# Use it nowhere.\n\n\ndef nothing():\n    pass\n")
    catalog = tree.load([tmp_path])
    assert ("empty", "python/a") in catalog.methods
    method = empty_method(catalog, catalog.kits["python"])
    assert method is not None and method.arm == "python/nothing"


def test_a_kit_of_a_tree_is_timed_with_that_of_its_tree() -> None:
    catalog = tree.load([FIFTH_LANGUAGE])
    method = empty_method(catalog, catalog.kits["perl"])
    assert method is not None and method.path.is_relative_to(FIFTH_LANGUAGE)
