"""What a player may know, and `together`: E350 to E399."""

from __future__ import annotations

from ruledsl.diagnostics.catalogue.entry import Entry, in_phase

_BID = "var bid per player = 0\n"


def _together(statement: str) -> str:
    """A statement in the body of `together`, as a small text."""
    return in_phase(f"together player p {{ {statement} }}")


ENTRIES: tuple[Entry, ...] = (
    Entry(
        code="E351",
        title="this option speaks of cards in `{zone}`, which nobody sees",
        label="hidden from everybody",
        hint=(
            "let the chooser take the top card or one by chance (`1 from {zone} -> ...`), or make the zone "
            "open"
        ),
        explanation=(
            "The options of a choice are shown to the chooser. If they were the cards of a hidden zone, "
            "the list would tell what lies there."
        ),
        bad=in_phase("leader chooses: c in stock { c -> leader.hand }"),
        good=in_phase("leader chooses: c in discard { c -> leader.hand }"),
        sample={"zone": "stock"},
    ),
    Entry(
        code="E352",
        title="this option speaks of cards in `{zone}` that the chooser does not see",
        label="private to another player",
        hint="offer places or players instead of cards; a number stands for a card that nobody may see",
        explanation=(
            "A private zone is seen by its player only. If its cards were the options of another player, "
            "the list would tell what that player holds."
        ),
        bad=in_phase("each player p, q in p.others { p chooses: c in q.hand { c -> p.hand } }"),
        good=in_phase("each player p, q in p.others { p chooses: c in p.hand { c -> q.hand } }"),
        sample={"zone": "hand"},
    ),
    Entry(
        code="E353",
        title="chance has no place where players choose together",
        label="uses chance",
        hint="do it before or after the `together`",
        explanation=(
            "All players choose against the same position, and what they do is carried out when all are "
            "in. Cards that are drawn and dice that are rolled in between would be seen too early."
        ),
        bad=_together("1 from stock -> p.hand"),
        good=_together("p chooses: c in p.hand { c -> p.played }"),
    ),
    Entry(
        code="E354",
        title="`{what}` does not belong to the player who chooses",
        label="others would see it, or write it, too",
        hint="keep the choice in something `per player`, and do the rest behind the `together`",
        explanation=(
            "What players do together is carried out in one step, as if all did it at the same moment. So "
            "each may change only what is his own: his zones, his variables, his tokens."
        ),
        bad=_together("p chooses: c in p.hand { c -> discard }"),
        good=_together("p chooses: c in p.hand { c -> p.played }"),
        sample={"what": "discard"},
    ),
    Entry(
        code="E355",
        title="this cannot happen while players choose together",
        label="turns, ends and choices of all",
        hint="do it behind the `together`",
        explanation=(
            "Inside of `together` each player makes his own choices. Turns, another `together`, `end` and "
            "`restart` concern everybody and come afterwards."
        ),
        bad=_together("if p.gem is 0 { end game }"),
        good=in_phase(
            "together player p { p chooses: c in p.hand { c -> p.played } }; if leader.gem is 0 { end game }"
        ),
    ),
    Entry(
        code="E356",
        title="`{what}` of other players is not settled yet",
        label="they are choosing at the same moment",
        hint="read it behind the `together`",
        explanation=(
            "All choose at the same moment, so that nobody can know what the others have chosen. What the "
            "body of a `together` sets can be read there only for the player himself."
        ),
        bad=_BID + _together('p chooses "Bid": n in leader.bid..3 { p.bid = n }'),
        good=_BID + _together('p chooses "Bid": n in p.bid..3 { p.bid = n }'),
        sample={"what": "bid"},
    ),
)
