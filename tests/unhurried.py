"""Writers that wait before each record, so that many of them at once leave the CPUs to others."""

from __future__ import annotations

from pathlib import Path

PYTHON, C = "python/unhurried", "c/unhurried"

_METHODS = Path(__file__).parents[1] / "methods"

#: What follows a line of flock_each, for each language.
_WAIT = {
    "py": ("            for record in records:\n", "                __import__('time').sleep(0.001)\n"),
    "c": ("    while (next_record(records, &record)) {\n", "        usleep(1000);\n"),
}


def unhurried(tree: Path) -> Path:
    """Write methods that lock the log for each record, as those of our tree do, and wait a millisecond before it."""
    for arm in (PYTHON, C):
        language = arm.partition("/")[0]
        (found,) = _METHODS.glob(f"append/{language}/flock_each.*")
        line, wait = _WAIT[found.suffix[1:]]
        text = found.read_text()
        assert line in text, found
        own = tree / "append" / f"{arm}{found.suffix}"
        own.parent.mkdir(parents=True)
        own.write_text(text.replace(line, line + wait, 1))
    return tree
