"""Reasons why methods cannot run: those of a run, and no program is asked for what does not decide them."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from iotrial.ask.catalog import Catalog, Job, Kit, Method, Needed, Package
from iotrial.workers.build import require
from iotrial.workers.presence import Presence
from iotrial.workers.unavailable import Unavailable

#: It notes each start of itself in a file beside it, and says a version.
PROGRAM = '#!/bin/sh\necho "$(basename "$0") $*" >> "$(dirname "$0")/starts"\necho 1.5\n{then}\n'

METHOD = Method(job="append", language="own", name="plain", path=Path("plain.sh"), summary="It is.", when="Never.")


@pytest.fixture
def program(tmp_path: Path) -> Callable[..., str]:
    """A function that writes a program, and returns its path."""

    def write(name: str, then: str = "") -> str:
        path = tmp_path / name
        path.write_text(PROGRAM.format(then=then))
        path.chmod(0o755)
        return str(path)

    return write


@pytest.fixture
def kit(tmp_path: Path, program: Callable[..., str]) -> Kit:
    """A kit whose runtime is there, with a server, packages of the system and an adapter for one job."""
    (tmp_path / "append.sh").write_text("the adapter")
    server = Needed("server", (program("server"),), ("{program}", "-v"), ("{program}", "--test"))
    lib = Package("lib", version=(program("lib"), "{runtime}"))
    return Kit(
        *("own", tmp_path, 1, "sh", "#", (program("runtime"),), ("{runtime}", "--version"), ("{runtime}",)),
        itself=("{runtime}", "--itself"),
        programs=(server,),
        packages={"lib": lib, "gone": dataclasses.replace(lib, name="gone", version=("no-such-program",))},
        adapters={"append": tmp_path / "append.sh"},
    )


def missing(kit: Kit, *methods: Method) -> list[str]:
    """What the search says of each method."""
    arms = {(method.job, f"{method.arm}{number}"): method for number, method in enumerate(methods)}
    catalog = Catalog({"append": Job("append", Path(), "Append.", "records")}, arms, {"own": kit})
    with Presence(catalog, methods) as presence:
        return [str(presence.missing(method) or "") for method in methods]


def starts(folder: Path) -> list[str]:
    return sorted((folder / "starts").read_text().splitlines())


def needing(*needs: str) -> Method:
    return dataclasses.replace(METHOD, needs=needs)


def test_each_program_is_asked_once_and_none_for_a_version_that_decides_nothing(kit: Kit) -> None:
    methods = [dataclasses.replace(METHOD, name=str(number)) for number in range(20)]
    assert missing(kit, *methods) == [""] * 20
    assert starts(kit.folder) == ["server --test"]


def test_the_version_is_asked_for_once_if_methods_need_one(kit: Kit) -> None:
    assert missing(kit, needing("version 1.2"), needing("version 1.3"), needing("linux", "version 1.2")) == [""] * 3
    assert starts(kit.folder) == ["runtime --itself", "runtime --version", "server --test"]


@pytest.mark.parametrize(
    ("needs", "job", "change", "reason"),
    [
        ((), "append", {}, ""),
        ((), "copy", {}, "the own kit has no adapter for copy"),
        ((), "append", {"find": ("no-such-program",)}, "no-such-program is not installed"),
        ((), "append", {"named": "/no/such/program"}, "/no/such/program is not there any more"),
        (("version 1.5",), "append", {}, ""),
        (("version 1.6",), "append", {}, "needs own 1.6 or newer; here is 1.5"),
        (("package lib",), "append", {}, ""),
        (("package gone",), "append", {}, "gone is not installed"),
    ],
)
def test_the_reason_is_that_of_a_method_which_is_run(
    kit: Kit, needs: tuple[str, ...], job: str, change: dict[str, Any], reason: str
) -> None:
    kit = dataclasses.replace(kit, **change)
    method = dataclasses.replace(needing(*needs), job=job)
    (found,) = missing(kit, method)
    assert found.startswith(reason) and bool(found) is bool(reason)
    try:
        require(kit, method)
        said = ""
    except Unavailable as error:
        said = str(error)
    assert said == found


@pytest.mark.parametrize("find", [("no-such-program",), None])
def test_a_server_that_is_missing_or_lacks_something_is_the_reason_too(
    kit: Kit, program: Callable[..., str], find: tuple[str, ...] | None
) -> None:
    server = dataclasses.replace(kit.programs[0], find=find or (program("lacking", "exit 1"),))
    kit = dataclasses.replace(kit, programs=(*kit.programs, server))
    with pytest.raises(Unavailable) as error:
        require(kit, METHOD)
    assert (
        missing(kit, METHOD)
        == [str(error.value)]
        == ["server is not installed" if find else "server lacks what its methods need"]
    )


def test_a_stack_whose_language_is_not_there_cannot_have_its_packages(kit: Kit) -> None:
    language = dataclasses.replace(kit, language="other", find=("no-such-program",))
    stack = dataclasses.replace(kit, of_programs=language)
    assert missing(stack, METHOD, needing("package lib")) == ["", "no-such-program is not installed"]
