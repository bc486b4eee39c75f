"""Profiles from what perf prints, kept as it printed it; names are not to be trusted."""

from __future__ import annotations

import pytest

from iotrial.probes.profile_text import LEAST_SHARE, calls_of, profile_of, samples_of
from iotrial.store.record import ProfiledFunction

#: perf script -G -F event,period,ip,sym,dso
LEAVES = """\
    250689 cpu-clock:      7f4373b4c6a4 handle_amd (/usr/lib/x86_64-linux-gnu/ld-linux-x86-64.so.2)
    250689 cpu-clock:  ffffffff8179887d ext4_readdir ([kernel.kallsyms])
    250689 cpu-clock:  ffffffff8179887d ext4_readdir ([kernel.kallsyms])
    250689 cpu-clock:  ffffffffc0332211 xfs_ilock ([xfs])
    250689 cpu-clock:      5593cf464d93 _emalloc (/usr/bin/php8.2)
    250689 cpu-clock:      5593cf464e00 _emalloc (/usr/bin/php8.2)
    250689 cpu-clock:      5593cf400000 [unknown] (/usr/bin/php8.2)
    250689 cpu-clock:      7fff00000000 [unknown] ([unknown])
"""

#: perf script -F event,period,ip,sym
CHAINS = """\
    250689 cpu-clock: 

    250689 cpu-clock: 
\tffffffff8179887d ext4_readdir
\tffffffff816d820a iterate_dir
\tffffffff816d8896 __x64_sys_getdents64
\tffffffff821ed511 do_syscall_64
\tffffffff81000130 entry_SYSCALL_64_after_hwframe

    250689 cpu-clock: 
\tffffffff816d820a __kmalloc_noprof
\tffffffff816d8896 __arm64_sys_getdents64

    250689 cpu-clock: 
\tffffffff815ec9d0 handle_mm_fault
\tffffffff821f3046 exc_page_fault
\tffffffff81000c82 asm_exc_page_fault

"""  # noqa: W291 (perf ends such lines with a space)


def lines(text: str) -> list[str]:
    return text.splitlines(keepends=True)


def test_functions_of_program_and_kernel_are_counted_apart_with_their_shares() -> None:
    found = profile_of(lines(LEAVES), lines(CHAINS))
    assert (found.reason, found.event, found.samples, found.kernel_share) == (None, "cpu-clock", 8, 3 / 8)
    assert found.program == [
        ProfiledFunction(name="_emalloc", file="php8.2", share=2 / 8),
        ProfiledFunction(name="[unknown]", file="[unknown]", share=1 / 8),
        ProfiledFunction(name="[unknown]", file="php8.2", share=1 / 8),
        ProfiledFunction(name="handle_amd", file="ld-linux-x86-64.so.2", share=1 / 8),
    ]
    assert found.kernel == [
        ProfiledFunction(name="ext4_readdir", file=None, share=2 / 8),
        ProfiledFunction(name="xfs_ilock", file=None, share=1 / 8),
    ]
    assert found.calls == {"getdents64": 0.5, "page fault": 0.25}


def test_a_sample_weighs_as_much_as_the_time_that_it_stands_for() -> None:
    text = "300 cycles: 1000 a (/bin/x)\n100 cycles: 1001 b (/bin/x)\n"
    assert {one.name: one.share for one in profile_of(lines(text), []).program} == {"a": 0.75, "b": 0.25}
    chains = "300 cycles: \n\tffffffff80000000 f\n\tffffffff80000001 __x64_sys_read\n100 cycles: \n\n"
    assert calls_of(lines(chains)) == {"read": 0.75}


