"""Mounts that iotrial makes in a folder of its own and removes again: these and no others.

Each mount is written down in the folder before it is made. It is unmounted only if it is written there and the kernel
tells the same of it (the point, the file system, the file behind the loop device or the mark that we gave as the
source). Anything else below the folder stays, and the folder with it.
"""

from __future__ import annotations

import contextlib
import dataclasses
import json
import os
import secrets
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from iotrial.ask.named_targets import NamedTarget
from iotrial.errors import UsageError
from iotrial.folders.own_note import read_note, write_note
from iotrial.folders.removal import StillThere
from iotrial.machine.mountinfo import Mount, backing_of, frees_itself, loops_of, mounted_under
from iotrial.places import filesystems, glusterfs, sshfs
from iotrial.places.fuse import ServedFileSystem

RECORD = "iotrial-mounts.json"

#: The folders of a target's own mount, of what lies below an overlay or is served, and of an image in memory.
POINT, BELOW, MEMORY = "mnt", "below", "memory"

#: The folders of the mounts of more hosts than one: the second, the third, and one that looks at what they did.
HOST, OBSERVER = "host-{}", "observer"
IMAGE = "image"

#: File systems that are programs, with a server behind them.
SERVED = {
    sshfs.SSHFS: ServedFileSystem(sshfs.why_not, sshfs.mount),
    glusterfs.GLUSTERFS: ServedFileSystem(glusterfs.why_not, glusterfs.mount),
}

#: Room of a tmpfs in addition to the image that it holds.
_SLACK_BYTES = 4 << 20

#: A worker that was just ended may hold a mount for a moment longer.
_TRIES, _PAUSE_S = 20, 0.1


class StillMounted(StillThere):
    """Something below a folder stays mounted; the text says what, and who uses it if that is known."""


@dataclass(frozen=True)
class Layer:
    """One mount: the file system, its point in the folder, its size and the image in which it lies."""

    filesystem: str
    point: str
    size_bytes: int | None = None
    image: str | None = None  # file behind the loop device


def layers_of(target: NamedTarget, size_bytes: int, hosts: int = 1) -> list[Layer]:
    """Return the mounts that a target needs, the lowest first; those of more hosts where a server can have them."""
    layers: list[Layer] = []
    top = POINT if target.filesystem != "overlay" else BELOW
    inner = target.image_filesystem
    image = IMAGE
    if target.in_memory:
        layers.append(Layer("tmpfs", MEMORY, size_bytes + _SLACK_BYTES))
        image = f"{MEMORY}/{IMAGE}"
    if inner is not None:
        layers.append(Layer(inner, top, size_bytes, image))
    elif "tmpfs" in (target.filesystem, target.on):
        layers.append(Layer("tmpfs", top, size_bytes))
    if target.filesystem == "overlay" or target.filesystem in SERVED:
        layers.append(Layer(target.filesystem, POINT))
    if target.filesystem in SERVED and hosts > 1:
        layers += [Layer(target.filesystem, point) for point in (*further_points(hosts), OBSERVER)]
    return layers


def further_points(hosts: int) -> list[str]:
    """Return the folders of the mounts of hosts beyond the first."""
    return [HOST.format(number) for number in range(1, hosts)]


def set_up(folder: Path, layers: Sequence[Layer]) -> None:
    """Make images and mount all layers in a folder of ours; UsageError if one cannot be mounted.

    `release` unmounts those that were mounted before the failure.
    """
    mark = f"iotrial-{secrets.token_hex(4)}"
    _write_down(folder, mark, layers)
    for layer in layers:
        (folder / layer.point).mkdir(exist_ok=True)
        if layer.image is not None and layer.size_bytes is not None:
            _allocate(folder / layer.image, layer.size_bytes)
            filesystems.make(layer.filesystem, folder / layer.image)
        if layer.filesystem == "overlay":
            for name in ("lower", "upper", "work"):
                (folder / BELOW / name).mkdir(parents=True)
        if layer.filesystem in SERVED:
            (folder / BELOW).mkdir(exist_ok=True)
        said = _mount(folder, layer, mark)
        if said is not None:
            raise UsageError(f"{layer.filesystem} cannot be mounted: {said}", hint=_hint(said))
        if layer.image == IMAGE:
            _hold_pages_once(folder / layer.point)


