"""Plain values for everything that exists: jobs, the factors that vary them, methods, kits. Nothing is read here."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

from iotrial.ask.faults import Faults
from iotrial.units import exact_bytes

Value = int | str

#: A call and a colon after it: `readfile()`, `SplFileObject::fpassthru()` or `std::filesystem::copy_file()`.
_CALL = re.compile(r"[\w:\\.]+\(\)(?=:)")

#: The folder of a kit that holds its adapters, one for each job.
ADAPTERS_FOLDER = "jobs"

#: The folder of a kit that holds an adapter for each shape, which is filled in for a job, and what their names end in.
SHAPES_FOLDER = "shapes"
SHAPE_ENDING = ".j2"

#: The shapes that a job can have: each is a function from something to something, in any language.
SHAPES = {
    "reads": "from a path to numbers",
    "lists": "from the path of a folder to the names in it",
    "loads": "from the path of a folder to what files in it hold",
    "copies": "from a path to another path",
    "sends": "from a path to the standard output",
    "writes": "from a path, and what is to be written, to files there",
    "appends": "from a path, and records that it asks for one by one, to their number",
    "removes": "from a path to nothing, when all that was there is gone",
    "returns": "from a path to a number or a text",
}

#: The things that a kit may do beside the least that it must. A level that needs one skips the languages without it.
ALSO = {
    "windows": "fill a window of time with work, which several workers at once need",
    "crashes": "end its process in the middle of the work, which shows what a method keeps back",
    "heap": "take memory and give it back, before its first work",
}

#: The shapes that make a fresh output in each iteration share an adapter.
TEMPLATES = {"copies": "outputs", "writes": "outputs", "removes": "outputs"}

#: How a method says that it needs a package: `needs: package NAME`; and how, a runtime or compiler that is new enough.
PACKAGE = "package "
VERSION = "version "

#: Kinds of floors: in a copying one the bytes pass through the program's own memory, in the other they do not.
FLOORS = ("copying", "not copying")


@dataclass(frozen=True)
class Factor:
    """Something that varies in a job: a number with a unit, or one of some choices."""

    name: str
    summary: str
    unit: str  # "bytes", "count" or "choice"
    default: Value
    choices: tuple[str, ...] = ()
    minimum: int | None = None
    maximum: int | None = None
    words: tuple[str, ...] = ()  # words that may stand in for a number, such as "none"
    odd: tuple[Value, ...] = ()  # values that methods get wrong, for `check`: 0, 1, one beside a buffer's size
    is_unsaid: bool = False  # its default goes without saying: no name of a level has it
    #: As people say it: a text with {} for the number, or one for each choice, "" if it goes without saying.
    said: str | Mapping[str, str] = ""
    is_size: bool = True  # a larger value is more of the same work; False: how many do it at once, or what is allowed


#: The services that iotrial itself needs of a job, and what each of them is.
SERVICES = {
    "kit_cost": "its methods do nothing, so that their time is what a kit costs by itself",
    "selftest_aa": "one of its methods is compared with itself",
    "selftest_inject": "a slowdown is planted in one of its methods, which takes some microseconds",
}


@dataclass(frozen=True)
class Service:
    """The use of a job for one of SERVICES: values of its factors, and methods (the first that can run here)."""

    factors: Mapping[str, Value] = field(default_factory=dict)
    methods: tuple[str, ...] = ()


@dataclass(frozen=True)
class JobShape:
    """The shape of a job, and what an adapter of that shape has to know of it."""

    name: str  # one of SHAPES
    call: str  # the function that its methods define, in small letters and underscores
    calls: Mapping[str, str] = field(default_factory=dict)  # language -> another function, if `call` is taken there
    answer: tuple[str, ...] = ()  # the numbers that the function gives, in their order
    work: str = ""  # the number of the answer, or what is counted, that is the work; empty: bytes, by the shape
    proof: str = ""  # the number of the answer that must be the same in every iteration
    takes: tuple[str, ...] = ()  # what the function takes beside its paths, as ask/takes.py has it

    def call_in(self, language: str) -> str:
        """Return the function's name in a language, before that writes it in its own way."""
        return self.calls.get(language, self.call)


