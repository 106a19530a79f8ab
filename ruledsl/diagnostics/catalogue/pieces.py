"""Cards, dice, tokens, zones, tables, melds, settings: E300 to E329."""

from __future__ import annotations

from ruledsl.diagnostics.catalogue.entry import Entry, in_phase

_CARDS: tuple[Entry, ...] = (
    Entry(
        code="E306",
        title="`{value}`: how a card lies or is read plays no part in a comparison",
        label="only the card and its owner count",
        hint="leave out what stands behind `=`; ask for `c.face is down` where it matters",
        explanation=(
            "Where cards are set up in an example, `2C=down` says that the card lies face down, and `*C=5` "
            "as what a wild card is read. When cards are compared, only what is printed on them counts."
        ),
        bad=in_phase("if leader.hand has [2C=down] { end game }"),
        good=in_phase("if leader.hand has [2C] { end game }"),
        sample={"value": "2C=down"},
    ),
    Entry(
        code="E310",
        title="no card is written `{name}`",
        label="unknown card",
        hint="a card is written by the print codes of its parts, in any order: `5C` or `C5`",
        explanation=(
            'The print codes stand in the enums, as in `clubs "C"`; without one the name itself is '
            "printed. A card is written by all its codes, side by side, without blanks."
        ),
        bad=in_phase("if leader.hand has [5X] { end game }"),
        good=in_phase("if leader.hand has [5C] { end game }"),
        sample={"name": "5X"},
    ),
    Entry(
        code="E311",
        title="there can be a set for each player, but not for each `{name}`",
        label="expected `player`",
        hint="write `per player`; cards for each member of an enum have it as a factor: `{name} * rank`",
        explanation=(
            "`per player` gives everybody a set of their own, which can be told by `c.owner`. Other sets "
            "are made of factors."
        ),
        bad="cards token_card per suit: storm, calm\n",
        good="cards token_card per player: storm, calm\n",
        sample={"name": "suit"},
    ),
    Entry(
        code="E312",
        title="this makes {count} {what}, and {limit} are the most",
        label="too many",
        hint="check the numbers; a game on a table is far below this",
        explanation=(
            "The limit catches slips of the pen and keeps a file from a stranger from using up memory."
        ),
        bad="enum step: 1..5000\n",
        good="enum step: 1..50\n",
        sample={"count": 5000, "what": "members", "limit": 1000},
    ),
    Entry(
        code="E313",
        title="the sides of a die are a range of numbers",
        label="expected a range like `1..6`",
        explanation=(
            "Behind `of` stands the lowest and the highest number of the die. Without `of` it has the "
            "usual six sides."
        ),
        bad="dice die: 2 of 6\n",
        good="dice die: 2 of 1..6\n",
    ),
    Entry(
        code="E317",
        title="two members of `{name}` have the same print code: {codes:quoted and}",
        label="codes have to differ",
        hint='give each member a code of its own: `hearts "H", herons "R"`',
        explanation=(
            "Cards are written by their print codes, in examples and in recorded games, so that these have "
            "to tell them apart."
        ),
        bad='enum bird: hawk "H", heron "H"\n',
        good='enum bird: hawk "H", heron "R"\n',
        sample={"name": "bird", "codes": ("H",)},
    ),
    Entry(
        code="E321",
        title="`{name}` stands here twice",
        label="the second one",
        hint="a card has one value of each kind; for several cards of a kind write `* 2 copies`",
        explanation=(
            "A product like `suit * rank` makes one card of each combination, so that each factor stands "
            "in it once."
        ),
        bad="cards pair_card: suit * suit\n",
        good="cards pair_card: suit * 2 copies\n",
        sample={"name": "suit"},
    ),
    Entry(
        code="E324",
        title="`{value}` can be read in several ways: {names:quoted}",
        label="which of them?",
        hint="change the print codes so that no two cards are written alike",
        explanation=(
            "A card is written by its print codes side by side. Here the same letters spell different cards."
        ),
        bad='enum one: a "A", ab "AB"\nenum two: b "B", bb "BB"\ncards odd: one * two\n'
        + in_phase("all odd -> stock; if leader.hand has [ABB] { end game }"),
        good='enum one: a "A", ab "C"\nenum two: b "B", bb "D"\ncards odd: one * two\n'
        + in_phase("all odd -> stock; if leader.hand has [AB] { end game }"),
        sample={"value": "ABB", "names": ("a bb", "ab b")},
    ),
    Entry(
        code="E329",
        title="from {low} to {high} there is nothing",
        label="this range is empty",
        hint="write the lower end first",
        explanation=(
            "A range goes from its lower end to its higher end, and both belong to it. Members of an enum "
            "are in the order of the list."
        ),
        bad=in_phase("if stock.top is 7..2 { end game }"),
        good=in_phase("if stock.top is 2..7 { end game }"),
        sample={"low": "7", "high": "2"},
    ),
)
"""Enums, cards and dice."""

