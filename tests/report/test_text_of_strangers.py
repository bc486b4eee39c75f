"""Text that somebody else chose, in every place that takes any, on every way out: there it is text alone."""

from __future__ import annotations

import csv
import functools
import io
import itertools
import json
import re
from collections.abc import Iterator, Sequence
from functools import cache
from html.parser import HTMLParser
from pathlib import Path
from typing import Any
from unittest import mock
from xml.etree import ElementTree

import pytest
from attacks.part import command
from markdown_it import MarkdownIt
from pydantic import ValidationError

from iotrial.ask import tree
from iotrial.ask.catalog import Catalog
from iotrial.cli.output import stdout
from iotrial.json_text import json_text
from iotrial.report.gate_junit import junit
from iotrial.report.gate_markdown import markdown
from iotrial.report.gate_screen import show
from iotrial.store.record import Run
from iotrial.visible_text import visible_streams, visible_text
from judge import made
from report import shown
from report.test_gate import ALL, document, pair

ROOT = Path(__file__).resolve().parents[2]

#: Each begins with what it is about. A `§` is a place where the text is told from others.
TEXTS = {
    "steers": "".join(map(chr, (*range(1, 9), *range(11, 32), *range(127, 160)))) + "\x1b]0;x\x07\x1b[2J",
    "turns": "\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\u200e\u200f\u061c\u200b\u2028\u2029\ufeff§",
    "html": "</script></style></title><script>§</script><img src=x onerror=alert(1)>\"' onload='x' &lt;b&gt; <!-- ",
    "xml": "]]></text></svg><a href=\"javascript:x\">§</a><?pi ?><!DOCTYPE x [<!ENTITY y 'z'>]>&y;<![CDATA[",
    "markdown": "`§` | **x** [x](javascript:x) ![y](//z) <b>\n# h\n> q\n| a | b |\n``` \n---\n~~s~~ $x$ @me <details>",
    "rich": "[bold red]§[/bold red] [link=file:///etc/passwd]x[/link] [/] [/nothing]",
    "cell": "=cmd|' /C calc'!A0§",
    "plain": "§",
}

#: Those that could do something where nothing is HTML or Markdown, and all of them in one.
ON_A_TERMINAL = ("steers", "turns", "rich")
WITH_ALL = {**TEXTS, "terminal": " ".join(TEXTS[kind] for kind in ON_A_TERMINAL)}
AT_ONCE_OR_EACH = ["terminal", *(pytest.param(kind, marks=pytest.mark.long) for kind in ON_A_TERMINAL)]

#: The ways out for a run: what is typed, and how the form is called.
WAYS = {
    "show": ("show",),
    "details": ("show", "--details"),
    "json": ("show", "--json"),
    "explain": ("explain",),
    "explain json": ("explain", "--json"),
    "runs": ("runs",),
    "runs json": ("runs", "--json"),
    "compare": ("compare", "last", "last"),
    "compare json": ("compare", "last", "last", "--json"),
    "query": ("query", "SELECT arms.*, samples.status, samples.reason FROM samples JOIN arms USING (run, level, arm)"),
    "query json": ("query", "SELECT * FROM samples WHERE status = 'failed'", "--json"),
    "html": ("report", "--format", "html", "-o", "-"),
    "md": ("report", "--format", "md", "--details", "-o", "-"),
    "comment": ("report", "--format", "md", "-o", "-"),
    "svg": ("report", "--format", "svg", "-o", "-"),
    "csv": ("report", "--format", "csv", "-o", "-"),
    "export csv": ("export", "--format", "csv"),
    "export tsv": ("export", "--format", "tsv"),
    "hyperfine": ("export", "--format", "hyperfine"),
}

#: Those that a browser or a table shows: each text is looked for in each of them.
FORMS = ("html", "md", "svg", "csv", "export csv")

#: Keys of a record whose values are names that other parts of it go by, or have a form of their own.
_BOUND = ("run", "started_at", "finished_at", "study_text")


