from __future__ import annotations

import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import Field

from ask.made import JOB, KIT, lines_of, write
from iotrial.ask import job_file, kit_file, toml_file
from iotrial.ask.toml_file import Keys, in_order
from iotrial.ask.toml_lines import Place, key_lines
from iotrial.ask.toml_types import Flag, Line, Tables, Texts, Whole
from iotrial.errors import Problem

TEXT = '''\
a = 1 # [x]
"b.c" = """
= [ # no key
""" # two lines
d.e = [1,
  "]", # comment ]
  [3]]

[[f]]
g = {h = 1, i.j = ['#']}
[f.k]
l = 1979-05-27T07:32:00
[[f]]
\'m "n\' = -1.5
[[f.o]]
p = true
[[f.o]]
p = false
'''


def test_every_key_table_and_element_has_its_line() -> None:
    assert key_lines(TEXT) == {
        ("a",): 1,
        ("b.c",): 2,
        ("d",): 5,
        ("d", "e"): 5,
        ("d", "e", 0): 5,
        ("d", "e", 1): 6,
        ("d", "e", 2): 7,
        ("d", "e", 2, 0): 7,
        ("f",): 9,
        ("f", 0): 9,
        ("f", 0, "g"): 10,
        ("f", 0, "g", "h"): 10,
        ("f", 0, "g", "i"): 10,
        ("f", 0, "g", "i", "j"): 10,
        ("f", 0, "g", "i", "j", 0): 10,
        ("f", 0, "k"): 11,
        ("f", 0, "k", "l"): 12,
        ("f", 1): 13,
        ("f", 1, 'm "n'): 14,
        ("f", 1, "o"): 15,
        ("f", 1, "o", 0): 15,
        ("f", 1, "o", 0, "p"): 16,
        ("f", 1, "o", 1): 17,
        ("f", 1, "o", 1, "p"): 18,
    }


def places(value: Any, place: Place = ()) -> set[Place]:
    """Every place of a document, as tomllib reads it."""
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    found: set[Place] = set()
    for key, inner in items:
        found |= {(*place, key)} | places(inner, (*place, key))
    return found


def test_the_scanner_finds_the_places_that_tomllib_finds() -> None:
    texts = {path: path.read_text() for path in Path(__file__).parents[2].glob("[!.]*/**/*.toml")}
    faults = [str(path) for path, text in texts.items() if set(key_lines(text)) != places(tomllib.loads(text))]
    assert texts and not faults, "\n".join(faults)


PIECES = ["a", ".", '"b"', "'c'", "=", "1", "[", "]", "[[", "]]", "{", "}", ",", "\n", "#", '"""', "'''", "\\", " "]


@given(st.lists(st.sampled_from(PIECES), max_size=30).map("".join))
def test_on_any_valid_text_the_scanner_agrees_with_tomllib(text: str) -> None:
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError:
        return
    assert set(key_lines(text)) == places(data)


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"a = \n", ":1: is not TOML: Invalid value (column 5)"),
        (b"a = 1\na = 2\n", ":2: is not TOML: Cannot overwrite a value (column 6)"),
        (b"a = 1\0\n", ":1: is not TOML: Expected newline or end of document after a statement (column 6)"),
        (b"a = '\xff'", ": is not UTF-8 (byte 5)"),
        (b"a = " + b"[" * 100_000 + b"]" * 100_000, ": nested too deep to be read"),
        (b"a = " + b"9" * 100_000, ": holds a number that is too long to be read"),
        (b"a" + b".a" * 100_000 + b" = 1", ": a key has more than 32 parts"),
        (b"[" + b"a." * 100_000 + b"a]", ": a key has more than 32 parts"),
        (b'x = {"a"' + b' . "a"' * 100_000 + b" = 1}", ": a key has more than 32 parts"),
        (b"#" * (5 << 20), ": is larger than 4 MiB"),
        (b"\xef\xbb\xbfa = 1\n", ": begins with a byte order mark, which TOML does not have"),
    ],
)
def test_what_is_no_toml_is_said_in_one_line(tmp_path: Path, content: bytes, message: str) -> None:
    path = tmp_path / "x.toml"
    path.write_bytes(content)
    assert lines_of(lambda: toml_file.read(path)) == [f"{path}{message}"]


