# boltons' atomic_save(): another name in the folder, os.fsync(), then a rename, with the permissions of the old file.
# Use it when others read the file: they find the old content or the new, whole.
# A power cut may bring the old content back, but leaves no half.
# called: boltons' atomic_save()
# tags: by-name
# needs: package boltons
# atomic: yes
# durable: content
# keeps: permissions

from __future__ import annotations

from boltons.fileutils import atomic_save


def replace_file(path: str, content: bytes) -> None:
    with atomic_save(path, text_mode=False) as file:
        file.write(content)
