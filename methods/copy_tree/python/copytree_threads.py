# shutil.copytree() with a `copy_function` that has shutil.copy2() done in one of several threads.
# Use it when files come from a device or a server; in memory Python's lock lets one thread work at a time.
# called: shutil.copytree() in threads
# tags: threaded
# parameters: at_once 1..64
# links: kept
# mode: kept
# times: of files
# existing: error
# unreadable: goes on
# any_name: yes

from __future__ import annotations

import shutil
from concurrent.futures import Future, ThreadPoolExecutor

AT_ONCE = 4


def copy_tree(source: str, target: str) -> None:
    copies: list[Future[str]] = []
    with ThreadPoolExecutor(AT_ONCE) as workers:

        def begin(path: str, copy: str) -> None:
            copies.append(workers.submit(shutil.copy2, path, copy))

        shutil.copytree(source, target, symlinks=True, copy_function=begin)
    for copy in copies:
        copy.result()
