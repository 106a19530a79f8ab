"""Types and numbers of arguments: E150 to E249."""

from __future__ import annotations

from ruledsl.diagnostics.catalogue.entry import Entry, in_phase

_WANTED: tuple[Entry, ...] = (
    Entry(
        code="E150",
        title="{wanted} is expected here, and this is {found}",
        label="this is {found}",
        hint="name the part that is meant: a player's cards are in `p.hand`, a card's suit is `c.suit`",
        explanation=(
            "Each place wants something of a certain kind: a condition is true or not, an arrow leads to a "
            "zone, a sum adds numbers. What stands here is of another kind."
        ),
        bad=in_phase("1 from stock -> leader"),
        good=in_phase("1 from stock -> leader.hand"),
        sample={"wanted": "a zone", "found": "a player"},
    ),
    Entry(
        code="E151",
        title="`{name}` needs {wanted:argument|arguments} and is given {found}",
        label="{found:argument|arguments} here",
        hint="a definition with one argument is also read behind a dot: `p.{name}`",
        explanation=(
            "A definition, phase, function or kind of meld is used with as many arguments as its "
            "declaration has. A parameter of a meld may be left out if the meld does not read it."
        ),
        bad="define rich(p, n) = p.gem > n\n" + in_phase("if rich(leader) { end game }"),
        good="define rich(p, n) = p.gem > n\n" + in_phase("if rich(leader, 3) { end game }"),
        sample={"name": "rich", "wanted": 2, "found": 1},
    ),
    Entry(
        code="E157",
        title="`{what}` holds {wanted}, and this is {found}",
        label="this is {found}",
        hint="a variable keeps the kind of its first value; say `: type` or `or none` where it is declared",
        explanation=(
            "A variable holds one kind of thing for the whole game: the kind that its declaration names, "
            "or else the kind of its first value. A variable that may also be `none` says so: `var maker: "
            "player or none`."
        ),
        bad=in_phase("leader = 3"),
        good=in_phase("leader = seat(2)"),
        sample={"what": "leader", "wanted": "a player", "found": "a number"},
    ),
    Entry(
        code="E158",
        title="`{name}` is a {word} and cannot be given a value",
        label="not a variable",
        hint="only what is declared with `var` can change; cards, dice and tokens are moved with an arrow",
        explanation=(
            "Left of `=`, `+=` and `-=` stands a variable. What a loop or a choice binds, arguments, "
            "definitions, zones and settings cannot be given another value."
        ),
        bad=in_phase("stock = discard"),
        good=in_phase("discard -> stock"),
        sample={"name": "stock", "word": "zone"},
    ),
    Entry(
        code="E162",
        title="this is not known before the game begins",
        label="it may change during play",
        hint="use numbers, `players` and settings",
        explanation=(
            "How many cards there are, what an enum lists and which rows a table has is settled before the "
            "game begins. So it can depend on the number of players and on settings, but not on anything "
            "that happens in play."
        ),
        bad="dice die: leader.gem\n",
        good="dice die: players + 1\n",
    ),
    Entry(
        code="E163",
        title="it is not clear what `{name}` can hold",
        label="a type is missing",
        hint="write the type behind a colon: `var {name}: player or none`",
        explanation=(
            "A variable keeps the kind of thing that its first value is. `none` and an empty list could "
            "become anything, and without a value nothing is said at all."
        ),
        bad="var maker = none\n",
        good="var maker: player or none\n",
        sample={"name": "maker"},
    ),
    Entry(
        code="E183",
        title="`{name}` has no first value",
        label="nothing to begin with",
        hint="write it behind `=`, or let it be none at first: `or none`",
        explanation=(
            "A variable holds something from the beginning. Numbers begin with 0, conditions with no, lists "
            "with nothing in them; players, members of an enum and cards have no such beginning."
        ),
        bad="var maker: player\n",
        good="var maker: player = seat(1)\n",
        sample={"name": "maker"},
    ),
    Entry(
        code="E164",
        title="this has to be {least} or more, and it is {value}",
        label="{value} is too few",
        explanation="A number of things cannot be negative, and some numbers cannot be zero either.",
        bad=in_phase("repeat 2 - 3 { shuffle stock }"),
        good=in_phase("repeat 3 - 2 { shuffle stock }"),
        sample={"value": -1, "least": 0},
    ),
    Entry(
        code="E170",
        title="`{name}` of phase `{phase}` is {wanted} elsewhere, and {found} here",
        label="this is {found}",
        hint="give the phase the same kind of thing each time, or write two phases",
        explanation=(
            "The parameter of a phase is one kind of thing. The first `play` that gives it a value tells "
            "which; all others have to agree."
        ),
        bad="phase game { play show(leader); play show(3) }\nphase show(x) { if x is none { end game } }\n",
        good="phase game { play show(leader); play show(next) }\nphase show(p) { leader = p }\n",
        sample={"name": "x", "phase": "show", "wanted": "a player", "found": "a number"},
    ),
    Entry(
        code="E173",
        title="`or none` is not needed for `{name}`",
        label="several can also be none at all",
        hint="leave out `or none` and ask `is empty`",
        explanation=(
            "A variable for several cards or players may hold an empty list, so that there is no need for "
            "`none`."
        ),
        bad="var led: cards or none\n",
        good="var led: cards\n",
        sample={"name": "cards"},
    ),
)
"""What a place wants and does not get."""