def changed(value: Any, text: str, keys: Sequence[str] = ()) -> Iterator[Any]:
    """A record with the text after every text in it, one after the other, and at last with a key of it."""
    if isinstance(value, dict):
        for key in value:
            if key not in _BOUND:
                for other in changed(value[key], text, (*keys, key)):
                    yield {**value, key: other}
        if keys and value and all(isinstance(one, str) for one in value.values()):
            yield {**value, f"{next(iter(value))}{text}": next(iter(value.values()))}
    elif isinstance(value, list):
        for place, one in enumerate(value):
            for other in changed(one, text, keys):
                yield [*value[:place], other, *value[place + 1 :]]
    elif isinstance(value, str):
        yield text if keys[-1:] != ("arm",) else f"{value}{text}"


def fits(record: Any) -> bool:
    """True if a record may be that of a run."""
    try:
        Run.model_validate(record)
    except (ValidationError, ValueError):
        return False
    return True


def spoilt(record: Any, text: str) -> Any:
    """The record with the text in every place that takes any."""
    place = 0
    while (found := next(itertools.islice(changed(record, text), place, None), None)) is not None:
        if fits(found):
            record = found
        place += 1
    return record


def quoted(text: str) -> str:
    """A text as TOML writes it."""
    return json.dumps(text).replace("\x7f", "\\u007f")


def study_text(text: str) -> str:
    """A study with claims all of whose sentences are the text."""
    found = (ROOT / "studies/readfile.toml").read_text(encoding="utf-8")
    keys = "question|title|author|says|place|published|date"
    return re.sub(rf'^({keys}) = ".*"$', lambda match: f"{match[1]} = {quoted(text)}", found, flags=re.MULTILINE)


@cache
def record_with(kind: str) -> str:
    """The run.json of a run with one text everywhere."""
    record = json.loads(made.run([shown.level(size) for size in shown.SIZES[:2]], **_GIVEN).model_dump_json())
    text = WITH_ALL[kind]
    return json.dumps({**spoilt(record, text), "study_text": study_text(text)})


_GIVEN: dict[str, Any] = {
    "texts": {f"{arm}-text": shown.TEXT for arm in ("php/readfile", "php/fread_1k", "c/sendfile")},
    "machine": {"system": "Linux", "cpus": 2, "targets": {"disk": {"device": "/dev/x", "model": "a disk"}}},
    "languages": {"php": "PHP", "c": "C"},
    "conditions": {"sink": {"pipe": "into a pipe"}},
}


@cache
def said(folder: Path, way: str) -> str:
    code, out, err = command(*WAYS[way], "--results", str(folder))
    assert code == 0, err
    return out


class Results(dict[str, Path]):
    """A folder of results for each text that is asked for, with one run."""

    def __init__(self, folders: pytest.TempPathFactory) -> None:
        super().__init__()
        self._folders = folders

    def __missing__(self, kind: str) -> Path:
        folder = self[kind] = self._folders.mktemp(kind)
        with mock.patch.object(made, "columns", functools.partial(columns_with, WITH_ALL[kind])):
            run = shown.store(folder, levels=[shown.level(size) for size in shown.SIZES[:2]], **_GIVEN)
        (run / "run.json").write_text(record_with(kind))
        return folder


@pytest.fixture(autouse=True)
def own_tree_read_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Read the project's own tree once: each of some hundred commands asks for it, and none of them changes it."""
    monkeypatch.setattr(tree, "usable", lambda trees=(): usable(trees) if trees else own_tree())


@cache
def own_tree() -> Catalog:
    return usable()


usable = tree.usable


@pytest.fixture(scope="module")
def results(tmp_path_factory: pytest.TempPathFactory) -> Results:
    return Results(tmp_path_factory)


def columns_with(text: str, *given: Any) -> dict[str, Any]:
    """The rows of a sweep, of which the last failed with the text."""
    found = _columns(*given)
    return {**found, "status": [*found["status"][:-1], "failed"], "reason": [*found["reason"][:-1], text]}


_columns = made.columns


