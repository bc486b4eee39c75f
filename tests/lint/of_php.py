"""PHP: `php -l`, which takes one file and is started for each: one process would meet functions of one name."""

from __future__ import annotations

from lint.check import Check, Said, all_of, passes, version_of
from lint.programs import of_shapes, shaped
from lint.tracked import files


def checks() -> list[Check]:
    """The check of PHP."""
    return [Check("php", _is_php, [*files("*.php"), *of_shapes()], lambda: [version_of("php", "--version")])]


def _is_php() -> Said:
    return all_of(*(passes(["php", "-l", name]) for name in [*files("*.php"), *shaped("php")]))
