"""Wrong bytes are shown: where the first is, what should be there, and what is."""

from __future__ import annotations

import pytest

from iotrial.jobs.difference import difference, expected_found, first_difference, name_difference


@pytest.mark.parametrize(
    ("found", "right", "said"),
    [
        (b"abXdef", b"abcdef", 'has the right size and differs from byte 2 on: expected "cdef", found "Xdef"'),
        (b"abc", b"abcde\n", 'has 3 bytes instead of 6 and differs from byte 3 on: expected "de\\n", found the end'),
        (
            b"abc\0\xff",
            b"abc",
            'has 5 bytes instead of 3 and differs from byte 3 on: expected the end, found "\\x00\\xff"',
        ),
        (
            b"",
            b'"\\\t\r',
            'has 0 bytes instead of 4 and differs from byte 0 on: expected "\\"\\\\\\t\\r", found the end',
        ),
        (b"b" * 99, b"a" * 99, 'differs from byte 0 on: expected "aaaaaaaaaaaa"…, found "bbbbbbbbbbbb"…'),
    ],
)
def test_the_first_wrong_byte_is_shown(found: bytes, right: bytes, said: str) -> None:
    shown = difference(found, right)
    assert shown is not None and shown.endswith(said)


def test_nothing_is_said_of_right_bytes() -> None:
    assert difference(b"", b"") is None and difference(b"abc", b"abc", record_bytes=3) is None
    assert name_difference([b"a"], [b"a"]) is None


def test_the_first_wrong_record_has_its_number() -> None:
    right = b"abc\n" * 5
    wrong = right[:9] + b"X" + right[10:]
    said = difference(wrong, right, record_bytes=4)
    assert said is not None
    assert said.endswith('from byte 9 on, in record 2: expected "bc\\nabc\\nabc\\n", found "Xc\\nabc\\nabc\\n"')


@pytest.mark.parametrize("at", [0, 65_535, 65_536, 199_999])
def test_a_byte_is_found_wherever_it_is(at: int) -> None:
    right = bytes(200_000)
    wrong = right[:at] + b"\1" + right[at + 1 :]
    assert first_difference(wrong, right) == at
    assert first_difference(right[:at], right) == at


def test_the_first_wrong_name_is_shown() -> None:
    right = [b"1.txt", b"10.txt", b"2.txt"]
    assert (
        name_difference([b"1.txt", b"2.txt", b"10.txt"], right) == "name 1 is wrong: expected '10.txt', found '2.txt'"
    )
    assert name_difference([b"1.txt"], right) == "name 1 is wrong: expected '10.txt', found no more"
    assert name_difference([*right, b"x"], right) == "name 3 is wrong: expected no more, found 'x'"


def test_a_wrong_number_is_shown_beside_the_right_one() -> None:
    assert expected_found(3, 4) == "expected 3, found 4" and expected_found(3, None) == "expected 3, found nothing"
