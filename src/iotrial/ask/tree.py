"""The kits, jobs, methods and floors found in the folders of one tree or several.

A tree holds `kits/LANGUAGE/kit.toml`, adapters in `kits/LANGUAGE/jobs/JOB.ext`, `methods/JOB/job.toml`,
`methods/JOB/LANGUAGE/METHOD.ext`, and the least that the machine must do for a job in
`methods/JOB/floors/LANGUAGE/NAME.ext`. A method of a kit with an `entry` is a folder, `methods/JOB/STACK/METHOD/`, with
that file in it; what all of them share lies beside them. A user's tree may have its jobs straight at the top, without
`methods`. It needs no job.toml for a job that exists already, and no kit.toml for such a language. A job of a shape
needs no adapter either, in kits with a `shapes/SHAPE.ext.j2`.
"""

from __future__ import annotations

import contextlib
import dataclasses
import errno
import re
import shlex
import stat
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from iotrial.ask import header, job_file, kit_file, packages_file, parameters, toml_file
from iotrial.ask.catalog import ADAPTERS_FOLDER, FLOORS, PACKAGE, Catalog, Job, Kit, Method
from iotrial.ask.faults import Fault, Kind
from iotrial.ask.nearby_hints import tree_meant
from iotrial.ask.own_tree import root
from iotrial.ask.suggest import suggestion
from iotrial.ask.typed_method import path_typed
from iotrial.ask.without_faults import without
from iotrial.errors import Problem, UsageError

#: The folder of a job that holds its floors instead of methods of a language.
FLOORS_FOLDER = "floors"

#: A method is a snippet; a longer file is none.
MOST_METHOD_BYTES = 1 << 20

SHAPE = (
    "a tree holds JOB/LANGUAGE/METHOD.ext (or methods/JOB/LANGUAGE/METHOD.ext), kits/LANGUAGE/kit.toml and "
    "kits/LANGUAGE/jobs/JOB.ext"
)

_NAME = re.compile(r"[A-Za-z0-9_][A-Za-z0-9_.+-]*")


def is_own(folder: Path) -> bool:
    """True if the folder of a kit or of a job is one of the project's own tree. Others may lie beside them."""
    return folder.resolve().parent in ((root() / "kits").resolve(), (root() / "methods").resolve())


def load(trees: Sequence[Path] = ()) -> Catalog:
    """Load everything in the project's own tree and in `trees`; UsageError with all that is wrong in them."""
    loader, problems = _loaded(trees)
    problems += loader.problems
    problems += _empty(loader)
    if problems:
        raise UsageError(dict.fromkeys(problems))
    return loader.catalog()


def usable(trees: Sequence[Path] = ()) -> Catalog:
    """Load what can be used of the project's own tree and of `trees`; what cannot is left out and told as `faults`.

    UsageError if one of `trees` is none, with everything else that is wrong.
    """
    loader, problems = _loaded(trees)
    problems += _empty(loader)
    if problems:
        raise UsageError(dict.fromkeys([*loader.problems, *problems]))
    return without(loader.catalog(), loader.all_faults())


def _loaded(trees: Sequence[Path]) -> tuple[_Loader, list[Problem]]:
    """Read everything in the project's own tree and in `trees`; the problems are those of trees that are none."""
    problems: list[Problem] = []
    loader = _Loader([])
    for tree in _distinct([root(), *trees], problems):
        loader.kits_of(tree)
        loader.jobs_of(tree)
    # Methods last: a kit of one tree may be for the methods of another, and an adapter for both.
    for tree, folder in loader.kit_folders:
        loader.adapters_of(tree, folder)
        loader.packages_of(tree, folder)
    loader.shape_jobs()
    loader.join_languages()
    for tree, folder in loader.job_folders:
        loader.methods_of(tree, folder)
    loader.look_up_what_jobs_name()
    return loader, problems


def _empty(loader: _Loader) -> list[Problem]:
    """Return a problem for each tree in which nothing was found."""
    found = []
    for tree in loader.empty_trees():
        meant = tree_meant(tree, loader.jobs)
        hint = f"did you mean --with {shlex.quote(path_typed(meant))}?" if meant else SHAPE
        found.append(Problem("holds neither a kit nor a method", where=path_typed(tree), hint=hint))
    return found


