"""The start of a command: what a person waits for before anything happens is little, whatever commands there are."""

from __future__ import annotations

import subprocess
import sys

#: Modules of other rooms that every start imports: they guard the process, or read what was typed.
LIGHT = {
    "iotrial.folders.own_rights",
    "iotrial.machine.address_space",
    "iotrial.machine.command_start",
    "iotrial.machine.orderly_end",
    "iotrial.machine.own_threads",
    "iotrial.machine.refusal",
    "iotrial.store.address",
}

#: Packages that take long to import.
HEAVY = ("numpy", "scipy", "rich", "duckdb", "psutil", "platformdirs", "altair", "jinja2", "distributed")

SHOWN = """
import sys
from iotrial.cli import main
code = main(sys.argv[1:])
print(code, *sys.modules, file=sys.stderr)
"""


def imported(*words: str) -> set[str]:
    """Every module that a command line imports in a process of its own."""
    done = subprocess.run([sys.executable, "-c", SHOWN, *words], capture_output=True, text=True, check=True)
    code, *modules = done.stderr.split()
    assert code == "0", done.stderr
    return set(modules)


def test_the_help_of_every_command_needs_no_more_than_the_options() -> None:
    for words in (["--help"], ["run", "--help"], ["fleet", "--help"]):
        modules = imported(*words)
        assert not [name for name in HEAVY if name in modules], words
        assert "pydantic" not in modules or len(words) > 1, "Typer alone imports it, to read what was typed"
        rooms = {name for name in modules if name.startswith("iotrial.") and name.count(".") > 1}
        assert {name for name in rooms if not name.startswith("iotrial.cli.")} <= LIGHT, words


def test_what_is_heavy_is_seen() -> None:
    assert {"rich", "iotrial.ask.tree"} <= imported("methods", "--json")