_PLACES: tuple[Entry, ...] = (
    Entry(
        code="E315",
        title="{total} of `{name}` are too few to give {each} to each of {players} players",
        label="not enough",
        hint="raise the total, or write it `per player`",
        explanation=(
            "Each player begins with that many, and the rest is the supply. All together cannot have more "
            "than there are."
        ),
        bad="tokens chip: 3, 2 each\n",
        good="tokens chip: 3 per player, 2 each\n",
        sample={"name": "chip", "total": 3, "each": 2, "players": ("2", "3")},
    ),
    Entry(
        code="E319",
        title="`{name}` is private, and it is not said whose it is",
        label="private to whom?",
        hint="write `zone {name} per player: ...`, or choose `hidden` or `open`",
        explanation=(
            "A private zone is seen by the player whose zone it is. So there has to be one for each player."
        ),
        bad="zone chest: row, private\n",
        good="zone chest per player: row, private\n",
        sample={"name": "chest"},
    ),
    Entry(
        code="E314",
        title="{players} players cannot form {teams} equal teams",
        label="does not come out even",
        hint="change the number of players or of teams",
        explanation=(
            "All teams have the same number of players. The rules allow a number of players that cannot be "
            "divided in this way."
        ),
        bad="players 2..4\nteams 2 across\n",
        good="players 4\nteams 2 across\n",
        sample={"players": ("3",), "teams": 2},
    ),
    Entry(
        code="E316",
        title="the setting `{name}` begins with a value that it cannot have",
        label="expected {allowed}",
        hint="choose a default among the values that are allowed",
        explanation=(
            "Behind the `=` stands what holds if nobody chooses otherwise. It is one of the values that "
            "can be chosen."
        ),
        bad="setting goal: 26..200 = 10\n",
        good="setting goal: 26..200 = 100\n",
        sample={"name": "goal", "allowed": "26 to 200"},
    ),
    Entry(
        code="E320",
        title="what can be chosen for a setting is written in plain numbers",
        label="expected a range like `1..6`",
        hint="write both ends of the range as numbers",
        explanation=(
            "Settings are shown to the players before a game is set up, so that their range cannot depend "
            "on anything."
        ),
        bad="setting goal: 1..players = 1\n",
        good="setting goal: 1..4 = 1\n",
    ),
    Entry(
        code="E325",
        title="it is not said how many can play",
        label="`players` is missing",
        hint="write `players 2..5`, or a single number",
        explanation=(
            "The number of players decides how many hands there are, so that a game cannot be set up "
            "without it."
        ),
        bad='game "Mine"\n',
        good="players 2..4\n",
    ),
    Entry(
        code="E326",
        title="the number of players is a number or a range from 1 to {limit}",
        label="not a number of players",
        hint="write `players 2..5` or `players 4`, in plain numbers, the smaller one first",
        explanation="Seats are named by the letters A to Z, which sets the limit.",
        bad="players 5..2\n",
        good="players 2..5\n",
        sample={"limit": 26},
    ),
)
"""Players, settings, zones and tokens."""

