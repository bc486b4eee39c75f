"""The parts of docs/claims.md: every kind of claim."""

from __future__ import annotations

from docs.pages.tables import table

from iotrial.claims import kinds
from iotrial.claims.claim import Claim
from iotrial.claims.claim_table import Key, OneOf, keys_of

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
    own = keys_of(kind).values()
    needed = [*(f"`{name}`" for name in kind.must_have), *(_key(one) for one in own if one.needed)]
    others = [_key(one) for one in own if not one.needed]
    return ", ".join(needed) + (f"; may have {', '.join(others)}" if others else "")


def _key(key: Key) -> str:
    words = ", ".join(f"`{word}`" for word in key.read.words) if isinstance(key.read, OneOf) else ""
    return f"`{key.named}`" + (f" ({words})" if words else "")


def claim_examples() -> str:
    """A study file with a claim of every kind."""
    tables = [
        f'[[claims]]\nclaim = "{name}"\n{kinds.kind_of(name).example}place = "paragraph {number}"\n'
        for number, name in enumerate(kinds.names(), 1)
    ]
    return "```toml\n" + "\n".join([STUDY_OF_EXAMPLES, *tables]) + "```"
