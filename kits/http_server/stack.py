"""A stack: its programs, started as nobody in a room of their own with the files of a method, and ended with us."""

from __future__ import annotations

import contextlib
import ctypes
import os
import re
import shutil
import signal
import socket
import subprocess
import time
import tomllib
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from types import TracebackType
from typing import Any

from certificate import PLACES, make_certificate
from processes import (
    Cpu,
    children_of,
    die_with_parent,
    doors,
    entries,
    running_children,
    send,
    sockets_of,
    with_descendants,
)
from room import Room
from room_files import last_lines, make_in, open_theirs

#: A program that does not listen after this long never will; one that does not end after this long is killed.
PATIENCE_S, ENDING_S = 10.0, 3.0
PAUSE_S = 0.005

#: No log of theirs is read further than this at once.
MOST_READ_BYTES = 16 << 20

#: Servers are ready once as many processes as usual are there, and no other has come for this long.
SETTLED_S = 0.03

#: What the program is called in the room that was compiled of a method's files.
BUILT = "built"

#: A port that somebody took between looking and listening is no reason to give up.
TRIES = 3

#: Folders of programs for administrators, which are not on every PATH.
ADMINISTRATORS = ("/usr/local/sbin", "/usr/sbin", "/sbin")

#: What a configuration may name beside its own folder: programs and modules of the system, and devices.
_OUTSIDE = re.compile(
    r"(?:\.\./|(?<![\w./$})-])/(?:bin|boot|etc|home|lib|media|opt|root|run|sbin|srv|sys|tmp|var)\b)[\w./-]*"
)
_COMMENTS = ("#", ";", "//")

_PR_SET_CHILD_SUBREAPER = 36


