"""The packages that an installation would bring, those it would upgrade, and their sizes; nothing is changed.

`bringing` asks the package manager to simulate one installation; `estimates` tells of many, from the dependencies of
all packages, in a second instead of one second each.
"""

from __future__ import annotations

import re
import subprocess
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

from iotrial.machine.plain_words import in_plain_words
from iotrial.machine.system_packages import MANAGERS, UNATTENDED, package_manager

#: A line of apt's simulation: the package, the version that is there if it is an upgrade, and the one that comes.
_COMES = re.compile(r"^Inst (?P<name>\S+) (?:\[(?P<old>[^]]*)\] )?\((?P<version>\S+)")

#: A fact of a package, as apt tells it.
_FACT = re.compile(r"^(Package|Size|Installed-Size): (\S+)", re.MULTILINE)

#: Dependencies of dependencies too, and nothing that is only recommended, suggested or in the way.
_DEPENDENCIES = (
    "--recurse",
    *(f"--no-{kind}" for kind in ("recommends", "suggests", "conflicts", "breaks", "replaces", "enhances")),
)


@dataclass(frozen=True)
class Bringing:
    """The packages that an installation would bring, as far as the package manager tells beforehand."""

    new: tuple[str, ...] = ()  # names of packages that are not there yet
    upgraded: tuple[str, ...] = ()  # those that are there in another version, which a dependency forces
    download_bytes: int | None = None
    disk_bytes: int | None = None  # of the new ones
    refused: str | None = None  # why it cannot be done; None: it can


def bringing(packages: Sequence[str]) -> Bringing | None:
    """Return what the installation of packages would bring; None if this system's package manager does not tell."""
    if package_manager() != "apt":
        return None
    if not packages:
        return Bringing(download_bytes=0, disk_bytes=0)
    done = _said([*MANAGERS["apt"], *UNATTENDED["apt"], "--simulate", *packages])
    if done is None or done.returncode != 0:
        lines = [] if done is None else [line for line in done.stderr.splitlines() if line.startswith("E: ")]
        return Bringing(refused=lines[0].removeprefix("E: ") if lines else "apt-get did not say what it would do")
    coming = [found for line in done.stdout.splitlines() if (found := _COMES.match(line))]
    versions = {found["name"]: found["version"] for found in coming}
    new = tuple(found["name"] for found in coming if found["old"] is None)
    sizes = _sizes(f"{name}={version}" for name, version in versions.items())
    return Bringing(
        new=new,
        upgraded=tuple(found["name"] for found in coming if found["old"] is not None),
        download_bytes=_sum(sizes.get(name, (None, None))[0] for name in versions),
        disk_bytes=_sum(sizes.get(name, (None, None))[1] for name in new),
    )


def estimates(groups: Iterable[Sequence[str]]) -> Mapping[tuple[str, ...], Bringing]:
    """Return what the installation of each group of packages would bring, roughly: a dependency may have alternatives.

    Groups of which the package manager tells nothing are left out.
    """
    asked = list(dict.fromkeys(map(tuple, groups)))
    names = list(dict.fromkeys(name for group in asked for name in group))
    if package_manager() != "apt" or not names:
        return {}
    tree = read_dependencies(_text(["apt-cache", "depends", *_DEPENDENCIES, *names]))
    there = frozenset(_text(["dpkg-query", "-W", "-f", "${db:Status-Status} ${Package}\n"]).split("\n"))
    installed = frozenset(line.removeprefix("installed ") for line in there if line.startswith("installed "))
    coming = {group: coming_with(group, tree, installed) for group in asked if tree.keys() >= set(group)}
    all_new = dict.fromkeys(name for new in coming.values() for name in new)
    sizes = _sizes(all_new)
    return {
        group: Bringing(
            new=new,
            download_bytes=_sum(sizes.get(name, (None, None))[0] for name in new),
            disk_bytes=_sum(sizes.get(name, (None, None))[1] for name in new),
        )
        for group, new in coming.items()
    }


#: A package -> its dependencies, each the names of which one suffices.
Dependencies = Mapping[str, Sequence[Sequence[str]]]


def read_dependencies(text: str) -> Dependencies:
    """Read what `apt-cache depends --recurse` prints.

    A package stands at the margin, and below it its dependencies; `|` says that the next one would do as well, and what
    is indented more provides the one above. A name in brackets is provided by others only.
    """
    found: dict[str, list[list[str]]] = {}
    mine: list[list[str]] = []
    more = False  # the next dependency is another way of meeting the one before
    for line in text.splitlines():
        name = line.split(":", 1)[-1].strip() if "Depends: " in line else line.strip()
        if not line.startswith(" "):
            mine, more = found.setdefault(name, []), False
        elif "Depends: " in line:
            if not more:
                mine.append([])
            more = line.startswith(" |")
            mine[-1].append(name)
        elif mine:
            mine[-1].append(name)
    return found


def coming_with(packages: Sequence[str], tree: Dependencies, installed: Collection[str]) -> tuple[str, ...]:
    """Return the packages that are not installed yet and come with some: these, and what they depend on."""
    found: dict[str, None] = {}
    waiting = [name for name in packages if name not in installed]
    while waiting:
        name = waiting.pop()
        if name in found:
            continue
        found[name] = None
        for ways in tree.get(name, ()):
            real = [way for way in ways if not way.startswith("<")]
            if real and not any(way in installed or way in found for way in real):
                waiting.append(real[0])
    return tuple(sorted(found))


def _sizes(packages: Iterable[str]) -> dict[str, tuple[int, int]]:
    """Return package -> the bytes of its download, and those that it takes when it is unpacked."""
    wanted = list(packages)
    found: dict[str, tuple[int, int]] = {}
    for paragraph in _text(["apt-cache", "show", "--no-all-versions", *wanted]).split("\n\n") if wanted else []:
        facts = dict(_FACT.findall(paragraph))
        if {"Package", "Size", "Installed-Size"} <= facts.keys():
            found[facts["Package"]] = (int(facts["Size"]), int(facts["Installed-Size"]) * 1024)
    return found


def _sum(sizes: Iterable[int | None]) -> int | None:
    """Return the sum; None if one of them is not known."""
    total = 0
    for size in sizes:
        if size is None:
            return None
        total += size
    return total


def _text(argv: Sequence[str]) -> str:
    """Return what a command prints; nothing if it cannot be started."""
    done = _said(argv)
    return "" if done is None else done.stdout


def _said(argv: Sequence[str]) -> subprocess.CompletedProcess[str] | None:
    """Return what a command says in plain words; None if it cannot be started."""
    try:
        return subprocess.run(
            argv, env=in_plain_words(), stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False
        )
    except OSError:
        return None
