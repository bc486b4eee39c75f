"""The fork server of commands with Dask imported too: a fork becomes any module, in the network of a host.

The first word of a request is the module; the others are what it is told.
"""

from __future__ import annotations

import ctypes
import importlib
import os
import signal
import socket
import sys
from pathlib import Path

TESTS = Path(__file__).parents[1]
sys.path[0:1] = [str(TESTS), str(TESTS)]  # the first is the folder of a command afterwards

from commandline.fork_server import carry_out, import_all, serve  # noqa: E402

#: Names the file of the network namespace in which a fork shall be.
NETWORK = "IOTRIAL_TESTED_NETWORK"

#: What a scheduler, a worker or a client imports.
LIBRARIES = (
    *("asyncssh", "cryptography.x509", "distributed.cli.utils", "distributed.deploy.ssh", "distributed.http.scheduler"),
    *("distributed.http.worker", "distributed.preloading", "distributed.comm.tcp", "tornado.netutil"),
)

_NETWORKS = 0x40000000  # CLONE_NEWNET


def enter(network: str) -> None:
    """Let this process be in a network namespace; threads that it starts are there too."""
    file = os.open(network, os.O_RDONLY)
    try:
        if ctypes.CDLL(None, use_errno=True).setns(file, _NETWORKS):
            raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()), network)
    finally:
        os.close(file)


if __name__ == "__main__":
    signal.signal(signal.SIGINT, signal.default_int_handler)
    for name in LIBRARIES:
        importlib.import_module(name)
    import_all()
    if serve(socket.socket(fileno=int(sys.argv[1]))):
        if network := os.environ.pop(NETWORK, None):
            enter(network)
        carry_out(sys.argv.pop(1))
    os._exit(0)
