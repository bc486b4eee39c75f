"""A process that has imported iotrial once and becomes each command that it is asked for, in a process of its own.

Most of a short command is the start of Python and of its libraries. A fork of this process has them, and is otherwise
what a shell starts: a pid, signals, a folder, an environment and three open files, and it runs `python -m iotrial`
from the first line to the exit code. Started by `process.py` with a socket as its only argument.
"""

from __future__ import annotations

import array
import atexit
import contextlib
import gc
import importlib
import json
import os
import pkgutil
import runpy
import selectors
import signal
import socket
import sys
import threading
import traceback
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from types import FrameType
from typing import Any, NoReturn

#: More than any request; a longer one would be cut.
MOST_BYTES = 1 << 17

#: A variable of a command that may have shorter windows than iotrial's, of so many ns: a test of what several workers
#: do to each other needs few records, and a window takes as long for any number of them.
WINDOW_NS = "IOTRIAL_TESTED_WINDOW_NS"

#: The variable with which a run measures no floors beside its arms, which tests of something else need not have.
NO_FLOORS = "IOTRIAL_TESTED_WITHOUT_FLOORS"

#: Modules that commands import when they need them.
LIBRARIES = ("altair", "duckdb", "jinja2", "rich.live", "rich.progress", "rich.table", "scipy.stats", "vl_convert")

#: The languages of most methods in tests: each command that runs one asks its runtime or compiler for its version.
ASKED = ("c", "php", "python")

#: What each command makes of the code alone, and a process keeps once it has it.
MADE_ONCE = (("iotrial.cli", "_command"), ("iotrial.code_digest", "code_digest"))


def import_all() -> None:
    """Import what any command may come to need, and put together once what is the same for all of them."""
    import iotrial

    for name in LIBRARIES:
        importlib.import_module(name)
    for module in pkgutil.walk_packages(iotrial.__path__, "iotrial."):
        if module.name.rpartition(".")[2] != "__main__":
            importlib.import_module(module.name)
    for name, made in MADE_ONCE:
        getattr(importlib.import_module(name), made)()
    read_our_tree()
    gc.collect()
    gc.freeze()  # a collection in a fork would copy every page


def read_our_tree() -> None:
    """Read our own tree now, for the first of each command's readings of it, if none of its 900 files is another."""
    tree: Any = importlib.import_module("iotrial.ask.tree")
    load, folders = tree._loaded, [tree.root() / name for name in ("kits", "methods")]
    states = list(states_of(folders))
    found = [load(())]

    def loaded(trees: Sequence[Path]) -> Any:
        is_as_it_was = not trees and found and states == list(states_of(folders))
        return found.pop() if is_as_it_was else load(trees)

    tree._loaded = loaded
    ask_for_versions(found[0][0].kits)


def ask_for_versions(kits: Mapping[str, Any]) -> None:
    """Ask some runtimes for their versions now; a command that finds them at the same paths need not ask again."""
    build = importlib.import_module("iotrial.workers.build")
    for name in ASKED:
        with contextlib.suppress(build.Unavailable):
            build.runtime_of(kits[name])


def states_of(folders: Iterable[str | Path]) -> Iterator[tuple[object, ...]]:
    """Yield the path of each file in some folders, and what changes when the file does."""
    for folder in folders:
        with os.scandir(folder) as entries:
            for entry in sorted(entries, key=lambda one: one.name):
                state = entry.stat()
                if not entry.is_dir():
                    yield entry.path, state.st_ino, state.st_mode, state.st_size, state.st_mtime_ns, state.st_ctime_ns
                elif entry.name != "__pycache__":
                    yield entry.path, state.st_mode
                    yield from states_of([entry.path])


def receive(channel: socket.socket) -> tuple[dict[str, object], list[int]] | None:
    """Return a request and its open files: output, errors, and the one for the command's fate; None at the end."""
    room = socket.CMSG_SPACE(3 * array.array("i").itemsize)
    data, passed, _, _ = channel.recvmsg(MOST_BYTES, room)
    if not data:
        return None
    files = array.array("i")
    for _, _, content in passed:
        files.frombytes(content)
    request = json.loads(data)
    assert isinstance(request, dict)
    return request, list(files)