class Stack:
    """The servers of one method, which start with the first `start` and end when this is left."""

    def __init__(self, folder: Path, methods: list[Path], built: str = "", packages: str = "") -> None:
        """Take the folder of the stack's kit, and those of a method's files: shared ones first, its own last.

        built: the program that was compiled of these files; "" if there is none. packages: the folder of those that it
        needs; "" if it needs none.
        """
        self.name = folder.name
        self._built = Path(built) if built else None
        self._toml = tomllib.loads((folder / "kit.toml").read_text(encoding="utf-8"))
        self._methods = methods
        self._packages = packages
        self._room: Room | None = None
        self._served: tuple[str, str, str] | None = None
        self._is_secret = False  # if they speak TLS
        self._started: list[subprocess.Popen[bytes]] = []
        self._read_of_held = 0  # bytes of that log
        self.port = 0
        cpus = sorted(os.sched_getaffinity(0))
        self._client_cpus, self._server_cpus = ({cpus[-1]}, set(cpus[:-1])) if len(cpus) > 1 else ({*cpus}, {*cpus})

    def __enter__(self) -> Stack:
        """Have orphans of the servers come to this process, so that it can end them."""
        ctypes.CDLL(None).prctl(_PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """End all servers, and remove their room."""
        self._end_programs()
        if self._room is not None:
            self._room.close()

    def start(self, room: str, files: str, key: str, protocol: str = "http") -> None:
        """Start the servers in a fresh folder `room` so that they send what is in `files`; they may run already.

        protocol: `http`, or `https` or `h2`, for both of which they speak TLS. RuntimeError, with the end of its log,
        if a program does not start or does not listen.
        """
        if self._served is not None:
            if self._served != (files, key, protocol):
                raise RuntimeError("the servers run already, with other files to send")
            if any(one.poll() is not None for one in self._started):
                raise RuntimeError(f"a server has ended{self.complaint()}")
            return
        if self._room is None:
            self._room = Room(room, files, self._packages)
            self._is_secret = protocol != "http"
            if self._is_secret:
                make_certificate(Path(self._room.path))
        os.environ["DOWNLOAD_KEY"] = key
        for tried in range(1, TRIES + 1):
            self.port = _free_port()
            self._copy()
            self._link_packages()
            try:
                for program in self._toml["programs"]:
                    self._start(program)
                self._wait_until_settled()
                break
            except RuntimeError:
                self._end_programs()
                if tried == TRIES:
                    raise
        self._served = (files, key, protocol)

    def address(self) -> dict[str, str | int]:
        """Return where the server listens, and which processes it is made of."""
        return {"port": self.port, "processes": ",".join(map(str, self.processes()))}

    def processes(self) -> list[int]:
        """Return all processes of the servers."""
        return with_descendants([one.pid for one in self._started])

    def cpu(self) -> Cpu:
        """Return the CPU time that all processes of the servers have had so far."""
        found = Cpu(0, 0, 0)
        for pid in self.processes():
            for task in entries(f"/proc/{pid}/task"):
                with contextlib.suppress(OSError, ValueError, IndexError):
                    ran_ns = int(Path(f"/proc/{pid}/task/{task}/schedstat").read_bytes().split()[0])
                    rest = Path(f"/proc/{pid}/task/{task}/stat").read_bytes().rpartition(b")")[2].split()
                    found = Cpu(found.ran_ns + ran_ns, found.user + int(rest[11]), found.system + int(rest[12]))
        return found

    def held_ns(self) -> int | None:
        """Return how long processes of the program were busy with requests that ended since this was last asked, ns.

        The program writes that to a log, a line a request that begins with it in us. None if it has no such log.
        """
        name = self._toml.get("held")
        if name is None or self._room is None:
            return None
        path = Path(_filled(str(name), {"{room}": self._room.path}))
        try:
            with open_theirs(path) as file:
                file.seek(self._read_of_held)
                lines = file.read(MOST_READ_BYTES).splitlines(keepends=True)
        except OSError:
            return None
        whole = [line for line in lines if line.endswith(b"\n")]
        self._read_of_held += sum(map(len, whole))
        return sum(int(words[0]) for line in whole if (words := line.split()) and words[0].isdigit()) * 1000

    def to_client_cpu(self) -> None:
        """Bind the calling process to the CPU of clients; servers have the others, if there are any."""
        os.sched_setaffinity(0, self._client_cpus)
        die_with_parent(signal.SIGKILL)

    def complaint(self) -> str:
        """Return the last lines that the servers wrote to their logs, for the end of a sentence; "" if they did not."""
        room = Path(self._room.path) if self._room is not None else None
        said = [line for log in sorted(room.glob("*.log")) for line in last_lines(log)] if room is not None else []
        return f": {' | '.join(said)}" if said else ""

    def _copy(self) -> None:
        """Copy the files of the method, and those that it shares, with addresses and folders of the room.

        Or what was built of them, which is told these when it is started.
        """
        assert self._room is not None
        room = Path(self._room.path)
        if self._built is not None:  # nobody else can reach where it is kept
            with open(make_in(room / BUILT, 0o755), "wb") as copy:
                copy.write(self._built.read_bytes())
            return
        places = {"{room}": self._room.path, "{files}": self._room.files, "{port}": str(self.port)}
        here = {key: _filled(value, places) for key, value in {**self._toml.get("here", {}), **PLACES}.items()}
        for path in [path for folder in self._methods for path in sorted(folder.iterdir())]:
            if not path.is_file() or path.name.startswith("."):
                continue
            text = path.read_text(encoding="utf-8")
            for key, lines in self._toml.get("tls", {}).items() if self._is_secret else ():
                text = text.replace(key, lines)
            for key in sorted(here, key=len, reverse=True):
                text = text.replace(key, f"\0{key}\0")  # what was put in is not looked at again
            for key, value in here.items():
                text = text.replace(f"\0{key}\0", value)
            if outside := _outside(text, (self._room.path, self._room.files)):
                raise RuntimeError(f"{path.name} names {outside}, which is outside of its folder")
            with open(make_in(room / path.name, 0o644), "w", encoding="utf-8") as copy:
                copy.write(text)

    def _link_packages(self) -> None:
        """Have what is in the folder of packages lie beside the method's files, where some languages look for it."""
        assert self._room is not None
        for name in os.listdir(self._room.packages) if self._room.packages else ():
            link = Path(self._room.path, name)
            if not link.is_symlink():  # after a port was taken it is there already
                link.symlink_to(Path(self._room.packages, name))

    def _start(self, program: dict[str, Any]) -> None:
        """Start a program and wait until it listens; RuntimeError with the end of its log."""
        assert self._room is not None
        name, room = str(program["name"]), self._room.path
        places = {"{program}": _path_of(program), "{built}": f"{room}/{BUILT}", "{room}": room}
        places |= {"{port}": str(self.port), "{files}": self._room.files, "{packages}": self._room.packages}
        words = [*program["start"], *(program.get("tls", ()) if self._is_secret else ())]
        argv = [_filled(str(word), places) for word in words]
        address = _filled(str(program["listens"]), places)
        user = self._room.user
        log = make_in(Path(room) / f"{re.sub(r'[^a-z0-9]+', '-', name.lower())}.log", 0o644)
        try:
            process = subprocess.Popen(
                argv,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                cwd=room,
                user=user.pw_uid if user else None,
                group=user.pw_gid if user else None,
                extra_groups=[] if user else None,
                preexec_fn=partial(self._to_server_cpus, os.getpid()),
            )
        except OSError as error:
            raise RuntimeError(f"{name} cannot be started: {error.strerror}") from None
        finally:
            os.close(log)
        self._started.append(process)
        end = time.monotonic() + PATIENCE_S
        while process.poll() is not None or not _listens(address, self.processes):
            if process.poll() is not None:
                raise RuntimeError(f"{name} ended with status {process.returncode}{self.complaint()}")
            if time.monotonic() > end:
                raise RuntimeError(f"{name} does not listen after {PATIENCE_S:.0f} s{self.complaint()}")
            time.sleep(PAUSE_S)

    def _wait_until_settled(self) -> None:
        """Wait until all processes are there that work: a server may listen before it has started them."""
        usual = sum(int(program.get("processes", 1)) for program in self._toml["programs"])
        end = time.monotonic() + PATIENCE_S
        known: list[int] = []
        since = time.monotonic()
        while (now := time.monotonic()) < end:
            found = sorted(self.processes())
            if found != known:
                known, since = found, now
            elif len(found) >= usual and now - since > SETTLED_S:
                return
            time.sleep(PAUSE_S)
        raise RuntimeError(f"{len(known)} of {usual} processes are there after {PATIENCE_S:.0f} s{self.complaint()}")

    def _to_server_cpus(self, parent: int) -> None:
        os.sched_setaffinity(0, self._server_cpus)
        die_with_parent(signal.SIGTERM, parent)

    def _end_programs(self) -> None:
        """End the programs, the last first, and whatever is left of them."""
        for process in reversed(self._started):
            process.terminate()
        for pid in set(children_of(os.getpid())) - {process.pid for process in self._started}:
            send(pid, signal.SIGTERM)  # its parent has gone, and left it to this process
        end = time.monotonic() + ENDING_S
        # Nothing is left once this process has no child: who loses its parent becomes one before that is waited for.
        while self._has_children() and time.monotonic() < end + 2 * ENDING_S:
            if time.monotonic() > end:
                for pid in running_children():
                    send(pid, signal.SIGKILL)
            time.sleep(PAUSE_S)
        for process in self._started:
            process.wait()
        self._started.clear()

    def _has_children(self) -> bool:
        """Wait for children that have ended, orphans of the servers too; return if there are others."""
        for process in self._started:
            process.poll()
        with contextlib.suppress(ChildProcessError):
            while os.waitpid(-1, os.WNOHANG)[0]:
                pass
            return True
        return False


def _filled(text: str, places: dict[str, str]) -> str:
    return re.sub(r"\{[a-z]+\}", lambda place: places.get(place[0], place[0]), text)


def _path_of(program: dict[str, Any]) -> str:
    """Return the path of a program; RuntimeError if it is missing."""
    places = os.pathsep.join([os.environ.get("PATH", os.defpath), *ADMINISTRATORS])
    names = [str(name) for name in program["find"]]
    found = next((path for name in names if (path := shutil.which(name, path=places))), None)
    if found is None:
        raise RuntimeError(f"{program['name']} is not installed")
    return found


def _outside(text: str, own: tuple[str, ...]) -> str | None:
    """Return a path in a configuration that leads outside of the folders of its own; None if none does."""
    for line in text.splitlines():
        if not line.lstrip().startswith(_COMMENTS):
            for folder in own:
                line = line.replace(folder, "{own}")
            if found := _OUTSIDE.search(line):
                return found[0]
    return None


def _free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as one:
        return int(one.getsockname()[1])


def _listens(address: str, processes: Callable[[], Sequence[int]]) -> bool:
    """True if connections are taken at a path, or at HOST:PORT by some of these processes and by nobody else."""
    is_path = address.startswith("/")
    host, _, port = address.rpartition(":")
    with socket.socket(socket.AF_UNIX if is_path else socket.AF_INET) as one:
        if one.connect_ex(address if is_path else (host, int(port))) != 0:
            return False
    open_doors = set() if is_path else doors(int(port))
    return open_doors <= {door for pid in processes() for door in sockets_of(pid)} if open_doors else True
