"""The name of each arm of a run in a sentence: one name for one arm, so that a sentence is about one row of a table."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping

from iotrial.ask.catalog import named_parts, said_value
from iotrial.ask.parameters import split
from iotrial.store.record import Arm, Run


def called_in(run: Run) -> dict[str, str]:
    """Return the name of each arm in a sentence, with its parameters; what would be a name of two arms has more."""
    arms = {arm.arm: arm for level in run.levels for arm in level.arms}
    names = {name: _with_parameters(arm) for name, arm in arms.items()}
    return _apart(_apart(names, {name: named_parts(name)[2] for name in names}, arms), _methods(arms), arms)


def _methods(arms: Iterable[str]) -> dict[str, str | None]:
    return {name: named_parts(name)[1] for name in arms}


def _with_parameters(arm: Arm) -> str:
    """`shutil.copyfileobj() with piece_bytes=4096`: those parameters of the arm's name that are not said yet."""
    method = named_parts(arm.arm)[1]
    called, given = arm.called or method, split(method)[1]
    untold = [one for one in given.split(",") if not (one in called or _is_said(called, one))] if given else []
    return f"{called} with {' and '.join(untold)}" if untold else called


def _is_said(called: str, given: str) -> bool:
    """True if a name says the value of `NAME=VALUE`."""
    name, _, value = given.partition("=")
    said = said_value(name, int(value)) if value.isdigit() else value
    return re.search(rf"(?<!\w){re.escape(said)}(?!\w)", called) is not None


def _apart(names: Mapping[str, str], more: Mapping[str, str | None], arms: Iterable[str]) -> dict[str, str]:
    """Return the names, those that could mean another arm of their language with more of their own in brackets."""
    methods = _methods(arms)
    spoken = Counter((_language(name), called) for name, called in names.items())
    tables = {(_language(name), method): name for name, method in methods.items()}
    found = {}
    for name, called in names.items():
        key = (_language(name), called)
        is_of_two = spoken[key] > 1 or tables.get(key, name) != name
        own = more[name]
        found[name] = f"{called} ({own})" if is_of_two and own not in (None, called) else called
    return found


def _language(name: str) -> str:
    return named_parts(name)[0]
