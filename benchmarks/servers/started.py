"""Start the servers of a method as its stack does, print their port, and end them at the end of the input.

`python started.py WORKER STACK FOLDERS BUILT ROOM FILES KEY`: nothing of the client is loaded. The servers take a mount
namespace of their own as root, so this is a process of its own.
"""

from __future__ import annotations

import importlib
import json
import sys
from pathlib import Path


def main(worker: str, stack: str, folders: str, built: str, room: str, files: str, key: str) -> None:
    """FOLDERS is a list in JSON of the folders that have the method's files, its own last; BUILT is made of them."""
    sys.dont_write_bytecode = True
    sys.path.insert(0, worker)
    own = [Path(folder) for folder in json.loads(folders)]
    with importlib.import_module("stack").Stack(Path(stack), own, built) as servers:
        servers.start(room, files, key)
        print(servers.port, flush=True)
        sys.stdin.read()


if __name__ == "__main__":
    main(*sys.argv[1:])