@dataclass(frozen=True)
class Job:
    """Something to be done; its folder holds job.toml, job.py and a folder of methods for each language."""

    name: str
    folder: Path
    summary: str
    work_unit: str  # the unit of a sample's `work`: bytes, records, entries, integers, calls
    factors: Mapping[str, Factor] = field(default_factory=dict)
    guarantees: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    usual: tuple[str, ...] = ()  # the methods that most people use, LANGUAGE/METHOD, the most usual first
    serves: Mapping[str, Service] = field(default_factory=dict)
    more: tuple[str, ...] = ()  # guarantees whose values stand from the most to the least: more is as good
    needed: Mapping[str, str] = field(default_factory=dict)  # the values of guarantees that nearly everybody needs
    told: tuple[str, ...] = ()  # those of `more` of which an answer always says that a method gives less than the most
    found_by: tuple[str, ...] = ()  # what people type who look for it, beside its name and summary
    see: tuple[str, ...] = ()  # jobs that are close to it
    pitfalls: tuple[str, ...] = ()  # what a reader of an answer should know before using it, a sentence each
    pitfalls_in: Mapping[str, tuple[str, ...]] = field(default_factory=dict)  # the same by language, of it alone
    #: By guarantee and value: the words after "if" that say when it is needed.
    conditions: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    shape: JobShape | None = None  # None: each kit has an adapter of its own for it

    def ordered(self, guarantee: str) -> tuple[str, ...]:
        """Return the values of a guarantee from the most to the least; none if more of it is no better."""
        return self.guarantees[guarantee] if guarantee in self.more else ()

    @property
    def is_asked_about(self) -> bool:
        """True if advice on the job makes sense, because its methods do something."""
        return "kit_cost" not in self.serves

    @property
    def unsaid(self) -> Mapping[str, Value]:
        """The values of factors that go without saying."""
        return {factor.name: factor.default for factor in self.factors.values() if factor.is_unsaid}


@dataclass(frozen=True)
class Parameter:
    """A whole number in a method's text that a study may set, and the value that it has there."""

    name: str
    least: int
    most: int
    default: int = 0

    @property
    def said(self) -> str:
        """The value in a sentence."""
        return said_value(self.name, self.default)


def said_value(name: str, value: int) -> str:
    """Return the value of a parameter in a sentence: a number of bytes as a size."""
    return exact_bytes(value) if name.endswith("_bytes") else str(value)


@dataclass(frozen=True)
class Method:
    """One way of doing a job in one language: one file, or a folder of files, of which `path` is the entry."""

    job: str
    language: str
    name: str
    path: Path
    summary: str
    when: str
    called: str = ""  # its name in a sentence, as its first comment says
    needs: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()
    guarantees: Mapping[str, str] = field(default_factory=dict)
    parameters: tuple[Parameter, ...] = ()  # each with the value that it has in this method's text
    floor: str | None = None  # for a floor its kind, one of FLOORS; None for a method
    is_folder: bool = False
    beside: tuple[Path, ...] = ()  # folders whose files it shares with other methods; a later one's is taken first
    paths: tuple[Path, ...] = ()  # libraries of the user's own that it needs
    own: tuple[tuple[str, str], ...] = ()  # what its adapter must know of its text, as the kit's snippets say

    @property
    def job_folder(self) -> Path:
        """The folder of the job that it was found in: JOB of JOB/LANGUAGE/METHOD.ext."""
        return self.path.parents[2 if self.is_folder else 1]

    @property
    def packages(self) -> tuple[str, ...]:
        """The names of the packages that it needs, as its kit's packages.toml has them."""
        return tuple(need.removeprefix(PACKAGE) for need in self.needs if need.startswith(PACKAGE))

    @property
    def version(self) -> str | None:
        """The version of the runtime or compiler that it needs at least; None: any."""
        return next((need.removeprefix(VERSION) for need in self.needs if need.startswith(VERSION)), None)

    @property
    def arm(self) -> str:
        """The name in studies and reports: LANGUAGE/METHOD."""
        return f"{self.language}/{self.name}"

    @property
    def spoken(self) -> str:
        """The name in a sentence: that of `called:`, else the call that its first line begins with, else `name`.

        A parameter in braces stands for its value.
        """
        call = _CALL.match(self.summary)
        name = self.called or (call[0] if call else self.name)
        for parameter in self.parameters:
            name = name.replace(f"{{{parameter.name}}}", parameter.said)
        return name


