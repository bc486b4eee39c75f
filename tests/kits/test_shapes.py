"""A job that has a shape needs no adapter in any language: a description, its inputs, and a snippet for each method."""

from __future__ import annotations

import os
from dataclasses import replace
from math import prod
from pathlib import Path

import pytest

from in_memory import folder_in_memory
from iotrial.ask import tree
from iotrial.ask.catalog import SHAPES, JobShape, Method
from iotrial.ask.shaped import adapter_of, text_of_adapter
from iotrial.errors import UsageError
from iotrial.measure.check_methods import check
from iotrial.workers.worker import Command, Worker
from kits.made import ROOT, program_for, quick, with_own_worker

CATALOG = tree.load([ROOT / "tests" / "new_job"])
OURS = with_own_worker(tree.load())

#: Functions that give one number, the size of a file.
SNIPPETS = {
    "c": """
#include <stdint.h>
#include <sys/stat.h>
int64_t file_size(const char *path) {
    struct stat about;
    return stat(path, &about) < 0 ? -1 : about.st_size;
}
""",
    "cpp": """
#include <cstdint>
#include <filesystem>
#include <string>
std::int64_t file_size(const std::string &path) {
    return static_cast<std::int64_t>(std::filesystem::file_size(std::filesystem::path(path)));
}
""",
    "go": """
package main
import "os"
func fileSize(path string) (int64, error) {
	about, err := os.Stat(path)
	if err != nil {
		return 0, err
	}
	return about.Size(), nil
}
""",
    "java": """
import java.nio.file.Files;
import java.nio.file.Path;
final class FileSize {
    static long fileSize(Path path) throws Exception { return Files.size(path); }
}
""",
    "javascript": "import fs from 'node:fs';\nexport const fileSize = (path) => fs.statSync(path).size;\n",
    "php": "<?php\nfunction file_size(string $path): int { return filesize($path); }\n",
    "python": "import os\n\n\ndef file_size(path):\n    return os.path.getsize(path)\n",
    "rust": """
use std::{fs, io, path::Path};
pub fn file_size(path: &Path) -> io::Result<u64> {
    Ok(fs::metadata(path)?.len())
}
""",
}

#: The jobs that are built of a description, their inputs and a snippet in each language, of each shape that none of our
#: own has without more.
NEW = sorted(path.name for path in (ROOT / "tests" / "new_job" / "methods").iterdir())

#: The work is what the input has of bytes, or it is the number itself.
INPUT, ITSELF = "", "bytes"


def test_a_new_job_is_a_description_its_inputs_and_a_snippet_in_each_language() -> None:
    assert not [path for path in (ROOT / "tests" / "new_job").iterdir() if path.name != "methods"]
    for job in NEW:
        folder = ROOT / "tests" / "new_job" / "methods" / job
        assert {path.name for path in folder.iterdir() if path.is_file()} == {"job.toml", "job.py"}
        assert {method.language for method in CATALOG.methods_of(job)} == set(OURS)


def test_each_shape_is_that_of_a_job_of_ours_or_of_a_new_one() -> None:
    """The shape `returns` is that of users' own snippets, of which no job is."""
    assert {job.shape.name for job in CATALOG.jobs.values() if job.shape is not None} == {*SHAPES} - {"returns"}


@pytest.mark.parametrize("language", OURS)
@pytest.mark.parametrize("job", NEW)
def test_its_methods_do_the_job_on_odd_inputs(job: str, language: str, tmp_path: Path) -> None:
    (method,) = (method for method in CATALOG.methods_of(job) if method.language == language)
    kit = quick(CATALOG.kits[language], method)
    with folder_in_memory(tmp_path) as folder:
        (folder / "target").mkdir()
        catalog = replace(CATALOG, kits={**CATALOG.kits, language: kit})
        results = check(catalog, [method], folder / "target")
    if results[0].status == "skipped" and not os.environ.get("IOTRIAL_REQUIRE_KITS"):
        pytest.skip(str(results[0].reason))
    wanted = prod(len(factor.odd) for factor in CATALOG.jobs[job].factors.values())
    assert [(result.status, result.reason) for result in results] == wanted * [("ok", None)]


#: The other product takes a compiler once more.
FAST = [
    *((language, INPUT) for language in OURS),
    *((language, ITSELF) for language in OURS if not CATALOG.kits[language].is_compiled or language == "c"),
]
REST = [(language, ITSELF) for language in OURS if (language, ITSELF) not in FAST]


@pytest.mark.parametrize(("language", "work"), [*FAST, *(pytest.param(*pair, marks=pytest.mark.long) for pair in REST)])
def test_a_function_may_give_one_number_alone(language: str, work: str, tmp_path: Path) -> None:
    shape = JobShape("reads", "file_size", answer=("bytes",), work=work, proof="bytes")
    kit = replace(CATALOG.kits[language], shaped={"size": shape})
    path = tmp_path / f"method.{kit.extension}"
    path.write_text(SNIPPETS[language])
    method = Method(job="size", language=language, name="method", path=path, summary="", when="")
    given, smaller = tmp_path / "input", tmp_path / "smaller"
    given.write_bytes(bytes(321))
    smaller.write_bytes(bytes(3))
    program = program_for(quick(kit, method), method)
    worker = Worker(Command(program.argv, os.environ, stdout=None, log=tmp_path / "log of the worker"))
    try:
        worker.ask("prepare", 20, job="size", input=str(given), lead_input=str(smaller))
        sample = worker.ask("measure", 20, iterations=3, lead_in=2)
        checked = worker.ask("check", 20)
    finally:
        worker.close()
    assert (sample.number("work"), sample.number("proof")) == (3 * 321, 321)
    assert (checked.number("work"), checked.number("proof")) == (321, 321)


def test_what_is_filled_in_is_kept_and_made_anew_if_the_shape_is_another(tmp_path: Path) -> None:
    kit = CATALOG.kits["python"]
    path = adapter_of(kit, "scan")
    assert path.name == "scan.py" and path.read_text() == text_of_adapter(kit, "scan")
    state = path.stat()
    assert adapter_of(kit, "scan") == path and path.stat().st_mtime_ns == state.st_mtime_ns
    path.write_text("# what a method made of it")
    assert adapter_of(kit, "scan").read_text() == text_of_adapter(kit, "scan")
    other = replace(kit, shaped={"scan": replace(kit.shaped["scan"], call="read_all")})
    assert "self.method.read_all" in adapter_of(other, "scan").read_text()
    assert "self.method.scan" in path.read_text()
    broken = replace(kit, folder=tmp_path)
    for text, reason in (("{{ nothing }}", "'nothing' is undefined"), ("{% if %}", "Expected an expression")):
        (tmp_path / "shapes").mkdir(exist_ok=True)
        (tmp_path / "shapes" / "reads.py.j2").write_text(text)
        with pytest.raises(UsageError, match=reason):
            text_of_adapter(broken, "scan")


def test_an_adapter_of_its_own_comes_before_that_of_a_shape(tmp_path: Path) -> None:
    own = tmp_path / "kits" / "python" / "jobs" / "newlines.py"
    own.parent.mkdir(parents=True)
    own.write_text("# of its own\n")
    kits = tree.load([ROOT / "tests" / "new_job", tmp_path]).kits
    assert adapter_of(kits["python"], "newlines") == own and "newlines" not in kits["python"].shaped
    assert "newlines" in kits["php"].shaped
