"""Sources of noise are found in /proc and /sys: made-up systems, well or not, odd and hostile ones."""

from __future__ import annotations

import os
import random
from pathlib import Path

import pytest

from iotrial.machine.noise_sources import FilePlace, remarks
from iotrial.machine.system_files import SystemFiles

CPU = "/sys/devices/system/cpu"

#: A machine of one's own with nothing else to do.
WELL = {
    "/proc/loadavg": "0.03 0.01 0.00 1/134 26405",
    "/proc/pressure/io": "some avg10=0.00 avg60=0.12 avg300=0.00 total=1\nfull avg10=0.00 avg60=0.00 total=0",
    "/proc/pressure/memory": "some avg10=0.00 avg60=0.00 avg300=0.00 total=1",
    "/proc/stat": "cpu  1000 0 1000 100000 10 0 0 0 0 0\ncpu0 1 2 3 4 5 6 7 8 9 0",
    "/proc/cpuinfo": "processor\t: 0\nmodel name\t: Some CPU\nflags\t\t: fpu tsc sse2",
    "/proc/meminfo": "MemTotal: 16000000 kB\nMemAvailable: 12000000 kB\nSwapTotal: 1000 kB\nSwapFree: 1000 kB\n"
    "Dirty: 120 kB\nWriteback: 0 kB",
    "/proc/self/status": "Name:\tx\nCapEff:\t0000000000000000\nCpus_allowed_list:\t0-7",
    "/proc/self/limits": "Limit  Soft Limit  Hard Limit  Units\nMax locked memory   unlimited  unlimited  bytes",
    "/proc/self/cgroup": "0::/user.slice",
    "/proc/sys/kernel/yama/ptrace_scope": "0",
    f"{CPU}/online": "0-7",
    f"{CPU}/smt/active": "0",
    f"{CPU}/intel_pstate/no_turbo": "1",
    f"{CPU}/cpu0/cpufreq/scaling_governor": "performance",
    f"{CPU}/cpu0/thermal_throttle/core_throttle_count": "0",
    "/sys/kernel/mm/transparent_hugepage/enabled": "always [madvise] never",
    "/sys/devices/system/clocksource/clocksource0/current_clocksource": "tsc",
    "/sys/devices/system/clocksource/clocksource0/available_clocksource": "tsc hpet acpi_pm",
    "/sys/class/power_supply/BAT0/status": "Charging",
    "/sys/fs/cgroup/cpu.max": "max 100000",
    "/sys/fs/cgroup/memory.max": "max",
    "/sys/block/nvme0n1/device/model": "FAST DISK",
    "/sys/block/nvme0n1/queue/rotational": "0",
    "/sys/block/sda/device/model": "SPINNER",
    "/sys/block/sda/queue/rotational": "1",
    "/sys/block/sdb/device/model": "Virtual Disk",
    "/sys/block/vda/queue/rotational": "1",
}

MEMORY = (
    "MemTotal: 16000000 kB\nMemAvailable: {available} kB\nSwapTotal: 1000000 kB\nSwapFree: {swap} kB\nDirty: {dirty} kB"
)


def system(folder: Path, **changed: str) -> SystemFiles:
    """A system that is well but for some files; an empty text leaves a file out."""
    for path, text in {**WELL, **changed}.items():
        if text:
            file = folder / path.lstrip("/")
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text)
    return SystemFiles(folder)


def found(files: SystemFiles, *places: FilePlace) -> dict[str, dict[str, str | None]]:
    return {str(remark["what"]): remark for remark in remarks(files, places)}


def test_a_machine_that_is_well_has_no_remark(tmp_path: Path) -> None:
    places = FilePlace("disk", "ext4", "/dev/nvme0n1p2"), FilePlace("tmpfs", "tmpfs", "tmpfs")
    assert found(system(tmp_path), *places) == {}


