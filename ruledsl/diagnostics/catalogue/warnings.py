"""What is allowed but suspicious: W500 and up."""

from __future__ import annotations

from ruledsl.diagnostics.catalogue.entry import Entry, in_phase

_SILENCES: tuple[Entry, ...] = (
    Entry(
        code="W500",
        title="the silence of {code} gives no reason",
        label="a reason is missing",
        hint="write why this is right, behind a colon: `# ok {code}: <the reason>`",
        explanation=(
            "A warning may be silenced on its own line, but only with the reason why the line is right as "
            "it is. The next reader has the same doubt as the checker had, and the reason is the answer to "
            "it. Without a reason the warning stays."
        ),
        bad=in_phase("shuffle stock   # ok W512"),
        good=in_phase("end game\n    shuffle stock   # ok W512: kept for a longer game"),
        sample={"code": "W512"},
    ),
    Entry(
        code="W501",
        title="nothing on this line is silenced by `ok {code}`",
        label="silences nothing",
        hint="remove it, or put it at the end of the line that the warning names; errors cannot be silenced",
        explanation=(
            "A silence that silences nothing is left over from a line that has since been mended or moved. "
            "If it stayed, it would one day hide a warning that nobody has looked at."
        ),
        bad=in_phase("shuffle stock   # ok W512: this is meant"),
        good=in_phase("end game\n    shuffle stock   # ok W512: this is meant"),
        sample={"code": "W512"},
    ),
)
"""Comments that answer a warning."""

_NAMES: tuple[Entry, ...] = (
    Entry(
        code="W502",
        title="`{name}` hides what this name means in every game",
        label="now it means this",
        hint="choose another name, unless that is meant",
        explanation=(
            "Some names mean something without a declaration: yes, no, none, empty, players, player, "
            "supply, seat, next, base, up, down, over, turn, and the functions. Rules may use them for "
            "something else, but then the usual meaning is gone."
        ),
        bad="var next = 3\nwhen next > 3 { end game }\n",
        good="var next_goal = 3\nwhen next_goal > 3 { end game }\n",
        sample={"name": "next"},
    ),
    Entry(
        code="W503",
        title="the {word} `{name}` hides the attribute `.{name}`",
        label="behind a dot it now means this",
        hint="choose another name, unless that is meant",
        explanation=(
            "Behind a dot stands first what the rules declare, then what is printed on cards, then what "
            "comes with every zone, card and player. With this name the declaration takes the place of one "
            "of the others."
        ),
        bad="define size(p) = p.gem\nwhen leader.size > 3 { end game }\n",
        good="define riches(p) = p.gem\nwhen leader.riches > 3 { end game }\n",
        sample={"name": "size", "word": "definition"},
    ),
    Entry(
        code="W506",
        title="`{name}` hides a {word} of the same name",
        label="now it means this",
        hint="choose another name; from here to the end of the block the other one cannot be reached",
        explanation=(
            "A name that is bound in a block takes the place of the same name outside. Readers easily take "
            "one for the other."
        ),
        bad=in_phase("each player p { if some(player p where p.gem > 3) { end game } }"),
        good=in_phase("each player p { if some(player q where q.gem > p.gem) { end game } }"),
        sample={"name": "p", "word": "local name"},
    ),
    Entry(
        code="W504",
        title="`{head} {name}` is new here, although there is one with a name much like it",
        label="replaces nothing",
        hint="check the spelling; if it is meant to be new, all is well",
        explanation=(
            "A `while` that is decided before the game begins may replace declarations and add new ones. A "
            "name that differs by a letter or two from one that is there is probably a slip of the pen."
        ),
        bad="while players > 3 { zone discrad: pile, open }\n",
        good="while players > 3 { zone discard: pile, hidden }\n",
        sample={"head": "zone", "name": "discrad"},
    ),
    Entry(
        code="W508",
        title="`{name}` is taken as a single card, although there is an enum with a name much like it",
        label="one card of this name",
        hint="check the spelling; if a single card is meant, all is well",
        explanation="A name in a declaration of cards that is no enum is a card of its own.",
        bad="cards extra: siut\n" + in_phase("all extra -> stock"),
        good="cards extra: joker\n" + in_phase("all extra -> stock"),
        sample={"name": "siut"},
    ),
    Entry(
        code="W509",
        title="`{name}` is taken as a label for numbers, although there is an enum with a name much like it",
        label="any number",
        hint="check the spelling; if the key is a number, all is well",
        explanation=(
            "A key of a table that is neither an enum nor printed on cards is a number, and its name only "
            "helps the reader."
        ),
        bad="table fee[siut] { 1: 2; else: 0 }\n" + in_phase("if fee[2] > 1 { end game }"),
        good="table fee[week] { 1: 2; else: 0 }\n" + in_phase("if fee[2] > 1 { end game }"),
        sample={"name": "siut"},
    ),
)
"""Names that may mislead."""

