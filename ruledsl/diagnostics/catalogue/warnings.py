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
        bad="var next = 3\nwhen leader.score > next { end game }\n",
        good="var next_goal = 3\nwhen leader.score > next_goal { end game }\n",
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
        code="W517",
        title="this never holds",
        label="never true",
        hint="check the comparison; what depends on it plays no part",
        explanation=(
            "From what is declared, and from what variables are given anywhere in the rules, it follows how "
            "small and how large the two numbers can be, and so that this is never true. Conditions that ask "
            "for the number of players or for a setting are left out: they are meant to hold in some games only."
        ),
        bad=in_phase("if leader.gem > 50 { end game }"),
        good=in_phase("if leader.gem > 30 { end game }"),
    ),
    Entry(
        code="W518",
        title="this always holds",
        label="always true",
        hint="check the comparison; without it the rules would be the same",
        explanation=(
            "From what is declared, and from what variables are given anywhere in the rules, it follows how "
            "small and how large the two numbers can be, and so that this is always true. Conditions that ask "
            "for the number of players or for a setting are left out: they are meant to hold in some games only."
        ),
        bad=in_phase("if stock.size >= 0 { end game }"),
        good=in_phase("if stock.size >= 1 { end game }"),
    ),
    Entry(
        code="W521",
        title="nothing ever gets into the zone `{name}`",
        label="always empty",
        hint="move something there, or remove it; perhaps another zone was meant where it is asked for",
        explanation=(
            "The rules look into the zone or take from it, but no line moves anything there. So it is empty "
            "from the beginning to the end of every game."
        ),
        bad="zone chest: row, open\n" + in_phase("if chest is empty { end game }"),
        good="zone chest: row, open\n" + in_phase("stock -> chest; if chest is empty { end game }"),
        sample={"name": "chest"},
    ),
    Entry(
        code="W522",
        title="it makes no difference which `{name}` is chosen",
        label="nobody asks for it",
        hint="use `{name}` in what the option does, or leave it out",
        explanation=(
            "An option is offered once for everything that its names can be bound to. Where neither its "
            "conditions nor what it does ask for such a name, the player chooses between options that differ in "
            "nothing."
        ),
        bad=in_phase('leader chooses "Save": c in leader.hand { leader.score += 1 }'),
        good=in_phase('leader chooses "Save": c in leader.hand { leader.score += 1; c -> discard }'),
        sample={"name": "c"},
    ),
    Entry(
        code="W523",
        title="this option differs from another one in nothing but its label",
        label="does the same",
        hint="remove one of the two, or say what makes the difference",
        explanation=(
            "Two options of one choice bind the same, ask the same and do the same. Either one of them is "
            "superfluous, or what it should do is missing."
        ),
        bad=in_phase('leader chooses {\noption "Stay" { shuffle stock }\noption "Wait" { shuffle stock } }'),
        good=in_phase('leader chooses {\noption "Stay" { shuffle stock }\noption "Go" { end game } }'),
    ),
    Entry(
        code="W524",
        title="nothing ever asks for this row",
        label="no such number of players, or no such card",
        hint="check the key; `players` says how many may play",
        explanation=(
            "The key of this row is a number of players that the game does not allow, or a number that is "
            "printed on no card."
        ),
        bad="players 2..4\ntable fee[players] { 2..4: 1; 5: 2 }\n"
        + in_phase("if fee[players] > 1 { end game }"),
        good="players 2..4\ntable fee[players] { 2..3: 1; 4: 2 }\n"
        + in_phase("if fee[players] > 1 { end game }"),
    ),
    Entry(
        code="W525",
        title="the table `{name}` has no row for {key}",
        label="asking for it would be a fault",
        hint="add the row, or `else:` for all that is left",
        explanation=(
            "Every member of the enum may be asked for during play. When there is no row for it, the game "
            "cannot go on."
        ),
        bad="table fee[suit] { hearts: 1 }\n" + in_phase("each suit s { leader.score += s.fee }"),
        good="table fee[suit] { hearts: 1; else: 0 }\n" + in_phase("each suit s { leader.score += s.fee }"),
        sample={"name": "fee", "key": "clubs"},
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
        code="W519",
        title="nothing in this loop changes what its end asks for",
        label="if it does not hold at first, it never will",
        hint="change something in the loop that the condition asks for, or ask for something else",
        explanation=(
            "The loop goes on until this holds. Neither the statements in it nor any `when` change what the "
            "condition reads, and nothing else ends the loop, so that it ends at once or never."
        ),
        bad=in_phase("repeat { 1 from stock -> discard } until leader.gem > 3"),
        good=in_phase("repeat { 1 from stock -> discard } until discard.size > 3"),
    ),
    Entry(
        code="W526",
        title="no option can ever be chosen here",
        label="the conditions of all options fail",
        hint="check the conditions of the options",
        explanation=(
            "Each option of this choice has a condition that never holds: so much follows from what is declared "
            "and from what variables are given anywhere in the rules."
        ),
        bad=in_phase('leader may choose "Buy" where leader.gem > 50 { end game }'),
        good=in_phase('leader may choose "Buy" where leader.gem > 30 { end game }'),
    ),
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
        title="nothing is decided in this `{word}`",
        label="goes on without a choice",
        hint="say how often, or write `until`; only a `when` could end it as it is",
        explanation=(
            "A loop without an end of its own, in which nobody chooses anything, can only be left by a "
            "trigger. Mostly something is missing."
        ),
        sample={"word": "repeat"},
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
