"""A study file to begin with: it is read as it stands, in every job, and every key that there is is explained in it."""

from __future__ import annotations

import dataclasses
from pathlib import Path

import pytest

from claims.test_file import CATALOG
from iotrial.ask.study_keys import LEVEL_KEYS, StudyKeys
from iotrial.ask.toml_file import keys_of
from iotrial.claims import kinds
from iotrial.claims.begun_article import ARTICLE_KEYS, CLAIM_KEYS, FIGURES_KEYS, begun_article
from iotrial.claims.claim import Article, Claim
from iotrial.claims.claims_file import load
from iotrial.claims.own_table import FiguresKeys
from iotrial.cli.new import NewArticleOptions, new_article
from iotrial.errors import UsageError

JOBS = [job for job in CATALOG.jobs.values() if job.is_asked_about]


def test_it_is_read_in_each_job(tmp_path: Path) -> None:
    wrong = {}
    for job in JOBS:
        path = tmp_path / f"of-{job.name}.toml"
        path.write_text(begun_article(path.stem, job, CATALOG))
        try:
            for quick in (True, False):
                study = load(path, CATALOG, quick=quick)
                assert study.study.job == job.name and len(study.claims) == 1 and study.article is not None
        except UsageError as error:
            wrong[job.name] = [problem.line() for problem in error.problems]
    assert not wrong


def test_every_key_that_there_is_is_explained() -> None:
    assert set(CLAIM_KEYS) == {*keys_of(Claim), "kind"}
    assert set(ARTICLE_KEYS) == {one.name for one in dataclasses.fields(Article)}
    assert set(FIGURES_KEYS) == set(keys_of(FiguresKeys))
    text = begun_article("on-logs", CATALOG.jobs["append"], CATALOG)
    tables = ("levels", "quick", "article", "sources", "figures", "claims")
    keys = [*(key for key in StudyKeys.model_fields if key not in tables), *LEVEL_KEYS, *CLAIM_KEYS, *ARTICLE_KEYS]
    keys += CATALOG.jobs["append"].factors
    assert not [key for key in keys if f"\n{key} = " not in text and f"\n# {key} = " not in text]
    assert not [key for key in tables if f"[{key}]" not in text]
    assert not [kind for kind in kinds.names() if f"\n# {kind}: " not in text and f"\n# {kind} (" not in text]
    assert max(map(len, text.splitlines())) <= 120


def test_a_job_of_one_method_has_nothing_to_compare() -> None:
    with pytest.raises(ValueError, match="the job empty has no two methods"):
        lone = {key: method for key, method in CATALOG.methods.items() if key == ("empty", "c/empty")}
        begun_article("x", CATALOG.jobs["empty"], dataclasses.replace(CATALOG, methods=lone))


def test_what_is_there_is_never_written_over(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    new_article(NewArticleOptions(name="on-lists.toml", job="list"))
    written = Path("on-lists.toml").read_text()
    assert load(Path("on-lists.toml"), CATALOG, quick=True).study.job == "list"
    Path("on-lists.toml").write_text(f"{written}# mine\n")
    told = []
    for name, job in (("on-lists", "list"), ("a/b", None), (None, None), ("c", "nope"), ("..", None)):
        with pytest.raises(UsageError) as failure:
            new_article(NewArticleOptions(name=name, job=job))
        told.append(failure.value.problems[0].line())
    Path("dangling.toml").symlink_to("elsewhere")
    with pytest.raises(UsageError, match=r"dangling\.toml is there already"):
        new_article(NewArticleOptions(name="dangling"))
    Path("dangling.toml").unlink()
    assert Path("on-lists.toml").read_text() == f"{written}# mine\n" and len(list(tmp_path.iterdir())) == 1
    assert told == [
        "on-lists.toml is there already, and is not written over",
        "'a/b' is no name: letters, digits, dots and dashes",
        "the study has no name",
        "no job is called 'nope'",
        "'..' is no name: letters, digits, dots and dashes",
    ]
