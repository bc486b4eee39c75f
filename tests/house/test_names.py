"""Nothing in src/ names a job, a language or an article: what those need of the core they declare themselves."""

from __future__ import annotations

import ast
import io
import re
import tokenize
import tomllib
from collections.abc import Iterator
from functools import cache

import pytest

from house.sources import MODULES, ROOT, SRC, nodes_of, source_of, words_of

JOBS = sorted(path.parent.name for path in ROOT.glob("methods/*/job.toml"))
LANGUAGES = sorted(path.parent.name for path in ROOT.glob("kits/*/kit.toml"))


def articles() -> dict[str, list[str]]:
    """Return the studies of articles, by name, each with what else would name its article."""
    found: dict[str, list[str]] = {}
    for path in sorted(ROOT.glob("studies/*.toml")):
        article = tomllib.loads(path.read_text(encoding="utf-8")).get("article")
        if article:
            found[path.stem] = [str(article[key]) for key in ("title", "author", "url") if key in article]
    return found


#: A text that is one of these alone is that job, that language or that study.
NAMES = {*JOBS, *LANGUAGES, *articles()}

#: Places at which such a text is something else, and what. No other may be added without a reason as good.
SOMETHING_ELSE = {
    ("cli/__init__.py", "create"): "a command: iotrial target create",
    ("cli/__init__.py", "list"): "a command: iotrial target list",
    ("cli/__init__.py", "remove"): "a command: iotrial target remove",
    ("machine/noise_counters.py", "stat"): "a file of the system, in which it counts",
    ("machine/noise_sources/neighbours.py", "load"): "how busy a machine is",
    ("machine/plain_words.py", "C"): "the locale in which the system's tools speak",
    ("workers/compiled.py", "C"): "the locale in which compilers speak",
    ("workers/method_packages.py", "C"): "the locale in which tools that fetch packages speak",
    ("machine/machine_facts.py", "python"): "the interpreter of iotrial itself, in the facts of a machine",
    ("probes/instructions.py", "stat"): "a command of perf",
    ("probes/profile_text.py", "stat"): "a call of the system",
    ("probes/injected.py", "stat"): "a call of the system",
    ("report/charts/cost_chart.py", "log"): "the scale of an axis",
    ("report/charts/cost_chart.py", "lines"): "the marks of a chart that are lines",
    ("report/charts/look.py", "log"): "the scale of an axis",
    ("workers/named_runtimes.py", "log"): "the file in which a worker's words are kept",
    ("workers/transcripts.py", "log"): "a file of a dialogue, in which outputs and a worker's words are kept",
    ("cli/listed.py", "python"): "the same, in what `iotrial machine --json` prints",
}

#: Patterns that name one wherever they stand: an arm, an option, a word that means nothing else, an article's own
#: words. Python with a capital is the language that iotrial is written in, and go a verb.
_LANGUAGE = "|".join(map(re.escape, LANGUAGES))
_UNMISTAKABLE = [
    *(word for word in JOBS if "_" in word),
    *(word for word in LANGUAGES if len(word) > 1 and word not in ("python", "go")),
    *(word for word in articles() if "-" in word),
    *(word for words in articles().values() for word in words),
]
UNMISTAKABLE = re.compile(
    rf"(?<![\w./-])(?:{_LANGUAGE})/[a-z_]\w+"
    rf"|(?<![\w./-])(?:{_LANGUAGE})\.(?:flags|[a-z]+_[a-z]+)\b"
    rf"|(?<![\w-])(?i:{'|'.join(map(re.escape, _UNMISTAKABLE))})(?![\w-])"
    r"|(?<![\w-])C(?:\+\+| kit| compiler| program|'s)|(?<![\w-])in C(?![\w-])"
)


def texts(source: str) -> Iterator[tuple[int, str, bool]]:
    """Return each text in a Python source, its line, and whether the program can see it: docstrings and comments are
    for people. Comments are left out if none has a name that is looked for.
    """
    nodes = nodes_of(source)
    seen_by_people = set()
    examples = {
        part
        for node in nodes
        if isinstance(node, ast.Assign) and [getattr(target, "id", None) for target in node.targets] == ["example"]
        for part in ast.walk(node.value)
    }
    for node in nodes:
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            first = node.body[0] if node.body else None
            if isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant):
                seen_by_people.add(first.value)
    handlers = {handler for node in nodes if isinstance(node, ast.Call) for handler in handlers_of(node)}
    for node in nodes:
        # The example of a kind of claim is a piece of a study, for the page of claims.
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and node not in examples:
            yield node.lineno, node.value, node not in seen_by_people and node not in handlers
    if any("#" in line and UNMISTAKABLE.search(line) for line in source.splitlines()):  # hardly ever: this takes long
        for token in tokenize.generate_tokens(io.StringIO(source).readline):
            if token.type == tokenize.COMMENT:
                yield token.start[0], token.string, False