class Marks(HTMLParser):
    """The markup of a page: its elements with the names of their attributes, and where links lead."""

    def __init__(self, page: str) -> None:
        super().__init__(convert_charrefs=True)
        self.elements: set[tuple[str, tuple[str, ...]]] = set()
        self.scripts = 0
        self.links: set[str] = set()
        self.places: set[str] = set()
        self.texts: list[str] = []
        self.feed(page)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.add((tag, tuple(name for name, _ in attrs)))
        self.scripts += tag == "script"
        self.places |= {f"#{value}" for name, value in attrs if name == "id"}
        self.links |= {str(value) for name, value in attrs if name in ("href", "src")}

    def handle_data(self, data: str) -> None:
        self.texts.append(data)


@pytest.mark.parametrize(
    ("way", "kinds"),
    [
        *((way, tuple(TEXTS) if way in FORMS else ("terminal",)) for way in WAYS),
        *(pytest.param(way, tuple(TEXTS), marks=pytest.mark.long) for way in WAYS if way not in FORMS),
    ],
)
def test_nothing_of_a_run_that_was_sent_steers_or_hides(results: Results, way: str, kinds: tuple[str, ...]) -> None:
    texts = {kind: said(results[kind], way) for kind in kinds}
    assert [kind for kind, text in texts.items() if text != visible_text(text)] == []
    if way.endswith("json") or way == "hyperfine":
        assert all(map(json.loads, texts.values()))
    if way not in ("export tsv", "hyperfine", "svg"):
        lacking = [kind for kind in texts if "\x1b" in WITH_ALL[kind] and "\\u001b" not in texts[kind]]
        assert not lacking, "it is not there at all"


@pytest.mark.parametrize("kind", TEXTS)
def test_no_text_is_markup_on_a_page(results: Results, kind: str) -> None:
    plain, page = Marks(said(results["plain"], "html")), Marks(said(results[kind], "html"))
    tags = {tag for tag, _ in plain.elements}
    assert {tag for tag, _ in page.elements} <= tags
    assert {name for _, names in page.elements for name in names} <= {n for _, names in plain.elements for n in names}
    assert page.scripts == plain.scripts and page.links <= page.places  # none leads away
    assert not [place for place in page.places if not re.fullmatch(r"#[A-Za-z0-9_.-]+", place)]
    if "§" in TEXTS[kind]:
        assert sum(text.count("§") for text in page.texts) > 20


@pytest.mark.parametrize("kind", TEXTS)
def test_no_text_is_markup_in_a_picture(results: Results, kind: str) -> None:
    plain, picture = (ElementTree.fromstring(said(results[one], "svg")) for one in ("plain", kind))
    assert {one.tag for one in picture.iter()} <= {one.tag for one in plain.iter()}
    assert {name for one in picture.iter() for name in one.attrib} <= {
        name for one in plain.iter() for name in one.attrib
    }
    assert not [one for one in picture.iter() if any("href" in name for name in one.attrib)]


@pytest.mark.parametrize("kind", TEXTS)
def test_no_text_is_markup_in_markdown(results: Results, kind: str) -> None:
    for way in ("md", "comment"):
        require_plain(said(results[kind], way), said(results["plain"], way))


def require_plain(text: str, plain: str) -> None:
    """Assert that a text has no other markup than the plain one, and whole rows."""
    show = MarkdownIt("commonmark", {"html": True}).enable(["table", "strikethrough"])
    page, known = Marks(str(show.render(text))), Marks(str(show.render(plain)))
    assert {tag for tag, _ in page.elements} <= {tag for tag, _ in known.elements}
    assert page.links <= known.links
    widths: list[int] = []
    for line in re.sub(r"^(`{3,}).*?^\1$", "", text, flags=re.DOTALL | re.MULTILINE).splitlines():
        if not line.startswith("|"):
            widths = []
            continue
        widths.append(len(re.findall(r"(?<!\\)(?:\\\\)*\|", line)))
        assert widths[-1] == widths[0], line


@pytest.mark.parametrize("kind", TEXTS)
@pytest.mark.parametrize("way", ["csv", "export csv"])
def test_no_cell_of_a_table_is_a_formula(results: Results, kind: str, way: str) -> None:
    rows = list(csv.reader(io.StringIO(said(results[kind], way))))
    assert {len(row) for row in rows} == {len(rows[0])}
    for cell in (cell for row in rows for cell in row):
        assert not cell.startswith(("=", "+", "-", "@", "\t", "\r")) or re.fullmatch(r"-[\d.e+-]+", cell), cell


