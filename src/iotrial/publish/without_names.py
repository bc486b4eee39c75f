"""A judged run without what is not iotrial's own: texts that it carries stay, all others get a stand-in or go."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Mapping
from typing import Any

from iotrial.claims.judged_claim import JudgedClaim
from iotrial.judge.judged_run import JudgedRun
from iotrial.publish.own_text import STAND_IN, VERSION, OwnText
from iotrial.publish.own_words import NO_MESSAGE, NOT_EQUAL

#: What is not needed and may name anything -> how the list of what is left out calls it.
_GONE: Mapping[str, str] = {
    "runtime_path": "paths of runtimes",
    "folder": "folders of targets",
    "file": "files of images and programs",
    "device": "devices of targets",
    "options": "mount options",
    "host": "folders of targets",
    "model": "models of disks",
    "compiler": "what compilers say of themselves",
    "program_sha256": "hashes of programs",
    "kinds_reason": "messages",
    "missed": "messages",
    "returned": "what snippets return",
    "stopped": "",
}

#: Parts that the site has no use for -> what is there instead.
_EMPTIED: Mapping[str, Any] = {"evidence": {}, "profile": None, "free_bytes": None}

#: The id of a run: UTC time and random letters.
RUN_ID = re.compile(r"\d{8}-\d{6}-[a-km-z2-9]{4,6}")

#: Texts of a certain form.
_FORMS: Mapping[str, re.Pattern[str]] = {
    "run": RUN_ID,
    "started_at": re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(\+00:00|Z)"),
    "finished_at": re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(\+00:00|Z)"),
    "iotrial": VERSION,
    "method_sha256": re.compile(r"[0-9a-f]{64}"),
}

#: Sentences that are made of figures and names.
_COMPOSED = frozenset(("said", "reason", "tolerance", "sessions_apart", "published", "despite"))

#: What a study of a whole job asks.
QUESTION = "Which method is the fastest here? {summary}"


class WithoutNames:
    """One run's texts: `left_out` counts what went, by kind; a name gets the same stand-in wherever it is."""

    def __init__(self, own: OwnText) -> None:
        """Begin with no stand-in."""
        self.own = own
        self.left_out: Counter[str] = Counter()
        self._names: dict[str, str] = {}

    def run(self, judged: JudgedRun, machine: str | None) -> dict[str, Any]:
        """Return the document of a run; machine: what may be told of its machine."""
        self._name_arms(judged)
        self._name_study(judged)
        self._names[judged.machine or ""] = ""
        document: dict[str, Any] = self._table(judged.model_dump(mode="json", exclude_defaults=True))
        return document | {"machine": machine}

    def claim(self, document: dict[str, Any]) -> dict[str, Any] | None:
        """Return the document of a claim; None if its sentence is not one that iotrial carries."""
        if not self.own.is_own(" ".join(str(document["says"]).split())):
            self.left_out["claims of your own"] += 1
            return None
        found: dict[str, Any] = {
            key: self._plain(value) if key in _COMPOSED and isinstance(value, str) else self._value(key, value)
            for key, value in document.items()
        }
        return found

    def _plain(self, text: str) -> str | None:
        if self.own.is_plain(text) or self.own.is_own(text):
            return text
        self.left_out["messages"] += 1
        return None

    def _name_study(self, judged: JudgedRun) -> None:
        """Let a study that is not iotrial's have the name and the question of its job."""
        question = QUESTION.format(summary=self.own.words.summaries[judged.job])
        for text, stand_in in ((judged.study, judged.job), (judged.question, question)):
            if not self.own.is_own(text):
                self._names[text] = stand_in
                self.left_out["names of your own"] += text != stand_in

    def _name_arms(self, judged: JudgedRun) -> None:
        """Give each method that is not iotrial's own a name that tells nothing, as one of its language."""
        arms = {arm.arm: arm for level in judged.levels for arm in (*level.arms, *level.floors)}
        for name, arm in arms.items():
            if self.own.is_own(name):
                continue
            language = arm.language if self.own.is_own(arm.language) else self._name(arm.language)
            stand_in = self._name(name)
            self._names[name] = f"{language}/{stand_in}"
            self._names.setdefault(name.partition("/")[2], stand_in)
            called = getattr(arm, "called", arm.record.called)
            if called and not self.own.is_own(called):
                self._names[called] = stand_in

    def _table(self, table: Mapping[str, Any]) -> dict[str, Any]:
        if set(table) == {"code", "text"}:
            return self._told(table["code"], table["text"])
        return {
            (key if self.own.is_own(key) or (key.isidentifier() and key in _FIELDS) else self._name(key)): self._value(
                key, value
            )
            for key, value in table.items()
        }

    def _told(self, code: str, text: str) -> dict[str, Any]:
        """Return a caution with its figures alone; of what came of an arm that was observed, the one word for it."""
        told = self.own.caution(code, text) if code in self.own.words.every and not code.isalpha() else code
        if not self.own.is_own(code):
            code = told = self._name(code)
        self.left_out["messages"] += told not in (text, code)
        return {"code": code, "text": told}

    def _value(self, key: str, value: Any) -> Any:
        if key in _EMPTIED:
            self.left_out["system calls, profiles and room on disks"] += bool(value)
            return _EMPTIED[key]
        if key == "said" and isinstance(value, dict):
            return self._said(value)
        if isinstance(value, dict):
            return self._table(value)
        if isinstance(value, list):
            return [self._value(key, one) for one in value]
        return self._text(key, value) if isinstance(value, str) else value

    def _said(self, words: Mapping[str, Any]) -> dict[str, Any]:
        """Return the words for factors, or for values of them, that iotrial carries; a value may be called anything."""
        found: dict[str, Any] = {}
        for name, told in words.items():
            if isinstance(told, dict):
                found[name] = self._said(told)
            elif isinstance(told, str) and self.own.is_own(told):
                found[name] = told
            else:
                self.left_out["names of your own"] += 1
        return {name: told for name, told in found.items() if self.own.is_own(name)}

    def _text(self, key: str, text: str) -> str | None:
        if key in _GONE and not (key == "stopped" and self.own.is_own(text)):
            self.left_out[_GONE[key] or "messages"] += 1
            return None
        if text in self._names:
            return self._names[text]
        if key in _FORMS:
            return text if _FORMS[key].fullmatch(text) or STAND_IN.fullmatch(text) else self._name(text)
        if key == "runtime":
            return self._counted(self.own.runtime(text), text, "versions")
        if self.own.is_own(text):
            return text
        if (told := self.own.sentence(text)) is not None:
            return self._counted(told, text, "messages")
        special: Callable[[str], str | None] | None = _SPECIAL.get(key)
        if special is not None:
            self.left_out["messages"] += 1
            return special(text)
        return text if self.own.is_plain(text) and "=" in text else self._name(text)

    def _counted(self, told: str | None, text: str, kind: str) -> str | None:
        self.left_out[kind] += told != text
        return told

    def _name(self, text: str) -> str:
        """Return the stand-in for a name."""
        if text not in self._names:
            self.left_out["names of your own"] += 1
            self._names[text] = f"own-{1 + sum(not one.count('/') for one in self._names.values())}"
        return self._names[text]


#: Messages, each with what is there instead.
_SPECIAL: Mapping[str, Callable[[str], str | None]] = {
    "reason": lambda text: NO_MESSAGE,
    "invalid": lambda text: NO_MESSAGE,
    "memory_reason": lambda text: NO_MESSAGE,
    "never_equal": lambda text: NOT_EQUAL,
    "scheduler": lambda text: None,
    "filesystem": lambda text: None,
    "kernel": lambda text: NO_MESSAGE,
}


def _fields(schema: Any) -> set[str]:
    """Return the names of all fields of a model's schema."""
    found: set[str] = set()
    parts = schema.values() if isinstance(schema, dict) else schema
    if isinstance(schema, dict) and isinstance(schema.get("properties"), dict):
        found |= set(schema["properties"])
    for part in parts:
        if isinstance(part, dict | list):
            found |= _fields(part)
    return found


_FIELDS = {
    name for model in (JudgedRun, JudgedClaim) for name in _fields(model.model_json_schema(mode="serialization"))
}