@pytest.mark.parametrize(
    ("sample", "name", "file"),
    [
        # names of templates have spaces and brackets of every kind
        (
            "Strange<std::map<long, char> >::operator()(int, char (*)[2]) const (/home/me/my program)",
            "Strange<std::map<long, char> >::operator()(int, char (*)[2]) const",
            "my program",
        ),
        ("lam(long)::{lambda(long)#1}::operator() (/tmp/h)", "lam(long)::{lambda(long)#1}::operator()", "h"),
        ("operator new(unsigned long) (/lib/a (old)/b.so)", "operator new(unsigned long)", "b.so"),
        ("gone (/usr/bin/php8.2 (deleted))", "gone", "php8.2"),
        ("clock ([vdso])", "clock", "[vdso]"),
        ("[unknown] (/memfd:jit (deleted))", "[unknown]", "memfd:jit"),
        ("jitted (//anon)", "jitted", "anon"),
        # what a name could do to a terminal is made visible
        ("bad\x1b[31m\x07name (/tmp/h)", "bad\\x1b[31m\\x07name", "h"),
        ("turned\u202eround (/tmp/h\u202e)", "turned\\u202eround", "h\\u202e"),
        ("no\udcfftext (/tmp/h)", "no\\xfftext", "h"),
        ("x" * 5000 + " (/tmp/h)", None, "h"),
        (" (/tmp/h)", "[unknown]", "h"),
        ("0x1234 (inlined) (/tmp/h)", "0x1234 (inlined)", "h"),
    ],
)
def test_odd_names_are_kept_and_made_visible(sample: str, name: str | None, file: str) -> None:
    (function,) = profile_of([f"  1000 cycles:  5593cf464d93 {sample}\n"], []).program
    assert function.file == file
    if name is None:
        assert len(function.name) < 500 and "x…x" in function.name
    else:
        assert function.name == name


@pytest.mark.parametrize(
    "line",
    ["", "\n", "nonsense", "12 cycles: nowhere f (/x)", "cycles: 12 f (/x)", "12 cycles: 12 f", "-1 cycles: 12 f (/x)"],
)
def test_what_is_no_sample_is_left_out(line: str) -> None:
    assert samples_of([line]).count == 0
    found = profile_of([line], [line])
    assert found.reason is not None and found.samples is None and not found.program


def test_if_the_kernel_was_not_looked_at_its_share_is_not_known() -> None:
    for event in ("cycles:u", "cpu-clock:uP", "cycles:Pu"):
        found = profile_of([f"1 {event}: 1000 f (/bin/x)\n"], [])
        assert (found.event, found.kernel_share) == (event.partition(":")[0], None)
    assert profile_of(["1 cycles:P: 1000 f (/bin/x)\n"], []).kernel_share == 0


def test_functions_below_the_least_share_are_not_kept() -> None:
    text = ["199 cycles: 1000 f (/bin/x)\n", "1 cycles: 2000 g (/bin/x)\n"]
    assert [one.name for one in profile_of(text, []).program] == (["f", "g"] if LEAST_SHARE <= 1 / 200 else ["f"])
    text[0] = text[0].replace("199", "1999")
    assert [one.name for one in profile_of(text, []).program] == ["f"]


@pytest.mark.parametrize(
    ("function", "call"),
    [
        ("__x64_sys_newfstatat", "newfstatat"),
        ("__x64_sys_newstat", "stat"),
        ("__se_sys_openat2", "openat2"),
        ("__ia32_compat_sys_open", "open"),
        ("asm_sysvec_apic_timer_interrupt", "interrupt"),
        ("do_mem_abort", "page fault"),
        ("ksys_read", "read"),
        ("ksys_mmap_pgoff", "mmap"),
        ("__do_sys_flock.cold", "flock"),
        ("do_sys_openat2", None),
        ("ksystem", None),
        ("not__x64_sys_read", None),
    ],
)
def test_the_way_into_the_kernel_is_named(function: str, call: str | None) -> None:
    chain = ["1 cycles: \n", "\tffffffff80000000 f\n", f"\tffffffff80000001 {function}\n", "\n"]
    assert calls_of(chain) == ({} if call is None else {call: 1.0})


def test_a_page_fault_within_a_call_is_the_faults() -> None:
    chain = "1 cycles: \n\tffff exc_page_fault\n\tffff copy_to_user\n\tffff __x64_sys_read\n\n"
    assert calls_of(lines(chain)) == {"page fault": 1.0}
