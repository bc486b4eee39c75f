"""Published files: what they hold, what never gets into one, and what is refused."""

from __future__ import annotations

import hashlib
import json
import subprocess
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from iotrial.ask import tree
from iotrial.ask.catalog import Catalog
from iotrial.ask.level_factors import said
from iotrial.ask.method_text import text_of
from iotrial.claims.judged_claim import ClaimFlip, ClaimLevel, FairFigures, JudgedClaim
from iotrial.cli.options import root
from iotrial.cli.publish import PublishOptions, publications, publish
from iotrial.errors import UsageError
from iotrial.judge.judge_run import judge_folder
from iotrial.judge.judged_level import JudgedLevel
from iotrial.measure.budget_priority import FAR_SLOWER_THAN, NO_TIME, QUICKER_ALIKE, UNLIKE
from iotrial.publish.own_text import OwnText
from iotrial.publish.own_words import LEFT_OUT, OwnWords, own_words
from iotrial.publish.publish_run import strange_texts
from iotrial.publish.published_file import published_file, published_text
from iotrial.publish.published_run import PublishedRun
from iotrial.publish.published_set import published_set
from iotrial.publish.signature import MARK, signature_of
from iotrial.publish.without_names import WithoutNames
from publish.planted_names import KINDS, PLACES, planted
from sentences.drawn import KINDS as DRAWN
from stored_runs import made_up, packed


@pytest.fixture(scope="module")
def catalog() -> Catalog:
    return tree.load()


@pytest.fixture(scope="module")
def words(catalog: Catalog) -> OwnWords:
    return own_words(catalog)


def published(folder: Path, catalog: Catalog, words: OwnWords) -> PublishedRun:
    return publications([folder], folder.parent, catalog, words)[0].published


def _figures(level: JudgedLevel) -> list[tuple[object, ...]]:
    return [(arm.arm, arm.called, arm.median_ns, arm.ratio, arm.low, arm.high, arm.verdict) for arm in level.arms]


def test_what_is_read_back_is_what_the_run_says(tmp_path: Path, catalog: Catalog, words: OwnWords) -> None:
    for name in ("readfile", "sizes", "served", "ram-drive"):
        folder = packed.unpack(name, tmp_path / name)
        run = published(folder, catalog, words)
        path = tmp_path / f"{name}.json"
        path.write_text(published_text([run]))
        (again,) = published_file(path).runs
        judged = judge_folder(folder)
        assert again == run
        mine = again.judged
        assert mine.answers == judged.answers and mine.level_answers == judged.level_answers
        assert mine.effects == judged.effects and mine.costs == judged.costs
        for level, other in zip(mine.levels, judged.levels, strict=True):
            assert level.level == other.level and said(level.level) == said(other.level)
            assert _figures(level) == _figures(other)
        assert strange_texts(again, words) == 0, name
        assert name != "readfile" or (len(again.texts) == 9 and len(again.claims) == 24)


def test_a_run_of_before_is_published_in_todays_words(tmp_path: Path, catalog: Catalog) -> None:
    job = catalog.jobs["append"]
    conditions = {**job.conditions, "append": {"no": "the log may begin anew"}}
    today = replace(catalog, jobs={**catalog.jobs, "append": replace(job, conditions=conditions)})
    folder = packed.unpack("ram-drive", tmp_path)
    assert job.conditions["append"]["no"] in judge_folder(folder).model_dump_json()
    text = published_text([published(folder, today, own_words(today))])
    assert "the log may begin anew" in text and job.conditions["append"]["no"] not in text


