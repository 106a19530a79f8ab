"""Unknown, doubled and hidden names: E100 to E149."""

from __future__ import annotations

from ruledsl.diagnostics.catalogue.entry import Entry, in_phase

_UNKNOWN: tuple[Entry, ...] = (
    Entry(
        code="E100",
        title="there is nothing called `{name}` here",
        label="unknown name",
        hint="check the spelling; a name is known where it was declared and in the blocks inside of that",
        explanation=(
            "Every name in the rules stands for something: a zone, a variable, a definition, a member of "
            "an enum, or something that a line above has named, as in `each player p`. This name was found "
            "nowhere. Names that are bound in a block end with that block."
        ),
        bad=in_phase("stok.top -> discard"),
        good=in_phase("stock.top -> discard"),
        sample={"name": "stok"},
    ),
    Entry(
        code="E103",
        title="there is no `.{name}` of {of}",
        label="unknown attribute",
        hint="behind a dot stands what belongs to the thing before it",
        explanation=(
            "What may stand behind a dot depends on what stands before it. A card has what is printed on "
            "it (`c.suit`), a zone has `.size`, `.top`, `.first` and `.last`, a player has `.left`, "
            "`.right` and `.others`. To these come zones, variables and tokens that are declared for each "
            "such thing, tables with one key and definitions with one argument."
        ),
        bad=in_phase("if stock.hight > 3 { end game }"),
        good=in_phase("if stock.size > 3 { end game }"),
        sample={"name": "hight", "of": "a pile zone"},
    ),
    Entry(
        code="E104",
        title="there is no function called `{name}`",
        label="unknown function",
        hint="declare it with `define {name}(x) = ...`, or check the spelling",
        explanation=(
            "In front of parentheses stands a definition with arguments, or one of the functions that come "
            "with the language: count, some, sum, all, the, first, sole, most, fewest, left, last, mod, "
            "abs, seat."
        ),
        bad=in_phase("if cuont(stock) > 3 { end game }"),
        good=in_phase("if count(stock) > 3 { end game }"),
        sample={"name": "cuont"},
    ),
    Entry(
        code="E105",
        title="there is no phase called `{name}`",
        label="unknown phase",
        hint="declare it with `phase {name} {{ ... }}`, or check the spelling",
        explanation="`play` runs a phase, and a phase is declared outside of all braces under its name.",
        bad=in_phase("play rond"),
        good="phase game { play round }\nphase round { end game }\n",
        sample={"name": "rond"},
    ),
    Entry(
        code="E106",
        title="there is no enum called `{name}`",
        label="unknown enum",
        hint=(
            "declare it with `enum {name}: ...`; `player` is always there, `team` where `teams` are declared"
        ),
        explanation=(
            "Here stands the name of an enum, or `player` or `team`: there is one zone or variable for "
            "each of its members, a card has one of them, or a loop goes through them all. A generator may "
            "also go through all cards of a declaration, as in `deck c`."
        ),
        bad="zone gift per plaier: row, open\n",
        good="zone gift per player: row, open\n",
        sample={"name": "plaier"},
    ),
    Entry(
        code="E107",
        title="`{name}` is no kind of zone",
        label="expected pile, row, bag, slot, meld or melds",
        hint=(
            "a `pile` is drawn from the top, a `row` lies in order, a `bag` in none, a `slot` holds one card"
        ),
        explanation=(
            "The first word behind the colon says how cards lie in the zone: in a `pile` on top of each "
            "other, in a `row` side by side in order, in a `bag` without order, in a `slot` alone. A "
            "`meld` zone holds one meld, a `melds` zone any number of them."
        ),
        bad="zone deckend: stack, open\n",
        good="zone deckend: pile, open\n",
        sample={"name": "stack"},
    ),
    Entry(
        code="E108",
        title="`{name}` does not say who sees a zone",
        label="expected hidden, private or open",
        hint="`hidden` from all, `private` to its player, `open` to all",
        explanation=(
            "The second word behind the colon says who sees the cards: nobody (`hidden`), only the player "
            "whose zone it is (`private`), or everybody (`open`)."
        ),
        bad="zone pool: row, public\n",
        good="zone pool: row, open\n",
        sample={"name": "public"},
    ),
    Entry(
        code="E114",
        title="`{name}` is not a member of `{enum}`",
        label="unknown member",
        explanation=(
            "An enum is a closed list. Where one of its members is asked for, only the names that were "
            "listed can stand, or the numbers if its members are numbers."
        ),
        bad="table worth[suit] { spades: 1; else: 0 }\n",
        good="table worth[suit] { hearts: 1; else: 0 }\n",
        sample={"name": "spades", "enum": "suit"},
    ),
    Entry(
        code="E115",
        title="teams cannot sit `{name}`",
        label="expected `across`",
        hint="`teams 2 across`: partners sit across; only the number is needed, too",
        explanation=(
            "Seats belong to the teams in turn: with two teams, the first, third and fifth player are "
            "partners. That is what `across` says; another way of sitting is not known."
        ),
        bad="players 4\nteams 2 beside\n",
        good="players 4\nteams 2 across\n",
        sample={"name": "beside"},
    ),
    Entry(
        code="E123",
        title="there is no variable called `{name}`",
        label="unknown variable",
        hint="declare it: `var {name} = 0`, in a block or outside of all braces",
        explanation=(
            "Left of `=`, `+=` and `-=` stands a variable. Variables are declared with `var`; one that is "
            "declared in a block is known only until its end."
        ),
        bad=in_phase("rounds = 3"),
        good="var rounds = 0\nphase game {\n    rounds = 3\n    if rounds > 2 { end game }\n}\n",
        sample={"name": "rounds"},
    ),
    Entry(
        code="E124",
        title="`{name}` is no type",
        label="unknown type",
        hint="a type is number, text, card, cards, die, dice, meld, player, players, or the name of an enum",
        explanation=(
            "Behind the colon of a `var` stands what it can hold: `number`, `text`, `card`, `cards`, "
            "`player`, an enum, a kind of cards, or an order of melds. `or none` may follow. The type is "
            "needed only where the first value does not tell it; yes and no need none."
        ),
        bad="var maker: plaier or none\n",
        good="var maker: player or none\n",
        sample={"name": "plaier"},
    ),
    Entry(
        code="E125",
        title="`{name}` is no kind of setting",
        label="unknown kind",
        hint="a setting is `yes/no`, a range like `1..6`, `player`, an enum, or alternatives: `short | long`",
        explanation=(
            "Before the `=` of a setting stands what can be chosen: yes or no, numbers, a player, the "
            "members of an enum, or words with bars between them."
        ),
        bad="setting first: playr = seat(1)\n",
        good="setting first: player = seat(1)\n",
        sample={"name": "playr"},
    ),
)
"""Names that nothing has."""

