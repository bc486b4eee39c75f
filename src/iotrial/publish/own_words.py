"""The words that iotrial itself carries: of its jobs, methods, kits and studies, and of its documents."""

from __future__ import annotations

import dataclasses
import hashlib
import platform
import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from iotrial.ask.catalog import Catalog, Method
from iotrial.ask.find_study import studies
from iotrial.ask.method_text import text_of
from iotrial.ask.tags import RISKS
from iotrial.cautions import CAUTIONS
from iotrial.claims.judged_claim import JudgedClaim
from iotrial.judge.judged_run import JudgedRun
from iotrial.units import BYTE_UNITS

#: In place of what is left out of a sentence, of a message, and of the reason why two methods are never equal.
LEFT_OUT = "…"
NO_MESSAGE = "its message is not published, since it may name a file"
NOT_EQUAL = "they may not be called equal"

#: Texts of runs that are written in the code of iotrial, each whole.
_WRITTEN = (
    *("measured once", "budget", "rounds", "precision", "nothing left", "interrupted", "for the run", "on request"),
    *("none", "mq-deadline", "bfq", "kyber", "old", "new"),
    *("ext2", "ext3", "ext4", "xfs", "btrfs", "f2fs", "zfs", "tmpfs", "overlay", "nfs", "nfs4", "cifs", "apfs", "9p"),
    *("path", "environment", "pages"),
    *(LEFT_OUT, NO_MESSAGE, NOT_EQUAL),
    *("fuse", "fuse.sshfs", "fuse.glusterfs", "virtiofs"),
)

#: A word of a program that may stand before a version.
_PROGRAM = re.compile(r"[A-Za-z][\w+#-]*")


#: A value in a name, or the place of one.
_VALUE = re.compile(rf"\{{\w+\}}|\b\d{{1,9}}\b(?: (?:{'|'.join(BYTE_UNITS)})\b)?")


@dataclass(frozen=True)
class OwnWords:
    """every: whole texts; named: names of methods that say their parameters' values, without these (`without_values`);
    programs: what may stand before a version; texts: hashes of methods' texts.
    """

    every: frozenset[str]
    named: frozenset[str]
    programs: frozenset[str]
    texts: frozenset[str]
    summaries: Mapping[str, str]  # job -> what is done


def without_values(name: str) -> str:
    """Return a name with a mark in place of each number or size, and of each parameter in braces."""
    return _VALUE.sub("{}", name)


def own_words(catalog: Catalog) -> OwnWords:
    """Return the words of iotrial's own catalog, studies and documents; `catalog` must be without trees of others."""
    found = set(_WRITTEN) | set(CAUTIONS)
    found.update(text for risk in RISKS.values() for text in (risk.told, risk.what, risk.never))
    methods = [*catalog.methods.values(), *catalog.floors.values()]
    for known in (catalog.jobs, catalog.kits, methods):
        found.update(_texts(known))
    found.update(name for method in methods for name in (method.arm, method.spoken))
    found.update(kit.spoken for kit in catalog.kits.values())
    for path in studies().values():
        found.add(path.stem)
        found.update(" ".join(text.split()) for text in _texts(tomllib.loads(path.read_text(encoding="utf-8"))))
    for model in (JudgedRun, JudgedClaim):
        found.update(_literals(model.model_json_schema()))
    return OwnWords(
        frozenset(found),
        frozenset(without_values(method.called) for method in methods if "{" in method.called),
        frozenset(_programs(catalog)),
        frozenset(hashlib.sha256(text.encode()).hexdigest() for text in map(_text_of, methods) if text),
        {job.name: job.summary for job in catalog.jobs.values()},
    )


def _texts(value: object) -> Iterator[str]:
    """Yield every text in a structure, names of its parts included."""
    if isinstance(value, str):
        yield value
    elif dataclasses.is_dataclass(value):
        for field in dataclasses.fields(value):
            yield from _texts(getattr(value, field.name))
    elif isinstance(value, Mapping):
        for name, one in value.items():
            yield from _texts(name)
            yield from _texts(one)
    elif isinstance(value, list | tuple):
        for one in value:
            yield from _texts(one)


def _literals(schema: Any) -> Iterator[str]:
    """Yield the texts that a model's fields can be, where they are counted up."""
    if isinstance(schema, Mapping):
        given = [*schema.get("enum", ()), schema.get("const")] if not isinstance(schema.get("enum"), Mapping) else []
        yield from (one for one in given if isinstance(one, str))
    parts: Iterable[Any] = schema.values() if isinstance(schema, Mapping) else schema
    for part in parts:
        if isinstance(part, Mapping | list):
            yield from _literals(part)


def _programs(catalog: Catalog) -> Iterator[str]:
    """Yield words of kits' own files: their programs say versions with a name in front."""
    yield platform.python_implementation()
    for text in _texts(catalog.kits):
        yield from _PROGRAM.findall(text)
    for kit in catalog.kits.values():
        for path in (kit.folder / "kit.toml", kit.folder / f"kit.{kit.extension}"):
            if path.is_file():
                yield from _PROGRAM.findall(path.read_text(encoding="utf-8"))
        yield from kit.with_packages.packages


def _text_of(method: Method) -> str:
    return text_of(method) if method.path.is_file() else ""