def test_folders_missing_files_and_devices_are_no_toml(tmp_path: Path) -> None:
    assert lines_of(lambda: toml_file.read(tmp_path)) == [f"{tmp_path}: is a folder; a TOML file was expected"]
    assert lines_of(lambda: toml_file.read(tmp_path / "x")) == [
        f"{tmp_path}/x: cannot be read: No such file or directory"
    ]
    assert lines_of(lambda: toml_file.read(Path("/dev/zero"))) == ["/dev/zero: is no regular file"]
    assert lines_of(lambda: toml_file.read(Path("a\0b"))) == ["a\\x00b: cannot be read: embedded null byte"]


def complaints(folder: Path, kind: str, text: str) -> list[str]:
    problems: list[Problem] = []
    write(folder / f"{kind}.toml", text)
    if kind == "job":
        write(folder / "job.py", "")
        job_file.load(folder, problems)
    else:
        write(folder / "kit.pl", "")
        kit_file.load(folder, problems)
    return [f"{problem.line()} ({problem.hint})".removeprefix(f"{folder}/") for problem in problems]


def test_a_job_file_is_read_strictly(tmp_path: Path) -> None:
    assert complaints(tmp_path, "job", JOB) == []
    wrong = JOB.replace("unit =", "unitt =").replace('default = "newline"', 'default = "crlf"') + "append = []\n"
    assert complaints(tmp_path, "job", wrong.replace("default = 100", "default = 1.5")) == [
        "job.toml:4: 'records' has no 'unit' (None)",
        "job.toml:6: 'unitt' is no key here (did you mean 'unit'?)",
        "job.toml:7: 'default' must be a whole number (None)",
        "job.toml:12: 'default' is none of newline, none (None)",
        "job.toml:17: 'append' must be a list of texts, with at least one in it (None)",
    ]


def test_a_shape_is_read_strictly(tmp_path: Path) -> None:
    """What stands in job.toml stands in code, and each shape counts its own work."""
    right = 'work = "integers"\nshape = "reads"\nanswer = ["integers", "sum"]\nproof = "sum"\ncall = "scan"\n'
    rest = JOB.partition("\n\n")[2]
    problems: list[Problem] = []

    def said(changed: str) -> list[str]:
        return complaints(tmp_path, "job", f'summary = "x"\n{changed}{rest}')

    assert said(right) == []
    job = job_file.load(tmp_path, problems)
    assert job is not None and job.shape is not None
    assert (job.shape.answer, job.shape.work, job.shape.proof) == (("integers", "sum"), "integers", "sum")
    nameless = "is written in small letters, digits and _, as the names of functions and numbers are"
    of_number = "is written in small letters, digits and _: it is the name of a number"
    once = "names each number once, that of the 'proof' among them"
    reading = "names the numbers that a job gives which 'reads', and that job only"
    counted = "it is a number of the 'answer', or bytes: then those of the input are counted"
    for old, new, expected in (
        ('"reads"', '"read"', "job.toml:3: 'shape' cannot be 'read' (did you mean 'reads'?)"),
        ('shape = "reads"', "", "job.toml:4: 'answer' means nothing in a job without a 'shape' (None)"),
        ('"scan"', '"scan(); x"', f"job.toml:6: 'call' {nameless} (None)"),
        ('"sum"]', '"Sum"]', f"job.toml:4: 'answer' {nameless} (None)"),
        ('"sum"]', '"integers"]', f"job.toml:4: 'answer' {once} (None)"),
        ('proof = "sum"', 'proof = "rest"', f"job.toml:4: 'answer' {once} (None)"),
        ('answer = ["integers", "sum"]', "", f"job.toml: 'answer' {reading} (None)"),
        ('"reads"', '"lists"', f"job.toml:4: 'answer' {reading} (None)"),
        ('"integers"\n', '"records"\n', f"job.toml:2: 'work' cannot be 'records' in a job that reads ({counted})"),
        (right, 'work = "all files"\nshape = "copies"\n', f"job.toml:2: 'work' {of_number} (None)"),
        (right, 'work = "files"\nshape = "sends"\n', "job.toml:2: 'work' cannot be 'files' in a job that sends (None)"),
    ):
        assert expected in said(right.replace(old, new, 1)), (old, new, said(right.replace(old, new, 1)))