def release(folder: Path) -> None:
    """Unmount what `set_up` mounted in a folder and free its loop devices.

    StillMounted if something is in use, or if something is mounted there that is not ours: then all of it stays.
    """
    live = mounted_under(folder)
    mark, layers = _written_down(folder)
    for mount in live:
        if not any(_is_ours(folder, mount, layer, mark) for layer in layers):
            raise StillMounted(f"{mount.filesystem} is mounted at {os.fspath(mount.point)!r}, and not by iotrial")
    for mount in reversed(live):
        said = _unmount(mount.point)
        if said is not None and _is_freed_later(folder, mount):
            said = filesystems.run_program("umount", "--lazy", mount.point)
        if said is not None:
            users = _users_of(mount.point)
            by = f", used by {users}" if users else ""
            raise StillMounted(f"{os.fspath(mount.point)!r} cannot be unmounted{by}: {said}")
    for layer in layers:
        if layer.image is not None:
            _detach(folder / layer.image)


def is_mounted(folder: Path) -> bool:
    """True if every layer that is written down in a folder is mounted there, and nothing else."""
    mark, layers = _written_down(folder)
    live = mounted_under(folder)
    if not layers or len(live) != len(layers):
        return False
    return all(_is_ours(folder, mount, layer, mark) for mount, layer in zip(live, layers, strict=True))


def _write_down(folder: Path, mark: str, layers: Sequence[Layer]) -> None:
    """Write layers down, synced, before anything is mounted: we unmount only what is written there."""
    text = json.dumps({"mark": mark, "layers": [dataclasses.asdict(layer) for layer in layers]})
    new = folder / f"{RECORD}.new"
    new.unlink(missing_ok=True)
    write_note(new, text, mode=0o644)  # users of a target that root created read if it is mounted
    new.rename(folder / RECORD)


def _written_down(folder: Path) -> tuple[str, list[Layer]]:
    """Read the mark and the layers of a folder; none if no whole record is there, since then nothing there is ours."""
    path = folder / RECORD
    try:
        record = json.loads(read_note(path))
        mark = record["mark"]
        layers = [Layer(**layer) for layer in record["layers"]]
    except (OSError, ValueError, KeyError, TypeError):
        return "", []
    points = {POINT, BELOW, MEMORY, OBSERVER, *further_points(len(layers) + 1)}
    known = all(layer.point in points for layer in layers)
    images = all(layer.image in (None, IMAGE, f"{MEMORY}/{IMAGE}") for layer in layers)
    is_whole = isinstance(mark, str) and mark.startswith("iotrial-") and known and images
    return (mark, layers) if is_whole else ("", [])


def _is_ours(folder: Path, mount: Mount, layer: Layer, mark: str) -> bool:
    """True if the kernel tells the same of a mount as was written down of a layer."""
    if mount.point != folder / layer.point or mount.filesystem != layer.filesystem:
        return False
    if layer.image is None:
        return mount.source.removeprefix(glusterfs.SOURCE) == mark
    return backing_of(mount.source) == folder / layer.image


def _allocate(file: Path, size_bytes: int) -> None:
    """Make a file with all its room allocated: a sparse one would fail in the middle of a run if the disk were full."""
    descriptor = os.open(file, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600)
    try:
        os.posix_fallocate(descriptor, 0, size_bytes)
    except OSError as error:
        raise UsageError(
            f"no room for an image of {size_bytes >> 20} MiB in {os.fspath(file.parent)!r}: {error.strerror}",
            hint="free some room, or ask for less: --size",
        ) from None
    finally:
        os.close(descriptor)


