"""The older methods that a gate compares today's with: of a folder, or the texts of a stored run.

Old and new texts are copied side by side, into folders whose names have one length. So the two measured files differ
only in their text, and edits of the originals do not reach them.
"""

from __future__ import annotations

import dataclasses
import re
import shutil
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from iotrial.ask.catalog import ADAPTERS_FOLDER, Catalog, Job, Kit, Method, MethodVariant
from iotrial.ask.method_text import kit_texts, text_of
from iotrial.ask.parameters import MethodsOfJob, split
from iotrial.ask.shaped import SHARED, text_of_adapter
from iotrial.ask.tree import methods_in
from iotrial.errors import Problem, UsageError
from iotrial.store.find_run import find_run
from iotrial.store.folder import read_run
from iotrial.store.record import Run
from iotrial.store.stored_texts import texts_of

#: The labels of a method's two texts in a run.
OLD, NEW = "old", "new"

SHAPE = "a tree of methods holds JOB/LANGUAGE/METHOD.ext or methods/JOB/LANGUAGE/METHOD.ext"


@dataclass(frozen=True)
class Against:
    """The earlier version: its name for people, its methods by arm, and a sentence for each further change."""

    name: str
    methods: Mapping[str, Method]
    told: tuple[str, ...] = ()


def find_against(given: str, job: Job, catalog: Catalog, results: Path, folder: Path) -> Against:
    """Find what `--against` names: a folder that exists, else a stored run, whose texts are written into `folder`.

    UsageError if it is neither, or both, or has no method of the job.
    """
    tree = Path(given).expanduser()
    try:
        is_folder = tree.is_dir()
        is_file = tree.exists() and not is_folder
    except OSError:  # a name that no file can have
        is_folder = is_file = False
    if is_file:
        raise UsageError(Problem("is a file; a folder of methods or a run was expected", where=given, hint=SHAPE))
    if is_folder and "/" not in given and (results / given).is_dir():
        raise UsageError(
            f"{given!r} is a folder here and a stored run",
            hint=f"write ./{given} for the folder, or the whole id for the run",
        )
    if is_folder:
        return _of_tree(tree, job, catalog)
    try:
        run = read_run(find_run(results, given))
    except UsageError as error:
        hint = f"--against takes a folder that is there, or a run; {SHAPE}"
        raise UsageError([Problem(problem.message, problem.where, hint) for problem in error.problems]) from None
    return _of_run(run, job, catalog, folder)


def sides(
    job: Job, catalog: Catalog, older: Mapping[str, Method], arms: Iterable[str], folder: Path
) -> dict[str, list[MethodVariant]]:
    """Arm -> its old and its new text as variants, of copies in `folder`; both with today's kit."""
    found: dict[str, list[MethodVariant]] = {}
    for arm in arms:
        kit = catalog.kits[older[arm].language]
        found[arm] = [
            MethodVariant(dataclasses.replace(method, path=_copy(method, folder / label, kit)), kit, label)
            for label, method in ((OLD, older[arm]), (NEW, catalog.methods[(job.name, arm)]))
        ]
    return found


def is_changed(variants: Iterable[MethodVariant]) -> bool:
    """True if the texts of the variants differ."""
    return len({text_of(variant.method) for variant in variants}) > 1


def _of_tree(tree: Path, job: Job, catalog: Catalog) -> Against:
    top = tree / "methods" if (tree / "methods").is_dir() else tree
    folder = top / job.name
    methods = MethodsOfJob(job.name, methods_in(folder, job, catalog.kits) if folder.is_dir() else {})
    if not methods:
        raise UsageError(Problem(f"holds no method of {job.name}", where=str(tree), hint=SHAPE))
    told = []
    changed = [name for name in ("job.toml", "job.py") if _differ(folder / name, job.folder / name)]
    if changed:
        told.append(f"the job {job.name} has changed ({', '.join(changed)}); both texts are measured with today's")
    kits = next((place for place in (tree / "kits", tree.absolute().parent / "kits") if place.is_dir()), None)
    for language in sorted({method.language for method in methods.values()}):
        kit = catalog.kits[language]
        if kits is not None and (kits / language).is_dir() and _kit_differs(kits / language, kit, job):
            told.append(_other_kit(language))
    return Against(str(tree), methods, tuple(told))


