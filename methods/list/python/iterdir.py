# Path.iterdir(): a Path object for each name.
# Use it when you go on working with paths; each object costs more than the name itself.
# sorted: no
# yields: paths
# hidden: yes
# dots: no

from __future__ import annotations

from pathlib import Path


def list_folder(folder: str) -> list[Path]:
    return list(Path(folder).iterdir())