@dataclass(frozen=True)
class Needed:
    """A program that a kit starts beside its runtime, such as a web server."""

    name: str
    find: tuple[str, ...]  # names of the program, the first that is there is used
    version: tuple[str, ...] = ()  # a command that says its version; {program}
    needs: tuple[str, ...] = ()  # a command that ends well if all is there that it needs; {program}
    is_client: bool = False  # it sends requests to the others


@dataclass(frozen=True)
class Package:
    """A library that methods of a kit may need: fetched in fixed versions, or one that the system has."""

    name: str
    pins: Mapping[str, str] = field(default_factory=dict)  # name -> version: its own first, then all that it needs
    version: tuple[str, ...] = ()  # a command that says which version the system has, and fails without it; {runtime}
    install: Mapping[str, tuple[str, ...]] = field(default_factory=dict)  # package manager -> the system's packages
    link: tuple[str, ...] = ()  # words that link a program with what the system has, such as -luring

    @property
    def spoken(self) -> str:
        """Its name and version; the name alone if the system has it, or if the version is in it."""
        version = next(iter(self.pins.values()), "")
        return self.name if version in self.name else f"{self.name} {version}"


@dataclass(frozen=True)
class SnippetForm:
    """The form of a user's own file in a language: a function `run`, without a job that it is for."""

    extensions: tuple[str, ...]  # what its name may end in, without the point
    functions: str  # a pattern for the beginning of each function; the group that matches is its name
    function: str = ""  # a pattern for that of `run`, whose groups the adapter of `returns` needs; "": needs none
    wanted: str = ""  # how the function is written, in one line
    wanted_with_output: str = ""  # the same of one that is given a second path, to write to


@dataclass(frozen=True)
class Fetching:
    """The tool by which a language brings packages into a folder, and how its programs find them there."""

    tool: tuple[str, ...]  # names of the program, the first that is there is used; (): the runtime brings it along
    install: tuple[str, ...]  # run in the folder; {runtime}, {tool} and {pins}
    pin: str  # one name and version, as the tool wants it; {name} and {version}
    packages: Mapping[str, tuple[str, ...]] = field(default_factory=dict)  # package manager -> what has the tool
    environment: tuple[str, ...] = ()  # NAME=VALUE, more of it, for the compiler; {packages} is the folder
    flags: tuple[str, ...] = ()  # more words for the compiler; {packages}
    start: tuple[str, ...] = ()  # words before the command that runs a program; {packages}
    is_beside: bool = False  # the language looks for packages beside the program


@dataclass(frozen=True)
class OwnPaths:
    """The way in which programs of a language find libraries that the user names by their paths, all in one folder."""

    install: tuple[str, ...]  # run in the folder; {runtime}, {tool} and {paths}
    environment: tuple[str, ...] = ()  # NAME=VALUE, more of it, for the compiler; {paths} is the folder
    flags: tuple[str, ...] = ()  # more words for the compiler; {paths}
    start: tuple[str, ...] = ()  # words before the command that runs a program; {paths}
    link: tuple[str, ...] = ()  # patterns of files in the folder that are linked with a program
    is_beside: bool = False  # the language looks for libraries beside the program


