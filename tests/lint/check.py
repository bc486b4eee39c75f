"""A check: what is run over which files, and all that decides what comes of it."""

from __future__ import annotations

import functools
import hashlib
import json
import os
import shutil
import subprocess
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from lint.tracked import ROOT, files


@dataclass(frozen=True)
class Said:
    """What came of a check: if it is content, and what it printed if it is not."""

    is_content: bool
    text: str = ""


CONTENT = Said(True)


@dataclass(frozen=True)
class Check:
    """One tool over all its files. `inputs` are the files whose contents decide, `tools` says which tools there are."""

    name: str
    run: Callable[[], Said]
    inputs: Sequence[str]
    tools: Callable[[], Sequence[str]]

    def digest(self) -> str:
        """A checksum of all that decides: the tools, the contents of the files, and how they are checked."""
        found = hashlib.sha256(json.dumps([self.name, *self.tools()]).encode())
        for name in [*files("tests/lint/*"), *self.inputs]:
            found.update(f"\0{name}\0".encode() + hashlib.sha256((ROOT / name).read_bytes()).digest())
        return found.hexdigest()


def passes(command: Sequence[str], **environment: str) -> Said:
    """Run a command at the top of the checkout, which is content if it ends with status 0."""
    if shutil.which(command[0]) is None:
        return Said(False, f"{command[0]} is not installed")
    done = subprocess.run(
        command, cwd=ROOT, env={**os.environ, **environment}, check=False, capture_output=True, text=True
    )
    return CONTENT if done.returncode == 0 else Said(False, f"{done.stdout}{done.stderr}")


def all_of(*said: Said) -> Said:
    """What came of several commands together."""
    return Said(all(one.is_content for one in said), "".join(one.text for one in said))


@functools.cache
def version_of(*command: str) -> str:
    """What a program says of its version; "" if it is not there."""
    if shutil.which(command[0]) is None:
        return ""
    done = subprocess.run(command, cwd=ROOT, check=False, capture_output=True, text=True)
    return done.stdout + done.stderr


#: Where package managers note what they installed: what a compiler finds in the system is another when these are.
_INSTALLED = ("/var/lib/dpkg/status", "/var/lib/rpm", "/lib/apk/db/installed", "/var/lib/pacman/local")


def system_packages() -> str:
    """The state of the system's packages, which compilers find by themselves."""
    there = [path.stat() for path in map(Path, _INSTALLED) if path.exists()]
    return " ".join(f"{found.st_size} {found.st_mtime_ns}" for found in there)
