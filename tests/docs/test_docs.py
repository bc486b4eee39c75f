"""The pages say what the code does."""

from __future__ import annotations

import contextlib
import importlib.util
import io
import re
import subprocess
import sys
import tomllib
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import get_args

import pytest
from rich.console import Console

from iotrial import cli
from iotrial.ask.tree import load
from iotrial.claims import claims_file
from iotrial.claims.outcome import Verdict
from iotrial.judge.judge_run import judge_folder
from iotrial.report.method_rows import MARKS
from iotrial.report.run_screen import show
from judge import made

ROOT = Path(__file__).resolve().parents[2]
PAGES = [path for path in ROOT.glob("*.md")] + [*ROOT.glob("docs/*.md"), *ROOT.glob("kits/**/*.md")]
EXTENSIONS = {
    **{"php": "php", "python": "py", "c": "c", "cpp": "cpp", "go": "go", "java": "java", "javascript": "mjs"},
    "rust": "rs",
}
LISTED = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True).stdout.split("\n")


@cache
def help_of(*command: str) -> str:
    with contextlib.redirect_stdout(io.StringIO()) as printed:
        assert cli.main([*command, "--help"]) == 0
    return printed.getvalue()


def mentions() -> list[tuple[str, list[str]]]:
    """Each command that a page types: its name, and the options it is given."""
    found = []
    for page in PAGES:
        if page.name == "cli.md":  # it is the help
            continue
        for line in re.findall(
            r"iotrial ((?:run|show|runs|studies|methods|machine|check|export|query|selftest|gate)\b[^`\n#]*)",
            page.read_text(),
        ):
            words = line.split()
            found.append((words[0], re.findall(r"(?<!\S)(--[a-z-]+)", line)))
    return found


def test_every_option_on_a_page_is_one_of_its_command() -> None:
    helps: dict[str, str] = {}
    for command, options in mentions():
        helps.setdefault(command, help_of(command))
        for option in options:
            assert option in helps[command], f"iotrial {command} {option}"
    assert len(helps) >= 5


