"""Trees made for tests: a project of two languages and one job, and a user's tree beside it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from iotrial.ask import kit_file, tree, typed_method
from iotrial.ask.catalog import Catalog
from iotrial.errors import Problem, UsageError

JOB = """\
summary = "Append records."
work = "records"

[factors.records]
summary = "records written"
unit = "count"
default = 100

[factors.ending]
summary = "last byte"
choices = ["newline", "none"]
default = "newline"

[guarantees]
visible = ["each record", "at the end"]
lock = ["none", "record"]
"""

KIT = """\
protocol = 1
extension = "{extension}"
comment = "{comment}"
find = ["{language}"]
version = ["{{runtime}}", "--version"]
run = ["{{runtime}}", "{{kit}}", "{{adapter}}", "{{method}}"]
"""

METHOD = """\
# print: each record in a call of its own.
# Use it when others read along.
# tags: article
# visible: each record
# lock: none
"""


def write(path: Path, text: str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    return path


def kit(folder: Path, language: str, extension: str, comment: str = "#") -> None:
    write(
        folder / "kits" / language / "kit.toml",
        KIT.format(language=language, extension=extension, comment=comment),
    )
    write(folder / "kits" / language / f"kit.{extension}", "")


def project(folder: Path) -> Path:
    """A whole tree: the languages perl and sh, the job append, one method in each."""
    kit(folder, "perl", "pl")
    kit(folder, "sh", "sh")
    write(folder / "methods" / "append" / "job.toml", JOB)
    write(folder / "methods" / "append" / "job.py", "")
    write(folder / "methods" / "append" / "perl" / "print.pl", METHOD)
    write(folder / "methods" / "append" / "sh" / "echo.sh", "#!/bin/sh\n" + METHOD)
    return folder


@pytest.fixture
def ours(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The project's tree, in place of the real one."""
    folder = project(tmp_path / "ours")
    for module in (tree, kit_file, typed_method):
        monkeypatch.setattr(module, "root", lambda: folder)
    return folder


def problems_of(load: Callable[[], object]) -> list[Problem]:
    with pytest.raises(UsageError) as caught:
        load()
    return caught.value.problems


def lines_of(load: Callable[[], object]) -> list[str]:
    return [problem.line() for problem in problems_of(load)]


def load_lines(*trees: Path) -> list[str]:
    return lines_of(lambda: tree.load(trees))


def arms(catalog: Catalog, job: str = "append") -> Sequence[str]:
    return [method.arm for method in catalog.methods_of(job)]
