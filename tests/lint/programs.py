"""The programs of a compiled language laid out for its linter: the kit, an adapter and a method each, and servers."""

from __future__ import annotations

import dataclasses
import shutil
import tomllib
from collections.abc import Mapping
from pathlib import Path

from iotrial.ask import tree
from iotrial.ask.catalog import Kit
from iotrial.ask.shaped import text_of_adapter
from iotrial.workers.build import runtime_of
from iotrial.workers.method_packages import packages_of
from lint.tracked import ROOT, files

#: What the tools keep for themselves, beside the checks that passed.
CACHE = ROOT / ".lint_cache"


def kit_of(language: str) -> Kit:
    """The kit of a language."""
    return tree.load().kits[language]


def with_packages(kit: Kit, folder: Path) -> tuple[dict[str, str], list[str]]:
    """Return what the compiler of a language is told of all its packages: its environment, and more words for it.

    folder: where the parts of programs lie. Packages that are not in the cache are fetched.
    """
    packages = packages_of(kit, list(kit.packages), *runtime_of(kit))
    if kit.fetching is None or packages.folder is None:
        return {}, []
    places = {"{stage}": str(folder), "{packages}": str(packages.folder)}
    told = (filled(word, places).partition("=") for word in kit.fetching.environment)
    return {name: value for name, _, value in told}, [filled(word, places) for word in kit.fetching.flags]


def only_checked(kit: Kit) -> Kit:
    """The kit of Rust, whose packages are looked at and not compiled: a linter needs what they declare."""
    assert kit.fetching is not None
    script = "\n".join(kit.fetching.install)
    assert "build --release" in script and "target/release" in script
    install = tuple(
        word.replace("build --release", "check").replace("target/release", "target/debug")
        for word in kit.fetching.install
    )
    return dataclasses.replace(kit, fetching=dataclasses.replace(kit.fetching, install=install))


def methods_of(kit: Kit) -> list[Path]:
    """The methods of a language that are files, those of all jobs."""
    return sorted(ROOT.glob(f"methods/*/{kit.language}/*.{kit.extension}"))


def staged(kit: Kit, own: str, folder: Path) -> dict[str, str]:
    """Lay out the parts of every program of a language as its kit.toml says; return the environment of its compiler.

    own: the folder of each program's adapter and method, in which {job} and {method} are their names; what all programs
    share lies there, too, if kit.toml has it beside them.
    """
    places = {"{folder}": str(kit.folder), "{kit}": str(kit.program)}
    of_adapter = next(name for name, source in kit.stage.items() if source == "{adapter}")
    for method in methods_of(kit):
        job = method.parents[1].name
        mine = {**places, "{method}": str(method)}
        for name, source in kit.stage.items():
            beside = Path(name).parent == Path(of_adapter).parent
            where = folder / (filled(own, {"{job}": job, "{method}": method.stem}) if beside else Path(name).parent)
            where.mkdir(parents=True, exist_ok=True)
            if source == "{adapter}":
                (where / Path(name).name).write_text(text_of_adapter(kit, job))
            else:
                shutil.copy(filled(source, mine), where / Path(name).name)
    return environment_of(kit, folder)


def shaped(language: str) -> list[str]:
    """Fill in the adapters of shapes of a language for each job of ours, and return their files.

    They lie within the checkout, since there are linters that look at nothing beyond.
    """
    kit, folder = kit_of(language), CACHE / "shaped" / language
    folder.mkdir(parents=True, exist_ok=True)
    found = []
    for job in sorted(kit.shaped):
        path, text = folder / f"{job}.{kit.extension}", text_of_adapter(kit, job)
        if not path.is_file() or path.read_text() != text:
            path.write_text(text)
        found.append(str(path))
    return found


def of_shapes() -> list[str]:
    """The files that decide what adapters of shapes are when they are filled in."""
    return [*files("kits/*/shapes/*", "methods/*/job.toml"), "src/iotrial/ask/shaped.py"]


def environment_of(kit: Kit, folder: Path) -> dict[str, str]:
    """The environment of a language's compiler, for programs that are laid out in a folder."""
    compiler = {"{stage}": str(folder), "{cache}": str(CACHE / kit.language), "{version}": "version 1"}
    words = (filled(word, compiler).partition("=") for word in kit.environment)
    return {name: value for name, _, value in words}


def stage_stacks(end: str, folder: Path) -> None:
    """Lay out the programs of stacks of servers whose files end so: those that are compiled, each in a folder."""
    for kit in ROOT.glob("kits/*/kit.toml"):
        told, stack = tomllib.loads(kit.read_text()), kit.parent.name
        if "build" not in told or not str(told.get("entry", "")).endswith(f".{end}"):
            continue
        for entry in ROOT.glob(f"methods/serve/{stack}/*/{told['entry']}"):
            where = folder / stack / entry.parent.name
            where.mkdir(parents=True)
            shared = [entry.parents[2] / name for name in told.get("shares", [])]
            for place in (*shared, entry.parents[1], entry.parent):
                for path in place.glob(f"*.{end}"):
                    shutil.copy(path, where)


def stage_plain(names: list[str], folder: Path) -> None:
    """Lay out programs that are one file each, each in a folder of its name."""
    for name in names:
        (where := folder / Path(name).stem).mkdir(parents=True)
        shutil.copy(ROOT / name, where)


def filled(text: str, places: Mapping[str, str]) -> str:
    """A text of kit.toml with what stands in its places."""
    for place, value in places.items():
        text = text.replace(place, value)
    return text
