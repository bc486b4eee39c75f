"""`iotrial vs`: users' own snippets, from two files to the answer; and each mistake in the words of who made it."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator

import pytest

from commandline.command import Place
from in_memory import folder_in_memory

RIGHT = "def run(path):\n    with open(path) as file:\n        return len(file.readlines())\n"
QUICK = ("--rounds", "8", "--blocks", "1", "--no-evidence")


@pytest.fixture(scope="module")
def prepared(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Place]:
    """One place with an input for all."""
    with folder_in_memory(tmp_path_factory.mktemp("vs")) as folder:
        place = Place(folder)
        (folder / "log.txt").write_text("line\n" * 2000)
        (folder / "right.py").write_text(RIGHT)
        yield place


def test_two_snippets_to_begin_with_are_compared_and_the_run_is_as_any_other(prepared: Place) -> None:
    begun = prepared.run("vs", "--init", "python", "--input", "log.txt")
    assert begun.stdout.splitlines()[-1] == "next: iotrial vs by_line.py whole.py --input log.txt"
    again = prepared.run("vs", "--init", "Python")
    assert (again.returncode, again.stderr.splitlines()[0]) == (2, "error: by_line.py: is there already")

    before = (prepared.root / "log.txt").read_bytes()
    done = prepared.valid_run(*["vs", "by_line.py", "whole.py", "--input", "log.txt"], *QUICK)
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("vs: by_line.py, whole.py: which is faster?")
    assert "; both return 2,000." in " ".join(done.stdout.split())
    assert "by_line.py" in done.stdout.split("; both")[0] and "the usual way" not in done.stdout
    found = prepared.document("show", "last")
    (level,) = found["levels"]
    assert (level["returned"], level["level"]["input"], found["work_unit"]) == ("2,000", "log.txt", "calls")
    assert [arm["called"] for arm in level["arms"]] == ["by_line.py", "whole.py"]
    assert level["placebo"]["ratio"] is not None
    assert (prepared.root / "log.txt").read_bytes() == before

    resumed = prepared.run("run", "--resume", "last")
    assert (resumed.returncode, "is complete" in resumed.stderr) == (2, True), resumed.stderr


def test_a_run_that_was_interrupted_goes_on_with_the_same_files(place: Place) -> None:
    (place.root / "log.txt").write_text("line\n" * 2000)
    (place.root / "right.py").write_text(RIGHT)
    other = place.root / "other.py"
    other.write_text(RIGHT + "\n")
    place.interrupt(signal.SIGINT, "vs", "right.py", "other.py", "--input", "log.txt", *QUICK[2:], "--rounds", "10")
    other.write_text(RIGHT + "\n# changed\n")
    refused = place.run("run", "--resume", "last")
    assert "python/other has changed since the run began" in refused.stderr, refused.stderr
    other.write_text(RIGHT + "\n")
    done = place.run("run", "--resume", "last")
    assert done.returncode == 0, done.stderr
    assert "; both return 2,000." in " ".join(done.stdout.split())


#: By file, its text, and the words that it must get; nothing is timed.
WRONG = {
    "number.py": ("def run(path):\n    return 2001\n", "number.py: returns 2,001 for log.txt; right.py returns 2,000"),
    "text.py": (
        'def run(path):\n    return "2000"\n',
        'text.py: returns the text "2000" for log.txt; right.py returns the number 2,000',
    ),
    "nothing.py": ("def run(path):\n    pass\n", "nothing.py: returns nothing,"),
    "list.py": ("def run(path):\n    return [1]\n", "list.py: run() returned a value of type list, not a number or a"),
    "clock.py": ("import time\ndef run(path):\n    return time.time_ns()\n", "; right.py returns 2,000"),
    "grows.py": ("n = [1999]\n\ndef run(path):\n    n[0] += 1\n    return n[0]\n", "; right.py returns 2,000"),
    "named.py": ("def count(path):\n    return 1\n", "named.py: has no `def run(path)`; it has count()"),
    "raises.py": ('def run(path):\n    raise ValueError("no luck")\n', "raises.py:2: ValueError: no luck"),
    "calls.py": ("def a():\n    [][1]\n\ndef run(path):\n    a()\n", "calls.py:2: IndexError: list index out of"),
    "opens.py": ("def run(path):\n    open(path + '.no')\n", "opens.py: log.txt.no: No such file or directory"),
    "async.py": ("async def run(path):\n    return 2000\n", "async.py: run() is async: call asyncio.run() in a plain"),
    "late.py": ("run = None\n", "late.py: has no `def run(path)`; it has no function"),
    "syntax.py": ("def run(path):\n    return 5 +\n", "syntax.py: ended with status 1: SyntaxError: invalid syntax"),
    "leaves.py": ("import os\ndef run(path):\n    os._exit(0)\n", "leaves.py: ended with status 0"),
    "two.py": ("def run(path, output):\n    return 1\n", "two.py: its `run` cannot be called in the form"),
    "writes.py": (
        'def run(path):\n    open(path, "a").write("x")\n    return 2000\n',
        "writes.py: changes its input, log.txt: it works on a copy, and yours is as it was",
    ),
    "beside.py": (
        'def run(path):\n    open(path + ".index", "a").close()\n    return 2000\n',
        "beside.py: changes its input, or what lies beside it",
    ),
    "language.rb": ("", "language.rb: is of no language that is known"),
    "bad.c": ("long run(const char *path) {\n    return 5 +;\n}\n", "bad.c:2: does not compile: error: expected"),
    "static.c": (
        "static long run(const char *path) { return 5; }\n",
        "static.c: has no `int64_t run(const char *path)`",
    ),
    "dies.c": ("long run(const char *path) { return *(volatile int *)0; }\n", "dies.c: was killed by SIGSEGV"),
}


def test_each_mistake_is_told_by_the_file_that_it_is_in_and_nothing_is_timed(prepared: Place) -> None:
    before = (prepared.root / "log.txt").stat()
    runs, wrong = len(prepared.runs()), []
    for name, (text, words) in WRONG.items():
        (prepared.root / name).write_text(text)
        done = prepared.run("vs", "right.py", name, "--input", "log.txt", *QUICK)
        first = done.stderr.splitlines()[0] if done.stderr else ""
        if done.returncode not in (2, 3) or not first.startswith("error: ") or words not in first:
            wrong.append((name, done.returncode, done.stderr))
    assert not wrong
    after = (prepared.root / "log.txt").stat()
    assert (len(prepared.runs()), after.st_mtime_ns, after.st_size) == (runs, before.st_mtime_ns, before.st_size)
    assert not (prepared.root / "log.txt.index").exists()


def test_an_input_that_cannot_be_one_is_named(prepared: Place) -> None:
    root = prepared.root
    os.mkfifo(root / "pipe")
    (root / "tree").mkdir()
    os.mkfifo(root / "tree" / "pipe")
    (root / "nowhere").symlink_to("gone")
    (root / "also.py").write_text(RIGHT)
    for path, words in {
        "missing": "missing: cannot be an input: No such file or directory",
        "pipe": "pipe: cannot be an input: is neither a file nor a folder",
        "tree": "tree/pipe: cannot be an input: is neither a file nor a folder",
        "nowhere": "nowhere: cannot be an input: No such file or directory",
        "/dev/null": "/dev/null: cannot be an input: is neither a file nor a folder",
    }.items():
        done = prepared.run("vs", "right.py", "also.py", "--input", path)
        assert (done.returncode, words in done.stderr) == (2, True), done.stderr


def test_what_is_written_must_be_the_same_too(prepared: Place) -> None:
    root = prepared.root
    copy = "import shutil\ndef run(path, output):\n    shutil.copytree(path, output, symlinks={})\n"
    (root / "folder" / "below").mkdir(parents=True)
    (root / "folder" / "below" / "file").write_text("x")
    (root / "folder" / "link").symlink_to("below/file")
    (root / "follows.py").write_text(copy.format(False))
    (root / "keeps.py").write_text(copy.format(True))
    (root / "leaves_out.py").write_text("def run(path, output):\n    return 1\n")
    done = prepared.run(*["vs", "follows.py", "keeps.py", "--input", "folder", "--output"], *QUICK)
    assert "keeps.py: writes a link as 'link' in its output for folder; follows.py writes a file" in done.stderr
    done = prepared.run(*["vs", "follows.py", "leaves_out.py", "--input", "folder", "--output"], *QUICK)
    assert "leaves_out.py: writes nothing to the path that it is given for its output" in done.stderr


def test_what_is_wanted_has_a_second_path_if_there_is_an_output(prepared: Place) -> None:
    (prepared.root / "two_paths.py").write_text("def run(path, output):\n    open(output, 'w').close()\n")
    (prepared.root / "count.py").write_text("def count(path):\n    return 1\n")
    one, two = "def run(path)", "def run(path, output)"
    for arguments, words in {
        ("right.py", "two_paths.py"): f"hint: write: {one}; --output gives it a second path",
        ("two_paths.py", "right.py", "--output"): f"hint: write: {two}; without --output it is given one path alone",
        ("right.py", "count.py"): f"count.py: has no `{one}`; it has count()\nhint: write: {one}\n",
        ("two_paths.py", "count.py", "--output"): f"count.py: has no `{two}`; it has count()\nhint: write: {two}\n",
    }.items():
        done = prepared.run("vs", *arguments, "--input", "log.txt", *QUICK)
        assert words in done.stderr, done.stderr


def test_a_hint_says_what_to_do_about_results_that_cannot_be_compared(prepared: Place) -> None:
    root = prepared.root
    (root / "none.py").write_text("def run(path):\n    pass\n")
    for text in "xy":
        (root / f"writes_{text}.py").write_text(f"def run(path, output):\n    open(output, 'w').write('{text}')\n")
    (root / "2000.py").write_text("def run(path):\n    return 2001\n")
    for arguments, words in {
        ("right.py", "none.py"): "hint: return what they come to, such as a count",
        ("right.py", "2000.py"): "hint: only equal work is compared: all must return the same",
        ("writes_x.py", "writes_y.py", "--output"): "hint: only equal work is compared: all must write the same",
    }.items():
        done = prepared.run("vs", *arguments, "--input", "log.txt", *QUICK)
        assert words in done.stderr, done.stderr


def test_what_is_missing_on_the_command_line_is_told(prepared: Place) -> None:
    for arguments, words in {
        (): "name two files, each with a function `run`",
        ("right.py", "--input", "log.txt"): "name two files or more",
        ("right.py", "right.py"): "name an input",
        ("right.py", "rihgt.py", "--input", "log.txt"): "hint: did you mean 'right.py'?",
        ("--init", "cobol"): "--init: there is nothing to begin with in 'cobol'",
    }.items():
        done = prepared.run("vs", *arguments)
        assert (done.returncode, words in done.stderr) == (2, True), (arguments, done.stderr)


def test_a_library_comes_by_its_path_for_all_files_or_for_one(prepared: Place) -> None:
    root = prepared.root
    for version in ("1", "2"):
        (root / f"lib{version}" / "mine").mkdir(parents=True)
        (root / f"lib{version}" / "mine" / "__init__.py").write_text(f"VERSION = {version}\n")
        (root / f"uses{version}.py").write_text(
            f"# needs: path lib{version}\nimport mine\n\n\ndef run(path):\n    return mine.VERSION\n"
        )
    (root / "uses.py").write_text("import mine\n\n\ndef run(path):\n    return mine.VERSION\n")
    for arguments, words in {
        ("uses1.py", "uses2.py"): "uses2.py: returns 2 for log.txt; uses1.py returns 1",
        ("uses2.py", "uses.py", "--path", "lib1/mine"): "uses.py: returns 1 for log.txt; uses2.py returns 2",
        (
            "uses1.py",
            "uses.py",
        ): "uses.py: ended with status 1: ModuleNotFoundError: No module named 'mine' (uses.py:1)",
        ("uses1.py", "uses.py", "--path", "lib3"): "lib3 cannot be read: No such file or directory",
    }.items():
        done = prepared.run("vs", *arguments, "--input", "log.txt", *QUICK)
        assert words in done.stderr, done.stderr