@dataclass(frozen=True)
class Kit:
    """The worker program of one language, or of one stack of servers, as its kit.toml describes it."""

    language: str
    folder: Path
    protocol: int
    extension: str
    comment: str
    find: tuple[str, ...]  # names of the runtime or compiler, the first on PATH is used
    version: tuple[str, ...]
    run: tuple[str, ...]
    itself: tuple[str, ...] = ()  # prints the runtime's own path, since PATH may have a slow script that finds it
    build: tuple[str, ...] = ()  # empty: nothing to compile
    part: tuple[str, ...] = ()  # compiles what is the same for every method, if `build` has a place for it; {source}
    stage: Mapping[str, str] = field(default_factory=dict)  # file for the compiler -> where it comes from, as `build`;
    # a kit that starts programs and names none: all files of a method
    environment: tuple[str, ...] = ()  # NAME=VALUE for the compiler
    flags: str = ""  # the value of {flags} unless the factor LANGUAGE.flags says otherwise
    option: tuple[str, ...] = ()  # the words by which a factor LANGUAGE.KEY reaches the runtime; {key} and {value}
    install: Mapping[str, tuple[str, ...]] = field(default_factory=dict)  # package manager -> packages
    only: Mapping[str, tuple[str, ...]] = field(default_factory=dict)  # factor -> the values at which it can run at all
    called: str = ""  # the language's name in a sentence; empty: its folder's
    like: tuple[Path, ...] = ()  # the first has the worker's program and adapters, the others what that loads; (): own
    program_language: str = ""  # the language that people write the programs of a stack in; empty: none, or its own
    entry: str = ""  # its methods are folders, in which this file says what each is; empty: they are files
    shares: tuple[str, ...] = ()  # folders of a job, beside that of its methods, whose files all of these share
    programs: tuple[Needed, ...] = ()
    warms_up: bool = False  # its programs compile while they run: each arm is warmed alone until it is settled
    also: tuple[str, ...] = ()  # those of ALSO that its worker does
    pitfalls: tuple[str, ...] = ()  # what a reader of any answer in the language should know, a sentence each
    settles: bool = False  # its worker wants to be told before each sample that it may put itself in order
    adapters: Mapping[str, Path] = field(default_factory=dict)  # job -> adapter, of whichever tree has it
    shaped: Mapping[str, JobShape] = field(default_factory=dict)  # jobs without one, whose shape it has one for
    snippet: SnippetForm | None = None  # the form of users' own files; None: it has no adapter for them
    own_paths: OwnPaths | None = None  # how libraries come by their paths; None: they do not
    fetching: Fetching | None = None  # how packages come; None: those that its methods need are the system's
    packages: Mapping[str, Package] = field(default_factory=dict)  # by name, of whichever tree has them
    of_programs: Kit | None = None  # of a stack: the kit of its programs' language, whose packages these may need
    named: str | None = None  # path of the runtime or compiler that the user named; None: the first of `find`

    @property
    def with_packages(self) -> Kit:
        """The kit that has the packages which its methods may need: its own, or that of a stack's programs."""
        return self.of_programs or self

    @property
    def spoken(self) -> str:
        """The language's name in a sentence."""
        return self.called or self.language

    @property
    def key(self) -> tuple[str, str | None]:
        """The key that tells it from other kits, and from itself with another runtime."""
        return str(self.folder), self.named

    @property
    def is_compiled(self) -> bool:
        """True if the compiler makes its worker, and not a program that the worker starts."""
        return bool(self.build) and not self.programs

    @property
    def program(self) -> Path:
        """The source file of its worker."""
        return self.worker / f"kit.{self.extension}"

    @property
    def worker(self) -> Path:
        """The folder that has its worker's program and adapters."""
        return self.like[0] if self.like else self.folder

    def adapter(self, job: str) -> Path:
        """Return the path of the kit's adapter for a job, from any tree; its place in the kit if there is none.

        For a job of a shape this is the adapter of that shape before it is filled in.
        """
        if job in self.shaped:
            return self.adapter_of_shape(self.shaped[job].name)
        return self.adapters.get(job, self.worker / ADAPTERS_FOLDER / f"{job}.{self.extension}")

    def adapter_of_shape(self, shape: str) -> Path:
        """Return the place of the kit's adapter for all jobs of a shape."""
        return self.worker / SHAPES_FOLDER / f"{TEMPLATES.get(shape, shape)}.{self.extension}{SHAPE_ENDING}"


