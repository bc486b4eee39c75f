"""Libraries of the user's own, by their paths: copied once into the cache, where their language finds them."""

from __future__ import annotations

import dataclasses
import hashlib
import itertools
from collections.abc import Sequence
from pathlib import Path

from iotrial.ask.catalog import Fetching, Kit, Package
from iotrial.workers.method_packages import NONE, Packages, packages_of
from iotrial.workers.tree_copy import states_of
from iotrial.workers.unavailable import Unavailable


def paths_of(kit: Kit, paths: Sequence[Path], runtime: tuple[str, str], *, may_copy: bool = True) -> Packages:
    """Return libraries by their paths, copied into the cache as they are now; Unavailable if that cannot be done.

    runtime: its path and version. may_copy: False if only what is there may be used.
    """
    if not paths:
        return NONE
    form = kit.own_paths
    if form is None:
        raise Unavailable(f"{kit.spoken} takes no library by its path")
    install = tuple(word.replace("{paths}", "{pins}") for word in form.install)
    tool = kit.fetching.tool if kit.fetching is not None and "{tool}" in " ".join(form.install) else ()
    fetching = Fetching(tool, install, "{name}", kit.fetching.packages if kit.fetching is not None else {})
    packages = {path.name: Package(path.name, {str(path): _state_of(path)}) for path in paths}
    made = dataclasses.replace(kit, fetching=fetching, packages=packages)
    found = packages_of(made, list(packages), *runtime, may_fetch=may_copy)
    assert found.folder is not None, "what is copied has a folder"
    link = itertools.chain.from_iterable(sorted(map(str, found.folder.glob(pattern))) for pattern in form.link)
    return dataclasses.replace(found, link=tuple(link))


def _state_of(path: Path) -> str:
    """Return what tells a library from itself after a change; Unavailable if it is not there."""
    try:
        states = states_of(path)
    except OSError as error:
        raise Unavailable(f"{path} cannot be read: {error.strerror}") from None
    kept = sorted((name, state.size, state.modified_ns) for name, state in states.items())
    return hashlib.sha256(repr(kept).encode()).hexdigest()[:8]
