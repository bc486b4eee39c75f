"""A kind of claim is one file: the one on docs/claims.md joins, is read in a study, judged, reported and documented."""

from __future__ import annotations

import importlib
import importlib.util
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from iotrial.ask import tree
from iotrial.claims import kinds
from iotrial.claims.claims_file import load
from iotrial.cli.report import content
from iotrial.errors import UsageError
from iotrial.judge.judging import Judging
from iotrial.store.record import Memory
from judge import made

ROOT = Path(__file__).resolve().parents[2]
MIB = 1 << 20


@pytest.fixture
def study(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """A study with a claim of the kind on the page, whose file lies in a folder of its own."""
    page = (ROOT / "docs" / "claims.md").read_text()
    folder = tmp_path / "kinds"
    folder.mkdir()
    (folder / "under.py").write_text(page.split("## Adding a kind")[1].split("```python\n")[1].split("```")[0])
    monkeypatch.setattr(kinds, "__path__", [*kinds.__path__, str(folder)])
    importlib.invalidate_caches()
    text = page.split("## An example of each kind")[1].split("```toml\n")[1].split("[[claims]]")[0]
    yield f'{text}[[claims]]\nclaim = "lean"\nplace = "paragraph 2"\n{kinds.kind_of("under").example}'
    sys.modules.pop(f"{kinds.__name__}.under")
    vars(kinds).pop("under", None)


def read(tmp_path: Path, text: str) -> list[str]:
    path = tmp_path / "logs.toml"
    path.write_text(text)
    return [claim.kind for claim in load(path, tree.load(), quick=False).claims]


def test_it_is_found_read_and_what_is_wrong_is_named(tmp_path: Path, study: str) -> None:
    assert "under" in kinds.names()
    assert read(tmp_path, study) == ["under"]
    with pytest.raises(UsageError, match="has no 'most_bytes', which a claim of the kind 'under' needs"):
        read(tmp_path, study.replace("most_bytes", "bytes"))
    with pytest.raises(UsageError, match=r"logs\.toml:\d+: 'most_bytes' must be a whole number"):
        read(tmp_path, study.replace("33_554_432", '"32 MiB"'))


@pytest.mark.parametrize(("added_mib", "verdict"), [(24, "confirmed"), (40, "holds nowhere tested")])
def test_a_report_says_what_became_of_it(tmp_path: Path, study: str, added_mib: int, verdict: str) -> None:
    arms = [made.arm("php/reopen", memory=Memory(peak_bytes=(90 + added_mib) * MIB, before_bytes=90 * MIB))]
    levels = [made.level({"records": 100}, "php/keep_open", arms)]
    stored = made.opened(tmp_path / "runs", made.run(levels, study="logs", job="append", study_text=study))
    text = content("md", [Judging(stored)], tmp_path / "runs", [], details=True).decode()
    (row,) = (line for line in text.splitlines() if line.startswith("| None of them takes more than 32 MiB |"))
    assert f"| {verdict} | one |" in row
    assert ("more than 33,554,432 bytes" in row) is (added_mib > 32)


def test_it_is_on_its_page_once_that_is_made_anew(study: str) -> None:
    spec = importlib.util.spec_from_file_location("generate", ROOT / "docs" / "generate.py")
    assert spec is not None and spec.loader is not None
    generate = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(generate)
    text = generate.filled("claims.md", (ROOT / "docs" / "claims.md").read_text())
    assert "| `under` | No arm adds more memory than so many bytes. | `arms`, `most_bytes` |" in text
    assert text.count("most_bytes = 33_554_432") == 2  # of how to add it, and among the examples


def test_a_file_of_kinds_that_defines_two_or_none_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text = "from iotrial.claims.kinds.text import Text\n"
    classes = [f"class Own{number}(Text):\n    'Own.'\n" for number in range(2)]
    for name, count in (("own_none", 0), ("own_two", 2)):
        (tmp_path / f"{name}.py").write_text(text + "".join(classes[:count]))
        monkeypatch.setattr(kinds, "__path__", [*kinds.__path__, str(tmp_path)])
        importlib.invalidate_caches()
        with pytest.raises(TypeError, match=f"{name}.py defines {count} kinds of claim, and must define one"):
            kinds.kind_of(name)
        sys.modules.pop(f"{kinds.__name__}.{name}")
        vars(kinds).pop(name, None)