def become(request: dict[str, object], files: list[int]) -> None:
    """Turn this fork into what a shell would have started for the request."""
    for number, file in enumerate(files[:2], 1):
        os.dup2(file, number)
    os.closerange(3, os.sysconf("SC_OPEN_MAX"))
    sys.stdout = os.fdopen(1, "w", closefd=False)
    sys.stderr = os.fdopen(2, "w", buffering=1, closefd=False, errors="backslashreplace")
    arguments, environment, folder = request["arguments"], request["environment"], request["folder"]
    assert isinstance(arguments, list) and isinstance(environment, dict) and isinstance(folder, str)
    os.environ.clear()
    os.environ.update(environment)
    os.chdir(folder)
    sys.argv = ["iotrial", *arguments]
    sys.path[0] = folder  # of this file until now; `-m` has the folder in which it is started
    if WINDOW_NS in environment:
        shorten_windows(int(environment[WINDOW_NS]))
    if NO_FLOORS in environment:
        leave_out_floors()


def shorten_windows(length_ns: int) -> None:
    """Let several workers at once fill windows of this length."""
    levels: Any = importlib.import_module("iotrial.measure.run_levels")
    made = levels.task_of

    def task_of(*given: Any) -> Any:
        task = made(*given)
        if task.window is not None:
            task.window.length_ns = length_ns
        return task

    levels.task_of = task_of


def leave_out_floors() -> None:
    """Measure nothing beside the arms of a level."""
    levels: Any = importlib.import_module("iotrial.measure.run_levels")
    levels.floors_of = lambda *_: []


def carry_out(module: str = "iotrial") -> NoReturn:
    """Run a module and end with its exit code, as Python does, but for clearing away all that was imported."""
    code: object = 0
    try:
        runpy.run_module(module, run_name="__main__", alter_sys=True)
    except SystemExit as leaving:
        code = leaving.code
    except BaseException:
        traceback.print_exc()
        code = 1
    for thread in threading.enumerate():
        if thread is not threading.current_thread() and not thread.daemon:
            thread.join()
    atexit._run_exitfuncs()
    if code is not None and not isinstance(code, int):
        print(code, file=sys.stderr)
        code = 1
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(code or 0)


def serve(channel: socket.socket) -> bool:
    """Answer requests until there are no more; True in a fork, which has become what it was asked for."""
    fates: dict[int, int] = {}
    woken, wake = os.pipe()
    os.set_blocking(wake, False)

    def reap(number: int, frame: FrameType | None) -> None:
        pass  # the wake-up is all that is wanted

    signal.signal(signal.SIGCHLD, reap)
    signal.set_wakeup_fd(wake)
    selector = selectors.DefaultSelector()
    selector.register(channel, selectors.EVENT_READ)
    selector.register(woken, selectors.EVENT_READ)
    while True:
        for key, _ in selector.select():
            if key.fileobj == woken:
                os.read(woken, 1 << 10)
                tell_fates(fates)
            elif (asked := receive(channel)) is None:
                return False
            elif (pid := os.fork()) == 0:
                signal.set_wakeup_fd(-1)
                signal.signal(signal.SIGCHLD, signal.SIG_DFL)
                # Both would be closed by a later collection, when a file of the command has their number.
                selector.close()
                channel.close()
                become(*asked)
                return True
            else:
                *others, fates[pid] = asked[1]
                for file in others:
                    os.close(file)
                os.write(fates[pid], f"{pid}\n".encode())


def tell_fates(fates: dict[int, int]) -> None:
    """Tell of each command that has ended how it did."""
    for pid in list(fates):
        ended, status = os.waitpid(pid, os.WNOHANG)
        if ended:
            file = fates.pop(pid)
            os.write(file, f"{os.waitstatus_to_exitcode(status)}\n".encode())
            os.close(file)


if __name__ == "__main__":
    # A shell starts what it leaves in the background with Ctrl-C switched off, and that is inherited.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    import_all()
    if serve(socket.socket(fileno=int(sys.argv[1]))):
        carry_out()
    os._exit(0)
