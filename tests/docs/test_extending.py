"""docs/extending.md is run from its own text: each section begins in an empty folder, and its commands are typed."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
from dataclasses import dataclass, field
from pathlib import Path
from typing import get_args

import pytest
from pydantic import AfterValidator

from commandline.command import PATIENCE_S
from commandline.fork_server import NO_FLOORS
from commandline.process import Process, fork_server
from iotrial.ask import job_file, kit_file
from iotrial.ask.toml_file import keys_of
from iotrial.ask.toml_types import Holds
from programs import share_programs

ROOT = Path(__file__).resolve().parents[2]
PAGE = ROOT / "docs" / "extending.md"
ANYTHING = "…"

_BLOCK = re.compile(
    r"(?:^File `(?P<path>[^`\n]+)`:\n\n)?^```(?P<kind>\w*)\n(?P<text>.*?)^```$", re.MULTILINE | re.DOTALL
)


@dataclass
class Command:
    """A line that a reader types, and the lines that the page says come of it."""

    line: str
    expected: list[str] = field(default_factory=list)


def sections() -> dict[str, str]:
    """Return the page's sections that have steps, by their headings."""
    parts = re.split(r"^## (.+)$", PAGE.read_text(encoding="utf-8"), flags=re.MULTILINE)
    return dict(zip(parts[1::2], parts[2::2], strict=True))


def commands(block: str) -> list[Command]:
    found: list[Command] = []
    for line in block.splitlines():
        if line.startswith("$ "):
            found.append(Command(line.removeprefix("$ ")))
        else:
            found[-1].expected.append(line)
    return found


def fits(expected: list[str], printed: str) -> bool:
    """Return whether a text is what the page shows, but for the spaces between words and what `…` stands for."""
    pattern = ""
    for line in expected:
        if line == ANYTHING:
            pattern += r"(?:.*\n)*?"
        else:
            words = re.escape(" ".join(line.split())).replace(re.escape(ANYTHING), ".*")
            pattern += words + r"\n"
    shown = "".join(" ".join(line.split()) + "\n" for line in printed.splitlines() if line.strip())
    return re.fullmatch(pattern, shown) is not None


def printed_by(line: str, folder: Path, environment: dict[str, str]) -> str:
    """Do as a shell does with a line, and return all that it prints; the command `iotrial` comes of a fork server."""
    command, *words = shlex.split(line)
    if command != "iotrial":
        done = subprocess.run(
            line, shell=True, cwd=folder, env=environment, text=True, stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT, timeout=PATIENCE_S, check=False,
        )  # fmt: skip
        return done.stdout
    with (folder.parent / "printed").open("w+b") as printed:
        process = Process(fork_server(environment), words, environment, folder, printed.fileno())
        try:
            process.wait(PATIENCE_S)
        finally:
            process.kill()
        printed.seek(0)
        return printed.read().decode("utf-8")


@pytest.mark.parametrize("heading", sections())
def test_each_section_does_what_it_says_from_an_empty_folder(heading: str, tmp_path: Path) -> None:
    if heading == "A language" and shutil.which("perl") is None:
        pytest.skip("perl is not installed")
    folder = tmp_path / "mine"
    folder.mkdir()
    share_programs(tmp_path / "cache")
    environment = {
        "PATH": os.environ["PATH"],
        "HOME": str(tmp_path),
        "XDG_CACHE_HOME": str(tmp_path / "cache"),
        "XDG_DATA_HOME": str(tmp_path / "data"),
        "IOTRIAL": str(ROOT),
        "COLUMNS": "200",
        **{name: os.environ[name] for name in ("LANG",) if name in os.environ},  # as other tests: one server for all
        **({} if heading == "A job" else {NO_FLOORS: "yes"}),  # that section has one of its own
    }
    ran = 0
    for block in _BLOCK.finditer(sections()[heading]):
        if block["path"]:
            path = folder / block["path"]
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(block["text"], encoding="utf-8")
        for command in commands(block["text"]) if block["kind"] == "console" else []:
            printed = printed_by(command.line, folder, environment)
            assert fits(command.expected, printed), f"$ {command.line}\n{printed}"
            ran += 1
    assert ran
    assert not list(folder.rglob("__pycache__")), "a stranger's folder is left as it was"


def keys_in(heading: str) -> set[str]:
    """Return the names in the first column of the table with this head."""
    page = PAGE.read_text(encoding="utf-8")
    table = page[page.index(f"| {heading} |") :].split("\n\n")[0]
    return {name for row in table.splitlines()[2:] for name in re.findall(r"`([^`]+)`", row.split("|")[1])}


def test_every_key_of_a_kit_and_of_a_job_is_on_the_page_and_no_other() -> None:
    of_stacks = {"like", "client", "programs"}  # docs/servers.md has these
    assert keys_in("key of kit.toml") == set(keys_of(kit_file.KitKeys)) - of_stacks
    assert keys_in("in the table `packages`") == set(keys_of(kit_file.FetchingKeys))
    assert keys_in("key of job.toml") == set(keys_of(job_file.JobKeys))
    assert keys_in("key of a factor") == set(keys_of(job_file.FactorKeys))
    commands = [
        keys_of(kit_file.KitKeys)[key].hint for key in ("version", "run", "build", "part", "option", "environment")
    ]
    checks = [part.func for command in commands for part in get_args(command) if isinstance(part, AfterValidator)]
    assert {place for check in checks if isinstance(check, Holds) for place in check.places} == keys_in(
        "place in a command"
    )


def test_what_differs_is_told_from_what_does_not() -> None:
    assert fits(["…", "a…c", "…"], "x\ny\n a  b   c\nz\n")
    assert fits(["a b"], "a    b\n\n")
    assert not fits(["a b"], "a c\n")
    assert not fits(["a…c"], "a b\n")
    assert not fits(["a b"], "a b\nmore\n")
    assert not fits([], "error\n")
