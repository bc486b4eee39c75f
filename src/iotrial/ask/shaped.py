"""Adapters of jobs that have a shape: the one of that shape, which a kit has once, filled in with the names of the job.

What is filled in is a text like any other adapter: that is what is compiled, hashed, stored and shown. So an adapter of
a shape costs a worker nothing that one of a job would not.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from pathlib import Path

from iotrial.ask.catalog import SHAPES, Kit
from iotrial.ask.parameters import in_cache
from iotrial.ask.takes import counted_by, kinds_of
from iotrial.errors import UsageError

#: The file of a kit that all adapters of its shapes may import.
SHARED = "takes"

#: What stands between double braces in the adapter of a shape.
_Names = tuple[tuple[str, str | tuple[str, ...] | tuple[tuple[str, str], ...]], ...]

#: What an adapter must know of the text of a method, by name.
_Own = tuple[tuple[str, str], ...]

#: By file name, what the adapters of a kit's shapes share: tables and macros that they import.
_Shared = tuple[tuple[str, str], ...]


def adapter_of(kit: Kit, job: str, own: _Own = ()) -> Path:
    """Return the file of a kit's adapter for a job, which for a job of a shape is in the cache.

    own: what it must know of the method's text.

    UsageError if it cannot be kept there. The file of an adapter that does not exist does not exist either.
    """
    source = kit.adapter(job)
    if job not in kit.shaped or not source.is_file():
        return source
    name = f"{job}.{kit.extension}"
    return in_cache(text_of_adapter(kit, job, own), "adapters", name, f"the adapter of {kit.language} for {job}")


def text_of_adapter(kit: Kit, job: str, own: _Own = ()) -> str:
    """Return the text of a kit's adapter for a job; OSError if it cannot be read, UsageError if it makes no text."""
    source = kit.adapter(job)
    text = source.read_text("utf-8", "replace")
    if job not in kit.shaped:
        return text
    from jinja2 import TemplateError  # takes a while, and not everybody needs it

    shared = kit.adapter_of_shape(SHARED)
    try:
        with_it = ((shared.name, shared.read_text("utf-8", "replace")),) if shared.is_file() else ()
        return _filled_in(text, with_it, (*_names(kit, job), ("own", own)))
    except TemplateError as error:
        raise UsageError(f"{source}: cannot be filled in for {job}: {error}") from None


def _names(kit: Kit, job: str) -> _Names:
    shape = kit.shaped[job]
    wanted = ["again" if number == shape.proof else "more" if number == shape.work else "_" for number in shape.answer]
    return (
        ("job", job),
        ("call", shape.call_in(kit.language)),
        ("answer", shape.answer),
        ("work", shape.work),
        ("proof", shape.proof),
        ("takes", kinds_of(shape.takes)),
        ("shape", shape.name),
        ("does", SHAPES[shape.name]),
        ("counted", counted_by(shape.name, shape.work)),
        ("rest", tuple(number for number in shape.answer if number not in (shape.work, shape.proof))),
        # for languages in which a function gives several numbers without names: those of a call that a loop needs,
        # and which of them is the work
        ("wanted", ", ".join(wanted)),
        ("each", "again" if shape.work == shape.proof else "more" if shape.work else "input_bytes"),
    )


@lru_cache  # each method of a job asks for it
def _filled_in(template: str, shared: _Shared, names: _Names) -> str:
    """Return the text of an adapter of a shape for a job; a stranger's can do nothing else than write text."""
    from jinja2 import DictLoader, StrictUndefined
    from jinja2.sandbox import ImmutableSandboxedEnvironment

    environment = ImmutableSandboxedEnvironment(
        loader=DictLoader(dict(shared)),
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        undefined=StrictUndefined,
    )
    environment.filters |= {"camel": camel, "pascal": pascal, "by": by}
    return environment.from_string(template).render(dict(names))


def by(takes: Sequence[tuple[str, str]], table: Mapping[str, str] | str) -> list[str]:
    """Return for each thing that a function takes the text that a table has for its kind, or one for every kind.

    In it KEY is the thing's name, and NAME that name without underscores.
    """
    texts = ((table if isinstance(table, str) else table[kind], name) for kind, name in takes)
    return [text.replace("KEY", name).replace("NAME", camel(name)) for text, name in texts]


def camel(name: str) -> str:
    """Return `copyFile` for `copy_file`."""
    return re.sub(r"_([a-z0-9])", lambda letter: letter[1].upper(), name)


def pascal(name: str) -> str:
    """Return `CopyFile` for `copy_file`."""
    return name[:1].upper() + camel(name)[1:]
