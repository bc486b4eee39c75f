"""The facts of a target for people: what it is, what it lies on, which device is at the bottom."""

from __future__ import annotations

from collections.abc import Mapping

from iotrial.units import format_bytes

#: Options of an overlay that say where its layers are, which is said in words.
_LAYERS = ("lowerdir=", "upperdir=", "workdir=")


def target_line(target: Mapping[str, object]) -> str:
    """`ext4 (rw,relatime), 544 MiB, in a file on ext4, past its cache, on /dev/vda, virtual disk, scheduler none`."""
    parts = [f"{target.get('filesystem') or 'an unknown file system'}"]
    options = [word for word in str(target.get("options") or "").split(",") if not word.startswith(_LAYERS)]
    if any(options):
        parts[0] += f" ({', '.join(options)})"
    size = target.get("size_bytes")
    if isinstance(size, int):
        parts.append(format_bytes(size))
    below = target.get("below")
    layers = [layer for layer in below if isinstance(layer, dict)] if isinstance(below, list) else []
    for number, layer in enumerate(layers):
        what = "over" if number == 0 and target.get("filesystem") == "overlay" else "in a file on"
        past = ", past its cache" if layer.get("direct") else ""
        parts.append(f"{what} {layer.get('filesystem')}{past}")
    last: Mapping[str, object] = layers[-1] if layers else target
    if last.get("scheduler") is not None:
        kind = "virtual disk" if last.get("virtual_disk") else "rotating" if last.get("rotational") else "not rotating"
        parts.append(f"on {last.get('device')}, {kind}, scheduler {last['scheduler']}")
    return ", ".join(parts)