def _of_run(run: Run, job: Job, catalog: Catalog, folder: Path) -> Against:
    if run.job != job.name:
        raise UsageError(f"the run {run.run} is of the job {run.job}, not of {job.name}", hint="iotrial runs")
    place = folder / "run"
    given: dict[str | None, Path] = {}  # a folder for each way of setting parameters: their methods have one name
    for arm, text in texts_of(run).items():
        base, values = split(arm)
        language, _, name = base.partition("/")
        kit = catalog.kits.get(language)
        if kit is not None and kit.entry:
            message = f"the run {run.run} keeps the files of {arm} as one text, from which it cannot be started"
            raise UsageError(message, hint="name a folder of methods")
        if kit is not None:
            inner = given.setdefault(values, place / str(len(given)) / job.name)
            path = inner / language / f"{name}.{kit.extension}"
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
    methods: dict[str, Method] = {}
    try:
        for values, inner in given.items():
            for method in methods_in(inner, job, catalog.kits).values():
                named = method if values is None else dataclasses.replace(method, name=f"{method.name}({values})")
                methods[named.arm] = named
    except UsageError as error:
        shown = [
            Problem(one.message, re.sub(rf"{re.escape(str(place))}/\d+/{job.name}", run.run, one.where or ""), one.hint)
            for one in error.problems
        ]
        raise UsageError(shown) from None
    if not methods:
        raise UsageError(f"the run {run.run} stored no text of a method", hint="name a folder of methods")
    texts = set(run.texts.values())
    told = [
        _other_kit(language)
        for language in sorted({method.language for method in methods.values()})
        if not _texts_of_kit(catalog.kits[language], job) <= texts
    ]
    return Against(f"the run {run.run}", methods, tuple(told))


def _other_kit(language: str) -> str:
    return f"the {language} kit or its adapter has changed; both texts are measured with today's"


def _texts_of_kit(kit: Kit, job: Job) -> set[str]:
    return set(kit_texts(kit, job.name).values())


def _kit_differs(old: Path, kit: Kit, job: Job) -> bool:
    """True if the tools of measuring have changed: the kit, its description, or the job's adapter."""
    adapter = kit.adapter(job.name)
    pairs = [(old / path.name, path) for path in (kit.folder / "kit.toml", kit.program)]
    shared = [kit.adapter_of_shape(SHARED)] if job.name in kit.shaped else []
    pairs += [(old / path.parent.name / path.name, path) for path in (adapter, *shared)]
    return any(_differ(before, now) for before, now in pairs) or _was_another(old, kit, job.name)


def _was_another(old: Path, kit: Kit, job: str) -> bool:
    """True if a kit had an adapter of its own for a job of a shape, other than what that of the shape makes now."""
    own = old / ADAPTERS_FOLDER / f"{job}.{kit.extension}"
    try:
        return job in kit.shaped and own.is_file() and own.read_text("utf-8") != text_of_adapter(kit, job)
    except (OSError, UnicodeError):
        return False


def _differ(old: Path, new: Path) -> bool:
    """True if two files differ; False if the old one is missing."""
    try:
        return old.is_file() and (not new.is_file() or old.read_bytes() != new.read_bytes())
    except OSError:
        return False


def _copy(method: Method, folder: Path, kit: Kit) -> Path:
    if method.is_folder:  # with what it shares with others
        language = folder / method.job / method.language
        for place in (*method.beside, method.path.parent.parent):
            shutil.copytree(place, folder / method.job / place.name, dirs_exist_ok=True)
        return language / method.path.parent.name / method.path.name
    path = folder / method.job / method.language / f"{method.name}.{kit.extension}"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(method.path.read_bytes())
    return path