def test_what_a_function_takes_is_read_strictly(tmp_path: Path) -> None:
    right = 'work = "files"\nshape = "writes"\ntakes = ["names", "content"]\n'
    rest = JOB.partition("\n\n")[2]
    bytes_alone = "must hold 'content' in a job that writes and whose work is bytes, which are its bytes"
    one_alone, once = "must hold one of records, messages in a job that appends", "names each thing once"
    for old, new, expected in (
        ("", "", []),
        ('"files"', '"bytes"', []),
        (
            'work = "files"\nshape = "writes"',
            'work = "bytes"\nshape = "sends"',
            ["holds 'names', which no job takes that sends"],
        ),
        ('shape = "writes"', "", ["means nothing in a job without a 'shape'"]),
        ('"content"', '"contents"', ["holds 'contents', which no job takes that writes"]),
        ('"content"', '"content of"', ["holds 'content of' instead of 'content'"]),
        ('"content"', '"number threads"', []),
        ('"content"', '"number"', ["holds 'number' instead of 'number NAME'"]),
        ('"content"', '"number Threads"', ["holds 'number Threads' instead of 'number NAME'"]),
        ('"content"', '"number of threads"', ["holds 'number of threads' instead of 'number NAME'"]),
        ('"content"', '"records"', ["holds 'records', which no job takes that writes"]),
        ('"writes"\ntakes = ["names", "content"]', '"appends"\ntakes = ["records", "messages"]', [one_alone]),
        ('"writes"\ntakes = ["names", "content"]', '"removes"\ntakes = ["texts names", "numbers names"]', [once]),
        ('"content"', '"names"', [once]),
        ('"files"\nshape = "writes"\ntakes = ["names", "content"]', '"bytes"\nshape = "writes"', [bytes_alone]),
    ):
        said = complaints(tmp_path, "job", f'summary = "x"\n{right.replace(old, new, 1)}{rest}')
        assert [line.partition("'takes' ")[2].partition(" (")[0] for line in said] == expected, (old, new, said)


def test_what_a_job_needs_of_iotrial_is_read_strictly(tmp_path: Path) -> None:
    right = JOB.replace(
        "default = 100\n", "default = 100\nmaximum = 500\nsize = false\nodd = [0, 1, 500]\nunsaid = true\n"
    )
    right += '\n[serves.selftest_aa]\nfactors = { records = 4 }\nmethods = ["perl/print"]\n'
    assert complaints(tmp_path, "job", right) == []
    problems: list[Problem] = []
    job = job_file.load(tmp_path, problems)
    assert job is not None and job.factors["records"].odd == (0, 1, 500) and not job.factors["records"].is_size
    assert job.unsaid == {"records": 100}
    assert job.serves["selftest_aa"].factors == {"records": 4} and job.is_asked_about
    wrong = (
        right.replace("500]", "501]")
        .replace("size = false", "size = 0")
        .replace("unsaid = true", 'unsaid = "yes"')
        .replace('default = "newline"\n', 'default = "newline"\nodd = ["newlin"]\n')
        .replace("{ records = 4 }", "{ record = 4 }")
        .replace("selftest_aa", "selftest_ab")
    )
    assert complaints(tmp_path, "job", "usual = 3\n" + wrong) == [
        "job.toml:1: 'usual' must be a list of texts, with at least one in it (None)",
        "job.toml:10: 'size' must be true or false (None)",
        "job.toml:11: 'odd' holds 501, which is not between 0 and 500 (None)",
        "job.toml:12: 'unsaid' must be true or false (None)",
        "job.toml:18: 'odd' holds 'newlin', which is none of newline, none (None)",
        "job.toml:24: 'selftest_ab' is nothing that a job can serve for (did you mean 'selftest_aa'?)",
        "job.toml:25: the job has no factor 'record' (did you mean 'records'?)",
    ]


READER = """
[factors.sink]
summary = "who receives the bytes"
choices = ["pipe", "null"]
default = "pipe"

[factors.reader]
summary = "who reads them"
choices = ["bare", "slow"]
default = "bare"
"""


