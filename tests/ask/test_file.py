from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from ask.made_of_study import CATALOG, TOP, load, wrong, wrong_file
from iotrial.ask import study_file
from iotrial.errors import UsageError

WHOLE = (
    TOP
    + """\
methods = ["php/*", "c/splice"]
margin = "2%"
budget = "5 min"
rounds = 24
blocks = 7
precision = 0.005
sample = "4 ms"

[[levels]]
sink = ["pipe", "null"]
file_bytes = [4096, "1 MiB"]

[[levels]]
pieces = 3
target = "tmpfs"
"php.memory_limit" = ["16M", "128M"]
methods = ["php/readfile"]

[quick]
methods = ["php/readfile", "c/splice"]
budget = "20 s"
rounds = 12
[[quick.levels]]
file_bytes = 20971520
"""
)


def test_levels_are_the_cross_product_of_each_table_in_the_jobs_order(tmp_path: Path) -> None:
    study = load(tmp_path, WHOLE)
    assert [level.name for level in study.levels] == [
        "file_bytes=4096 pieces=1 sink=pipe target=disk",
        "file_bytes=4096 pieces=1 sink=null target=disk",
        "file_bytes=1048576 pieces=1 sink=pipe target=disk",
        "file_bytes=1048576 pieces=1 sink=null target=disk",
        "file_bytes=20971520 pieces=3 sink=pipe target=tmpfs php.memory_limit=16M",
        "file_bytes=20971520 pieces=3 sink=pipe target=tmpfs php.memory_limit=128M",
    ]
    assert study.levels[0].arms == ("php/batched", "php/broken", "php/fread_1k", "php/readfile", "c/splice")
    assert study.levels[5].arms == ("php/readfile",)


def test_the_rules_of_a_study_are_read_with_their_units(tmp_path: Path) -> None:
    study = load(tmp_path, WHOLE)
    assert (study.name, study.question, study.job, study.baseline) == ("mine", "Is it so?", "deliver", "php/readfile")
    assert (study.margin, study.precision, study.rounds, study.blocks) == (0.02, 0.005, 24, 7)
    assert (study.budget_seconds, study.sample_ns) == (300.0, 4_000_000)
    assert (study.text, study.source) == (WHOLE, str(tmp_path / "mine.toml"))
    assert not study.quick


def test_the_quick_part_takes_from_the_full_one_what_it_does_not_say(tmp_path: Path) -> None:
    study = load(tmp_path, WHOLE, quick=True)
    assert study.quick
    assert (study.rounds, study.budget_seconds, study.margin, study.blocks) == (12, 20.0, 0.02, 7)
    assert [level.arms for level in study.levels] == [("php/readfile", "c/splice")]


def test_a_study_without_levels_or_rules_takes_the_defaults(tmp_path: Path) -> None:
    study = load(tmp_path, TOP)
    assert [level.name for level in study.levels] == ["file_bytes=20971520 pieces=1 sink=pipe target=disk"]
    assert len(study.levels[0].arms) == 7
    assert (study.rounds, study.blocks, study.budget_seconds, study.margin) == (None, None, 600.0, 0.01)
    assert load(tmp_path, TOP, quick=True).budget_seconds == 24.0


def test_runtime_options_may_be_written_without_quotes_and_are_text(tmp_path: Path) -> None:
    study = load(tmp_path, TOP + '[[levels]]\nphp.output_buffering = [0, 4096, "On"]\nc.flags = "-O2 -g"\n')
    assert [level.factors["php.output_buffering"] for level in study.levels] == ["0", "4096", "On"]
    assert study.levels[0].factors["c.flags"] == "-O2 -g"


def test_a_relative_target_is_taken_from_the_studys_folder(tmp_path: Path) -> None:
    study = load(tmp_path, TOP + '[[levels]]\ntarget = ["disk", "./here", "/there"]\n')
    assert [level.factors["target"] for level in study.levels] == ["disk", str(tmp_path / "here"), "/there"]


