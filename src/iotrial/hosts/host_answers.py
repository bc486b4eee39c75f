"""Answers of hosts in transit: plain bytes that a host makes and this side parses, never pickled objects.

A length, a document of that length as JSON, and the contents of files one after the other, if it is a run.
"""

from __future__ import annotations

import json
import struct
from collections.abc import Callable, Mapping
from dataclasses import asdict
from typing import Annotated, Any, Literal

from pydantic import Field, TypeAdapter, ValidationError

from iotrial.errors import UsageError
from iotrial.hosts.assignment import State
from iotrial.hosts.on_host import About, HostFailed, HostState, HostStopped
from iotrial.hosts.run_files import SentRun
from iotrial.store.file_names import MOST_BYTES
from iotrial.store.strict import Strict

#: The most bytes of a document, and the most files or assignments in it.
MOST_DOCUMENT_BYTES, MOST_FILES, MOST_STATES = 4 << 20, 100_000, 100_000

_LENGTH = struct.Struct(">Q")

_Line = Annotated[str, Field(max_length=4096)]
_Name = Annotated[str, Field(max_length=200)]
_Count = Annotated[int, Field(ge=0, le=1 << 53)]


class _AnswerAbout(Strict):
    kind: Literal["about"]
    hostname: _Name
    version: _Name
    rules: _Name


class _AnswerState(Strict):
    key: _Name
    state: State
    run: _Name | None
    sweeps: _Count
    said: _Line | None


class _States(Strict):
    kind: Literal["states"]
    states: Annotated[list[_AnswerState], Field(max_length=MOST_STATES)]


class _AnswerRun(Strict):
    kind: Literal["run"]
    run: _Name
    files: Annotated[dict[_Name, Annotated[int, Field(ge=0, le=MOST_BYTES)]], Field(max_length=MOST_FILES)]


class _AnswerDocument(Strict):
    kind: Literal["document"]
    document: Any


class _Failure(Strict):
    kind: Literal["failed", "stopped"]
    said: _Line


_ANSWER: TypeAdapter[_AnswerAbout | _States | _AnswerRun | _AnswerDocument | _Failure] = TypeAdapter(
    Annotated[_AnswerAbout | _States | _AnswerRun | _AnswerDocument | _Failure, Field(discriminator="kind")]
)


def answer(function: Callable[..., object], *arguments: object) -> bytes:
    """Call a function on a host, and pack what it returns, or why it did not."""
    try:
        return packed(function(*arguments))
    except HostStopped as error:
        return _joined({"kind": "stopped", "said": str(error)[:4000]})
    except Exception as error:
        said = str(error) if isinstance(error, HostFailed | UsageError) else f"{type(error).__name__}: {error}"
        return _joined({"kind": "failed", "said": said[:4000]})


def packed(found: object) -> bytes:
    """Pack an answer."""
    if isinstance(found, About):
        return _joined({"kind": "about", **asdict(found)})
    if isinstance(found, SentRun):
        sizes = {name: len(data) for name, data in found.files.items()}
        return _joined({"kind": "run", "run": found.run, "files": sizes}, *found.files.values())
    if isinstance(found, list) and all(isinstance(one, HostState) for one in found):
        states = [{**asdict(one), "said": one.said and one.said[-4000:]} for one in found]
        return _joined({"kind": "states", "states": states})
    return _joined({"kind": "document", "document": found})


def _joined(document: Mapping[str, object], *files: bytes) -> bytes:
    text = json.dumps(document).encode()
    return b"".join((_LENGTH.pack(len(text)), text, *files))


def unpacked(sent: object) -> Any:
    """Return what a host answered: a run, states, what it is, or a document of JSON.

    HostFailed or HostStopped if it says so; UsageError for what is no answer.
    """
    if not isinstance(sent, bytes):
        raise UsageError("it sent something else than an answer")
    if len(sent) < _LENGTH.size or (length := _LENGTH.unpack_from(sent)[0]) > min(len(sent), MOST_DOCUMENT_BYTES):
        raise UsageError("it sent an answer that is cut short")
    try:
        text = json.loads(sent[_LENGTH.size : _LENGTH.size + length], parse_constant=_refuse)
        found = _ANSWER.validate_python(text, strict=False)
    except (ValueError, RecursionError, ValidationError):
        raise UsageError("it sent an answer that cannot be read") from None
    return _meant(found, memoryview(sent)[_LENGTH.size + length :])


def _meant(found: _AnswerAbout | _States | _AnswerRun | _AnswerDocument | _Failure, rest: memoryview) -> Any:
    if isinstance(found, _AnswerRun):
        return SentRun(found.run, _files(found.files, rest))
    if len(rest):
        raise UsageError("it sent more than an answer")
    match found:
        case _AnswerAbout():
            return About(found.hostname, found.version, found.rules)
        case _States():
            return [HostState(one.key, one.state, one.run, one.sweeps, one.said) for one in found.states]
        case _Failure():
            raise (HostStopped if found.kind == "stopped" else HostFailed)(found.said)
        case _AnswerDocument():
            return found.document


def _files(sizes: Mapping[str, int], content: memoryview) -> dict[str, bytes]:
    """Cut the contents of files apart."""
    if sum(sizes.values()) != len(content):
        raise UsageError("it sent a run that is cut short, or has more than its files")
    files, begin = {}, 0
    for name, size in sizes.items():
        files[name] = bytes(content[begin : begin + size])
        begin += size
    return files


def _refuse(constant: str) -> None:
    raise ValueError(constant)
