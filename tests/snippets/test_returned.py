"""Two results side by side, and the names of files that are compared."""

from __future__ import annotations

import struct
from pathlib import Path

from iotrial.ask import tree
from iotrial.errors import Problem
from iotrial.jobs.returned import Returned, difference_of
from iotrial.snippets.snippet_file import methods_of

CATALOG = tree.load()


def test_results_differ_from_the_first_byte_that_does() -> None:
    long = b"x" * 5000
    real = Returned("real", struct.pack("<d", 0.5))
    for one, other, told in (
        (Returned("whole", b"5"), Returned("whole", b"5"), None),
        (Returned("whole", b"48211"), Returned("whole", b"48212"), ("returns 48,211", "returns 48,212")),
        (Returned("whole", b"5"), Returned("text", b"5"), ("returns the number 5", 'returns the text "5"')),
        (real, Returned("real", struct.pack("<d", 0.5)), None),
        (real, Returned("whole", b"1"), ("returns the number 0.5", "returns the number 1")),
        (Returned("real", struct.pack("<d", float("nan"))), Returned("real", struct.pack("<d", float("nan"))), None),
        (Returned("text", b"a\n"), Returned("text", b"a"), ('returns "a\\n"', 'returns "a"')),
        (
            Returned("text", long + b"end"),
            Returned("text", long + b"eNd"),
            (
                'returns 5,003 bytes, from byte 4,989 on "xxxxxxxxxxxend"',
                'returns 5,003 bytes, from byte 4,989 on "xxxxxxxxxxxeNd"',
            ),
        ),
    ):
        assert difference_of(one, other) == told


def test_what_was_written_counts_even_if_nothing_is_returned() -> None:
    nothing = Returned("nothing", b"", {"": ("file", b"abc")})
    assert difference_of(nothing, Returned("whole", b"0", {"": ("file", b"abc")})) is None
    found = difference_of(nothing, Returned("whole", b"0", {"": ("file", b"abd")}))
    assert found is not None and found[1].endswith('writes as its output 3 bytes, from byte 0 on "abd"')
    assert difference_of(Returned("whole", b"1", {}), Returned("whole", b"2", {})) is not None


def test_files_of_one_name_are_told_apart(tmp_path: Path) -> None:
    files = []
    for folder in ("old", "new"):
        (tmp_path / folder).mkdir()
        files.append(tmp_path / folder / "my file é.py")
        files[-1].write_text("# needs: package numpy\n\n\ndef run(path):\n    return 1\n")
    problems: list[Problem] = []
    found = methods_of([*files, files[0]], "vs", CATALOG.kits, problems)
    assert not problems
    assert [method.called for method in found] == ["old/my file é.py", "new/my file é.py", "old/my file é.py (again)"]
    assert [method.name for method in found] == ["my_file__", "my_file__-2", "my_file__-3"]
    assert {method.packages for method in found} == {("numpy",)}


def test_a_package_that_is_not_known_is_named(tmp_path: Path) -> None:
    file = tmp_path / "a.py"
    file.write_text("# needs: package nunpy\ndef run(path):\n    return 1\n")
    problems: list[Problem] = []
    methods_of([file, file], "vs", CATALOG.kits, problems)
    assert [problem.message for problem in problems][:1] == ["needs a package 'nunpy', which is not known"]
    assert problems[0].hint == "did you mean 'numpy'?"