def test_all_problems_come_at_once_each_with_its_line(tmp_path: Path) -> None:
    text = """\
question = "Is it so?"
job = "deliver"
baselin = "php/readfile"
baseline = "php/readfil"
methods = [
    "php/*",
    "php/fpasthru",
    "rust/*",
]
margin = "0%"
budget = "10"
rounds = 3
blocks = 4
sample = 2

[[levels]]
file_bytes = [4096, -1,
  "4 apples"]
sink = []
pieces = 1001

[[levels]]
file_byte = 3
"php.memory_limit" = true
"ruby.gc" = "x"
"c.x" = 1

[quick]
budgett = "10 s"
[[quick.levels]]
sink = "pip"
"""
    assert wrong_file(tmp_path, text) == [
        "mine.toml:3: 'baselin' is no key of a study (did you mean 'baseline'?)",
        "mine.toml:4: the baseline 'php/readfil' is no method of deliver (did you mean 'php/readfile'?)",
        "mine.toml:7: deliver has no method 'php/fpasthru' (there are: c/sendfile, c/splice, php/batched, php/broken, "
        "php/fread_1k, php/readfile, python/copyfileobj)",
        "mine.toml:8: 'rust/*' matches no method of deliver (`iotrial methods` lists them; there are 7)",
        "mine.toml:10: 'margin': a margin of 0% is out of range: above 0% and at most 50%",
        "mine.toml:11: 'budget': '10' has no unit; units of time are ns, us, ms, s, min, h",
        "mine.toml:12: 'rounds': 3 rounds are too few for 4 arms and a placebo at 2 levels: no interval at 95 % exists "
        "below 9 rounds",
        "mine.toml:13: 'blocks': 4 blocks are even, which biases medians; take 3 or 5",
        "mine.toml:14: 'sample': 2 has no unit; units of time are ns, us, ms, s, min, h",
        "mine.toml:17: 'file_bytes': -1 is negative",
        "mine.toml:18: 'file_bytes': '4 apples' has the unit 'apples'; "
        "units of bytes are B, kB, MB, GB, TB, KiB, MiB, GiB, TiB",
        "mine.toml:19: 'sink' is empty: it needs at least one value",
        "mine.toml:20: 'pieces': 1001 is out of range: at least 1 and at most 1000",
        "mine.toml:23: unknown factor 'file_byte' (did you mean 'file_bytes'?)",
        "mine.toml:24: 'php.memory_limit': true is neither text nor a whole number; write it as the runtime does, "
        'such as "On"',
        "mine.toml:25: unknown factor 'ruby.gc': there is no kit for 'ruby' (there are: c, php, python)",
        "mine.toml:26: unknown factor 'c.x': the c kit takes no options but its flags (did you mean 'c.flags'?)",
        "mine.toml:29: 'budgett' is no key of a study (did you mean 'budget'?)",
        "mine.toml:31: 'sink': 'pip' is none of pipe, unix, null",
    ]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('job = "deliver"\nbaseline = "php/readfile"', "mine.toml: 'question' is missing"),
        (TOP.replace('"deliver"', '"delivr"'), "mine.toml:2: unknown job 'delivr' (did you mean 'deliver'?)"),
        (TOP.replace('"deliver"', "3"), "mine.toml:2: 'job' must be a text"),
        (TOP.replace("Is it so?", "Is\\nit?"), "mine.toml:1: 'question' must be a text of one line"),
        (TOP + 'methods = "php/*"', "mine.toml:4: 'methods' must be a list"),
        (TOP + 'methods = ["php/*", 3]', "mine.toml:4: an entry of 'methods' must be a text"),
        (TOP + "methods = []", "mine.toml:4: 'methods' is empty: it needs at least one entry"),
        (TOP + "levels = []", "mine.toml:4: 'levels' is empty: it needs at least one entry"),
        (TOP + "[levels]\nsink = 'pipe'", "mine.toml:4: 'levels' must be tables in a list (write [[levels]])"),
        (TOP + "quick = true", "mine.toml:4: 'quick' must be a table"),
        (TOP + "margin = 1", "mine.toml:4: 'margin': 1 could mean percent or a share of one"),
        (TOP + "margin = nan", "mine.toml:4: 'margin': nan is no share"),
        (TOP + "rounds = 12.5", "mine.toml:4: 'rounds': 12.5 is a number with a point"),
        (TOP + f"rounds = {10**30}", "mine.toml:4: 'rounds': the number is out of range"),
        (TOP + 'rounds = "many"', "mine.toml:4: 'rounds': 'many' is no number that can be read"),
        (TOP + 'budget = "99999999 h"', "mine.toml:4: 'budget': "),
        (TOP + "[[levels]]\nmethods = []", "mine.toml:5: 'methods' must be a list of texts"),
        (TOP + "[[levels]]\nsink = ['pipe', 'pipe']", "mine.toml:5: 'sink': the level 'pipe' is given twice, first at"),
        (TOP + "[[levels]]\nfile_bytes = [4096, '4KiB']", "mine.toml:5: 'file_bytes': the level 4096 is given twice"),
        (TOP + "[[levels]]\nfile_bytes = [[1]]", "mine.toml:5: 'file_bytes': [1] is a list"),
        (TOP + "[[levels]]\nfile_bytes = {a = 1}", "mine.toml:5: unknown factor 'file_bytes.a'"),
        (TOP + f"[[levels]]\nfile_bytes = {10**19}", "mine.toml:5: 'file_bytes': the number is out of range"),
        (
            TOP + "[[levels]]\ntarget = 'dsk'",
            "mine.toml:5: 'target': 'dsk' is no target; targets are disk, tmpfs, ext4 and the others",
        ),
        (TOP + '[[levels]]\ntarget = "/a\\u0000b"', "mine.toml:5: 'target': '/a\\x00b' is no target"),
        (
            TOP + "[[levels]]\n'php.flags' = 'x'",
            "mine.toml:5: unknown factor 'php.flags': the php kit does not take it",
        ),
        (TOP + "[[levels]]\n'python.x' = 'x'", "mine.toml:5: unknown factor 'python.x': the python kit does not take"),
        (TOP + "[[levels]]\n'c.flags' = '-D\"x'", "mine.toml:5: 'c.flags': "),
    ],
)
def test_what_is_wrong_is_said_once_with_its_line(tmp_path: Path, text: str, message: str) -> None:
    lines = wrong_file(tmp_path, text)
    assert len(lines) == 1, lines
    assert lines[0].startswith(message)