def test_nothing_planted_gets_into_a_file(tmp_path: Path, catalog: Catalog, words: OwnWords) -> None:
    folder = packed.unpack("memory", tmp_path)
    secrets = dict(planted(folder))
    assert len(secrets) == len(PLACES) >= 30
    record = (folder / "run.json").read_text()
    assert all(text in record for text in secrets.values())
    shown = judge_folder(folder).model_dump_json()
    assert sum(text in shown for text in secrets.values()) >= 20  # what `show --json` prints has them
    (one,) = publications([folder], tmp_path, catalog, words)
    text = published_text([one.published])
    stems = [kind.format("").rstrip(".") for kind in KINDS]
    found = [place for place, secret in secrets.items() if secret in text] + [stem for stem in stems if stem in text]
    assert not found
    assert {"names of your own", "messages", "folders of targets", "paths of runtimes"} <= set(one.left_out)
    assert strange_texts(one.published, words) == 0
    named = one.published.judged.model_copy(update={"question": "Is it quicker for alice?"})
    assert strange_texts(one.published.model_copy(update={"judged": named}), words) == 1
    path = tmp_path / "planted.json"
    path.write_text(text)
    assert published_file(path).problems == []


def test_words_for_the_values_of_a_factor_stay_whatever_the_values_are_called(
    tmp_path: Path, catalog: Catalog, words: OwnWords
) -> None:
    judged = judge_folder(packed.unpack("readfile", tmp_path))
    sinks = catalog.jobs["deliver"].factors["sink"].said
    assert isinstance(sinks, dict) and sinks["file"] == "into a file"
    told = {
        "sink": {**sinks, "host": "to alice", "zeus": "to zeus"},
        "folder": "alice's",
        "clients": "{} clients at once",
    }
    without = WithoutNames(OwnText(words))
    document = without.run(judged.model_copy(update={"said": told}), None)
    assert document["said"] == {"sink": dict(sinks), "clients": "{} clients at once"}
    assert without.left_out["names of your own"] >= 3


def test_a_claim_that_depends_on_a_factor_is_published_as_it_was_judged(
    tmp_path: Path, catalog: Catalog, words: OwnWords
) -> None:
    given = published(packed.unpack("list-directory", tmp_path), catalog, words)
    flip = ClaimFlip(factor="entries", between=((10, 1000),), verdicts=((10, "opposite here"), (10000, "confirmed")))
    levels = (ClaimLevel(level="entries=10", verdict="opposite here", measured=0.5),)
    figures = FairFigures(measured=1.5, low=1.2, high=1.8, said=None, level="entries=10", arm="c/readdir", over=None)
    told = {"flips": (flip,), "levels": levels, "fair": figures, "where_levels": ("entries=10",), "readers": ("bare",)}
    claim = next(one for one in given.claims if not one.ours).model_copy(update=told)
    document = WithoutNames(OwnText(words)).claim(claim.model_dump(mode="json"))
    assert document is not None and JudgedClaim.model_validate(document, strict=False) == claim


def test_the_code_of_every_method_is_published_of_folders_too(catalog: Catalog, words: OwnWords) -> None:
    hashes = {name: hashlib.sha256(text_of(method).encode()).hexdigest() for name, method in catalog.methods.items()}
    assert {name for name, digest in hashes.items() if digest not in words.texts} == set()


def test_texts_that_name_nobody_stay(words: OwnWords) -> None:
    own = OwnText(words)
    for text in ("php/readfile", "glob.glob() (3.11.2)", "shutil.copyfileobj() with piece_bytes=4096", "20 %", "1.5"):
        assert own.is_own(text) or own.is_plain(text), text
    for text in ("read() and write() of 4 KiB", "pread() by 2 threads", "read() of 64 KiB at once with readers=3"):
        assert own.is_own(text), text
    assert not own.is_own("read() and write() of alice KiB") and not own.is_own("alice() of 4 KiB")
    for text in ("php/alice", "glob.glob() (alice)", "fread() with alice=3", "mark", "10.20.30.40", "123456789", "a@b"):
        assert not own.is_own(text), text
    told = "the clock moves in steps of 20 ns, 3.1% of a sample"
    assert own.caution("coarse_clock", told) == told
    assert own.caution("not_traced", "system calls were not traced: ask root@zeus") == "system calls were not traced: …"
    assert own.runtime("PHP 8.2.36 (alice), zeus 1.2") == "PHP 8.2.36"
    for why in (NO_TIME, FAR_SLOWER_THAN.format(times="5.4", name="php/readfile"), UNLIKE):
        assert own.sentence(why) == why
    assert own.sentence(QUICKER_ALIKE.format(name="php/alice")) == QUICKER_ALIKE.format(name=LEFT_OUT)
    assert own.sentence("alice had no time for it") is None