@pytest.mark.parametrize("kind", [kind for kind in TEXTS if kind != "plain"])
def test_no_text_is_markup_in_what_a_gate_says(kind: str, capsys: pytest.CaptureFixture[str]) -> None:
    def given(text: str) -> Any:
        pairs = [
            pair(one.verdict, f"php/{text}", called=text, reason=text, level={"target": text, text: 1}) for one in ALL
        ]
        only = {"only_old": [text], "only_new": [text], "told": [text], "against": text, "study": text}
        return document("invalid", pairs, **only)

    texts = [visible_text(form(given(TEXTS[one]))) for form in (markdown, junit) for one in (kind, "plain")]
    for details in (False, True):
        with visible_streams():
            show(given(TEXTS[kind]), stdout(), details=details)
        text = capsys.readouterr().out
        assert text == visible_text(text) and ("§" in text) == ("§" in TEXTS[kind])
    require_plain(texts[0], texts[1])
    suites, plain = (ElementTree.fromstring(text) for text in texts[2:])
    assert [one.tag for one in suites.iter()] == [one.tag for one in plain.iter()]
    assert json.loads(visible_text(json_text({"text": TEXTS[kind]}))) == {"text": TEXTS[kind]}


@pytest.mark.parametrize("kind", AT_ONCE_OR_EACH)
def test_what_is_typed_is_text_in_what_is_said_of_it(tmp_path: Path, kind: str) -> None:
    text = WITH_ALL[kind]
    (tmp_path / "study.toml").write_text(study_text(text).replace("php/readfile", json.dumps(text)[1:-1]))
    for arguments in (
        ("show", text),
        ("run", text),
        ("run", str(tmp_path / "study.toml")),
        ("run", "append", "--method", text),
        ("run", "append", "--set", f"records={text}"),
        ("run", "append", "--set", f"{text}=1"),
        ("run", "append", "--target", text),
        ("run", "append", "--runtime", f"php={text}"),
        ("run", "append", "--with", text),
        ("query", f"SELECT '{text}' FROM nothing"),
        ("query", text),
        ("explain", "last", text),
        ("compare", text, text),
        ("report", text),
        ("check", text),
        ("advise", text),
        ("claims", text),
        ("gate", text, "--against", text),
        ("schema", text),
        ("methods", text),
        (text,),
    ):
        code, _, err = (
            command(*arguments, "--results", str(tmp_path), HOME=str(tmp_path))
            if (arguments[0] in ("show", "run", "query", "explain", "compare", "report", "claims", "gate", "advise"))
            else command(*arguments, HOME=str(tmp_path))
        )
        assert code not in (0, 1) and err == visible_text(err), (arguments, code, err)
        assert err.startswith("error: "), (arguments, err)


#: A method whose words are the text, in a file whose name is no text.
METHOD = """# {text}
# Use it {text}
# called: {text}
# visible: each record
# lock: none
# append: yes
# durable: no


def append(path, records):
    return 0
"""


@pytest.mark.parametrize("kind", AT_ONCE_OR_EACH)
@pytest.mark.parametrize("json_too", [False, True])
def test_what_a_strangers_tree_says_of_itself_is_text(tmp_path: Path, kind: str, json_too: bool) -> None:
    own = tmp_path / "tree"
    folder = own / "methods" / "append" / "python"
    folder.mkdir(parents=True)
    (own / "studies").mkdir()
    line = " ".join(WITH_ALL[kind].split()) or "x"
    (folder / "mine.py").write_text(METHOD.format(text=line))
    (folder / "mine_\udcff\x1b.py").write_text(METHOD.format(text=line))
    (own / "studies" / "mine.toml").write_text(study_text(line))
    (own / "studies" / "mine_\udcff\x1b.toml").write_text(study_text(line))
    for arguments in (("methods", "append"), ("methods",), ("studies",)):
        extra = ("--json",) if json_too else ()
        code, out, err = command(*arguments, "--with", str(own), *extra, HOME=str(tmp_path))
        assert code in (0, 2), err
        if code == 0 and json_too:
            json.loads(out)
