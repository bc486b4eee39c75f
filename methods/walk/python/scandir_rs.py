# scandir_rs.Count(), which walks in threads of its own, written in Rust.
# Use it when only numbers are wanted of large trees; it asks about each file all the same, and its size has that of
# folders and links in it.
# called: scandir_rs.Count()
# needs: package scandir-rs
# tags: threaded
# sizes: no
# hidden: yes
# any_name: yes
# unreadable: left out
# vanished: left out

from __future__ import annotations

from scandir_rs import Count


def walk(folder: str) -> tuple[int, int, int]:
    found = Count(folder, skip_hidden=False).collect()
    return found.files, found.dirs, 0
