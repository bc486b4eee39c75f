"""Compiled programs that all tests of a session share.

A program's name is a hash of all that it is made of, as everywhere in iotrial, and the folder is empty when a session
begins: nothing that was made before is taken, and nothing is made twice. Tests of the cache itself have one of their
own.
"""

from __future__ import annotations

import os
from pathlib import Path

#: Names the folder, to the processes that share the tests among them too.
FOLDER = "IOTRIAL_TESTED_PROGRAMS"


#: What is shared: the programs, the packages that methods need, and what compilers keep for the next time.
SHARED = ("programs", "packages", "compilers")

#: Crates that methods in Rust need are compiled for a test session without optimizing, in half of the time: what they
#: do is the same. A test that wants them as users get them takes these words away, and has a cache of its own.
QUICK_CRATES = {"CARGO_PROFILE_RELEASE_OPT_LEVEL": "0"}


def share_programs(cache: Path) -> None:
    """Let a cache folder of a test's own take its programs from the folder of the session, and leave them there."""
    (cache / "iotrial").mkdir(parents=True)
    for name in SHARED:
        (cache / "iotrial" / name).symlink_to(Path(os.environ[FOLDER]) / name)
