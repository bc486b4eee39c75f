"""Every sentence of an answer, from top to bottom as a reader gets them; the one place to change their words.

`{…}` are filled in by report/what_to_use.py (a stored run) and report/advice_screen.py (a question).
"""

from __future__ import annotations

#: What to use. usual: USUAL or nothing; caveat: one of the CAVEATs or nothing.
USE = "In {language}{where}: use {use}{usual}{caveat}."
USUAL = ", the usual way"
CAVEAT_IF = ", if {conditions}"
CAVEAT_GIVES = ", which gives {guarantees} only"

#: With other guarantees there is nothing to compare with.
ALONE = "In {language}{where}: use {use}{usual}{caveat}; {why}."
ALONE_NOTHING_ELSE = "no other method here gives the same guarantees"
ALONE_NOTHING_AS_MUCH = "no other method here gives as much"
ALONE_NO_FIGURE = "no other with the same guarantees has a figure here ({names})"

#: No method will do everywhere: PART for each group of levels.
DEPENDS = "In {language}{everywhere} it depends: {parts}."
DEPENDS_PART = "{at} use {use}{usual}{caveat}"
DEPENDS_PART_OPEN = "{at} cannot tell yet"
DEPENDS_MORE = "{count} more levels differ"
DEPENDS_COST = "The slowest, {name}, takes up to {times} as long as the one to use {at}."

#: Not one interval: too few rounds for any, or none that could be compared.
NOTHING_KNOWN = "In {languages}: cannot tell after so few rounds; give it more time, such as --budget {budget}."

#: What the usual way costs, if another is to be used.
INSTEAD_OF_USUAL = "The usual way, {name}, takes {times} as long{notes}."

#: Of several levels: how far behind the best it is where that is most.
REGRET = "At its worst it takes {share} longer than {name} ({level})."

#: The tiers (rule 32), each with the methods that are in it.
AS_GOOD = "{names} {does} as well (the same time within {share})."
SLOWER = "{first} takes {times} as long{notes}{others}."
SLOWER_OTHER = "{name} {times}{notes}"
AVOID = "Avoid {first} ({times} as long{notes}){others}."
AVOID_OTHER = "{name} ({times}{notes})"
IN_BETWEEN = "{count} more in between"
OPEN = "Not settled yet: {told}."
OPEN_NEAR = "{name} ({range}{notes})"
RANGE_BOTH = "{quicker} quicker to {slower} slower"
RANGE_QUICKER = "{least} to {most} quicker"
RANGE_SLOWER = "{least} to {most} slower"
OPEN_NOISY = "{name} (too noisy to tell{notes})"
OPEN_FAR = "{name} ({between} times as long{notes})"
OPEN_MORE = "{count} more"
NO_FIGURE = "Too few rounds to compare {names}."

#: What is said of a figure in brackets.
NOTE_MOVES = "{what} still moves"
NOTE_NO_DIFFERENCE = "no difference shown {levels}"
NOTE_NO_FIGURE = "no figure {levels}"

#: Other guarantees, and what they cost.
NEED = "If {condition}: {name} ({price}{also}{notes})."
NEED_GUARANTEE = "you need {guarantees}"
NEED_ALSO = ", with {guarantees} too"
PRICE_OPEN = "not clear yet: between {low} and {high} times as long"
GIVES_LESS = "{first} gives less ({guarantees}) and takes {times} as long{notes}{others}."

#: Advice: a question that was asked, and measured for.
ADVISED = "{start}use {use}{usual}{caveat}."
NO_ADVICE = "{start}no answer in {seconds}: {reason}. {hint}"
HINT_BUDGET = "More time may tell: --budget {budget}."
HINT_QUIETER = "Ask again when the machine is quieter."
NO_USUAL = "No usual method is declared; the run compares with {name}."
USUAL_UNLIKE = "You use {name}, which gives something else ({guarantees}): {price}."
TRUST = (
    "Measured once, in {rounds} side by side, on this machine{noise}. Ask again on another day before you build on it."
)
NOISE = "; a second copy of {name} came out within {share}"
CODE = "The code, as it was measured ({arm}):"
CHANGES_TITLE = "What would change the answer:"
CHANGES = "{at} use {name}: {price}."
HOLDS = "It holds {at}: nothing is more than 5 % faster there."
OPEN_THERE = "It is not settled {at}: {name} may take {price}."
UNKNOWN_THERE = "Nothing is known {at}{reason}."
PRICED_AT = "{at}, beside {name}: {costs}."

#: One over all languages, which is of no use to those who work in one.
OVER_ALL = "In any language: "
FASTEST = "{name} in {language} is the fastest{alike}"
FASTEST_ALIKE = " of those with the same guarantees"
FASTEST_BESIDE = "; it {compared} {name} in {language}"
