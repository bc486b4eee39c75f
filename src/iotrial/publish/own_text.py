"""The test of a text: made of words that iotrial carries, of numbers and of versions, or not."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from string import Formatter

from iotrial.cautions import CAUTIONS
from iotrial.judge.choose import HAS_NOT_SETTLED, TOO_COARSE, UNLIKE_ITERATIONS
from iotrial.measure.budget_priority import FAR_SLOWER_THAN, NO_TIME, NO_TIME_BESIDE, QUICKER_ALIKE, UNLIKE
from iotrial.publish.own_words import LEFT_OUT, OwnWords, without_values

#: A number with up to six digits in a row, its unit behind it.
_NUMBER = re.compile(r"[+-]?(\d{1,3}(,\d{3})+|\d{1,6})(\.\d{1,6})?(e[+-]?\d\d?)?(%|ns|us|ms|s|x)?")

#: A version of two or three numbers; four may be an address.
VERSION = re.compile(r"\d{1,4}(\.\d{1,4}){1,2}")

#: What stands in for a name of one's own, behind a language if it is a method.
STAND_IN = re.compile(r"(?:(?P<language>[\w+#-]+)/)?own-\d{1,3}")

#: What a name may have behind it: a parameter's value, and the version of a runtime or another word in brackets.
_COMPOSED = re.compile(
    r"(?P<base>.+?)(?:\((?P<name>\w+)=\d{1,12}\)| with (?P<other>\w+)=\d{1,12})?(?:@(?P<label>\S+)| \((?P<word>\S+)\))?"
)

#: `NAME VERSION`, as a runtime says it.
_RUNTIME = re.compile(r"(?P<name>[A-Za-z][\w+#-]*) (?P<version>\d{1,4}(?:\.\d{1,4}){0,2})(?![\d.])")

#: Words of sentences that say what was found of a claim.
_PLAIN_WORDS = (
    "a above all an and any are at be between beyond bound by calls code counted does each every everywhere exactly "
    "faster first for found from has have here in interval is it its job last less level levels memory more much no "
    "none not nothing of off on one or others over reaches run same says share slower so something some speaks than "
    "that the there they time times to was were which with without apart line bytes byte KiB MiB GiB B GB MB kB ns "
    "us µs million millions second % … × kept open lost torn as too few rounds both fail added benchmark fault "
    "mended direction published know if these"
)
_PLAIN = frozenset(_PLAIN_WORDS.split())

#: Sentences other than cautions, with what differs in braces.
_SENTENCES = (
    *(HAS_NOT_SETTLED, TOO_COARSE, UNLIKE_ITERATIONS),
    *(NO_TIME, UNLIKE, QUICKER_ALIKE, FAR_SLOWER_THAN, NO_TIME_BESIDE),
)

#: The beginning of what is said of a claim that no run can judge; what it takes is in the study.
_TAKES = "it takes "


@dataclass(frozen=True)
class OwnText:
    """Tests of texts against the words of iotrial."""

    words: OwnWords

    def is_own(self, text: str) -> bool:
        """True if a text is one that iotrial carries, or a name of its own with a parameter or a version behind it."""
        every = self.words.every
        if text in every or not text or _NUMBER.fullmatch(text) or VERSION.fullmatch(text):
            return True
        found = _COMPOSED.fullmatch(text)
        if stand_in := STAND_IN.fullmatch(text):
            return stand_in["language"] is None or stand_in["language"] in every
        if found is None or not (found["base"] in every or without_values(found["base"]) in self.words.named):
            return False
        names = [one for one in (found["name"], found["other"]) if one is not None]
        marks = [one for one in (found["label"], found["word"]) if one is not None]
        return all(name in every or (name.isidentifier() and self._is_parameter(name)) for name in names) and all(
            mark in every or VERSION.fullmatch(mark) is not None for mark in marks
        )

    def _is_parameter(self, name: str) -> bool:
        return name.endswith("_bytes") and name.removesuffix("_bytes") in self.words.programs

    def is_plain(self, text: str) -> bool:
        """True if a sentence has nothing but names of iotrial's own, numbers, and a few plain words."""
        if text.startswith(_TAKES) and text.removeprefix(_TAKES) in self.words.every:
            return True
        return all(self._is_plain_word(word) for word in re.split(r"[\s,;:()\[\]]+", text))

    def _is_plain_word(self, word: str) -> bool:
        name, _, value = word.partition("=")
        if value:
            return self.is_own(name) and (value.isdecimal() or self.is_own(value))
        return word in _PLAIN or self.is_own(word)

    def runtime(self, text: str) -> str | None:
        """Return what a runtime said of itself as far as it is names of programs with their versions; None if not."""
        found = [_RUNTIME.match(part) for part in text.split(", ")]
        told = [one[0] for one in found if one and one["name"] in self.words.programs]
        return ", ".join(told) or None

    def caution(self, code: str, text: str) -> str:
        """Return a caution in which only figures and names of iotrial's own are filled in."""
        return self._filled(CAUTIONS[code].sentence, text) if code in CAUTIONS else LEFT_OUT

    def sentence(self, text: str) -> str | None:
        """Return a sentence of a known form in the same way; None if it is of none."""
        return next((self._filled(form, text) for form in _SENTENCES if _pattern(form).fullmatch(text)), None)

    def _filled(self, form: str, text: str) -> str:
        found = _pattern(form).fullmatch(text)
        values = iter(found.groups() if found else ())
        pieces = [
            piece if not is_place else self._or_left_out(next(values, LEFT_OUT)) for piece, is_place in _pieces(form)
        ]
        return "".join(pieces)

    def _or_left_out(self, value: str) -> str:
        return value if self.is_own(value) or self.is_plain(value) else LEFT_OUT


def _pieces(form: str) -> Iterator[tuple[str, bool]]:
    """Yield the parts of a form, and if each is a place that is filled in."""
    for text, name, _, _ in Formatter().parse(form):
        if text:
            yield text, False
        if name is not None:
            yield "", True


def _pattern(form: str) -> re.Pattern[str]:
    return re.compile("".join("(.+?)" if is_place else re.escape(text) for text, is_place in _pieces(form)), re.DOTALL)
