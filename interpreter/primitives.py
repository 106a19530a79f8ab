"""A row for each expression form: its name, what goes in, what comes out, and one sentence.

`expressions.py` gives each its meaning for the reference interpreter; a test compares the two lists.
Arguments are written as types: n number, b yes/no, x any value, p piece, P list of pieces, L list, z zone,
m meld, s seat, h holder. `static` says what stands in `Expr.static`.
"""

from __future__ import annotations

from attrs import frozen


@frozen
class Form:
    """One expression form."""

    name: str
    takes: str
    gives: str
    static: str
    sentence: str


FORMS: tuple[Form, ...] = (
    # values and places
    Form("const", "", "x", "value", "a fixed value; a list is a tuple"),
    Form("cell", "", "x", "cell", "the value of a local"),
    Form("var", "x...", "x", "variable family", "the value of a variable, by its keys"),
    Form("zone", "x...", "z", "zone family", "the number of a zone, by its keys"),
    Form("call", "x...", "x", "function", "the value of a define for these arguments"),
    Form("table", "x...", "x", "table", "the value of the first row that matches; none is a fault"),
    # numbers
    Form("add", "n n", "n", "", "sum"),
    Form("sub", "n n", "n", "", "difference"),
    Form("mul", "n n", "n", "", "product"),
    Form("div", "n n", "n", "", "quotient rounded down; by zero is a fault"),
    Form("mod", "n n", "n", "", "remainder with the sign of the divisor; by zero is a fault"),
    Form("neg", "n", "n", "", "the other sign"),
    Form("abs", "n", "n", "", "without sign"),
    Form("greatest", "n...", "n", "", "the greatest of these"),
    Form("least", "n...", "n", "", "the least of these"),
    # logic and comparison
    Form("and", "b...", "b", "", "stops at the first no"),
    Form("or", "b...", "b", "", "stops at the first yes"),
    Form("not", "b", "b", "", "the opposite"),
    Form("if", "b x x", "x", "", "the second or the third"),
    Form("eq", "x x", "b", "", "the same value; none equals none only"),
    Form("ne", "x x", "b", "", "not the same value"),
    Form("lt", "x x", "b", "", "less, by number or order of members; with none a fault"),
    Form("le", "x x", "b", "", "less or the same"),
    Form("gt", "x x", "b", "", "greater"),
    Form("ge", "x x", "b", "", "greater or the same"),
    # pieces
    Form("attr", "p", "x", "attribute", "a printed value; a piece without it, or none, is a fault"),
    Form("attr_is", "p x", "b", "attribute", "the piece has this value; no piece, no value or none is no"),
    Form("face_in", "p", "b", "faces...", "the piece's face is one of these; none is no"),
    Form("same_face", "p p", "b", "", "both show the same face"),
    Form("face", "p", "n", "", "the number of the piece's face; none is a fault"),
    Form("die_value", "p", "n", "", "what the die shows; one never rolled is a fault"),
    Form("family_is", "p", "b", "family", "the piece is of this kind"),
    Form("owner", "p", "s", "", "whose set the piece belongs to (printed)"),
    Form("holder", "p", "z", "", "the zone it lies in; nowhere is a fault"),
    Form("facing", "p", "x", "", "0 down or 1 up, as it lies"),
    Form("position", "p", "n", "", "1-based place in its zone"),
    Form("pieces_of", "", "P", "family", "all pieces of a kind, wherever they are"),
    # zones
    Form("zone_pieces", "z", "P", "", "what lies in it, first to last; undecided pieces are decided"),
    Form("zone_size", "z", "n", "", "how many pieces, counted ones included; decides nothing"),
    Form("zone_top", "z", "p", "", "the last piece or none; decides it"),
    Form("zone_first", "z", "p", "", "the first piece or none; decides it"),
    Form("zone_meld", "z", "m", "", "the meld of a `meld` zone, or none"),
    Form("zone_melds", "z", "L", "", "the melds of a `melds` zone, in order of laying"),
    Form("zone_by", "z", "s", "", "who formed the meld that lies there, or none"),
    Form("family_zones", "", "L", "zone family", "the numbers of all its zones"),
    Form("family_pieces", "", "P", "zone family", "what lies in all its zones"),
    Form("family_size", "", "n", "zone family", "how many pieces lie in all its zones"),
    # lists
    Form("list", "x...", "L", "", "a list of these"),
    Form("join", "L L", "L", "", "one after the other"),
    Form("without", "L L", "L", "", "the first without the very elements of the second, each once"),
    Form("size", "L", "n", "", "how many elements"),
    Form("first_of", "L", "x", "", "the first element or none"),
    Form("last_of", "L", "x", "", "the last element or none"),
    Form("last_n", "L n", "L", "", "the last n elements, all if fewer"),
    Form("contains", "L x", "b", "", "this very element is in it"),
    Form(
        "pick", "L b", "L", "cell", "the elements for which the second argument holds, each bound to the cell"
    ),
    Form("has", "L b", "b", "cell", "some element satisfies the second argument"),
    Form("same_bag", "L L", "b", "", "two lists of face numbers are equal in any order"),
    Form(
        "includes_bag", "L L", "b", "", "the first list of face numbers has all of the second, copies counted"
    ),
    Form("faces_of", "P", "L", "", "the face number of each piece"),
    Form("members_of_list", "L n", "x", "", "the n-th element, from 1; outside is a fault"),
    # melds
    Form("meld_pieces", "m", "P", "", "its cards in order"),
    Form("meld_size", "m", "n", "", "how many cards"),
    Form("meld_kind", "m", "x", "", "the number of its kind; of no meld: none"),
    Form(
        "meld_top",
        "m",
        "n",
        "",
        "highest value of its `same` or `consecutive` attribute, as read; of no meld: a fault",
    ),
    Form("meld_attr", "m", "x", "attribute", "the value all its cards share, as read; else a fault"),
    Form("meld_by", "m", "s", "", "who formed it, or none"),
    Form("meld_parts", "m", "L", "", "the melds it is made of"),
    Form(
        "is_meld", "P n...", "b", "(kind, parameters)...", "the cards form one of these kinds, in some order"
    ),
    Form("strength", "m", "x", "order", "a value that compares as the order says; of none: none, below all"),
    # counters; a holder is supply, a seat or a zone
    Form("supply", "", "h", "", "the common supply"),
    Form("seat_holder", "s", "h", "", "a player as holder of counted pieces"),
    Form("zone_holder", "z", "h", "", "a zone as holder of counted pieces"),
    Form("held", "h", "n", "counter", "how many of the kind the holder has"),
    # seats and members
    Form("shift", "x n", "x", "domain", "n members on, round the domain; seats: clockwise"),
    Form("others", "s", "L", "", "the other seats, clockwise from the left"),
    Form("team", "s", "x", "", "the seat's team"),
    Form("partner", "s", "s", "", "the other seat of a team of two"),
    Form(
        "member",
        "n",
        "x",
        "domain",
        "the member whose name reads as this number, seats from 1; none is a fault",
    ),
    Form("number", "x", "n", "domain", "the number a member's name reads as; none is a fault"),
    Form("turn", "", "s", "", "whose turn it is, or none"),
    Form("next", "", "s", "", "whose turn comes next, as order and misses stand"),
    Form("over", "", "b", "", "the game has ended"),
    # quantifiers: the clause binds, the argument (if any) is the value, else what was bound last
    Form("count", "", "n", "", "how many bindings"),
    Form("some", "", "b", "", "there is a binding"),
    Form("sum", "n", "n", "", "the sum over the bindings"),
    Form("collect", "x?", "L", "", "the values of all bindings, in order"),
    Form("the", "x?", "x", "", "the one value; none or several is a fault"),
    Form("first", "x?", "x", "", "the first value or none"),
    Form("sole", "x?", "x", "", "the one value, none when there are several or none"),
    Form(
        "most",
        "x default?",
        "x",
        "has_default, order?",
        "the greatest value; of nothing the default, else a fault",
    ),
    Form(
        "fewest",
        "x default?",
        "x",
        "has_default, order?",
        "the least value; of nothing the default, else a fault",
    ),
)
"""For `most` and `fewest` over melds the second static is the number of the MeldOrder they compare by,
else None.
"""
