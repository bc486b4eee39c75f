"""The worker of every stack of HTTP servers: it starts one as its configuration says, and has a client load it.

It speaks as the Python kit does, whose file it loads; ../PROTOCOL.md is the contract. A stack has a kit.toml of its
own, which says `like = ["http_server", "python"]` and which programs it starts.
"""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path

_BESIDE = Path(__file__).resolve().parent.parent / "python" / "kit.py"
_spec = importlib.util.spec_from_file_location("kit", _BESIDE)
assert _spec is not None and _spec.loader is not None
python_kit = importlib.util.module_from_spec(_spec)
sys.dont_write_bytecode = True  # the folders of kits may be anybody's: nothing is left in them
sys.modules["kit"] = python_kit  # `from kit import Adapter`, in an adapter
_spec.loader.exec_module(python_kit)

from server_kit import main  # noqa: E402 (it builds on that file)

if __name__ == "__main__":
    main(sys.argv[1:])
