"""Claims from public posts, issues and manuals: each says who published it, when, where, and where on that page."""

from __future__ import annotations

import re

from claims.test_sentences import claimed
from iotrial.ask.find_study import studies
from iotrial.claims.claim import Claim

#: The fewest claims from elsewhere, those that tell a figure, and those whose figure a run is held against: if our
#: program is only like the author's, it is their direction.
FEWEST, WITH_FIGURES, COMPARED = 30, 40, 15


def from_elsewhere() -> dict[str, Claim]:
    """The claims of sources, by study and key."""
    every = [(name, claim) for name, path in studies().items() for claim in claimed(path).claims]
    return {f"{name}: {claim.key}": claim for name, claim in every if claim.article is not None}


def test_each_has_an_author_a_date_an_address_and_a_place() -> None:
    wrong = [
        name
        for name, claim in from_elsewhere().items()
        if not (claim.article and claim.article.address and claim.place) or claim.ours or claim.fault
    ]
    assert not wrong


def test_there_are_thirty_of_them_and_most_have_a_figure() -> None:
    found = from_elsewhere()
    assert len(found) >= FEWEST
    compared = [name for name, claim in found.items() if claim.printed is not None]
    told = [name for name, claim in found.items() if re.search(r"\d", claim.says)]
    assert len({*compared, *told}) >= WITH_FIGURES and len(compared) >= COMPARED


def test_what_takes_another_system_says_what_it_takes() -> None:
    needs = {name: getattr(claim, "needs", "") for name, claim in from_elsewhere().items() if claim.kind == "elsewhere"}
    assert needs and all(needs.values())
    assert any("Windows" in one for one in needs.values()) and any("NFS" in one for one in needs.values())