_TOGETHER: tuple[Entry, ...] = (
    Entry(
        code="E152",
        title="{left} cannot be compared with {right}",
        label="these are never the same kind of thing",
        hint="compare like with like: `c.rank is 8`, `p.hand.size > 3`",
        explanation=(
            "A test compares two things of the same kind. Comparing a player with a number, or a suit with "
            "a rank, is always a mistake, so that it is told instead of being taken as no."
        ),
        bad=in_phase("if leader is 3 { end game }"),
        good=in_phase("if leader is seat(2) { end game }"),
        sample={"left": "a player", "right": "a number"},
    ),
    Entry(
        code="E153",
        title="{found} has no order",
        label="cannot be more or less",
        hint="order by a number or a member of an enum; melds need an `order`: `m in poker from p.hand`",
        explanation=(
            "Only numbers, members of an enum (in the order in which they are listed), yes and no, and "
            "melds of a declared `order` can be greater or less, and only by these `most` and `fewest` can "
            "choose."
        ),
        bad=in_phase("if first(c in leader.hand with most c) is none { end game }"),
        good=in_phase("if first(c in leader.hand with most c.rank) is none { end game }"),
        sample={"found": "a card"},
    ),
    Entry(
        code="E156",
        title="`{op}` does not fit between {left} and {right}",
        label="numbers, or cards and lists",
        hint=(
            "numbers are added, cards and lists are joined; name the number that is meant, as in "
            "`p.hand.size`"
        ),
        explanation=(
            "Between numbers `+` and `-` reckon. Between cards, zones and lists `+` puts them together and "
            "`-` takes some out. Other things cannot be added."
        ),
        bad=in_phase("if leader.hand + 1 > 3 { end game }"),
        good=in_phase("if leader.hand.size + 1 > 3 { end game }"),
        sample={"op": "+", "left": "a row zone", "right": "a number"},
    ),
    Entry(
        code="E159",
        title="either {left} or {right} comes out here, which are different kinds of things",
        label="this is {right}",
        hint="let both parts give the same kind of thing",
        explanation=(
            "Whatever the condition says, what comes out has to be usable in the same way. So `then` and "
            "`else` give the same kind of thing, and so do the values of `most` and its `else`."
        ),
        bad=in_phase("if (if over then 3 else leader) is 3 { end game }"),
        good=in_phase("if (if over then 3 else leader.gem) is 3 { end game }"),
        sample={"left": "a number", "right": "a player"},
    ),
    Entry(
        code="E169",
        title="`{op}` cannot change `{name}`, which holds {found}",
        label="only numbers and lists",
        hint="write `{name} = ...`",
        explanation=(
            "`+=` and `-=` add to a number and take from it, or put things into a list and take them out."
        ),
        bad=in_phase("leader += 1"),
        good=in_phase("leader = leader.left"),
        sample={"op": "+=", "name": "leader", "found": "a player"},
    ),
    Entry(
        code="E171",
        title="this divides by zero",
        label="always zero",
        hint="no number can be divided by zero; test the divisor before, if it may be zero",
        explanation="A division by zero has no result. Here the divisor is zero in any case.",
        bad=in_phase("if leader.gem / (players - players) > 1 { end game }"),
        good=in_phase("if leader.gem / players > 1 { end game }"),
    ),
    Entry(
        code="E172",
        title="`{name}` is {left} as long as this holds, and {right} else",
        label="this is {left}",
        hint="let it give the same kind of thing as the definition that it replaces",
        explanation=(
            "A definition in a `while` takes the place of its namesake for a time. Whoever uses the name "
            "must not have to care which of them holds, so that both give the same kind of thing."
        ),
        bad="define fee = 3\nwhile stock is empty { define fee = yes }\n",
        good="define fee = 3\nwhile stock is empty { define fee = 1 }\n",
        sample={"name": "fee", "left": "yes or no", "right": "a number"},
    ),
    Entry(
        code="E174",
        title="the rows of `{name}` give {left}, and this one gives {right}",
        label="another kind of thing",
        hint="let all rows give the same kind of thing",
        explanation=(
            "What a table gives is used in the same way whichever row fits, so that all its values are of "
            "one kind."
        ),
        bad="table fee[suit] { hearts: 1; clubs: yes }\n",
        good="table fee[suit] { hearts: 1; clubs: 0 }\n",
        sample={"name": "fee", "left": "a number", "right": "yes or no"},
    ),
    Entry(
        code="E179",
        title="these alternatives are different kinds of things: {left} and {right}",
        label="this is {right}",
        hint="let a generator go through things of one kind",
        explanation=(
            "A generator binds its name to one thing after the other, and the lines that use the name "
            "expect one kind."
        ),
        bad=in_phase('leader chooses "How many": n in 1 | hearts { leader.score += 1 }'),
        good=in_phase('leader chooses "How many": n in 1 | 3 { leader.score += n }'),
        sample={"left": "a number", "right": "a suit"},
    ),
)
"""Things that do not go together."""

