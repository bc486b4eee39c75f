"""Every method does its job on odd inputs, at every kind of sink, and keeps what it declares."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import nullcontext
from ctypes.util import find_library
from dataclasses import replace
from pathlib import Path

import pytest

from in_memory import folder_in_memory
from iotrial.ask import tree
from iotrial.ask.catalog import Catalog, Method
from iotrial.ask.method_text import files_of
from iotrial.measure.check_methods import Sinks, check
from kits.made import quick
from kits.resident import resident_java
from programs import QUICK_CRATES, share_programs

CATALOG = tree.load()
PAIRS = sorted({(method.job, method.language) for method in CATALOG.methods.values()})
#: The language that does its work on a disk in every job. The others make the same calls, in memory; on a disk too if
#: all products are asked for, but for those that wait for it each time.
ON_A_DISK = "c"
#: Jobs of which some methods sync.
SYNCING = {
    method.job
    for method in CATALOG.methods.values()
    if method.language == ON_A_DISK and method.guarantees.get("durable", "no") != "no"
}
MOST_LINES = 80


#: Packages of C++ whose headers are most of a program, and flags that take what they define from the system instead.
#: The first method of ours that needs one is compiled of its headers alone, as users get it but for optimizing.
LARGE_CPP = ("spdlog", "fmt")
HEADERS_CPP = "-O0"
QUICK_CPP = "-O0 -DSPDLOG_COMPILED_LIB -Wl,--no-as-needed -lspdlog -lfmt"
FIRST_CPP = {package: method for method in [*CATALOG.methods.values()][::-1] for package in method.packages}


@pytest.fixture(autouse=True)
def shared_programs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    share_programs(tmp_path / "cache")


@pytest.fixture(scope="module")
def quick_java() -> Iterator[Path | None]:
    """The folder in which Java starts quickly, with one compiler for all methods; kits/java/kit.toml as it stands is
    for other files of this folder, such as test_shapes.py.
    """
    with resident_java() as programs:
        yield programs


@pytest.fixture
def quick_start(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Programs are those of all tests; what starts quickly in a language is found first."""
    kit = CATALOG.kits[request.node.callspec.params["language"]]
    if "java" in (kit.language, kit.program_language):
        programs = request.getfixturevalue("quick_java")
        monkeypatch.setenv("PATH", os.pathsep.join(filter(None, (programs and str(programs), os.environ["PATH"]))))


@pytest.fixture
def as_users_get_them(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is taken from other tests, and packages are compiled as they are for a run."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache of its own"))
    for name in (*QUICK_CRATES, "RUSTC_WRAPPER"):
        monkeypatch.delenv(name)


@pytest.mark.usefixtures("quick_start")
@pytest.mark.parametrize(("job", "language"), PAIRS, ids=lambda value: value)
def test_methods_do_their_job_on_odd_inputs(job: str, language: str, tmp_path: Path) -> None:
    """All sizes at the usual sink, the least and the largest at each other one."""
    methods = [method for method in CATALOG.methods_of(job) if method.language == language]
    by_flags: dict[str, list[Method]] = {}
    for method in methods:
        by_flags.setdefault(quick_flags(method), []).append(method)
    for number, (flags, alike) in enumerate(by_flags.items()):
        kit = replace(CATALOG.kits[language], flags=flags)
        catalog = replace(CATALOG, kits={**CATALOG.kits, language: kit})
        place = tmp_path / f"{number}"
        place.mkdir()
        with folder_in_memory(place) if language != ON_A_DISK else nullcontext(place) as folder:
            require_work_done(catalog, alike, folder / "target", "ends")


def quick_flags(method: Method) -> str:
    """Return flags by which a method is compiled in less time, and does the same; else those of its kit."""
    if method.language == "cpp" and (large := has_library(method)):
        return QUICK_CPP if any(FIRST_CPP[package] != method for package in large) else HEADERS_CPP
    return quick(CATALOG.kits[method.language], method).flags


def has_library(method: Method) -> list[str]:
    """Return the large packages of a method that this system has compiled; none if it has not all of them."""
    is_here = all(find_library(package) for package in LARGE_CPP)
    return [package for package in method.packages if is_here and package in LARGE_CPP]


@pytest.mark.usefixtures("as_users_get_them")
def test_a_method_with_a_package_that_is_compiled_does_its_job_as_users_get_it(tmp_path: Path) -> None:
    """The least of Rust; others have theirs without optimizing, unless all products are asked for."""
    require_work_done(CATALOG, [CATALOG.methods["list", "rust/glob"]], tmp_path / "target", "ends")


@pytest.mark.long
@pytest.mark.usefixtures("as_users_get_them")
@pytest.mark.parametrize(("job", "language"), PAIRS, ids=lambda value: value)
def test_methods_do_their_job_on_every_odd_input_at_every_sink_as_users_get_them(
    job: str, language: str, tmp_path: Path
) -> None:
    methods = [method for method in CATALOG.methods_of(job) if method.language == language]
    in_memory = job in SYNCING and language != ON_A_DISK
    with folder_in_memory(tmp_path) if in_memory else nullcontext(tmp_path) as folder:
        require_work_done(CATALOG, methods, folder / "target", "every")


def require_work_done(catalog: Catalog, methods: list[Method], target: Path, sinks: Sinks) -> None:
    """Check methods of a job in a language; those that are as somebody published them are found out."""
    target.mkdir()
    results = check(catalog, methods, target, sinks=sinks)
    as_published = {method.arm for method in methods if "as-published" in method.tags}
    wrong = [result for result in results if result.status != "ok" and result.arm not in as_published]
    if any(result.status == "skipped" for result in wrong) and not os.environ.get("IOTRIAL_REQUIRE_KITS"):
        pytest.skip(str(wrong[0].reason))
    assert wrong == []
    assert all(result.status == "disqualified" for result in results if result.arm in as_published)
    assert list(target.iterdir()) == []


def test_methods_are_snippets_that_say_when_to_use_them() -> None:
    assert [(name, wrong) for name, method in CATALOG.methods.items() if (wrong := unlike_a_snippet(method))] == []


def unlike_a_snippet(method: Method) -> list[str]:
    """Return everything by which a method is no snippet that says when to use it."""
    wrong = {
        "its first sentence does not end": not method.summary.endswith((".", ":")),
        "it does not say when to use it": not method.when,
        "it is too long": any(len(path.read_text().splitlines()) > MOST_LINES for path in files_of(method).values()),
        # A sentence names a call or a library, never the name of a file.
        "it is spoken of by the name of its file": method.spoken == method.name
        and not method.summary.startswith(method.name)
        and method.job != "empty",
        "it says too little of what it guarantees": not set(CATALOG.jobs[method.job].guarantees)
        <= set(method.guarantees),
    }
    return [what for what, is_so in wrong.items() if is_so]
