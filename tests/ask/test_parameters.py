"""Parameters: constants of a method's own text, which a study may set by NAME=VALUE in brackets."""

from __future__ import annotations

from pathlib import Path

import pytest

from ask.made import JOB, load_lines, ours, write
from iotrial.ask import adhoc_study, arm_globs, tree
from iotrial.ask.catalog import Catalog
from iotrial.ask.study_file import load
from iotrial.errors import UsageError
from iotrial.workers.build import program_of

__all__ = ["ours"]

TEXT = """\
# A loop.
# parameters: piece_bytes 16..1048576, depth 1..8

PIECE_BYTES = 8192
depth: int = 2
print(PIECE_BYTES * 2, PIECE_BYTES + 100)
"""


@pytest.fixture
def catalog(ours: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Catalog:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    write(ours / "methods" / "append" / "perl" / "loop.pl", TEXT)
    write(ours / "kits" / "perl" / "jobs" / "append.pl", "")
    return tree.load()


def test_an_arm_with_parameters_is_the_same_text_with_other_numbers(catalog: Catalog) -> None:
    plain = catalog.methods["append", "perl/loop"]
    assert {one.name: one.default for one in plain.parameters} == {"piece_bytes": 8192, "depth": 2}
    made = catalog.methods["append", "perl/loop(piece_bytes=64,depth=3)"]
    assert made.arm == "perl/loop(piece_bytes=64,depth=3)"
    assert {one.name: one.default for one in made.parameters} == {"piece_bytes": 64, "depth": 3}
    assert made.path.read_text() == TEXT.replace("= 8192", "= 64").replace("int = 2", "int = 3")
    assert catalog.methods["append", made.arm] is made
    assert "perl/loop" in [method.arm for method in catalog.methods_of("append")]
    assert made.arm not in [method.arm for method in catalog.methods_of("append")]


def test_a_name_in_a_sentence_has_the_values_of_parameters_in_braces(ours: Path, catalog: Catalog) -> None:
    called = "# called: a loop of {piece_bytes}, {depth} deep\n"
    write(ours / "methods" / "append" / "perl" / "loop.pl", TEXT.replace("\n", f"\n{called}", 1))
    methods = tree.load().methods
    assert methods["append", "perl/loop"].spoken == "a loop of 8 KiB, 2 deep"
    assert methods["append", "perl/loop(piece_bytes=1048576)"].spoken == "a loop of 1 MiB, 2 deep"


def test_braces_without_a_parameter_in_a_name_are_found(ours: Path) -> None:
    text = TEXT.replace("\n", "\n# called: a loop of {piece_byte}\n", 1)
    path = write(ours / "methods" / "append" / "perl" / "loop.pl", text)
    (problem,) = load_lines()
    assert problem.startswith(f"{path}: 'called' has {{piece_byte}}, which is no parameter of the method")


@pytest.mark.parametrize(
    "arm",
    [
        "perl/loop()",
        "perl/loop(depth=9)",
        "perl/loop(deep=3)",
        "perl/loop(depth)",
        "perl/loop(depth=3,depth=4)",
        "perl/loop(depth=3,piece_bytes=64)",  # one arm has one name: parameters in their order
        "perl/loop(depth=03)",
        "perl/loop(depth=1.5)",
        "perl/print(depth=3)",
        "perl/lop(depth=3)",
    ],
)
def test_what_a_method_does_not_have_is_no_arm(catalog: Catalog, arm: str) -> None:
    assert ("append", arm) not in catalog.methods


def test_a_glob_means_every_method_with_such_a_parameter(catalog: Catalog) -> None:
    assert arm_globs.select("*/*(depth=3)", "append", catalog) == ["perl/loop(depth=3)"]
    assert arm_globs.select("perl/loop(depth = 4, piece_bytes=1KiB)", "append", catalog) == [
        "perl/loop(piece_bytes=1024,depth=4)"
    ]


@pytest.mark.parametrize(
    ("glob", "words"),
    [
        ("perl/loop(depth=9)", "depth=9 is not between 1 and 8"),
        ("perl/loop(dept=3)", "did you mean 'depth'?"),
        ("perl/print(depth=3)", "perl/print has no parameters"),
        ("sh/*(depth=3)", "sh/echo has no parameters"),
        ("perl/loop(depth=x)", "such as|4096"),
    ],
)
def test_what_is_wrong_with_a_parameter_is_said(catalog: Catalog, glob: str, words: str) -> None:
    with pytest.raises(arm_globs.NoMatch) as caught:
        arm_globs.select(glob, "append", catalog)
    assert any(word in str(caught.value) for word in words.split("|"))


def test_a_study_and_the_command_line_take_them(catalog: Catalog, tmp_path: Path) -> None:
    path = write(
        tmp_path / "pieces.toml",
        'question = "How deep?"\njob = "append"\nbaseline = "perl/loop(depth=1)"\n'
        'methods = ["perl/loop(depth=1)", "perl/loop(depth=8)", "sh/*"]\n',
    )
    study = load(path, catalog, quick=False)
    assert study.baseline == "perl/loop(depth=1)"
    assert study.levels[0].arms == ("perl/loop(depth=1)", "perl/loop(depth=8)", "sh/echo")
    made = adhoc_study.make("append", catalog, methods=["loop(depth=8)", "echo"])
    assert set(made.levels[0].arms) == {"perl/loop(depth=8)", "sh/echo"}
    with pytest.raises(UsageError, match="depth=9 is not between"):
        adhoc_study.make("append", catalog, methods=["loop(depth=9)"])


def test_the_hash_of_a_program_depends_on_them(catalog: Catalog, monkeypatch: pytest.MonkeyPatch) -> None:
    kit = catalog.kits["perl"]
    monkeypatch.setattr("iotrial.workers.build.runtime_of", lambda kit: ("/usr/bin/perl", "5"))
    names = ["perl/loop", "perl/loop(depth=3)", "perl/loop(depth=4)"]
    programs = [program_of(kit, catalog.methods["append", name], {}) for name in names]
    assert len({program.sha256 for program in programs}) == 3


@pytest.mark.parametrize(
    ("line", "text", "words"),
    [
        ("piece_bytes", "PIECE_BYTES = 8192", "'piece_bytes' is no parameter with its range"),
        ("piece_bytes 9..1", "PIECE_BYTES = 8192", "'piece_bytes 9..1' is no parameter with its range"),
        ("depth 1..8, depth 1..9", "depth = 2", "'depth' is declared twice"),
        ("depth 1..8", "print(1)", "'depth' is defined nowhere in the text"),
        ("depth 1..8", "depth = 2\ndepth = 3", "'depth' is defined 2 times in the text"),
        ("depth 1..8", "depth = 2.5", "'depth' is defined nowhere in the text"),
        ("depth 1..8", "depth = 9", "'depth' is 9, outside of 1..8"),
    ],
)
def test_a_parameter_is_a_whole_number_defined_once(ours: Path, line: str, text: str, words: str) -> None:
    path = write(ours / "methods" / "append" / "perl" / "loop.pl", f"# A loop.\n# parameters: {line}\n\n{text}\n")
    (problem,) = load_lines()
    assert words in problem and problem.startswith(str(path))


@pytest.mark.parametrize(
    "definition",
    [
        "const PIECE_BYTES = 8192;",
        "define('PIECE_BYTES', 8192);",
        "enum { PIECE_BYTES = 8192 };",
        "#define PIECE_BYTES 8192",
        "constexpr std::size_t piece_bytes = 8192;",
        "PIECE_BYTES: int = 8192",
        "const pieceBytes = 8192",
        "pieceBytes := 8192",
        "my $piece_bytes = 8192;",
    ],
)
def test_a_definition_may_be_of_any_language(
    ours: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, definition: str
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    text = f"# A loop.\n# parameters: piece_bytes 16..65536\n\n{definition}\nread(PIECE_BYTES); f(piece_bytes, 3)\n"
    write(ours / "methods" / "append" / "perl" / "loop.pl", text)
    made = tree.load().methods["append", "perl/loop(piece_bytes=64)"]
    assert made.path.read_text() == text.replace("8192", "64")


def test_no_guarantee_is_called_parameters(ours: Path) -> None:
    write(ours / "methods" / "append" / "job.toml", JOB + 'parameters = ["yes", "no"]\n')
    assert any("'parameters' cannot be the name of one of guarantees" in line for line in load_lines())