_TABLES: tuple[Entry, ...] = (
    Entry(
        code="E301",
        title="a row of `{name}` has {wanted:key|keys}, and this one has {found}",
        label="not the right number of keys",
        hint=(
            "keys stand before the colon with commas between them; the last one may be left out if its "
            "values follow"
        ),
        explanation=(
            "A row says for which keys it holds and what the table gives then. With one key too few, the "
            "values behind the colon are those for the last key, from its first value on."
        ),
        bad="table fee[suit] { hearts, 2: 1; else: 0 }\n",
        good="table fee[suit, round] { hearts, 2: 1; clubs: 0 3 4; else: 0 }\n",
        sample={"name": "fee", "wanted": 1, "found": 2},
    ),
    Entry(
        code="E302",
        title="no row of `{name}` fits {players} players",
        label="a row is missing",
        hint="add a row for them, or an `else:`",
        explanation=(
            "The rules allow a number of players for which the table gives nothing, and the table is read "
            "with it. The game would stop there."
        ),
        bad="players 2..4\ntable decoys[players] { 2: 2; 3: 1 }\n"
        + in_phase("decoys[players] from stock -> discard"),
        good="players 2..4\ntable decoys[players] { 2: 2; 3..: 1 }\n"
        + in_phase("decoys[players] from stock -> discard"),
        sample={"name": "decoys", "players": ("4", "5")},
    ),
    Entry(
        code="E303",
        title="`itself` needs a single key that is a number",
        label="nothing to stand for",
        hint="write the value; `itself` fits keys like `2..9`",
        explanation=(
            "`itself` gives the key as a number: in `2..9: itself` the 7 gives 7. That goes with one key "
            "and for keys that read as numbers."
        ),
        bad="table fee[suit] { hearts: itself; else: 0 }\n",
        good="table fee[rank] { 2..9: itself; else: 0 }\n",
    ),
    Entry(
        code="E304",
        title="this fits no card",
        label="unknown card",
        hint="write a pattern for cards: `Q of spades`, `hearts`, `2..7 of clubs`",
        explanation=(
            "The rows of a table with the key `card` say for which cards they hold, as behind `is`. "
            "Variables have no place there."
        ),
        bad="table fee[card] { leader: 1; else: 0 }\n",
        good="table fee[card] { hearts: 1; else: 0 }\n",
    ),
    Entry(
        code="E327",
        title="the table `{name}` has no rows",
        label="gives nothing",
        hint="write at least one row, as in `else: 0`",
        explanation="A table without rows gives no value for any key.",
        bad="table fee[suit] { }\n",
        good="table fee[suit] { else: 0 }\n",
        sample={"name": "fee"},
    ),
    Entry(
        code="E318",
        title="the key `{name}` is a number, and the rows name members of `{enum}`",
        label="a mere label for numbers",
        hint="write the name of the enum as the key: `[{enum}]`",
        explanation=(
            "The name of a key tells what it runs over: an enum, something that is printed on cards, `card` "
            "or `players`. Any other name is a label for numbers, so that the rows can hold for numbers only."
        ),
        bad="table fee[color] { hearts: 1; clubs: 2 }\n",
        good="table fee[suit] { hearts: 1; clubs: 2 }\n",
        sample={"name": "color", "enum": "suit", "member": "hearts"},
    ),
    Entry(
        code="E322",
        title="this row has {found} values, and `{enum}` has {limit:member|members}",
        label="too many values",
        hint="give one value for each member, or fewer",
        explanation="The values of a row belong to the members of the last key, in their order.",
        bad="table fee[round, suit] { 1: 3 4 5 6 7; else: 0 }\n",
        good="table fee[round, suit] { 1: 3 4; else: 0 }\n",
        sample={"found": 5, "enum": "suit", "limit": 4},
    ),
    Entry(
        code="E323",
        title="no row of `{name}` fits `{value}`",
        label="a row is missing",
        hint="add a row for it, or an `else:`",
        explanation="The table is read with a key for which it gives nothing. The game would stop there.",
        bad="table fee[week] { 1..2: 1 }\n" + in_phase("if fee[3] > 0 { end game }"),
        good="table fee[week] { 1..2: 1; else: 0 }\n" + in_phase("if fee[3] > 0 { end game }"),
        sample={"name": "fee", "value": "clubs"},
    ),
)
"""Tables."""

_MELDS: tuple[Entry, ...] = (
    Entry(
        code="E305",
        title="`using` builds melds, and this is none",
        label="expected a kind of meld",
        hint="write a kind of meld before `using`, or several: `set | run using ...`",
        explanation=(
            "`m in run using slice from Z and any from Y` goes through every meld that can be made. Cards "
            "alone are gone through with `c in Z`."
        ),
        bad=in_phase("leader chooses: m in hearts using any from leader.hand { m -> discard }"),
        good=in_phase("leader chooses: m in group using any from leader.hand { m -> discard }"),
    ),
    Entry(
        code="E307",
        title="no card has a `{name}`",
        label="unknown attribute",
        hint="name one of the enums or numbers that the cards are made of",
        explanation=(
            "What the cards of a meld have in common, or in a row, is something that is printed on them."
        ),
        bad="meld house: 3 cards, same colour\n",
        good="meld house: 3 cards, same suit\n",
        sample={"name": "colour"},
    ),
    Entry(
        code="E308",
        title="`low` belongs to a meld whose cards follow one another",
        label="nothing is consecutive here",
        hint="write `consecutive rank` as well",
        explanation="`low A` says that the ace may also stand below the lowest card of a run.",
        bad="meld house: 3 cards, same suit, low A\n",
        good="meld house: 3 cards, consecutive rank, low A\n",
    ),
    Entry(
        code="E309",
        title="there is no meld called `{name}`",
        label="unknown kind of meld",
        hint="declare it: `meld {name}: 3.. cards, same rank`; plain cards are written `2 cards`",
        explanation="The parts of a meld are cards or other melds, and an order lists kinds of melds.",
        bad="meld house: grup + 2 cards\n",
        good="meld house: group + 2 cards\n",
        sample={"name": "grup"},
    ),
)
"""Melds."""

ENTRIES: tuple[Entry, ...] = tuple(
    sorted((*_CARDS, *_PLACES, *_TABLES, *_MELDS), key=lambda entry: entry.code)
)