_USE: tuple[Entry, ...] = (
    Entry(
        code="W513",
        title="the {word} `{name}` is never used",
        label="nobody asks for it",
        hint="remove it, or use it where it was meant",
        explanation=(
            "Something is declared and plays no part in the game. Perhaps a line of the rulebook is still "
            "missing, or another name stands where this one was meant."
        ),
        bad="zone chest: row, open\n",
        good="zone chest: row, open\n" + in_phase("stock -> chest"),
        sample={"word": "zone", "name": "chest"},
    ),
    Entry(
        code="W514",
        title="the {word} `{name}` is changed, but never read",
        label="nobody asks for it",
        hint="remove it, or use it where it was meant",
        explanation="What a variable holds makes a difference only where it is read.",
        bad="var rounds = 0\n" + in_phase("rounds += 1"),
        good="var rounds = 0\n" + in_phase("rounds += 1; if rounds > 2 { end game }"),
        sample={"word": "variable", "name": "rounds"},
    ),
    Entry(
        code="W515",
        title="`{name}` is never read",
        label="nobody asks for it",
        hint="remove it, or use it where it was meant",
        explanation="A parameter or a variable of a block that is never read plays no part.",
        bad=in_phase("var total = 3"),
        good=in_phase("var total = 3; if leader.gem > total { end game }"),
        sample={"name": "total"},
    ),
    Entry(
        code="W507",
        title="this `while` never holds",
        label="with no number of players and no setting",
        hint="check the condition; what stands in the braces plays no part, and is not looked at",
        explanation=(
            "The condition is decided before the game begins, and it is not true for any game that the "
            "rules allow."
        ),
        bad="players 2..4\nwhile players is 5 { table fee[suit] { else: 1 } }\n",
        good="players 2..4\nwhile players is 4 { table fee[suit] { else: 1 } }\n",
    ),
    Entry(
        code="W516",
        title="this row is never reached",
        label="an earlier row fits first",
        hint="remove it, or put it before the more general row",
        explanation=(
            "The rows of a table are tried from the first to the last, and the first one that fits gives "
            "the value."
        ),
        bad="table fee[suit] { hearts: 1; else: 0; clubs: 2 }\n"
        + in_phase("if fee[hearts] > 0 { end game }"),
        good="table fee[suit] { hearts: 1; clubs: 2; else: 0 }\n"
        + in_phase("if fee[hearts] > 0 { end game }"),
    ),
    Entry(
        code="W520",
        title="no card fits this",
        label="there is no such card",
        hint="check the cards that the game has",
        explanation=(
            "The pattern describes a card that is not in any of the declarations, so that it never fits."
        ),
        bad="cards deck: suit * rank (2..9)\n" + in_phase("if stock.top is K { end game }"),
        good=in_phase("if stock.top is 8 of clubs { end game }"),
    ),
)
"""What plays no part."""

_FLOW: tuple[Entry, ...] = (
    Entry(
        code="W505",
        title="it is not said who wins",
        label="`result` is missing",
        hint="write `result player p: most p.score`, or whatever decides",
        explanation="Without a `result` the game ends, but nobody has won it.",
        bad='game "Mine"\n',
        good='game "Mine"\nresult player p: most p.score\n',
    ),
    Entry(
        code="W510",
        title="nothing is decided in this `repeat`",
        label="goes on without a choice",
        hint="say how often, or write `until`; only a `when` could end it as it is",
        explanation=(
            "A loop without an end of its own, in which nobody chooses anything, can only be left by a "
            "trigger. Mostly something is missing."
        ),
        bad="when discard.size > 3 { end game }\n" + in_phase("repeat { 1 from stock -> discard }"),
        good="when discard.size > 3 { end game }\n"
        + in_phase("repeat { leader chooses: c in leader.hand { c -> discard } }"),
    ),
    Entry(
        code="W511",
        title="what happens if nothing can be chosen here?",
        label="if this never holds, there is no option",
        hint="say it behind the choice with `otherwise {{ ... }}`; `may choose` also offers to do nothing",
        explanation=(
            "A choice without any option is a fault: the game would stop. This choice has a single option "
            "with a condition, and nothing says what happens when no card or player fulfils it."
        ),
        bad=in_phase("leader chooses: c in leader.hand where c is hearts { c -> discard }"),
        good=in_phase(
            "leader chooses: c in leader.hand where c is hearts { c -> discard } otherwise { end game }"
        ),
    ),
    Entry(
        code="W512",
        title="this is never done",
        label="the line before leaves the block",
        hint="remove it, or put it before the line that ends",
        explanation="`end` and `restart` leave the block at once, so that nothing behind them is reached.",
        bad=in_phase("end game; shuffle stock"),
        good=in_phase("shuffle stock; end game"),
    ),
)
"""What may go wrong in play."""

ENTRIES: tuple[Entry, ...] = tuple(sorted((*_SILENCES, *_NAMES, *_USE, *_FLOW), key=lambda entry: entry.code))
