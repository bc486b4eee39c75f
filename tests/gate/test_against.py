"""The earlier texts that a gate compares with today's: a folder, or the texts of a stored run."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType

import pytest

from iotrial.ask import tree
from iotrial.ask.catalog import Catalog, Job
from iotrial.ask.shaped import SHARED, adapter_of, text_of_adapter
from iotrial.errors import UsageError
from iotrial.gate.against import Against, find_against, is_changed, sides
from iotrial.store.record import VariantRecord
from iotrial.store.stored_texts import texts_of
from judge import made

ARM = "python/os_write"


@pytest.fixture(scope="module")
def catalog() -> Catalog:
    return tree.load()


@pytest.fixture
def job(catalog: Catalog) -> Job:
    return catalog.jobs["append"]


def text_of(catalog: Catalog) -> str:
    return catalog.methods[("append", ARM)].path.read_text()


def write(path: Path, text: str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    return path


def find(given: Path | str, catalog: Catalog, tmp_path: Path) -> Against:
    return find_against(str(given), catalog.jobs["append"], catalog, tmp_path / "results", tmp_path / "made")


def refused(given: Path | str, catalog: Catalog, tmp_path: Path) -> str:
    with pytest.raises(UsageError) as caught:
        find(given, catalog, tmp_path)
    return str(caught.value)


def stored(
    tmp_path: Path, texts: dict[str, str], *, beside: Mapping[str, str] = MappingProxyType({}), **given: object
) -> Path:
    """A run of arms, each with its text, and of other texts."""
    hashes = {name: hashlib.sha256(text.encode()).hexdigest() for name, text in texts.items()}
    arms = []
    for name in texts:
        of, _, label = name.partition("@")
        variant = VariantRecord(of=of, label=label) if label else None
        arms.append(made.arm(name, method_sha256=hashes[name], variant=variant))
    level = made.level({"records": 1}, "php/x", arms)
    kept = {hashes[name]: text for name, text in texts.items()} | dict(beside)
    return made.store(tmp_path / "results", made.run([level], **{"job": "append", "texts": kept, **given}), sweeps=0)


@pytest.mark.parametrize("top", ["", "methods"])
def test_a_folder_of_methods_is_read_with_and_without_a_folder_for_them(
    catalog: Catalog, tmp_path: Path, top: str
) -> None:
    write(tmp_path / "before" / top / "append" / "python" / "os_write.py", text_of(catalog))
    found = find(tmp_path / "before", catalog, tmp_path)
    assert list(found.methods) == [ARM] and found.told == ()


def test_a_folder_without_a_method_of_the_job_is_refused(catalog: Catalog, tmp_path: Path) -> None:
    write(tmp_path / "before" / "list" / "python" / "os_write.py", text_of(catalog))
    assert "holds no method of append" in refused(tmp_path / "before", catalog, tmp_path)
    file = write(tmp_path / "file", "x")
    assert "is a file" in refused(file, catalog, tmp_path)
    assert "no run in the folder /no/such/folder" in refused("/no/such/folder", catalog, tmp_path)
    assert "no run" in refused(3000 * "x", catalog, tmp_path)


def test_a_broken_old_text_is_refused_with_its_line(catalog: Catalog, tmp_path: Path) -> None:
    path = write(tmp_path / "before" / "append" / "python" / "os_write.py", "# What it is.\n# colour: red\n")
    assert f"{path}:2: unknown key 'colour'" in refused(tmp_path / "before", catalog, tmp_path)


def test_a_language_without_a_kit_is_nobodys_business(catalog: Catalog, tmp_path: Path) -> None:
    write(tmp_path / "before" / "append" / "python" / "os_write.py", text_of(catalog))
    write(tmp_path / "before" / "append" / "cobol" / "log.cob", "x")
    assert list(find(tmp_path / "before", catalog, tmp_path).methods) == [ARM]


def test_a_job_and_a_kit_that_changed_are_told(catalog: Catalog, job: Job, tmp_path: Path) -> None:
    before = tmp_path / "before"
    write(before / "methods" / "append" / "python" / "os_write.py", text_of(catalog))
    write(before / "methods" / "append" / "job.toml", (job.folder / "job.toml").read_text())
    kit = catalog.kits["python"]
    write(before / "kits" / "python" / "jobs" / "append.py", text_of_adapter(kit, "append"))
    for shape in ("appends", SHARED):
        path = before / "kits" / "python" / "shapes" / kit.adapter_of_shape(shape).name
        write(path, kit.adapter_of_shape(shape).read_text())
        assert find(before, catalog, tmp_path).told == ()
        write(path, "# older\n")
        assert "the python kit or its adapter has changed" in find(before, catalog, tmp_path).told[0]
        path.unlink()
    write(before / "methods" / "append" / "job.py", "# older\n")
    write(before / "kits" / "python" / "jobs" / "append.py", "# older\n")
    for given in (before, before / "methods"):
        job_told, kit_told = find(given, catalog, tmp_path).told
        assert "the job append has changed (job.py)" in job_told
        assert "the python kit or its adapter has changed" in kit_told


def test_the_texts_of_a_run_are_the_old_ones(catalog: Catalog, tmp_path: Path) -> None:
    folder = stored(tmp_path, {ARM: text_of(catalog) + "\n# older\n"})
    for given in ("last", folder.name, folder.name[:12]):
        found = find(given, catalog, tmp_path)
        assert found.methods[ARM].path.read_text().endswith("# older\n")
        assert found.name == f"the run {folder.name}"
    assert any("python kit" in told for told in found.told)  # this run stored no kit at all


def test_a_run_with_todays_kit_has_nothing_to_tell(catalog: Catalog, tmp_path: Path) -> None:
    kit = catalog.kits["python"]
    beside = {path.name: path.read_text() for path in (kit.program, adapter_of(kit, "append"))}
    stored(tmp_path, {ARM: text_of(catalog)}, beside=beside)
    assert find("last", catalog, tmp_path).told == ()


def test_a_run_of_another_job_or_without_texts_is_refused(catalog: Catalog, tmp_path: Path) -> None:
    stored(tmp_path, {ARM: "x"}, job="list")
    assert "is of the job list, not of append" in refused("last", catalog, tmp_path)
    stored(tmp_path, {}, run="20261122-143055-k3x9")
    assert "stored no text of a method" in refused("last", catalog, tmp_path)


def test_a_folder_that_has_the_name_of_a_run_is_asked_about(
    catalog: Catalog, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = stored(tmp_path, {ARM: text_of(catalog)})
    monkeypatch.chdir(tmp_path)
    (tmp_path / folder.name).mkdir()
    assert "is a folder here and a stored run" in refused(folder.name, catalog, tmp_path)


def test_of_a_gate_the_new_texts_are_what_it_left() -> None:
    texts = {"a": "old text", "b": "new text", "c": "as ever"}
    arms = [
        made.arm(f"php/x@{label}", method_sha256=sha256, variant=VariantRecord(of="php/x", label=label))
        for label, sha256 in (("new", "b"), ("old", "a"))
    ]
    arms += [
        made.arm(f"php/y@{label}", method_sha256="c", variant=VariantRecord(of="php/y", label=label))
        for label in ("8.2", "8.4")
    ]
    run = made.run([made.level({"n": 1}, "php/z", arms)], texts=texts)
    assert texts_of(run) == {"php/x": "new text", "php/y": "as ever"}


def test_old_and_new_are_copies_whose_paths_have_one_length(catalog: Catalog, job: Job, tmp_path: Path) -> None:
    write(tmp_path / "before" / "append" / "python" / "os_write.py", text_of(catalog) + "\n# older\n")
    older = find(tmp_path / "before", catalog, tmp_path).methods
    (old, new) = sides(job, catalog, older, [ARM], tmp_path / "made")[ARM]
    assert (old.arm, new.arm) == (f"{ARM}@old", f"{ARM}@new")
    assert len(str(old.method.path)) == len(str(new.method.path))
    assert new.method.path.read_text() == text_of(catalog) != old.method.path.read_text()
    assert is_changed([old, new]) and not is_changed([new, new])


def test_an_arm_with_parameters_is_held_against_the_same_of_a_folder_and_of_a_run(
    catalog: Catalog, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    arm = "python/by_pieces(piece_records=10)"
    text = "# By pieces.\n# parameters: piece_records 1..100\n\nPIECE_RECORDS = 50\n"
    write(tmp_path / "before" / "append" / "python" / "by_pieces.py", text)
    folder = find(tmp_path / "before", catalog, tmp_path)
    assert list(folder.methods) == ["python/by_pieces"] and arm in folder.methods
    texts = {ARM: text_of(catalog), "python/by_pieces": text, arm: text.replace("50", "10")}
    run = find(stored(tmp_path, texts).name, catalog, tmp_path)
    assert set(run.methods) == set(texts)
    for found in (folder.methods[arm], run.methods[arm]):
        assert found.path.read_text() == texts[arm] and found.arm == arm