def test_a_level_given_by_two_tables_is_refused_with_both_lines(tmp_path: Path) -> None:
    lines = wrong_file(tmp_path, TOP + "[[levels]]\nsink = ['pipe', 'null']\n[[levels]]\n[[levels]]\nsink = 'null'\n")
    name = "file_bytes=20971520 pieces=1 sink="
    assert lines == [
        f"mine.toml:6: the level {name}pipe target=disk was given already, in line 4",
        f"mine.toml:7: the level {name}null target=disk was given already, in line 4",
    ]


def test_a_baseline_that_a_level_leaves_out_is_refused(tmp_path: Path) -> None:
    text = TOP + "[[levels]]\n[[levels]]\nsink = 'null'\nmethods = ['c/*']\n"
    assert wrong_file(tmp_path, text) == [
        "mine.toml:7: the baseline 'php/readfile' is not among the methods of this level "
        '(add "php/readfile" to the methods)'
    ]


def test_rounds_are_enough_or_refused_with_the_number(tmp_path: Path) -> None:
    assert load(tmp_path, TOP + "rounds = 9\n").rounds == 9
    (line,) = wrong_file(tmp_path, TOP + "rounds = 8\n")
    assert line.endswith("8 rounds are too few for 7 arms and a placebo: no interval at 95 % exists below 9 rounds")


def test_ten_thousand_levels_are_refused_with_the_count(tmp_path: Path) -> None:
    numbers = ", ".join(str(number) for number in range(10_000))
    expected = "mine.toml:4: 10000 levels are too many: 2000 at most (use fewer values)"
    assert wrong_file(tmp_path, f"{TOP}[[levels]]\nfile_bytes = [{numbers}]\n") == [expected]
    tables = "".join(f"[[levels]]\nfile_bytes = {number}\n" for number in range(10_000))
    assert wrong_file(tmp_path, TOP + tables) == [expected]


def test_a_product_too_large_to_count_to_is_refused_without_making_it(tmp_path: Path) -> None:
    numbers = ", ".join(str(number) for number in range(1, 1000))
    options = "".join(f'"php.o{index}" = [{numbers}]\n' for index in range(9))
    (line,) = wrong_file(tmp_path, f"{TOP}[[levels]]\n{options}")
    assert f" {999**9} levels are too many" in line


