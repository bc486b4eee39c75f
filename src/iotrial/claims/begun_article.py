"""A study file to begin an article with: it is read as it stands, and each of its keys is explained above it."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Iterator, Mapping

from iotrial.ask.catalog import Catalog, Job
from iotrial.ask.factors import shown
from iotrial.ask.study_keys import LEVEL_KEYS, REQUIRED, QuickKeys, StudyKey, StudyKeys, texts_of
from iotrial.claims import kinds

_WIDTH = 110

#: What a claim may say, beside the keys of its kind.
CLAIM_KEYS: Mapping[str, str] = {
    "claim": "its name, once in a file",
    "says": "the sentence, in your own words: what was said, and no more",
    "from": "the source that it is from, if there are [[sources]]",
    "place": "where it stands on that page, such as: table 2, row 3",
    "kind": "what sort of sentence it is; all of them are below",
    "arms": "the methods that it is about, the one that it names first being the first",
    "fair": "as many methods: the same comparison as it should have been made",
    "at": "the levels that it speaks of, such as { records = 1000 }; all if it is left out",
    "published": "the figure as it was printed",
    "despite": "why the article's own figures do not bear it out",
    "by": "who said it, if it was not the author",
    "ours": "true: nobody published it; then it has no place",
    "fault": "true: something that is wrong with the article, instead of something that it claims",
    "answers": "true: it answers the question above",
    "part": "the part of the question that it answers, such as memory",
    "means": 'yes or no to that, by what is found: { "as said" = "yes", equal = "no", opposite = "no" }',
}

#: What an article, or each of several sources, says of itself, with an example.
ARTICLE_KEYS: Mapping[str, tuple[str, str]] = {
    "title": ("as it stands above the article", "The article's title"),
    "author": ("who wrote it", "Its author"),
    "date": ("when it was published", "2026"),
    "address": ("where it can be read", "https://example.org/article"),
}

#: A table of what an article prints.
FIGURES_KEYS: Mapping[str, str] = {
    "place": "where the table stands",
    "of": "what it is of, such as time or memory",
    "unit": "such as ms, bytes, M per s",
    "columns": "methods, and factors of the study",
    "rows": "lists of numbers as they are printed",
    "at": "factors that all rows have",
}


def begun_article(name: str, job: Job, catalog: Catalog) -> str:
    """Return the text of a study of a job with an article and one claim; ValueError if the job has one method only."""
    first, second = _arms(job, catalog)
    live = {
        "question": "Which of the two is faster?",
        "job": job.name,
        "baseline": second,
        "methods": [first, second],
    }
    lines = [
        f"# {name}: what somebody published, put to the test. iotrial claims ./{name}.toml --quick",
        "# A line that begins with # says nothing; take the mark away from a key that you want.",
        "",
        *_keys({key: texts_of(StudyKeys)[key] for key in live}, live),
        *_keys(texts_of(StudyKeys), {}, besides=(*live, *_TABLES)),
        *_said("The settings at which methods are compared: a table [[levels]] for each, with these keys."),
        "[[levels]]",
        *_factors(job),
        *_keys(LEVEL_KEYS, {}),
        *_said("What --quick changes: any of the keys above, and levels below [[quick.levels]]."),
        "[quick]",
        *_keys({"budget": texts_of(QuickKeys)["budget"]}, {"budget": "30 s"}),
        *_said("Who published it. Several are tables [[sources]], each with a name more, `source`."),
        "[article]",
        *(line for key, (said, one) in ARTICLE_KEYS.items() for line in (f"# {said}", f'{key} = "{one}"')),
        "",
        *_said("What the article prints; claims about it are held against it when this file is read."),
        "# [[figures]]",
        *(f"# {key} = …  # {said}" for key, said in FIGURES_KEYS.items()),
        "",
        *_said("Each sentence is a table [[claims]]."),
        "[[claims]]",
        *_claim(first, second),
        "",
        *_said("The kinds of claims. In brackets are the keys that one has beside its arms; ? marks an optional one."),
        *(line for kind in kinds.names() for line in _kind(kind)),
    ]
    return "\n".join(lines) + "\n"


#: Keys of a study that are tables, which stand below.
_TABLES = ("levels", "quick", "article", "sources", "figures", "claims")


def _claim(first: str, second: str) -> Iterator[str]:
    live = {
        "claim": "1",
        "says": "The first is faster than the second.",
        "place": "paragraph 1",
        "kind": "order",
        "arms": [first, second],
    }
    for key, said in CLAIM_KEYS.items():
        yield f"# {said}"
        yield f"{key} = {_toml(live[key])}" if key in live else f"# {key} = …"


def _kind(name: str) -> Iterator[str]:
    kind = kinds.kind_of(name)
    keys = ", ".join(f"{key}{'' if is_needed else '?'}" for key, is_needed in kind.own_keys().items())
    return _said(f"{name}{f' ({keys})' if keys else ''}: {kind.about()}")


def _factors(job: Job) -> Iterator[str]:
    for factor in job.factors.values():
        yield from _said(factor.summary)
        yield f"{'# ' if factor.is_unsaid else ''}{factor.name} = {_toml(factor.default)}"


def _keys(texts: Mapping[str, StudyKey], live: Mapping[str, object], besides: Iterable[str] = ()) -> Iterator[str]:
    """Each key below what it is for; one without a value here is left out, behind a mark."""
    for key, text in texts.items():
        if key in besides:
            continue
        otherwise = "" if text.otherwise == REQUIRED else f" Left out: {text.otherwise}."
        yield from _said(f"{text.summary} It is {text.value}.{otherwise}")
        yield f"{key} = {_toml(live[key])}" if key in live else f"# {key} = …"
    yield ""


def _said(text: str) -> Iterator[str]:
    yield from textwrap.wrap(text, _WIDTH, initial_indent="# ", subsequent_indent="# ", break_on_hyphens=False)


def _toml(value: object) -> str:
    if isinstance(value, list):
        return f"[{', '.join(map(_toml, value))}]"
    return f'"{value}"' if isinstance(value, str) else shown(value)


def _arms(job: Job, catalog: Catalog) -> tuple[str, str]:
    """Return two methods that need no package, of one language if it has two."""
    every = [method for method in catalog.methods_of(job.name) if not method.packages and "by-name" not in method.tags]
    usual = next((arm for arm in job.usual if any(method.arm == arm for method in every)), "")
    others = sorted(every, key=lambda method: (method.language != usual.partition("/")[0], method.arm))
    arms = list(dict.fromkeys([usual or others[0].arm, *(method.arm for method in others)])) if others else []
    if len(arms) < 2:
        raise ValueError(f"the job {job.name} has no two methods")
    return arms[1], arms[0]