def test_the_workflow_to_copy_types_commands_that_there_are() -> None:
    text = (ROOT / "docs" / "ci" / "gate.yml").read_text()
    scripts = re.findall(r"run: \|\n((?: {10}.*\n)+)", text)
    assert len(scripts) == 2
    for script in scripts:
        done = subprocess.run(["sh", "-n"], input=script, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr
    typed = " ".join(scripts).replace("\\\n", " ")
    for command in ("gate", "machine"):
        (line,) = re.findall(rf"iotrial {command}\b([^\n|]*)", typed)
        options = re.findall(r"(?<!\S)(--[a-z-]+)", line)
        assert options and all(option in help_of(command) for option in options), command


def test_every_command_is_on_the_first_page() -> None:
    commands = re.findall(r"^  ([a-z]+) ", help_of().split("Ask:")[1], re.MULTILINE)
    readme = (ROOT / "README.md").read_text()
    assert len(commands) >= 24
    for command in commands:
        assert f"iotrial {command}" in readme or command == "machine", command


def test_every_language_is_on_the_first_page() -> None:
    catalog = load([])
    called = sorted({catalog.kits[method.language].called for method in catalog.methods_of("append")})
    told = f"There are methods in {', '.join(called[:-1])} and {called[-1]} ("
    assert told in (ROOT / "README.md").read_text()


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_lead_somewhere(page: Path) -> None:
    for link in re.findall(r"\]\((?!http)([^)#]+)", page.read_text()):
        assert (page.parent / link).exists(), link


def test_every_dependency_has_its_reason() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    wanted = [*project["dependencies"], *project["optional-dependencies"]["test"]]
    text = (ROOT / "CONTRIBUTING.md").read_text()
    for requirement in wanted:
        name = re.match(r"[\w-]+", requirement)
        assert name is not None and re.search(rf"[| ,]{re.escape(name[0])}[ ,|]", text), requirement


def test_every_dependency_is_pinned() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    pinned = {
        line.split("==")[0].lower().replace("_", "-") for line in (ROOT / "constraints.txt").read_text().splitlines()
    }
    extras = [requirement for extra in project["optional-dependencies"].values() for requirement in extra]
    for requirement in [*project["dependencies"], *(one for one in extras if not one.startswith("iotrial["))]:
        name = re.match(r"[\w-]+", requirement)
        assert name is not None and name[0] in pinned, requirement


def test_no_file_names_a_registry_or_a_path_of_one_machine() -> None:
    hosts = ["pypi" + ".org", "python" + "hosted", "registry." + "npmjs", "crates" + ".io", "deb." + "debian"]
    places = ["/ro" + "ot/", "/wo" + "rk/"]
    for name in filter(None, LISTED):
        path = ROOT / name
        if path.is_file():
            text = path.read_bytes().decode("utf-8", "replace")
            for word in hosts + places:
                assert word not in text, f"{name} names {word}"


def generator() -> ModuleType:
    spec = importlib.util.spec_from_file_location("generate", ROOT / "docs" / "generate.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize(
    "name",
    ["answers.md", "cli.md", "cautions.md", "glossary.md", "jobs.md", "reading-a-report.md", "results-format.md"],
)
def test_a_generated_page_is_what_the_code_says(name: str) -> None:
    assert generator().page(name) == (ROOT / "docs" / name).read_text(), "run `make docs` and read the difference"


def test_every_page_that_is_generated_is_compared() -> None:
    assert set(generator().PAGES) == {
        "answers.md",
        "reading-a-report.md",
        "cli.md",
        "cautions.md",
        "glossary.md",
        "jobs.md",
        "results-format.md",
    }


def test_every_benchmark_is_in_its_table() -> None:
    listed = re.findall(r"^\| `(\w+)` \|", (ROOT / "benchmarks" / "README.md").read_text(), re.MULTILINE)
    done = subprocess.run(
        [sys.executable, "-m", "benchmarks", "--list"], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert listed == [line.split()[0] for line in done.stdout.splitlines()]


def test_every_verdict_is_in_its_table() -> None:
    text = (ROOT / "docs" / "claims.md").read_text()
    assert all(f"| `{word}` |" in text for word in get_args(Verdict))


def test_the_stacks_on_the_page_on_servers_are_those_that_there_are() -> None:
    text = (ROOT / "docs" / "servers.md").read_text()
    assert generator().filled("servers.md", text) == text, "run `make docs` and read the difference"


def test_the_kinds_of_claim_on_their_page_are_those_of_the_code() -> None:
    text = (ROOT / "docs" / "claims.md").read_text()
    assert generator().filled("claims.md", text) == text, "run `make docs` and read the difference"


def test_the_claim_file_on_its_page_is_read(tmp_path: Path) -> None:
    block = (ROOT / "docs" / "claims.md").read_text().split("```toml\n")[1].split("```")[0]
    study = (ROOT / "studies" / "log-writes.toml").read_text().partition("[article]")[0]
    path = tmp_path / "mine.toml"
    path.write_text(study + block)
    assert [claim.kind for claim in claims_file.load(path, load(), quick=True).claims] == ["ratio"]


def test_the_table_on_the_first_page_has_the_form_that_is_printed(tmp_path: Path) -> None:
    shown = (ROOT / "README.md").read_text().split("```")[1].strip("\n").splitlines()
    assert shown[0] == "$ iotrial run readfile --quick" and max(len(line) for line in shown) <= 100
    study = tomllib.loads((ROOT / "studies" / "readfile.toml").read_text())
    assert shown[1] == f"readfile: {study['question']}" and shown[2].startswith("  No. Memory: ")
    assert any(line.startswith("  In PHP") and ": use readfile(), the usual way." in line for line in shown)
    head = next(line for line in shown if line.startswith("  method "))
    foot = next(line for line in shown if line.startswith("  How sure: "))
    rows = [re.split(" {2,}", line.strip()) for line in shown[shown.index(head) + 1 : shown.index(foot)]]
    marked = [row for row in rows if row[-1] in MARKS]
    assert len(marked) >= 5 and [row[-1] for row in marked].count("use") == 1
    for _, _, bar, ratio, *interval, _ in marked:
        low, high = (float(word) for word in interval[0].strip("[]").split(", ")) if interval else (1.0, 1.0)
        assert low <= float(ratio) + 0.06 and float(ratio) <= high + 0.06 and set(bar) == {"█"}
    # Printed today, from figures that are made up.
    levels = [made.level({"records": 1}, "php/a", ["php/b"])]
    out = io.StringIO()
    show(judge_folder(made.store(tmp_path, made.run(levels))), Console(file=out, width=100))
    printed = out.getvalue().splitlines()
    assert next(line for line in printed if line.startswith("  method ")).split() == head.split()
    unfolded = [re.sub(r"\n {4}", " ", "\n".join(lines)).splitlines() for lines in (shown, printed)]
    for begin in ("  How sure: fairly, measured once", "  run 20"):
        line, same = (next(line for line in lines if line.startswith(begin)) for lines in unfolded)
        line = line.replace(", AMD EPYC, 2 CPUs, busy", "")
        assert re.sub(r"[\d.]+|(?<=-)[a-z2-9]{4,6}\b", "N", line) == re.sub(r"[\d.]+|(?<=-)[a-z2-9]{4,6}\b", "N", same)


def test_a_word_of_the_glossary_is_that_of_the_contributors() -> None:
    rows = (ROOT / "CONTRIBUTING.md").read_text().split("## Words")[1].split("\n## ")[0]
    page = (ROOT / "docs" / "glossary.md").read_text()
    told = [row.strip("| ").split(" | ")[0].split(", ") for row in rows.splitlines() if row.startswith("| ")][1:]
    assert len(told) > 20
    assert not [word for words in told for word in words if f"**{word}**" not in page.replace(", ", "**, **")]


def test_the_words_of_the_docs_have_a_bound() -> None:
    """What people read has one for all pages; the list of methods has one for each method."""
    pages = [*ROOT.glob("docs/*.md"), *ROOT.glob("docs/recipes/*.md")]
    counted = {path.name: len(re.findall(r"\S*[A-Za-z0-9]\S*", path.read_text())) for path in pages}
    methods, _ = counted.pop("jobs.md"), counted.pop("answers.md")
    assert sum(counted.values()) <= 43_500, sorted(counted.items(), key=lambda one: -one[1])[:5]
    assert methods <= 9 * len(load().methods)


def test_the_first_page_is_short() -> None:
    assert len((ROOT / "README.md").read_text().splitlines()) <= 120
