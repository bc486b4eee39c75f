"""A stored run in which every text that may come from outside names a person, a host, a folder or a serial number."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from iotrial.store.file_names import RUN_FILE

#: What is planted in turn: each place gets one of these, with its number.
KINDS = ("alice{}", "zeus{}.example.org", "/home/alice/secret{}", "TOKEN=hunter{}", "S4EWNX0N71{}", "10.20.30.{}")

Plant = Callable[[dict[str, Any], str], object]


def _level(run: dict[str, Any]) -> dict[str, Any]:
    found: dict[str, Any] = run["levels"][0]
    return found


def _arm(run: dict[str, Any], place: int = 2) -> dict[str, Any]:
    found: dict[str, Any] = _level(run)["arms"][place]
    return found


def _rename(run: dict[str, Any], name: str) -> None:
    """Let an arm be one of a user's own tree, with a version of the user's in its name."""
    arm = _arm(run, -1)
    language = arm["arm"].partition("/")[0]
    arm |= {"arm": f"{language}/{name.replace('/', '_')}", "variant": None}


def _set(holder: Callable[[dict[str, Any]], dict[str, Any]], **values: str) -> Plant:
    return lambda run, text: holder(run).update({key: form.format(text) for key, form in values.items()})


def _caution(text: str, code: str = "not_traced") -> dict[str, str]:
    return {"code": code, "text": f"system calls were not traced: {text} has no right to"}


def _target(run: dict[str, Any]) -> dict[str, Any]:
    found: dict[str, Any] = run["machine"]["targets"][0]
    return found


def _machine(run: dict[str, Any]) -> dict[str, Any]:
    found: dict[str, Any] = run["machine"]
    return found


def _memory(run: dict[str, Any]) -> dict[str, Any]:
    found: dict[str, Any] = _arm(run).setdefault("memory", {})
    return found


#: What the place is -> what plants a text there.
PLACES: dict[str, Plant] = {
    "a study": _set(lambda run: run, study="{}"),
    "a question": _set(lambda run: run, question="Is it quicker for {}?"),
    "a study's text": _set(lambda run: run, study_text="# of {}\n"),
    "a version of iotrial": _set(lambda run: run, iotrial="0.1.0+{}"),
    "why it stopped": _set(lambda run: run, stopped="{}"),
    "a seal": _set(lambda run: run, seal="{}"),
    "the code of a method": lambda run, text: run["texts"].update(
        {key: f"{one}// {text}\n" for key, one in run["texts"].items()}
    ),
    "words of a condition": lambda run, text: run.setdefault("conditions", {}).update({"append": {"yes": text}}),
    "words of a factor": lambda run, text: run.setdefault("said", {}).update({"sink": {"pipe": f"for {text}"}}),
    "a language in a sentence": lambda run, text: run["languages"].update({"php": text}),
    "a caution of the run": lambda run, text: run["cautions"].append(_caution(text)),
    "the code of a caution": lambda run, text: run["cautions"].append({"code": text, "text": text}),
    "a caution of an arm": lambda run, text: _arm(run).setdefault("cautions", []).append(_caution(text)),
    "a method of a user's tree": _rename,
    "a method in a sentence": _set(lambda run: _arm(run, -1), called="{}()"),
    "a message of an arm": lambda run, text: _arm(run, -2).update(status="failed", reason=f"{text}: no such file"),
    "a compiler": _set(_arm, compiler="cc built by {}"),
    "a runtime": _set(_arm, runtime="PHP 8.2.1-{}"),
    "a runtime's path": lambda run, text: _arm(run, 3).update(
        variant={"of": "x", "label": f"new{text.replace('/', '_')}", "runtime_path": text}
    ),
    "a tag": lambda run, text: _arm(run).setdefault("tags", []).append(text),
    "a guarantee": lambda run, text: _arm(run, 4).setdefault("guarantees", {}).update({f"own {text}": text}),
    "why calls were not traced": lambda run, text: _arm(run).setdefault("evidence", {}).update(reason=text),
    "a function": lambda run, text: _arm(run).update(profile={"program": [{"name": text, "file": text, "share": 0.5}]}),
    "why memory has no kinds": _set(_memory, kinds_reason="{}"),
    "what a reading missed": lambda run, text: _memory(run).update(
        readings=[{"peak_bytes": 1, "how": "stops", "missed": text}]
    ),
    "a wait for a lock": lambda run, text: _arm(run).setdefault("lock_wait", {}).update(reason=text),
    "the value of a factor": lambda run, text: _level(run)["level"].update(target=text),
    "a factor": lambda run, text: _level(run)["level"].update({f"own_{text}": 3}),
    "hosts of writers": lambda run, text: _level(run).update(
        hosts=[{"name": text, "kernel": f"6.1-{text}", "filesystem": text}]
    ),
    "a processor": _set(_machine, processor="Xeon of {}"),
    "a system": _set(_machine, system="Linux 6.1.0-{}"),
    "a hypervisor": _set(_machine, hypervisor="{}"),
    "a clock": _set(_machine, clock_source="{}"),
    "a machine's key": _set(_machine, key="{}"),
    "tools": lambda run, text: _machine(run)["tools"].update(perf=text),
    "the environment": lambda run, text: _machine(run).update(environment={"HOME": text}),
    "a target's folder": _set(_target, folder="{}", host="{}"),
    "a target's device": _set(_target, device="{}", options="rw,{}"),
    "a disk": _set(_target, model="{}", scheduler="{}"),
    "below a target": lambda run, text: _target(run).update(below=[{"file": text, "device": text, "options": text}]),
}


def planted(folder: Path) -> Iterator[tuple[str, str]]:
    """Plant a text in each place of the run in a folder; yield the places with their texts."""
    path = folder / RUN_FILE
    run = json.loads(path.read_text())
    for number, (place, plant) in enumerate(PLACES.items()):
        text = KINDS[number % len(KINDS)].format(number + 101)
        plant(run, text)
        yield place, text
    path.write_text(json.dumps(run))
