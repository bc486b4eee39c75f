"""The job of users' own snippets: each is a function from a path to a number or a text, and all must come to the same.

No answer is known beforehand: the others are held against the first one's result. They work on copies of the
inputs, so that nothing that is the user's can come to harm.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path

from iotrial.ask.catalog import Method, Value
from iotrial.errors import UsageError
from iotrial.jobs.returned import NOTHING, Returned, difference_of, written_at
from iotrial.workers.conditions import Warm
from iotrial.workers.numbered_outputs import NumberedOutputs
from iotrial.workers.produced import content_of, remove
from iotrial.workers.protocol import Message, Pairs
from iotrial.workers.sink import Received
from iotrial.workers.task import Task
from iotrial.workers.tree_copy import EntryState, copy_to, states_of

#: The file in an arm's folder in which a check finds what was returned.
PROOF = "returned"

#: Files of an input that are looked at for changes, and held in memory, are at most this many.
MOST_WATCHED = 1000


def task_of_inputs(inputs: Mapping[str, str], *, is_writing: bool) -> type[Task]:
    """Return the class of the tasks of snippets.

    inputs: values of the factor `input`, each with the path that it stands for. is_writing: they are given a fresh path
    to write to.
    """

    class SnippetTask(ReturningTask):
        def __init__(self, level: Mapping[str, Value], folder: Path) -> None:
            name = str(level["input"])
            super().__init__(name, Path(inputs[name]), folder / str(list(inputs).index(name)), is_writing=is_writing)

    return SnippetTask


class ReturningTask(Task):
    """The job at one input: an iteration is a call."""

    def __init__(self, name: str, given: Path, place: Path, *, is_writing: bool) -> None:
        """Take the input by its name and path, and the folder that its copy lies in, alone."""
        self._name, self._given, self._place = name, given, place
        self._input = place / given.resolve().name
        self._states = _states(given)  # of the user's own, at the beginning
        self._size = sum(state.size for state in self._states.values())
        files = [self._input / path if path else self._input for path in self._files()]
        self.warm = Warm(tuple(files[:MOST_WATCHED]))
        entries = [self._input / path if path else self._input for path in self._states]
        self.guarded = tuple(str(path.relative_to(place.parent)) for path in entries[:MOST_WATCHED])
        if is_writing:
            self.outputs = NumberedOutputs(("new", "led"), 1, 1, self._take)
        self._agreed: Returned | None = None
        #: By arm, what its first call under check returned.
        self.found: dict[str, tuple[Method, Returned]] = {}

    def _files(self) -> list[str]:
        return [path for path, state in self._states.items() if state.mode & 0o170000 == 0o100000]

    def space_bytes(self, iterations: int) -> int:
        """Return the bytes of the copy, and of as many for each output."""
        return self._size * (1 + (2 * iterations if self.outputs is not None else 0))

    def file_count(self, iterations: int) -> int:
        """Count the entries of the copy, and one for each output."""
        return len(self._states) + 2 * iterations + 2

    def create(self) -> None:
        """Copy the input, unless its copy is there. UsageError if it changes meanwhile, or did since the beginning."""
        if self._input.exists():
            if states_of(self._input).keys() == self._states.keys():
                return
            remove(self._input)  # a part of it was
        self._place.mkdir(exist_ok=True)
        self._require_same()
        try:
            copy_to(self._given, self._input)
        except (OSError, ValueError) as error:
            reason = getattr(error, "strerror", None) or str(error)
            raise UsageError(f"{self._name} cannot be copied, and snippets work on a copy: {reason}") from None
        self._require_same()

    def _require_same(self) -> None:
        if _states(self._given) != self._states:
            raise UsageError(
                f"{self._name} changes while it is looked at",
                hint="compare on a copy that nothing writes to: --input COPY",
            )

    def prepare(self, outputs: Path, *, whole_lead_in: bool) -> Pairs:
        """Return the request's keys: the input, for the lead-in too, and the place of the outputs."""
        pairs: Pairs = {"input": str(self._input), "lead_input": str(self._input)}
        return pairs if self.outputs is None else {**self.outputs.pairs(outputs), **pairs}

    def check_pairs(self, outputs: Path) -> Pairs:
        """Return the key of the file in which the worker writes what was returned."""
        return {"proof_file": str(outputs / PROOF)}

    def verify(self, checked: Message, received: Received | None, outputs: Path, method: Method) -> list[str]:
        """Compare what a method returned with what it returned before, and with what the first one did."""
        output = outputs / "new.0"
        now = Returned(
            checked.pairs.get("kind", ""),
            content_of(outputs / PROOF),
            written_at(output) if self.outputs is not None else None,
        )
        remove(output)
        if self.outputs is None and now.kind == NOTHING:
            return ["returns nothing, and must return a number or a text"]
        if self.outputs is not None and not now.written:
            return ["writes nothing to the path that it is given for its output"]
        _, before = self.found.setdefault(method.arm, (method, now))
        if told := difference_of(before, now):
            return [f"{told[0]} for {self._name} and then, called again, {told[1]}"]
        first, right = next(iter(self.found.values()))
        if told := difference_of(right, now):
            return [f"{told[1]} for {self._name}; {first.called} {told[0]}"]
        return []

    def agree(self) -> None:
        """Hold every sample from now on against what was returned under check."""
        results = [result for _, result in self.found.values()]
        if results:
            told = next((result for result in results if result.kind != NOTHING), results[0])
            self.returned, self._agreed = told.summed, results[0]
            # in each round the copy is under another path, which may be part of what is returned
            is_fixed = all(os.fsencode(self._place.parent) not in result.content for result in results)
            self.proof = told.proof if is_fixed and len({result.content for result in results}) == 1 else None

    def _take(self, path: str, _units: int) -> str | None:
        """Take away an output; return what is wrong with it."""
        there, right = Path(path), self._agreed
        found = written_at(there)
        remove(there)
        if not found:
            return "writes nothing to the path that it is given for its output"
        if right is not None and found != right.written:
            return "writes something else than it did under check"
        return None


def _states(given: Path) -> dict[str, EntryState]:
    try:
        return states_of(given)
    except OSError as error:
        raise UsageError(f"{error.filename or given} cannot be an input: {error.strerror}") from None