@pytest.mark.parametrize(
    ("path", "text", "what", "command"),
    [
        ("/proc/loadavg", "3.62 2.71 2.07 1/134 26405", "load", "top"),
        ("/proc/pressure/io", "some avg10=9.00 avg60=12.50 avg300=0 total=1", "io pressure", "ps -eo stat,pid,args"),
        ("/proc/pressure/memory", "some avg10=9 avg60=2.00 avg300=0 total=1", "memory pressure", "top -o RES"),
        ("/proc/stat", "cpu  1000 0 1000 90000 10 0 0 5000 0 0", "steal", None),
        ("/proc/cpuinfo", "flags\t\t: fpu hypervisor tsc", "virtual machine", None),
        ("/proc/meminfo", MEMORY.format(available=400000, swap=1000000, dirty=0), "memory", "top -o RES"),
        ("/proc/meminfo", MEMORY.format(available=9000000, swap=500000, dirty=0), "swap", "sudo swapoff -a"),
        ("/proc/meminfo", MEMORY.format(available=9000000, swap=1000000, dirty=99999), "unwritten pages", "sync"),
        (f"{CPU}/cpu0/cpufreq/scaling_governor", "powersave", "governor", "echo performance | sudo tee"),
        (f"{CPU}/intel_pstate/no_turbo", "0", "turbo", f"echo 1 | sudo tee {CPU}/intel_pstate/no_turbo"),
        (f"{CPU}/cpufreq/boost", "1", "turbo", f"echo 0 | sudo tee {CPU}/cpufreq/boost"),
        (f"{CPU}/smt/active", "1", "hyper-threads", "echo off | sudo tee"),
        (f"{CPU}/cpu0/thermal_throttle/core_throttle_count", "17", "heat", None),
        (f"{CPU}/online", "0", "CPUs", None),
        (f"{CPU}/online", "0-1", "CPUs", None),
        ("/proc/self/status", "Cpus_allowed_list:\t3\nCapEff:\t0", "CPUs", None),
        ("/sys/class/power_supply/BAT0/status", "Discharging", "power supply", None),
        ("/sys/fs/cgroup/cpu.max", "150000 100000", "CPU limit", None),
        ("/sys/fs/cgroup/user.slice/cpu.max", "50000 100000", "CPU limit", None),
        ("/sys/fs/cgroup/cpu/cpu.cfs_quota_us", "50000", "CPU limit", None),
        ("/sys/fs/cgroup/memory.max", "536870912", "memory limit", None),
        ("/sys/fs/cgroup/memory/memory.limit_in_bytes", "536870912", "memory limit", None),
        ("/sys/kernel/mm/transparent_hugepage/enabled", "[always] madvise never", "transparent huge pages", "madvise"),
        ("/sys/devices/system/clocksource/clocksource0/current_clocksource", "hpet", "clock source", "echo tsc"),
        ("/proc/self/limits", "Max locked memory  65536  65536  bytes", "locked memory", "ulimit -l unlimited"),
        ("/proc/sys/kernel/yama/ptrace_scope", "1", "tracing", "sudo sysctl kernel.yama.ptrace_scope=0"),
        ("/proc/sys/kernel/yama/ptrace_scope", "3", "tracing", None),
    ],
)
def test_what_is_the_matter_is_told_alone_with_its_state_and_what_to_do(
    tmp_path: Path, path: str, text: str, what: str, command: str | None
) -> None:
    told = found(system(tmp_path, **{path: text}))
    assert list(told) == [what]
    remark = told[what]
    assert remark["state"] and remark["effect"]
    assert (remark["command"] is None) == (command is None)
    assert command is None or command in str(remark["command"])
    assert remark["change"]


@pytest.mark.parametrize(
    ("place", "state"),
    [
        (FilePlace("disk", "ext4", "/dev/vda"), "on the virtual disk vda"),
        (FilePlace("disk", "ext4", "/dev/vda1"), "on the virtual disk vda"),
        (FilePlace("disk", "xfs", "/dev/sdb2"), "on the virtual disk sdb"),
        (FilePlace("disk", "ext4", "/dev/sda1"), "on the disk sda, which rotates"),
        (FilePlace("disk", "overlay", "overlay"), "lies on an overlay"),
        (FilePlace("disk", "nfs4", "server:/export"), "lies behind nfs4"),
    ],
)
def test_where_files_live_is_told(tmp_path: Path, place: FilePlace, state: str) -> None:
    told = found(system(tmp_path), place)
    assert [(what, remark["state"]) for what, remark in told.items()] == [("target disk", state)]


