"""Every kit passes every transcript of kits/transcripts, which say what a kit must answer."""

from __future__ import annotations

import fcntl
import os
import re
import select
import signal
import time
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import quote, unquote

import pytest

from iotrial.catalog import tree
from iotrial.catalog.model import Catalog, Method
from iotrial.workers.build import Unavailable, program_of
from programs import share_programs

ROOT = Path(__file__).resolve().parents[2]
TRANSCRIPTS = sorted((ROOT / "kits" / "transcripts").glob("*.txt"))
PLAIN = "-._~/:,+"
PATIENCE_S = 20.0


@pytest.fixture(scope="module")
def catalog() -> Catalog:
    return tree.load([ROOT / "tests" / "fifth_language"])


@pytest.fixture(scope="module", autouse=True)
def own_cache(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        cache = tmp_path_factory.mktemp("cache")
        patch.setenv("XDG_CACHE_HOME", str(cache))
        share_programs(cache)
        yield


def languages() -> list[str]:
    return sorted(tree.load([ROOT / "tests" / "fifth_language"]).kits)


def method_of(catalog: Catalog, job: str, language: str) -> Method | None:
    return next((method for method in catalog.methods_of(job) if method.language == language), None)


class Player:
    """One worker, spoken to line by line."""

    def __init__(self, argv: tuple[str, ...], folder: Path) -> None:
        requests, self.requests = high_pipe()
        self.replies, replies = high_pipe()
        self.pid = os.posix_spawnp(
            argv[0],
            list(argv),
            dict(os.environ),
            file_actions=[
                (os.POSIX_SPAWN_OPEN, 0, os.devnull, os.O_RDONLY, 0),
                (os.POSIX_SPAWN_OPEN, 1, os.devnull, os.O_WRONLY, 0),
                (os.POSIX_SPAWN_OPEN, 2, str(folder / "log of the worker"), os.O_WRONLY | os.O_CREAT, 0o600),
                (os.POSIX_SPAWN_DUP2, requests, 3),
                (os.POSIX_SPAWN_DUP2, replies, 4),
            ],
        )
        os.close(requests)
        os.close(replies)
        self.buffer = b""

    def line(self) -> str | None:
        """The next reply; None where there are no more."""
        while b"\n" not in self.buffer:
            ready, _, _ = select.select([self.replies], [], [], PATIENCE_S)
            assert ready, "no answer"
            piece = os.read(self.replies, 1 << 16)
            if not piece:
                return None
            self.buffer += piece
        line, _, self.buffer = self.buffer.partition(b"\n")
        return line.decode("ascii")

    def end(self) -> None:
        if self.requests >= 0:
            os.close(self.requests)
            self.requests = -1

    def exit_status(self) -> int:
        """What the worker ended with; it has closed its replies."""
        status = os.waitstatus_to_exitcode(os.waitpid(self.pid, 0)[1])
        self.pid = 0
        return status

    def close(self) -> None:
        self.end()
        os.close(self.replies)
        if self.pid:
            os.kill(self.pid, signal.SIGKILL)
            os.waitpid(self.pid, 0)


def high_pipe() -> tuple[int, int]:
    """A pipe whose ends lie above the descriptors that a worker is given."""
    ends = os.pipe()
    read, write = (fcntl.fcntl(end, fcntl.F_DUPFD_CLOEXEC, 10) for end in ends)
    for end in ends:
        os.close(end)
    return read, write


def matches(expected: str, said: str) -> bool:
    """Whether a reply is of the verb and has the pairs that the transcript lists."""
    verb, *words = expected.split(" ")
    said_verb, *said_words = said.split(" ")
    pairs = dict(word.split("=", 1) for word in said_words)
    for word in words:
        key, pattern = word.split("=", 1)
        parts = re.split(r"(\{\.\.\}|\{number\})", pattern)
        known = {"{..}": ".*", "{number}": "[0-9]+"}
        regular = "".join(known.get(part, re.escape(part)) for part in parts)
        if key not in pairs or not re.fullmatch(regular, pairs[key]):
            return False
    return verb == said_verb


def moments() -> dict[str, str]:
    """Now, and a time that comes after everything that is done at once."""
    now = time.monotonic_ns()
    return {"{now}": str(now), "{later}": str(now + 60 * 10**9)}


def placeholders(folder: Path) -> dict[str, str]:
    odd = folder / "a b é"
    odd.mkdir()
    for place in (folder, odd):
        for name in ("log", "led"):
            for index in range(3):
                (place / f"{name}.{index}").touch()
        for name in ("new", "led-new"):
            for index in range(3):
                (place / f"{name}.{index}").mkdir()
    paths = {
        "{folder}": folder,
        "{output}": folder / "log",
        "{lead_output}": folder / "led",
        "{new}": folder / "new",
        "{lead_new}": folder / "led-new",
        "{missing}": folder / "no-such-folder" / "log",
    }
    return {name: quote(str(path), safe=PLAIN) for name, path in paths.items()}


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("transcript", TRANSCRIPTS, ids=lambda path: path.stem)
def test_a_kit_answers_as_the_transcript_says(
    transcript: Path, language: str, catalog: Catalog, tmp_path: Path
) -> None:
    lines = transcript.read_text().splitlines()
    method = method_of(catalog, lines[0].removeprefix("# job: "), language)
    if method is None:
        assert language not in tree.load().kits, f"the {language} kit has no such job"
        pytest.skip(f"{language} has no such job")
    try:
        program = program_of(catalog.kits[language], method, {})
    except Unavailable as missing:
        if os.environ.get("IOTRIAL_REQUIRE_KITS"):
            pytest.fail(f"{language}: {missing}")
        pytest.skip(f"{language}: {missing}")
    filled = placeholders(tmp_path)
    player = Player(program.argv, tmp_path)
    try:
        for line in lines:
            if line == "> {end}":
                player.end()
            elif line.startswith(">"):
                request = line[2:]
                for name, value in {**filled, **moments()}.items():
                    request = request.replace(name, value)
                os.write(player.requests, request.encode() + b"\n")
            elif line == "< {exit 0}":
                assert player.line() is None
                assert player.exit_status() == 0
            elif line.startswith("<"):
                said = player.line()
                assert said is not None and matches(line[2:], said), f"{line}: {said}"
            elif line.startswith("# file: "):
                path, size = line.removeprefix("# file: ").rsplit(" ", 1)
                assert (tmp_path / unquote(path)).stat().st_size == int(size), line
    finally:
        player.close()
