"""The sessions of one question: complete runs of the same levels, arms and texts (rules 15 and 21)."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from iotrial.ask.catalog import Catalog
from iotrial.ask.method_text import kit_texts, text_of
from iotrial.ask.study import Study
from iotrial.store.folder import read_run
from iotrial.store.record import Arm, Run
from iotrial.store.record_index import runs_of

#: Factors of a level, and the arms at it.
_Question = set[tuple[tuple[tuple[str, int | str], ...], frozenset[str]]]


def question_of(run: Run) -> _Question:
    """The question of a run: its levels and arms, in no order; an arm with another named runtime is another arm."""
    return {(tuple(sorted(level.level.items())), frozenset(map(_asked, level.arms))) for level in run.levels}


def _asked(arm: Arm) -> str:
    named = arm.variant.runtime_path if arm.variant is not None else None
    return arm.arm if named is None else f"{arm.arm} by {named}"


def asks_the_same(run: Run, other: Run) -> bool:
    """True if a complete run is a session of the same question as another, and of the same texts."""
    alike = (run.study, run.quick, run.margin) == (other.study, other.quick, other.margin)
    return run.complete and alike and has_the_texts_of(run, other) and question_of(run) == question_of(other)


@dataclass(frozen=True)
class Sessions:
    """Folders of the sessions of a question, oldest first; and of how many runs the texts have changed, and which."""

    folders: tuple[Path, ...]
    older: int
    changed: tuple[str, ...]


def sessions_of(study: Study, root: Path, texts: Mapping[str, str]) -> Sessions:
    """Find the complete runs of a study as it is now; its claims may have changed.

    texts: name -> hash of what it measures today; a run of other texts is no session of the same question.
    """
    folders, changed, older = [], dict[str, None](), 0
    for stored in runs_of(root, study.name):
        if stored.run is None or not _is_of(stored.run, study):
            continue
        other = changed_since(stored.run, texts)
        if other:
            older += 1
            changed |= dict.fromkeys(other)
        else:
            folders.append(stored.folder)
    return Sessions(tuple(folders), older, tuple(changed))


def on_one_machine(folders: Sequence[Path]) -> tuple[Path, ...]:
    """The sessions of a machine such as that of the last: a results root may have those of many.

    Machines of the same processor, CPUs and memory count as one: what is rented is often another each time.
    """
    runs = [read_run(folder) for folder in folders]
    return tuple(folder for folder, run in zip(folders, runs, strict=True) if hardware_of(run) == hardware_of(runs[-1]))


def hardware_of(run: Run) -> tuple[str, ...]:
    """The processor, CPUs and memory that a run recorded; a kernel may count a little less of the last."""
    facts = [str(run.machine.get(fact)) for fact in ("architecture", "processor", "cpus")]
    memory_bytes = run.machine.get("memory_bytes")
    return (*facts, str(round(memory_bytes / (1 << 30)) if isinstance(memory_bytes, int) else memory_bytes))


def _is_of(run: Run, study: Study) -> bool:
    if not run.complete or (run.study, run.quick, run.margin) != (study.name, study.quick, study.margin):
        return False
    asked = {(tuple(sorted(level.factors.items())), frozenset(level.arms)) for level in study.levels}
    return asked == question_of(run)


def texts_now(study: Study, catalog: Catalog) -> dict[str, str]:
    """The hash of each text that a study measures today: methods by their arms, kits and their adapters."""
    found: dict[str, str] = {}
    for arm in dict.fromkeys(arm for level in study.levels for arm in level.arms):
        method = catalog.methods.get((study.job, arm))
        if method is None:
            continue
        kit = catalog.kits[method.language]
        found[arm] = _sha256(text_of(method))
        if f"the {kit.language} kit" not in found:
            found |= {name: _sha256(text) for name, text in kit_texts(kit, study.job).items()}
    return found


def _sha256(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "replace")).hexdigest()


def changed_since(run: Run, now: Mapping[str, str]) -> list[str]:
    """Return what has another text today than when the run measured it."""
    return [name for name, digest in now.items() if digest not in run.texts]


def has_the_texts_of(run: Run, other: Run) -> bool:
    """True if two runs measured the same texts, floors aside: each run has those that were quickest in its time."""
    return _without_floors(run) == _without_floors(other)


#: The line in the header of a method by which it is a floor.
_IS_FLOOR = re.compile(r"^(?://|#) floor: ", re.MULTILINE)


def _without_floors(run: Run) -> set[str]:
    """Return the texts of a run but for floors, those that it tried and did not take among them."""
    arms = {arm.method_sha256 for level in run.levels for arm in level.arms}
    floors = {floor.method_sha256 for level in run.levels for floor in level.floors}
    floors |= {digest for digest, text in run.texts.items() if _IS_FLOOR.search(text)}
    return {digest for digest in run.texts if digest in arms or digest not in floors}
