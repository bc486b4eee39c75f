"""Another user who swaps names while root makes, fills, looks for and removes what iotrial keeps beside theirs."""

from __future__ import annotations

import contextlib
import os
import shutil
import stat
import tempfile
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast
from unittest import mock

from hypothesis import strategies as st

from attacks.home import SMALL, Home
from attacks.other_user import MOVES, OTHER, WITHIN, Prey, racing
from attacks.part import Broken, Part
from attacks.stored import stored_run
from iotrial.ask.catalog import Method
from iotrial.ask.named_targets import NAMED
from iotrial.ask.parameters import kept_text
from iotrial.errors import UsageError
from iotrial.folders.cache_folder import own_folder
from iotrial.folders.own_file import require_writable, write_own
from iotrial.places import persistent
from iotrial.places.target import resolve
from iotrial.places.workplace import NOTES, Workplace, remove_all_abandoned
from iotrial.store.folder import new_run_id, read_run
from iotrial.store.write import RunWriter
from iotrial.workers.compiled import is_kept, keep, programs_folder

#: Tries beside one other user, and whole runs.
TRIES = 10
RUNS = 2

#: A user who owns nothing of all this, and takes no part.
THIRD = 4_000_000_007

#: What names root is about to use are called; the racer makes them first if it can.
NAMES = ("target-{}", "results-{}", "cache-{}", "targets-{}", "page-{}.html", "theirs")

State = tuple[int, int, int, bytes]


@dataclass(frozen=True)
class Scene:
    """Folders of root, of the other user and of a third one, below one that all of them may reach."""

    top: Path

    @property
    def shared(self) -> Path:
        """All may write to it, and rename what is theirs, as in /tmp."""
        return self.top / "shared"

    @property
    def theirs(self) -> Path:
        """The other user's, with a folder of root's in it."""
        return self.shared / "theirs"

    @property
    def precious(self) -> Path:
        """Root's own: nothing in it may change."""
        return self.top / "precious"

    @property
    def private(self) -> Path:
        """Root's own: iotrial may work in it."""
        return self.top / "private"

    def make(self) -> None:
        """Make all of it."""
        self.top.chmod(0o755)
        for folder in (self.shared, self.precious, self.private, self.theirs, self.shared / "third", self.theirs / "t"):
            folder.mkdir(mode=0o755)
        self.shared.chmod(0o1777)
        (self.shared / "third" / "file").write_text("a third user's")
        os.chown(self.shared / "third", THIRD, THIRD)
        os.chown(self.theirs, OTHER, OTHER)
        shutil.copy(stored_run() / "run.json", self.precious)
        for name in ("file", ".writing-file", "page-1.html", *(f"{within}/file" for within in (*WITHIN, "t"))):
            path = self.precious / name
            path.parent.mkdir(exist_ok=True)
            path.write_text("root's")

    def states(self) -> dict[str, State]:
        """Mode, owner, time of change and content of all that nobody may touch."""
        kept = (self.precious, self.shared / "third")
        return {str(path): _state(path) for top in kept for path in (top, *sorted(top.rglob("*")))}


def _state(path: Path) -> State:
    found = path.lstat()
    content = path.read_bytes() if stat.S_ISREG(found.st_mode) else b""
    return found.st_mode, found.st_uid, found.st_mtime_ns, content


def attempt(given: Mapping[str, Any]) -> None:
    """Have root do its work some times beside the other user; then look at what must not have changed."""
    work = WORKS[given["work"]]
    with _scene() as scene:
        before = scene.states()
        folders = [os.fspath(folder) for folder in (scene.shared, scene.theirs, scene.shared / "given-{}")]
        prey = Prey(folders, NAMES, scene.precious)
        with racing(prey, given["moves"]) as tell:
            for number in range(given.get("tries", TRIES)):
                tell(number)
                with contextlib.suppress(UsageError):
                    work(scene, number)
        after = scene.states()
        changed = [path for path in {**before, **after} if before.get(path) != after.get(path)]
        if changed:
            raise Broken(f"changed, made or lost: {changed[:5]}")


@contextlib.contextmanager
def _scene() -> Iterator[Scene]:
    """A scene, with root's cache in it, removed afterwards."""
    with tempfile.TemporaryDirectory(prefix="iotrial-attack-", ignore_cleanup_errors=True) as folder:
        scene = Scene(Path(folder))
        scene.make()
        with (
            mock.patch("iotrial.folders.cache_folder.ROOTS_OWN", scene.top / "own"),
            mock.patch.dict("os.environ", {"XDG_CACHE_HOME": str(scene.private)}),
        ):
            yield scene


def _fill(folder: Path) -> None:
    """Put some folders with files there, as a run does."""
    for number in range(3):
        (folder / f"level-{number}" / "outputs").mkdir(parents=True)
        (folder / f"level-{number}" / "outputs" / "file").write_text("x")


def _in_target(folder: Path) -> str | None:
    """Make, fill and remove a folder in a target, and one that a killed process left; return why it stays, or None."""
    workplace = Workplace(resolve("disk", folder))
    _fill(workplace.folder)
    reason = workplace.remove()
    _leave(folder)
    left = remove_all_abandoned([folder])
    return reason or next(iter(left), None)