def test_a_long_list_of_wrong_values_is_not_spelt_out_to_its_end(tmp_path: Path) -> None:
    lines = wrong_file(tmp_path, f"{TOP}[[levels]]\nfile_bytes = {list(range(-5000, 0))}\n")
    assert len(lines) == 21
    assert lines[-1] == "mine.toml:5: 'file_bytes': 4980 more values are wrong"


@pytest.mark.parametrize("content", [b"", b"\0\0", b"\xff\xfe", b"a = " + b"[" * 50_000, b"[" * 50_000, b"a=1\n" * 3])
def test_what_is_no_study_at_all_is_a_usage_error(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "mine.toml"
    path.write_bytes(content)
    assert wrong(lambda: study_file.load(path, CATALOG, quick=False))


HUGE = "0x" + "F" * 20_000


@pytest.mark.parametrize("key", ["question", "job", "baseline", "methods", "margin", "rounds", "budget", "quick"])
def test_a_huge_number_anywhere_is_a_usage_error(tmp_path: Path, key: str) -> None:
    kept = "".join(line for line in TOP.splitlines(keepends=True) if not line.startswith(key))
    (line,) = wrong_file(tmp_path, f"{key} = {HUGE}\n{kept}")
    assert line.startswith("mine.toml:1: ")
    assert len(line) < 200


def test_a_huge_number_as_a_factor_is_a_usage_error(tmp_path: Path) -> None:
    names = ("file_bytes", "sink", "target", '"php.x"', HUGE, f'"{HUGE}"')
    lines = wrong_file(tmp_path, TOP + "[[levels]]\n" + "".join(f"{name} = {HUGE}\n" for name in names[:-1]))
    assert len(lines) == 5
    assert max(map(len, lines)) < 200


def test_a_folder_is_no_study(tmp_path: Path) -> None:
    assert wrong(lambda: study_file.load(tmp_path, CATALOG, quick=False)) == [
        f"{tmp_path}: is a folder; a TOML file was expected"
    ]


def test_an_unknown_job_hides_no_other_problem(tmp_path: Path) -> None:
    assert wrong_file(tmp_path, TOP.replace('"deliver"', '"nope"') + "blocks = 2\n") == [
        "mine.toml:2: unknown job 'nope' (there are: deliver, empty)",
        "mine.toml:4: 'blocks': 2 blocks are even, which biases medians; take 1 or 3",
    ]


PIECES = ["\n", "=", '"', "[", "]", "{", "}", ",", "-", "9" * 30, "0x" + "F" * 99, "true", "nan", "[[levels]]\n"]


@settings(max_examples=300, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(st.tuples(st.integers(0, len(WHOLE)), st.integers(0, 12), st.sampled_from(PIECES)), max_size=4))
def test_a_damaged_study_is_read_or_refused_and_never_breaks(tmp_path: Path, edits: list[tuple[int, int, str]]) -> None:
    text = WHOLE
    for at, cut, piece in edits:
        text = text[:at] + piece + text[at + cut :]
    try:
        study = load(tmp_path, text)
    except UsageError as error:
        assert error.problems
    else:
        assert all(study.baseline in level.arms for level in study.levels)


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ('["pth"]', "mine.toml:4: 'surroundings': 'pth' is no surrounding; did you mean 'path'?"),
        ('["path", "path"]', "mine.toml:4: 'surroundings': has a word twice"),
        ('"path"', "mine.toml:4: 'surroundings': must be a list of path, heap, environment, pages, or \"fixed\""),
        ("[3]", "mine.toml:4: 'surroundings': '3' is no surrounding"),
    ],
)
def test_an_unknown_surrounding_is_an_error_with_its_line(tmp_path: Path, given: str, said: str) -> None:
    assert wrong_file(tmp_path, TOP + f"surroundings = {given}\n") == [said]


def test_surroundings_are_all_unless_a_study_chooses(tmp_path: Path) -> None:
    assert load(tmp_path, TOP).surroundings == ("path", "heap", "environment", "pages")
    assert load(tmp_path, TOP + 'surroundings = "fixed"\n').surroundings == ()
    both = TOP + 'surroundings = ["environment", "path"]\n[quick]\nsurroundings = []\n'
    assert load(tmp_path, both).surroundings == ("path", "environment")
    assert load(tmp_path, both, quick=True).surroundings == ()