def test_the_readers_of_a_sink_are_those_that_there_are(tmp_path: Path) -> None:
    job = 'summary = "x"\nwork = "bytes"\n'
    assert complaints(tmp_path, "job", job + READER) == []
    wrong = "the readers of a sink are some of bare, copying, slow (None)"
    assert complaints(tmp_path, "job", job + READER.replace('"slow"]', '"sloww"]')) == [f"job.toml:11: {wrong}"]
    free = READER.replace('choices = ["bare", "slow"]\n', 'unit = "count"\n').replace('default = "bare"', "default = 1")
    assert [line.partition(": ")[2] for line in complaints(tmp_path, "job", job + free)] == [wrong]
    # Without a sink the word is the job's own.
    alone = "[factors.reader]" + READER.partition("[factors.reader]")[2].replace('"slow"]', '"careful"]')
    assert complaints(tmp_path, "job", job + alone) == []


@pytest.mark.parametrize("odd", ["3", "[]", "[1, 1]", "[1.5]", "[true]"])
def test_odd_values_are_a_list_of_different_ones(tmp_path: Path, odd: str) -> None:
    (line,) = complaints(tmp_path, "job", JOB.replace("default = 100\n", f"default = 100\nodd = {odd}\n"))
    assert "'odd' must be a list of different values" in line and line.startswith("job.toml:8:")


def test_a_kit_file_is_read_strictly(tmp_path: Path) -> None:
    right = KIT.format(language="perl", extension="pl", comment="#")
    assert complaints(tmp_path, "kit", right) == []
    wrong = (
        right.replace("protocol", "protokol").replace("{method}", "{methd}") + 'flags = "-O3"\n[install]\napt = "x"\n'
    )
    assert complaints(tmp_path, "kit", wrong) == [
        "kit.toml: 'protocol' is missing (add a line: protocol = …)",
        "kit.toml:1: 'protokol' is no key here (did you mean 'protocol'?)",
        "kit.toml:6: 'run' cannot hold {methd} (it can hold {runtime}, {options}, {kit}, {adapter}, {method}, "
        "{beside}, {program}, {folder}, {versions}, {packages})",
        "kit.toml:7: 'flags' means nothing in a kit that has no 'build' (None)",
        "kit.toml:9: 'apt' must be a list of texts, with at least one in it (None)",
    ]


def test_what_a_compiler_is_to_be_given_is_read_strictly(tmp_path: Path) -> None:
    right = KIT.format(language="perl", extension="pl", comment="#")
    built = right + 'build = ["{runtime}", "-o", "{program}"]\nenvironment = ["A=", "B={cache}"]\n'
    stage = '[stage]\n"src/kit.pl" = "{kit}"\n"more.pl" = "{folder}/jobs/more.pl"\n'
    assert complaints(tmp_path, "kit", built + stage) == []
    assert complaints(tmp_path, "kit", right + 'environment = ["A=1"]\n' + stage) == [
        "kit.toml:7: 'environment' means nothing in a kit that has no 'build' (None)",
        "kit.toml:8: 'stage' means nothing in a kit that has no 'build' (None)",
    ]
    for wrong, said in (
        ('"../kit.pl" = "{kit}"', "'../kit.pl' is a file's name, in folders or not: letters, digits and _ - . (None)"),
        ('"/kit.pl" = "{kit}"', "'/kit.pl' is a file's name, in folders or not: letters, digits and _ - . (None)"),
        (
            '"kit.pl" = "{program}"',
            "'kit.pl' cannot hold {program} (it can hold {folder}, {kit}, {adapter}, {method})",
        ),
        ('"" = "{kit}"', "'' is a file's name, in folders or not: letters, digits and _ - . (None)"),
        ('"kit.pl" = 1', "'kit.pl' must be a text of one line (None)"),
    ):
        assert complaints(tmp_path, "kit", f"{built}[stage]\n{wrong}\n") == [f"kit.toml:10: {said}"]
    assert complaints(tmp_path, "kit", built.replace("A=", "A B")) == [
        "kit.toml:8: 'environment' has words such as NAME=VALUE (None)"
    ]
    part = 'part = ["{runtime}", "-o", "{program}", "{source}"]\n'
    said = "kit.toml:8: 'part' is there if 'build' holds {kit_part} or {adapter_part}, and only then (None)"
    linked = right + 'build = ["{runtime}", "-o", "{program}", "{kit_part}"]\n'
    assert complaints(tmp_path, "kit", linked + part) == []
    assert complaints(tmp_path, "kit", right + 'build = ["{runtime}", "-o", "{program}"]\n' + part) == [said]
    assert complaints(tmp_path, "kit", linked) == [said.replace("toml:8", "toml")]


class Inner(Keys):
    size: Whole = 0
    words: Texts = ()


