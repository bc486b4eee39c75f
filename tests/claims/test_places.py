"""Where a claim stands in its article, who says it, and keys of earlier versions."""

from __future__ import annotations

from pathlib import Path

import pytest

from claims.test_file import CATALOG, PLACE, STUDY, TWO, claims, problems
from iotrial.claims.claim import Article
from iotrial.claims.claims_file import load
from iotrial.errors import UsageError

ORDER = f'kind = "order"\n{TWO}'
RATIO = f'kind = "ratio"\n{TWO}'
TOLD = "write the published ratio: figure = 1.48, or least = 1.1, or most = 1.2"
OF_OURS = "'answers' is true only of what was published, and this is a sentence of ours | "
TABLE = """[[figures]]
place = "table 2"
of = "time"
unit = "ms"
columns = ["php/reopen", "php/keep_open"]
rows = [[1.0, 2.0]]
"""


@pytest.mark.parametrize(
    ("body", "told"),
    [
        (
            ORDER,
            "13: 'claims' has no 'place' in the article | "
            'write where it stands: place = "paragraph 3"; ours = true if nobody published it',
        ),
        (
            f"{ORDER}ours = true\n{PLACE}",
            "18: 'ours' is true of a sentence that nobody published, and so it has no 'place' | ",
        ),
        (
            f'{ORDER}ours = true\nby = "a reader"\n',
            "18: 'ours' is true of a sentence that nobody published, and so it is 'by' nobody | ",
        ),
        (f"{ORDER}ours = true\nanswers = true\n", f"19: {OF_OURS}"),
        (f"{ORDER}fault = true\nanswers = true\n{PLACE}", f"19: {OF_OURS}"),
        (f'{ORDER}part = "time"\n{PLACE}', "18: 'part' means nothing without 'answers = true' | "),
        (f'{ORDER}means = {{ equal = "no" }}\n{PLACE}', "18: 'means' means nothing without 'answers = true' | "),
        (
            f'{ORDER}answers = true\nmeans = {{ oposite = "no" }}\n{PLACE}',
            "19: 'means' has 'oposite', which is no direction of a claim | ",
        ),
        (
            f'{ORDER}answers = true\nmeans = {{ opposite = "maybe" }}\n{PLACE}',
            "19: 'opposite' is 'maybe', and none of yes, no",
        ),
        (
            f'{ORDER}published = "2 times"\n{PLACE}',
            "18: 'published' stands without a figure that can be tested | "
            "a figure that a program can test: 'figure' of the kind, or a table [[figures]]",
        ),
        (
            f'{RATIO}figure = 2\nquote = "2 times"\n{PLACE}',
            "19: 'quote' is no key any more | say where it stands: place = \"the table, row 2\"",
        ),
        (
            'kind = "quote"\nfault = true\n' + PLACE,
            "16: 'kind' is 'quote', which is called 'text' now | "
            "tell the fault in words of your own, with its place in the article",
        ),
        (f"{RATIO}band = [1.4, 1.6]\n{PLACE}", f"18: 'band' is no key of this kind any more | {TOLD}"),
        (
            f'kind = "equal"\nof = "time"\n{TWO}band = [1, 2]\n{PLACE}',
            "19: 'band' is no key here | there are: ",
        ),
        (f'{RATIO}figure = 2\nours = "yes"\n{PLACE}', "19: 'ours' must be true or false | "),
    ],
)  # fmt: skip
def test_a_claim_without_its_place_or_with_an_old_key_is_refused(tmp_path: Path, body: str, told: str) -> None:
    found = problems(tmp_path, f'[[claims]]\nclaim = "1"\nsays = "x"\n{body}')
    assert found.startswith(f"{tmp_path}/logs.toml:{told}"), found
    assert len(found.splitlines()) == 1


@pytest.mark.parametrize(
    ("kind", "hint"),
    [
        (f'kind = "gap"\n{TWO}', "write the published gap in ns: figure = 550"),
        ('kind = "rate"\narms = ["php/reopen"]\n', "write the published rate: figure = 55"),
    ],
)
def test_an_old_band_says_what_to_write_instead(tmp_path: Path, kind: str, hint: str) -> None:
    found = problems(tmp_path, f'[[claims]]\nclaim = "1"\nsays = "x"\n{kind}band = [1, 2]\n{PLACE}')
    assert f"'band' is no key of this kind any more | {hint}" in found


@pytest.mark.parametrize(
    "text",
    [
        f'[[claims]]\nclaim = "1"\nsays = "x"\n{ORDER}ours = true\n',
        f'[[claims]]\nclaim = "1"\nsays = "x"\n{ORDER}by = "a reader"\n{PLACE}',
        f'[[claims]]\nclaim = "1"\nsays = "x"\n{RATIO}figure = 2\npublished = "twice"\n{PLACE}',
        f'[[claims]]\nclaim = "1"\nsays = "x"\n{RATIO}least = 1.1\npublished = "at least 10 %"\n{PLACE}',
        f'{TABLE}[[claims]]\nclaim = "1"\nsays = "x"\n{ORDER}published = "1, 2 ms"\n{PLACE}',
        f'[[claims]]\nclaim = "1"\nsays = "x"\nkind = "elsewhere"\nneeds = "a server"\npublished = "9 times"\n{PLACE}',
        f'[[claims]]\nclaim = "1"\nsays = "x"\nkind = "text"\nfault = true\npublished = "0.14"\n{PLACE}',
    ],
)
def test_what_is_published_stands_beside_what_a_program_can_test(tmp_path: Path, text: str) -> None:
    assert len(claims(tmp_path, text)) == 1


def test_the_article_is_read_with_its_author_and_date(tmp_path: Path) -> None:
    claims(tmp_path, "")
    assert load(tmp_path / "logs.toml", CATALOG, quick=False).article == Article("On logs", "A. Nyone", "2009")
    for key in ("title", "author", "date"):
        lines = [line for line in STUDY.splitlines() if not line.startswith(f"{key} = ")]
        (tmp_path / "logs.toml").write_text("\n".join(lines))
        with pytest.raises(UsageError, match=f"'article' has no '{key}'"):
            load(tmp_path / "logs.toml", CATALOG, quick=False)
    (tmp_path / "logs.toml").write_text(f"{STUDY}page = 7\n")
    with pytest.raises(UsageError, match=r"logs.toml:13: 'page' is no key here"):
        load(tmp_path / "logs.toml", CATALOG, quick=False)
    (tmp_path / "logs.toml").write_text(STUDY.partition("[article]")[0])
    assert load(tmp_path / "logs.toml", CATALOG, quick=False).article is None
