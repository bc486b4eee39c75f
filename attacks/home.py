"""A home of its own for iotrial: its commands there, and what they must not leave behind."""

from __future__ import annotations

import atexit
import contextlib
import functools
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass, field
from pathlib import Path

import psutil

from attacks.part import BUG, Broken
from iotrial.machine.leftover_processes import VARIABLE
from iotrial.machine.mountinfo import mounts
from iotrial.machine.orderly_end import ENDING

#: Exit codes that a run may end with: it was carried out, could not begin or be stored, or nothing could be measured.
SENSIBLE = (0, 2, 3)

#: The longest that a command may take before it counts as one that hangs.
PATIENCE_S = 600

#: The least that starts, does a little and ends; it tidies up what others left.
SMALL = (
    *("append", "--set", "records=10000", "--method", "c/write_keep_open", "--method", "c/write_reopen"),
    *("--rounds", "10", "--blocks", "1", "--no-evidence"),
)


@dataclass(frozen=True)
class Home:
    """A folder in which iotrial has its cache, its results and its target."""

    folder: Path
    beside: set[int] = field(default_factory=set)  # processes that are no part of what is tried

    @property
    def target(self) -> Path:
        """The folder that is named as the target; it lies one below what may be a file system of its own."""
        return self.folder / "target" / "files"

    @property
    def results(self) -> Path:
        """The results."""
        return self.folder / "results"

    def study(self, name: str) -> tuple[str, ...]:
        """The command of a quick run of a study. A budget of some seconds would be refused before any round."""
        return ("run", name, "--quick", "--target", str(self.target))

    @property
    def temporary(self) -> Path:
        """The folder that stands for /tmp."""
        return self.folder / "tmp"

    @property
    def environment(self) -> dict[str, str]:
        """The environment of whoever lives here."""
        own = {
            "HOME": str(self.folder),
            "XDG_CACHE_HOME": str(self.folder / "cache"),
            "XDG_DATA_HOME": str(self.folder / "data"),
            "TMPDIR": str(self.temporary),
            "IOTRIAL_TARGETS": str(self.folder / "targets"),
            "IOTRIAL_RESULTS": str(self.results),
        }
        return {**os.environ, **own}

    def start(
        self,
        *arguments: str,
        before: Callable[[], None] | None = None,
        out: int | None = None,
        err: int | None = None,
    ) -> subprocess.Popen[bytes]:
        """Start a command in a session of its own; `before` is done in its process first.

        It heeds every signal, also in a campaign that goes on in the background, where a shell has some ignored.
        out, err: where it prints to; None is a file of this home.
        """

        def begin() -> None:
            for number in ENDING:
                signal.signal(number, signal.SIG_DFL)
            if before is not None:
                before()

        with (self.folder / "said").open("ab") as said:
            return subprocess.Popen(
                [sys.executable, "-m", "iotrial", *arguments],
                env=self.environment,
                stdin=subprocess.DEVNULL,
                stdout=said if out is None else out,
                stderr=said if err is None else err,
                start_new_session=True,
                preexec_fn=begin,
            )

    def require_good_end(self, process: subprocess.Popen[bytes], codes: Collection[int] = SENSIBLE) -> None:
        """Wait for a command; Broken if it takes for ever, blames itself, or ends with a code that says nothing."""
        what = " ".join(map(str, process.args[3:])) if isinstance(process.args, list) else "the command"
        try:
            code = process.wait(timeout=PATIENCE_S)
        except subprocess.TimeoutExpired:
            raise Broken(f"{what} did not end: {self._said()[-400:]}") from None
        said = self._said()
        if BUG in said or "Traceback" in said:
            raise Broken(f"{what}: {said[-1000:]}")
        if code not in codes:
            raise Broken(f"{what} ended with {code}: {said[-400:]}")

    def run(self, *arguments: str, before: Callable[[], None] | None = None) -> None:
        """Run a command to its end, which must be a good one."""
        self.require_good_end(self.start(*arguments, before=before))

    def wait(self, process: subprocess.Popen[bytes], sweeps: int, after_s: float) -> None:
        """Wait until so many sweeps are stored, and then for a while, or until the command ends."""
        end = time.monotonic() + PATIENCE_S
        while len(self.stored()) < sweeps and process.poll() is None and time.monotonic() < end:
            time.sleep(0.02)
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(timeout=after_s)

    def stored(self) -> dict[Path, int]:
        """The sweeps that are stored, each with the time of its last change."""
        return {path: path.stat().st_mtime_ns for path in self.results.glob("[!.]*/sweep-*.parquet")}

    def runs(self) -> list[str]:
        """The runs that are stored."""
        return sorted(path.parent.name for path in self.results.glob("[!.]*/run.json"))

    def require_still_there(self, stored: dict[Path, int]) -> None:
        """Raise Broken if a sweep that was stored is gone or changed."""
        now = self.stored()
        if lost := [path for path, changed_ns in stored.items() if now.get(path) != changed_ns]:
            raise Broken(f"lost or changed: {lost[0].name} and {len(lost) - 1} more of {len(stored)}")

    def require_no_text(self, text: str, *folders: Path) -> None:
        """Raise Broken if a file in these folders has a text that nobody may keep."""
        for path in (path for folder in folders for path in folder.rglob("*")):
            if path.is_file() and text.encode() in path.read_bytes():
                raise Broken(f"{path.relative_to(self.folder)} has {text}")

    def require_nothing_left(self, disk: Path | None = None, *, within_s: float = 0.0) -> None:
        """Raise Broken if a file, a mount, a loop device, a cgroup or a process is still there; `disk` is no find.

        within_s: how long what ends by itself may take.
        """
        end = time.monotonic() + within_s
        while (left := self._left(disk)) and time.monotonic() < end:
            time.sleep(0.1)
        if left:
            raise Broken(f"left behind: {left[:5]}; {self._said()[-400:]}")

    def _left(self, disk: Path | None) -> list[str]:
        mounted = [point for point in self._mounts() if point != str(disk)]
        files = [path for folder in (self.target, self.temporary) for path in folder.iterdir()]
        left = [*map(str, files), *mounted, *map(str, self._cgroups()), *([] if disk else self._loops())]
        for process in self.processes():
            with contextlib.suppress(psutil.Error):
                left.append(f"process {process.pid}: {process.cmdline()[:3]}")
        return left

    def processes(self) -> list[psutil.Process]:
        """What runs in this home: commands, and their workers."""
        found = []
        for process in psutil.process_iter():
            with contextlib.suppress(psutil.Error):
                environment = process.environ() if process.pid not in self.beside else {}
                if environment.get("HOME") == str(self.folder) or str(self.folder) in environment.get(VARIABLE, ""):
                    found.append(process)
        return found

    def end(self) -> None:
        """End and unmount all that is still there, whatever happened."""
        for number in (signal.SIGSTOP, signal.SIGKILL):
            for process in self.processes():
                with contextlib.suppress(psutil.Error):
                    process.send_signal(number)
        for point in reversed(self._mounts()):
            subprocess.run(["umount", "--lazy", point], check=False)
        for loop in self._loops():
            subprocess.run(["losetup", "--detach", loop], check=False)

    def _said(self) -> str:
        return (self.folder / "said").read_text(errors="replace")

    def _mounts(self) -> list[str]:
        return [str(mount.point) for mount in mounts() if mount.point.is_relative_to(self.folder)]

    def _loops(self) -> list[str]:
        asked = ("losetup", "--list", "--noheadings", "--output", "NAME,BACK-FILE")
        with contextlib.suppress(FileNotFoundError):
            said = subprocess.run(asked, capture_output=True, text=True, check=False).stdout
            return [line.split()[0] for line in said.splitlines() if str(self.folder) in line]
        return []

    def _cgroups(self) -> list[Path]:
        """The cgroups that notes in this home still name; other runs on this machine may have some too."""
        names = {path.name for path in (self.folder / "cache" / "iotrial" / "cgroups").glob("*")}
        every = os.walk("/sys/fs/cgroup")  # rglob() fails when a group of another run goes meanwhile
        return [Path(folder) for folder, _, _ in every if Path(folder).name in names]


@contextlib.contextmanager
def home(*, built: bool = True) -> Iterator[Home]:
    """Provide a home as long as this is open; then nothing of it stays.

    built: programs that were compiled in another home of this campaign are there.
    """
    with tempfile.TemporaryDirectory(prefix="iotrial-attack-", ignore_cleanup_errors=True) as folder:
        one = Home(Path(folder))
        one.temporary.mkdir()
        if built:
            programs = one.folder / "cache" / "iotrial" / "programs"
            programs.parent.mkdir(parents=True)
            programs.symlink_to(_programs())
        try:
            yield one
        finally:
            one.end()


@functools.cache
def _programs() -> Path:
    """The folder of programs that homes share; it is removed when the campaigns end."""
    folder = Path(tempfile.mkdtemp(prefix="iotrial-attack-programs-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return folder
