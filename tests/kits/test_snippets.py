"""Every kit calls users' own snippets: what they return and write is what is checked and proven, in every language."""

from __future__ import annotations

import os
import re
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from iotrial.ask import tree
from iotrial.errors import Problem
from iotrial.snippets.begun import begin
from iotrial.snippets.snippet_file import methods_of
from iotrial.snippets.snippet_study import JOB, SnippetsAsked, study_of
from iotrial.workers.worker import Command, Worker
from kits.made import program_for, quick

CATALOG = tree.load()
LANGUAGES = sorted(name for name, kit in CATALOG.kits.items() if kit.snippet is not None)

#: Lines, of which each language counts as many.
CONTENT = b"one\ntwo\nthree\n"

#: By language, a function that returns a text and writes it too; its file has the name that the language wants.
TEXTS = {
    "c": (
        "text.c",
        "#define _GNU_SOURCE\n#include <stdio.h>\n#include <string.h>\n"
        "char *run(const char *path, const char *output) {\n"
        '    (void)path;\n    FILE *file = fopen(output, "w");\n    fputs("\\xc3\\xa9 1", file);\n    fclose(file);\n'
        '    return strdup("\\xc3\\xa9 1");\n}\n',
    ),
    "cpp": (
        "text.cc",
        "#include <fstream>\n#include <string>\nusing namespace std;\n"
        "string run(const string &path, const char *output) {\n"
        '    ofstream(output) << "\\xc3\\xa9 1";\n    return path.empty() ? "" : "\\xc3\\xa9 1";\n}\n',
    ),
    "go": (
        "text.go",
        'package main\n\nimport "os"\n\nfunc Run(path, output string) (string, error) {\n'
        '\treturn "é 1", os.WriteFile(output, []byte("é 1"), 0o600)\n}\n',
    ),
    "java": (
        "Text.java",
        "import java.io.File;\nimport java.nio.file.Files;\n\npublic class Text {\n"
        "    public static String run(File path, File output) throws Exception {\n"
        '        Files.writeString(output.toPath(), "é 1");\n        return "é 1";\n    }\n}\n',
    ),
    "javascript": (
        "text.js",
        "import fs from 'node:fs/promises';\nexport default async (path, output) => {\n"
        "    await fs.writeFile(output, 'é 1');\n    return 'é 1';\n};\n",
    ),
    "php": (
        "text.php",
        "<?php\nnamespace Mine;\nfunction run(string $path, string $output): string\n{\n"
        "    file_put_contents($output, 'é 1');\n    return 'é 1';\n}\n",
    ),
    "python": (
        "text.py",
        'def run(path, output):\n    with open(output, "w") as file:\n        file.write("é 1")\n    return "é 1"\n',
    ),
    "rust": (
        "text.rs",
        "fn run(_path: &str, output: String) -> Result<String, Box<dyn std::error::Error>> {\n"
        '    std::fs::write(output, "é 1")?;\n    Ok("é 1".to_string())\n}\n',
    ),
}


@contextmanager
def started(language: str, files: list[Path], input_: Path, *, is_writing: bool = False) -> Iterator[list[Worker]]:
    """Workers of some files, each with its keys in place."""
    _, catalog = study_of(SnippetsAsked([*files, *files][:2], [input_], is_writing), CATALOG)
    methods = {method.path: method for method in catalog.methods.values()}
    workers = []
    for number, method in enumerate(methods.values()):
        program = program_for(quick(catalog.kits[language], method), method)
        log = input_.with_name(f"log {number}")
        workers.append(Worker(Command(program.argv, os.environ, stdout=None, log=log)))
        output = str(input_.with_name("out"))
        pairs = {"input": str(input_), "lead_input": str(input_), "output": output, "lead_output": f"{output}-led"}
        workers[-1].ask("prepare", 20, job=JOB, **pairs)
    yield workers
    for worker in workers:
        worker.close()


def test_every_language_is_here() -> None:
    assert sorted(TEXTS) == LANGUAGES == sorted(name for name, kit in CATALOG.kits.items() if not kit.like)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_form_that_is_asked_for_is_found(language: str, tmp_path: Path) -> None:
    kit = CATALOG.kits[language]
    assert kit.snippet is not None
    for form, count in ((kit.snippet.wanted, 1), (kit.snippet.wanted_with_output, 2)):
        assert len(re.findall(r"\b(?:path|output)\b", form)) == count
        head = form.removesuffix(", in a class")
        for text in [head + " {\n", *([f"class A {{\n    {head} {{\n", f"class A {{ {head} {{\n"] * (head != form))]:
            file = tmp_path / f"a.{kit.extension}"
            file.write_text(text)
            problems: list[Problem] = []
            found = methods_of([file], JOB, CATALOG.kits, problems)
            assert [method.path for method in found] == [file] or (head != form and text.startswith(head)), problems


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_files_to_begin_with_return_the_number_of_lines(language: str, tmp_path: Path) -> None:
    input_, proof_file = tmp_path / "é 1.log", tmp_path / "proof"
    input_.write_bytes(CONTENT)
    files = begin(language, tmp_path, CATALOG.kits)
    assert len(files) == 2
    with started(language, files, input_) as workers:
        for worker in workers:
            checked = worker.ask("check", 20, proof_file=str(proof_file))
            assert (checked.pairs["kind"], proof_file.read_bytes(), checked.number("work")) == ("whole", b"3", 1)
            sample = worker.ask("measure", 20, iterations=3, lead_in=1)
            assert (sample.number("work"), sample.number("proof")) == (3, zlib.crc32(b"3"))


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_text_is_returned_and_an_output_written(language: str, tmp_path: Path) -> None:
    input_, proof_file = tmp_path / "input", tmp_path / "proof"
    input_.write_bytes(CONTENT)
    name, text = TEXTS[language]
    (tmp_path / name).write_text(text, encoding="utf-8")
    with started(language, [tmp_path / name], input_, is_writing=True) as (worker,):
        checked = worker.ask("check", 20, proof_file=str(proof_file))
        assert (checked.pairs["kind"], proof_file.read_text("utf-8")) == ("text", "é 1")
        sample = worker.ask("measure", 20, iterations=2, lead_in=1)
        assert sample.number("proof") == zlib.crc32("é 1".encode())
        written = [tmp_path / "out.0", tmp_path / "out.1", tmp_path / "out-led.0"]
        assert [path.read_text("utf-8") for path in written] == ["é 1"] * 3