def _mount(folder: Path, layer: Layer, mark: str) -> str | None:
    """Mount one layer; return the complaint, or None. The kernel frees the loop device when it is unmounted."""
    point = folder / layer.point
    if layer.filesystem in SERVED:
        return SERVED[layer.filesystem].mount(folder, folder / BELOW, point, mark, layer.point != OBSERVER)
    # Names are relative to the folder: an overlay's options cannot hold a path with a comma.
    options = ["nodev", "nosuid"]
    if layer.image is not None:
        options += ["loop", *filesystems.MAKERS[layer.filesystem].mount_options]
        what: str | Path = folder / layer.image
    elif layer.filesystem == "overlay":
        options += [f"lowerdir={BELOW}/lower", f"upperdir={BELOW}/upper", f"workdir={BELOW}/work"]
        what = mark
    else:
        options += [f"size={layer.size_bytes}", "mode=0755" if layer.point == POINT else "mode=0700"]
        what = mark
    arguments = ("-t", layer.filesystem, "-o", ",".join(options), what, point)
    return _plainly("mount", point, filesystems.run_program("mount", *arguments, folder=folder))


def _plainly(program: str, point: Path, said: str | None) -> str | None:
    """Return a program's complaint without its name and the point, which we name ourselves."""
    return said.removeprefix(f"{program}: {os.fspath(point)}: ").rstrip(".") if said is not None else None


def _hold_pages_once(point: Path) -> None:
    """Let the loop device bypass the page cache of the disk below if it can, so that pages are not cached twice."""
    for mount in mounted_under(point):
        filesystems.run_program("losetup", "--direct-io=on", mount.source)


def _unmount(point: Path) -> str | None:
    for tried in range(_TRIES):
        said = _plainly("umount", point, filesystems.run_program("umount", point))
        if said is None or "busy" not in said:
            return said
        if tried + 1 < _TRIES:
            time.sleep(_PAUSE_S)
    return said


def _is_freed_later(folder: Path, mount: Mount) -> bool:
    """True if a mount is in use by its image alone, whose loop device a copy of another mount still holds.

    See `_detach`: the kernel frees both when that copy is gone, and the name of the mount can go before.
    """
    held = loops_of(folder / MEMORY / IMAGE) if mount.point == folder / MEMORY else []
    return bool(held) and all(map(frees_itself, held)) and not _users_of(mount.point)


def _detach(image: Path) -> None:
    """Free the loop devices of an image that is not mounted here; StillMounted if one stays that would stay for ever.

    A sandbox that was started meanwhile has a copy of the mount, and with it the device until it ends. The kernel frees
    such a device by itself, and the image can go before.
    """
    for device in loops_of(image):
        filesystems.run_program("losetup", "--detach", device)
    for tried in range(_TRIES):
        if not (held := loops_of(image)):
            return
        if tried + 1 < _TRIES:
            time.sleep(_PAUSE_S)
    if left := [device for device in held if not frees_itself(device)]:
        raise StillMounted(f"{os.fspath(image)!r} is still in use by {', '.join(left)}")


def _users_of(point: Path) -> str:
    """Name the processes with their folder or open files in a mount, as far as we may see; "" if none are seen."""
    users: list[str] = []
    for process in sorted(Path("/proc").glob("[0-9]*")):
        with contextlib.suppress(OSError):
            links = [process / "cwd", process / "root", *(process / "fd").iterdir()]
            if any(_lies_in(link, point) for link in links):
                users.append(f"process {process.name} ({(process / 'comm').read_text().strip()})")
    return ", ".join(users[:3]) + (f" and {len(users) - 3} more" if len(users) > 3 else "")


def _lies_in(link: Path, point: Path) -> bool:
    try:
        path = link.readlink()
    except OSError:
        return False
    return path == point or point in path.parents


def _hint(said: str) -> str | None:
    if "permission denied" in said.lower() or "not permitted" in said.lower():
        return "a container mounts only what its host lets it (CAP_SYS_ADMIN, loop devices); run it on the host"
    if "loop" in said:
        return "the loop devices may all be in use: losetup --list"
    return None