def _changed(path: Path, change: Any) -> Path:
    """Change the document of a file, and let its checksum be right."""
    document = json.loads(path.read_text())
    change(document)
    body = json.dumps(document["runs"], ensure_ascii=False, separators=(",", ":"))
    document["sha256"] = hashlib.sha256(body.encode()).hexdigest()
    other = path.with_name("changed.json")
    other.write_text(json.dumps(document, ensure_ascii=False, separators=(",", ":")))
    return other


def test_bad_files_are_named_and_left_out(tmp_path: Path, catalog: Catalog, words: OwnWords) -> None:
    path = tmp_path / "good.json"
    path.write_text(published_text([published(packed.unpack("readfile", tmp_path / "runs"), catalog, words)]))
    text = path.read_text()

    def first(document: Any) -> Any:
        return document["runs"][0]["judged"]

    def arm(document: Any) -> Any:
        return next(one for one in first(document)["levels"][0]["arms"] if one["verdict"] == "slower")

    def method(document: Any) -> Any:
        return document["runs"][0]["texts"]

    wrong = {
        "is of version 2": lambda one: one.update(format=2),
        "is not what `iotrial publish` writes": lambda one: one.update(document="mine"),
        "came apart, so no verdict": lambda one: first(one).update(invalid="yes"),
        "came apart, and it does not say so": lambda one: first(one)["placebo"].update(low=1.2, high=1.3),
        "did not come to its end": lambda one: first(one).update(complete=False),
        "is called slower, and its interval does not": lambda one: arm(one).update(low=0.5),
        "nothing was measured": lambda one: first(one).update(levels=[]),
        "is not the one that was measured": lambda one: method(one).update({next(iter(method(one))): "mine"}),
        "'../../evil' is no name": lambda one: first(one).update(run="../../evil"),
        "'..' is no name": lambda one: first(one)["answers"][0].update(language=".."),
        "'javascript:alert(1)' is no name": lambda one: one["runs"][0]["claims"][0].update(
            address="javascript:alert(1)"
        ),
        "is not as the schema has it": lambda one: first(one).update(alice=1),
        "not as the schema has it: judged": lambda one: one["runs"][0].pop("judged"),
    }
    for told, change in wrong.items():
        found = published_file(_changed(path, change))
        assert not found.runs and any(told in line for line in found.problems), (told, found.problems)
        assert all("\n" not in line for line in found.problems)
    for damaged in (text[:-50], text.replace("0.01", "0.02", 1), "[]", "[" * 100_000, text.replace("true", "NaN", 1)):
        other = tmp_path / "damaged.json"
        other.write_text(damaged)
        found = published_file(other)
        assert not found.runs and len(found.problems) == 1, damaged[:40]
    assert published_file(tmp_path / "none.json").problems


def _key(folder: Path, name: str) -> Path:
    path = folder / name
    command = ["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-C", "", "-f", str(path)]
    subprocess.run(command, check=True, stdin=subprocess.DEVNULL)
    return path


