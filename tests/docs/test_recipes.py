"""The files on the recipes are what they say: the study is read, and both versions of the library do the job."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest

from commandline.command import Place
from iotrial.ask.tree import load
from iotrial.claims import claims_file

RECIPES = Path(__file__).resolve().parents[2] / "docs" / "recipes"

_FILE = re.compile(r"^File `([^`\n]+)`:\n\n```\w+\n(.*?)^```$", re.MULTILINE | re.DOTALL)

#: The library of the recipe on two versions, as it may be.
LIBRARY = """<?php

namespace Acme;

final class Log
{
    public function __construct(private string $path)
    {
    }

    public function write(string $record): void
    {
        file_put_contents($this->path, $record, FILE_APPEND);
    }
}
"""


def files(recipe: str) -> dict[str, str]:
    """The files that a recipe has its reader write, by their paths."""
    return dict(_FILE.findall((RECIPES / recipe).read_text(encoding="utf-8")))


@pytest.mark.parametrize("quick", [False, True], ids=["full", "quick"])
def test_the_article_of_the_recipe_is_read(tmp_path: Path, quick: bool) -> None:
    ((name, text),) = files("article.md").items()
    path = tmp_path / name
    path.write_text(text, encoding="utf-8")
    read = claims_file.load(path, load(), quick=quick)
    assert [claim.kind for claim in read.claims] == ["ratio", "slower"]
    assert read.article is not None and read.article.date == "2009"


def test_the_two_versions_differ_in_where_the_library_is() -> None:
    written = files("two-versions.md")
    assert set(written) == {f"bench/{version}/append/php/acme_log.php" for version in ("new", "old")}
    new, old = (written[f"bench/{version}/append/php/acme_log.php"].splitlines() for version in ("new", "old"))
    unlike = [(one, other) for one, other in zip(new, old, strict=True) if one != other]
    assert [one.replace("'NEW'", "'OLD'") for one, _ in unlike[1:]] == [other for _, other in unlike[1:]]
    assert len(unlike) == 2 and unlike[0][0].startswith("// ")


def test_both_versions_do_the_job(tmp_path: Path) -> None:
    if shutil.which("php") is None:
        pytest.skip("php is not installed")
    place = Place(tmp_path)
    for name, text in {**files("two-versions.md"), "src/Log.php": LIBRARY}.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    for version in ("new", "old"):
        place.environment[version.upper()] = str(tmp_path)
        done = place.run("check", "acme_log", "--with", str(tmp_path / "bench" / version))
        assert done.returncode == 0 and " ok" in done.stdout, done.stdout + done.stderr
