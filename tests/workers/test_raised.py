"""The class and the place of an error, from traces as runtimes write them."""

from __future__ import annotations

import pytest

from iotrial.workers.raised import with_place

#: By its form: the worker's message, what it wrote to its log, and what is made of both.
TRACES = {
    "inwards": (
        "no luck",
        "Traceback (most recent call last):\n"
        '  File "/kits/python/kit.py", line 480, in serve\n'
        '  File "/home/me/t.ext", line 10, in run\n'
        '  File "/home/me/t.ext", line 6, in helper\n'
        '  File "/usr/lib/helped.py", line 99, in deep\n'
        "ValueError: no luck\n",
        "ValueError: no luck (t.ext:6)",
    ),
    "inwards, raised from another": (
        "Odd: no luck\nat all",
        "Traceback (most recent call last):\n"
        '  File "/home/me/t.ext", line 3, in run\n'
        "KeyError: 7\n\n"
        "During handling of the above exception, another exception occurred:\n\n"
        "Traceback (most recent call last):\n"
        '  File "/home/me/t.ext", line 5, in run\n'
        "Odd: no luck\nat all\n",
        "Odd: no luck\nat all (t.ext:5)",
    ),
    "in a line with its place": (
        "no luck",
        "RuntimeException: no luck in /home/me/t.ext:4\nStack trace:\n#0 /home/me/t.ext(9): helper()\n#1 {main}\n",
        "RuntimeException: no luck (t.ext:4)",
    ),
    "with columns": (
        "RangeError: no luck",
        "RangeError: no luck\n    at deep (node:fs:7:3)\n    at run (file:///me/t.ext:2:11)\n    at x (file:///t.ext:8:1)",
        "RangeError: no luck (t.ext:2)",
    ),
    "under another name": (
        "java.lang.IllegalStateException: no luck",
        "java.lang.IllegalStateException: no luck\n\tat java.base/List.of(List.java:8)\n\tat T.run(Staged.ext:3)\n",
        "java.lang.IllegalStateException: no luck (t.ext:3)",
    ),
    "the place first, and the class the kit's": (
        "panic: no luck",
        "\nthread 'main' panicked at src/Staged.ext:5:5:\nno luck\nnote: run with a backtrace\n",
        "panic: no luck (t.ext:5)",
    ),
    "frames below their functions": (
        "no luck",
        "no luck\ngoroutine 1 [running]:\nmain.run(...)\n\t/worker/Staged.ext:4\nmain.main()\n\t/kit/kit.ext:9 +0x5\n",
        "no luck (t.ext:4)",
    ),
    "no frame of its own": (
        "no luck",
        "ValueError: no luck\n  at other.ext:3 and not_t.ext:4\n",
        "no luck",
    ),
    "another error in the log": ("no luck", "RuntimeException: a warning in /home/me/t.ext:4\n", "no luck"),
    "nothing in the log": ("no luck", "", "no luck"),
    "no words": ("", "RuntimeException in /home/me/t.ext:4\n", ""),
    "a path": ("/in/x: No such file", "cannot open /in/x: No such file\n", "/in/x: No such file"),
}


@pytest.mark.parametrize("form", TRACES)
def test_an_error_has_its_class_and_the_line_of_the_methods_own_file(form: str) -> None:
    message, log, told = TRACES[form]
    assert with_place(message, log, called="t.ext", names=("t.ext", "Staged.ext")) == told
