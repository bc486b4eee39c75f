"""The rights of this user to what iotrial makes."""

from __future__ import annotations

import os
import stat


def keep_own_rights() -> None:
    """Let this user read, write and enter what this process makes, though the umask would take that away.

    Others' rights stay as the umask has them. A folder that its maker cannot open could not be removed either.
    """
    os.umask(os.umask(0o077) & ~stat.S_IRWXU)
