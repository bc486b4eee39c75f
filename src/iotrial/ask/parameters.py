"""Parameters of methods: constants of a method's own text that a study may set, as `LANGUAGE/METHOD(NAME=VALUE)`.

The arm is then the same text with another number in it. That text is run, hashed, stored and shown, in every language
alike, and no kit has to know of it.
"""

from __future__ import annotations

import dataclasses
import errno
import hashlib
import re
from collections.abc import Iterator, Mapping
from pathlib import Path

from iotrial.ask.catalog import Method, Parameter
from iotrial.ask.suggest import suggestion
from iotrial.errors import Problem, UsageError
from iotrial.folders.cache_folder import own_folder
from iotrial.units import parse_bytes

#: `piece_bytes 512..1048576`, as a method's first comment says it.
_DECLARED = re.compile(r"([a-z][a-z0-9_]*)\s+(\d{1,18})\.\.(\d{1,18})")

#: `LANGUAGE/METHOD(NAME=VALUE,NAME=VALUE)`.
_CALL = re.compile(r"([^()]+)\(([^()]*)\)")


def declared(value: str, where: str, problems: list[Problem]) -> tuple[Parameter, ...]:
    """Return the parameters that a first comment declares; the default of each is in the text below it."""
    found: dict[str, Parameter] = {}
    for part in value.split(","):
        match = _DECLARED.fullmatch(part.strip())
        if match is None or int(match[2]) > int(match[3]):
            hint = "such as: parameters: piece_bytes 512..1048576"
            problems.append(Problem(f"{part.strip()!r} is no parameter with its range", where=where, hint=hint))
        elif match[1] in found:
            problems.append(Problem(f"the parameter {match[1]!r} is declared twice", where=where))
        else:
            found[match[1]] = Parameter(match[1], int(match[2]), int(match[3]))
    return tuple(found.values())


def with_defaults(
    parameters: tuple[Parameter, ...], text: str, source: str, problems: list[Problem]
) -> tuple[Parameter, ...]:
    """Return the parameters with the values that the text gives them; one that it does not define is a problem."""
    found = []
    for parameter in parameters:
        places = list(_definition(parameter.name).finditer(text))
        if len(places) != 1:
            how_often = "nowhere" if not places else f"{len(places)} times"
            message = f"the parameter {parameter.name!r} is defined {how_often} in the text"
            hint = f"define it once, as a whole number: {parameter.name.upper()} = {parameter.least}"
            problems.append(Problem(message, where=source, hint=hint))
            continue
        default = int(places[0][2])
        if not parameter.least <= default <= parameter.most:
            message = f"the parameter {parameter.name!r} is {default}, outside of {parameter.least}..{parameter.most}"
            line = text.count("\n", 0, places[0].start()) + 1
            problems.append(Problem(message, where=f"{source}:{line}"))
        found.append(dataclasses.replace(parameter, default=default))
    return tuple(found)


def split(arm: str) -> tuple[str, str | None]:
    """Return the method's name, or glob, and what stands in brackets after it; None: it has none."""
    match = _CALL.fullmatch(arm)
    return (match[1], match[2]) if match else (arm, None)


def values_of(method: Method, given: str) -> dict[str, int]:
    """Return the values of `NAME=VALUE,NAME=VALUE`, in the order of the method's parameters; ValueError says why not.

    Sizes may have units: 64KiB.
    """
    known = {parameter.name: parameter for parameter in method.parameters}
    values: dict[str, int] = {}
    for part in given.split(","):
        name, equals, raw = (word.strip() for word in part.partition("="))
        parameter = known.get(name)
        if not known:
            raise ValueError(f"{method.arm} has no parameters")
        if parameter is None or not equals:
            near = suggestion(name, known) or ""
            raise ValueError(f"{method.arm} has no parameter {name!r}; {near}".removesuffix("; "))
        if name in values:
            raise ValueError(f"the parameter {name!r} is given twice")
        values[name] = parse_bytes(raw)
        if not parameter.least <= values[name] <= parameter.most:
            raise ValueError(f"{name}={values[name]} is not between {parameter.least} and {parameter.most}")
    return {name: values[name] for name in known if name in values}


def arm_with(arm: str, values: Mapping[str, int]) -> str:
    """Return the name of an arm whose method has these values."""
    return f"{arm}({','.join(f'{name}={value}' for name, value in values.items())})"