_DOUBLED: tuple[Entry, ...] = (
    Entry(
        code="E101",
        title="`{name}` is declared twice",
        label="the second one",
        hint="choose another name; what an extended file declares is changed with `replace`",
        explanation=(
            "A name stands for one thing. In a file that extends another, a declaration of that file is "
            "changed by writing `replace` before the new one."
        ),
        bad="zone pool: row, open\nzone pool: bag, open\n",
        good="zone pool: row, open\nzone pond: bag, open\n",
        sample={"name": "pool"},
    ),
    Entry(
        code="E102",
        title="`{name}` can be meant in several ways: {enums:quoted}",
        label="which of them?",
        hint="let the place tell which, as in `c.rank is A` or `var today: mood = gold`, or rename one of them",
        explanation=(
            "Several enums have a member of this name. Where the enum follows from the place, as in "
            "`c.rank is A`, that is no problem; here it does not."
        ),
        bad="enum mood: sad, gold\nenum coin: silver, gold\nvar today = gold\n",
        good="enum mood: sad, gold\nenum coin: silver, gold\nvar today: mood = gold\n",
        sample={"name": "gold", "enums": ("mood", "coin")},
    ),
    Entry(
        code="E116",
        title="`{name}` always means something and cannot be declared",
        label="choose another name",
        explanation=(
            "`yes`, `no`, `none` and `empty` are values in every game, `player` is always an enum, and so "
            "is `team` where there are teams. Enums and members cannot have these names."
        ),
        bad="enum answer: yes, perhaps\n",
        good="enum answer: agreed, perhaps\n",
        sample={"name": "yes"},
    ),
    Entry(
        code="E117",
        title='this choice has two options "{label}"',
        label="the second one",
        hint="give each option a label of its own; what may be chosen in both ways can stand in one option",
        explanation=(
            "Players choose an option by its label, and saved games remember it by its label. So the "
            "labels of one choice differ. A choice with a single option needs none."
        ),
        bad=in_phase('leader chooses { option "Stop" { end game }; option "Stop" { shuffle stock } }'),
        good=in_phase('leader chooses { option "Stop" { end game }; option "Go on" { shuffle stock } }'),
        sample={"label": "Stop"},
    ),
    Entry(
        code="E118",
        title="a phase cannot be called `turn`",
        label="choose another name",
        hint="`end turn` and `at end of turn` mean the turn of a player; `play_turn` would do",
        explanation=(
            "`turn` is what `turns` gives to each player, and the word stands in `end turn`, `restart "
            "turn` and `at end of turn`. A phase of that name could not be told from it."
        ),
        bad="phase game { play turn }\nphase turn { end game }\n",
        good="phase game { play round }\nphase round { end game }\n",
    ),
    Entry(
        code="E119",
        title="`{word}` is said twice",
        label="the second one",
        hint="keep one of them; the `result` or `payoff` of an extended file is changed with `replace`",
        explanation=(
            "There is one title, one number of players, one result. A second line would contradict the "
            "first. In a file that extends another, `game`, `players` and `teams` are simply stated again, "
            "`result` and `payoff` with `replace` before them. The traits of a meld are said once, too."
        ),
        bad="players 2\nplayers 3..4\n",
        good="players 2..4\n",
        sample={"word": "players"},
    ),
)
"""Names that several things have."""

