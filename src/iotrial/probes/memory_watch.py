"""Start a worker and read its peak of memory by kind: `python memory_watch.py COMMAND…`, a process between us and it.

It is run by its path, without iotrial. Requests come on descriptor 0, a line each, and are answered there by a line of
JSON: `reset` (forget the peak; the work begins now) and `read` (the highest memory since). The end of descriptor 0 ends
the worker. Every other descriptor is the worker's.

A process's resident memory grows by page faults. It shrinks only by system calls (munmap, madvise, brk and the like),
unless the system takes pages back. So a seccomp filter and ptrace stop the worker when such a call begins, and its
memory is read then and at the end: no peak comes and goes unseen. Nothing else stops it. If the system does not allow
that, memory is read every millisecond instead, and the answer says `samples`.
"""

from __future__ import annotations

import contextlib
import ctypes
import json
import os
import resource
import select
import signal
import struct
import sys
import threading
from pathlib import Path

#: Machine -> the number that a filter sees for it, and those of the calls that can make resident memory shrink:
#: munmap, brk, mmap, mremap, madvise, shmdt, truncate, ftruncate, fallocate, process_madvise.
CALLS = {
    "x86_64": (0xC000003E, (11, 12, 9, 25, 28, 67, 76, 77, 285, 440)),
    "aarch64": (0xC00000B7, (215, 214, 222, 216, 233, 197, 45, 46, 47, 440)),
}

#: Without stops the worker's memory is read this often.
SAMPLE_MS = 1

#: Mappings take long to read: they are read only if memory is higher than at their last reading by this share.
FINER_SHARE = 0.01

CONT, SEIZE, LISTEN = 7, 0x4206, 0x4208
#: Stops at forks, clones and filtered calls; the worker dies with us.
OPTIONS = 0x2 | 0x4 | 0x8 | 0x80 | 0x100000
EVENT_SECCOMP, EVENT_STOP = 7, 128
GROUP_STOPS = (signal.SIGSTOP, signal.SIGTSTP, signal.SIGTTIN, signal.SIGTTOU)
WALL = 0x40000000
NO_NEW_PRIVILEGES, SET_SECCOMP, FILTER_MODE = 38, 22, 2

KINDS = {"VmRSS": "total", "RssAnon": "anonymous", "RssFile": "file", "RssShmem": "shared", "VmHWM": "peak"}

libc = ctypes.CDLL(None, use_errno=True)
libc.ptrace.restype = ctypes.c_long
libc.ptrace.argtypes = [ctypes.c_long, ctypes.c_long, ctypes.c_void_p, ctypes.c_void_p]


class Peak:
    """The highest reading of a process since the last reset; used by two threads."""

    def __init__(self, pid: int) -> None:
        """Begin with nothing read of the process `pid`."""
        self._pid = pid
        self._lock = threading.Lock()
        self._best: dict[str, int] = {}
        self._finely_at = 0
        self._reclaimable: int | None = None

    def look(self) -> None:
        """Read the process's memory and keep it if it is higher than before."""
        now = status(self._pid)
        with self._lock:
            if now.get("total", -1) <= self._best.get("total", -1):  # a process that is ending has none any more
                return
            self._best = now
            if now["total"] > self._finely_at * (1 + FINER_SHARE):
                self._finely_at = now["total"]
                self._reclaimable = reclaimable(self._pid)

    def reset(self) -> dict[str, object]:
        """Forget everything, the system's own peak too; return the memory as it is now."""
        is_reset = True
        try:
            Path(f"/proc/{self._pid}/clear_refs").write_text("5")
        except OSError:
            is_reset = False
        with self._lock:
            self._best, self._finely_at, self._reclaimable = {}, 0, None
        return {"is_reset": is_reset, "before_bytes": status(self._pid).get("total")}

    def read(self) -> dict[str, object]:
        """Return the highest memory by kind, in bytes, with the system's own peak of the whole."""
        self.look()
        peak = status(self._pid).get("peak")
        with self._lock:
            best = {f"{name}_bytes": self._best.get(name) for name in ("total", "anonymous", "file", "shared")}
            return {**best, "peak_bytes": peak, "reclaimable_bytes": self._reclaimable}


def status(pid: int) -> dict[str, int]:
    """Resident memory by kind, bytes; empty if the process is gone, without the kinds that the system does not tell."""
    try:
        lines = Path(f"/proc/{pid}/status").read_text(errors="replace").splitlines()
    except OSError:
        return {}
    pairs = (line.split(":", 1) for line in lines)
    return {KINDS[name]: int(rest.split()[0]) * 1024 for name, rest in pairs if name in KINDS}


def reclaimable(pid: int) -> int | None:
    """Bytes of clean pages of files in its mappings; None if the system does not tell."""
    try:
        return clean_bytes(Path(f"/proc/{pid}/smaps").read_text(errors="replace"), IN_MEMORY)
    except OSError:
        return None


def clean_bytes(smaps: str, in_memory: set[int]) -> int:
    """Bytes of clean pages of files in mappings, which the system may take back without writing anything.

    Files on the devices `in_memory` (tmpfs, memfd, shared memory) and locked pages do not count.
    """
    total = clean = locked = 0
    counts = False
    for line in smaps.splitlines():
        words = line.split(None, 5)
        if not words[0].endswith(":"):
            total += 0 if locked else clean
            clean = locked = 0
            counts = words[4] != "0" and device_of(words[3]) not in in_memory
        elif counts and words[0] in ("Private_Clean:", "Shared_Clean:"):
            clean += int(words[1]) * 1024
        elif words[0] == "Locked:":
            locked = int(words[1])
    return total + (0 if locked else clean)