def with_plain_sizes(arm: str) -> str:
    """Return the name of an arm with its sizes in bytes: `(piece_bytes=64KiB)` as `(piece_bytes=65536)`.

    A name of which something in brackets is no size stays as it is.
    """
    base, given = split(arm)
    parts = [part.partition("=") for part in (given or "").split(",")]
    try:
        return arm_with(base, {name.strip(): parse_bytes(raw.strip()) for name, _, raw in parts})
    except ValueError:
        return arm


def settled(method: Method, values: Mapping[str, int]) -> Method:
    """Return the method with other values, whose text is in the user's cache; UsageError if it cannot be put there."""
    text = method.path.read_text(encoding="utf-8")
    for name, value in values.items():
        text = _definition(name).sub(rf"\g<1>{value}", text)
    own = tuple(dataclasses.replace(one, default=values.get(one.name, one.default)) for one in method.parameters)
    return dataclasses.replace(method, name=arm_with(method.name, values), path=kept_text(text, method), parameters=own)


class Methods(Mapping[tuple[str, str], Method]):
    """Methods by job and arm. `LANGUAGE/METHOD(NAME=VALUE)` is found too, and made when it is; only plain ones are
    listed.
    """

    def __init__(self, plain: Mapping[tuple[str, str], Method]) -> None:
        """Take the methods that are files."""
        self._plain = plain
        self._settled: dict[tuple[str, str], Method] = {}

    def __getitem__(self, key: tuple[str, str]) -> Method:
        """Return a method; KeyError if there is none, or if it has no such parameter or value."""
        if key in self._plain or key in self._settled:
            return self._plain.get(key) or self._settled[key]
        job, arm = key
        base, given = split(arm)
        if given is None or (job, base) not in self._plain:
            raise KeyError(key)
        try:
            values = values_of(self._plain[job, base], given)
        except ValueError:
            raise KeyError(key) from None
        made = settled(self._plain[job, base], values)
        if made.arm != arm:  # one arm has one name
            raise KeyError(key)
        self._settled[key] = made
        return made

    def __iter__(self) -> Iterator[tuple[str, str]]:
        """Go over those that are files."""
        return iter(self._plain)

    def __len__(self) -> int:
        """Count those that are files."""
        return len(self._plain)


class MethodsOfJob(Mapping[str, Method]):
    """The methods of one job by arm; with parameters they are found as in Methods."""

    def __init__(self, job: str, plain: Mapping[str, Method]) -> None:
        """Take the methods that are files."""
        self._job = job
        self._methods = Methods({(job, arm): method for arm, method in plain.items()})

    def __getitem__(self, arm: str) -> Method:
        """Return a method; KeyError if there is none, or if it has no such parameter or value."""
        return self._methods[self._job, arm]

    def __iter__(self) -> Iterator[str]:
        """Go over those that are files."""
        return (arm for _, arm in self._methods)

    def __len__(self) -> int:
        """Count those that are files."""
        return len(self._methods)


def _definition(name: str) -> re.Pattern[str]:
    """Return a pattern for a constant's definition: its name in any case, what assigns, a whole number by itself.

    `piece_bytes` is PIECE_BYTES, and pieceBytes too.
    """
    assigns = r"(?:['\"][ \t]*,|[ \t]*(?::[^=\n]*)?=|[ \t])[ \t]*"
    return re.compile(rf"((?<!\w){name.replace('_', '_?')}{assigns})(\d+)(?![\w.])", re.IGNORECASE)


def kept_text(text: str, method: Method) -> Path:
    """Return the file in the cache that has the text of a method with other parameters."""
    return in_cache(text, "methods", method.path.name, f"the text of {method.arm} with other parameters")


def in_cache(text: str, folder: str, name: str, what: str) -> Path:
    """Return the file in the cache that has a text; it appears under its name only when it is whole.

    UsageError that says what cannot be kept; OSError if no further file can be opened.
    """
    import secrets  # takes a while, and few texts are kept

    content = text.encode()
    try:
        path = own_folder(f"{folder}/{hashlib.sha256(content).hexdigest()[:32]}") / name
        if not path.is_file() or path.read_bytes() != content:
            # Not in the folder itself, of which others read every file meanwhile.
            part = path.parent.with_name(f"{path.parent.name}.{secrets.token_hex(4)}.part")
            part.write_bytes(content)
            part.replace(path)
    except OSError as error:
        if error.errno in (errno.EMFILE, errno.ENFILE):  # a limit of the machine's, which is told as such
            raise
        raise UsageError(f"{what} cannot be kept: {error}") from None
    return path
