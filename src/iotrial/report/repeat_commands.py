"""The commands that measure a run once more and compare the two, and the one that goes on with it."""

from __future__ import annotations

import shlex
import tomllib

from iotrial.ask.study import said
from iotrial.judge.judged_run import JudgedRun
from iotrial.report.layout import clean, joined
from iotrial.snippets.snippet_study import HEADING
from iotrial.store.record import SANDBOX, Run

#: The commands whose words a run has; others measure a study, which `run` does too.
_MEASURE = frozenset(("run", "advise", "vs"))


def repeat_commands(run: Run) -> list[str]:
    """Return the command that was typed, with the seed that was drawn, and the one that compares both runs."""
    known = run.asked if run.asked and run.asked[0] in _MEASURE else _asked(run)
    return [
        " ".join(map(_word, ["iotrial", *known, "--seed", str(run.seed)])),
        f"iotrial compare {_word(run.run)} last",
    ]


def going_on(judged: JudgedRun) -> str:
    """Say how to go on with a run that came to no end; "" if it is whole, or was made by gate, which cannot go on."""
    variants = [arm.record.variant for level in judged.levels for arm in level.arms]
    if judged.complete or any(variant is not None and variant.runtime_path is None for variant in variants):
        return ""
    command = joined(f"iotrial run --resume {_word(judged.run)}")  # in one piece, to be copied
    return f"To go on: {command}." if judged.stopped else f"If it has ended, go on: {command}."


def _asked(run: Run) -> list[str]:
    """The words that ask for a run of which none are stored, from what it measured."""
    sandbox = ["--sandbox"] if SANDBOX in run.machine else []
    if run.study_text.startswith(HEADING):
        return ["vs", *_snippets(run.study_text), *sandbox]
    more = [*(["--quick"] if run.quick else []), *sandbox]
    return ["run", run.study, *more] if run.study_text else ["run", run.job, *more, *_settings(run)]


def _settings(run: Run) -> list[str]:
    """The language of all methods of a job, if it is one, and the values of its factors at the levels measured."""
    languages = {arm.arm.partition("/")[0] for level in run.levels for arm in level.arms}
    values: dict[str, dict[str, None]] = {}
    for level in [level for level in run.levels if level.status != "skipped"] or run.levels:
        for name in said(level.level):
            values.setdefault(name, {})[str(level.level[name])] = None
    chosen = ["--language", *languages] if len(languages) == 1 else []
    return [*chosen, *(word for name, found in values.items() for word in ("--set", f"{name}={','.join(found)}"))]


def _snippets(text: str) -> list[str]:
    """The files of a run of users' own snippets, and the options that it was given; nothing if its text is damaged."""
    try:
        told = tomllib.loads(text)[HEADING.strip("[]")]
        lists = (("", told["files"]), ("--input", told["inputs"]), ("--path", told["paths"]))
        words = [word for name, paths in lists for path in paths for word in (name, str(path)) if word]
        return [*words, *(["--output"] if told["output"] is True else [])]
    except (tomllib.TOMLDecodeError, KeyError, TypeError):
        return []


def _word(text: str) -> str:
    """A text of a run as one word of a command that can be copied into a shell."""
    return shlex.quote(clean(text))
