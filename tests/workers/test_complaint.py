"""Of all that a program wrote before it ended, a user is shown the line that says what is wrong."""

from __future__ import annotations

import pytest

from iotrial.workers.complaint import MOST_CHARACTERS, compiler_complaint, complaint, visible

PHP = """PHP Warning:  something harmless in /m/a.php on line 3
Fatal error: Uncaught ErrorException: require(/m/autoload.php): Failed to open stream in /m/a.php:9
Stack trace:
#0 /m/a.php(9): {closure}(2, 'require(...)')
#1 {main}
  thrown in /m/a.php on line 9
"""
PYTHON = """Traceback (most recent call last):
  File "/kit/kit.py", line 300, in <module>
    main(sys.argv[1:])
  File "<frozen importlib._bootstrap_external>", line 936, in exec_module
  File "/m/a.py", line 11, in <module>
    import no_such_module
ModuleNotFoundError: No module named 'no_such_module'
"""
CHAINED = f"""{PYTHON}
During handling of the above exception, another exception occurred:

Traceback (most recent call last):
  File "/m/a.py", line 13, in <module>
    raise Mine("neither is the other")
Mine: neither is the other
"""
SYNTAX = """Traceback (most recent call last):
  File "/m/a.py", line 15
    written = = 0
              ^
SyntaxError: invalid syntax
"""
CPP = "terminate called after throwing an instance of 'std::runtime_error'\n  what():  cannot open /m/x\n"
SANITIZER = "=====\n==7==ERROR: AddressSanitizer: heap-buffer-overflow on address 0x1\nREAD of size 1\n"


@pytest.mark.parametrize(
    ("log", "said"),
    [
        (
            PHP,
            "Fatal error: Uncaught ErrorException: require(/m/autoload.php): Failed to open stream in /m/a.php:9",
        ),
        (PYTHON, "ModuleNotFoundError: No module named 'no_such_module' (/m/a.py:11)"),
        (CHAINED, "Mine: neither is the other (/m/a.py:13)"),
        (SYNTAX, "SyntaxError: invalid syntax (/m/a.py:15)"),
        (CPP, "terminate called after throwing an instance of 'std::runtime_error': cannot open /m/x"),
        (SANITIZER, "==7==ERROR: AddressSanitizer: heap-buffer-overflow on address 0x1"),
        ("prog: a.c:33: append: Assertion `log == 1' failed.\nmore\n", "a.c:33: append: Assertion `log == 1' failed."),
        ("double free or corruption (out)\n", "double free or corruption (out)"),
        ("one\ntwo\n", "one"),
        ("\n  \n---\n", ""),
        ("", ""),
    ],
)
def test_the_first_error_is_found_in_a_log(log: str, said: str) -> None:
    assert complaint(log, "prog") == said


def test_a_reason_is_one_bounded_line_in_which_nothing_is_hidden() -> None:
    assert complaint("Error: a\x1b[31m\udcff\t\u202e") == r"Error: a\x1b[31m\xff\t\u202e"
    assert visible("a\nb") == r"a\nb"
    assert visible("x" * MOST_CHARACTERS) == "x" * MOST_CHARACTERS
    assert len(visible("x" * 10_000)) == MOST_CHARACTERS == len(complaint("Error: " + "\0" * 10_000))


def test_a_long_reason_loses_its_middle_since_the_cause_stands_at_either_end() -> None:
    shown = visible(f"open /{'folder/' * 1000}log: No space left on device")
    assert shown.startswith("open /folder/") and shown.endswith("log: No space left on device") and "…" in shown


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (
            "In file included from /error-study/a.h:1,\n/error-study/a.c: In function 'append':\n"
            "/error-study/a.c:3:5: warning: unused\n/error-study/a.c:33:5: error: expected ';'\n",
            "/error-study/a.c:33:5: error: expected ';'",
        ),
        (
            "a.c:1:10: fatal error: no.h: No such file\ncompilation terminated.\n",
            "a.c:1:10: fatal error: no.h: No such file",
        ),
        (
            "/usr/bin/ld: /tmp/a.o: in function `main':\nkit.c:(.text+0x1): undefined reference to `append'\n"
            "collect2: error: ld returned 1 exit status\n",
            "kit.c:(.text+0x1): undefined reference to `append'",
        ),
        ("cc: no input files\n", "cc: no input files"),
        ("", "the compiler failed and did not say why"),
    ],
)
def test_the_first_error_of_a_compiler_or_linker_is_found(text: str, said: str) -> None:
    assert compiler_complaint(text) == said
