"""The first complaint in what a program wrote to its log: one line, bounded, every control character visible."""

from __future__ import annotations

import re
import unicodedata

from iotrial.visible_text import written_out

#: A reason is read in a table or after `error:`; longer texts are cut in the middle, since the cause stands at either
#: end: before a list of arguments, or behind a long path.
MOST_CHARACTERS = 300

#: The first line of a trace that goes from the outermost call inwards and ends with what went wrong.
_INWARDS = re.compile(r"most recent call last", re.IGNORECASE)
_FRAME = re.compile(r'^\s*File "(?P<file>[^"<]+)", line (?P<line>\d+)')

#: A line that names an error; other lines only warn or lead up to it.
_ERROR = re.compile(r"(error|exception|fatal|panic|assert\w*|sanitizer|terminate called)\b", re.IGNORECASE)
_DETAIL = re.compile(r"^\s*what\(\):\s*(?P<text>.*)")

#: The first words of an error of a compiler; errors of a linker; the summary that a linker ends with.
_COMPILER_ERROR = re.compile(r"(^|: |\s)(fatal )?error(\[\w+\])?: ", re.IGNORECASE)
_HEADING = "# "  # some compilers name the package first
_LINKER_ERROR = re.compile(r"undefined reference|undefined symbol|multiple definition|cannot find|duplicate symbol")
_LINKER_ENDS = re.compile(r"^(collect2|clang\S*|ld\S*|\S*/ld\S*|make): (fatal )?error: ")


def complaint(log: str, program: str = "") -> str:
    """The first error in a program's log, with its file and line if a trace has them; "" if it wrote nothing.

    log: what it wrote, in which a byte that is no text is a lone surrogate (`surrogateescape`).
    program: the name that the program may put before its own messages, which is left out.
    """
    lines = [line.rstrip() for line in log.splitlines()]
    lines = [line for line in lines if any(letter.isalnum() for letter in line)]
    found = _end_of_trace(lines) or _first_error(lines)
    return visible(found.removeprefix(f"{program}: ") if program else found)


def compiler_complaint(text: str) -> str:
    """The first error that a compiler or its linker wrote, file and line included."""
    lines = [line.strip() for line in text.splitlines() if line.strip() and not line.startswith(_HEADING)]
    own = next((line for line in lines if _COMPILER_ERROR.search(line) and not _LINKER_ENDS.match(line)), None)
    linked = next((line for line in lines if _LINKER_ERROR.search(line)), None)
    return visible(own or linked or next(iter(lines), "the compiler failed and did not say why"))


def visible(text: str) -> str:
    """A text in one line of at most MOST_CHARACTERS, with control characters and bytes that are no text escaped."""
    text = text.strip()
    if len(text) > 2 * MOST_CHARACTERS:  # a worker may send a megabyte; what is cut anyway is not looked at
        text = f"{text[:MOST_CHARACTERS]}{text[-MOST_CHARACTERS:]}"
    shown = "".join(letter if _is_plain(letter) else _escape(letter) for letter in text)
    if len(shown) <= MOST_CHARACTERS:
        return shown
    end = MOST_CHARACTERS // 2
    return f"{shown[: MOST_CHARACTERS - end - 1]}…{shown[-end:]}"


def _end_of_trace(lines: list[str]) -> str:
    """The last line of a trace that goes inwards, with the file and line that raised it."""
    begins = [number for number, line in enumerate(lines) if _INWARDS.search(line)]
    if not begins:
        # A syntax error has no trace: its file and line come first.
        begins = [number for number, line in enumerate(lines[:1]) if _FRAME.match(line)]
    if not begins:
        return ""
    last = lines[begins[-1] :]
    reason = next((line for line in last[1:] if not line[0].isspace()), "")
    frames = [frame for line in last if (frame := _FRAME.match(line))]
    place = f" ({frames[-1]['file']}:{frames[-1]['line']})" if frames else ""
    return f"{reason}{place}" if reason else ""


def _first_error(lines: list[str]) -> str:
    """The first line that names an error, with its detail if that follows; else the first line."""
    outer = [line for line in lines if not line[0].isspace()] or lines
    found = next((line for line in outer if _ERROR.search(line)), next(iter(outer), ""))
    if found:
        after = lines[lines.index(found) + 1 :]
        detail = _DETAIL.match(after[0]) if after else None
        return f"{found}: {detail['text']}" if detail else found
    return found


def _is_plain(letter: str) -> bool:
    return letter == " " or unicodedata.category(letter) not in ("Cc", "Cf", "Cs", "Zl", "Zp")


def _escape(letter: str) -> str:
    number = ord(letter)
    if 0xDC80 <= number <= 0xDCFF:  # a byte that was no text
        return f"\\x{number - 0xDC00:02x}"
    named = {"\n": "\\n", "\t": "\\t", "\r": "\\r"}
    return named.get(letter) or (f"\\x{number:02x}" if number < 0x100 else written_out(letter))