def test_a_file_is_signed_with_an_ssh_key_and_a_change_is_seen(
    tmp_path: Path, catalog: Catalog, words: OwnWords, capsys: pytest.CaptureFixture[str]
) -> None:
    folder, path = packed.unpack("readfile", tmp_path / "runs"), tmp_path / "good.json"
    key = _key(tmp_path, "key")
    given = PublishOptions(names=[folder.name], output=path, sign=key, results=root(str(folder.parent)))
    publish(given)
    assert capsys.readouterr().out.splitlines() == [str(path), f"{path}.sig"]
    found = published_set([path])
    mark = subprocess.run(["ssh-keygen", "-lf", str(key)], check=True, capture_output=True, text=True).stdout.split()[1]
    assert len(found.runs) == 1 and found.signed_by == {path: f"ED25519 key {mark}"}
    publish(PublishOptions(names=[str(path)], check=True))
    assert f"{path}: signed with the ED25519 key {mark}" in capsys.readouterr().out
    publish(given)  # both are its own, and written again
    signature, text = signature_of(path), path.read_text()
    good = signature.read_bytes()
    other = subprocess.run(
        ["ssh-keygen", "-Y", "sign", "-q", "-f", str(key), "-n", "file"], input=path.read_bytes(), capture_output=True
    ).stdout
    assert other.startswith(MARK.encode())  # of the same file by the same key, for another purpose
    for bad in (b"", b"x" * 100, good[:-60], good.replace(b"A", b"B"), b"x" * (1 << 20), other):
        signature.write_bytes(bad)
        found = published_set([path])
        assert not found.runs and [told.partition(" ")[0] for _, told in found.problems] == [signature.name], bad[:40]
    signature.write_bytes(good)
    path.write_text(published_text(published_file(path).runs[:1] * 2))
    assert not published_set([path]).runs
    path.write_text(text)
    signature.unlink()
    signature.symlink_to(tmp_path / "key")
    assert "is no signature" in published_set([path]).problems[0][1]
    signature.unlink()
    assert published_set([path]).signed_by == {}


def test_what_cannot_sign_is_said_before_anything_is_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder, path = packed.unpack("readfile", tmp_path / "runs"), tmp_path / "good.json"
    for key, told in (("none", "is no file"), ("runs", "is no file")):
        with pytest.raises(UsageError, match=told):
            publish(
                PublishOptions(names=[folder.name], output=path, sign=tmp_path / key, results=root(str(folder.parent)))
            )
    mine = signature_of(path)
    mine.write_text("mine")
    with pytest.raises(UsageError, match="did not write it"):
        given = PublishOptions(
            names=[folder.name], output=path, sign=_key(tmp_path, "key"), results=root(str(folder.parent))
        )
        publish(given)
    assert mine.read_text() == "mine" and not path.exists()
    mine.unlink()
    no_key = tmp_path / "no-key"
    no_key.write_text("mine")
    with pytest.raises(UsageError, match="does not sign"):
        publish(PublishOptions(names=[folder.name], output=path, sign=no_key, results=root(str(folder.parent))))
    assert path.exists() and not mine.exists()
    monkeypatch.setenv("PATH", "")
    with pytest.raises(UsageError, match="not installed"):
        publish(
            PublishOptions(names=[folder.name], output=path, sign=tmp_path / "key", results=root(str(folder.parent)))
        )
    mine.write_text("x")
    assert "cannot be checked" in published_set([path]).problems[0][1]


def test_two_of_one_name_are_taken_only_if_they_are_the_same(tmp_path: Path, catalog: Catalog, words: OwnWords) -> None:
    path = tmp_path / "good.json"
    path.write_text(published_text([published(packed.unpack("readfile", tmp_path / "runs"), catalog, words)]))
    same = tmp_path / "same.json"
    same.write_text(path.read_text())
    found = published_set([path, same])
    assert len(found.runs) == 1
    ((named, told),) = found.problems
    assert named == same and told.endswith("is in good.json already")
    other = _changed(path, lambda one: one["runs"][0]["judged"].update(seed=1))
    found = published_set([path, other])
    assert not found.runs and {one for one, _ in found.problems} == {path, other}


def test_a_run_that_fails_its_controls_is_not_published(tmp_path: Path, catalog: Catalog, words: OwnWords) -> None:
    assert "invalid_run" in DRAWN
    folder = made_up.write("invalid_run", 1, 4, tmp_path)
    with pytest.raises(UsageError, match="came apart"):
        published(folder, catalog, words)