class Outer(Keys):
    name: Line
    inner: Inner = Inner()
    rows: Tables[Inner] = ()
    named: Mapping[str, Inner] = {}
    is_on: Annotated[Flag, Field(alias="on")] = False


def as_outer(text: str, **more: Any) -> tuple[Outer | None, list[str]]:
    file = toml_file.parse(text, "x.toml")
    return file.read_as(Outer, **more), [
        f"{one.line()} ({one.hint})".removeprefix("x.toml") for one in in_order(file.problems)
    ]


def test_all_that_is_wrong_has_its_line_and_the_rest_is_read() -> None:
    text = """\
name = "a"
on = 1
inner.size = 1.5
inner.words = ["w"]

[[rows]]
size = nan
[[rows]]
size = 2
sise = 3

[named."a b"]
words = 1979-05-27

[named.c]
size = 0x7fffffffffffffff
"""
    read, said = as_outer(text.replace("\n", "\r\n"))
    assert read is not None and (read.name, read.is_on, read.inner.words) == ("a", False, ("w",))
    assert read.rows == (Inner(), Inner(size=2))
    assert read.named == {"a b": Inner(), "c": Inner(size=(1 << 63) - 1)}
    assert said == [
        ":2: 'on' must be true or false (None)",
        ":3: 'size' must be a whole number (None)",
        ":7: 'size' must be a whole number (None)",
        ":10: 'sise' is no key here (did you mean 'size'?)",
        ":13: 'words' must be a list of texts, with at least one in it (None)",
    ]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", [": 'name' is missing (add a line: name = …)"]),
        ("name = 1", [":1: 'name' must be a text of one line (None)"]),
        ("name = ' '", [":1: 'name' must be a text of one line (None)"]),
        ('name = """a\nb"""', [":1: 'name' must be a text of one line (None)"]),
        ("name = 'a'\ninner = 3", [":2: 'inner' must be a table (None)"]),
        ("name = 'a'\nnamed = []", [":2: 'named' must be a table (None)"]),
        ("name = 'a'\nnamed.x = 3", [":2: 'x' must be a table (None)"]),
        ("name = 'a'\n[rows]", [":2: 'rows' must be tables in a list (write [[rows]])"]),
        ("name = 'a'\nrows = [{ size = 0xFFFFFFFFFFFFFFFFFF }]", [":2: 'size' is out of range (None)"]),
        ("name = 'a'\nis_on = true", [":2: 'is_on' is no key here (there are: inner, name, named, on, rows)"]),
        (
            f"name = 'a'\n{'x' * 99} = 1",
            [f":2: '{'x' * 60}…' is no key here (there are: inner, name, named, on, rows)"],
        ),
    ],
)
def test_a_wrong_key_is_named_in_our_words(text: str, expected: list[str]) -> None:
    assert as_outer(text)[1] == expected


def test_what_a_table_cannot_do_without_is_left_out_with_it_or_has_a_stand_in() -> None:
    assert as_outer("on = true")[0] is None
    assert as_outer("name = 1", stand_ins={"name": "?"})[0] == Outer(name="?")
    file = toml_file.parse("[a.b]\n[a.c]\nname = 'c'\n", "x.toml")
    assert file.read_as(dict[str, Outer], "a") == {"c": Outer(name="c")}
    assert [one.line() for one in file.problems] == ["x.toml:1: 'b' has no 'name'"]


def test_more_mistakes_than_anybody_reads_are_counted() -> None:
    _, said = as_outer("name = 'a'\n" + "".join(f"k{number} = 1\n" for number in range(1000)))
    assert len(said) == 101 and ": has 900 more keys that are wrong (None)" in said


@pytest.mark.parametrize("kind", ["job", "kit"])
def test_huge_numbers_are_no_more_than_wrong(tmp_path: Path, kind: str) -> None:
    keys = ("summary", "protocol", "usual", "find", "factors", "install", "factors.x.default", "factors.x.minimum")
    huge = "0x" + "F" * 20_000
    for key in (*keys, "factors.x.odd"):
        factor = "".join(f"factors.x.{line}\n" for line in ("summary = 'x'", "unit = 'count'") if key.count("."))
        for value in (huge, f"[{huge}]"):
            lines = complaints(tmp_path, kind, f"{factor}{key} = {value}\n")
            assert lines and max(map(len, lines)) < 300, lines
