"""Names and texts are UTF-8 in every locale: where they are ASCII, no name could have another letter."""

from __future__ import annotations

import os
import sys


def go_on_in_utf8() -> None:
    """Start this program anew in Python's UTF-8 mode, in the same process, unless names are UTF-8 already.

    The environment stays as it is, since methods are measured in it.
    """
    if sys.getfilesystemencoding() == "utf-8" or not sys.executable:
        return
    os.execv(sys.executable, [sys.executable, "-X", "utf8", *sys.orig_argv[1:]])
