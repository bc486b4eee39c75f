"""One process of a plain program: started afresh on one CPU, and what it printed."""

from __future__ import annotations

import contextlib
import os
import shutil
import socket
import subprocess
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import IO

from benchmarks.plain.program import SOURCES, Program, first_line
from benchmarks.plain.work import Found, Work
from iotrial.machine.cpus import available_cpus, bind

#: The last argument of a process without turns on a smaller input.
NOTHING_SMALLER = "0"

#: A process that has not ended after this long never will.
TIMEOUT_S = 300


class Failed(Exception):
    """A process that ended with an error or did other work than it should, with the reason."""


@dataclass(frozen=True)
class Turns:
    """How many samples a process makes, of so many turns each, and how many turns come before them."""

    samples: int
    each: int
    untimed: int

    @property
    def all(self) -> int:
        """Return all turns."""
        return self.samples * self.each + self.untimed


@dataclass(frozen=True)
class Places:
    """Where inputs lie, and the folder for outputs."""

    inputs: Path
    outputs: Path


@dataclass(frozen=True)
class Sample:
    """A turn's time by the clock, and for how long of it the process waited for a CPU; None if nobody tells."""

    wall_ns: float
    waited_ns: float | None

    @property
    def own_ns(self) -> float:
        """Return the time without the wait."""
        return self.wall_ns - (self.waited_ns or 0.0)


@dataclass(frozen=True)
class Start:
    """What differs from process to process: its CPU, if it is bound to one, its environment's padding, its heap.

    has_neighbour: if another program has its CPU before each sample. reads_input: that it reads the same file, too.
    has_lead_in: if turns on a smaller input come right before each sample. removes_logs: if the neighbour removes what
    was written before.
    """

    cpu: int | None = None
    environment_bytes: int = 0
    used_blocks: int = 0
    has_neighbour: bool = False
    reads_input: bool = False
    has_lead_in: bool = False
    removes_logs: bool = False


def run(
    program: Program,
    method: str,
    work: Work,
    places: Places,
    turns: Turns,
    start: Start,
    reader_kind: str = "ask",
    *,
    apart: bool = False,
) -> list[Sample]:
    """Return the samples of a fresh process; Failed if it did not do its work.

    apart: If the reader has a session of its own. Its outputs go into a folder that is made for it, and removed.
    """
    outputs = places.outputs
    outputs.mkdir(parents=True)
    numbers = map(str, (turns.samples, turns.each, turns.untimed, start.used_blocks, int(start.has_neighbour)))
    arguments = work.arguments(places.inputs, outputs)
    smaller = work.smaller(places.inputs) if start.has_lead_in else NOTHING_SMALLER
    argv = [*program.argv, method, *arguments, *numbers, smaller]
    read = arguments[:1] if start.reads_input and work.has_input else []
    removes = start.has_neighbour and start.removes_logs and bool(work.log_bytes)
    read += ["--remove", str(outputs), *map(str, work.log_bytes)] if removes else []
    environment = {**os.environ, **program.environment, "PLAIN_PADDING": "x" * start.environment_bytes}
    try:
        with _on(start.cpu), contextlib.ExitStack() as held:
            reader = None
            if work.has_reader:
                reader = held.enter_context(_beside("reader", reader_kind, stdin=subprocess.PIPE, apart=apart))
            if reader and start.cpu is not None:
                environment["PLAIN_READER"] = str(reader.pid)
            stdout = reader.stdin if reader else subprocess.DEVNULL
            stdin = held.enter_context(_neighbour(*read)) if start.has_neighbour else subprocess.DEVNULL
            process = subprocess.Popen(
                argv, stdin=stdin, stdout=stdout, stderr=subprocess.PIPE, text=True, env=environment
            )
            bind(0, available_cpus() - {start.cpu} or available_cpus())
            with process:
                try:
                    _, printed = process.communicate(timeout=TIMEOUT_S)
                except subprocess.TimeoutExpired:
                    process.kill()
                    raise Failed(f"did not end within {TIMEOUT_S} s") from None
            arrived_bytes = _arrived(reader) if reader else None
        if process.returncode:
            raise Failed(f"ended with {process.returncode}: {first_line(printed)}")
        lines = [line.split() for line in printed.splitlines()]
        if len(lines) != turns.samples or not all(_is_sample(words) for words in lines):
            raise Failed(f"printed something else than {turns.samples} samples: {first_line(printed)}")
        work_done = [int(words[2]) for words in lines if len(words) > 2]
        samples, turns_left = (1, turns.each) if removes else (turns.samples, turns.all)
        led_in = samples * turns.each if start.has_lead_in else 0
        problem = work.problem(Found(work_done, turns.each, turns_left, led_in, arrived_bytes, outputs))
        if problem:
            raise Failed(problem)
    finally:
        shutil.rmtree(outputs)
    return [_sample(words, turns.each) for words in lines]


def _is_sample(words: Sequence[str]) -> bool:
    return len(words) in (2, 3) and all(word.isdigit() or word == "-" for word in words) and words[0] != "-"


def _sample(words: Sequence[str], turns: int) -> Sample:
    return Sample(int(words[0]) / turns, None if words[1] == "-" else int(words[1]) / turns)


@contextlib.contextmanager
def _on(cpu: int | None) -> Iterator[None]:
    """Bind this process to a CPU, for those that it starts; afterwards it may use all again."""
    if cpu is not None:
        bind(0, {cpu})
    try:
        yield
    finally:
        bind(0, available_cpus())


@contextlib.contextmanager
def _neighbour(*files: str) -> Iterator[int]:
    """Start a neighbour that works and reads files when it is asked; return the descriptor by which a program asks."""
    asking, asked = socket.socketpair()
    with asking, asked, _beside("neighbour", *files, stdin=asked.fileno()):
        asked.close()  # so that a program notices if the neighbour ends
        yield asking.fileno()


@contextlib.contextmanager
def _beside(name: str, *words: str, stdin: int, apart: bool = False) -> Iterator[subprocess.Popen[str]]:
    """Start one of the programs that work beside others, which is ready when this is open."""
    argv = [sys.executable, "-I", "-S", str(SOURCES / f"{name}.py"), *words]
    process = subprocess.Popen(argv, stdin=stdin, stdout=subprocess.PIPE, text=True, start_new_session=apart)
    with process:
        try:
            assert process.stdout is not None
            if process.stdout.readline() != "ready\n":
                raise Failed(f"its {name} does not start")
            yield process
        finally:
            process.kill()


def _arrived(reader: subprocess.Popen[str]) -> int:
    """Close our end of the pipe, and return the bytes that the reader counted."""
    pipe: IO[str] | None = reader.stdin
    assert pipe is not None and reader.stdout is not None
    pipe.close()
    words = reader.stdout.readline().split()
    if not words:
        raise Failed("its reader ended early")
    return int(words[0])
