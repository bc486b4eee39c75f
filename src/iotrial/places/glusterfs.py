"""A GlusterFS volume of two bricks on this machine: its programs as everywhere, without its service.

Bricks and client speak through sockets in a folder of ours, so nothing listens for others, and no volume or setting of
the system takes part. The bricks end when the client does: when the file system is unmounted, or its process killed.
"""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import time
from pathlib import Path

from iotrial.errors import Problem
from iotrial.machine.leftover_processes import has_ended
from iotrial.machine.mountinfo import mounted_under
from iotrial.machine.plain_words import in_plain_words
from iotrial.places.filesystems import program
from iotrial.places.fuse import last_line, why_not_fuse

#: What the kernel calls it, and what it puts before the mark in the source of a mount.
GLUSTERFS, SOURCE = "fuse.glusterfs", "glusterfs:"

#: Programs that it takes.
TOOLS = ("glusterfs", "glusterfsd")

#: Bricks that have not answered by then never will.
PATIENCE_S, PAUSE_S = 30.0, 0.02

BRICKS = 2

#: The settings of the bricks and of the client, in the folder of the mount. Sockets are named from there, since the
#: path of a socket must be short.
SETTINGS = "gluster"

_BRICK = """\
volume posix
  type storage/posix
  option directory "{directory}"
end-volume
volume locks
  type features/locks
  subvolumes posix
end-volume
volume brick
  type performance/io-threads
  subvolumes locks
end-volume
volume server
  type protocol/server
  option transport-type socket
  option transport.address-family unix
  option transport.socket.listen-path brick-{number}
  option auth.addr.brick.allow *
  subvolumes brick
end-volume
"""

_CLIENT = """\
volume client-{number}
  type protocol/client
  option transport-type socket
  option transport.address-family unix
  option transport.socket.connect-path brick-{number}
  option remote-host localhost
  option remote-subvolume brick
end-volume
"""

#: Each file lies on one brick.
_TOGETHER = """\
volume dht
  type cluster/distribute
  subvolumes {clients}
end-volume
"""

#: The client delays writes and reads ahead as it does with its default settings.
_KEEPING = """\
volume write-behind
  type performance/write-behind
  subvolumes dht
end-volume
volume open-behind
  type performance/open-behind
  subvolumes write-behind
end-volume
volume quick-read
  type performance/quick-read
  subvolumes open-behind
end-volume
volume md-cache
  type performance/md-cache
  subvolumes quick-read
end-volume
"""

_BEGIN = "exec 3>&1 >/dev/null\n"

#: Nothing is ever written to `alive`, which clients alone hold open: reading it ends when they do.
_START = """\
for number in {numbers}; do
    {brick} -N -f "$PWD/brick-$number.vol" -l "$PWD/brick-$number.log" 3>&- &
done
{{ cat alive; kill 0; }} 3>&- &
"""

#: So do all clients together: the bricks end with the last of them.
_JOIN = """\
exec 4>alive
{client} -N -f "$PWD/{name}.vol" -l "$PWD/{name}.log" --log-level=WARNING {words} --volfile-id "$1" "$2" 3>&- &
echo $! >&3
"""

#: A client with these asks the bricks each time.
_ASKS = "--attribute-timeout=0 --entry-timeout=0 --direct-io-mode=enable"


def why_not() -> Problem | None:
    """Say what this machine lacks for GlusterFS; None if nothing is known to be missing."""
    return why_not_fuse("glusterfs", TOOLS)


def mount(folder: Path, served: Path, point: Path, mark: str, may_keep: bool) -> str | None:
    """Mount a volume with bricks in a folder, all of it in a folder of ours; return the complaint, or None.

    The first of its mounts starts the bricks. mark: the name of the volume, which the kernel names in the source of the
    mount. may_keep: the client may delay its writes, and cache what the bricks said.
    """
    settings = folder / SETTINGS
    is_first = not settings.exists()
    start = _BEGIN + (_bricks(settings, served) if is_first else "")
    clients = [f"client-{number}" for number in range(BRICKS)]
    text = "".join(_CLIENT.format(number=number) for number in range(BRICKS))
    text += _TOGETHER.format(clients=" ".join(clients)) + (_KEEPING if may_keep else "")
    name = f"client-of-{point.name}"
    (settings / f"{name}.vol").write_text(text)
    start += _JOIN.format(client=program("glusterfs"), name=name, words="" if may_keep else _ASKS)
    (settings / f"start-{name}").write_text(start)
    client = _start(["sh", f"start-{name}", mark, os.fspath(point)], settings)
    end = time.monotonic() + PATIENCE_S
    while not has_ended(client) and time.monotonic() < end:
        if any(mounted.point == point for mounted in mounted_under(folder)) and _answers(point):
            return None
        time.sleep(PAUSE_S)
    with contextlib.suppress(ProcessLookupError):
        os.kill(client, signal.SIGKILL)  # and with the last of them the bricks
    said = [last_line(settings / f"{one}.log") for one in ("brick-0", name)]
    return "; ".join(filter(None, said)) or f"it did not answer within {PATIENCE_S:.0f} s"


def _bricks(settings: Path, served: Path) -> str:
    """Write the settings of the bricks, each with a folder of its own; return the lines that start them."""
    settings.mkdir(mode=0o700)
    for number in range(BRICKS):
        (served / f"brick-{number}").mkdir()
        text = _BRICK.format(directory=served / f"brick-{number}", number=number)
        (settings / f"brick-{number}.vol").write_text(text)
    os.mkfifo(settings / "alive", 0o600)
    return _START.format(numbers=" ".join(map(str, range(BRICKS))), brick=program("glusterfsd"))


def _start(command: list[str], folder: Path) -> int:
    """Start bricks and client, which stay in the background, in a session of their own; return the client's number."""
    done = subprocess.run(
        command,
        cwd=folder,
        env=in_plain_words(),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
        check=True,
    )
    return int(done.stdout)


def _answers(point: Path) -> bool:
    """True if a file can be made in a file system, which may be mounted before its bricks are there."""
    probe = point / "iotrial-probe"
    try:
        probe.touch()
        probe.unlink()
    except OSError:
        return False
    return True
