"""The needs of languages, stacks, targets and evidence: programs of the system, and the packages that have them."""

from __future__ import annotations

import shutil
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from iotrial.ask.catalog import Catalog, Kit, Method
from iotrial.ask.named_targets import NAMED
from iotrial.ask.study import Study
from iotrial.machine.method_sandbox import PROGRAM as SANDBOX
from iotrial.machine.system_packages import MANAGERS
from iotrial.machine.tools import TOOLS, package_of
from iotrial.places import filesystems, glusterfs, sshfs
from iotrial.workers.build import require_kit, runtime_of
from iotrial.workers.method_packages import require_package
from iotrial.workers.unavailable import Unavailable

#: The program that counts system calls, which every run asks for evidence.
EVIDENCE = next(iter(TOOLS))

#: What mounts a target whose file system is a program.
_MOUNTS: Mapping[str, Sequence[str]] = {sshfs.SSHFS: sshfs.TOOLS, glusterfs.GLUSTERFS: glusterfs.TOOLS}


@dataclass(frozen=True)
class SystemNeed:
    """Something of the system that is needed: its name, and the packages that have it by package manager."""

    name: str
    packages: Mapping[str, Sequence[str]] = field(default_factory=dict, compare=False)
    is_there: bool = field(default=False, compare=False)
    brings_service: bool = field(default=False, compare=False)  # a package of a server, which would start it


def kit_need(kit: Kit) -> SystemNeed:
    """Return what a kit needs: its runtime or compiler, and the programs that it starts."""
    try:
        require_kit(kit)
    except Unavailable:
        return SystemNeed(kit.language, kit.install, brings_service=bool(kit.programs))
    return SystemNeed(kit.language, is_there=True)


def tool_need(program: str) -> SystemNeed:
    """Return the need of a program for evidence, a sandbox, or a file system."""
    by_manager = {manager: (package_of(program, manager),) for manager in MANAGERS}
    is_there = filesystems.program(program) is not None
    return SystemNeed(program, by_manager, is_there, any(program in tools for tools in _MOUNTS.values()))


def methods_needs(catalog: Catalog, methods: Iterable[Method]) -> list[SystemNeed]:
    """Return what some methods need: their kits, what fetches the packages of some, and packages of the system."""
    chosen = list(methods)
    kits = [catalog.kits[language] for language in sorted({method.language for method in chosen})]
    packages = dict.fromkeys((method.language, name) for method in chosen for name in method.packages)
    of_packages = [_package_need(catalog.kits[language].with_packages, name) for language, name in packages]
    return _each_once([*map(kit_need, kits), *of_packages])


def study_needs(catalog: Catalog, study: Study) -> list[SystemNeed]:
    """Return what a study needs: its methods' kits and packages, what makes or mounts its targets, and evidence."""
    arms = dict.fromkeys(arm for level in study.levels for arm in level.arms)
    variants = (catalog.variant(study.job, arm) for arm in arms)
    of_methods = methods_needs(catalog, [variant.method for variant in variants if variant is not None])
    targets = dict.fromkeys(str(level.factors.get("target")) for level in study.levels)
    tools = [*(tool for target in targets for tool in target_tools(target)), EVIDENCE]
    return _each_once([*of_methods, *map(tool_need, tools)])


def target_tools(target: str) -> Sequence[str]:
    """Return the programs that make or mount a target; none for a folder."""
    named = NAMED.get(target)
    if named is None:
        return ()
    if named.image_filesystem is not None:
        return (filesystems.MAKERS[named.image_filesystem].command[0],)
    return _MOUNTS.get(named.filesystem, ())


def targets_with_tools() -> list[str]:
    """Return the targets that take programs, one for each file system."""
    seen = {named.filesystem: name for name, named in reversed(NAMED.items()) if target_tools(name)}
    return [name for name in NAMED if name in seen.values() and NAMED[name].filesystem != "overlay"]


def programs_of_targets() -> list[str]:
    """Return every program that makes or mounts a target."""
    return list(dict.fromkeys(tool for target in NAMED for tool in target_tools(target)))


#: Programs that may be asked for by their names: for evidence, and the sandbox.
NAMED_TOOLS = (*TOOLS, SANDBOX)


def everything(catalog: Catalog) -> list[SystemNeed]:
    """Return all that iotrial can use: every kit, every package of methods, every tool and what targets take."""
    kits = catalog.kits.values()
    packages = [_package_need(kit, name) for kit in kits for name in kit.packages]
    return _each_once([*map(kit_need, kits), *packages, *map(tool_need, [*NAMED_TOOLS, *programs_of_targets()])])


def _each_once(found: Iterable[SystemNeed]) -> list[SystemNeed]:
    return list(dict.fromkeys(found))


def _package_need(kit: Kit, name: str) -> SystemNeed:
    """Return the need of a method's package: what fetches it, or the package of the system that it is."""
    if kit.fetching is not None:
        tool = kit.fetching.tool
        is_there = not tool or any(map(shutil.which, tool))
        return SystemNeed(tool[0] if tool else kit.language, kit.fetching.packages, is_there)
    try:
        require_package(kit, name, lambda: runtime_of(kit)[0])
    except Unavailable:
        return SystemNeed(name, kit.packages[name].install)
    return SystemNeed(name, is_there=True)
