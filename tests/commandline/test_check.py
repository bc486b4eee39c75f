"""`iotrial check` of a method that is not right yet: each failure once, with the line that helps to mend it."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from commandline.command import Place

DECLARED = "visible: each record\nlock: none\nappend: yes\ndurable: no\n"

PYTHON = """def append(path, records):
    written = 0
    with open(path, "ab", buffering=0) as log:
        for record in records:
            log.write(record)
            written += 1
    return written
"""

#: A method in each language that keeps its file open between calls, one for each path or the last one.
KEEPS_OPEN = {
    "php": """<?php
function append(string $path, iterable $records): int
{
    static $logs = [];
    $logs[$path] ??= fopen($path, 'a');
    $written = 0;
    foreach ($records as $record) {
        fwrite($logs[$path], $record);
        $written++;
    }
    return $written;
}
""",
    "python": """_logs = {}


def append(path, records):
    log = _logs[path] = _logs.get(path) or open(path, "ab", buffering=0)
    written = 0
    for record in records:
        log.write(record)
        written += 1
    return written
""",
    "c": """#include "append.h"
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

int64_t append(const char *path, struct records *records) {
    static int log = -1;
    static char last[4096];
    if (log < 0 || strcmp(last, path) != 0)
        log = open(path, O_WRONLY | O_APPEND);
    strncpy(last, path, sizeof last - 1);
    struct record record;
    int64_t written = 0;
    while (next_record(records, &record)) {
        if (write(log, record.bytes, record.size) < 0)
            return -1;
        written++;
    }
    return written;
}
""",
}
COMPILERS = {"php": "php", "python": "python3", "c": "gcc"}
COMMENT = {"php": ("//", "php"), "python": ("#", "py"), "c": ("//", "c")}


def made(place: Place, text: str, language: str = "python", name: str = "mine", declares: str = "") -> None:
    """A method of `append` in the tree `tree`, with the comment that all of them need."""
    if shutil.which(COMPILERS[language]) is None:
        pytest.skip(f"{COMPILERS[language]} is not here")
    mark, extension = COMMENT[language]
    comment = "".join(f"{mark} {line}\n" for line in f"Mine.\nUse it nowhere.\n{DECLARED}{declares}".splitlines())
    text = text.replace("<?php\n", f"<?php\n{comment}", 1) if language == "php" else f"{comment}\n{text}"
    path = place.root / "tree" / "append" / language / f"{name}.{extension}"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)


def checked(place: Place, *names: str) -> tuple[int, str]:
    """Exit code and everything that is said, line breaks of the table taken out."""
    done = place.run("check", *(names or ("mine",)), "--with", "tree", "--target", str(place.target))
    return done.returncode, " ".join(f"{done.stdout} {done.stderr}".split())


BROKEN = {
    "c": (
        '#include "append.h"\nint64_t append(const char *path) {\n    return 0\n}\n',
        ".c:10:13: error: expected ';'",
    ),
    "php": ("<?php\nfunction append($path, $records) {\n    return 0 0;\n}\n", "Parse error: syntax error"),
    "python": ("def append(path, records):\n    return = 0\n", "SyntaxError: invalid syntax"),
}


def test_methods_that_cannot_be_compiled_or_parsed_are_errors_of_those_methods(place: Place) -> None:
    for language, (text, _) in BROKEN.items():
        made(place, text, language)
    document = place.run("check", "mine", "--with", "tree", "--target", str(place.target), "--json")
    assert document.returncode == 1
    assert {row["status"] for row in json.loads(document.stdout)} == {"failed"}
    code, shown = checked(place)
    assert code == 1 and "failed" in shown and "skipped" not in shown
    whole = "".join(shown.split())  # a table folds within a path
    for _, said in BROKEN.values():
        assert whole.count("".join(said.split())) == 1, f"{said} is not told, or is for each input"


def test_a_run_tells_a_compile_error_before_it_measures_and_never_calls_it_skipped(place: Place) -> None:
    made(place, BROKEN["c"][0], "c")
    arguments = (
        "--set",
        "records=20",
        "--rounds",
        "8",
        "--blocks",
        "1",
        "--no-evidence",
        "--target",
        str(place.target),
    )
    names = ("--method", "mine", "--method", "c/write_keep_open", "--method", "c/write_reopen")
    done = place.run("run", "append", "--with", "tree", *names, *arguments)
    said = " ".join(done.stderr.split())
    assert done.returncode == 0 and "note: c/mine is left out: does not compile:" in said and "error:" in said
    assert "c/mine failed" in done.stdout and "skipped" not in done.stdout
    alone = place.run("run", "append", "--with", "tree", "--method", "mine", *arguments)
    assert alone.returncode == 3 and alone.stdout == ""
    assert "does not compile" in alone.stderr and alone.stderr.count("does not compile") == 1
    assert "iotrial check append/c/mine --with tree" in " ".join(alone.stderr.split())
    assert len(place.runs()) == 1 and place.leftovers() == []


def test_methods_that_keep_a_file_open_between_calls_are_caught(place: Place) -> None:
    for language, text in KEEPS_OPEN.items():
        made(place, text, language)
    done = place.run("check", "mine", "--with", "tree", "--target", str(place.target), "--json")
    assert done.returncode == 1
    said = [(row["arm"].partition("/")[0], row["reason"] or "") for row in json.loads(done.stdout)]
    caught = {language for language, why in said if "called again with the same path" in why and "instead of" in why}
    assert caught == set(KEEPS_OPEN), said
    assert place.leftovers() == []


def test_a_run_catches_them_before_anything_is_timed_and_says_the_same(place: Place) -> None:
    for language, text in KEEPS_OPEN.items():
        made(place, text, language)
    done = place.run(
        "run", "append", "--with", "tree", "--method", "mine", "--method", "c/write_keep_open", "--method",
        "c/write_reopen", "--set", "records=20", "--rounds", "8", "--blocks", "1", "--no-evidence",
        "--target", str(place.target), "--json",
    )  # fmt: skip
    arms = {arm["arm"]: arm for arm in json.loads(done.stdout)["levels"][0]["arms"]}
    for language in KEEPS_OPEN:
        mine = arms.pop(f"{language}/mine")
        assert mine["status"] == "disqualified" and mine["median_ns"] is None
        assert mine["reason"].startswith("called again with the same path: ") and "instead of" in mine["reason"]
    assert {arm["status"] for arm in arms.values()} == {"measured"}
    assert place.leftovers() == []


def test_one_failure_is_told_once_with_its_inputs_and_the_first_of_them(place: Place) -> None:
    made(place, PYTHON.replace("log.write(record)", "log.write(record.upper())"), name="loud")
    made(place, PYTHON.replace("written += 1", "raise LookupError('not\\x1b[31m today')"), name="raises")
    code, said = checked(place, "loud", "raises")
    assert code == 1
    assert said.count("LookupError") == 1 and r"not\x1b[31m today" in said
    assert "at 10 of 18 inputs, first at records=1 record_bytes=1 ending=none)" in said
    assert said.count("does not do") + said.count("do not do") == 1


def test_a_runtimes_first_error_is_shown_and_not_the_end_of_its_trace(place: Place) -> None:
    made(place, "<?php\nrequire __DIR__ . '/vendor/autoload.php';\n", "php")
    code, said = checked(place)
    assert code == 1 and "autoload.php" in "".join(said.split()) and "Failed to open stream" in said
    assert "#0" not in said and "{main}" not in said and "thrown in" not in said


def test_a_right_method_passes(place: Place, tmp_path: Path) -> None:
    made(place, PYTHON)
    code, said = checked(place)
    assert code == 0 and "ok" in said


def test_guarantees_of_which_a_method_says_nothing_are_named(place: Place) -> None:
    made(place, PYTHON)
    assert "says nothing of" not in checked(place)[1]
    path = place.root / "tree" / "append" / "python" / "mine.py"
    said = path.read_text().replace("# visible: each record\n", "").replace("# append: yes\n", "")
    path.write_text(said)
    assert "note: append/python/mine says nothing of visible and append: not tested" in checked(place)[1]


#: A method that loses what a record has beyond a number of bytes.
CUTS = PYTHON.replace("log.write(record)", "log.write(record[:PIECE_BYTES])").replace(
    "def append", "PIECE_BYTES = 8192\n\n\ndef append"
)
TAKES_A_SIZE = "parameters: piece_bytes 512..2000000\n"


def test_a_method_is_checked_with_the_parameters_that_stand_after_it(place: Place) -> None:
    made(place, CUTS, declares=TAKES_A_SIZE)
    made(place, PYTHON, name="other")
    arguments = ("--with", "tree", "--target", str(place.target))
    (right,) = place.document("check", "append/python/mine(piece_bytes=64KiB)", *arguments)
    assert (right["arm"], right["status"]) == ("python/mine(piece_bytes=65536)", "ok")
    (starred,) = place.document("check", "append/*(piece_bytes=8193)", *arguments)
    assert starred["arm"] == "python/mine(piece_bytes=8193)"
    code, said = checked(place, "mine(piece_bytes=512)", "mine(piece_bytes=1MiB)")
    assert code == 1 and "append/python/mine(piece_bytes=512) does not do its job" in said


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("mine(piece_bytes=1)", "piece_bytes=1 is not between 512 and 2000000"),
        ("mine(piece=512)", "python/mine has no parameter 'piece'; there are: piece_bytes"),
        ("os_write(piece_bytes=512)", "python/os_write has no parameters"),
        ("mime(piece_bytes=512)", "matches no method"),
    ],
)
def test_parameters_that_a_method_does_not_take_are_refused(place: Place, name: str, words: str) -> None:
    made(place, CUTS, declares=TAKES_A_SIZE)
    done = place.run("check", name, "--with", "tree", "--target", str(place.target))
    assert done.returncode == 2 and words in " ".join(done.stderr.split()), done.stderr
    assert place.leftovers() == []
