"""A study on other targets than it names, as `--target ext4` or `--target disk,ext4` asks."""

from __future__ import annotations

import dataclasses
from pathlib import Path

from iotrial.ask.level_factors import named_as
from iotrial.ask.named_targets import DEFAULT_TARGET, TARGETS
from iotrial.ask.study import Level, Study
from iotrial.ask.suggest import suggestion
from iotrial.errors import UsageError


def names_of(chosen: Path | None) -> list[str]:
    """Return the targets that `--target` names, with commas between them; none if it is a folder.

    A word among names of targets that is no such name is a mistake.
    """
    words = str(chosen).split(",") if chosen is not None else []
    known = [word for word in words if word in TARGETS]
    if not known:
        return []
    if len(known) < len(words):
        wrong = next(word for word in words if word not in TARGETS)
        raise UsageError(f"--target: {wrong!r} is no name of a target", hint=suggestion(wrong, TARGETS))
    if len(set(known)) < len(known):
        raise UsageError(f"--target: {str(chosen)!r} names a target twice", hint="name each once")
    return known


def between(study: Study, hosts: int) -> Study:
    """Return the study with all of its levels in one folder that several hosts see, whichever target they name.

    What is one level then has the methods of all that it was. UsageError if no level has several hosts, or one has
    more than there are.
    """
    asked = [int(level.factors.get("hosts", 1)) for level in study.levels]
    if max(asked, default=1) == 1:
        hint = f"iotrial run {study.job} --set writers=2 --set hosts=2" if "hosts" in study.levels[0].factors else None
        raise UsageError(f"--on: no level of {study.name} has writers on several hosts", hint=hint)
    if max(asked) > hosts:
        raise UsageError(
            f"--on: {study.name} has levels with {max(asked)} hosts, and the file names {hosts}",
            hint="name as many: a table [hosts.NAME] for each",
        )
    levels: dict[tuple[tuple[str, object], ...], Level] = {}
    for level in study.levels:
        moved = _at(DEFAULT_TARGET, level)
        same = tuple(moved.factors.items())
        before = levels[same].arms if same in levels else ()
        levels[same] = dataclasses.replace(moved, arms=tuple(dict.fromkeys((*before, *level.arms))))
    return dataclasses.replace(study, levels=tuple(levels.values()))


def relocate(study: Study, names: list[str]) -> Study:
    """Return the study with each level on `disk` at each of these targets instead.

    UsageError if the study has levels of its own for one of them.
    """
    levels: dict[tuple[tuple[str, object], ...], Level] = {}
    for level in study.levels:
        for name in names if level.factors["target"] == DEFAULT_TARGET else [str(level.factors["target"])]:
            moved = _at(name, level)
            if levels.setdefault(tuple(moved.factors.items()), moved) is not moved:
                raise UsageError(
                    f"--target: the study {study.name} has levels of its own for {name}",
                    hint="leave --target out, or name a folder for its levels on disk",
                )
    return dataclasses.replace(study, levels=tuple(levels.values()))


def _at(target: str, level: Level) -> Level:
    return Level(named_as(level.factors, {**level.factors, "target": target}), level.arms)
