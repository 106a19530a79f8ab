"""Arrows, and what else is done with cards, dice and tokens: E330 to E349."""

from __future__ import annotations

from ruledsl.diagnostics.catalogue.entry import Entry, in_phase

_DICE = "dice die: 2\nzone cup: bag, open\n"

_TOKENS: tuple[Entry, ...] = (
    Entry(
        code="E330",
        title="only tokens can come from a second place",
        label="a second source",
        hint="write `if` and two arrows, or `up to` if fewer will do",
        explanation=(
            "`1 gem from supply else leader -> p` takes the token from the leader if the supply has none. "
            "Cards are different from one another, so that one place cannot stand in for another."
        ),
        bad=in_phase("1 from stock else discard -> leader.hand"),
        good=in_phase("1 gem from supply else leader.left -> leader"),
    ),
    Entry(
        code="E331",
        title="`{name}` are counted, and have no place, order or face",
        label="only who holds them counts",
        hint="move them to a player, a zone or the supply: `2 {name} from p -> supply`",
        explanation=(
            "Tokens of a kind are all alike, so that it is only counted how many each player, each zone "
            "and the supply hold."
        ),
        bad=in_phase("1 gem from supply -> leader face up"),
        good=in_phase("1 gem from supply -> leader"),
        sample={"name": "gem"},
    ),
    Entry(
        code="E342",
        title="no tokens ever get into `{name}`",
        label="nothing to move",
        hint=(
            "for cards name a zone of the player: `p.hand`; tokens of one kind are moved as in `gem from pot -> p`"
        ),
        explanation=(
            "An arrow from a zone to a player or the supply moves the tokens that lie in the zone. Nothing "
            "in the rules puts any there, so that probably cards are meant, which go from zone to zone."
        ),
        bad=in_phase("stock -> leader"),
        good=in_phase("stock -> leader.hand"),
        sample={"name": "stock"},
    ),
)
"""Tokens."""

_SOURCES: tuple[Entry, ...] = (
    Entry(
        code="E332",
        title="there are no pieces called `{name}`",
        label="unknown kind",
        hint="between a number and `from` stands a kind of tokens, cards or dice, or simply `cards`",
        explanation=(
            "`2 gem from supply` takes two tokens of that kind, and `s in 2 cards from Z` binds two cards "
            "of a zone."
        ),
        bad=in_phase("2 gems from supply -> leader"),
        good=in_phase("2 gem from supply -> leader"),
        sample={"name": "gems"},
    ),
    Entry(
        code="E333",
        title="the supply holds tokens only",
        label="which tokens?",
        hint="name the kind: `1 gem from supply -> p`",
        explanation="Cards and dice lie in zones. The supply is where the tokens are that nobody has.",
        bad=in_phase("1 from supply -> leader.hand"),
        good=in_phase("1 gem from supply -> leader"),
    ),
    Entry(
        code="E334",
        title="from a {kind} zone it has to be said which cards go",
        label="not the top of a pile",
        hint="name them, as in `row.first -> p.hand`, or let somebody choose",
        explanation=(
            "`3 from Z` takes the top cards of a pile, or cards of a bag by chance. In a row every card "
            "has its place, so that a number alone does not tell which are meant."
        ),
        bad=in_phase("1 from leader.hand -> discard"),
        good=in_phase("leader.hand.first -> discard"),
        sample={"kind": "row"},
    ),
    Entry(
        code="E338",
        title="there are no dice here",
        label="only dice can be rolled",
        hint="declare them with `dice die: 2`, and roll the zone where they lie",
        explanation="`roll` gives every die a new number by chance. Cards have what is printed on them.",
        bad=in_phase("roll stock"),
        good=_DICE + in_phase("all die -> cup; roll cup"),
    ),
)
"""What goes."""

_TARGETS: tuple[Entry, ...] = (
    Entry(
        code="E335",
        title="there are no zones called `{name}`",
        label="unknown zones",
        hint="behind `each` stands the name of zones that are declared `per` something: `stock -> each hand`",
        explanation="`each hand` goes round the hands of all players, one card after the other.",
        bad=in_phase("2 from stock -> each hnad"),
        good=in_phase("2 from stock -> each hand"),
        sample={"name": "hnad"},
    ),
    Entry(
        code="E336",
        title="`{zone}` holds many melds: it is not said to which this goes",
        label="a new one, or one that lies there?",
        hint="write `new {zone}`; a card is added to a meld that lies there by naming the meld: `c -> m`",
        explanation=(
            "In a `melds` zone several melds lie side by side. A meld is laid as a new one, and cards go "
            "to one of those that lie there."
        ),
        bad=in_phase("leader chooses: m in group from leader.hand { m -> laid }"),
        good=in_phase("leader chooses: m in group from leader.hand { m -> new laid }"),
        sample={"zone": "laid"},
    ),
    Entry(
        code="E337",
        title="a {kind} zone has no places",
        label="no place to choose",
        hint="leave out `at`; only rows and piles have places",
        explanation="`at 3` and `at end` choose a place among the cards of a row or pile, counted from 1.",
        bad=in_phase("stock.top -> leader.played at 1"),
        good=in_phase("stock.top -> leader.hand at 1"),
        sample={"kind": "slot"},
    ),
    Entry(
        code="E340",
        title="all cards of a kind go to one place first",
        label="only one zone can take them",
        hint=(
            "gather them in a zone, shuffle, and deal from there: `all deck -> stock shuffled`, `stock -> "
            "each hand`"
        ),
        explanation=(
            "`all deck` takes the cards from wherever they are. In which order they would be dealt out is "
            "not clear."
        ),
        bad=in_phase("all deck -> each hand"),
        good=in_phase("all deck -> stock shuffled; stock -> each hand"),
    ),
    Entry(
        code="E341",
        title="only melds lie there, and this is {found}",
        label="not a meld",
        hint=(
            "choose a meld: `m in set using any from p.hand`, then `m -> centre`; single cards need another "
            "kind of zone"
        ),
        explanation=(
            "A `meld` or `melds` zone keeps which kind a meld is, its order, and who formed it. Cards that "
            "do not come as a meld lack all that."
        ),
        bad=in_phase("leader.hand -> combo"),
        good=in_phase("leader chooses: m in group from leader.hand { m -> combo }"),
        sample={"found": "a row zone"},
    ),
)
"""Where it goes."""

_ORDER: tuple[Entry, ...] = (
    Entry(
        code="E339",
        title="the cards of a bag lie in no order, so that there is no `{name}`",
        label="no order",
        hint="declare the zone as a row or pile, or say which card is meant: `the(c in Z where ...)`",
        explanation=(
            "In a bag cards lie as in a sack. There is no first and no last, no top, and nothing that lies "
            "side by side."
        ),
        bad=in_phase("if pot.top is hearts { end game }"),
        good=in_phase("if pot has hearts { end game }"),
        sample={"name": "top"},
    ),
    Entry(
        code="E343",
        title="a {kind} zone cannot be sorted or shuffled",
        label="no order of its own",
        hint="only rows and piles have an order; the cards of a bag are drawn by chance anyway",
        explanation=(
            "Sorting and shuffling change the order of cards. In a bag, a slot and among melds there is none."
        ),
        bad=in_phase("sort c in pot with most c.rank"),
        good=in_phase("sort c in leader.hand with most c.rank"),
        sample={"kind": "bag"},
    ),
)
"""In which order things lie."""

ENTRIES: tuple[Entry, ...] = tuple(
    sorted((*_TOKENS, *_SOURCES, *_TARGETS, *_ORDER), key=lambda entry: entry.code)
)