def methods_in(folder: Path, job: Job, kits: Mapping[str, Kit]) -> dict[str, Method]:
    """Return the methods of a job that one folder (LANGUAGE/METHOD.ext) holds by itself: arm -> method.

    Languages without a kit are left out. UsageError with all that is wrong in the files.
    """
    problems: list[Problem] = []
    found: dict[tuple[str, str], Method] = {}
    loader = _Loader(problems)
    loader.kits.update(kits)
    for language in loader._folders(folder):
        if language.name in kits:
            for path in loader._programs_in(language, kits[language.name]):
                loader._method(job, kits[language.name], path, found)
    if problems:
        raise UsageError(problems)
    return {arm: method for (_, arm), method in found.items()}


def _distinct(trees: Sequence[Path], problems: list[Problem]) -> list[Path]:
    """Return the trees that are folders, each once even if it is named twice."""
    found: dict[Path, Path] = {}
    for tree in trees:
        try:
            if tree.is_dir():
                found.setdefault(tree.resolve(), tree.absolute())
                continue
            reason = "is a file; a folder was expected" if tree.exists() else "does not exist"
        except (OSError, ValueError, RuntimeError) as error:
            reason = f"cannot be read: {getattr(error, 'strerror', None) or error}"
        problems.append(Problem(reason, where=repr(str(tree))[1:-1], hint=SHAPE))
    return list(found.values())


