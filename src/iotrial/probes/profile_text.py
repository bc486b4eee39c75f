"""A worker's profile from what perf prints of its samples. Pure: text in, shares out.

Two texts of the same samples are read. `perf script -G -F event,period,ip,sym,dso` has a line for each sample: the
function that ran. `perf script -F event,period,ip,sym` has a line for each sample too, and below it the functions of
the kernel that led there, each in a line that begins with a tab; a sample of the program has none.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from iotrial.store.record import Profile, ProfiledFunction
from iotrial.workers.complaint import visible

#: A function with a smaller share of the CPU time is not kept.
LEAST_SHARE = 0.005

#: All code of a file that has no names.
UNKNOWN = "[unknown]"

#: In both halves of memory that a processor of 64 bits has, the kernel lies in the upper one.
_KERNEL_BEGINS = 1 << 63

_SAMPLE = re.compile(
    r"\s*(?P<period>\d+)\s+(?P<event>\S+?):\s+(?P<address>[0-9a-f]+)\s+(?P<name>.*)\s\((?P<file>[^\n]*)\)\s*\Z"
)
#: A file is a path or stands in brackets. The name before it may have brackets of every kind.
_FILE = re.compile(r"\s\((?=[/\[])")

_HEAD = re.compile(r"\s*(?P<period>\d+)\s+\S+:\s*\Z")
_LINK = re.compile(r"\t\s*[0-9a-f]+\s+(?P<name>\S.*?)\s*\Z")

#: The kernel's functions for a system call: `__x64_sys_read`, `__arm64_sys_read`, `__do_sys_flock`, `ksys_read`. Some
#: jump to the next and leave no trace of themselves.
_CALL = re.compile(r"(?:_+(?:x64|ia32|arm64|s390x|riscv|se|do)_(?:compat_)?|k)sys_(?P<call>\w+)(?:\.\w+)*\Z")

#: The kernel's name of a call -> the one that everybody knows.
_RENAMED = {"newstat": "stat", "newlstat": "lstat", "newfstat": "fstat", "newuname": "uname", "mmap_pgoff": "mmap"}

_CAUSES = {
    "page fault": re.compile(r"(?:asm_)?exc_page_fault\Z|do_(?:mem_abort|page_fault)\Z"),
    "interrupt": re.compile(r"asm_(?:sysvec|common_interrupt)\w*|el\d\w*_irq\w*|irq_entries_start\Z"),
}


@dataclass
class Samples:
    """The samples of a profile: how often each function was met, and the weight of each."""

    event: str | None = None
    count: int = 0
    program: Counter[tuple[str, str]] = field(default_factory=Counter)  # (function, file) -> weight
    kernel: Counter[str] = field(default_factory=Counter)

    @property
    def weight(self) -> int:
        """The weight of all samples."""
        return self.program.total() + self.kernel.total()


def samples_of(lines: Iterable[str]) -> Samples:
    """Return the samples of the first text; lines that are none are left out."""
    found = Samples()
    for line in lines:
        matched = _SAMPLE.match(line)
        if matched is None:
            continue
        name, file = _parted(matched["name"], matched["file"])
        found.event = found.event or matched["event"]
        found.count += 1
        weight = int(matched["period"]) or 1
        if int(matched["address"], 16) >= _KERNEL_BEGINS:
            found.kernel[name] += weight
        else:
            found.program[name, file.removesuffix(" (deleted)").rpartition("/")[2] or file] += weight
    return found


def calls_of(lines: Iterable[str]) -> dict[str, float]:
    """Return the share of the samples of the second text that led through each system call, the largest first."""
    found: Counter[str] = Counter()
    total = weight = 0
    chain: list[str] = []
    for line in [*lines, "1 end:"]:
        if matched := _LINK.match(line):
            chain.append(matched["name"])
        elif matched := _HEAD.match(line):
            if (cause := _led_by(chain)) is not None:
                found[cause] += weight
            weight, chain = int(matched["period"]) or 1, []
            total += weight
    total -= weight  # of the end
    return {name: part / total for name, part in found.most_common() if part / total >= LEAST_SHARE}


def profile_of(lines: Iterable[str], chains: Iterable[str]) -> Profile:
    """Return the profile of a worker from both texts; with a reason if they have no sample."""
    found = samples_of(lines)
    if not found.weight:
        return Profile(reason="perf took no sample: the arm needs too little time on a CPU")
    sees_kernel = "u" not in (found.event or "").partition(":")[2]
    return Profile(
        event=(found.event or "").partition(":")[0],
        samples=found.count,
        kernel_share=found.kernel.total() / found.weight if sees_kernel else None,
        program=_functions({key: weight / found.weight for key, weight in found.program.items()}),
        kernel=_functions({(name, None): weight / found.weight for name, weight in found.kernel.items()}),
        calls=calls_of(chains),
    )


def _functions(shares: Mapping[tuple[str, str | None], float]) -> list[ProfiledFunction]:
    return [
        ProfiledFunction(name=visible(name) or UNKNOWN, file=visible(file) if file else None, share=share)
        for (name, file), share in sorted(shares.items(), key=lambda item: (-item[1], item[0][0], item[0][1] or ""))
        if share >= LEAST_SHARE
    ]


def _parted(name: str, file: str) -> tuple[str, str]:
    """Return the function and its file; the last bracket that a file may begin with parts them."""
    whole = f" {name} ({file}"
    places = [match.start() for match in _FILE.finditer(whole)]
    if not places:
        return name.strip(), file
    return whole[: places[-1]].strip(), whole[places[-1] + 2 :]


def _led_by(chain: list[str]) -> str | None:
    """Return what led to a function of the kernel, its callers after it: the cause that is nearest to it."""
    for name in chain:
        for cause, pattern in _CAUSES.items():
            if pattern.match(name):
                return cause
        if matched := _CALL.match(name):
            return _RENAMED.get(matched["call"], matched["call"])
    return None
