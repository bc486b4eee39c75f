"""docs/cli.md: every command's own help."""

from __future__ import annotations

from docs.pages.help import help_of


def cli() -> str:
    """Every command's own help."""
    commands = [line.split()[0] for line in help_of().split("Commands:")[1].splitlines() if line.strip()]
    names = [[], *([name] for name in commands)]
    at = names.index(["selftest"])
    names[at + 1 : at + 1] = [["selftest", "aa"], ["selftest", "inject"], ["selftest", "surroundings"]]
    at = names.index(["target"])
    names[at + 1 : at + 1] = [["target", "list"], ["target", "create"], ["target", "remove"]]
    parts = [f"## {' '.join(['iotrial', *name])}\n\n```\n{help_of(*name).rstrip()}\n```" for name in names]
    codes = (
        "Exit codes: 0 done; 1 a check that you asked for failed; 2 bad usage or input; 3 nothing could be measured; "
        "4 undecided, if an answer was asked for (`advise`, `gate`); 5 invalid (`gate`); 130 interrupted. Data "
        "goes to stdout, everything else to stderr."
    )
    return "\n\n".join(["# The command line", codes, *parts])
