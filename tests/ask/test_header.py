from __future__ import annotations

import pytest

from iotrial.ask.header import Header, parse, without_pairs
from iotrial.errors import Problem

GUARANTEES = {"lock": ("none", "record"), "visible": ("each record", "at the end")}


def parsed(text: str, comment: str = "//") -> tuple[Header | None, list[str]]:
    problems: list[Problem] = []
    header = parse(text, comment, GUARANTEES, "x", problems)
    return header, [f"{problem.line()} ({problem.hint})" for problem in problems]


def test_php_and_shebang_lines_may_come_first() -> None:
    for first in ("<?php\n", "<?php\n\ndeclare(strict_types=1);\n\n", "#!/usr/bin/env php\n<?php\n", "\ufeff"):
        header, problems = parsed(first + "// readfile(): all at once.\n// tags: article, untouched\n\n// later\n")
        assert header == Header("readfile(): all at once.", tags=("article", "untouched"))
        assert not problems


def test_the_block_ends_at_the_first_line_that_is_no_comment() -> None:
    header, problems = parsed("# one.\n# Use it.\n# It is short.\nimport os\n# tags: nonsense\n", "#")
    assert header == Header("one.", "Use it. It is short.")
    assert not problems


def test_prose_with_colons_and_links_is_prose() -> None:
    header, problems = parsed(
        "// mmap: maps it.\n// Note: see https://example.org/x and be done: soon.\n// needs: linux\n"
    )
    assert header == Header("mmap: maps it.", "Note: see https://example.org/x and be done: soon.", needs=("linux",))
    assert not problems


@pytest.mark.parametrize(
    ("line", "wrong"),
    [
        ("tag: article", "x:2: unknown key 'tag' in the first comment (did you mean 'tags'?)"),
        ("Tags: article", "x:2: unknown key 'Tags' in the first comment (did you mean 'tags'?)"),
        ("tags: artikle", "x:2: unknown word 'artikle' in 'tags' (did you mean 'article'?)"),
        ("needs: windows", "x:2: unknown word 'windows' in 'needs' (there are: linux, package NAME, version NUMBER)"),
        ("needs: version new", "x:2: unknown word 'version new' in 'needs' (did you mean 'version NUMBER'?)"),
        ("lock: recrd", "x:2: 'lock' cannot be 'recrd' (did you mean 'record'?)"),
        ("lock:", "x:2: 'lock' cannot be '' (there are: none, record)"),
    ],
)
def test_what_is_wrong_is_named_with_its_line_and_what_was_meant(line: str, wrong: str) -> None:
    assert parsed(f"// one.\n// {line}\n")[1] == [wrong]


def test_a_key_given_twice_and_prose_after_the_keys_are_problems() -> None:
    _, problems = parsed("// one.\n// lock: none\n// lock: record\n// and so on\n")
    assert problems == [
        "x:3: 'lock' is given twice, first in line 2 (None)",
        "x:4: text after the `key: value` lines; those come last (None)",
    ]


@pytest.mark.parametrize("text", ["", "\n\n", "int main;\n// late\n", "//\n// text\n", "\0\0"])
def test_a_file_without_a_first_comment_has_no_header(text: str) -> None:
    header, problems = parsed(text)
    assert header is None
    assert len(problems) == 1
    assert "does not start with a comment" in problems[0]


def test_a_reader_gets_a_text_without_what_only_iotrial_reads_of_several_files_too() -> None:
    text = "// Sends a file.\n// called: send()\n// ranges: no\n\nsend();\n"
    assert without_pairs(text) == "// Sends a file.\n\nsend();\n"
    assert without_pairs(f"==> send.mjs <==\n{text}") == "==> send.mjs <==\n// Sends a file.\n\nsend();\n"