def device_of(text: str) -> int:
    """Read a text such as `fd:01` as a device number."""
    major, _, minor = text.partition(":")
    return os.makedev(int(major, 16), int(minor, 16))


def devices_in_memory() -> set[int]:
    """The devices of file systems that live in memory, the system's own for shared memory among them."""
    found = set()
    with contextlib.suppress(OSError, AttributeError):
        descriptor = os.memfd_create("iotrial")
        found.add(os.fstat(descriptor).st_dev)
        os.close(descriptor)
    with contextlib.suppress(OSError):
        for line in Path("/proc/self/mountinfo").read_text(errors="replace").splitlines():
            before, _, after = line.partition(" - ")
            if after.split()[0] in ("tmpfs", "ramfs", "devtmpfs"):
                major, minor = before.split()[2].split(":")
                found.add(os.makedev(int(major), int(minor)))
    return found


IN_MEMORY = devices_in_memory()


def filtered() -> bytes:
    """Build the seccomp filter, which stops at the calls of CALLS and lets all others pass, for a machine in CALLS."""
    machine, numbers = CALLS[os.uname().machine]
    load, equal, back = 0x20, 0x15, 0x06
    trace, allow = struct.pack("<HBBI", back, 0, 0, 0x7FF00000), struct.pack("<HBBI", back, 0, 0, 0x7FFF0000)
    program = struct.pack("<HBBI", load, 0, 0, 4) + struct.pack("<HBBI", equal, 1, 0, machine) + allow
    program += struct.pack("<HBBI", load, 0, 0, 0)
    for place, number in enumerate(numbers):
        program += struct.pack("<HBBI", equal, len(numbers) - place, 0, number)
    return program + allow + trace


def is_filtered(pid: int) -> bool:
    """True if a process has a seccomp filter."""
    try:
        return "\nSeccomp:\t2\n" in Path(f"/proc/{pid}/status").read_text(errors="replace")
    except OSError:
        return False


def become(command: list[str], is_watched: int) -> None:
    """Wait, in the child, until we watch it or know that we cannot; then become the worker."""
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    if os.read(is_watched, 1) == b"y":
        program = filtered()
        code = ctypes.create_string_buffer(program)
        table = struct.pack("HxxxxxxP", len(program) // 8, ctypes.addressof(code))
        zero = ctypes.c_ulong(0)
        libc.prctl(NO_NEW_PRIVILEGES, ctypes.c_ulong(1), zero, zero, zero)
        libc.prctl(SET_SECCOMP, ctypes.c_ulong(FILTER_MODE), ctypes.create_string_buffer(table), zero, zero)
    try:
        os.execvp(command[0], command)
    except OSError as error:
        os.write(2, f"cannot start {command[0]}: {error.strerror}\n".encode())
    os._exit(127)


def ptrace(request: int, pid: int, data: int = 0) -> bool:
    """Send a ptrace request; return if the system did it."""
    return bool(libc.ptrace(request, pid, None, ctypes.c_void_p(data)) == 0)


def answer(peak: Peak, worker: int, is_traced: bool) -> None:
    """Answer requests until there are no more; then end the worker."""
    waiting = select.poll()
    waiting.register(0, select.POLLIN)
    stops = is_traced
    while True:
        if not waiting.poll(None if stops else SAMPLE_MS):
            peak.look()
            continue
        request = os.read(0, 64)
        if not request:
            with contextlib.suppress(ProcessLookupError):
                os.kill(worker, signal.SIGKILL)
            return
        # The worker may not have been allowed to set its filter, or may not have come so far when this reading began.
        stops = (is_traced if request == b"reset\n" else stops) and is_filtered(worker)
        found = peak.reset() if request == b"reset\n" else peak.read()
        how = "stops" if stops else "samples"
        os.write(0, json.dumps({"how": how, "pid": worker, **found}).encode() + b"\n")


def follow(peak: Peak, worker: int) -> int:
    """Read the worker's memory at each of its stops and let it go on; return its exit status as the system gives it."""
    while True:
        pid, status = os.waitpid(-1, WALL)
        if not os.WIFSTOPPED(status):
            if pid == worker:
                return status
            continue
        event, number = status >> 16, os.WSTOPSIG(status)
        if event == EVENT_SECCOMP:
            peak.look()
            ptrace(CONT, pid)
        elif event == EVENT_STOP and number in GROUP_STOPS:
            ptrace(LISTEN, pid)
        else:
            ptrace(CONT, pid, 0 if event else number)


def main(command: list[str]) -> None:
    """Start the worker, watch it, and end as it ends."""
    go, held = os.pipe()
    worker = os.fork()
    if worker == 0:
        os.close(held)
        become(command, go)
    os.close(go)
    can_filter = os.uname().machine in CALLS and Path("/proc/sys/kernel/seccomp/actions_avail").exists()
    is_traced = can_filter and ptrace(SEIZE, worker, OPTIONS)
    os.write(held, b"y" if is_traced else b"n")
    os.close(held)
    for descriptor in (1, 3, 4):  # these are the worker's; its reader waits until all copies are closed
        with contextlib.suppress(OSError):
            os.close(descriptor)
    peak = Peak(worker)
    threading.Thread(target=answer, args=(peak, worker, is_traced), daemon=True).start()
    code = os.waitstatus_to_exitcode(follow(peak, worker))
    if code < 0:
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        signal.signal(-code, signal.SIG_DFL) if -code not in (signal.SIGKILL, signal.SIGSTOP) else None
        os.kill(os.getpid(), -code)
    os._exit(code)


if __name__ == "__main__":
    main(sys.argv[1:])
