"""The list of planted faults fits the tree as it is: each patch applies, and each test that is named is there."""

from __future__ import annotations

import ast
from functools import cache

from planted.faults import ROOT, all_faults, why_it_does_not_apply

#: So many there are at least: who takes one away puts another in its place.
LEAST = 60


@cache
def functions_of(file: str) -> frozenset[str]:
    """The names of the test functions of a file."""
    path = ROOT / file
    tree = ast.parse(path.read_text(encoding="utf-8")) if path.is_file() else ast.Module([], [])
    return frozenset(node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef))


def test_there_are_enough_faults_and_each_is_named_once() -> None:
    said = [fault.what for fault in all_faults()]
    assert len(said) >= LEAST
    assert len({*said}) == len(said)


def test_each_patch_applies_to_the_tree_as_it_is() -> None:
    wrong = {fault.name: why_it_does_not_apply(fault, ROOT, only_check=True) for fault in all_faults()}
    assert not {name: why for name, why in wrong.items() if why}


def test_the_tests_that_are_named_are_there() -> None:
    missing = [
        (fault.name, test)
        for fault in all_faults()
        for test in fault.found_by
        for file, _, function in [test.partition("::")]
        if function.partition("[")[0] not in functions_of(file)
    ]
    assert not missing