def _leave(folder: Path) -> None:
    """Do as a run that is killed in its middle."""
    pid = os.fork()
    if pid == 0:
        try:
            _fill(Workplace(resolve("disk", folder)).folder)
        finally:
            os._exit(0)
    os.waitpid(pid, 0)


def _shared_target(scene: Scene, number: int) -> None:
    reason = _in_target(scene.shared)
    ours = [path for path in scene.shared.glob("iotrial-*") if path.lstat().st_uid == 0]
    if reason is not None or ours:
        raise Broken(f"left in a shared folder, where nobody else may rename it: {reason}")


def _named_target(scene: Scene, number: int) -> None:
    _in_target(scene.shared / f"target-{number}")


def _own_name_target(scene: Scene, number: int) -> None:
    with contextlib.suppress(FileExistsError):
        (scene.shared / f"target-{number}").mkdir()
    _in_target(scene.shared / f"target-{number}")


def _their_target(scene: Scene, number: int) -> None:
    _in_target((scene.theirs, scene.theirs / "t")[number % 2])


def _given_target(scene: Scene, number: int) -> None:
    """A target that root gives away in the middle of a run."""
    folder = scene.shared / f"given-{number}"
    folder.mkdir()
    _leave(folder)
    workplace = Workplace(resolve("disk", folder))
    _fill(workplace.folder)
    os.chown(folder, OTHER, OTHER, follow_symlinks=False)
    workplace.remove()
    remove_all_abandoned([folder])


def _results(scene: Scene, number: int) -> None:
    """Begin a run, and take it up again, where the other user makes the folder of results first if they can."""
    places = (scene.shared / f"results-{number}", scene.shared, scene.theirs / "results", scene.theirs / f"r/{number}")
    run = read_run(stored_run()).model_copy(update={"run": new_run_id()})
    with RunWriter.create(places[number % len(places)], run) as writer:
        writer.update(run)
        writer.sweep(0, {"wall_ns": [1]})
    with RunWriter.resume(writer.folder) as writer:
        writer.sweep(1, {"wall_ns": [1]})


def _cache(scene: Scene, number: int) -> None:
    """Keep a program, a text and notes in a cache that the other user makes first if they can."""
    place = scene.shared / f"cache-{number}" if number % 3 else scene.theirs / "cache"
    with mock.patch.dict("os.environ", {"XDG_CACHE_HOME": str(place)}):
        try:
            own_folder(NOTES)
            folder = programs_folder()
        except OSError:  # nothing can be kept there just now
            return
        part, program = folder / "part", folder / "program"
        part.write_text("root's")
        keep(part, program)
        method = cast("Method", SimpleNamespace(path=Path("method.py"), arm="python/method"))
        text = kept_text("root's", method)
        for kept in (program, text):
            if not is_kept(kept) or kept.read_text() != "root's":
                raise Broken(f"swapped in root's cache: {kept}")
        _in_target(scene.private)


def _created_target(scene: Scene, number: int) -> None:
    """Begin to create a target, up to the first mount."""
    place = scene.shared / f"targets-{number}" / "targets" if number % 2 else scene.theirs / "targets"
    refuse = mock.Mock(side_effect=UsageError("stopped before anything is mounted"))
    with (
        mock.patch.dict("os.environ", {"IOTRIAL_TARGETS": str(place)}),
        mock.patch.object(persistent, "set_up", refuse),
    ):
        persistent.create(NAMED["tmpfs"], 1 << 27, 0, "root")


def _page(scene: Scene, number: int) -> None:
    """Write a file that the user named."""
    path = (scene.shared, scene.theirs)[number % 2] / f"page-{number}.html"
    require_writable(path, "-o", "root's")
    write_own(path, b"a page", "-o")


def _whole_run(scene: Scene, number: int) -> None:
    """Whole commands, of which one begins where another user could swap it."""
    if number == 0:
        for target in (scene.shared, scene.shared / "target-0"):
            Home(scene.private).run("run", *SMALL, "--target", str(target))


WORKS: Mapping[str, Callable[[Scene, int], None]] = {
    "shared target": _shared_target,
    "named target": _named_target,
    "own name": _own_name_target,
    "their target": _their_target,
    "given target": _given_target,
    "results": _results,
    "cache": _cache,
    "created target": _created_target,
    "page": _page,
    "whole run": _whole_run,
}

PART = Part(
    "races",
    f"another user who swaps names beside root ({TRIES} tries each)",
    st.fixed_dictionaries(
        {
            # Whole runs take seconds, and the rest milliseconds.
            "work": st.sampled_from((*(name for name in WORKS if name != "whole run"), "whole run")),
            "moves": st.lists(st.sampled_from(tuple(MOVES)), min_size=1, unique=True),
        }
    ),
    attempt,
    is_slow=True,
    kind=lambda given: str(given["work"]),
    size=lambda given: RUNS if given["work"] == "whole run" else TRIES,
    needs_root=True,
)
