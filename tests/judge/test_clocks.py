"""The part of a difference that clocks and profiles show: nothing is said to be most of it that is not shown to be."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from iotrial.judge.clock_shares import (
    MOST,
    NAMED_SHARE,
    SURE,
    ClockShares,
    call_parts,
    clocks_of,
    function_parts,
    system_part,
    user_part,
)
from iotrial.judge.counters import Counters
from iotrial.judge.explain_arm import cause_of, explain
from iotrial.store.record import Calls, Profile, ProfiledFunction
from judge import made

ROUNDS, BLOCKS = 12, 5


def over(cpu: list[float], wall: float = 100.0, direction: int = 1) -> ClockShares:
    """The clocks of rounds in which an arm takes so much more CPU time, all of their blocks alike."""
    more_cpu = np.repeat(np.array(cpu)[:, None], BLOCKS, axis=1)
    return clocks_of(np.full(more_cpu.shape, wall), more_cpu, direction=direction)


def test_cpu_time_is_most_of_a_difference_if_rounds_show_it() -> None:
    assert over([80.0] * ROUNDS) == ClockShares(cpu_share=0.8, is_cpu=True)
    assert over([20.0] * ROUNDS) == ClockShares(cpu_share=0.2, is_waiting=True)
    assert over([-80.0] * ROUNDS, wall=-100.0, direction=-1) == ClockShares(cpu_share=0.8, is_cpu=True)
    assert over([-20.0] * ROUNDS, wall=-100.0, direction=-1) == ClockShares(cpu_share=0.2, is_waiting=True)


def test_exactly_half_is_not_most() -> None:
    found = over([100 * MOST] * ROUNDS)
    assert not found.is_cpu and not found.is_waiting


@pytest.mark.parametrize(("others", "is_cpu"), [(0, True), (2, True), (3, False), (6, False)])
def test_so_many_rounds_must_agree_that_chance_gives_as_many_in_a_twentieth(others: int, is_cpu: bool) -> None:
    # P(Bin(12, 1/2) <= 2) = 0.019, and P(Bin(12, 1/2) <= 3) = 0.073; twice that is the chance of both sides.
    found = over([80.0] * (ROUNDS - others) + [10.0] * others)
    assert (found.is_cpu, found.is_waiting) == (is_cpu, False)


@pytest.mark.parametrize(("rounds", "is_cpu"), [(5, False), (6, True)])
def test_too_few_rounds_show_nothing(rounds: int, is_cpu: bool) -> None:
    assert over([80.0] * rounds).is_cpu is is_cpu


def test_cpu_time_that_goes_the_other_way_is_none_of_the_difference() -> None:
    assert not over([-80.0] * ROUNDS).is_cpu
    assert over([-80.0] * ROUNDS).is_waiting


def test_blocks_without_a_figure_and_rounds_without_a_block_do_not_count() -> None:
    wall, cpu = np.full((ROUNDS, BLOCKS), 100.0), np.full((ROUNDS, BLOCKS), 80.0)
    wall[0, :], cpu[1, :], cpu[2, 0] = np.nan, np.nan, np.nan
    assert clocks_of(wall, cpu, direction=1) == ClockShares(cpu_share=0.8, is_cpu=True)
    cpu[:] = np.nan
    assert clocks_of(wall, cpu, direction=1, may_wait=True) == ClockShares(may_wait=True)


def counters(wall_ns: float, user_ns: float, system_ns: float, **given: Any) -> Counters:
    return replace(Counters(wall_ns=wall_ns, user_ns=user_ns, system_ns=system_ns, ticks=1e6), **given)


def profile(kernel_share: float | None, *functions: tuple[str, str | None, float], samples: int = 10_000) -> Profile:
    listed = [ProfiledFunction(name=name, file=file, share=share) for name, file, share in functions]
    return Profile(
        event="cycles",
        samples=samples,
        kernel_share=kernel_share,
        program=[one for one in listed if one.file],
        kernel=[one for one in listed if not one.file],
    )


def test_parts_are_shares_of_the_difference_with_their_errors() -> None:
    own, base = counters(2e6, 1.1e6, 0.9e6, ticks=400), counters(1e6, 0.5e6, 0.5e6, ticks=400)
    user, system = user_part(own, base), system_part(own, base)
    assert user is not None and system is not None
    assert (user.share, system.share) == pytest.approx((0.6, 0.4))
    # The share of 400 draws has an error of 2.5 % of each arm's CPU time.
    assert user.error == pytest.approx(np.hypot(2 * 0.0248, 0.025), rel=0.02) and system.error == user.error
    assert not user.is_most() and replace(user, error=0.049).is_most()
    assert replace(user, error=(user.share - MOST) / SURE).is_most() is False


def test_a_share_of_which_every_tick_agrees_is_no_certainty() -> None:
    own, base = counters(2e6, 2e6, 0.0, ticks=3), counters(1e6, 1e6, 0.0, ticks=3)
    found = user_part(own, base)
    assert found is not None and found.share == 1 and found.error > 0.2


def test_a_profile_is_believed_before_ticks() -> None:
    own = counters(2e6, 1.5e6, 0.5e6, ticks=9, profile=profile(0.25))
    base = counters(1e6, 0.5e6, 0.5e6, ticks=9, profile=profile(0.5))
    clocks = made.steady(own, base)
    assert cause_of(own, base, clocks) == "user_ns"
    assert cause_of(replace(own, profile=None), replace(base, profile=None), clocks) == "cpu_ns"
    few, other = (replace(one, profile=profile(share, samples=9)) for one, share in ((own, 0.25), (base, 0.5)))
    assert cause_of(few, other, clocks) == "cpu_ns"


def test_nothing_is_known_of_parts_without_a_split_or_a_difference() -> None:
    own, base = counters(2e6, 1e6, 1e6), counters(1e6, 5e5, 5e5)
    assert user_part(own, replace(base, ticks=None)) is None
    assert user_part(own, replace(base, user_ns=None)) is None
    assert user_part(own, replace(base, wall_ns=None)) is None
    assert user_part(own, own) is None


#: 1 ms that is the program's, 0.7 of it in one function and 0.2 in another.
OWN = counters(
    2e6,
    1.5e6,
    0.5e6,
    profile=profile(0.25, ("sort", "php8.2", 0.35), ("[unknown]", "php8.2", 0.1), ("read_dir", None, 0.25)),
)
BASE = counters(1e6, 0.5e6, 0.5e6, profile=profile(0.5, ("hash", "php8.2", 0.4), ("read_dir", None, 0.4)))


def test_functions_are_named_in_the_order_of_what_they_take_more() -> None:
    both = function_parts(OWN, BASE, program=True, kernel=True)
    assert [(one.name, round(part.share, 3)) for one, part in both] == [
        ("sort", 0.7),
        ("[unknown]", 0.2),
        ("read_dir", 0.1),
    ]
    assert [one.name for one, _ in function_parts(OWN, BASE, program=False, kernel=True)] == ["read_dir"]
    of_program = function_parts(OWN, BASE, program=True, kernel=False)
    assert [one.name for one, _ in of_program] == ["sort", "[unknown]"]
    faster = function_parts(BASE, OWN, program=True, kernel=True)
    assert [one.name for one, _ in faster] == ["sort", "[unknown]", "read_dir"]


def test_functions_of_one_name_in_two_files_are_two() -> None:
    own = replace(OWN, profile=profile(0.25, ("sort", "libc.so.6", 0.35)))
    base = replace(BASE, profile=profile(0.5, ("sort", "php8.2", 0.4)))
    ((function, part),) = function_parts(own, base, program=True, kernel=True)
    assert function.file == "libc.so.6" and part.share == pytest.approx(0.7)


def test_a_function_is_not_named_for_a_small_part_or_for_one_that_chance_may_give() -> None:
    small = replace(OWN, profile=profile(0.25, ("sort", "php8.2", NAMED_SHARE / 2 * 0.99), samples=10**8))
    none = replace(BASE, profile=profile(0.5, samples=10**8))
    assert function_parts(small, none, program=True, kernel=True) == []
    just = replace(OWN, profile=profile(0.25, ("sort", "php8.2", NAMED_SHARE / 2), samples=10**8))
    assert [part.share for _, part in function_parts(just, none, program=True, kernel=True)] == [NAMED_SHARE]
    enough = replace(OWN, profile=profile(0.25, ("sort", "php8.2", NAMED_SHARE / 2 * 1.01), samples=10**8))
    assert len(function_parts(enough, none, program=True, kernel=True)) == 1
    by_chance = replace(enough, profile=profile(0.25, ("sort", "php8.2", NAMED_SHARE / 2 * 1.01), samples=40))
    assert function_parts(by_chance, none, program=True, kernel=True) == []


def test_without_both_profiles_no_function_is_named() -> None:
    assert function_parts(OWN, replace(BASE, profile=None), program=True, kernel=True) == []
    assert function_parts(replace(OWN, profile=None), BASE, program=True, kernel=True) == []
    assert call_parts(OWN, replace(BASE, profile=None)) == {} == call_parts(replace(OWN, profile=None), BASE)


def test_shares_of_no_sample_and_of_an_unknown_whole_name_no_function() -> None:
    empty = replace(OWN, profile=profile(0.25, ("sort", "php8.2", 0.35)).model_copy(update={"samples": None}))
    assert function_parts(empty, BASE, program=True, kernel=True) == []
    alone = replace(OWN, ticks=None, profile=profile(None, ("sort", "php8.2", 0.5)))
    assert function_parts(alone, BASE, program=True, kernel=True) == []


def test_of_a_program_alone_shares_are_of_its_own_time() -> None:
    own = replace(OWN, profile=profile(None, ("sort", "php8.2", 0.5)))
    base = replace(BASE, profile=profile(None, ("hash", "php8.2", 0.5)))
    ((function, part),) = function_parts(own, base, program=True, kernel=True)
    assert function.name == "sort" and part.share == pytest.approx(0.75)


def sentence(own: Counters, base: Counters, verdict: str, ratio: float) -> str:
    return explain("php/a", own, "php/b", base, verdict, ratio, made.steady(own, base)).sentence


def test_the_sentence_names_the_functions_and_whose_they_are() -> None:
    same: dict[str, Any] = {"calls": {"read": Calls(count=1)}, "call_count": 1}
    own, base = replace(OWN, **same), replace(BASE, **same)
    functions = "above all in sort (70 %) and code of php8.2 without names (20 %) of php/a"
    told = f"no call differs; all of the difference is user time of the program (1.00 ms), {functions}"
    assert sentence(own, base, "slower", 2.0).endswith(f": {told}")
    assert sentence(base, own, "faster", 0.5).endswith(told.replace("of php/a", "of php/b"))
    one = replace(own, profile=profile(0.25, ("sort", "php8.2", 0.35)))
    assert sentence(one, base, "slower", 2.0).endswith("user time of the program (1.00 ms), in sort (70 %) of php/a")
    found = explain("php/a", own, "php/b", base, "slower", 2.0, made.steady(own, base))
    assert found.functions == ("sort", "code of php8.2 without names") and found.share == 1


def test_the_system_call_is_named_that_most_of_the_system_time_goes_to() -> None:
    own = counters(2e6, 0.5e6, 1.4e6, profile=profile(0.74).model_copy(update={"calls": {"getdents64": 0.6}}))
    base = counters(1e6, 0.5e6, 0.5e6, profile=profile(0.5).model_copy(update={"calls": {"getdents64": 0.3}}))
    assert "91 % of the difference is system time in getdents64 (906 µs of 1.00 ms)" in sentence(own, base, "slower", 2)
    little = replace(own, profile=profile(0.74).model_copy(update={"calls": {"getdents64": 0.2, "close": 0.2}}))
    assert "is system time (906 µs of 1.00 ms)" in sentence(little, base, "slower", 2)