_MEANING: tuple[Entry, ...] = (
    Entry(
        code="E109",
        title="`{name}` leads back to itself",
        label="on the way from `{name}` to itself",
        hint="the circle is {circle}: break it at one place",
        explanation=(
            "What a name stands for is worked out from the names in its declaration. Here that leads back "
            "to where it began, so that it would never end."
        ),
        bad="define rich = happy\ndefine happy = rich\n",
        good="define rich = leader.gem > 3\ndefine happy = rich\n",
        sample={"name": "rich", "circle": "rich -> happy -> rich"},
    ),
    Entry(
        code="E110",
        title="`base` means nothing here",
        label="nothing is replaced",
        hint=(
            "`base` stands in a `define` inside of `while` or behind `replace`: it is the one that is "
            "replaced"
        ),
        explanation=(
            "A definition that replaces another, for a time in a `while` or for good with `replace`, can "
            "use the one that it replaces: under the name `base`, with the same arguments."
        ),
        bad="define rich = base\n",
        good="define rich = leader.gem > 3\nwhile stock is empty { define rich = base and over }\n",
    ),
    Entry(
        code="E111",
        title="`{name}` is a {word}, and no value by itself",
        label="no value",
        hint=(
            "a table is read with its keys, tokens as `p.{name}`, cards as `all {name}`, a phase with `play`"
        ),
        explanation=(
            "Some names only help to build values: the name of a table needs its keys, the name of tokens "
            "needs who holds them, and the names of enums, phases and kinds of cards are no values at all."
        ),
        bad=in_phase("if gem > 3 { end game }"),
        good=in_phase("if leader.gem > 3 { end game }"),
        sample={"name": "gem", "word": "kind of tokens"},
    ),
    Entry(
        code="E112",
        title="`all` cannot be used with `{name}` ({word})",
        label="expected zones or cards",
        hint="`all` stands before the name of zones (`all hand`) or of cards and dice (`all deck`)",
        explanation=(
            "`all hand` is everything that lies in the hands of all players; `all deck` is every card of "
            "that deck, wherever it is. Other things cannot be gathered in this way."
        ),
        bad=in_phase("all score -> discard"),
        good=in_phase("all hand -> discard"),
        sample={"name": "score", "word": "variable"},
    ),
    Entry(
        code="E122",
        title="more than {limit} definitions lean on one another, up to `{name}`",
        label="asked for here",
        hint="let some of them stand on their own",
        explanation=(
            "A definition may use others, and these others again. A limit keeps a file from a stranger "
            "from using up the memory of the machine that reads it; no rulebook comes near it."
        ),
        sample={"name": "step65", "limit": 64},
    ),
)
"""Names that mean something else than is wanted."""

ENTRIES: tuple[Entry, ...] = tuple(sorted((*_UNKNOWN, *_DOUBLED, *_MEANING), key=lambda entry: entry.code))
