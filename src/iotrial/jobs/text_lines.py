"""Text files with all that text has, and the lines that a method must find in them, by what it declares.

A job whose methods read lines has the guarantees `decodes`, `splits` and `ending`, with the values in `LineRules`.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from iotrial.ask.catalog import Method

#: Lines are drawn until they fill a block, which is written again and again.
BLOCK_BYTES = 1 << 20

#: What every fourth letter is in UTF-8: of two, three and four bytes.
LETTERS = "äßñé€漢字語😀🚀"
ASCII = "abcdefghijklmnopqrstuvwxyz ,.ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"

#: Where a line ends. Some methods end one at other rare letters too, which no input has.
ENDS = {
    "at LF": re.compile(r"\n"),
    "at CR too": re.compile(r"\r\n|\n|\r"),
    "at U+2028 too": re.compile(r"\r\n|[\n\r\u2028\u2029]"),
}

#: The bytes of one of what a method counts.
UNIT_BYTES = {"utf-32-le": 4, "utf-16-le": 2, "utf-8": 1, "latin-1": 1}

#: What text files have, and methods get wrong; each is valid UTF-8.
TEXT_TRAPS = {
    "an empty line alone": b"\n",
    "a line without its end": b"abc",
    "empty lines": b"\n\nabc\n\n\n",
    "CRLF": b"abc\r\nd\r\n\r\ne\n",
    "CR alone": b"ab\rcd\nef\r\rg\nh\n",
    "NUL": b"a\0bc\nde\nf\0\0g\nh\n",
    "a byte order mark": "\ufeffabc\nde\n".encode(),
    "U+2028": "äb\u2028cß\n€\u2029\n".encode(),
}
NO_UTF_8 = b"abc\n\xffde\nfg\xc3\nh\xe2\x82i\nj\n"

#: Lines, their lengths together, and the sum over the first and last of each.
LineAnswer = tuple[int, int, int]


@dataclass(frozen=True)
class LineRules:
    """The lines that a method finds, and its units of length: bytes, or those of its language's encoding."""

    decodes: str
    splits: str
    ending: str
    encoding: str

    @classmethod
    def of(cls, method: Method, encoding: str) -> LineRules:
        """Return the rules that a method declares; `encoding`: that of text in its language."""
        declared = method.guarantees
        return cls(declared["decodes"], declared["splits"], declared["ending"], encoding)

    def answers(self, content: bytes, last: int | None = None) -> list[LineAnswer]:
        """Return what may be said of all lines, or of the last ones; nothing if the method must fail."""
        if self.decodes in ("no", "until NUL"):
            counted = "latin-1"
            if self.decodes == "until NUL":  # the program sees neither what follows nor the end of such a line
                content = re.sub(rb"\0[^\n]*(\n|$)", b"", content)
            text = content.decode(counted)
        else:
            counted = self.encoding
            try:
                text = content.decode("utf-8", "strict" if self.decodes == "or fails" else "replace")
            except UnicodeDecodeError:
                return []
        drops_returns = self.splits == "at LF" and self.ending == "CRLF dropped"
        either = (False, True) if drops_returns and text.endswith("\r") else (False,)
        return [self._count(text, counted, last, drops_last=drops) for drops in either]

    def _count(self, text: str, counted: str, last: int | None, *, drops_last: bool) -> LineAnswer:
        unit = UNIT_BYTES[counted]
        length = total = 0
        found = list(_lines(text, ENDS[self.splits]))
        found = found if last is None else found[max(len(found) - last, 0) :]
        for line, is_ended in found:
            if self.ending == "CRLF dropped" and self.splits == "at LF" and (is_ended or drops_last):
                line = line.removesuffix("\r")
            units = line.encode(counted, "surrogatepass")
            length += len(units) // unit + (self.ending == "kept" and is_ended)
            if units:
                total += int.from_bytes(units[:unit], "little") + int.from_bytes(units[-unit:], "little")
        return len(found), length, total


def _lines(text: str, end: re.Pattern[str]) -> Iterator[tuple[str, bool]]:
    """Yield each line without its end, and if it has one."""
    begin = 0
    for match in end.finditer(text):
        yield text[begin : match.start()], True
        begin = match.end()
    if begin < len(text):
        yield text[begin:], False


@cache
def _block(line_bytes: int, encoding: str) -> bytes:
    """Return lines for a mebibyte; the first and the last letter of each are ASCII."""
    source = random.Random(f"text {line_bytes}")
    lines, size = [], 0
    while size < BLOCK_BYTES:
        wanted = source.randint(line_bytes // 2, line_bytes + line_bytes // 2) - 1
        start = source.randrange(len(ASCII))
        text = (ASCII[start:] + ASCII * (wanted // len(ASCII) + 1))[:wanted]
        lines.append((text if encoding == "ascii" else _with_others(text, source)).encode() + b"\n")
        size += len(lines[-1])
    return b"".join(lines)


def _with_others(text: str, source: random.Random) -> str:
    """Return the text with other letters in it, and about as many bytes."""
    mixed, left = [text[:1]], len(text) - 2
    for place in range(1, len(text)):
        if left <= 4:
            break
        letter = source.choice(LETTERS) if place % 4 == 0 else text[place]
        mixed.append(letter)
        left -= len(letter.encode())
    return "".join(mixed) + "z" * (left + 1)


def text_of_lines(line_bytes: int, encoding: str, byte_count: int) -> Iterator[bytes]:
    """Yield lines of about `line_bytes`, in `ascii` or `utf-8`, all of them ended; the same each time.

    Each begins and ends with an ASCII letter, so that sums are the same in every encoding.
    """
    block = _block(line_bytes, encoding)
    whole, rest = divmod(byte_count, len(block))
    for _ in range(whole):
        yield block
    part = block[: block.rfind(b"\n", 0, rest) + 1]
    left = rest - len(part)
    yield part + (b"e" * (left - 1) + b"\n" if left else b"")


@cache
def odd_text(byte_count: int) -> bytes:
    """Return lines of all kinds and lengths in UTF-8, the last of them without its end."""
    source = random.Random("odd lines")
    letters = "abcdefghij klmnopqrstuvwxyz" + LETTERS
    ends = ["\n"] * 8 + ["\r\n", "\n\n", "\r\n\r\n"]
    text, size = [], 0
    while size < byte_count:
        line = "".join(source.choices(letters, k=source.choice((0, 1, 2, 40, 80, 300, 3000)))) + source.choice(ends)
        text.append(line.encode())
        size += len(text[-1])
    cut = b"".join(text)[:byte_count].decode("utf-8", "ignore").encode().rstrip(b"\r\n")
    return cut + b"e" * (byte_count - len(cut))