def handlers_of(call: ast.Call) -> Iterator[ast.expr]:
    """The argument `errors` of a call, by name or in its place: what it does with bytes that are no text."""
    given = [keyword.value for keyword in call.keywords if keyword.arg == "errors"]
    if isinstance(call.func, ast.Attribute) and call.func.attr in ("decode", "encode", "read_text"):
        given += call.args[1:2]
    for value in given:
        yield from (value.body, value.orelse) if isinstance(value, ast.IfExp) else (value,)


def defined(source: str) -> Iterator[tuple[int, str]]:
    """Return each name that a Python source makes, and its line; names of others' that it uses are theirs."""
    for node in nodes_of(source):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            yield node.lineno, node.name
        elif isinstance(node, ast.arg):
            yield node.lineno, node.arg
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            yield node.lineno, node.id
        elif isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store):
            yield node.lineno, node.attr


NAMED = [*(name.replace("-", "_") for name in _UNMISTAKABLE if re.fullmatch(r"[\w-]+", name)), "python"]


@cache
def names_one(identifier: str) -> bool:
    """Return whether a name that was made says a job, a language or an article: AA_JOB does not, `php_streams` does."""
    parts = "_".join(words_of(identifier))
    return any(f"_{word}_" in f"_{parts}_" for word in NAMED)


def findings(source: str, file: str) -> list[str]:
    """Return what in a Python source names a job, a language or an article, each with its line."""
    found = [
        f"{file}:{line}: {text.strip()[:60]!r}"
        for line, text, is_seen in texts(source)
        if UNMISTAKABLE.search(text)
        or (is_seen and text.strip().lower() in NAMES and (file, text) not in SOMETHING_ELSE)
    ]
    return found + [
        f"{file}:{line}: {name}"
        for line, name in defined(source)
        if names_one(name) and (file, name) not in SOMETHING_ELSE
    ]


def test_nothing_in_src_names_a_job_a_language_or_an_article() -> None:
    found = []
    for path in MODULES:
        found += findings(source_of(path), str(path.relative_to(SRC)))
    for path in sorted(path for end in ("*.html", "*.js", "*.css", "*.c") for path in SRC.rglob(end)):
        lines = enumerate(path.read_text(encoding="utf-8").splitlines(), start=1)
        found += [f"{path.relative_to(SRC)}:{number}: {line}" for number, line in lines if UNMISTAKABLE.search(line)]
    assert not found, (
        "these belong into job.toml, job.py, kit.toml, a method's first comment or a study:\n" + "\n".join(found)
    )


@pytest.mark.parametrize(
    "source",
    [
        'if job.name == "append":\n    pass\n',
        'found = names.decode("utf-8", errors="strict").get("replace")\n',
        'ODD = {"scan": (0, 1)}\n',
        'kit = kits.get("c")\n',
        'name = f"the {kit} of php/{method}"\n',
        'arm = "c/" + name\nother = "c/write_reopen"\n',
        'said = "floors are written in C"\n',
        'said = "a C compiler is missing"\n',
        "php_streams_map = 4 << 20\n",
        "def of_append_many(x):\n    pass\n",
        "class CppKit:\n    pass\n",
        "x = 4 << 20  # PHP's streams map up to this\n",
        '"""Read `php.memory_limit`."""\n',
        'study = "log-writes"\n',
        'limit = options["python.flags"]\n',
    ],
)
def test_what_names_one_is_found(source: str) -> None:
    assert findings(source, "x.py")


@pytest.mark.parametrize(
    "source",
    [
        "found.append(list(range(3)))\n",
        "def create(self):\n    self.empty = not self.scan()\n",
        '"""Append what was found; an empty list is made by list()."""\n',
        "platform.python_version()\n",
        'said = name.decode("utf-8", "replace") + path.read_text(errors="replace")\n',
        "# Python refuses to print such a number; Ctrl-C ends it\n",
        'said = "press Ctrl-C to end, and copy the empty list"\n',
        'environment = {"LC_ALL": "C.UTF-8"}\n',
        'path = "src/iotrial/c.py"\n',
        'said = "LANGUAGE/METHOD is how a method is named"\n',
    ],
)
def test_what_only_looks_like_it_is_left_alone(source: str) -> None:
    assert findings(source, "x.py") == []


def test_the_exceptions_are_still_there() -> None:
    for file, name in SOMETHING_ELSE:
        source = source_of(SRC / file)
        seen_texts = [text for _, text, is_seen in texts(source) if is_seen]
        assert name in [*seen_texts, *(made for _, made in defined(source))], (file, name)
