"""What is kept of a test file is what pytest takes instead of rewriting it."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest
from _pytest.assertion import rewrite

from rewritten import files_of, keep


def test_pytest_takes_what_is_kept_of_a_file_until_its_text_is_another(
    tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    path = tmp_path / "test_made.py"
    hook = rewrite.AssertionRewritingHook(request.config)

    def imported() -> Any:
        spec = importlib.util.spec_from_file_location("test_made", path, loader=hook)
        assert spec is not None
        module = importlib.util.module_from_spec(spec)
        with patch.object(rewrite, "_rewrite_test", side_effect=InterruptedError("it is rewritten")):
            hook.exec_module(module)
        return module

    for right in (3, 4):
        path.write_text(f"def test_sum():\n    assert 1 + 1 == {right}\n")
        with pytest.raises(InterruptedError):
            imported()
        keep(request.config, path)
        with pytest.raises(AssertionError, match=rf"assert \(1 \+ 1\) == {right}"):
            imported().test_sum()


def test_the_files_are_those_that_pytest_imports_for_its_words(tmp_path: Path) -> None:
    for name in ("test_a.py", "made.py", "room/conftest.py", "room/test_b.py"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).touch()
    assert {path.name for path in files_of([str(tmp_path)])} == {"test_a.py", "conftest.py", "test_b.py"}
    assert files_of([f"{tmp_path}/test_a.py::test_x", f"{tmp_path}/test_a.py"]) == [tmp_path / "test_a.py"]
