"""A judgement that is kept beside a run: it says what the samples say, and is believed only while it can be right."""

from __future__ import annotations

import functools
import json
import random
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from iotrial.ask.level_factors import level_name
from iotrial.judge import cached_judgement as kept
from iotrial.judge.judge_run import judge_folder
from iotrial.judge.judged_run import JudgedRun
from iotrial.store.folder import judgements, parts, read_run
from iotrial.store.read import open_run
from iotrial.store.write import RunWriter
from judge import made

RATIOS = {"php/glob": 0.9, "php/iterator": 1.5}


@functools.cache
def whole(root: Path) -> Path:
    """A run with a judgement beside it, which no test changes."""
    levels = [made.level({"entries": count, "cache": "warm"}, "php/readdir", list(RATIOS)) for count in (100, 1000)]
    folder = made.store(root, made.run(levels), RATIOS)
    keep(folder)
    return folder


@pytest.fixture(scope="module")
def root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("whole")


@pytest.fixture
def run(tmp_path: Path, root: Path) -> Path:
    """A copy of it."""
    return Path(shutil.copytree(whole(root), tmp_path / whole(root).name))


def keep(folder: Path) -> None:
    text = kept.kept_text(open_run(folder))
    assert text is not None
    with RunWriter.resume(folder) as writer:
        writer.judgement(text)


def file_of(folder: Path) -> Path:
    """The judgement beside a run."""
    (path,) = judgements(folder).values()
    return path


def by_samples(monkeypatch: pytest.MonkeyPatch, folder: Path) -> bool:
    """If the samples were judged to answer."""
    asked: list[Path] = []

    def judge(one: Path) -> JudgedRun:
        asked.append(one)
        return judge_folder(one)

    monkeypatch.setattr(kept, "judge_folder", judge)
    found = kept.judged_of(folder, read_run(folder))
    assert found == judge_folder(folder)
    return bool(asked)


def test_it_says_what_the_samples_say(monkeypatch: pytest.MonkeyPatch, run: Path) -> None:
    assert not by_samples(monkeypatch, run)
    found = kept.judged_of(run, read_run(run))
    assert [level_name(level.level) for level in found.levels] == ["entries=100", "entries=1000"]  # no cache=warm
    assert all(level_name(at) for answer in found.answers for choice in answer.choices for at in choice.levels)


def test_no_sample_is_opened_for_it(run: Path) -> None:
    right = judge_folder(run)
    for part in parts(run).values():
        part.write_bytes(bytes(part.stat().st_size))
    assert kept.judged_of(run, read_run(run)) == right


def _with(change: Callable[[dict[str, Any]], None]) -> Callable[[Path], None]:
    """Change what is kept, with a checksum that is right."""

    def changed(run: Path) -> None:
        document = json.loads(file_of(run).read_text())
        change(document)
        with RunWriter.resume(run) as writer:
            writer.judgement(json.dumps(document).encode())

    return changed


def _arm(document: dict[str, Any]) -> dict[str, Any]:
    found: dict[str, Any] = document["judged"]["levels"][0]["arms"][1]
    return found


def _write(path: Path, data: bytes) -> None:
    path.write_bytes(data)


def _remove_a_part(run: Path) -> None:
    list(parts(run).values())[-1].unlink()


def _lengthen_a_part(run: Path) -> None:
    part = next(iter(parts(run).values()))
    part.write_bytes(part.read_bytes() + b"x")


def _change_the_record(run: Path) -> None:
    path = run / "run.json"
    path.write_text(
        path.read_text().replace('"margin":0.01', '"margin":0.02').replace('"margin": 0.01', '"margin": 0.02')
    )


def _flip_a_digit(run: Path) -> None:
    text = file_of(run).read_text()
    assert '"ratio": 1.5' in text or '"ratio": 1.4' in text
    file_of(run).write_text(text.replace('"ratio": 1.', '"ratio": 3.'))


def _make_it_a_folder(run: Path) -> None:
    path = file_of(run)
    path.unlink()
    path.mkdir()


SPOILT: dict[str, Callable[[Path], None]] = {
    "it is gone": lambda run: file_of(run).unlink(),
    "it is empty": lambda run: _write(file_of(run), b""),
    "it is cut short": lambda run: _write(file_of(run), file_of(run).read_bytes()[:-40]),
    "it is a folder": _make_it_a_folder,
    "a digit of it is another": _flip_a_digit,
    "a part is gone": _remove_a_part,
    "a part is longer": _lengthen_a_part,
    "the record is another": _change_the_record,
    "other code made it": _with(lambda kept: kept.update(rules="0" * 64)),
    "it is of another run": _with(lambda kept: kept["judged"].update(run="20261121-143055-aaaa")),
    "it lacks a level": _with(lambda kept: kept["judged"]["levels"].pop()),
    "it has another arm": _with(lambda kept: _arm(kept)["record"].update(arm="php/other")),
    "a ratio is 0": _with(lambda kept: _arm(kept).update(ratio=0)),
    "a ratio is below 0": _with(lambda kept: _arm(kept).update(low=-1.0)),
    "a ratio is endless": _with(lambda kept: _arm(kept).update(high=float("inf"))),
    "a ratio is none": _with(lambda kept: _arm(kept).update(ratio=float("nan"))),
    "it has a key too many": _with(lambda kept: kept.update(more=1)),
}


@pytest.mark.parametrize("why", SPOILT)
def test_the_samples_are_judged_again_if(monkeypatch: pytest.MonkeyPatch, run: Path, why: str) -> None:
    SPOILT[why](run)
    assert by_samples(monkeypatch, run)


def test_whatever_bits_are_flipped_it_says_nothing_else(monkeypatch: pytest.MonkeyPatch, run: Path) -> None:
    source = random.Random(1)
    path, record, right = file_of(run), read_run(run), judge_folder(run)
    monkeypatch.setattr(kept, "judge_folder", lambda folder: right)  # which is said if the file is not believed
    whole = path.read_bytes()
    for _ in range(20):
        data = bytearray(whole)
        for _ in range(source.randint(1, 4)):
            data[source.randrange(len(data))] ^= 1 << source.randrange(8)
        path.write_bytes(data)
        assert kept.judged_of(run, record) == right


def test_there_is_one_judgement_at_a_time(run: Path) -> None:
    before = file_of(run)
    with RunWriter.resume(run) as writer:
        data = before.read_bytes()
        writer.judgement(data + b" ")
        writer.judgement(data + b" ")
    assert file_of(run) != before


def test_a_copy_under_another_name_is_no_run_and_has_no_judgement(run: Path) -> None:
    other = run.with_name("20261121-143055-aaaa")
    shutil.copytree(run, other)
    text = (other / "run.json").read_text()
    (other / "run.json").write_text(text.replace(run.name, other.name))
    assert kept.judged_of(other, read_run(other)).run == other.name


def test_nothing_is_kept_of_a_run_with_a_damaged_part(run: Path) -> None:
    part = next(iter(parts(run).values()))
    part.write_bytes(part.read_bytes()[:-1])
    assert kept.kept_text(open_run(run)) is None