@dataclass(frozen=True)
class MethodVariant:
    """A method as one arm of a study: with a runtime or a text of its own, and a label that tells it from the others.

    The arm is named LANGUAGE/METHOD@LABEL; without a label it keeps the method's name.
    """

    method: Method
    kit: Kit
    label: str | None = None
    is_first: bool = False  # the others of its method are compared with it

    @property
    def arm(self) -> str:
        """The arm's name in the run."""
        return variant_name(self.method.arm, self.label)


#: The sign between a method and the label of its variant; no method has it in its name.
VARIANT_SIGN = "@"


def variant_name(arm: str, label: str | None) -> str:
    """Return `LANGUAGE/METHOD@8.4.1`; without a label the arm itself."""
    return arm if label is None else f"{arm}{VARIANT_SIGN}{label}"


def named_parts(arm: str) -> tuple[str, str, str | None]:
    """Split LANGUAGE/METHOD@LABEL into language, method, and the label of its variant or None."""
    language, _, rest = arm.partition("/")
    method, _, label = rest.partition(VARIANT_SIGN)
    return language, method, label or None


def method_of(arm: str) -> str:
    """Return the LANGUAGE/METHOD that an arm is a variant of."""
    return arm.partition(VARIANT_SIGN)[0]


@dataclass(frozen=True)
class Catalog:
    """Everything there is, by name."""

    jobs: Mapping[str, Job]
    methods: Mapping[tuple[str, str], Method]  # (job, arm) -> method
    kits: Mapping[str, Kit]
    floors: Mapping[tuple[str, str], Method] = field(default_factory=dict)  # (job, arm) -> the least of a job
    variants: Mapping[tuple[str, str], MethodVariant] = field(default_factory=dict)  # (job, arm) -> what a study made
    faults: Faults = field(default_factory=Faults)  # of what was left out

    def variant(self, job: str, arm: str) -> MethodVariant | None:
        """Return the variant that an arm of a study is, else the method of that name; None: there is neither."""
        made = self.variants.get((job, arm))
        method = self.methods.get((job, arm))
        if made is not None or method is None:
            return made
        return MethodVariant(method, self.kits[method.language])

    @property
    def languages(self) -> list[str]:
        """The languages and stacks that a user may name; a language means the stacks too that run programs in it."""
        return sorted({*self.kits, *(kit.program_language for kit in self.kits.values() if kit.program_language)})

    def is_in(self, language: str, asked: Collection[str]) -> bool:
        """True if a method's language is one of those asked for, or its stack runs programs in one of them."""
        return language in asked or self.kits[language].program_language in asked

    def serving(self, service: str) -> tuple[Job, Service] | None:
        """Return the job that serves iotrial itself for one of SERVICES, and how; None: no job does."""
        found = ((job, job.serves[service]) for job in self.jobs.values() if service in job.serves)
        return next(found, None)

    def floors_of(self, job: str) -> list[Method]:
        """Return the floors of a job in the order of their names."""
        return [floor for (name, _), floor in sorted(self.floors.items()) if name == job]

    def methods_of(self, job: str) -> list[Method]:
        """Return the methods of a job in the order of their names."""
        return list(self._by_job.get(job, ()))

    @cached_property
    def _by_job(self) -> Mapping[str, list[Method]]:
        """The methods that are files by job: globs of studies ask for those of one job a thousand times."""
        found: dict[str, list[Method]] = {}
        for (job, _), method in sorted(self.methods.items()):
            found.setdefault(job, []).append(method)
        return found