_FORMS: tuple[Entry, ...] = (
    Entry(
        code="E154",
        title="`{name}` needs {wanted:key|keys} and is given {found}",
        label="its keys: {keys:and}",
        hint="with one key write `p.{name}`, with more `{name}[p, k]`; without keys only `{name}`",
        explanation=(
            "What is declared `per player` is there once for each player, so that it has to be said whose "
            "is meant. The keys stand in the order of the declaration."
        ),
        bad=in_phase("if score > 3 { end game }"),
        good=in_phase("leader.score += 1; if leader.score > 3 { end game }"),
        sample={"name": "score", "wanted": 1, "found": 0, "keys": ("player",)},
    ),
    Entry(
        code="E155",
        title="this has no keys",
        label="nothing can stand in brackets behind it",
        hint="a card of a row is found with `first`, `last` or a generator: `c in row where c.position is 2`",
        explanation=(
            "Behind the name of a table, and of a variable or zone that is declared `per` something, keys "
            "stand in square brackets. Nothing else has keys."
        ),
        bad=in_phase("stock[1] -> discard"),
        good=in_phase("stock.top -> discard"),
    ),
    Entry(
        code="E160",
        title="`of` belongs to cards, and this is compared with {found}",
        label="a pattern for cards",
        hint="test the parts one by one: `c.rank is 8 and c.suit is hearts`",
        explanation="`8 of hearts` describes a card. Only cards can fit it.",
        bad=in_phase("if leader.score is 8 of hearts { end game }"),
        good=in_phase("if stock.top is 8 of hearts { end game }"),
        sample={"found": "a number"},
    ),
    Entry(
        code="E161",
        title="`{name}` needs something to go through",
        label="a generator is missing",
        hint=(
            "write it as in `{name}(x for player p)` or `{name}(c in Z where ...)`; `most(a, b)` takes two "
            "numbers"
        ),
        explanation=(
            "These functions look at one thing after the other. What they go through is said by a "
            "generator, as in `some(c in p.hand where c is hearts)`."
        ),
        bad=in_phase("if sum(leader.hand) > 3 { end game }"),
        good=in_phase("if sum(1 for c in leader.hand) > 3 { end game }"),
        sample={"name": "sum"},
    ),
    Entry(
        code="E165",
        title="`{value}` has no meaning in a list here",
        label="unknown value",
        hint=(
            "a list holds numbers or members of one enum; cards in brackets stand behind `is`, `is in` and "
            "`has`"
        ),
        explanation=(
            "Between `[` and `]` stand values with blanks between them: numbers, or members of one enum. "
            "Cards are written like this where they are compared: `p.hand has [5C 6C]`."
        ),
        bad=in_phase("each n in [3 x 1] { shuffle stock }"),
        good=in_phase("each n in [3 1 1] { shuffle stock }"),
        sample={"value": "x"},
    ),
    Entry(
        code="E166",
        title="this is a pattern, and no value",
        label="stands behind `is` or before `from`",
        hint="patterns like `8 | K` and `2..7` are compared with: `c is 8 | K`",
        explanation=(
            "Alternatives, ranges and `of` describe what fits: behind `is` and `has`, before `from`, as "
            "the keys of a table. They are no value that could be stored or counted. Ranges and "
            "alternatives may also stand behind the `in` of a generator."
        ),
        bad=in_phase("leader.score = 2 | 3"),
        good=in_phase("leader.score += 1; if leader.score is 2 | 3 { end game }"),
    ),
    Entry(
        code="E167",
        title="there is no seat {seat} with {players} players",
        label="seat {seat} is empty",
        hint="ask for the number of players first: `if players > 3 then seat(4) else ...`",
        explanation=(
            "Seats are counted from 1, clockwise. The rules allow a number of players with which this seat "
            "does not exist."
        ),
        bad="players 2..4\n" + in_phase("leader = seat(4)"),
        good="players 2..4\n" + in_phase("if players is 4 { leader = seat(4) }"),
        sample={"seat": 4, "players": ("2", "3")},
    ),
    Entry(
        code="E168",
        title="`{name}` takes no `else`",
        label="only `most` and `fewest` do",
        hint=(
            "`first` and `sole` give `none` when there is nothing; `the` is a fault then; `count` and "
            "`sum` give 0"
        ),
        explanation=(
            "Of nothing there is no greatest value, so `most` and `fewest` can be told what to give then. "
            "The others know what to do."
        ),
        bad=in_phase("if count(c in leader.hand else 1) > 3 { end game }"),
        good=in_phase("if most(1 for c in leader.hand else 0) > 3 { end game }"),
        sample={"name": "count"},
    ),
    Entry(
        code="E175",
        title="before `from` a number is a count, and here nothing is counted",
        label="{value} of what?",
        hint=(
            "for the rank write `c in Z where c is {value}`; to take {value} of them use an arrow, or `s "
            "in {value} cards from Z`"
        ),
        explanation=(
            "In an arrow `8 from stock` takes eight cards. Elsewhere `from` picks what fits a pattern, and "
            "a number alone would be read as a count by everybody."
        ),
        bad=in_phase("each c in 8 from leader.hand { c -> discard }"),
        good=in_phase("each c in leader.hand where c is 8 { c -> discard }"),
        sample={"value": 8},
    ),
    Entry(
        code="E176",
        title="`{name}` takes no value before `for`",
        label="this is not looked at",
        hint="leave out the value and `for`: `{name}(c in Z where ...)`",
        explanation=(
            "`count` tells how many there are and `some` whether there is one; a value for each of them "
            "plays no part."
        ),
        bad=in_phase("if count(c.rank for c in leader.hand) > 3 { end game }"),
        good=in_phase("if count(c in leader.hand) > 3 { end game }"),
        sample={"name": "count"},
    ),
    Entry(
        code="E177",
        title="`with` has nothing to pick from",
        label="no generator before it",
        hint="say what is gone through, as in `c in p.hand with most c.rank`",
        explanation=(
            "`with most` and `with fewest` keep the best of several. This option binds nothing, so that "
            "there is only one."
        ),
        bad=in_phase('leader chooses { option "Stop" with most leader.gem { end game } }'),
        good=in_phase('leader chooses { option "Stop" { end game }; option "Go on" { shuffle stock } }'),
    ),
    Entry(
        code="E178",
        title="the cards of `{name}` have no first one",
        label="`from` has no meaning here",
        hint="`from` says with which player or member to begin; leave it out",
        explanation=(
            "Players sit in a circle and members of an enum stand in a line, so that one can begin with "
            "any of them. Cards do not."
        ),
        bad=in_phase("each deck c from leader { c -> stock }"),
        good=in_phase("each deck c { c -> stock }"),
        sample={"name": "deck"},
    ),
    Entry(
        code="E182",
        title="a reason belongs to a condition, and `{name}` is {found}",
        label="nobody is told this",
        hint="remove `else` and the text; what a condition says in the negative can have a reason",
        explanation=(
            "The text behind `else` answers a player who asks why something may not be chosen. So it stands "
            "behind what is true or not."
        ),
        bad='define fee = 3 else "too dear"\n',
        good='define rich(p) = p.gem > 3 else "too dear"\n',
        sample={"name": "fee", "found": "a number"},
    ),
    Entry(
        code="E181",
        title="`{name}` is a {word}, which takes no arguments",
        label="no function",
        hint="keys stand in square brackets: `{name}[x]`; a kind of meld stands behind `is`",
        explanation="Only definitions, functions and kinds of melds have arguments in parentheses.",
        bad="table fee[suit] { hearts: 1; else: 0 }\n" + in_phase("if fee(hearts) > 0 { end game }"),
        good="table fee[suit] { hearts: 1; else: 0 }\n" + in_phase("if fee[hearts] > 0 { end game }"),
        sample={"name": "fee", "word": "table"},
    ),
)
"""Forms that are used in a wrong way."""

ENTRIES: tuple[Entry, ...] = tuple(sorted((*_WANTED, *_TOGETHER, *_FORMS), key=lambda entry: entry.code))
