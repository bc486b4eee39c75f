# zipfile: read() of each item from a zip that stores them as they are.
# Use it when items travel together; its list is read each time that it is opened.
# called: zipfile, stored

from __future__ import annotations

import zipfile


def read_blobs(folder: str, names: list[str]) -> tuple[int, int, int]:
    count = total = ends = 0
    with zipfile.ZipFile(f"{folder}/blobs.zip") as archive:
        for name in names:
            item = archive.read(name)
            count += 1
            total += len(item)
            if item:
                ends += item[0] + item[-1]
    return count, total, ends