def test_who_may_lock_memory_and_trace_is_not_told_that_they_may_not(tmp_path: Path) -> None:
    files = system(
        tmp_path,
        **{
            "/proc/self/status": "CapEff:\t000001ffffffffff\nCpus_allowed_list:\t0-7",
            "/proc/self/limits": "Max locked memory  65536  65536  bytes",
            "/proc/sys/kernel/yama/ptrace_scope": "2",
        },
    )
    assert found(files) == {}


def test_a_tool_that_is_missing_is_told_with_the_command_that_gets_it(tmp_path: Path) -> None:
    told = remarks(system(tmp_path), (), ["strace"])
    assert [(remark["what"], remark["command"]) for remark in told] == [("strace", "iotrial machine --install strace")]
    effects = {tool: remarks(system(tmp_path), (), [tool])[0]["effect"] for tool in ("strace", "perf", "mkfs.xfs")}
    assert "counts of reads and writes" in str(effects["strace"]) and "functions" in str(effects["perf"])
    assert effects["mkfs.xfs"] == "file systems of its kind cannot be made"


def test_a_system_without_any_of_these_files_has_no_remark(tmp_path: Path) -> None:
    assert found(SystemFiles(tmp_path), FilePlace("disk", "", ""), FilePlace("disk", "ext4", "/dev/../../x")) == {}


GARBAGE = (
    b"",
    b"\0\0\0",
    b"\xff\xfe\x80 garbage",
    b"-1",
    b"nan inf 1e400",
    b"9" * 5000,
    b"some avg60=nan\n",
    b"some avg60=1e400 avg60= = ==\n",
    b"cpu  -1 x 3 4 5 6 7 8",
    "cpu ² ² ² ² ² ² ² ²".encode(),
    b"flags\n:::::\nMax locked memory\nCapEff: zz\nMemTotal: -5 kB\nCpus_allowed_list:\n0::\n::\n1:cpu,memory:/../..\n",
    b"0-999999999999,5-1,,-",
    b"0 0",
    b"[always]" * 100_000,
    b"\x1b[2Jpowersave",
)


@pytest.mark.parametrize("garbage", GARBAGE, ids=range(len(GARBAGE)))
def test_garbage_in_every_file_is_never_an_error(tmp_path: Path, garbage: bytes) -> None:
    files = system(tmp_path)
    for path in WELL:
        (tmp_path / path.lstrip("/")).write_bytes(garbage)
    for remark in remarks(files, [FilePlace("disk", "ext4", "/dev/sda1")]):
        assert all(value is None or value.isprintable() for value in remark.values()), remark


def test_random_bytes_in_every_file_are_never_an_error(tmp_path: Path) -> None:
    files = system(tmp_path)
    source = random.Random(1)
    for _ in range(50):
        for path in WELL:
            text = WELL[path].encode()
            cut = source.randrange(len(text) + 1)
            (tmp_path / path.lstrip("/")).write_bytes(text[:cut] + source.randbytes(3) + text[cut:])
        remarks(files, [FilePlace("disk", "ext4", "/dev/sda1")])


def test_files_that_cannot_be_read_are_no_error_and_make_nobody_wait(tmp_path: Path) -> None:
    files = system(tmp_path, **{"/proc/loadavg": "", "/proc/stat": "", "/proc/meminfo": "", f"{CPU}/online": ""})
    os.mkfifo(tmp_path / "proc/loadavg")
    (tmp_path / "proc/stat").mkdir()
    (tmp_path / "proc/meminfo").symlink_to("meminfo")
    (tmp_path / CPU.lstrip("/") / "online").symlink_to("/nowhere")
    assert found(files) == {}


def test_this_machine_is_told_without_an_error() -> None:
    for remark in remarks():
        assert set(remark) == {"what", "state", "effect", "change", "command"}
