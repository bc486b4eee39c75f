"""The methods that a user names: JOB/LANGUAGE/METHOD or a part of it, each part perhaps a pattern."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fnmatch import fnmatchcase
from pathlib import Path

from iotrial.ask.arm_globs import NoMatch, is_named_by, settled
from iotrial.ask.catalog import Catalog, Method
from iotrial.ask.faults import Fault
from iotrial.ask.nearby_hints import method_nearby
from iotrial.ask.parameters import split
from iotrial.ask.suggest import nearest
from iotrial.errors import Problem, UsageError


def _hint(name: str, catalog: Catalog) -> str:
    """Return the method that was meant, as it can be typed; otherwise the command that lists them."""
    every = catalog.methods.values()
    known = [form for method in every for form in _forms(method)]
    near = nearest(name, known)
    if Path(name).name.partition(".")[0] in known and not _is_there(Path(name)):
        return near or "iotrial methods"  # the file of a method was typed, of a tree that is joined
    return method_nearby(name, catalog.jobs) or near or "iotrial methods"


def _is_there(path: Path) -> bool:
    try:
        return path.exists()
    except OSError:  # a name that no file can have
        return False


def _forms(method: Method) -> tuple[str, ...]:
    """Return the ways to name a method, alone or with others."""
    return (*_groups(method), method.name, method.arm, f"{method.job}/{method.arm}")


def _groups(method: Method) -> tuple[str, str]:
    """Return the names of all methods of its job, and of those in its language."""
    return method.job, f"{method.job}/{method.language}"


def _is_meant(glob: str, method: Method) -> bool:
    """True if a pattern that matches a method means it: only what was named is fetched."""
    is_one_of_many = any(fnmatchcase(name, glob) for name in _groups(method))
    return not method.packages or (is_named_by(glob, method) and not is_one_of_many)


def _is_spoilt(glob: str, fault: Fault) -> bool:
    """True if a name means a method that cannot be read: a check reports that, even with a star."""
    if fault.kind in ("job", "kit"):
        return glob.partition("/")[0] == fault.job or fault.means(glob)
    if fault.kind != "method" or fault.arm is None:
        return False
    groups = (fault.job or "", f"{fault.job}/{fault.language}")
    return any(fnmatchcase(form, glob) for form in (*groups, *fault.names))


def _settled(name: str, arms: Mapping[str, Sequence[str]], catalog: Catalog) -> list[Method]:
    """Return the arms of each job with the parameters of the name; NoMatch if no job has such parameters."""
    found: list[Method] = []
    reasons: list[NoMatch] = []
    for job, named in arms.items():
        try:
            found += [catalog.methods[job, arm] for arm in settled(name, named, job, catalog)]
        except NoMatch as error:
            reasons.append(error)
    if reasons and not found:
        raise reasons[0]
    return found


def methods_named(names: Sequence[str], catalog: Catalog) -> list[Method]:
    """Return the methods named as JOB/LANGUAGE/METHOD, LANGUAGE/METHOD or METHOD, each part perhaps a pattern.

    Parameters may stand after it in brackets, as in a study.
    """
    chosen: dict[str, Method] = {}
    problems: list[Problem] = []
    for name in names:
        glob, _ = split(name)
        arms: dict[str, list[str]] = {}
        for method in catalog.methods.values():
            if any(fnmatchcase(form, glob) for form in _forms(method)) and _is_meant(glob, method):
                arms.setdefault(method.job, []).append(method.arm)
        spoilt = [fault for fault in catalog.faults.every if _is_spoilt(glob, fault)]
        for fault in spoilt:
            problems += fault.problems
        if not arms and not spoilt:
            problems.append(Problem(f"{name!r} matches no method", hint=_hint(glob, catalog)))
        try:
            found = _settled(name, arms, catalog)
        except NoMatch as error:
            problems.append(Problem(str(error), hint=error.hint))
            continue
        chosen.update({f"{method.job}/{method.arm}": method for method in found})
    if problems:
        raise UsageError(problems)
    return [chosen[key] for key in sorted(chosen)]
