"""Writers that wait before each record, so that many of them at once leave the CPUs to others."""

from __future__ import annotations

from pathlib import Path

#: Writers that lock the log for each record.
PYTHON, C = "python/unhurried", "c/unhurried"

#: Writers that lock nothing, and write to one handle or to a new one for each record.
KEEPS_OPEN, REOPENS = "c/unhurried_open", "c/unhurried_reopen"

#: The method of our tree that each of them is, but for the wait.
_HONEST = {PYTHON: "flock_each", C: "flock_each", KEEPS_OPEN: "write_keep_open", REOPENS: "write_reopen"}

_METHODS = Path(__file__).parents[1] / "methods"

#: What follows a line of the method, for each language.
_WAIT = {
    "py": ("            for record in records:\n", "                __import__('time').sleep(0.001)\n"),
    "c": ("    while (next_record(records, &record)) {\n", "        usleep(1000);\n"),
}


def unhurried(tree: Path) -> Path:
    """Write methods that do as some of our tree do, and wait a millisecond before each record."""
    for arm, honest in _HONEST.items():
        language = arm.partition("/")[0]
        (found,) = _METHODS.glob(f"append/{language}/{honest}.*")
        line, wait = _WAIT[found.suffix[1:]]
        text = found.read_text()
        assert line in text, found
        own = tree / "append" / f"{arm}{found.suffix}"
        own.parent.mkdir(parents=True, exist_ok=True)
        own.write_text(text.replace(line, line + wait, 1))
    return tree