class _Loader:
    """Everything that has been found so far."""

    def __init__(self, problems: list[Problem]) -> None:
        self.problems = problems
        self.kits: dict[str, Kit] = {}
        self.jobs: dict[str, Job] = {}
        self.methods: dict[tuple[str, str], Method] = {}
        self.floors: dict[tuple[str, str], Method] = {}
        self.job_folders: list[tuple[Path, Path]] = []
        self.kit_folders: list[tuple[Path, Path]] = []
        self._found: dict[Path, int] = {}
        self._faults: list[Fault] = []
        self._told: set[int] = set()  # places of problems that are in a fault
        self._refused_packages: dict[str, Problem] = {}  # language -> the first of what is wrong with its packages

    def catalog(self) -> Catalog:
        """Return everything that was found, with or without faults."""
        return Catalog(self.jobs, parameters.Methods(self.methods), self.kits, self.floors)

    def all_faults(self) -> list[Fault]:
        """Return everything that is wrong, by what cannot be used for it."""
        rest = [Fault((problem,)) for place, problem in enumerate(self.problems) if place not in self._told]
        return [*self._faults, *rest]

    @contextlib.contextmanager
    def _reading(self, whose: Fault) -> Iterator[None]:
        """Take what turns out to be wrong for a fault of what is read meanwhile."""
        before = len(self.problems)
        yield
        if found := self.problems[before:]:
            self._told |= set(range(before, len(self.problems)))
            self._faults.append(dataclasses.replace(whose, problems=tuple(found)))

    def _is_refused(self, language: str) -> bool:
        """True if a language has a kit that cannot be read, which is told once."""
        return any(fault.kind == "kit" and fault.language == language for fault in self._faults)

    def empty_trees(self) -> list[Path]:
        """Return the trees in which nothing was found, not even something wrong."""
        return [tree for tree, count in self._found.items() if not count]

    def kits_of(self, tree: Path) -> None:
        self._found[tree] = 0
        for folder in self._folders(tree / "kits"):
            self.kit_folders.append((tree, folder))
            if not (folder / "kit.toml").exists():
                continue
            self._found[tree] += 1
            if folder.name in self.kits:
                there = self.kits[folder.name].folder
                message = f"the language {folder.name!r} has a kit already, in {there}"
                hint = "choose another name, or leave out this kit.toml: adapters beside it join the kit that is there"
                self._complain(folder, message, hint)
            elif self._is_named_well(folder):
                with self._reading(Fault(kind="kit", language=folder.name, path=folder)):
                    kit = kit_file.load(folder, self.problems)
                if kit is not None:
                    self.kits[folder.name] = kit

    def adapters_of(self, tree: Path, folder: Path) -> None:
        """Add the adapters in a folder of `kits/` to the kit of that language, whichever tree the kit is in."""
        kit = self.kits.get(folder.name)
        paths = self._entries(folder / ADAPTERS_FOLDER)
        if (folder / "kit.toml").exists() and (kit is None or kit.folder != folder):
            return  # the kit itself was refused
        if kit is None and self._is_refused(folder.name):
            self._found[tree] += bool(paths)
            return
        if kit is None:
            if paths and not any(folder in other.like for other in self.kits.values()):
                self._found[tree] += 1
                hint = suggestion(folder.name, self.kits)
                self._complain(folder, f"unknown language {folder.name!r}: there is no kit for it", hint)
            return
        found = dict(kit.adapters)
        for path in [*(self._entries(kit.worker / ADAPTERS_FOLDER) if kit.like and not found else []), *paths]:
            job = path.name.removesuffix(f".{kit.extension}")
            if job == path.name or job not in self.jobs or not path.is_file():
                continue  # a file that adapters share
            self._found[tree] += 1
            if job in found:
                message = f"the {kit.language} kit has an adapter for {job} already, in {found[job]}"
                self._complain(path, message, "leave this one out: an adapter never replaces another")
            else:
                found[job] = path
        self.kits[kit.language] = dataclasses.replace(kit, adapters=found)

    def shape_jobs(self) -> None:
        """Note for each kit the jobs that have no adapter in it, and a shape for which it has one."""
        shapes = {job.name: job.shape for job in self.jobs.values() if job.shape is not None}
        for name, kit in self.kits.items():
            found = {
                job: shape
                for job, shape in shapes.items()
                if job not in kit.adapters and kit.adapter_of_shape(shape.name).is_file()
            }
            self.kits[name] = dataclasses.replace(kit, shaped=found)

    def packages_of(self, tree: Path, folder: Path) -> None:
        """Add the packages that a folder of `kits/` names to the kit of that language, whichever tree the kit is in."""
        path, kit = folder / packages_file.FILE, self.kits.get(folder.name)
        if kit is None or not path.exists():
            return
        self._found[tree] += 1
        found = dict(kit.packages)
        wrong = len(self.problems)
        read = packages_file.load(path, kit, self.problems)
        if len(self.problems) > wrong:
            self._refused_packages.setdefault(kit.language, self.problems[wrong])
        for name, package in read.items():
            if name in found:
                message = f"the {kit.language} kit has a package {name!r} already"
                self._complain(path, message, "choose another name, such as one with its version in it")
            else:
                found[name] = package
        self.kits[kit.language] = dataclasses.replace(kit, packages=found)

    def join_languages(self) -> None:
        """Give each stack the kit of the language of its programs, which has the packages that these may need."""
        for name, kit in self.kits.items():
            if kit.program_language in self.kits:
                self.kits[name] = dataclasses.replace(kit, of_programs=self.kits[kit.program_language])

    def jobs_of(self, tree: Path) -> None:
        has_methods = (tree / "methods").is_dir()
        for folder in self._folders(tree / "methods" if has_methods else tree):
            if folder.name == "kits" and not has_methods:
                continue
            self.job_folders.append((tree, folder))
            if not (folder / "job.toml").exists():
                continue
            self._found[tree] += 1
            if folder.name in self.jobs:
                there = self.jobs[folder.name].folder
                hint = "leave out this job.toml: the methods beside it join the job that is there"
                self._complain(folder / "job.toml", f"the job {folder.name!r} is there already, in {there}", hint)
            elif self._is_named_well(folder):
                with self._reading(Fault(kind="job", job=folder.name, path=folder)):
                    job = job_file.load(folder, self.problems)
                if job is not None:
                    self.jobs[folder.name] = job

    def methods_of(self, tree: Path, folder: Path) -> None:
        languages = self._folders(folder)
        job = self.jobs.get(folder.name)
        if job is None:
            # At the top of a user's tree, folders that hold no method are none of our business.
            if folder.parent.name == "methods" or any(self._holds_methods(language) for language in languages):
                self._found[tree] += 1
                if not (folder / "job.toml").exists():
                    hint = suggestion(folder.name, self.jobs)
                    self._complain(folder, f"unknown job {folder.name!r}, and it has no job.toml", hint)
            return
        for language in languages:
            if language.name == FLOORS_FOLDER:
                for inner in self._folders(language):
                    self._programs_of(tree, job, inner, self.floors)
            else:
                self._programs_of(tree, job, language, self.methods)

    def look_up_what_jobs_name(self) -> None:
        """Complain of methods that a job.toml names but that do not exist, and of a service that two jobs give."""
        served: dict[str, Job] = {}
        refused = {(fault.job, fault.arm) for fault in self._faults if fault.kind == "method"}
        for job in self.jobs.values():
            known = [arm for name, arm in self.methods if name == job.name]
            named = [("usual", arm) for arm in job.usual]
            named += [("serves", arm) for service in job.serves.values() for arm in service.methods]
            for key, arm in named:
                if arm not in known and (job.name, arm) not in refused:
                    message = f"{key!r} names {arm!r}, which is no method of {job.name}"
                    self._complain_of_job(job, key, message, suggestion(arm, known))
            by_language = [("calls", language) for language in (job.shape.calls if job.shape is not None else ())]
            by_language += [("pitfalls_in", language) for language in job.pitfalls_in]
            for key, language in by_language:
                if language not in self.kits:
                    message = f"{key!r} names {language!r}, and there is no such language"
                    self._complain_of_job(job, key, message, suggestion(language, self.kits))
            for service in job.serves:
                there = served.setdefault(service, job)
                if there is not job:
                    message = f"serves for {service!r}, as does {there.folder / 'job.toml'}"
                    self._complain_of_job(job, "serves", message, "one job is enough")

    def _complain_of_job(self, job: Job, key: str, message: str, hint: str | None) -> None:
        where = toml_file.read(job.folder / "job.toml").where(key)
        self.problems.append(Problem(message, where=where, hint=hint))

    def _programs_of(self, tree: Path, job: Job, language: Path, found: dict[tuple[str, str], Method]) -> None:
        """Add the files of a language's folder to the methods or to the floors."""
        kit = self.kits.get(language.name)
        paths = self._entries(language)
        if kit is None and self._is_refused(language.name):
            self._found[tree] += bool(paths)
            return
        if kit is None:
            if paths and not any(language.name in other.shares for other in self.kits.values()):
                self._found[tree] += 1
                hint = suggestion(language.name, self.kits)
                self._complain(language, f"unknown language {language.name!r}: there is no kit for it", hint)
            return
        for path in self._programs_in(language, kit):
            self._found[tree] += 1
            kind: Kind = "floor" if found is self.floors else "method"
            arm = f"{kit.language}/{_name_of(path, kit)}"
            with self._reading(Fault(kind=kind, job=job.name, arm=arm, language=kit.language, path=path)):
                self._method(job, kit, path, found)

    def _programs_in(self, language: Path, kit: Kit) -> list[Path]:
        """Return the files of a language's folder that are a method each, or the entries of folders that are one."""
        if not kit.entry:
            return [path for path in self._entries(language) if path.name.endswith(f".{kit.extension}")]
        found = []
        for folder in self._folders(language):
            if (folder / kit.entry).exists():
                found.append(folder / kit.entry)
            else:
                self._complain(folder, f"has no {kit.entry}, by which a method of {kit.language} begins")
        return found

    def _method(self, job: Job, kit: Kit, path: Path, found: dict[tuple[str, str], Method]) -> None:
        name = _name_of(path, kit)
        what = "floor" if found is self.floors else "method"
        if not _NAME.fullmatch(name):
            self._complain(path, f"a {what}'s name has letters, digits and _ . + - and nothing else")
            return
        there = found.get((job.name, f"{kit.language}/{name}"))
        if there is not None:
            hint = f"choose another name: a {what} never replaces another"
            self._complain(path, f"{job.name} has a {what} {there.arm!r} already, in {there.path}", hint)
            return
        text = self._text(path)
        if text is None:
            return
        keys = {**job.guarantees, "floor": FLOORS} if what == "floor" else job.guarantees
        wrong = len(self.problems)
        said = header.parse(text, kit.comment, keys, str(path), self.problems)
        if said is None:
            return
        kind = said.guarantees.pop("floor", None) if what == "floor" else None
        if what == "floor" and kind is None and len(self.problems) == wrong:
            kinds = " or ".join(f"`floor: {known}`" for known in FLOORS)
            self._complain(
                path, "does not say of which kind this floor is", f"add a line to its first comment: {kinds}"
            )
            return
        self._require_packages(kit, path, said.needs)
        method = Method(
            job=job.name,
            language=kit.language,
            name=name,
            path=path,
            summary=said.summary,
            when=said.when,
            called=said.called,
            needs=said.needs,
            tags=said.tags,
            guarantees=said.guarantees,
            parameters=parameters.with_defaults(said.parameters, text, str(path), self.problems),
            floor=kind,
            is_folder=bool(kit.entry),
            beside=_beside(job, kit, path) if kit.entry else (),
        )
        if unknown := re.search(r"\{(\w+)\}", method.spoken):
            near = suggestion(unknown[1], [one.name for one in method.parameters])
            hint = near or "declare it: parameters: NAME LEAST..MOST"
            self._complain(path, f"'called' has {unknown[0]}, which is no parameter of the method", hint)
        found[(job.name, method.arm)] = method

    def _require_packages(self, kit: Kit, path: Path, needs: Sequence[str]) -> None:
        """Complain of packages that a method needs and its kit does not know."""
        for package in (need.removeprefix(PACKAGE) for need in needs if need.startswith(PACKAGE)):
            kit = kit.with_packages
            if package not in kit.packages and kit.language in self._refused_packages:
                self.problems.append(self._refused_packages[kit.language])
            elif package not in kit.packages:
                message = f"needs a package {package!r}, which kits/{kit.language}/{packages_file.FILE} does not have"
                self._complain(path, message, suggestion(package, kit.packages))

    def _text(self, path: Path) -> str | None:
        """Return the text of a method file; None, and a problem, if it has none."""
        try:
            found = path.stat()  # says why, if a link leads nowhere or in a circle
            if not stat.S_ISREG(found.st_mode):
                self._complain(path, "is no regular file")
            elif found.st_size > MOST_METHOD_BYTES:
                self._complain(path, f"is larger than {MOST_METHOD_BYTES >> 20} MiB, which no method is")
            else:
                return path.read_bytes().decode("utf-8")
        except UnicodeDecodeError as error:
            line = error.object[: error.start].count(b"\n") + 1
            self.problems.append(Problem("is not UTF-8", where=f"{path}:{line}"))
        except (OSError, RuntimeError) as error:
            self._complain(path, f"cannot be read: {_reason(error)}")
        return None

    def _holds_methods(self, language: Path) -> bool:
        if language.name == FLOORS_FOLDER:
            return any(self._holds_methods(inner) for inner in self._folders(language))
        kit = self.kits.get(language.name)
        if kit is not None and kit.entry:
            return any((folder / kit.entry).exists() for folder in self._folders(language))
        return kit is not None and any(path.name.endswith(f".{kit.extension}") for path in self._entries(language))

    def _folders(self, folder: Path) -> list[Path]:
        """Return the folders in a folder; links that lead nowhere or in a circle are problems."""
        found = []
        for path in self._entries(folder):
            try:
                if path.is_dir():
                    found.append(path)
                elif path.is_symlink():
                    path.stat()
            except (OSError, RuntimeError) as error:
                self._complain(path, f"cannot be read: {_reason(error)}")
        return found

    def _entries(self, folder: Path) -> list[Path]:
        """Return the entries of a folder by name, without hidden files and those that Python leaves behind."""
        try:
            paths = sorted(folder.iterdir())
        except OSError as error:
            if error.errno not in (errno.ENOENT, errno.ENOTDIR):
                self._complain(folder, f"cannot be read: {_reason(error)}")
            return []
        return [path for path in paths if not path.name.startswith((".", "__"))]

    def _is_named_well(self, folder: Path) -> bool:
        if _NAME.fullmatch(folder.name):
            return True
        self._complain(folder, "the folder's name must have letters, digits and _ . + - and nothing else")
        return False

    def _complain(self, path: Path, message: str, hint: str | None = None) -> None:
        self.problems.append(Problem(message, where=str(path), hint=hint))


def _name_of(path: Path, kit: Kit) -> str:
    """Return the name of the method that a file is, or the entry of."""
    return path.parent.name if kit.entry else path.name.removesuffix(f".{kit.extension}")


def _beside(job: Job, kit: Kit, entry: Path) -> tuple[Path, ...]:
    """The folders whose files a method that is a folder shares: those of its job, and of its own tree."""
    places = (job.folder, entry.parents[2])
    found = [place / name for name in (*kit.shares, kit.language) for place in places]
    return tuple(dict.fromkeys(place for place in found if place.is_dir()))


def _reason(error: Exception) -> str:
    return getattr(error, "strerror", None) or str(error)
