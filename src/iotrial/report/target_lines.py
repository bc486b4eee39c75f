"""The facts of a target for people: its file system, the layers below it, the device at the bottom."""

from __future__ import annotations

from iotrial.judge.target_facts import TargetFacts
from iotrial.units import format_bytes

#: Options of an overlay that name its layers; the line names them in words.
_LAYERS = ("lowerdir=", "upperdir=", "workdir=")


def target_line(target: TargetFacts) -> str:
    """Describe a target in a line.

    `ext4 (rw,relatime), 544 MiB, in a file on ext4, past its cache, on /dev/vda, virtual disk, scheduler none`.
    """
    parts = [target.filesystem or "an unknown file system"]
    options = [word for word in (target.options or "").split(",") if not word.startswith(_LAYERS)]
    if any(options):
        parts[0] += f" ({', '.join(options)})"
    if target.size_bytes is not None:
        parts.append(format_bytes(target.size_bytes))
    layers = target.below or []
    for number, layer in enumerate(layers):
        what = "over" if number == 0 and target.filesystem == "overlay" else "in a file on"
        parts.append(f"{what} {layer.filesystem}{', past its cache' if layer.direct else ''}")
    last = layers[-1] if layers else target
    if last.scheduler is not None:
        kind = "virtual disk" if last.virtual_disk else "rotating" if last.rotational else "not rotating"
        device = f"on {last.device}, " if last.device else ""
        parts.append(f"{device}{kind}, scheduler {last.scheduler}")
    return ", ".join(parts)
