"""Every sentence of an answer, from top to bottom as a reader gets them; the one place to change their words.

`{…}` are filled in by report/what_to_use.py and the sentences that it is made of, and for a question by
report/advice_screen.py.
"""

from __future__ import annotations

#: The mark of a method that promises less and is slower.
PROMISES_LESS = "{tier}, promises less"

#: What to use. usual: USUAL or nothing; caveat: one of the CAVEATs or nothing.
USE = "In {language}{where}: use {use}{usual}{caveat}."
USUAL = ", the usual way"
CAVEAT_IF = ", if {conditions}"
CAVEAT_MORE = ", and {count} more condition{s}"
CAVEAT_GIVES = ", which gives {guarantees} only"
CAVEAT_RISK = ", which {risk}"
#: Another may turn out far quicker, by an interval that is wide.
USE_SO_FAR = "{name} for now"

#: With other guarantees there is nothing to compare with.
ALONE = "In {language}{where}: use {use}{usual}{caveat}; {why}."
ALONE_BESIDE = {
    "nothing": "nothing else was compared here",
    "less": "the other ways here promise less",
    "more": "the other ways here promise more",
    "something else": "the other ways here promise something else",
}
ALONE_NO_FIGURE = "others that promise the same have no figure here ({names})"

#: No method will do everywhere: PART for each group of levels.
DEPENDS = "In {language}{everywhere} it depends: {parts}."
DEPENDS_PART = "{at} use {use}{usual}{caveat}"
DEPENDS_PART_OPEN = "{at} unclear so far"
DEPENDS_MORE = "{count} more levels differ"
DEPENDS_COST = "The slowest, {name}, takes up to {times} {than} the one to use {at}."

#: At one of several levels, in one language.
OPEN_IN = "Unclear so far."
NOT_COMPARED_IN = "No methods in {language} that give the same were compared here."

#: Not one interval: too few rounds for any, or none that could be compared.
NOTHING_KNOWN = "In {languages}: cannot tell after so few rounds; give it more time, such as --budget {budget}."

#: What the usual way costs, if another is to be used.
INSTEAD_OF_USUAL = "The usual way, {name}, takes {times}{notes}."

#: The reason why the usual way stays although another is shown to be quicker.
USUAL_STAYS = "{name} is {up_to}{share} quicker, less than the {least} for which it is worth changing."
USUAL_STAYS_OPEN = "it is worth changing from {least} on"

#: Of several levels: how far behind the best it is where that is most.
REGRET = "Where it is shown to be behind most, {use} takes {share} longer than {name} ({level})."

#: The tiers (rule 32), each with the methods that are in it.
AS_GOOD = "{names} {are} as good (the same time within {share})."
SLOWER = "{first} takes {times}{notes}{others}."
SLOWER_OTHER = "{name} {times}{notes}"
AVOID = "Avoid {first} ({times}{notes}){others}."
AVOID_OTHER = "{name} ({times}{notes})"
IN_BETWEEN = "{count} more in between"
OPEN = "Unclear so far: {told}."
OPEN_NEAR = "{name} ({range}{notes})"
RANGE_BOTH = "{quicker} quicker to {slower} slower"
RANGE_QUICKER = "{least} to {most} quicker"
RANGE_SLOWER = "{least} to {most} slower"
OPEN_NOISY = "{name} (too noisy to tell{notes})"
OPEN_FAR = "{name} ({times}{notes})"
OPEN_MORE = "{count} more"
NO_FIGURE = "Too few rounds to compare {names}."

#: What is said of a figure in brackets.
NOTE_MOVES = "{what} has not settled"
NOTE_MOVES_OWN = "its time"
NOTE_MORE = "it gives {guarantees}"
NOTE_MORE_IF = "use it if {conditions}"
NOTE_OPEN = "unclear {levels}"
NOTE_SYNCS_NOTHING = "in memory, where a sync costs nothing"
NOTE_SHOWN = "shown {levels} only"
AT_MANY = "in {count} of {every} conditions"
NOTE_NO_FIGURE = "no figure {levels}"

#: Other guarantees, and what they cost.
NEED = "If {condition}: {name} ({price}{also}{notes})."
NEED_GUARANTEE = "you need {guarantees}"
NEED_ALSO = ", with {guarantees} too"
NEED_ALSO_IF = ", also if {conditions}"
NEED_RISK = "; otherwise it {risk}"
PRICE_OPEN = "unclear so far: {times}"
PRICE_SO_FAR = "{times} so far, which is not settled"
OTHERS_SLOWER = "Slower, and promising something else: {told}."
GIVES_LESS = "{first} promises less ({guarantees}) and takes {times}{notes}{others}."
ONLY_IF = "enough if {conditions}"

#: Advice: a question that was asked, and measured for.
ADVISED = "{start}use {use}{usual}{caveat}."
ADVISED_ALONE = "{start}use {use}{usual}{caveat}; {why}."
TAKES = "It takes {time} for {work}."
TAKES_WITH_KIT = "It takes {time} for {work}, {percent} % of it the cost of measuring: ask at a larger size, too."
NO_ADVICE = "{start}no answer in {seconds}: {reason}. {hint}"
HINT_BUDGET = "More time may tell: --budget {budget}."
HINT_QUIETER = "Ask again when the machine is quieter."
NO_USUAL = "There is no usual way that gives this; the run compares with {name}."
USUAL_UNLIKE = "You use {name}, which gives something else ({guarantees}): {price}."
TRUST = "{sure} It comes from {rounds} side by side; ask again on another day before you build on it."
NOT_MEASURED = "Not in this quick run: {told}."
NOT_MEASURED_ONE = "{name} ({why})"
NOT_MEASURED_KNOWN = "{price} in run {run}"
NOT_MEASURED_MORE = "{count} more"
CODE = "The code, as it was measured ({arm}):"
CHANGES_TITLE = "What would change the answer:"
CHANGES = "{at} use {name}: {price}."
HOLDS = "It holds {at}: nothing is more than 5 % faster there."
OPEN_THERE = "It is unclear {at}: {name} may take {price}."
UNKNOWN_THERE = "Nothing is known {at}{reason}."
PRICED_AT = "{at}, beside {name}: {costs}."

#: Where the sentence over all levels says what to use at a level too.
FIGURES_AT = "The figures below: {level}."

#: One over all languages, which is of no use to those who work in one.
OVER_ALL = "In any language: "
FASTEST = "{name} in {language} is the fastest{alike}"
FASTEST_ALIKE = " of those with the same guarantees"
FASTEST_BESIDE = "; it {compared} {name} in {language}"

#: Users' own snippets: two at a time, and what all of them return.
SNIPPET_AT = "{input}: "
SNIPPET_FASTER = "{name} {compared} {other}{bounds}"
SNIPPET_SO_FAR = "so far {name} {compared} {other}{bounds}, which is not settled"
SNIPPET_AS_GOOD = "{name} is as good as {other} (the same time within {share})"
SNIPPET_OPEN = "unclear so far: {name} is {low} to {high} times as fast as {other}"
SNIPPET_NO_INTERVAL = "too few rounds to compare {name} with {other}"
SNIPPETS_RETURN = "{all} return {what}"
SNIPPETS_UNTIMED = "Nothing was timed."
