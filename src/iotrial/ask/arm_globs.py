"""Globs over LANGUAGE/METHOD, and the methods that they mean."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fnmatch import fnmatchcase
from functools import partial

from iotrial.ask import parameters
from iotrial.ask.catalog import Catalog, Method
from iotrial.ask.nearby_hints import method_nearby
from iotrial.ask.suggest import nearest, suggestion
from iotrial.ask.tree import is_own

#: No name is longer than this, and matching a longer pattern only costs time.
MOST_GLOB_CHARACTERS = 200

#: A glob without one of these means the one arm that is named so.
_SIGNS = "*?["


class NoMatch(ValueError):
    """A glob that means no method; `hint` says what it may have meant."""

    def __init__(self, message: str, hint: str | None = None) -> None:
        """Take one sentence, and the next step."""
        super().__init__(message)
        self.hint = hint


def matching(glob: str, arms: Iterable[str], *, bare: bool = False) -> list[str]:
    """Return the arms that a glob over LANGUAGE/METHOD means, by name; with `bare` also one over METHOD alone."""
    if not glob or len(glob) > MOST_GLOB_CHARACTERS:
        return []
    means = partial(fnmatchcase, pat=glob) if any(sign in glob for sign in _SIGNS) else glob.__eq__
    return sorted(arm for arm in arms if means(arm) or (bare and means(arm.partition("/")[2])))


def is_named_by(glob: str, method: Method) -> bool:
    """True if a glob that matches a method also means it: one that waits or needs a package takes more than a star.

    So only what was named is fetched.
    """
    takes_a_name = "by-name" in method.tags or bool(method.packages)
    return not takes_a_name or glob.rpartition("/")[2].strip("*") != ""


def select(glob: str, job: str, catalog: Catalog) -> list[str]:
    """Return the arms of a job that a glob means; NoMatch, with what was perhaps meant, if there are none."""
    arms = [method.arm for method in catalog.methods_of(job)]
    named = matching(parameters.split(glob)[0], arms)
    found = [arm for arm in named if is_named_by(glob, catalog.methods[(job, arm)])]
    if found:
        return settled(glob, found, job, catalog)
    shown = repr(glob if len(glob) <= 60 else f"{glob[:60]}…")
    if fault := catalog.faults.of_method(parameters.split(glob)[0], job):
        raise NoMatch(f"{shown} cannot be used: {fault.said}", fault.hint)
    if any(sign in glob for sign in _SIGNS):
        raise NoMatch(f"{shown} matches no method of {job}", f"`iotrial methods` lists them; there are {len(arms)}")
    raise NoMatch(
        f"{job} has no method {shown}",
        method_nearby(glob, [job]) or suggestion(glob, arms) or "`iotrial methods` lists them",
    )


def method_hint(glob: str, job: str, catalog: Catalog, arms: Sequence[str]) -> str | None:
    """Hint the next step for a glob over METHOD or LANGUAGE/METHOD that means none of these arms of a job."""
    named = [*arms, *(arm.partition("/")[2] for arm in arms)]
    if hint := method_nearby(glob, [job]) or nearest(glob, named):
        return hint
    elsewhere = {method.job for method in catalog.methods.values() if glob in (method.arm, method.name)} - {job}
    if elsewhere:
        return f"that is a method of {' and '.join(sorted(elsewhere))}: iotrial methods {min(elsewhere)}"
    return suggestion(glob, arms) or f"`iotrial methods {job}` lists them"


def settled(glob: str, arms: Sequence[str], job: str, catalog: Catalog) -> list[str]:
    """Return the arms that a glob means, each with the parameters that stand in brackets after it, if any do.

    A star leaves out methods without such a parameter. NoMatch if none is left, or a value is out of its range.
    """
    _, given = parameters.split(glob)
    if given is None:
        return list(arms)
    found: list[str] = []
    reasons: dict[str, None] = {}
    for arm in arms:
        try:
            values = parameters.values_of(catalog.methods[(job, arm)], given)
            found.append(parameters.arm_with(arm, values))
        except ValueError as error:
            reasons[str(error)] = None
    if not found:
        raise NoMatch(f"{glob!r}: {next(iter(reasons))}", "`iotrial methods --json` has each method's parameters")
    return found


def reference(arms: Sequence[str], job: str, catalog: Catalog) -> str:
    """Return the arm to compare with if none is named: the first that an article timed, else the first.

    One of iotrial's own comes before those of joined trees, which may fail: a level ends when its baseline fails.
    """
    methods = {arm: catalog.methods[(job, arm)] for arm in arms}
    own = [arm for arm in arms if is_own(methods[arm].job_folder)]
    article = [arm for arm in own or arms if "article" in methods[arm].tags]
    # A method that an article got wrong would be disqualified, and its level with it.
    sound = [arm for arm in article if "as-published" not in methods[arm].tags]
    return min(sound or article or own or arms)
