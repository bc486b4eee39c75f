"""Runs that were measured, packed as they were stored: every kind that a command can make.

PYTHONPATH=tests python -m stored_runs.packed FOLDER NAME     packs the run in a folder as measured/NAME.tar.xz
"""

from __future__ import annotations

import io
import json
import lzma
import sys
import tarfile
from pathlib import Path

from iotrial.store.file_names import RUN_FILE

FOLDER = Path(__file__).with_name("measured")

#: Where a run was measured is nobody's business, and another path of the same kind says as much.
ELSEWHERE = "/var/lib/iotrial"

SUFFIX = ".tar.xz"


def names() -> list[str]:
    """List what is packed."""
    return sorted(path.name.removesuffix(SUFFIX) for path in FOLDER.glob(f"*{SUFFIX}"))


def pack(folder: Path, name: str) -> Path:
    """Pack a run's record and its parts; folders of the machine that measured it get other names."""
    text = (folder / RUN_FILE).read_text()
    targets = json.loads(text)["machine"].get("targets", [])
    homes = {str(Path(one["folder"]).parent): ELSEWHERE for one in targets if one.get("folder")}
    for home, elsewhere in sorted({**homes, sys.prefix: "/opt/python"}.items(), key=lambda item: -len(item[0])):
        text = text.replace(home, elsewhere)
    path = FOLDER / f"{name}{SUFFIX}"
    with lzma.open(path, "wb", preset=9) as out, tarfile.open(fileobj=out, mode="w") as packed:
        for part in [folder / RUN_FILE, *sorted(folder.glob("sweep-*"))]:
            data = text.encode() if part.name == RUN_FILE else part.read_bytes()
            entry = tarfile.TarInfo(part.name)
            entry.size = len(data)
            packed.addfile(entry, io.BytesIO(data))
    return path


def unpack(name: str, root: Path) -> Path:
    """Write a packed run below a root, in a folder that is called as it was."""
    with tarfile.open(FOLDER / f"{name}{SUFFIX}") as packed:
        record = packed.extractfile(RUN_FILE)
        assert record is not None
        folder: Path = root / json.loads(record.read())["run"]
        packed.extractall(folder, filter="data")
    return folder


if __name__ == "__main__":
    print(pack(Path(sys.argv[1]), sys.argv[2]))
