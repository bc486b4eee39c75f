"""The targets that a study can name instead of a folder, as the place of a level's files. Names only."""

from __future__ import annotations

from dataclasses import dataclass

#: The place of the files unless the study says otherwise.
DEFAULT_TARGET = "disk"


@dataclass(frozen=True)
class NamedTarget:
    """A target that iotrial can make: a file system, and what it lies on."""

    name: str
    filesystem: str
    summary: str
    on: str | None = None  # the file system below an overlay that is no folder of the disk
    in_memory: bool = False  # the image lies on a tmpfs
    for_a_run: bool = False  # it goes with the run that made it: processes stand behind it

    @property
    def has_image(self) -> bool:
        """True if it takes an image file and a loop device."""
        return self.image_filesystem is not None

    @property
    def is_lost(self) -> bool:
        """True if what lies on it does not outlive a restart of the machine."""
        return self.filesystem == "tmpfs" or self.on == "tmpfs" or self.in_memory

    @property
    def image_filesystem(self) -> str | None:
        """The file system in the image file; None if there is none."""
        inner = self.on if self.filesystem == "overlay" else self.filesystem
        return inner if inner in IMAGES else None


#: File systems that are made in an image file.
IMAGES = ("ext4", "xfs", "btrfs")


def _all() -> dict[str, NamedTarget]:
    found = [NamedTarget("tmpfs", "tmpfs", "files in memory, by the kernel's tmpfs")]
    found += [NamedTarget(name, name, f"{name} in an image file on the disk") for name in IMAGES]
    found += [
        NamedTarget(f"{name}-in-memory", name, f"{name} in an image file on a tmpfs", in_memory=True) for name in IMAGES
    ]
    found.append(NamedTarget("overlay", "overlay", "an overlay, as containers have, over a folder of the disk"))
    found.append(NamedTarget("overlay-on-tmpfs", "overlay", "an overlay over a tmpfs", "tmpfs"))
    found += [
        NamedTarget(f"overlay-on-{name}", "overlay", f"an overlay over {name} in an image file", name)
        for name in IMAGES
    ]
    found.append(
        NamedTarget(
            "sshfs", "fuse.sshfs", "a folder of the disk through sshfs, ssh and a server for it", for_a_run=True
        )
    )
    found.append(
        NamedTarget("glusterfs", "fuse.glusterfs", "a GlusterFS volume of two bricks on this machine", for_a_run=True)
    )
    return {target.name: target for target in found}


#: Name -> target, in the order in which they are listed.
NAMED = _all()

#: Every name that a study may give beside a path.
TARGETS = (DEFAULT_TARGET, *NAMED)
