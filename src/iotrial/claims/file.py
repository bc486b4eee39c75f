"""The tables [article] and [[claims]] of a study file: TOML to Claim, with all that is wrong named by its line."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, cast, get_args

from iotrial.catalog.fields import Fields
from iotrial.catalog.model import Value
from iotrial.catalog.suggest import suggestion
from iotrial.catalog.toml_file import TomlFile
from iotrial.claims.claim import DEFAULT_WITHIN, FORMS, Article, Claim, Form, Kind
from iotrial.errors import Problem
from iotrial.study.model import Level
from iotrial.units import parse_share

#: Bounds are below this, whatever they are of.
MOST = 1e9


def read_article(file: TomlFile, problems: list[Problem]) -> Article | None:
    """The table [article]; None where there is none."""
    if "article" not in file.data:
        return None
    fields = Fields(file, problems, ("article",))
    article = Article(*(fields.text(key, required=True) for key in ("title", "author", "date")))
    fields.finish()
    return article


def read_claims(
    file: TomlFile,
    levels: Sequence[Level],
    guarantees: Mapping[str, Sequence[str]],
    at: Callable[[int, str], Mapping[str, list[Value]]],
    problems: list[Problem],
) -> tuple[Claim, ...]:
    """The tables [[claims]]; `at` reads the factors that the claim of that number has below a key.

    `guarantees` are those of the job, with the values of each.
    """
    raw = file.data.get("claims", [])
    if not isinstance(raw, list) or not all(isinstance(table, dict) for table in raw):
        problems.append(
            Problem("'claims' must be tables in a list", where=file.where("claims"), hint="write [[claims]]")
        )
        return ()
    found: dict[str, Claim] = {}
    for number in range(len(raw)):
        reader = _Reader(Fields(file, problems, ("claims", number)), levels, guarantees)
        claim = reader.claim(at(number, "at"), at(number, "over_at"))
        if claim is not None and claim.key in found:
            reader.fields.complain(f"{claim.key!r} is the name of an earlier claim", "claim")
        elif claim is not None:
            found[claim.key] = claim
    return tuple(found.values())


@dataclass(frozen=True)
class _Reader:
    """One table of claims."""

    fields: Fields
    levels: Sequence[Level]
    guarantees: Mapping[str, Sequence[str]]

    def claim(self, at: Mapping[str, list[Value]], over_at: Mapping[str, list[Value]]) -> Claim | None:
        """The claim, or None where too much of it is wrong."""
        fields = self.fields
        key, says = fields.text("claim", required=True), fields.text("says", required=True)
        kind = self._choice("kind", get_args(Kind), required=True)
        fields.value("at")
        published, quote = fields.text("published") or None, fields.text("quote") or None
        fault, answers, fair = self._flag("fault"), self._flag("answers"), fields.texts("fair")
        if not kind:
            return None
        known = cast("Kind", kind)
        form = FORMS[known]
        for needed in form.needs:
            if not fields.has(needed):
                fields.complain(f"has no {needed!r}, which a claim of the kind {kind!r} needs")
        claim = Claim(
            key,
            says,
            known,
            fields.texts("arms") if "arms" in form.needs else (),
            fair,
            {name: tuple(values) if len(values) > 1 else values[0] for name, values in at.items()},
            published=published,
            quote=quote,
            fault=fault,
            answers=answers,
            over_at=self._one_level(over_at),
            **self._own(known, form),
        )
        fields.finish()
        if answers and kind in ("quote", "elsewhere"):
            fields.complain("is true, and no run says anything of such a claim", "answers")
        self._check(claim, form)
        return claim

    def _own(self, kind: Kind, form: Form) -> dict[str, Any]:
        """What not every kind has."""
        keys = {*form.needs, *form.may}
        own: dict[str, Any] = {}
        if "over_at" in keys:
            self.fields.value("over_at")
        if "of" in keys:
            own["of"] = self._choice("of", form.of) or None
        if "within" in keys:
            own["within"] = self._within()
        if "band" in keys:
            own["band"] = self._band(-MOST if kind == "gap" else 0)
        if "is" in keys:
            own["linear"] = self._choice("is", ("linear", "flat")) != "flat"
        for key in ("needs", "along", "because"):
            if key in keys:
                own[key] = self.fields.text(key) or None
        if "calls" in keys:
            own["calls"] = self._calls()
        if "gives" in keys:
            own["gives"] = self._gives()
        return own

    def _one_level(self, over_at: Mapping[str, list[Value]]) -> dict[str, Value]:
        """The level of the second arm, which can only be one."""
        for name, values in over_at.items():
            if len(values) > 1:
                self.fields.complain(f"has several values of {name!r}, and an arm is looked at one level", "over_at")
        return {name: values[0] for name, values in over_at.items()}

    def _flag(self, key: str) -> bool:
        given = self.fields.value(key)
        if given is not None and not isinstance(given, bool):
            self.fields.complain("must be true or false", key)
        return given is True

    def _within(self) -> float:
        if not self.fields.has("within"):
            return DEFAULT_WITHIN
        try:
            share = parse_share(self.fields.value("within"))
        except ValueError as error:
            self.fields.complain(f"is wrong: {error}", "within")
            return DEFAULT_WITHIN
        if not 0 <= share <= 1:
            self.fields.complain("must lie between 0% and 100%", "within")
        return share

    def _band(self, above: float) -> tuple[float, float] | None:
        raw = self.fields.value("band")
        numbers = (
            [one for one in raw if isinstance(one, int | float) and not isinstance(one, bool)]
            if isinstance(raw, list)
            else []
        )
        if len(numbers) == 2 and isinstance(raw, list) and len(raw) == 2 and above < numbers[0] < numbers[1] < MOST:
            return float(numbers[0]), float(numbers[1])
        if raw is not None:
            self.fields.complain("must be two numbers, the lower one first, such as [1.4, 1.6]", "band")
        return None

    def _calls(self) -> dict[str, int]:
        raw = self.fields.value("calls")
        if isinstance(raw, dict) and raw and all(type(count) is int and count >= 0 for count in raw.values()):
            return dict(raw)
        if raw is not None:
            self.fields.complain(
                "must name system calls with their numbers, such as { read = 2560, mmap = 0 }", "calls"
            )
        return {}

    def _gives(self) -> dict[str, str]:
        """Guarantees of the job, each with one of its values."""
        raw = self.fields.value("gives")
        if raw is None:
            return {}
        if not isinstance(raw, dict) or not raw or not all(isinstance(value, str) for value in raw.values()):
            self.fields.complain('must name guarantees with what they are, such as { lock = "none" }', "gives")
            return {}
        for name, value in raw.items():
            known = self.guarantees.get(name)
            if known is None:
                self.fields.complain(
                    f"names {name!r}, which is no guarantee of the job", "gives", suggestion(name, self.guarantees)
                )
            elif value not in known:
                self.fields.complain(f"says {value!r} of {name!r}, which is one of {', '.join(known)}", "gives")
        return dict(raw)

    def _choice(self, key: str, choices: Sequence[str], *, required: bool = False) -> str:
        given = self.fields.text(key, required=required)
        if given and given not in choices:
            self.fields.complain(f"is {given!r}, and none of {', '.join(choices)}", key, suggestion(given, choices))
            return ""
        return given

    def _check(self, claim: Claim, form: Form) -> None:
        """Every arm must be measured at some level that the claim speaks of."""
        if claim.kind in ("quote", "elsewhere"):
            return
        levels = [level for level in self.levels if claim.is_at(level.factors)]
        if self.levels and not levels:
            self.fields.complain("names no level of the study", "at" if claim.at else None)
            return
        known = [level.factors for level in self.levels]
        if known and not any(claim.over(level.factors) in known for level in levels):
            self.fields.complain("names no level of the study", "over_at")
        self._check_sizes(claim, levels)
        there = {arm for level in levels for arm in level.arms}
        for key, arms in (("arms", claim.arms), ("fair", claim.fair)):
            for arm in arms:
                if self.levels and arm not in there:
                    self.fields.complain(f"names {arm!r}, which is no arm at these levels", key, suggestion(arm, there))
        if claim.arms and not form.fewest <= len(claim.arms) <= (form.most or len(claim.arms)):
            wanted = f"{form.fewest}" if form.most == form.fewest else f"{form.fewest} or more"
            self.fields.complain(f"of the kind {claim.kind!r} are {wanted}", "arms")
        if claim.fair and len(claim.fair) != len(claim.arms):
            self.fields.complain("must name as many arms as 'arms' does", "fair")

    def _check_sizes(self, claim: Claim, levels: Sequence[Level]) -> None:
        """A winner can only change over a factor of several sizes, and be told on either side of where it does."""
        if claim.along is None or not levels:
            return
        given = [level.factors[claim.along] for level in levels if claim.along in level.factors]
        if not given:
            names = dict.fromkeys(name for level in levels for name in level.factors)
            self.fields.complain(
                f"is {claim.along!r}, which is no factor of the study", "along", suggestion(claim.along, names)
            )
            return
        sizes = [size for size in given if isinstance(size, int)]
        if len(set(sizes)) < 2:
            self.fields.complain(f"is {claim.along!r}, which has not several sizes at these levels", "along")
        elif claim.band is not None and not (min(sizes) <= claim.band[0] and claim.band[1] <= max(sizes)):
            self.fields.complain(f"reaches beyond the sizes of the study, {min(sizes)} to {max(sizes)}", "band")
