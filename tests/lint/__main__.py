"""Formatters, linters and types for every language here; ends with 1 if anything is found, all of it shown.

    PYTHONPATH=tests python -m lint [CHECK]...

A check that passed is not run again until something that decides it is another: a file, a tool, or how it is checked.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor

from iotrial.workers.unavailable import Unavailable
from lint import of_c, of_go, of_java, of_javascript, of_php, of_python, of_rust
from lint.check import Check, Said
from lint.passed import Passed
from lint.programs import CACHE

#: Those that take longest begin.
_LANGUAGES = (of_rust, of_c, of_python, of_go, of_java, of_javascript, of_php)


def all_checks() -> list[Check]:
    """Every check."""
    return [check for language in _LANGUAGES for check in language.checks()]


def is_content(check: Check, passed: Passed) -> bool:
    """True if a check is content, or was when all was as it is now; show what it said if it is not."""
    digest = check.digest()
    if passed.holds(check.name, digest):
        _show(f"lint: same {check.name}\n")
        return True
    try:
        said = check.run()
    except Unavailable as reason:  # a package of a language cannot be had: the others are checked all the same
        said = Said(False, f"{reason}\n")
    if said.is_content and check.digest() == digest:  # else somebody changed a file meanwhile
        passed.note(check.name, digest)
    _show(f"lint: {'ok  ' if said.is_content else 'FAIL'} {check.name}\n{said.text}")
    return said.is_content


def _show(text: str) -> None:
    """Print in one piece: others say theirs meanwhile."""
    sys.stdout.write(text)
    sys.stdout.flush()


def main(names: Sequence[str]) -> int:
    """Run the checks that are named, or all, as many at once as there are CPUs."""
    checks = all_checks()
    known = {check.name for check in checks}
    if unknown := [name for name in names if name not in known]:
        print(f"lint: no check {', '.join(unknown)}; there are {', '.join(sorted(known))}", file=sys.stderr)
        return 2
    passed = Passed(CACHE / "passed")
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        chosen = [check for check in checks if not names or check.name in names]
        results = list(pool.map(lambda check: is_content(check, passed), chosen))
    return 0 if all(results) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
