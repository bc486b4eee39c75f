"""The public API for jobs: a job.py imports it and the stdlib, and nothing else."""

from __future__ import annotations

import ast
import inspect
import sys
from pathlib import Path

import pytest

from iotrial import jobs
from iotrial.ask import tree
from iotrial.errors import UsageError
from iotrial.workers.task import task_of

ROOT = Path(__file__).resolve().parents[2]
JOBS = sorted(ROOT.glob("methods/*/job.py")) + sorted(ROOT.glob("tests/**/job.py"))


def imported(path: Path) -> set[str]:
    """Return every module and name that a file imports, wherever in it: `iotrial.jobs.Task` for a name of a module."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: a job.py is loaded by itself and belongs to no package"
            found |= {f"{node.module}.{alias.name}" for alias in node.names}
    return found


@pytest.mark.parametrize("path", JOBS, ids=lambda path: path.parent.name)
def test_a_job_imports_the_public_api_and_the_stdlib_alone(path: Path) -> None:
    public = {"iotrial.jobs", *(f"iotrial.jobs.{name}" for name in jobs.__all__)}
    others = {name for name in imported(path) if name.partition(".")[0] not in sys.stdlib_module_names}
    assert others <= public, f"{path} imports {sorted(others - public)}: a job.py takes what it needs from iotrial.jobs"


def test_everything_in_the_public_api_is_there_and_says_what_it_is() -> None:
    for name in jobs.__all__:
        value = getattr(jobs, name)
        if inspect.isclass(value) or inspect.isfunction(value):
            assert value.__doc__ and not value.__doc__.startswith(value.__name__ + "("), f"{name} has no docstring"


def test_everything_in_the_public_api_is_used_by_a_job() -> None:
    used = {name.rpartition(".")[2] for path in JOBS for name in imported(path)}
    used |= {"Task", "task_of_inputs"}  # taken as jobs.Task, and by the job that `vs` writes
    unused = set(jobs.__all__) - used
    assert not unused, f"{sorted(unused)} are in iotrial.jobs and no job needs them"


@pytest.mark.parametrize(
    ("text", "line", "words"),
    [
        ("from iotrial.jobs import Taks\n", ":1", "ImportError"),
        ("x = 1\ny = x +\n", ":2", "SyntaxError"),
        ("\n\nraise ValueError('so there')\n", ":3", "so there"),
        ("Task = 3\n", "job.py", "defines no class Task"),
    ],
    ids=["import", "syntax", "error", "no class"],
)
def test_a_job_that_cannot_be_loaded_is_a_problem_with_its_line(
    text: str, line: str, words: str, tmp_path: Path
) -> None:
    folder = tmp_path / "methods" / "broken"
    folder.mkdir(parents=True)
    (folder / "job.toml").write_text('summary = "Break."\nwork = "calls"\n')
    (folder / "job.py").write_text(text)
    catalog = tree.load([tmp_path])
    with pytest.raises(UsageError) as caught:
        task_of(catalog.jobs["broken"], {}, tmp_path)
    (problem,) = caught.value.problems
    assert words in problem.message and problem.where is not None and problem.where.endswith(line)
    assert "iotrial_job_broken" not in sys.modules
