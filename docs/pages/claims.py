"""The parts of docs/claims.md: every kind of claim."""

from __future__ import annotations

from typing import get_args

from docs.pages.tables import table
from pydantic import AfterValidator

from iotrial.ask.toml_file import keys_of
from iotrial.ask.toml_types import OneOf
from iotrial.claims import kinds
from iotrial.claims.claim import Claim

#: A study that every example of a claim is about.
STUDY_OF_EXAMPLES = """\
question = "How should a log be written?"
job = "append"
baseline = "php/keep_open"
methods = ["php/keep_open", "php/reopen", "php/flock_each"]

[[levels]]
records = [100, 1000]

[article]
title = "On logs"
author = "A. Nyone"
date = "2009"
"""


def claim_kinds() -> str:
    """Every kind of claim with its keys."""
    return table(
        ["kind", "what it says", "keys"],
        [[f"`{name}`", kinds.kind_of(name).about(), _keys_of_kind(kinds.kind_of(name))] for name in kinds.names()],
    )


def _keys_of_kind(kind: type[Claim]) -> str:
    own = kind.own_keys()
    needed = [*(f"`{name}`" for name in kind.must_have), *(_key(kind, name) for name in own if own[name])]
    others = [_key(kind, name) for name in own if not own[name]]
    return ", ".join(needed) + (f"; may have {', '.join(others)}" if others else "")


def _key(kind: type[Claim], name: str) -> str:
    checks = [part.func for part in get_args(keys_of(kind)[name].hint) if isinstance(part, AfterValidator)]
    words = [f"`{word}`" for check in checks if isinstance(check, OneOf) for word in check.words]
    return f"`{name}`" + (f" ({', '.join(words)})" if words else "")


def claim_examples() -> str:
    """A study file with a claim of every kind."""
    tables = [
        f'[[claims]]\nclaim = "{name}"\n{kinds.kind_of(name).example}place = "paragraph {number}"\n'
        for number, name in enumerate(kinds.names(), 1)
    ]
    return "```toml\n" + "\n".join([STUDY_OF_EXAMPLES, *tables]) + "```"
